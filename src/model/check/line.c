#include "model/check/compare.h"

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

/* Do all words but the small ones begin with a capital, so that capitals tell no names? */
static bool is_title_case(const struct worded *worded)
{
    size_t capitals = 0, words = 0;
    for (size_t i = 0; i < worded->count; i++) {
        uint32_t codepoint;
        utf8_decode(worded->text, worded->words[i].start, &codepoint);
        words += !worded->words[i].is_stop;
        capitals += !worded->words[i].is_stop && (unicode_is_upper(codepoint) || unicode_is_digit(codepoint));
    }
    return words > 2 && capitals == words;
}

/* A word of a title that is no name: the text has it in another form, or it is a number. */
static bool is_plain_word(const struct pack *pack, const struct claim *claim, const struct fact *fact)
{
    const char *const *numbers = pack->wording ? pack->wording->numbers : NULL;
    if (fact->kind != FACT_NAME || !is_title_case(&claim->worded))
        return false;
    uint64_t stem = content_hash(&claim->worded, fact->word);
    for (size_t i = 0; i < pack->count; i++)
        if (hashes_have(&pack->passages[i].stems, stem))
            return true;
    return hashes_have(&pack->allowed.stems, stem) || (numbers && word_list_has(numbers, fact->text));
}

/* Why not, once everything is read. */
static const char *reason_of(const struct check_material *material, const struct pack *pack, const struct claim *claim,
                             bool has_address, bool repeats_system)
{
    struct pattern_place place;
    if (has_address)
        return "it has a web address";
    if (has_markup(claim->worded.text))
        return "it has HTML or a link";
    if (repeats_system)
        return "it repeats its instructions";
    if (phrases_find(material->language, &claim->worded, true, 0, &place))
        return "it has a worn phrase";
    for (size_t i = 0; i < claim->facts.count; i++) {
        bool is_figure = claim->facts.list[i].kind == FACT_FIGURE;
        if (!pack_has_fact(pack, &claim->facts.list[i]) && !is_plain_word(pack, claim, &claim->facts.list[i]))
            return is_figure ? "it has a figure that is not in the text" : "it has a name that is not in the text";
    }
    return NULL;
}

/* *reason: why the line cannot stand in an article; NULL: it can. E_MEMORY. */
static enum status line_judge(struct arena *arena, const struct check_material *material, struct str source,
                              struct str line, const char **reason, struct error *err)
{
    /* The line is compared with `source`, and with the excerpts where there is none. */
    struct model_excerpt excerpt = {.text = source};
    struct check_material only = *material;
    struct inline_text plain;
    struct pack pack;
    struct claim claim;
    struct str run = {NULL, 0};
    if (source.len) {
        only.excerpts = &excerpt;
        only.count = 1;
    }
    enum status status = inline_read(arena, line, false, 0, wording_of(material->language), &plain, err);
    pack_read(arena, &only, &pack);
    claim_read(arena, &pack, line, &claim);
    if (material->system.len)
        copied_find(arena, line, material->system, SYSTEM_RUN, &run);
    if (status || arena_failed(arena))
        return error_memory(err);
    bool has_address = str_find(plain.text, STR(INLINE_ADDRESS), 0) < plain.text.len;
    *reason = reason_of(material, &pack, &claim, has_address, run.len > 0);
    return OK;
}

const char *check_line(const struct check_material *material, struct str source, struct str line)
{
    struct arena *arena = arena_new();
    const char *reason = NULL;
    bool done = arena && line_judge(arena, material, source, line, &reason, NULL) == OK;
    arena_free(arena);
    return done ? reason : "it could not be checked";
}
