#include "write/polish/polish_parts.h"

#include "model/builtin/builtin.h"

static struct part *parts_add(struct parts *parts, enum part_kind kind)
{
    struct part *part = VEC_PUSH(parts->arena, parts->list, parts->count, parts->cap);
    if (part)
        *part = (struct part){.kind = kind};
    return part;
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
static void parts_zones(struct parts *parts)
{
    struct buf folded = {0};
    enum part_zone zone = ZONE_BODY, label = ZONE_BODY;
    bool in_list = false;
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (part->kind == PART_HEADING && part->level <= 2)
            zone = zone_of(parts, part->text, &folded);
        bool ends_label = part->kind == PART_HEADING || (part->kind == PART_PARAGRAPH && in_list);
        if (ends_label)
            label = ZONE_BODY;
        if (part->is_label && part->kind == PART_PARAGRAPH)
            label = zone_of(parts, text_visible(parts, part->text), &folded);
        if (folded.failed) /* the next name clears it */
            arena_fail(parts->arena);
        in_list = part->kind == PART_ITEM || (in_list && part->kind == PART_FIXED);
        part->zone = label != ZONE_BODY ? label : zone;
    }
    buf_free(&folded);
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

/* --- HTML written --- */

/* Appends the HTML of a marked text. */
static void add_marked_html(const struct parts *parts, struct str text, struct buf *html)
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
        add_marked_html(parts, sentence->text, html);
        is_first = false;
    }
    buf_add(html, part->close.data, part->close.len);
}

struct str parts_write(const struct parts *parts)
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
    return parts_keep(parts, &out);
}

/* --- HTML read --- */

/* Elements whose bytes stay whatever they hold. */
static const char *const fixed_names[] = {"table",  "pre",    "figure",   "blockquote", "iframe",   "video",
                                          "audio",  "dl",     "details",  "form",       "nav",      "script",
                                          "style",  "svg",    "math",     "object",     "aside",    "button",
                                          "select", "footer", "textarea", "title",      "template", NULL};

/* Inline elements that are edited as one thing. */
static const char *const atom_names[] = {"code", "kbd", "samp", "var", "sup", "sub", "q", "tt", NULL};
static const char *const empty_atoms[] = {"img", "wbr", NULL};
static const char *const line_names[] = {"img", "br", NULL}; /* end no paragraph, inline or not */
static const char *const emphasis_names[] = {"strong", "em", "b", "i", NULL};

struct parts_reader {
    struct parts *parts;
    struct html_tokenizer *tokenizer;
    struct str html;
    struct html_token token;
    size_t done;  /* bytes that stand in a part */
    size_t lists; /* begun so far */
    size_t open_lists[16];
    bool ordered[16];
    size_t depth; /* of lists */
    bool has_tags;
};

static struct str source_slice(const struct parts_reader *reader, size_t from, size_t to)
{
    return (struct str){reader->html.data + from, to - from};
}

static bool next(struct parts_reader *reader)
{
    bool found = html_next(reader->tokenizer, &reader->token);
    reader->has_tags |= found && reader->token.kind == HTML_START;
    return found;
}

static bool is_tag(const struct html_token *token)
{
    return token->kind == HTML_START || token->kind == HTML_CLOSE;
}

static bool is_start(const struct html_token *token, const char *const *names)
{
    return token->kind == HTML_START && word_list_ihas(names, token->name);
}

static bool is_inside(const struct html_token *token)
{
    return !is_tag(token) || html_is_inline(token->name) || word_list_ihas(line_names, token->name);
}

static int heading_level(struct str name)
{
    bool is_heading = name.len == 2 && ascii_lower(name.data[0]) == 'h' && name.data[1] >= '1' && name.data[1] <= '6';
    return is_heading ? name.data[1] - '0' : 0;
}

/* Reads on behind the end tag of the element whose start tag is the token. Returns where that ends. */
static size_t pass_element(struct parts_reader *reader)
{
    struct str name = reader->token.name;
    size_t depth = 1, end = reader->token.end;
    if (reader->token.self_closing && (str_ieq(name, STR("svg")) || str_ieq(name, STR("math"))))
        return end;
    while (depth && next(reader)) {
        end = reader->token.end;
        if (is_tag(&reader->token) && str_ieq(reader->token.name, name))
            depth += reader->token.kind == HTML_START ? 1 : (size_t)-1;
    }
    return end;
}

static void add_fixed(struct parts_reader *reader, size_t end, bool is_blank)
{
    if (end <= reader->done)
        return;
    struct part *part = parts_add(reader->parts, PART_FIXED);
    if (!part)
        return;
    part->raw = source_slice(reader, reader->done, end);
    part->is_blank = is_blank;
    reader->done = end;
}

/* --- the inside of a paragraph --- */

struct inside {
    struct buf text;
    size_t open[32]; /* marks of start tags that wait for their end */
    size_t depth;
    bool is_odd; /* something that this does not edit: the paragraph stays as it is */
};

