#include "write/writing/brand.h"

#include "base/vec.h"

static bool is_word_at(struct str text, size_t at, size_t length)
{
    uint32_t codepoint;
    if (at > 0 && ascii_is_alnum(text.data[at - 1]))
        return false;
    if (at + length >= text.len)
        return true;
    return !utf8_decode(text, at + length, &codepoint) || !(unicode_is_letter(codepoint));
}

static bool is_spelled_so(struct str text, size_t at, struct str name)
{
    if (str_find(name, STR(" "), 0) < name.len)
        return true;
    char first = text.data[at];
    bool is_capital = first >= 'A' && first <= 'Z';
    return (first == name.data[0] || is_capital) && memcmp(text.data + at + 1, name.data + 1, name.len - 1) == 0;
}

size_t brand_find(const struct writing *writing, struct str text, size_t from)
{
    struct str name = writing->brand.name;
    for (size_t at = from; name.len && (at = str_ifind(text, name, at)) < text.len; at++)
        if (is_word_at(text, at, name.len) && is_spelled_so(text, at, name))
            return at;
    return text.len;
}

bool brand_is_avoided(const struct writing *writing)
{
    struct str keyword = writing->brief.keyword;
    return writing->brand.name.len && writing->brand.mention == MENTION_NONE &&
           brand_find(writing, keyword, 0) == keyword.len;
}

/* --- what is known of it --- */

struct gathered {
    struct str *list;
    size_t count, cap;
};

static enum status brand_add_sentences(struct writing *writing, struct str line, struct gathered *gathered)
{
    struct sentence *sentences;
    size_t count;
    enum status status =
        sentences_split(writing->arena, line, writing->brief.language, &sentences, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str text = str_trim((struct str){line.data + sentences[i].start, sentences[i].end - sentences[i].start});
        if (!text.len || (brand_is_avoided(writing) && brand_find(writing, text, 0) < text.len))
            continue;
        struct str *list =
            vec_room(writing->arena, gathered->list, gathered->count, &gathered->cap, sizeof *gathered->list);
        if (!list)
            return error_memory(writing->err);
        gathered->list = list;
        gathered->list[gathered->count++] = text;
    }
    return status;
}

enum status brand_sentences(struct writing *writing, struct str **sentences, size_t *count)
{
    const struct str texts[] = {writing->brand.description, writing->brand.knowledge};
    struct gathered gathered = {0};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(texts) && !status; i++) {
        struct str rest = texts[i], line;
        while (!status && str_split(&rest, '\n', &line))
            status = brand_add_sentences(writing, str_trim(line), &gathered);
    }
    *sentences = gathered.list;
    *count = gathered.count;
    return status;
}

struct str brand_attributed(struct writing *writing, struct str sentence)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    const char *stop =
        str_ends(sentence, STR(".")) || str_ends(sentence, STR("!")) || str_ends(sentence, STR("?")) ? "" : ".";
    bool is_named = brand_find(writing, sentence, 0) < sentence.len;
    return str_from(is_named ? arena_printf(writing->arena, "%.*s%s", STR_ARG(sentence), stop)
                             : arena_printf(writing->arena, "%.*s%s%.*s%s", STR_ARG(writing->brand.name), colon,
                                            STR_ARG(sentence), stop));
}
