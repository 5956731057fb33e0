#include "model/check/compare.h"

/* --- lines of a manuscript, and in them the marks of what a text keeps of the page that it is written from --- */

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

/* Takes the marks out of the last line: links become its own, each other one a line behind it; a line with nothing else
 * goes. False: memory ran out. */
static bool manuscript_take_marks(struct manuscript *manuscript)
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

/* Where the reading of an answer stands. */
struct manuscript_reader {
    struct manuscript *manuscript;
    const struct wording *own;
    bool reads_parentheses;
    enum manuscript_part part;
    enum answer_piece_kind last;
    bool goes_on;                   /* the next piece may join what stands before it */
    int item;                       /* the last of the list */
    int indents[LISTS_DEEP], depth; /* of the lists that are open */
};

/* --- lines --- */

static struct line *manuscript_add_line(struct manuscript_reader *reader, enum line_kind kind, struct str text)
{
    struct line *line = manuscript_add(reader->manuscript);
    if (line) {
        line->kind = kind;
        line->part = reader->part;
        line->text = text;
    }
    return line;
}

static struct line *last_line(const struct manuscript_reader *reader)
{
    const struct manuscript *manuscript = reader->manuscript;
    return manuscript->count ? &manuscript->list[manuscript->count - 1] : NULL;
}

/* A number of no passage is dropped, and told of as a finding. */
static bool cite(struct manuscript *manuscript, struct line *line, long number)
{
    if (number < 1 || (size_t)number > manuscript->passages) {
        const char *what = arena_printf(manuscript->arena, "%ld", number);
        return what && finding_add(manuscript->arena, line, FINDING_NUMBER, str_from(what));
    }
    for (size_t i = 0; i < LINE_CITES && line->cites[i] != number; i++)
        if (line->cites[i] == 0) {
            line->cites[i] = (int)number;
            break;
        }
    return true;
}

/* --- sentences --- */

/* The words of a mark end no sentence but at their end. */
static void mask_marks(struct str text, char *copy)
{
    enum { LAST = 2 }; /* a stop and a quotation mark */
    size_t length;
    for (size_t at = 0; (at = manuscript_mark(text, at, &length)) < text.len; at += length)
        for (size_t i = at + strlen("\xE2\x9F\xA6"); i + strlen("\xE2\x9F\xA7") + LAST < at + length; i++)
            copy[i] = (unsigned char)copy[i] < 0x80 && copy[i] != ' ' ? 'X' : copy[i];
}

/* A copy in which code ends no sentence, nor does what stands within a mark, nor a stop inside a quotation that goes on
 * behind it. NULL: memory ran out. */
static char *without_inner_stops(const struct manuscript *manuscript, struct str text)
{
    char *copy = arena_copy_n(manuscript->arena, text.data, text.len);
    struct quotations quotations = {.text = text};
    bool in_code = false;
    for (size_t i = 0; copy && i < text.len; i++) {
        bool is_inner = i + 1 < text.len && text.data[i + 1] == ' ' && quotations_hold(&quotations, i);
        if (is_inner && (copy[i] == '.' || copy[i] == '!' || copy[i] == '?'))
            copy[i] = ',';
        in_code ^= copy[i] == '`';
        if (in_code && copy[i] != '`' && (unsigned char)copy[i] < 0x80)
            copy[i] = 'X'; /* a capital: a sentence may begin with code */
    }
    if (copy && manuscript->has_marks)
        mask_marks(text, copy);
    return copy;
}

/* Does the text end with one of the phrases, as words of their own? */
static bool ends_with_any(const char *const *phrases, struct str text)
{
    for (size_t i = 0; phrases && phrases[i]; i++) {
        struct str phrase = str_from(phrases[i]);
        size_t start = text.len - phrase.len;
        if (text.len >= phrase.len && str_ieq((struct str){text.data + start, phrase.len}, phrase) &&
            (!start || text.data[start - 1] == ' '))
            return true;
    }
    return false;
}

static bool opens_with_any(const char *const *phrases, struct str text)
{
    for (size_t i = 0; phrases && phrases[i]; i++) {
        struct str phrase = str_from(phrases[i]);
        if (str_istarts(text, phrase) && (text.len == phrase.len || memchr(" ,", text.data[phrase.len], 2)))
            return true;
    }
    return false;
}

