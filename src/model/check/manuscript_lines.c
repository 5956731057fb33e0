/* Lines of a manuscript, and in them the marks of what a text keeps of the page that it is written from. */
#include "base/vec.h"
#include "model/check/manuscript.h"

#define OPENS  "\xE2\x9F\xA6"
#define CLOSES "\xE2\x9F\xA7"

enum { MOST_MARKS = 16 /* of one line */ };

struct line *manuscript_add(struct manuscript *manuscript)
{
    struct line *list =
        vec_room(manuscript->arena, manuscript->list, manuscript->count, &manuscript->cap, sizeof *list);
    if (!list)
        return NULL;
    manuscript->list = list;
    list[manuscript->count] = (struct line){.kind = LINE_SENTENCE};
    return &list[manuscript->count++];
}

/* --- marks --- */

/* A mark in a text: [start, end) with its brackets. */
struct found_mark {
    size_t start, end;
    struct str name, words; /* "L1"; words data NULL: it has none */
};

static bool find_mark(struct str text, size_t from, struct found_mark *mark)
{
    mark->start = str_find(text, STR(OPENS), from);
    size_t inside = mark->start + strlen(OPENS), close = str_find(text, STR(CLOSES), mark->start);
    if (mark->start >= text.len || close >= text.len)
        return false;
    struct str inner = {text.data + inside, close - inside};
    size_t colon = str_find(inner, STR(":"), 0);
    mark->end = close + strlen(CLOSES);
    mark->name = str_trim((struct str){inner.data, colon});
    mark->words = colon < inner.len ? str_trim((struct str){inner.data + colon + 1, inner.len - colon - 1})
                                    : (struct str){NULL, 0};
    return true;
}

/* "L12" is 12; 0: it is no link. */
static int link_number(struct str name)
{
    int number = 0;
    for (size_t i = 1; i < name.len && i < 6; i++)
        number = ascii_is_digit(name.data[i]) ? number * 10 + (name.data[i] - '0') : 0;
    return name.len > 1 && name.data[0] == 'L' ? number : 0;
}

bool line_add_link(struct arena *arena, struct line *line, struct line_link link)
{
    size_t at = 0;
    struct line_link *links = ARENA_ARRAY(arena, line->link_count + 1, struct line_link);
    for (size_t i = 0; i < line->link_count; i++) {
        const struct line_link *own = &line->links[i];
        if (link.start < own->start + own->length && own->start < link.start + link.length)
            return false;
        at += own->start < link.start;
    }
    if (!links)
        return false;
    if (at)
        memcpy(links, line->links, at * sizeof *links);
    links[at] = link;
    if (at < line->link_count)
        memcpy(links + at + 1, line->links + at, (line->link_count - at) * sizeof *links);
    line->links = links;
    line->link_count++;
    return true;
}

/* A blank before what follows a mark that is gone is left out where one stands already, or a stop follows. */
static size_t skip_blank(struct str text, size_t at, const struct buf *out)
{
    bool has_blank = !out->len || out->data[out->len - 1] == ' ';
    return has_blank && at < text.len && text.data[at] == ' ' ? at + 1 : at;
}

/* Bytes [start, start + length) are gone. */
static void cut_spans(struct span *spans, size_t count, size_t start, size_t length)
{
    for (size_t i = 0; i < count; i++) {
        spans[i].start = place_without(spans[i].start, start, start + length);
        spans[i].end = place_without(spans[i].end, start, start + length);
    }
}

bool manuscript_take_marks(struct manuscript *manuscript)
{
    struct line *line = &manuscript->list[manuscript->count - 1];
    struct str text = line->text, names[MOST_MARKS];
    struct found_mark mark;
    struct buf out = {0};
    size_t from = 0, count = 0;
    bool done = true;
    if (!manuscript->has_marks || str_find(text, STR(OPENS), 0) == text.len)
        return true;
    struct span *spans = ARENA_ARRAY(manuscript->arena, line->spans.count + 1, struct span);
    if (!spans)
        return false;
    if (line->spans.count)
        memcpy(spans, line->spans.list, line->spans.count * sizeof *spans);
    line->spans.list = spans;
    while (done && find_mark(text, from, &mark)) {
        const struct line_link link = {link_number(mark.name), out.len + mark.start - from, mark.words.len};
        buf_add(&out, text.data + from, mark.start - from);
        buf_add(&out, mark.words.data, mark.words.len);
        if (link.number && link.length && line->kind == LINE_SENTENCE)
            done = line_add_link(manuscript->arena, line, link);
        else if (!link.number && mark.name.len && count < MOST_MARKS)
            names[count++] = mark.name;
        from = mark.words.len ? mark.end : skip_blank(text, mark.end, &out);
        size_t before = mark.words.len ? (size_t)(mark.words.data - text.data) - mark.start : 0;
        cut_spans(spans, line->spans.count, link.start, before);
        cut_spans(spans, line->spans.count, link.start + mark.words.len, from - mark.start - before - mark.words.len);
    }
    buf_add(&out, text.data + from, text.len - from);
    struct str rest = str_trim((struct str){buf_text(&out), out.len});
    const char *copy = arena_copy_n(manuscript->arena, buf_text(&out), (size_t)(rest.data - buf_text(&out)) + rest.len);
    done = done && copy && !out.failed;
    line->text = (struct str){copy, (size_t)(rest.data - buf_text(&out)) + rest.len};
    buf_free(&out);
    enum manuscript_part part = line->part;
    if (!rest.len)
        manuscript->count--;
    for (size_t i = 0; i < count && done; i++) {
        struct line *own = manuscript_add(manuscript);
        done = own != NULL;
        if (own)
            *own = (struct line){.kind = LINE_MARK, .part = part, .text = names[i]};
    }
    return done;
}

/* A line on its way into a prompt: what of its links and spans has been written. */
struct marked {
    const struct line *line;
    size_t link, span;
    struct buf *out;
};

static const char *marks_of(enum span_kind kind)
{
    return kind == SPAN_STRONG ? "**" : kind == SPAN_EMPHASIS ? "*" : kind == SPAN_CODE ? "`" : "";
}

/* Bytes [from, to) with what begins in them, the outer one first; what overlaps is cut to the outer one. */
static void print_marked(struct marked *marked, size_t from, size_t to)
{
    const struct line *line = marked->line;
    for (;;) {
        const struct line_link *link = marked->link < line->link_count ? &line->links[marked->link] : NULL;
        const struct span *span = marked->span < line->spans.count ? &line->spans.list[marked->span] : NULL;
        bool is_link = link && (!span || link->start < span->start ||
                                (link->start == span->start && link->start + link->length > span->end));
        size_t start = is_link ? link->start : span ? span->start : to;
        size_t end = is_link ? link->start + link->length : span ? span->end : to;
        if (start >= to)
            break;
        marked->link += is_link;
        marked->span += !is_link;
        start = start > from ? start : from;
        end = end < to ? end : to;
        if (start >= end)
            continue;
        buf_add(marked->out, line->text.data + from, start - from);
        if (is_link)
            buf_printf(marked->out, OPENS "L%d:", link->number);
        else
            buf_str(marked->out, marks_of(span->kind));
        print_marked(marked, start, end);
        buf_str(marked->out, is_link ? CLOSES : marks_of(span->kind));
        from = end;
    }
    buf_add(marked->out, line->text.data + from, to - from);
}

void manuscript_print_links(const struct line *line, size_t length, struct buf *out)
{
    print_marked(&(struct marked){.line = line, .out = out}, 0, length);
}
