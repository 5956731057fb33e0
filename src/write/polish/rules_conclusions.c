#include "write/polish/rules.h"

/* Does the sentence begin by summing up? *end: the word behind the opener. */
static bool sums_up(const struct phrasing *phrasing, const struct language *language, size_t *end)
{
    const struct worded worded = {phrasing->plain, phrasing->words, phrasing->count};
    return language && language->polish_words && pattern_begins(language->polish_words->summaries, &worded, 0, end);
}

static bool stands_elsewhere(const struct parts *parts, const struct part *own, struct str word)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        struct str text = part->kind == PART_FIXED || part->is_label ? part->raw : part->text;
        if (part == own || part->is_dropped || part->zone == ZONE_SOURCES)
            continue;
        for (size_t at = 0; (at = str_find(text, word, at)) < text.len; at++) {
            size_t end = at + word.len;
            bool begins = at == 0 || !ascii_is_alnum(text.data[at - 1]);
            if (begins && (end == text.len || !ascii_is_alnum(text.data[end])))
                return true;
        }
    }
    return false;
}

static bool is_cited_elsewhere(const struct parts *parts, const struct part *own, struct str text)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part != own && !part->is_dropped && part->kind != PART_FIXED && !text_cites_more(parts, text, part->text))
            return true;
    }
    return false;
}

/* Would the article lose something besides words with this text? */
static enum status is_needed(const struct parts *parts, const struct part *own, struct str text, bool *needed)
{
    struct phrasing phrasing;
    enum status status = phrasing_of(parts, text, &phrasing);
    *needed = text_holds_elements(parts, text);
    size_t at = 0;
    for (const struct mark *mark; !*needed && (mark = mark_next(parts, text, &at));)
        if (mark->kind == MARK_CITATION)
            *needed = !is_cited_elsewhere(parts, own, bytes_between(text, at - MARK_BYTES, at));
    for (size_t i = 0; !status && !*needed && i < phrasing.count; i++) {
        struct str word = bytes_between(phrasing.plain, phrasing.words[i].start, phrasing.words[i].end);
        *needed = phrasing_is_figure(&phrasing, i) && !stands_elsewhere(parts, own, word);
    }
    return status;
}

/* Only what sums up goes: the sentence when nothing is lost with it, else its opener when a comma sets that off. */
static enum status drop_opening(struct parts *parts, struct part *part, const struct phrasing *phrasing, size_t end,
                                struct polish_report *report)
{
    struct part_sentence *first = &part->sentences[0];
    bool needed, is_alone = part_sentence_count(part) == first->count;
    enum status status = is_needed(parts, part, first->text, &needed);
    if (status)
        return status;
    if (!needed && !is_alone && !str_ends(first->text, STR(":"))) {
        first->is_dropped = part->is_edited = true;
        report->removed_sentences++;
        return OK;
    }
    char mark = phrasing_mark(phrasing, end - 1);
    size_t from = phrasing->words[0].start, to = phrasing->words[end - 1].end + 1;
    while (to < phrasing->plain.len && ascii_is_space(phrasing->plain.data[to]))
        to++;
    struct str text = first->text;
    if ((mark != ',' && mark != ':') || end >= phrasing->count ||
        !text_is_balanced(parts, bytes_between(text, from, to)))
        return OK;
    struct buf out = {0};
    buf_add(&out, text.data, from);
    buf_add(&out, text.data + to, text.len - to);
    text = parts_keep(parts, &out);
    first->text = text.data ? text_capitalised(parts, text) : text;
    part->is_edited = true;
    return first->text.data ? OK : error_memory(parts->err);
}

/* The last paragraph of an article without a conclusion may sum up. */
static const struct part *closing_part(const struct parts *parts)
{
    const struct part *last = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->zone == ZONE_CONCLUSION)
            return NULL;
        if (part->zone == ZONE_BODY && part_is_text(part))
            last = part;
    }
    return last;
}

enum status rule_conclusions(struct parts *parts, struct polish_report *report)
{
    const struct part *closing = closing_part(parts);
    enum status status = OK;
    for (size_t i = 0; !status && i < parts->count; i++) {
        struct part *part = &parts->list[i];
        struct phrasing phrasing;
        size_t end;
        bool needed = true;
        if (!part_is_text(part) || part->kind != PART_PARAGRAPH || part->zone != ZONE_BODY || part == closing)
            continue;
        status = phrasing_of(parts, part->sentences[0].text, &phrasing);
        if (status || !sums_up(&phrasing, parts->language, &end))
            continue;
        status = is_needed(parts, part, part->text, &needed);
        if (status)
            continue;
        bool announces = str_ends(part->text, STR(":"));
        if (!needed && !announces && !part_stands_alone(parts, part)) {
            part->is_dropped = true;
            report->removed_paragraphs++;
        } else {
            status = drop_opening(parts, part, &phrasing, end, report);
        }
    }
    return status;
}
