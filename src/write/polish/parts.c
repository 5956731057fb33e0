#include "write/polish/parts.h"

#include "base/vec.h"
#include "model/builtin/builtin.h"

struct part *parts_add(struct parts *parts, enum part_kind kind)
{
    struct part *list = vec_room(parts->arena, parts->list, parts->count, &parts->cap, sizeof *list);
    if (!list)
        return NULL;
    parts->list = list;
    list[parts->count] = (struct part){.kind = kind};
    return &list[parts->count++];
}

bool part_is_text(const struct part *part)
{
    return (part->kind == PART_PARAGRAPH || part->kind == PART_ITEM) && part->zone != ZONE_SOURCES && !part->is_label &&
           !part->is_dropped && part->count;
}

size_t part_sentence_count(const struct part *part)
{
    size_t count = 0;
    for (size_t i = 0; i < part->count; i++)
        if (!part->sentences[i].is_dropped)
            count += part->sentences[i].count;
    return count;
}

/* The zone that a heading or label opens. A language without labels has those of English, unless a model named them. */
static enum part_zone zone_of(const struct parts *parts, struct str text, struct buf *folded)
{
    static const enum part_zone zones[] = {ZONE_CONCLUSION, ZONE_QUESTIONS, ZONE_TAKEAWAYS, ZONE_SOURCES};
    const struct language *language = parts->language, *english = language_find(STR("en"));
    const struct labels *labels = language && language->labels ? language->labels : english->labels;
    const char *const names[] = {labels->conclusion, labels->faq, labels->takeaways, labels->sources};
    const struct phrases *phrases = language ? language->phrases : NULL;
    for (size_t i = 0; i < COUNT_OF(zones); i++)
        if (str_ieq(text, str_from(names[i])))
            return zones[i];
    buf_clear(folded);
    text_fold(folded, text);
    struct str key = {buf_text(folded), folded->len};
    if ((phrases && phrases_fits(phrases->short_heading, text)) ||
        (language && language->polish_words && word_list_has(language->polish_words->endings, key)))
        return ZONE_CONCLUSION;
    if ((phrases && phrases->questions_heading && phrases_fits(phrases->questions_heading, text)) ||
        (language && language->cues && word_list_has(language->cues->questions, key)))
        return ZONE_QUESTIONS;
    return ZONE_BODY;
}

/* A label opens a zone that ends with its list; a heading opens one that ends with the next heading as high. */
enum status parts_zones(struct parts *parts)
{
    struct buf folded = {0};
    enum part_zone zone = ZONE_BODY, label = ZONE_BODY;
    bool in_list = false, failed = false;
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (part->kind == PART_HEADING && part->level <= 2)
            zone = zone_of(parts, part->text, &folded);
        bool ends_label = part->kind == PART_HEADING || (part->kind == PART_PARAGRAPH && in_list);
        if (ends_label)
            label = ZONE_BODY;
        if (part->is_label && part->kind == PART_PARAGRAPH) {
            struct str name = text_visible(parts, part->text);
            failed |= !name.data;
            label = name.data ? zone_of(parts, name, &folded) : ZONE_BODY;
        }
        failed |= folded.failed; /* the next name clears it */
        in_list = part->kind == PART_ITEM || (in_list && part->kind == PART_FIXED);
        part->zone = label != ZONE_BODY ? label : zone;
    }
    buf_free(&folded);
    return failed ? error_memory(parts->err) : OK;
}

static bool has_neighbour(const struct parts *parts, const struct part *part, int step)
{
    size_t at = (size_t)(part - parts->list);
    for (;;) {
        if (step < 0 && at == 0)
            return false;
        at += step < 0 ? (size_t)-1 : 1;
        if (at >= parts->count || parts->list[at].kind == PART_HEADING)
            return false;
        const struct part *other = &parts->list[at];
        if (other->is_dropped || other->is_blank || other->is_label)
            continue;
        return true;
    }
}

static size_t items_left(const struct parts *parts, size_t list)
{
    size_t count = 0;
    for (size_t i = 0; i < parts->count; i++)
        count += parts->list[i].kind == PART_ITEM && parts->list[i].list == list && !parts->list[i].is_dropped;
    return count;
}

bool part_stands_alone(const struct parts *parts, const struct part *part)
{
    enum { FEWEST_ITEMS = 2 };
    if (part->kind == PART_ITEM)
        return part->is_ordered || part->has_more || items_left(parts, part->list) <= FEWEST_ITEMS;
    return !has_neighbour(parts, part, -1) && !has_neighbour(parts, part, 1);
}

/* --- HTML --- */

/* Appends the HTML of a marked text. */
static void parts_text_html(const struct parts *parts, struct str text, struct buf *html)
{
    size_t from = 0;
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        if (!mark) {
            at++;
            continue;
        }
        escape_html(html, (struct str){text.data + from, at - from});
        buf_add(html, mark->raw.data, mark->raw.len);
        from = at += MARK_BYTES;
    }
    escape_html(html, (struct str){text.data + from, text.len - from});
}

static void write_part(const struct parts *parts, const struct part *part, struct buf *html)
{
    bool is_first = true;
    buf_add(html, part->open.data, part->open.len);
    for (size_t i = 0; i < part->count; i++) {
        const struct part_sentence *sentence = &part->sentences[i];
        if (sentence->is_dropped)
            continue;
        if (!is_first && sentence->breaks) {
            buf_add(html, part->close.data, part->close.len);
            if (!part->close.len || part->close.data[part->close.len - 1] != '\n')
                buf_char(html, '\n');
            buf_add(html, part->open.data, part->open.len);
        } else if (!is_first) {
            escape_html(html, sentence->gap.len ? sentence->gap : STR(" "));
        }
        parts_text_html(parts, sentence->text, html);
        is_first = false;
    }
    buf_add(html, part->close.data, part->close.len);
}

enum status parts_write(const struct parts *parts, struct str *html)
{
    struct buf out = {0};
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->is_dropped)
            continue;
        if (part->is_edited)
            write_part(parts, part, &out);
        else
            buf_add(&out, part->raw.data, part->raw.len);
    }
    *html = parts_keep(parts, &out);
    return html->data ? OK : error_memory(parts->err);
}
