/* The numbers by which a model cites excerpts, in the forms that models give them. */
#include "model/check/check.h"

enum { LONGEST = 60, MOST_DIGITS = 6 };

static const struct {
    const char *open, *close;
} brackets[] = {
    {"[[", "]]"},
    {"[", "]"},
    {"\xE3\x80\x90", "\xE3\x80\x91"}, /* 【】 */
    {"\xEF\xBC\xBB", "\xEF\xBC\xBD"}, /* ［］ */
    {"\xE3\x80\x94", "\xE3\x80\x95"}, /* 〔〕 */
};

/* Models fall back into English. own: NULL where nothing is known of the language. */
static bool may_accompany(const struct wording *own, struct str word)
{
    return word_list_ihas(wording_english()->marker_words, word) || (own && word_list_ihas(own->marker_words, word));
}

static bool holds_place(const struct wording *own, struct str word)
{
    return word_list_ihas(wording_english()->placeholders, word) || (own && word_list_ihas(own->placeholders, word));
}

static size_t letters_at(struct str text, size_t at)
{
    size_t count = 0;
    while (at + count < text.len && ascii_is_alnum(text.data[at + count]) && !ascii_is_digit(text.data[at + count]))
        count++;
    return count;
}

static void marker_add_number(struct marker *marker, long number)
{
    if (marker->count < MARKER_NUMBERS)
        marker->numbers[marker->count++] = number;
}

/* A dash between two numbers means those between them too. */
static void add_range(struct marker *marker, long last)
{
    long first = marker->count ? marker->numbers[marker->count - 1] : last;
    for (long number = first + 1; number <= last && number < first + MARKER_NUMBERS; number++)
        marker_add_number(marker, number);
}

/* Bytes of a dash at `at`; 0: none. */
static size_t dash_at(struct str text, size_t at)
{
    struct str rest = {text.data + at, text.len - at};
    return rest.data[0] == '-' ? 1 : str_starts(rest, STR("\xE2\x80\x93")) ? strlen("\xE2\x80\x93") : 0;
}

/* Reads the inside of brackets; false when it is something else. */
static bool read_numbers(struct str inner, const struct wording *own, struct marker *marker)
{
    bool after_dash = false, only_companions = true;
    for (size_t at = 0, length; at < inner.len; at += length) {
        char character = inner.data[at];
        length = 1;
        if (ascii_is_digit(character)) {
            long number = 0;
            for (length = 0; at + length < inner.len && ascii_is_digit(inner.data[at + length]); length++)
                number = length < MOST_DIGITS ? number * 10 + (inner.data[at + length] - '0') : number;
            if (after_dash)
                add_range(marker, number);
            else
                marker_add_number(marker, number);
            after_dash = false;
        } else if ((length = letters_at(inner, at)) > 0) {
            only_companions &= may_accompany(own, (struct str){inner.data + at, length});
        } else if ((length = dash_at(inner, at)) > 0) {
            after_dash = marker->count > 0;
        } else if (str_starts((struct str){inner.data + at, inner.len - at}, STR("\xE2\x80\xA0"))) {
            return marker->count > 0; /* 【3†source】: what follows the dagger is a name */
        } else if (memchr(" ,;&^#:.", character, 8)) {
            length = 1;
        } else {
            return false;
        }
    }
    return marker->count && only_companions;
}

static bool is_placeholder(struct str inner, const struct wording *own)
{
    size_t words = 0, known = 0;
    for (size_t at = 0; at < inner.len;) {
        size_t length = letters_at(inner, at);
        if (length) {
            words++;
            known += holds_place(own, (struct str){inner.data + at, length});
        } else if (inner.data[at] != ' ') {
            return false;
        }
        at += length ? length : 1;
    }
    return words && words == known;
}

/* Is there a marker at `at`: "[3]", "[3, 7]", "[^3]", "[Source 3]", "[2-4]", "【3†source】", "[citation needed]"?
 * own: the wording of the answer's language, beside which English is always understood; NULL: nothing is known of it.
 */
