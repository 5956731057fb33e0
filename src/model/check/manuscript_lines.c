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
    while (done && find_mark(text, from, &mark)) {
        const struct line_link link = {link_number(mark.name), out.len + mark.start - from, mark.words.len};
        buf_add(&out, text.data + from, mark.start - from);
        buf_add(&out, mark.words.data, mark.words.len);
        if (link.number && link.length && line->kind == LINE_SENTENCE)
            done = line_add_link(manuscript->arena, line, link);
        else if (!link.number && mark.name.len && count < MOST_MARKS)
            names[count++] = mark.name;
        from = mark.words.len ? mark.end : skip_blank(text, mark.end, &out);
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

void manuscript_print_links(const struct line *line, size_t length, struct buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i < line->link_count; i++) {
        const struct line_link *link = &line->links[i];
        if (link->start + link->length > length)
            break;
        buf_add(out, line->text.data + from, link->start - from);
        buf_printf(out, OPENS "L%d:%.*s" CLOSES, link->number, (int)link->length, line->text.data + link->start);
        from = link->start + link->length;
    }
    buf_add(out, line->text.data + from, length - from);
}