static struct mark *add_mark(struct parts_reader *reader, struct inside *inside, enum mark_kind kind, struct str raw)
{
    struct parts *parts = reader->parts;
    inside->is_odd |= parts->mark_count >= MOST_MARKS;
    struct mark *mark = parts->mark_count >= MOST_MARKS
                            ? NULL
                            : VEC_PUSH(parts->arena, parts->marks, parts->mark_count, parts->mark_cap);
    if (!mark)
        return NULL;
    mark_append(&inside->text, parts->mark_count - 1);
    *mark = (struct mark){.kind = kind, .raw = raw};
    return mark;
}

/* Is a <sup> without a link a note, or part of a formula such as a square metre? A note stands behind a full stop. */
static bool is_behind_stop(const struct buf *text)
{
    return text->len && memchr(".!?\"')]", text->data[text->len - 1], 7);
}

static void add_atom(struct parts_reader *reader, struct inside *inside)
{
    struct buf shown = {0};
    size_t start = reader->token.start, end = reader->token.end, depth = 1;
    struct str name = reader->token.name;
    bool has_link = false, is_note = str_ieq(name, STR("sup"));
    while (depth && next(reader)) {
        end = reader->token.end;
        has_link |= is_start(&reader->token, (const char *const[]){"a", NULL});
        if (reader->token.kind == HTML_TEXT)
            html_decode(&shown, reader->token.data, false);
        if (is_tag(&reader->token) && str_ieq(reader->token.name, name))
            depth += reader->token.kind == HTML_START ? 1 : (size_t)-1;
        inside->is_odd |= is_tag(&reader->token) && !html_is_inline(reader->token.name);
    }
    inside->is_odd |= depth > 0;
    is_note = is_note && (has_link || is_behind_stop(&inside->text));
    struct mark *mark = add_mark(reader, inside, is_note ? MARK_CITATION : MARK_ATOM, source_slice(reader, start, end));
    struct str text = parts_keep(reader->parts, &shown);
    if (mark)
        mark->shown = text;
}

static void open_tag(struct parts_reader *reader, struct inside *inside)
{
    struct mark *mark =
        add_mark(reader, inside, MARK_OPEN, source_slice(reader, reader->token.start, reader->token.end));
    inside->is_odd |= inside->depth == COUNT_OF(inside->open) || reader->token.self_closing;
    if (!mark || inside->is_odd)
        return;
    mark->shown = reader->token.name;
    mark->is_emphasis = word_list_ihas(emphasis_names, reader->token.name);
    inside->open[inside->depth++] = reader->parts->mark_count - 1;
}

static void close_tag(struct parts_reader *reader, struct inside *inside)
{
    if (!inside->depth || !str_ieq(reader->parts->marks[inside->open[inside->depth - 1]].shown, reader->token.name)) {
        inside->is_odd = true;
        return;
    }
    struct mark *mark =
        add_mark(reader, inside, MARK_CLOSE, source_slice(reader, reader->token.start, reader->token.end));
    if (!mark)
        return;
    mark->pair = inside->open[--inside->depth];
    struct mark *open = &reader->parts->marks[mark->pair];
    mark->is_emphasis = open->is_emphasis;
    open->shown = (struct str){NULL, 0};
    open->pair = reader->parts->mark_count - 1;
}

static void add_inside_text(struct parts_reader *reader, struct inside *inside)
{
    size_t from = inside->text.len;
    html_decode(&inside->text, reader->token.data, false);
    if (inside->text.failed)
        return;
    struct str added = {buf_text(&inside->text) + from, inside->text.len - from};
    inside->is_odd |= text_has_marks(added) || !utf8_is_valid(added) || memchr(added.data, 1, added.len) != NULL;
}

static void add_inside(struct parts_reader *reader, struct inside *inside)
{
    const struct html_token *token = &reader->token;
    if (token->kind == HTML_TEXT)
        add_inside_text(reader, inside);
    else if (is_start(token, atom_names))
        add_atom(reader, inside);
    else if (is_start(token, empty_atoms))
        add_mark(reader, inside, MARK_ATOM, source_slice(reader, token->start, token->end));
    else if (!is_tag(token) || html_is_void(token->name))
        inside->is_odd = true;
    else if (token->kind == HTML_START)
        open_tag(reader, inside);
    else
        close_tag(reader, inside);
}

/* Is all of the text inside one pair of tags: a label, the name of a source, a button? */
static bool is_one_element(const struct parts *parts, struct str text)
{
    const struct mark *first = mark_at(parts, text, 0);
    if (!first || first->kind != MARK_OPEN || text.len < 2 * MARK_BYTES)
        return false;
    return mark_at(parts, text, text.len - MARK_BYTES) == &parts->marks[first->pair];
}

static void finish_block(struct parts_reader *reader, struct inside *inside, struct part part)
{
    struct parts *parts = reader->parts;
    part.text = str_trim(parts_keep(parts, &inside->text));
    bool is_empty = !part.text.len || inside->is_odd || inside->depth;
    part.kind = is_empty ? PART_FIXED : part.kind;
    part.is_label = !is_empty && is_one_element(parts, part.text);
    struct part *added = parts_add(parts, part.kind);
    if (added)
        *added = part;
}