static bool marker_at(struct str text, size_t at, const struct wording *own, struct marker *marker)
{
    struct str rest = {text.data + at, text.len - at < LONGEST ? text.len - at : LONGEST};
    for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++) {
        struct str open = str_from(brackets[i].open), close = str_from(brackets[i].close);
        if (!str_starts(rest, open))
            continue;
        size_t end = str_find(rest, close, open.len);
        if (end == rest.len)
            continue;
        struct str inner = {rest.data + open.len, end - open.len};
        *marker = (struct marker){.end = at + end + close.len};
        if (read_numbers(inner, own, marker))
            return true;
        marker->count = 0;
        if (is_placeholder(inner, own))
            return true;
    }
    return false;
}

/* Is there "(3)", used as a marker: numbers up to `most`, a blank or the end of a sentence before it, the end of a
 * sentence or of a clause behind it? */
static bool marker_in_parentheses(struct str text, size_t at, long most, struct marker *marker)
{
    struct str rest = {text.data + at, text.len - at < LONGEST ? text.len - at : LONGEST};
    size_t end = str_find(rest, STR(")"), 0);
    bool is_apart = at > 0 && memchr(" \n.!?)", text.data[at - 1], 6);
    if (rest.data[0] != '(' || end == rest.len || !is_apart)
        return false;
    struct str inner = {rest.data + 1, end - 1};
    *marker = (struct marker){.end = at + end + 1};
    for (size_t i = 0; i < inner.len; i++)
        if (!ascii_is_digit(inner.data[i]) && !memchr(", ", inner.data[i], 2))
            return false;
    if (!read_numbers(inner, NULL, marker))
        return false;
    for (size_t i = 0; i < marker->count; i++)
        if (marker->numbers[i] < 1 || marker->numbers[i] > most)
            return false;
    size_t next = marker->end;
    bool after_stop = memchr(".!?", text.data[text.data[at - 1] == ' ' && at > 1 ? at - 2 : at - 1], 3) != NULL;
    return next == text.len || memchr(".,;:!?(\n", text.data[next], 8) || after_stop;
}

bool marker_any_brackets(struct str text, const struct wording *own)
{
    struct marker marker;
    for (size_t at = 0; at < text.len; at++)
        if ((text.data[at] == '[' || (unsigned char)text.data[at] >= 0xE3) && marker_at(text, at, own, &marker) &&
            marker.count)
            return true;
    return false;
}

/* A run of marks that has begun emphasis. */
struct open_emphasis {
    size_t length, first; /* of the run; the number of its first span */
};

struct inliner {
    struct arena *arena;
    struct str in;
    struct buf out;
    struct inline_text *text;
    long most;
    const struct wording *own;
    bool reads_parentheses;
    bool needs_blank, after_mark, failed;
    struct open_emphasis open[SPANS_DEEP / 2];
    size_t open_count;
};

static char char_at(const struct inliner *inliner, size_t at)
{
    return at < inliner->in.len ? inliner->in.data[at] : '\0';
}

static struct str from(const struct inliner *inliner, size_t at)
{
    return (struct str){inliner->in.data + at, inliner->in.len - at};
}

static bool ends_with_stop(struct str text)
{
    static const char *const closing[] = {"\"", "\xE2\x80\x9D"};
    for (size_t i = 0; i < COUNT_OF(closing); i++)
        if (str_ends(text, str_from(closing[i])) && text.len > strlen(closing[i]))
            return memchr(".!?", text.data[text.len - strlen(closing[i]) - 1], 3) != NULL;
    return str_ends(text, STR("."));
}

/* Appends text. The blank before it is left out at the start and between a marker and the punctuation behind it. */
static void inline_put(struct inliner *inliner, struct str text)
{
    struct buf *out = &inliner->out;
    if (!text.len)
        return;
    bool closes = inliner->after_mark && memchr(".,;:!?)", text.data[0], 7);
    if (closes && text.data[0] == '.' && ends_with_stop((struct str){buf_text(out), out->len})) {
        inliner->after_mark = false;
        return; /* "disks. [3]." has one stop too many, and so has "Why?" in quotation marks */
    }
    if (inliner->needs_blank && out->len && !closes)
        buf_char(out, ' ');
    inliner->needs_blank = inliner->after_mark = false;
    buf_add(out, text.data, text.len);
}

static void add_mark(struct inliner *inliner, long number)
{
    struct inline_text *text = inliner->text;
    struct inline_mark *marks = vec_room(inliner->arena, text->marks, text->count, &text->cap, sizeof *marks);
    inliner->failed |= !marks;
    if (!marks)
        return;
    text->marks = marks;
    marks[text->count++] = (struct inline_mark){inliner->out.len, number};
}

