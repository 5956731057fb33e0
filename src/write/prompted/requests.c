/* What plans and writers share: what was found, as a plan is shown it, the excerpts that a model chose, and what a
 * heading's writer is asked for. */
#include "write/prompted/prompted.h"

enum { MOST_CHOSEN = 8 };

/* --- what was found: a question's words find what the keyword's do not, such as the definition of a setting that
 * stands under its own name --- */

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
    const struct excerpt_query query = {.keyword = writing->brief.sought,
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

/* --- what was chosen --- */

enum status prompted_chosen(struct writing *writing, const struct prompted_digest *digest, const json_t *numbers,
                            size_t shown, struct material *material)
{
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, MOST_CHOSEN, struct model_excerpt);
    bool *is_taken = ARENA_ARRAY(writing->arena, digest->count + 1, bool);
    size_t count = 0;
    if (!list || !is_taken)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(numbers) && count < MOST_CHOSEN; i++) {
        json_int_t number = json_integer_value(json_array_get(numbers, i));
        if (number < 1 || (size_t)number > shown || is_taken[number - 1])
            continue;
        is_taken[number - 1] = true;
        list[count++] = digest->shown[number - 1];
    }
    *material = (struct material){list, count};
    return OK;
}

struct str prompted_heading(struct writing *writing, const json_t *entry, const char *name)
{
    const json_t *value = json_object_get(entry, name);
    struct str text = heading_clean((struct str){json_string_value(value), json_string_length(value)});
    return (struct str){arena_copy_n(writing->arena, text.data ? text.data : "", text.len), text.len};
}

/* What a section of a service page must hold, and must not. */
static const char *const role_requests[PLAN_ROLES] = {
    [ROLE_BENEFITS] =
        " What the client has from the service, each point with what brings it about. No price, guarantee "
        "or number of years unless the passages give it.",
    [ROLE_PROCESS] = " Each step says who does what, in the order in which it happens.",
    [ROLE_PROOF] = " Only certificates, figures, references and cases that the passages state; no testimonial, "
                   "guarantee or number of years that is not there.",
};

struct str prompted_requests(struct writing *writing, const struct planned *heading)
{
    const struct writing_brand *brand = &writing->brand;
    struct buf out = {0};
    if (role_requests[heading->role])
        buf_str(&out, role_requests[heading->role]);
    if (heading->instructions.len)
        buf_printf(&out, " The customer asks for this section: %.*s", STR_ARG(heading->instructions));
    if (heading->names_brand && brand->name.len)
        buf_printf(
            &out,
            " Name %.*s once, as one way among others, neither in the first nor in the last sentence, and say of "
            "it only what WISHES or the passages say.",
            STR_ARG(brand->name));
    return writing_keep(writing, &out);
}
