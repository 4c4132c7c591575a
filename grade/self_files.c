/* self_files.c: the files that this program runs from, as the loader knows them. Layer: grade. */
#include "grade/self_files.h"

#include <link.h>
#include <stddef.h>
#include <string.h>

typedef struct {
    grade_self_handler *handler;
    void *context;
    const char *loader;
    bool first;
} walk;

static const char *loader_of(const struct dl_phdr_info *info)
{
    for (size_t i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_INTERP)
            /* NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as numbers */
            return (const char *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    return NULL;
}

/* The program itself comes first and has no name. Of the other objects only the kernel's own (vDSO)
 * has no file. */
static int look(struct dl_phdr_info *info, size_t size, void *context)
{
    walk *w = context;
    (void)size;
    if (w->first) {
        w->first = false;
        w->loader = loader_of(info);
        if (!w->handler(w->context, GRADE_SELF_PROGRAM, "/proc/self/exe"))
            return 1;
        return w->loader != NULL && !w->handler(w->context, GRADE_SELF_LOADER, w->loader);
    }
    if (info->dlpi_name == NULL || strchr(info->dlpi_name, '/') == NULL ||
        (w->loader != NULL && strcmp(info->dlpi_name, w->loader) == 0))
        return 0;
    return !w->handler(w->context, GRADE_SELF_LIBRARY, info->dlpi_name);
}

bool grade_self_files(grade_self_handler *handler, void *context)
{
    walk w = {.handler = handler, .context = context, .first = true};
    return dl_iterate_phdr(look, &w) == 0;
}
