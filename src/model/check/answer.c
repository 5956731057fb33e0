/* An answer in Markdown taken apart: what stands around it removed, its lines put together to pieces. */
#include "model/check/check_parts.h"

#include <stdlib.h>

/* --- around the answer --- */

static struct str from(struct str text, size_t at)
{
    return (struct str){text.data + at, text.len - at};
}

/* Behind the last closed reasoning; nothing when it never ends. */
static struct str without_reasoning(struct str answer)
{
    static const struct {
        const char *open, *close;
    } tags[] = {{"<think>", "</think>"}, {"<thinking>", "</thinking>"}};
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        struct str close = str_from(tags[i].close);
        for (size_t at; (at = str_ifind(answer, close, 0)) < answer.len;)
            answer = from(answer, at + close.len);
        size_t open = str_ifind(answer, str_from(tags[i].open), 0);
        answer.len = open;
    }
    return str_trim(answer);
}

static bool is_fence(struct str line)
{
    line = str_trim(line);
    return str_starts(line, STR("```")) || str_starts(line, STR("~~~"));
}

/* Does the line open a fence around prose, not around code? */
static bool is_prose_fence(struct str line)
{
    static const char *const words[] = {"", "markdown", "md", "text", "txt", "plaintext", NULL};
    line = str_trim(line);
    if (!is_fence(line))
        return false;
    struct str info = str_trim(from(line, 3));
    for (size_t i = 0; words[i]; i++)
        if (str_ieq(info, str_from(words[i])))
            return true;
    return false;
}

/* A fence around the answer: its first and last line are taken off, so that a fence inside stays whole. A bare fence
 * with text before it is one only when the answer ends with it too. */
static struct str without_fence(struct str answer)
{
    struct str rest = answer, line;
    bool is_first = true;
    while (str_split(&rest, '\n', &line)) {
        if (!str_trim(line).len)
            continue;
        bool is_named = is_prose_fence(line) && str_trim(line).len > 3;
        if ((is_first && is_prose_fence(line)) || is_named) {
            struct str inner = rest.data ? str_trim(rest) : STR("");
            size_t last = inner.len;
            while (last > 0 && inner.data[last - 1] != '\n')
                last--;
            bool closes = is_fence(from(inner, last)) && str_trim(from(inner, last)).len == 3;
            if (closes)
                return str_trim((struct str){inner.data, last});
            size_t close = is_named ? str_find(inner, STR("\n```"), 0) : inner.len;
            if (is_named)
                return (struct str){inner.data, close};
        }
        is_first = false;
    }
    return answer;
}

/* --- lines to pieces --- */

struct answer_reader {
    struct arena *arena;
    struct pieces *pieces;
    const char *start, *end; /* of the paragraph or item that is being read; NULL: none */
    enum answer_piece_kind kind;
    bool is_ordered, failed;
    int level, indent, number;
    bool is_apart; /* a blank line stood before this one */
};

static void answer_add_piece(struct answer_reader *reader, struct check_piece piece)
{
    struct pieces *pieces = reader->pieces;
    struct check_piece *list = vec_room(reader->arena, pieces->list, pieces->count, &pieces->cap, sizeof *list);
    reader->failed |= !list;
    if (!list)
        return;
    pieces->list = list;
    list[pieces->count++] = piece;
}

static void end_piece(struct answer_reader *reader)
{
    struct str text = {reader->start, (size_t)(reader->end - reader->start)};
    if (reader->start)
        answer_add_piece(reader, (struct check_piece){.kind = reader->kind,
                                                      .text = text,
                                                      .is_ordered = reader->is_ordered,
                                                      .level = reader->level,
                                                      .indent = reader->indent,
                                                      .number = reader->number});
    reader->start = reader->end = NULL;
}

/* Bytes of the mark that begins an item ("- ", "12. "); 0: none does. */
static size_t item_mark(struct str line, bool *is_ordered)
{
    static const char *const bullets[] = {"- ", "* ", "+ ", "\xE2\x80\xA2 ", "\xE2\x80\x93 ", "\xE2\x97\xA6 "};
    *is_ordered = false;
    for (size_t i = 0; i < COUNT_OF(bullets); i++)
        if (str_starts(line, str_from(bullets[i])))
            return strlen(bullets[i]);
    size_t digits = 0;
    while (digits < line.len && digits < 3 && ascii_is_digit(line.data[digits]))
        digits++;
    if (!digits || digits + 1 >= line.len || !memchr(".)", line.data[digits], 2) || line.data[digits + 1] != ' ')
        return 0;
    *is_ordered = true;
    return digits + 2;
}

/* A line that is nothing but a rule: "---", "***", "===". */
static bool is_rule(struct str line)
{
    if (line.len < 3 || !memchr("-*_=", line.data[0], 4))
        return false;
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] != line.data[0] && line.data[i] != ' ')
            return false;
    return true;
}

/* "|---|:--|" under the head of a table. */
static bool is_table_rule(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!memchr("|-: \t", line.data[i], 5))
            return false;
    return true;
}