/* Does the text before a marker speak of the passage itself: "according to [3]"? */
static bool speaks_of_marker(const struct wording *wording, struct str before)
{
    before = str_trim(before);
    return wording && (ends_with_any(wording->attributions, before) || ends_with_any(wording->pointers, before));
}

/* The sentence without what it says of the marker at `at`: "(see )" goes, "According to, it is" loses its start, any
 * other one all. */
static struct str without_talk(const struct manuscript_reader *reader, struct str text, size_t at)
{
    struct arena *arena = reader->manuscript->arena;
    const struct wording *english = wording_english();
    struct str before = {text.data, at};
    size_t open = at;
    while (open > 0 && text.data[open - 1] != '(' && at - open < 8)
        open--;
    bool is_bracket = open > 0 && text.data[open - 1] == '(' && at < text.len && text.data[at] == ')';
    if (is_bracket)
        return cut_out(arena, text, open - 1, at + 1);
    if (!speaks_of_marker(english, before) && !speaks_of_marker(reader->own, before))
        return text;
    bool opens =
        opens_with_any(english->attributions, text) || (reader->own && opens_with_any(reader->own->attributions, text));
    if (opens && at < text.len && text.data[at] == ',' && before.len < 16)
        return cut_out(arena, text, 0, at);
    return STR("");
}

static bool is_markers_own(const struct sentence *sentences, size_t count, size_t number, size_t at)
{
    bool after_start = number == 0 || at > sentences[number].start;
    bool before_next = number + 1 == count || at <= sentences[number + 1].start;
    return after_start && before_next;
}

/* The numbers of a sentence, and what it says of them. */
static bool add_cites(const struct manuscript_reader *reader, const struct inline_text *text,
                      const struct sentence *sentences, size_t count, size_t number, struct line *line)
{
    struct str own = line->text;
    size_t start = sentences[number].start;
    for (size_t i = 0; i < text->count; i++) {
        if (!is_markers_own(sentences, count, number, text->marks[i].at))
            continue;
        size_t at = text->marks[i].at - (text->marks[i].at < start ? 0 : start);
        if (line->text.len == own.len && at <= own.len)
            line->text = without_talk(reader, own, at);
        if (!line->text.data || !cite(reader->manuscript, line, text->marks[i].number))
            return false;
    }
    return true;
}

/* The emphasis of a sentence that stands as it was read. */
static bool take_emphasis(const struct manuscript_reader *reader, const struct inline_text *text,
                          const struct sentence *sentence, struct line *line)
{
    struct spans all = {text->spans, text->span_count};
    bool is_whole = line->text.len == sentence->end - sentence->start;
    return !reader->manuscript->has_marks || !is_whole ||
           spans_within(reader->manuscript->arena, all, sentence->start, sentence->end, &line->spans, NULL) == OK;
}

/* Adds the sentences of a text; one with an address in it, and one that only speaks of a passage, is left out. */
static bool manuscript_add_sentences(struct manuscript_reader *reader, const struct inline_text *text, bool begins,
                                     int item, struct str term)
{
    struct manuscript *manuscript = reader->manuscript;
    struct sentence *sentences;
    size_t count;
    const char *masked = without_inner_stops(manuscript, text->text);
    if (!masked || sentences_split(manuscript->arena, (struct str){masked, text->text.len}, manuscript->language,
                                   &sentences, &count, NULL) != OK)
        return false;
    for (size_t i = 0; i < count; i++) {
        struct str own = {text->text.data + sentences[i].start, sentences[i].end - sentences[i].start};
        struct line *line = manuscript_add_line(reader, LINE_SENTENCE, own);
        if (!line || !add_cites(reader, text, sentences, count, i, line) ||
            !take_emphasis(reader, text, &sentences[i], line))
            return false;
        line->item = item;
        line->term = i == 0 ? term : STR("");
        line->begins = begins;
        begins = false;
        line->is_gone = !line->text.len || str_find(own, STR(INLINE_ADDRESS), 0) < own.len;
        if (!manuscript_take_marks(manuscript))
            return false;
    }
    return true;
}

/* --- pieces --- */

static bool read_inline(const struct manuscript_reader *reader, struct str piece, struct inline_text *text)
{
    return inline_read(reader->manuscript->arena, piece, reader->reads_parentheses, (long)reader->manuscript->passages,
                       reader->own, text, NULL) == OK;
}

