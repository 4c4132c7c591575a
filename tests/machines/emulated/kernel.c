/* kernel.c: just enough of Linux for static programs that compute and print, on a bare machine.
 *
 * An emulator plays processors that nobody here has. GRUB loads this, and the programs as its
 * modules, with their arguments; they are run one after another, and what they print goes to the
 * emulator's debug port. Its own argument "without" leaves AVX-512 to the processor alone, as a
 * system does that does not know of it: no program may then use it. */
#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DEBUG_PORT = 0xE9, STOP_PORT = 0x8900 };
enum { WRITE = 1, FSTAT = 5, MMAP = 9, MPROTECT = 10, MUNMAP = 11, BRK = 12, IOCTL = 16 };
enum { EXIT = 60, READLINK = 89, ARCH_PRCTL = 158, SET_TID = 218, EXIT_GROUP = 231, STAT_AT = 262 };
enum { SET_ROBUST_LIST = 273, PRLIMIT = 302, GETRANDOM = 318, RSEQ = 334, SET_FS = 0x1002 };
enum { NO_SUCH_CALL = -38 };

/* Where things are in the gigabyte that there is; programs are linked to 4 MB. */
enum { STACK_TOP = 0x0F000000, IMAGES = 0x10000000, HEAP = 0x20000000, MAPS = 0x30000000 };

enum { MODULES = 16, WORDS = 8, TEXT = 128 };
typedef struct {
    uint64_t image;
    char arguments[TEXT];
} program;

_Noreturn void enter_program(uint64_t entry, uint64_t stack);
void on_call(void);
void on_fault(void);
_Noreturn void kernel_start(const uint32_t *boot);
_Noreturn void kernel_fault(void);
uint64_t kernel_serve(uint64_t call, uint64_t a, uint64_t b, uint64_t c);

static program programs[MODULES];
static unsigned program_count, running;
static uint64_t heap, maps;

static void put_byte(uint16_t port, char byte)
{
    __asm__ volatile("outb %0, %1" : : "a"(byte), "Nd"(port));
}

static void say(const char *text)
{
    for (; *text != '\0'; text++)
        put_byte(DEBUG_PORT, *text);
}

static void say_number(uint64_t number)
{
    char digits[24];
    unsigned at = sizeof digits - 1;
    for (digits[at] = '\0'; at == sizeof digits - 1 || number != 0; number /= 10)
        digits[--at] = (char)('0' + number % 10);
    say(&digits[at]);
}

static void copy(uint64_t to, uint64_t from, uint64_t len)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(len) : : "memory");
}

static void clear(uint64_t to, uint64_t len)
{
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(len) : "a"(0) : "memory");
}

static void set_register(uint32_t which, uint64_t value)
{
    __asm__ volatile("wrmsr" : : "c"(which), "a"((uint32_t)value), "d"((uint32_t)(value >> 32)));
}

static _Noreturn void stop(void)
{
    for (const char *word = "Shutdown"; *word != '\0'; word++)
        put_byte(STOP_PORT, *word);
    for (;;)
        __asm__ volatile("hlt");
}

_Noreturn void kernel_fault(void)
{
    say("\nfault\n");
    stop();
}

/* ---- programs ---- */

/* Its words, in place. */
static unsigned split(char *text, uint64_t *words)
{
    unsigned count = 0;
    for (char before = ' '; *text != '\0' && count < WORDS; text++) {
        char byte = *text;
        if (byte == ' ')
            *text = '\0';
        else if (before == ' ')
            words[count++] = (uint64_t)text;
        before = byte;
    }
    return count;
}

/* As Linux starts a program: its arguments, no environment, and where its parts are. */
static _Noreturn void run(program *p)
{
    const Elf64_Ehdr *elf = (const Elf64_Ehdr *)p->image;
    const Elf64_Phdr *part = (const Elf64_Phdr *)(p->image + elf->e_phoff);
    uint64_t stack[WORDS + 16] = {0}, words[WORDS], parts = 0, at = 0;
    unsigned count = split(p->arguments, words);
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        if (part[i].p_type != PT_LOAD)
            continue;
        if (part[i].p_offset == 0)
            parts = part[i].p_vaddr + elf->e_phoff;
        clear(part[i].p_vaddr, part[i].p_memsz);
        copy(part[i].p_vaddr, p->image + part[i].p_offset, part[i].p_filesz);
    }
    heap = HEAP;
    maps = MAPS;
    stack[at++] = count;
    for (unsigned i = 0; i < count; i++)
        stack[at++] = words[i];
    at += 2;
    const uint64_t known[] = {AT_PHDR,   parts, AT_PHENT, sizeof *part, AT_PHNUM,  elf->e_phnum,
                              AT_PAGESZ, 4096,  AT_ENTRY, elf->e_entry, AT_RANDOM, p->image};
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        stack[at++] = known[i];
    copy(STACK_TOP - sizeof stack, (uint64_t)stack, sizeof stack);
    enter_program(elf->e_entry, STACK_TOP - sizeof stack);
}