/* The token is the start tag of a paragraph or an item. Reads to the tag that ends its running text; that one is the
 * token then. */
static bool read_block(struct parts_reader *reader, enum part_kind kind)
{
    struct inside inside = {0};
    struct str name = reader->token.name;
    size_t start = reader->token.start, from = reader->token.end, to = from;
    struct part part = {.kind = kind, .list = reader->depth ? reader->open_lists[reader->depth - 1] : 0};
    part.is_ordered = reader->depth && reader->ordered[reader->depth - 1];
    part.has_id = html_attribute(&reader->token, STR("id")).data != NULL;
    bool more;
    while ((more = next(reader)) && is_inside(&reader->token)) {
        add_inside(reader, &inside);
        to = reader->token.end;
    }
    to = more ? reader->token.start : reader->html.len;
    bool is_closed = more && reader->token.kind == HTML_CLOSE && str_ieq(reader->token.name, name);
    size_t end = is_closed ? reader->token.end : to;
    part.open = source_slice(reader, start, from);
    part.close = source_slice(reader, to, end);
    if (is_closed)
        more = next(reader);
    if (more && is_closed && reader->token.kind == HTML_TEXT && !str_trim(reader->token.data).len) {
        end = reader->token.end;
        part.close = source_slice(reader, to, end);
        more = next(reader);
    }
    inside.is_odd |= kind == PART_PARAGRAPH && !is_closed;
    part.has_more = !is_closed;
    part.raw = source_slice(reader, start, end);
    reader->done = end;
    finish_block(reader, &inside, part);
    return more;
}

/* --- the article --- */

static bool read_heading(struct parts_reader *reader)
{
    struct buf text = {0};
    int level = heading_level(reader->token.name);
    bool more, is_open = true;
    while (is_open && (more = next(reader))) {
        is_open = !is_tag(&reader->token) || !heading_level(reader->token.name);
        if (reader->token.kind == HTML_TEXT)
            html_decode(&text, reader->token.data, false);
    }
    size_t end = is_open ? reader->html.len : reader->token.end;
    struct str shown = parts_keep(reader->parts, &text);
    struct part *part = parts_add(reader->parts, PART_HEADING);
    if (part) {
        part->level = level;
        part->text = str_trim(shown);
        part->raw = source_slice(reader, reader->done, end);
    }
    reader->done = end;
    return next(reader);
}

/* A list begins or ends. Deeper than the stack, items count as those of the last list on it. */
static void follow_list(struct parts_reader *reader)
{
    if (reader->token.kind == HTML_CLOSE) {
        reader->depth -= reader->depth > 0;
        return;
    }
    if (reader->depth == COUNT_OF(reader->open_lists))
        return;
    reader->ordered[reader->depth] = ascii_lower(reader->token.name.data[0]) == 'o';
    reader->open_lists[reader->depth++] = ++reader->lists;
}

static bool read_part(struct parts_reader *reader)
{
    const struct html_token *token = &reader->token;
    bool is_list = is_tag(token) && (str_ieq(token->name, STR("ul")) || str_ieq(token->name, STR("ol")));
    bool is_item = is_start(token, (const char *const[]){"li", NULL});
    bool is_paragraph = is_start(token, (const char *const[]){"p", NULL});
    if (token->kind == HTML_START && (is_item || is_paragraph))
        return read_block(reader, is_item && reader->depth ? PART_ITEM : PART_PARAGRAPH);
    if (token->kind == HTML_START && heading_level(token->name))
        return read_heading(reader);
    if (is_start(token, fixed_names)) {
        add_fixed(reader, pass_element(reader), false);
        return next(reader);
    }
    if (is_list)
        follow_list(reader);
    bool is_item_end = token->kind == HTML_CLOSE && str_ieq(token->name, STR("li"));
    bool is_space = token->kind == HTML_TEXT && !str_trim(token->data).len;
    add_fixed(reader, token->end, is_list || is_item_end || is_space);
    return next(reader);
}

static void cut_all(struct parts *parts)
{
    parts_zones(parts);
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if ((part->kind == PART_PARAGRAPH || part->kind == PART_ITEM) && !part->is_label)
            part_cut(parts, part);
    }
}

enum status parts_read(struct parts *parts, struct str html, struct error *err)
{
    struct parts_reader reader = {.parts = parts, .html = html, .tokenizer = html_tokenizer_new(html)};
    if (!reader.tokenizer)
        return error_memory(err);
    bool more = next(&reader);
    while (more && !arena_failed(parts->arena))
        more = read_part(&reader);
    if (html_tokenizer_failed(reader.tokenizer))
        arena_fail(parts->arena);
    html_tokenizer_free(reader.tokenizer);
    add_fixed(&reader, html.len, false);
    if (!reader.has_tags && !arena_failed(parts->arena))
        return error_set(err, E_INVALID, NULL, "the text to polish is no HTML");
    cut_all(parts);
    return arena_failed(parts->arena) ? error_memory(err) : OK;
}