static bool add_paragraph(struct manuscript_reader *reader, struct str piece)
{
    struct inline_text text;
    if (!read_inline(reader, piece, &text))
        return false;
    struct line *before = last_line(reader);
    for (size_t i = 0; !text.text.len && before && i < text.count; i++) /* markers in a line of their own */
        if (!cite(reader->manuscript, before, text.marks[i].number))
            return false;
    return !text.text.len || manuscript_add_sentences(reader, &text, true, 0, STR(""));
}

/* Cuts "**Term:** " off an item. */
static struct str cut_term(struct str *piece)
{
    static const char *const dividers[] = {":", "- ", "\xE2\x80\x93 ", "\xE2\x80\x94 "};
    struct str none = {NULL, 0};
    if (!str_starts(*piece, STR("**")))
        return none;
    size_t close = str_find(*piece, STR("**"), 2), skip = close + 2;
    bool has_mark = str_find(*piece, STR("\xE2\x9F\xA6"), 0) < close; /* a link is one of the text */
    if (close == piece->len || close - 2 > 80 || has_mark)
        return none;
    struct str inner = str_trim((struct str){piece->data + 2, close - 2});
    struct str rest = str_trim((struct str){piece->data + skip, piece->len - skip});
    bool has_colon = str_ends(inner, STR(":"));
    size_t divider = 0;
    for (size_t i = 0; i < COUNT_OF(dividers) && !has_colon && !divider; i++)
        divider = str_starts(rest, str_from(dividers[i])) ? strlen(dividers[i]) : 0;
    if (!has_colon && !divider)
        return none;
    inner.len -= has_colon;
    *piece = str_trim((struct str){rest.data + divider, rest.len - divider});
    return str_trim(inner);
}

/* How deep an item stands, by the indents of the lists around it: one of two blanks more begins a list in its own. */
static int level_of(struct manuscript_reader *reader, int indent)
{
    while (reader->depth > 1 && indent < reader->indents[reader->depth - 1])
        reader->depth--;
    if (!reader->depth || (indent > reader->indents[reader->depth - 1] + 1 && reader->depth < LISTS_DEEP))
        reader->indents[reader->depth++] = indent;
    return reader->depth;
}

/* A list joins the sentence that announces it. */
static bool add_item(struct manuscript_reader *reader, const struct check_piece *piece)
{
    struct inline_text text, named;
    struct str rest = piece->text, term = cut_term(&rest);
    if (!read_inline(reader, rest, &text) || !read_inline(reader, term, &named))
        return false;
    if (!text.text.len)
        return true;
    const struct line *before = reader->goes_on ? last_line(reader) : NULL;
    bool follows = reader->last == PIECE_ITEM && before;
    bool is_announced = before && before->kind == LINE_SENTENCE && str_ends(before->text, STR(":"));
    reader->item = follows ? reader->item + 1 : 1;
    reader->depth = follows ? reader->depth : 0;
    int level = level_of(reader, piece->indent);
    size_t first = reader->manuscript->count;
    bool done = manuscript_add_sentences(reader, &text, !follows && !is_announced, reader->item, named.text);
    for (size_t i = first; i < reader->manuscript->count; i++) {
        struct line *line = &reader->manuscript->list[i];
        line->is_ordered = piece->is_ordered;
        line->level = level;
        line->first = reader->manuscript->has_marks && !follows && i == first ? piece->number : 0;
    }
    return done;
}

static bool add_row(struct manuscript_reader *reader, struct str piece)
{
    struct inline_text text;
    struct str row = str_trim(piece);
    row = (struct str){row.data + 1, row.len - 1};
    row.len -= row.len && row.data[row.len - 1] == '|';
    if (!read_inline(reader, row, &text))
        return false;
    struct line *line = manuscript_add_line(reader, LINE_ROW, text.text);
    bool done = line != NULL;
    for (size_t i = 0; done && i < text.count; i++)
        done = cite(reader->manuscript, line, text.marks[i].number);
    if (!done)
        return false;
    line->begins = reader->last != PIECE_ROW;
    line->is_gone = str_find(text.text, STR(INLINE_ADDRESS), 0) < text.text.len;
    return manuscript_take_marks(reader->manuscript);
}

