# The referee for the page while the network is gone: the library, and the server's own answers about games that are sent
# along, as WebAssembly:  make -f server/offline/referee.mk OUT=FOLDER [LAUNCHER=ccache]
# writes FOLDER/page/referee.wasm.gz; two runs give the same bytes. tools/release/wasm-tools says which compiler it needs.
export LC_ALL := C
TOOLS := $(shell tools/release/wasm-tools)
part = $(patsubst $(1)=%,%,$(filter $(1)=%,$(TOOLS)))

# Without the accelerators of src/fast, for size. What of the server needs sockets or a store is left out by the linker.
SOURCES := $(sort $(shell find src common collection/checker server/offline -name '*.c' ! -path 'src/fast/*')) \
    collection/marked_text.c $(patsubst %,server/%.c,api/api api/api_check api/api_tree api/api_explain api/api_tools api/posted_game \
        answers/tree_json answers/tree_edit answers/explain_json answers/position_json answers/targets_json answers/posted_move http/http_parse)
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o)
FLAGS := --target=wasm32-wasi -std=c11 -Oz -DNDEBUG -DARB__FAST=0 -DARB__RECORDS=0 -D_GNU_SOURCE -mbulk-memory -msign-ext \
    -I include -I src -I . -I server/offline

$(OUT)/page/referee.wasm.gz: $(OBJECTS)
	@mkdir -p $(@D)
	$(call part,linker) --no-entry --strip-all --gc-sections -z stack-size=1048576 -L $(call part,sysroot) \
	    $(OBJECTS) -lc $(call part,builtins) -o $(OUT)/referee.wasm
	gzip -9nc $(OUT)/referee.wasm >$@.new
	mv $@.new $@

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	$(LAUNCHER) clang $(FLAGS) -MMD -MP -c $< -o $@

-include $(OBJECTS:.o=.d)
