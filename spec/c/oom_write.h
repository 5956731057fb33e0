/* Articles whose memory runs out at any point. */
#ifndef COPYDESK_SPEC_OOM_WRITE_H
#define COPYDESK_SPEC_OOM_WRITE_H

#include "oom.h"

#include "test_write.h"

/* Writes the article with no allocations, with `step` more, and so on until there are enough: until then it is always
 * the memory that is said to be missing. own: members of its configuration; load_brand may be NULL. */
static inline void survives_with(const struct write_services *services,
                                 enum status (*load_brand)(void *, const char *, json_t **, struct error *),
                                 const char *keyword, const char *own, long step)
{
    json_t *config = make_config(keyword, own);
    bool done = false;
    for (long allowed = 0; !done; allowed += step) {
        struct desk desk = {0};
        struct error err = {0};
        struct write_job job = desk_job(&desk, config, NULL);
        struct arena *arena = arena_new();
        struct write_result result;
        job.load_brand = load_brand;
        assert_non_null(arena);
        oom_allocations_left = allowed;
        enum status status = write_article(services, &job, arena, &result, &err);
        oom_allocations_left = -1;
        done = status == OK;
        if (!done)
            assert_int_equal(status, E_MEMORY);
        result_clear(&result);
        arena_free(arena);
        desk_clear(&desk);
    }
    json_decref(config);
}

static inline void survives(const struct write_services *services, const char *keyword, const char *own, long step)
{
    survives_with(services, NULL, keyword, own, step);
}

#endif