/* Each of these looks at `at` and returns the byte behind what it dealt with, or `at` when it is not its own. */

static size_t read_marker(struct inliner *inliner, size_t at)
{
    struct marker marker;
    unsigned char first = (unsigned char)char_at(inliner, at);
    bool found = (first == '[' || first >= 0xE3) && marker_at(inliner->in, at, inliner->own, &marker);
    if (!found &&
        !(first == '(' && inliner->reads_parentheses && marker_in_parentheses(inliner->in, at, inliner->most, &marker)))
        return at;
    for (size_t i = 0; i < marker.count; i++)
        add_mark(inliner, marker.numbers[i]);
    inliner->after_mark = true;
    size_t end = marker.end;
    if (first == '[' && char_at(inliner, end) == '(' && str_starts(from(inliner, end + 1), STR("http"))) {
        size_t close = str_find(inliner->in, STR(")"), end);
        end = close < inliner->in.len ? close + 1 : end; /* a marker made a link */
    }
    return end;
}

/* `code`, with as many backticks on both sides; what has none on the other side loses them. */
static size_t read_code_inline(struct inliner *inliner, size_t at)
{
    size_t ticks = 0;
    while (char_at(inliner, at + ticks) == '`')
        ticks++;
    if (!ticks)
        return at;
    struct str fence = {inliner->in.data + at, ticks};
    size_t close = str_find(inliner->in, fence, at + ticks);
    struct str code =
        str_trim((struct str){inliner->in.data + at + ticks, close > at + ticks ? close - at - ticks : 0});
    if (close == inliner->in.len || !code.len || memchr(code.data, '`', code.len))
        return at + ticks;
    inline_put(inliner, STR("`"));
    for (size_t i = 0; i < code.len; i++)
        buf_char(&inliner->out, (char)(ascii_is_space(code.data[i]) ? ' ' : code.data[i]));
    buf_char(&inliner->out, '`');
    return close + ticks;
}

/* Elements whose content is none of the text. */
static size_t after_hidden(const struct inliner *inliner, size_t at)
{
    static const char *const hidden[][2] = {
        {"<!--", "-->"}, {"<script", "</script>"}, {"<style", "</style>"}, {"<iframe", "</iframe>"}};
    for (size_t i = 0; i < COUNT_OF(hidden); i++) {
        if (!str_istarts(from(inliner, at), str_from(hidden[i][0])))
            continue;
        size_t close = str_ifind(inliner->in, str_from(hidden[i][1]), at);
        return close < inliner->in.len ? close + strlen(hidden[i][1]) : inliner->in.len;
    }
    return at;
}

static size_t read_tag(struct inliner *inliner, size_t at)
{
    if (char_at(inliner, at) != '<')
        return at;
    size_t hidden = after_hidden(inliner, at);
    char next = char_at(inliner, at + 1);
    if (hidden > at)
        return hidden;
    if (next != '/' && !(ascii_lower(next) >= 'a' && ascii_lower(next) <= 'z'))
        return at;
    size_t end = str_find(inliner->in, STR(">"), at);
    if (end == inliner->in.len)
        return at;
    if (str_istarts(from(inliner, at + 1), STR("http")))
        inline_put(inliner, STR(INLINE_ADDRESS));
    if (str_istarts(from(inliner, at), STR("<br")) || str_istarts(from(inliner, at), STR("<p")))
        inliner->needs_blank = true;
    return end + 1;
}

static bool is_address_char(char character)
{
    return character && !ascii_is_space(character) && !memchr("<>\"`|", character, 5);
}

static size_t inline_read_address(struct inliner *inliner, size_t at)
{
    static const char *const starts[] = {"http://", "https://", "www.", "ftp://", "mailto:"};
    bool found = false;
    bool begins = at == 0 || !ascii_is_alnum(inliner->in.data[at - 1]);
    for (size_t i = 0; i < COUNT_OF(starts) && begins; i++)
        found |= str_istarts(from(inliner, at), str_from(starts[i]));
    if (!found)
        return at;
    inline_put(inliner, STR(INLINE_ADDRESS));
    while (is_address_char(char_at(inliner, at)))
        at++;
    while (memchr(".,;:!?)]*_", inliner->in.data[at - 1], 10))
        at--;
    return at;
}

