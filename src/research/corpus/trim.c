#include "research/corpus/trim.h"

enum { MOST_CUTS = 8, FEWEST_WORDS = 6, LONGEST_CLAUSE = 100 /* bytes */ };

struct trim_cut {
    size_t start, end; /* bytes of the sentence */
};

struct cutting {
    const struct sentence_view *view;
    const struct cue_table *cues;
    struct trim_cut cuts[MOST_CUTS];
    size_t count;
    bool is_subordinate; /* the sentence begins with a clause before the main one: the last may be that */
};

static size_t word_start(const struct cutting *cutting, size_t word)
{
    return cutting->view->worded.words[word].start - cutting->view->start;
}

/* In the order of the text; one that overlaps the last is none. */
static void add_cut(struct cutting *cutting, size_t start, size_t end)
{
    bool overlaps = cutting->count && start < cutting->cuts[cutting->count - 1].end;
    if (cutting->count < MOST_CUTS && !overlaps && start < end)
        cutting->cuts[cutting->count++] = (struct trim_cut){start, end};
}

/* The bracket that closes the one at `open`; the length of the text when none does. */
static size_t closing_bracket(struct str text, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < text.len; at++) {
        depth += text.data[at] == '(' ? 1 : text.data[at] == ')' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return text.len;
}

/* The comma or semicolon at `at`, and its bytes; '\0': none. */
static char divider_at(struct str text, size_t at, size_t *length)
{
    struct str rest = {text.data + at, text.len - at};
    bool is_comma = str_starts(rest, STR("\u060C")), is_semicolon = str_starts(rest, STR("\u061B")); /* Arabic */
    *length = is_comma || is_semicolon ? 2 : 1;
    if (is_comma || is_semicolon)
        return is_comma ? ',' : ';';
    return (char)(rest.len && (rest.data[0] == ',' || rest.data[0] == ';') ? rest.data[0] : '\0');
}

/* The same in front of `at`, white space between: where it stands. */
static char divider_before(struct str text, size_t at, size_t *start)
{
    size_t length;
    while (at > 0 && text.data[at - 1] == ' ')
        at--;
    for (size_t bytes = 1; bytes <= 2 && bytes <= at; bytes++) {
        *start = at - bytes;
        char divider = divider_at(text, *start, &length);
        if (divider && length == bytes)
            return divider;
    }
    return '\0';
}

/* The comma or semicolon that ends the clause at `from`, or the stop at the end of the sentence. */
static size_t clause_end(struct str text, size_t from)
{
    size_t stop = text.len, length;
    if (str_ends(text, STR("\u0964"))) /* danda */
        stop -= strlen("\u0964");
    while (stop > from && strchr(".!:\"')", text.data[stop - 1]))
        stop--;
    for (size_t at = from; at < stop; at++) {
        if (text.data[at] == '(' || text.data[at] == ')')
            return text.len; /* half of what is in brackets: no whole clause */
        if (divider_at(text, at, &length) && at + length < text.len && text.data[at + length] == ' ')
            return at;
    }
    return stop;
}

/* ", as described above" with the comma before it, and the one behind it; "; see Section 3" at the end. */
static void cut_clause(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t from = word_start(cutting, word), comma = 0, length;
    char before = divider_before(text, from, &comma);
    size_t end = clause_end(text, from);
    if (!before || end == text.len || end - from > LONGEST_CLAUSE || text.data[end] == ':')
        return;
    char behind = divider_at(text, end, &length);
    if (!behind && before == ',' && cutting->is_subordinate)
        return; /* "For details, see Section 3." */
    if (behind == ';' || (before == ';' && behind == ','))
        return;
    add_cut(cutting, comma, end + (behind ? length : 0));
}

/* ", see Chapter 13" at the end of what is in brackets, with the comma before it. */
static void cut_in_bracket(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t at = word_start(cutting, word), open = at, close = at, comma;
    if (!divider_before(text, at, &comma))
        return;
    while (open > 0 && text.data[open - 1] != '(' && text.data[open - 1] != ')')
        open--;
    while (close < text.len && text.data[close] != '(' && text.data[close] != ')')
        close++;
    if (open > 0 && text.data[open - 1] == '(' && close < text.len && text.data[close] == ')')
        add_cut(cutting, comma, close);
}

/* " (see Section 3)" with the white space before it. */
static void cut_bracket(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t open = word_start(cutting, word);
    if (!open || text.data[open - 1] != '(') {
        cut_in_bracket(cutting, word);
        return;
    }
    size_t close = closing_bracket(text, --open);
    if (close == text.len || !open)
        return;
    while (open > 0 && text.data[open - 1] == ' ')
        open--;
    add_cut(cutting, open, close + 1);
}

