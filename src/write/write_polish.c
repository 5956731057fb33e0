#include "write/write.h"

enum status write_polish(const struct write_services *services, const struct write_job *job, struct arena *arena,
                         const char *html, const char **polished, struct error *err)
{
    (void)services, (void)job, (void)arena, (void)html;
    *polished = NULL;
    return error_set(err, E_INTERNAL, NULL, "not built");
}
