/* Pages from the service's library. */
#include "write/sources/found.h"

enum { USUAL_DOCUMENTS = 12 }; /* a list gets more: each of its things may have a page */

/* That it cannot be told is no reason to stop: a search that was called off says so itself. */
static void tell_reading(void *context, size_t done, size_t all)
{
    struct writing *writing = context;
    struct error *err = writing->err, ignored;
    writing->err = &ignored;
    writing_progress(writing, 0.02, "Reading the library for the first time: %zu of %zu documents", done, all);
    writing->err = err;
}

/* Notes why the library cannot be searched. */
static enum status leave_out_library(struct writing *writing, struct found *found)
{
    found->library_problem = arena_copy(found->arena, writing->err->message);
    if (!found->library_problem)
        return error_memory(writing->err);
    return writing_note(writing, "The library folder could not be read: %s.", found->library_problem);
}

enum status found_from_library(struct writing *writing, struct found *found)
{
    if (!writing->services->library)
        return OK;
    const struct library_request request = {.keyword = writing->brief.keyword,
                                            .language = writing->brief.language,
                                            .max_pages = writing->brief.is_list ? FOUND_MAX_DOCUMENTS : USUAL_DOCUMENTS,
                                            .is_wide = writing->brief.is_list,
                                            .cancel = writing->job->cancel,
                                            .progress = tell_reading,
                                            .context = writing};
    enum status status = library_ask(&found->library, &request, found->arena, &found->hits, writing->err);
    if (status == E_NOT_FOUND || status == E_IO || status == E_CORRUPT || status == E_INTERNAL)
        return leave_out_library(writing, found);
    if (found->count) /* the pages are not picked from the library alone */
        found->hits.collection.pages = 0;
    for (size_t i = 0; i < found->hits.count && !status; i++) {
        found->pages[found->count] = found->hits.pages[i];
        status = found_take(writing, found, NULL);
    }
    return status;
}