/* "Note that", with the comma behind it. */
static void cut_opening(struct cutting *cutting, size_t end_word)
{
    if (word_start(cutting, 0) == 0 && end_word < cutting->view->worded.count)
        add_cut(cutting, 0, word_start(cutting, end_word));
}

static void find_cuts(struct cutting *cutting)
{
    const struct worded *worded = &cutting->view->worded;
    size_t ends[CUES];
    for (size_t at = 0; at < worded->count; at++) {
        uint32_t found = cues_at(cutting->cues, worded, at, ends);
        if (at == 0)
            cutting->is_subordinate = found & CUE_BIT(CUE_SUBORDINATE);
        if (at == 0 && found & CUE_BIT(CUE_CUT_OPENING))
            cut_opening(cutting, ends[CUE_CUT_OPENING]);
        if (found & CUE_BIT(CUE_CUT_BRACKET))
            cut_bracket(cutting, at);
        if (at > 0 && found & CUE_BIT(CUE_CUT_CLAUSE))
            cut_clause(cutting, at);
    }
}

/* Where a byte of the sentence stands in what is left; one that was cut out: where the cut was. */
static size_t moved(const struct cutting *cutting, size_t at)
{
    size_t gone = 0;
    for (size_t i = 0; i < cutting->count && cutting->cuts[i].start < at; i++)
        gone += (at < cutting->cuts[i].end ? at : cutting->cuts[i].end) - cutting->cuts[i].start;
    return at - gone;
}

static enum status move_spans(struct arena *arena, const struct cutting *cutting, struct spans *moved_spans,
                              struct error *err)
{
    struct spans spans = cutting->view->spans;
    struct span *list = ARENA_ARRAY(arena, spans.count, struct span);
    if (!list)
        return error_memory(err);
    *moved_spans = (struct spans){list, 0};
    for (size_t i = 0; i < spans.count; i++) {
        struct span span = {spans.list[i].kind, moved(cutting, spans.list[i].start), moved(cutting, spans.list[i].end)};
        if (span.start < span.end)
            list[moved_spans->count++] = span;
    }
    return OK;
}

/* Is its first word a name such as "pg_dump" that is written so everywhere? */
static bool begins_with_identifier(struct str text)
{
    for (size_t i = 0; i < text.len && text.data[i] != ' '; i++)
        if (strchr("_0123456789()/=", text.data[i]) || (i && text.data[i] >= 'A' && text.data[i] <= 'Z'))
            return true;
    return false;
}

/* Appends the text with a capital in front. A letter whose capital has another length stays, as marks on the text would
 * move. */
static void add_capitalised(struct buf *out, struct str text)
{
    uint32_t first = 0;
    size_t length = text.len ? utf8_decode(text, 0, &first) : 0;
    struct buf capital = {0};
    if (unicode_is_lower(first) && !begins_with_identifier(text))
        utf8_append(&capital, unicode_to_upper(first));
    if (capital.len != length)
        length = 0;
    buf_add(out, buf_text(&capital), length);
    buf_add(out, text.data + length, text.len - length);
    out->failed = out->failed || capital.failed;
    buf_free(&capital);
}

enum status sentence_trim(struct arena *arena, const struct sentence_view *view, const struct cue_table *cues,
                          struct trimmed *trimmed, bool *is_cut, struct error *err)
{
    struct cutting cutting = {.view = view, .cues = cues};
    struct buf left = {0};
    *is_cut = false;
    find_cuts(&cutting);
    if (!cutting.count)
        return OK;
    size_t at = 0;
    for (size_t i = 0; i < cutting.count; i++) {
        buf_add(&left, view->text.data + at, cutting.cuts[i].start - at);
        at = cutting.cuts[i].end;
    }
    struct str rest = {view->text.data + at, view->text.len - at};
    if (left.len == 0)
        add_capitalised(&left, rest);
    else
        buf_add(&left, rest.data, rest.len);
    trimmed->text = (struct str){left.failed ? NULL : arena_copy_n(arena, buf_text(&left), left.len), left.len};
    buf_free(&left);
    if (!trimmed->text.data || move_spans(arena, &cutting, &trimmed->spans, err) != OK)
        return error_memory(err);
    *is_cut = words_count(trimmed->text) >= FEWEST_WORDS;
    return OK;
}