/* "[text](address)" and "[text][1]": the text stays; "![text](address)" goes. */
static size_t read_link(struct inliner *inliner, size_t at)
{
    bool is_image = char_at(inliner, at) == '!' && char_at(inliner, at + 1) == '[';
    if (!is_image && char_at(inliner, at) != '[')
        return at;
    size_t open = at + is_image, close = str_find(inliner->in, STR("]"), open);
    if (close == inliner->in.len || !memchr("([", char_at(inliner, close + 1), 2))
        return at;
    bool is_round = inliner->in.data[close + 1] == '(';
    size_t end = str_find(inliner->in, is_round ? STR(")") : STR("]"), close + 2);
    struct marker marker;
    if (end == inliner->in.len || (!is_round && marker_at(inliner->in, close + 1, inliner->own, &marker)))
        return at;
    if (!is_image)
        inline_put(inliner, str_trim((struct str){inliner->in.data + open + 1, close - open - 1}));
    return end + 1;
}

/* Ends the emphasis that such a run of marks began, with what was begun within it and has no end. False: none did. */
static bool close_emphasis(struct inliner *inliner, size_t length)
{
    struct inline_text *text = inliner->text;
    for (size_t i = inliner->open_count; i-- > 0;) {
        const struct open_emphasis *open = &inliner->open[i];
        if (open->length != length)
            continue;
        for (size_t k = open->first; k < open->first + (length == 3 ? 2 : 1); k++)
            text->spans[k].end = inliner->out.len;
        inliner->open_count = i;
        return true;
    }
    return false;
}

/* One mark is emphasis, two are strong, three are both. What never ends has its start as its end. */
static void open_emphasis(struct inliner *inliner, size_t length)
{
    struct inline_text *text = inliner->text;
    size_t start = inliner->out.len + (inliner->needs_blank && inliner->out.len);
    if (length > 3 || inliner->open_count == COUNT_OF(inliner->open))
        return;
    const struct open_emphasis open = {length, text->span_count};
    for (enum span_kind kind = SPAN_EMPHASIS; kind <= SPAN_STRONG; kind++) {
        if (length < 3 && (kind == SPAN_STRONG) != (length == 2))
            continue;
        struct span *spans = vec_room(inliner->arena, text->spans, text->span_count, &text->span_cap, sizeof *spans);
        inliner->failed |= !spans;
        if (!spans)
            return;
        text->spans = spans;
        spans[text->span_count++] = (struct span){kind, start, start};
    }
    inliner->open[inliner->open_count++] = open;
}

/* Marks of emphasis: not "2 * 3" or "320*380", not "pg_dump", not "count(*)". */
static size_t read_emphasis(struct inliner *inliner, size_t at)
{
    char mark = char_at(inliner, at), before = at ? inliner->in.data[at - 1] : ' ';
    size_t end = at;
    if (!mark || !memchr("*_~", mark, 3))
        return at;
    while (char_at(inliner, end) == mark)
        end++;
    char after = char_at(inliner, end);
    bool blank_before = ascii_is_space(before), blank_after = !after || ascii_is_space(after);
    bool stands_alone = blank_before && blank_after && at > 0 && after;
    if (stands_alone || (before == '(' && after == ')') || (mark == '~' && end - at != 2))
        return at;
    if (mark == '_' && ascii_is_alnum(before) && ascii_is_alnum(after))
        return at;
    if (ascii_is_digit(before) && ascii_is_digit(after))
        return at;
    if (mark != '~' && (blank_before || !close_emphasis(inliner, end - at)) && !blank_after)
        open_emphasis(inliner, end - at);
    return end;
}

static size_t read_entity(struct inliner *inliner, size_t at)
{
    static const char *const entities[][2] = {{"&amp;", "&"},   {"&lt;", "<"},  {"&gt;", ">"},
                                              {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}};
    for (size_t i = 0; char_at(inliner, at) == '&' && i < COUNT_OF(entities); i++) {
        if (!str_starts(from(inliner, at), str_from(entities[i][0])))
            continue;
        if (entities[i][1][0] == ' ')
            inliner->needs_blank = true;
        else
            inline_put(inliner, str_from(entities[i][1]));
        return at + strlen(entities[i][0]);
    }
    return at;
}

