#include "model/check/check.h"

#include "model/check/copied.h"
#include "model/check/inline.h"
#include "model/check/phrases.h"
#include "model/check/support.h"

enum { SYSTEM_RUN = 6 };

static bool has_markup(struct str line)
{
    static const char *const signs[] = {"](",  "<a",      "</",  "<br",     "<p>", "<b>",
                                        "<i>", "<strong", "<em", "<script", "<img"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_ifind(line, str_from(signs[i]), 0) < line.len)
            return true;
    return false;
}

/* Why not; "" when memory ran out. */
static const char *judge(struct arena *arena, const struct check_material *material, struct str source, struct str line)
{
    /* The line is compared with `source`, and with the excerpts where there is none. */
    struct model_excerpt excerpt = {.text = source};
    struct check_material only = *material;
    struct inline_text plain;
    struct worded worded;
    struct pattern_place place;
    struct pack pack;
    struct claim claim;
    struct str run = {NULL, 0};
    if (source.len) {
        only.excerpts = &excerpt;
        only.count = 1;
    }
    if (inline_read(arena, line, false, 0, &plain, NULL) != OK ||
        worded_split(arena, line, material->language, &worded, NULL) != OK ||
        pack_read(arena, &only, &pack, NULL) != OK || claim_read(arena, &pack, line, &claim, NULL) != OK ||
        (material->system.len && copied_find(arena, line, material->system, SYSTEM_RUN, &run, NULL) != OK))
        return "";
    if (str_find(plain.text, STR(INLINE_ADDRESS), 0) < plain.text.len)
        return "it has a web address";
    if (has_markup(line))
        return "it has HTML or a link";
    if (run.len)
        return "it repeats its instructions";
    if (phrases_find(material->language, &worded, true, 0, &place))
        return "it has a worn phrase";
    for (size_t i = 0; i < claim.facts.count; i++) {
        bool is_figure = claim.facts.list[i].kind == FACT_FIGURE;
        if (!pack_has_fact(&pack, &claim.facts.list[i]))
            return is_figure ? "it has a figure that is not in the text" : "it has a name that is not in the text";
    }
    return NULL;
}

const char *check_line(const struct check_material *material, struct str source, struct str line)
{
    struct arena *arena = arena_new();
    const char *reason = arena ? judge(arena, material, source, line) : "";
    arena_free(arena);
    return reason && !reason[0] ? "it could not be checked" : reason;
}
