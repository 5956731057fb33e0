/* What was found, as the outline is shown it: a question's words find what the keyword's do not, such as the definition
 * of a setting that stands under its own name. */
#include "write/prompted/prompted.h"

enum {
    DIGEST = 60,     /* excerpts */
    PER_HEADING = 6, /* of a drafted heading */
    PER_PAGE = 16,   /* for the keyword, while other pages have something too */
    MANY_PAGES = 3,
};

struct digesting {
    struct writing *writing;
    struct prompted_digest *digest;
    bool *is_taken; /* by excerpt */
};

static enum status add(struct digesting *digesting, struct str about, size_t most, size_t per_page)
{
    struct writing *writing = digesting->writing;
    struct prompted_digest *digest = digesting->digest;
    size_t room = DIGEST - digest->count, count = 0;
    size_t *numbers = digest->numbers + digest->count;
    const struct excerpt_query query = {.keyword = writing->brief.subject,
                                        .heading = about,
                                        .most = most < room ? most : room,
                                        .per_page = per_page,
                                        .is_taken = digesting->is_taken,
                                        .needs_match = about.len > 0};
    enum status status = excerpts_rank(&writing->excerpts, &query, writing->arena, numbers, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        digesting->is_taken[numbers[i]] = true;
        digest->shown[digest->count++] = writing->excerpts.list[numbers[i]].shown;
    }
    return status;
}

static enum status add_heading(struct digesting *digesting, const struct planned *heading, size_t most)
{
    const char *about =
        arena_printf(digesting->writing->arena, "%.*s %.*s", STR_ARG(heading->title), STR_ARG(heading->covers));
    return about ? add(digesting, str_from(about), most, 0) : error_memory(digesting->writing->err);
}

enum status prompted_digest(struct writing *writing, const struct article_plan *drafted, struct prompted_digest *digest)
{
    const struct str keyword_alone = STR("");
    struct digesting digesting = {.writing = writing, .digest = digest};
    *digest = (struct prompted_digest){.shown = ARENA_ARRAY(writing->arena, DIGEST + 1, struct model_excerpt),
                                       .numbers = ARENA_ARRAY(writing->arena, DIGEST + 1, size_t)};
    digesting.is_taken = ARENA_ARRAY(writing->arena, writing->excerpts.count + 1, bool);
    if (!digest->shown || !digest->numbers || !digesting.is_taken)
        return error_memory(writing->err);
    size_t share = DIGEST * 3 / 4 / (drafted->count + 1);
    enum status status = OK;
    for (size_t i = 0; i < drafted->count && !status; i++)
        status = add_heading(&digesting, &drafted->headings[i], share < PER_HEADING ? share + 1 : PER_HEADING);
    if (!status && writing->page_count > MANY_PAGES)
        status = add(&digesting, keyword_alone, DIGEST, PER_PAGE);
    return status ? status : add(&digesting, keyword_alone, DIGEST, 0);
}