static size_t read_plain(struct inliner *inliner, size_t at)
{
    char character = char_at(inliner, at);
    if (ascii_is_space(character)) {
        inliner->needs_blank = true;
        return at + 1;
    }
    if (character == '>' && at && inliner->in.data[at - 1] == '\n')
        return at + 1; /* a quoted line */
    if (character == '\\' && char_at(inliner, at + 1) && memchr("*_`[]()#+-.!|<>{}~", char_at(inliner, at + 1), 18)) {
        inline_put(inliner, (struct str){inliner->in.data + at + 1, 1});
        return at + 2;
    }
    size_t length = (unsigned char)character < 0x80 ? 1 : utf8_sequence(from(inliner, at));
    if ((unsigned char)character >= 0x20 && character != 0x7F && length)
        inline_put(inliner, (struct str){inliner->in.data + at, length});
    return at + (length ? length : 1);
}

static size_t read_next(struct inliner *inliner, size_t at)
{
    static size_t (*const readers[])(struct inliner *, size_t) = {
        read_code_inline, read_marker, read_link, read_tag, inline_read_address, read_emphasis, read_entity,
    };
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        size_t end = readers[i](inliner, at);
        if (end > at)
            return end;
    }
    return read_plain(inliner, at);
}

enum status inline_read(struct arena *arena, struct str piece, bool reads_parentheses, long most,
                        const struct wording *own, struct inline_text *text, struct error *err)
{
    struct inliner inliner = {
        .arena = arena, .in = piece, .text = text, .most = most, .own = own, .reads_parentheses = reads_parentheses};
    *text = (struct inline_text){0};
    for (size_t at = 0; at < piece.len;)
        at = read_next(&inliner, at);
    text->text = (struct str){arena_copy_n(arena, buf_text(&inliner.out), inliner.out.len), inliner.out.len};
    bool done = text->text.data && !inliner.out.failed && !inliner.failed;
    buf_free(&inliner.out);
    return done ? OK : error_memory(err);
}

/* --- lines of a manuscript become the text that an article takes --- */

struct builder {
    struct arena *arena;
    const struct model_excerpt *passages;
    struct model_text *text;
    size_t block_cap, sentence_cap;
};

static struct model_block *manuscript_text_add_block(struct builder *builder, enum model_block_kind kind)
{
    struct model_text *text = builder->text;
    struct model_block *blocks =
        vec_room(builder->arena, text->blocks, text->count, &builder->block_cap, sizeof *blocks);
    if (!blocks)
        return NULL;
    text->blocks = blocks;
    builder->sentence_cap = 0;
    blocks[text->count] = (struct model_block){.kind = kind};
    return &blocks[text->count++];
}

static struct model_sentence *manuscript_text_add_sentence(struct builder *builder, struct str text)
{
    struct model_block *block = &builder->text->blocks[builder->text->count - 1];
    struct model_sentence *list =
        vec_room(builder->arena, block->sentences, block->count, &builder->sentence_cap, sizeof *list);
    if (!list)
        return NULL;
    block->sentences = list;
    list[block->count] = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
    return &list[block->count++];
}

static void add_source(struct model_sentence *sentence, int source)
{
    size_t i = 0;
    while (i < ALSO_SOURCES && sentence->also[i] && sentence->also[i] != source + 1)
        i++;
    if (i < ALSO_SOURCES)
        sentence->also[i] = source + 1;
}

/* The sources of what the line cites, each once. */
static void set_sources(const struct builder *builder, const struct line *line, struct model_sentence *sentence)
{
    for (size_t i = 0; builder->passages && i < LINE_CITES && line->cites[i]; i++) {
        int source = builder->passages[line->cites[i] - 1].source;
        if (sentence->source == OWN_WORDS)
            sentence->source = source;
        else if (source != sentence->source)
            add_source(sentence, source);
    }
}