/* "[^1]: ..." and "[1]: https://...": a note, which is none of the text. */
static bool is_note(struct str line)
{
    size_t at = 1;
    if (line.len < 4 || line.data[0] != '[')
        return false;
    at += line.data[1] == '^';
    while (at < line.len && ascii_is_alnum(line.data[at]))
        at++;
    return at + 1 < line.len && line.data[at] == ']' && line.data[at + 1] == ':';
}

/* A line in bold and nothing else is a heading, unless it is a sentence. */
static bool is_bold_heading(struct str line)
{
    if (line.len < 5 || !str_starts(line, STR("**")) || !str_ends(line, STR("**")) || words_count(line) > 12)
        return false;
    struct str inner = {line.data + 2, line.len - 4};
    return str_find(inner, STR("**"), 0) == inner.len && !memchr(".!", inner.data[inner.len - 1], 2);
}

static size_t hashes_at(struct str line)
{
    size_t count = 0;
    while (count < line.len && line.data[count] == '#')
        count++;
    return count && count <= 6 && count < line.len && line.data[count] == ' ' ? count : 0;
}

static void begin_piece(struct answer_reader *reader, enum answer_piece_kind kind, struct str text)
{
    end_piece(reader);
    reader->kind = kind;
    reader->start = text.data;
    reader->end = text.data + text.len;
    reader->is_ordered = false;
    reader->level = 0;
}

/* The name in a line "== CLOSE", with or without emphasis and marks behind it; empty: it is another line. */
static struct str part_name(struct str line)
{
    while (line.len && memchr("*# ", line.data[0], 3))
        line = from(line, 1);
    while (line.len && memchr("*=: ", line.data[line.len - 1], 4))
        line.len--;
    size_t marks = 0;
    while (marks < line.len && line.data[marks] == '=')
        marks++;
    return marks > 1 ? str_trim(from(line, marks)) : STR("");
}

/* A tab is four blanks. */
static int indent_of(struct str line)
{
    int indent = 0;
    for (size_t i = 0; i < line.len && (line.data[i] == ' ' || line.data[i] == '\t'); i++)
        indent += line.data[i] == '\t' ? 4 : 1;
    return indent;
}

/* A line that is no code. */
static void answer_read_line(struct answer_reader *reader, struct str whole)
{
    bool is_ordered, is_indented = whole.len && (whole.data[0] == ' ' || whole.data[0] == '\t');
    struct str line = str_trim(whole);
    while (line.len && line.data[0] == '>')
        line = str_trim(from(line, 1));
    size_t mark = item_mark(line, &is_ordered), level = hashes_at(line);
    bool was_apart = reader->is_apart;
    reader->is_apart = !line.len;
    if (!line.len)
        return;
    struct str part = part_name(line);
    if (part.len) {
        begin_piece(reader, PIECE_PART, part);
        end_piece(reader);
    } else if (is_rule(line) || is_note(line)) {
        end_piece(reader);
    } else if (level || is_bold_heading(line)) {
        begin_piece(reader, PIECE_HEADING, str_trim(from(line, level)));
        reader->level = (int)level;
        end_piece(reader);
    } else if (mark) {
        begin_piece(reader, PIECE_ITEM, str_trim(from(line, mark)));
        reader->is_ordered = is_ordered;
        reader->indent = indent_of(whole);
        reader->number = is_ordered ? atoi(line.data) : 0;
    } else if (line.data[0] == '|') {
        begin_piece(reader, PIECE_ROW, line);
        if (is_table_rule(line))
            reader->start = NULL;
        end_piece(reader);
    } else if (reader->start && (!was_apart || (reader->kind == PIECE_ITEM && is_indented))) {
        reader->end = line.data + line.len;
    } else {
        begin_piece(reader, PIECE_PARAGRAPH, line);
    }
}

/* The code of a fence that opened before *rest, up to the line that closes it or to the end. */
static struct str answer_read_code(struct str *rest, char mark)
{
    const char *start = rest->data;
    struct str line;
    if (!start)
        return STR("");
    size_t length = 0;
    while (str_split(rest, '\n', &line)) {
        struct str trimmed = str_trim(line);
        if (is_fence(line) && trimmed.data[0] == mark && trimmed.len == 3)
            return (struct str){start, length};
        length = (size_t)(line.data + line.len - start);
    }
    return (struct str){start, length};
}

static void answer_read_lines(struct answer_reader *reader, struct str answer)
{
    struct str rest = answer, line;
    while (str_split(&rest, '\n', &line)) {
        if (!is_fence(line)) {
            answer_read_line(reader, line);
            continue;
        }
        end_piece(reader);
        struct str code = answer_read_code(&rest, str_trim(line).data[0]);
        if (str_trim(code).len)
            answer_add_piece(reader, (struct check_piece){.kind = PIECE_CODE, .text = code});
        reader->is_apart = true;
    }
    end_piece(reader);
}

/* --- what does not belong to the text --- */

