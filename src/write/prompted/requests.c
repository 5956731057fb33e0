/* What plans and writers share: the excerpts that a model chose, and what a heading's writer is asked for. */
#include "write/prompted/prompted.h"

enum { MOST_CHOSEN = 8 };

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