/* A heading opens the body, where the opening stood before. */
static bool manuscript_add_heading(struct manuscript_reader *reader, const struct check_piece *piece)
{
    struct inline_text text;
    if (!read_inline(reader, piece->text, &text))
        return false;
    if (!text.text.len)
        return true;
    if (reader->part == PART_OPENING)
        reader->part = PART_BODY;
    struct line *line = manuscript_add_line(reader, LINE_HEADING, text.text);
    if (line)
        line->level = piece->level > 2 ? 3 : 2;
    return line && manuscript_take_marks(reader->manuscript);
}

static bool add_code(struct manuscript_reader *reader, struct str code)
{
    struct line *line = manuscript_add_line(reader, LINE_CODE, code);
    if (line)
        line->begins = true;
    return line != NULL;
}

static void begin_part(struct manuscript_reader *reader, struct str name)
{
    static const char *const names[MANUSCRIPT_PARTS] = {[PART_OPENING] = "text",
                                                        [PART_MORE] = "more",
                                                        [PART_CLOSE] = "close",
                                                        [PART_QUESTIONS] = "questions",
                                                        [PART_ACTION] = "action"};
    for (size_t i = 0; i < MANUSCRIPT_PARTS; i++)
        if (names[i] && str_istarts(name, str_from(names[i])))
            reader->part = (enum manuscript_part)i;
}

static bool manuscript_add_piece(struct manuscript_reader *reader, const struct check_piece *piece)
{
    switch (piece->kind) {
    case PIECE_PARAGRAPH:
        return add_paragraph(reader, piece->text);
    case PIECE_ITEM:
        return add_item(reader, piece);
    case PIECE_ROW:
        return add_row(reader, piece->text);
    case PIECE_CODE:
        return add_code(reader, piece->text);
    case PIECE_HEADING:
        return manuscript_add_heading(reader, piece);
    case PIECE_PART:
        begin_part(reader, piece->text);
        break;
    case PIECE_NONE:
        break;
    }
    return true;
}

/* --- items --- */

static bool is_same_list(const struct line *a, const struct line *b)
{
    return a->item && b->item && a->part == b->part && !b->begins;
}

static void number_items(struct manuscript *manuscript)
{
    int item = 0, before = 0, places[LISTS_DEEP + 1] = {0}; /* of the last items, by how deep they stand */
    const struct line *last = NULL;                         /* but for marks, which divide no list */
    for (size_t i = 0; i < manuscript->count; i++) {
        struct line *line = &manuscript->list[i];
        bool goes_on = last && is_same_list(last, line);
        if (line->kind == LINE_MARK)
            continue;
        last = line;
        if (!line->item) {
            item = before = 0;
            continue;
        }
        if (!goes_on)
            item = before = 0;
        int level = line->level > 0 ? line->level : 1;
        if (!goes_on)
            places[1] = line->first ? line->first - 1 : 0;
        if (line->item != before || !goes_on) {
            item++;
            places[level]++;
            memset(places + level + 1, 0, sizeof *places * (size_t)(LISTS_DEEP - level));
        }
        before = line->item;
        line->item = item;
        line->place = places[level];
    }
}

/* --- answers --- */

enum status manuscript_read(struct manuscript *manuscript, enum manuscript_part part, struct str answer,
                            struct error *err)
{
    struct pieces pieces;
    if (!utf8_is_valid(answer) && !(answer.data = utf8_repair(manuscript->arena, answer, &answer.len)))
        return error_memory(err);
    struct manuscript_reader reader = {.manuscript = manuscript,
                                       .own = wording_of(manuscript->language),
                                       .part = part,
                                       .last = PIECE_NONE,
                                       .reads_parentheses =
                                           !marker_any_brackets(answer, wording_of(manuscript->language))};
    enum status status = answer_read(manuscript->arena, answer, manuscript->language, &pieces, err);
    for (size_t i = 0; i < pieces.count && !status; i++) {
        size_t before = manuscript->count;
        if (!manuscript_add_piece(&reader, &pieces.list[i]))
            status = error_memory(err);
        if (manuscript->count == before && pieces.list[i].kind != PIECE_PART)
            continue;
        const struct line *made = last_line(&reader);
        if (made && made->kind == LINE_MARK && reader.last == PIECE_ITEM)
            continue; /* a picture between two items divides no list */
        reader.last = pieces.list[i].kind;
        reader.goes_on = reader.last == PIECE_PARAGRAPH || reader.last == PIECE_ITEM;
    }
    number_items(manuscript);
    return status;
}

