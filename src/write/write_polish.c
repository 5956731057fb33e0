#include "write/assemble.h"
#include "write/prompted/prompted.h"

enum status write_polish(const struct write_services *services, const struct write_job *job, struct arena *arena,
                         const char *html, const char **polished, const char **refused, struct error *err)
{
    struct writing_shared shared;
    struct writing writing;
    struct polished outcome = {NULL, NULL};
    enum status status = opening_begin(&writing, &shared, services, job, arena, err);
    *polished = NULL;
    if (!status)
        brief_request(&writing);
    if (!status && writing.model)
        question_settle(&writing);
    if (!status && writing.model)
        status = question_begin(&writing);
    if (!status)
        status = polished_make(&writing, html, polished, &outcome);
    /* Whoever asked for it in a request of its own can ask again. */
    if (!status && outcome.problem) {
        *polished = NULL;
        status = code_error(err, E_UPSTREAM, CODE_MODEL_UNAVAILABLE, "%s", outcome.problem);
    }
    *refused = outcome.refused;
    opening_end(&writing);
    return status;
}