static _Noreturn void run_next(void)
{
    if (running == program_count)
        stop();
    say("\n== ");
    say(programs[running].arguments);
    say("\n");
    run(&programs[running++]);
}

/* ---- calls ---- */

static _Noreturn void leave(uint64_t status)
{
    say("exit ");
    say_number(status);
    say("\n");
    run_next();
}

static uint64_t print(const char *text, uint64_t len)
{
    for (uint64_t i = 0; i < len; i++)
        put_byte(DEBUG_PORT, text[i]);
    return len;
}

/* More at the end of the heap; less is not wanted. */
static uint64_t grow_heap(uint64_t end)
{
    if (end >= heap && end <= MAPS) {
        clear(heap, end - heap);
        heap = end;
    }
    return heap;
}

static uint64_t map(uint64_t len)
{
    uint64_t at = maps;
    clear(at, len);
    maps += (len + 4095) & ~UINT64_C(4095);
    return at;
}

uint64_t kernel_serve(uint64_t call, uint64_t a, uint64_t b, uint64_t c)
{
    switch (call) {
    case WRITE:
        return print((const char *)b, c);
    case FSTAT: /* all is zero: neither file nor terminal */
    case STAT_AT:
        clear(call == FSTAT ? b : c, 144);
        return 0;
    case MMAP:
        return map(b);
    case BRK:
        return grow_heap(a);
    case ARCH_PRCTL:
        if (a != SET_FS)
            break;
        set_register(0xC0000100, b);
        return 0;
    case GETRANDOM:
        clear(a, b);
        return b;
    case MPROTECT:
    case MUNMAP:
    case IOCTL:
    case SET_TID:
    case SET_ROBUST_LIST:
        return 0;
    case EXIT:
    case EXIT_GROUP:
        leave(a);
    case READLINK:
    case PRLIMIT:
    case RSEQ:
        break;
    default:
        say("no such call: ");
        say_number(call);
        say("\n");
    }
    return (uint64_t)NO_SUCH_CALL;
}

/* ---- the machine ---- */

static void catch_faults(void)
{
    static uint64_t gates[32][2];
    static struct __attribute__((packed)) {
        uint16_t limit;
        uint64_t at;
    } table = {sizeof gates - 1, 0};
    uint64_t at = (uint64_t)on_fault;
    table.at = (uint64_t)gates;
    for (int i = 0; i < 32; i++) {
        gates[i][0] = (at & 0xFFFF) | 0x80000 | UINT64_C(0x8E00) << 32 | (at >> 16 & 0xFFFF) << 48;
        gates[i][1] = at >> 32;
    }
    __asm__ volatile("lidt %0" : : "m"(table));
}

/* Everything else is kept in memory that programs are loaded over. */
static void keep_modules(const uint32_t *modules, unsigned count)
{
    uint64_t end = IMAGES;
    for (unsigned i = 0; i < count && i < MODULES; i++, modules += 4) {
        const char *text = (const char *)(uint64_t)modules[2];
        program *p = &programs[program_count++];
        for (unsigned n = 0; n < TEXT - 1 && text[n] != '\0'; n++)
            p->arguments[n] = text[n];
        p->image = end;
        copy(end, modules[0], modules[1] - modules[0]);
        end += (modules[1] - modules[0] + 4095) & ~UINT64_C(4095);
    }
}

static bool has_word(const char *text, const char *word)
{
    for (; *text != '\0'; text++) {
        size_t n = 0;
        while (word[n] != '\0' && text[n] == word[n])
            n++;
        if (word[n] == '\0')
            return true;
    }
    return false;
}

_Noreturn void kernel_start(const uint32_t *boot)
{
    enum { WITH_AVX = 0x07, WITH_AVX512 = 0xE7 };
    bool without = has_word((const char *)(uint64_t)boot[4], "without");
    __asm__ volatile("xsetbv" : : "c"(0), "a"(without ? WITH_AVX : WITH_AVX512), "d"(0));
    catch_faults();
    keep_modules((const uint32_t *)(uint64_t)boot[6], boot[5]);
    set_register(0xC0000081, UINT64_C(8) << 32);
    set_register(0xC0000082, (uint64_t)on_call);
    set_register(0xC0000084, 0);
    run_next();
}