/* Does the piece begin with one of the patterns of the language or of English? */
static bool answer_begins_with(struct answer_reader *reader, struct str text, const char *const *own,
                               const char *const *english, const struct language *language, size_t *words)
{
    struct worded worded;
    size_t end;
    *words = 0;
    if (worded_split(reader->arena, text, language, &worded, NULL) != OK) {
        reader->failed = true;
        return false;
    }
    *words = worded.count;
    return pattern_begins(own, &worded, 0, &end) || pattern_begins(english, &worded, 0, &end);
}

static bool has_number_in_brackets(struct str text)
{
    for (size_t at = 0; (at = str_find(text, STR("["), at)) + 1 < text.len; at++)
        if (ascii_is_digit(text.data[at + 1]))
            return true;
    return false;
}

/* Takes sentences that announce the answer off its first paragraph. */
static bool cut_lead_in(struct answer_reader *reader, const struct language *language)
{
    enum { MOST_WORDS = 30, MOST_ANNOUNCING = 8 };
    const struct wording *own = wording_of(language), *english = wording_english();
    struct check_piece *piece = NULL;
    for (size_t i = 0; i < reader->pieces->count && !piece; i++)
        if (reader->pieces->list[i].kind == PIECE_PARAGRAPH)
            piece = &reader->pieces->list[i];
    for (size_t words; piece && piece->text.len;) {
        struct sentence *sentences;
        size_t count;
        if (sentences_split(reader->arena, piece->text, language, &sentences, &count, NULL) != OK)
            return false;
        if (!count) /* no-break spaces */
            return true;
        struct str first = {piece->text.data + sentences[0].start, sentences[0].end - sentences[0].start};
        struct str line = {first.data, str_find(first, STR("\n"), 0)};
        size_t colon = str_find(first, STR(":"), 0);
        if (str_ends(str_trim(line), STR(":")))
            first = line;
        else if (colon < first.len && words_count((struct str){first.data, colon}) <= MOST_ANNOUNCING)
            first.len = colon + 1;
        bool announces =
            answer_begins_with(reader, first, own ? own->lead_ins : NULL, english->lead_ins, language, &words);
        if (!announces || words > MOST_WORDS || has_number_in_brackets(first) ||
            (words > 4 && !str_ends(str_trim(first), STR(":")) && !str_ends(first, STR("!"))))
            return true;
        size_t skip = (size_t)(first.data - piece->text.data) + first.len;
        piece->text = str_trim(from(piece->text, skip));
        if (!piece->text.len)
            piece->kind = PIECE_NONE;
    }
    return true;
}

static void drop_from(struct pieces *pieces, size_t first)
{
    for (size_t i = first; i < pieces->count; i++)
        pieces->list[i].kind = PIECE_NONE;
}

/* Is there running text of some length from this piece on? */
static bool has_prose(const struct pieces *pieces, size_t first)
{
    enum { SOURCE_WORDS = 30 }; /* more than the title of a source */
    for (size_t i = first; i < pieces->count; i++)
        if (pieces->list[i].kind == PIECE_PARAGRAPH && words_count(pieces->list[i].text) > SOURCE_WORDS)
            return true;
    return false;
}

/* Drops an offer of more help, and a list of sources under its heading. */
static void answer_cut_end(struct answer_reader *reader, const struct language *language)
{
    const struct wording *own = wording_of(language), *english = wording_english();
    struct pieces *pieces = reader->pieces;
    size_t words;
    while (pieces->count && pieces->list[pieces->count - 1].kind == PIECE_PARAGRAPH) {
        struct str last = pieces->list[pieces->count - 1].text;
        bool is_count = last.len && last.data[0] == '(' && str_ifind(last, STR("word"), 0) < last.len;
        if (has_number_in_brackets(last) ||
            (!answer_begins_with(reader, last, own ? own->offers : NULL, english->offers, language, &words) &&
             !is_count))
            break;
        pieces->count--;
    }
    for (size_t i = 1; i < pieces->count; i++) {
        struct check_piece *piece = &pieces->list[i];
        bool stands_over = piece->kind == PIECE_HEADING || piece->kind == PIECE_PARAGRAPH;
        struct str line = {piece->text.data, str_find(piece->text, STR("\n"), 0)};
        while (line.len && memchr("*_# ", line.data[0], 4))
            line = from(line, 1);
        if (stands_over &&
            answer_begins_with(reader, line, own ? own->source_lists : NULL, english->source_lists, language, &words) &&
            words <= 3 && !has_prose(pieces, i + 1))
            drop_from(pieces, i);
    }
}

enum status answer_read(struct arena *arena, struct str answer, const struct language *language, struct pieces *pieces,
                        struct error *err)
{
    struct answer_reader reader = {.arena = arena, .pieces = pieces, .is_apart = true};
    *pieces = (struct pieces){0};
    answer_read_lines(&reader, without_fence(without_reasoning(answer)));
    if (reader.failed || !cut_lead_in(&reader, language))
        return error_memory(err);
    answer_cut_end(&reader, language);
    return reader.failed ? error_memory(err) : OK;
}