enum status manuscript_read_sentences(struct manuscript *manuscript, struct str text, struct line **lines,
                                      size_t *count, struct error *err)
{
    struct manuscript own = {.arena = manuscript->arena,
                             .language = manuscript->language,
                             .passages = manuscript->passages,
                             .has_marks = manuscript->has_marks};
    enum status status = manuscript_read(&own, PART_BODY, text, err);
    *lines = own.list;
    *count = 0;
    for (size_t i = 0; i < own.count; i++) /* what a mark stands for has its place already */
        if (own.list[i].kind != LINE_MARK)
            own.list[(*count)++] = own.list[i];
    return status;
}

/* --- shown --- */

static void print_cites(const struct line *line, struct buf *out)
{
    for (size_t i = 0; i < LINE_CITES && line->cites[i]; i++)
        buf_printf(out, "%s[%d]", i ? "" : " ", line->cites[i]);
}

static size_t stop_length(struct str text)
{
    static const char *const stops[] = {"...", ".", "!", "?", ":", "\xE3\x80\x82"};
    for (size_t i = 0; i < COUNT_OF(stops); i++)
        if (str_ends(text, str_from(stops[i])))
            return strlen(stops[i]);
    return 0;
}

void manuscript_print_line(const struct line *line, struct buf *out)
{
    size_t stop = line->kind == LINE_SENTENCE ? stop_length(line->text) : 0;
    if (line->kind == LINE_MARK) {
        buf_printf(out, "\xE2\x9F\xA6%.*s\xE2\x9F\xA7", STR_ARG(line->text));
        return;
    }
    if (line->kind == LINE_HEADING)
        buf_str(out, line->level > 2 ? "### " : "## ");
    if (line->kind == LINE_ROW)
        buf_str(out, "| ");
    for (int i = 1; line->item && i < line->level; i++)
        buf_str(out, "  ");
    if (line->item && line->is_ordered)
        buf_printf(out, "%d. ", line->place);
    else if (line->item)
        buf_str(out, "- ");
    if (line->term.len)
        buf_printf(out, "**%.*s:** ", STR_ARG(line->term));
    manuscript_print_links(line, line->text.len - stop, out);
    print_cites(line, out);
    buf_add(out, line->text.data + line->text.len - stop, stop);
    if (line->kind == LINE_ROW)
        buf_str(out, " |");
}

size_t manuscript_mark(struct str text, size_t from, size_t *length)
{
    struct str opens = STR("\xE2\x9F\xA6"), closes = STR("\xE2\x9F\xA7"); /* ⟦ ⟧ */
    size_t at = str_find(text, opens, from), end = str_find(text, closes, at);
    *length = end < text.len ? end + closes.len - at : 0;
    return *length ? at : text.len;
}

size_t manuscript_words(const struct manuscript *manuscript, enum manuscript_part part)
{
    size_t words = 0;
    for (size_t i = 0; i < manuscript->count; i++) {
        const struct line *line = &manuscript->list[i];
        bool counts = !line->is_gone && line->kind != LINE_CODE && line->kind != LINE_MARK &&
                      (part == MANUSCRIPT_PARTS || line->part == part);
        words += counts ? words_count(line->term) + words_count(line->text) : 0;
    }
    return words;
}

/* --- what was taken out --- */

/* What begins with a line that goes begins with the next one of it. */
static void hand_on(const struct line *gone, struct line *next)
{
    bool is_same = next->kind == gone->kind && next->part == gone->part && (next->item > 0) == (gone->item > 0);
    if (is_same && gone->begins) {
        next->begins = true;
        next->first = gone->first;
    }
    if (is_same && gone->item && next->item == gone->item && !next->term.len)
        next->term = gone->term;
}

void manuscript_close_gaps(struct manuscript *manuscript)
{
    size_t kept = 0;
    for (size_t i = 0; i < manuscript->count; i++) {
        struct line *line = &manuscript->list[i];
        if (!line->is_gone)
            manuscript->list[kept++] = *line;
        else if (i + 1 < manuscript->count)
            hand_on(line, line + 1);
    }
    manuscript->count = kept;
    number_items(manuscript);
}
