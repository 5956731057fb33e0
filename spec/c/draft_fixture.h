/* A call for an article with pictures, without a network; for test_draft.c and test_oom_draft.c. */
#ifndef COPYDESK_SPEC_DRAFT_FIXTURE_H
#define COPYDESK_SPEC_DRAFT_FIXTURE_H

#include "deliver/draft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ID_A "00112233445566778899aabbccddeeff"
#define ID_B "ffeeddccbbaa99887766554433221100"

struct draft_fixture {
    struct arena *arena;
    struct article article;
    struct delivery_call call;
    struct delivered_draft draft;
    struct error err;
    int kept, uploaded, asked;
    char last_kept[1000];
    const char *refused; /* the id of the picture that the site does not take; NULL: none */
    const char *gone;    /* the id of the picture that the service has no more */
    enum status keep_status;
};

static inline enum status fixture_keep(void *context, const json_t *progress, struct error *err)
{
    struct draft_fixture *fixture = context;
    char *text = json_dumps(progress, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return error_memory(err);
    snprintf(fixture->last_kept, sizeof fixture->last_kept, "%s", text);
    free(text);
    fixture->kept++;
    return fixture->keep_status == OK ? OK : error_set(err, fixture->keep_status, "lease_lost", "another attempt");
}

static inline enum status fixture_picture(void *context, const char *id, struct arena *arena,
                                          struct stored_picture *picture, struct error *err)
{
    struct draft_fixture *fixture = context;
    fixture->asked++;
    if (fixture->gone && strcmp(fixture->gone, id) == 0)
        return error_set(err, E_NOT_FOUND, NULL, "no such picture");
    *picture = (struct stored_picture){.id = arena_copy(arena, id), .type = "image/png", .bytes = STR("bytes")};
    return picture->id ? OK : error_memory(err);
}

static inline enum status fixture_upload(void *context, const struct draft_picture *picture,
                                         const struct stored_picture *bytes, const char **address,
                                         struct delivery_outcome *outcome, struct error *err)
{
    struct draft_fixture *fixture = context;
    if (!str_eq(bytes->bytes, STR("bytes")))
        return error_set(err, E_INTERNAL, NULL, "other bytes");
    if (fixture->refused && strcmp(fixture->refused, picture->id) == 0) {
        *outcome = (struct delivery_outcome){.verdict = DELIVERY_RETRY, .problem = "not now", .retry_after_ms = -1};
        return OK;
    }
    *address = arena_printf(fixture->arena, "https://site.example/%s?a=1&b=2", picture->filename);
    fixture->uploaded++;
    return *address ? OK : error_memory(err);
}

static inline void draft_fixture_begin(struct draft_fixture *fixture, const char *html)
{
    *fixture = (struct draft_fixture){
        .arena = arena_new(),
        .article = {.id = "01890a5d-ac96-774b-bcce-b302099a8057",
                    .config = "{\"targetKeyword\":\"indoor herb garden\"}",
                    .title = "Growing Herbs",
                    .slug = "growing-herbs",
                    .meta_description = "How herbs grow indoors.",
                    .html = html},
    };
    fixture->call = (struct delivery_call){.article = &fixture->article,
                                           .arena = fixture->arena,
                                           .progress = json_object(),
                                           .keep = fixture_keep,
                                           .picture = fixture_picture,
                                           .context = fixture};
}

static inline void draft_fixture_end(struct draft_fixture *fixture)
{
    json_decref(fixture->call.progress);
    arena_free(fixture->arena);
}

#endif