/* Their addresses are the numbers, "L1", until the article type puts its own there. */
static bool manuscript_text_add_links(const struct builder *builder, const struct line *line,
                                      struct model_sentence *sentence)
{
    struct model_link *links =
        line->link_count ? ARENA_ARRAY(builder->arena, line->link_count, struct model_link) : NULL;
    for (size_t i = 0; i < line->link_count; i++) {
        const struct line_link *link = &line->links[i];
        const char *number = links ? arena_printf(builder->arena, "L%d", link->number) : NULL;
        if (!number)
            return false;
        links[i] = (struct model_link){str_from(number), link->start, link->length};
    }
    if (!links)
        return true;
    sentence->link = links[0];
    sentence->more = links + 1;
    sentence->more_count = line->link_count - 1;
    return true;
}

static bool manuscript_text_add_line(struct builder *builder, const struct line *line)
{
    struct model_sentence *sentence = manuscript_text_add_sentence(builder, line->text);
    if (!sentence)
        return false;
    sentence->item = line->item;
    sentence->level = line->item ? line->level : 0;
    sentence->is_ordered = line->is_ordered;
    sentence->term = line->term;
    sentence->has_code = memchr(line->text.data, '`', line->text.len) != NULL;
    sentence->spans = line->spans;
    set_sources(builder, line, sentence);
    return manuscript_text_add_links(builder, line, sentence);
}

/* The next cell of a row; dividers in code do not count. */
static struct str cut_cell(struct str *row)
{
    size_t end = 0;
    bool in_code = false;
    for (; end < row->len; end++) {
        in_code ^= row->data[end] == '`';
        if (row->data[end] == '|' && !in_code && (end == 0 || row->data[end - 1] != '\\'))
            break;
    }
    struct str cell = str_trim((struct str){row->data, end});
    size_t skip = end < row->len ? end + 1 : end;
    *row = (struct str){row->data + skip, row->len - skip};
    return cell;
}

/* Cells up to the number of columns; missing ones are empty. The last carries the sources. */
static bool add_row(struct builder *builder, const struct line *line)
{
    struct model_block *block = &builder->text->blocks[builder->text->count - 1];
    struct str row = line->text;
    for (size_t i = 0; i < block->columns || !block->columns; i++) {
        struct model_sentence *cell = manuscript_text_add_sentence(builder, cut_cell(&row));
        if (!cell)
            return false;
        cell->has_code = memchr(cell->text.data, '`', cell->text.len) != NULL;
        if (!block->columns && !row.len)
            block->columns = i + 1;
        if (i + 1 == block->columns)
            set_sources(builder, line, cell);
    }
    return true;
}

static bool begins_block(const struct builder *builder, const struct line *line)
{
    const struct model_text *text = builder->text;
    enum model_block_kind kind = line->kind == LINE_ROW ? TEXT_TABLE : TEXT_RUNNING;
    return line->begins || !text->count || text->blocks[text->count - 1].kind != kind;
}

static bool manuscript_text_add(struct builder *builder, const struct line *line)
{
    static const enum model_block_kind kinds[] = {[LINE_SENTENCE] = TEXT_RUNNING,
                                                  [LINE_HEADING] = TEXT_SUBHEADING,
                                                  [LINE_ROW] = TEXT_TABLE,
                                                  [LINE_CODE] = TEXT_CODE,
                                                  [LINE_MARK] = TEXT_PICTURE};
    bool is_code = line->kind == LINE_CODE || line->kind == LINE_MARK;
    bool begins = line->kind == LINE_HEADING || is_code || begins_block(builder, line);
    struct model_block *block = begins ? manuscript_text_add_block(builder, kinds[line->kind])
                                       : &builder->text->blocks[builder->text->count - 1];
    if (!block)
        return false;
    block->is_ordered |= line->item && line->is_ordered && line->level <= 1;
    if (line->item && !block->first_item)
        block->first_item = line->place;
    if (is_code)
        block->code = line->text;
    return is_code ? true : line->kind == LINE_ROW ? add_row(builder, line) : manuscript_text_add_line(builder, line);
}

enum status manuscript_text(const struct manuscript *manuscript, size_t first, size_t end,
                            const struct model_excerpt *passages, struct model_text *text, struct error *err)
{
    struct builder builder = {.arena = manuscript->arena, .passages = passages, .text = text};
    *text = (struct model_text){0};
    for (size_t i = first; i < end; i++)
        if (!manuscript->list[i].is_gone && !manuscript_text_add(&builder, &manuscript->list[i]))
            return error_memory(err);
    return OK;
}
