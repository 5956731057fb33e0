/* What a new text keeps of the page as it is: pictures, tables, code, links. Put back where their marks stand; what was
 * left out where the text cites the passage that they stood at. */
#include "write/types/rewrite_marks.h"

#include "write/types/original.h"
#include "write/types/types_parts.h"

enum { MOST_TOLD = 8 };

/* --- lines --- */

static bool cites(const struct line *line, size_t passage)
{
    for (size_t i = 0; i < LINE_CITES && line->cites[i]; i++)
        if ((size_t)line->cites[i] == passage)
            return true;
    return false;
}

static bool marks_insert(struct manuscript *manuscript, size_t at, struct line line)
{
    if (!manuscript_add(manuscript))
        return false;
    struct line *list = manuscript->list + at;
    memmove(list + 1, list, (manuscript->count - 1 - at) * sizeof *list);
    *list = line;
    return true;
}

/* --- pictures, tables, code --- */

static bool is_same_code(struct str a, struct str b)
{
    return str_eq(str_trim(a), str_trim(b));
}

static bool is_quoted(struct str text, const struct model_block *quote)
{
    for (size_t i = 0; quote->kind == TEXT_QUOTE && i < quote->count; i++)
        if (str_find(quote->sentences[i].text, text, 0) < quote->sentences[i].text.len)
            return true;
    return false;
}

/* The page's table, code or quotation written out instead of its mark; a table by the passage that its rows cite. */
static bool is_written_out(const struct line *line, const struct original_piece *piece)
{
    bool is_table = piece->block.kind == TEXT_TABLE && line->kind == LINE_ROW && cites(line, piece->passage);
    bool is_quote = line->kind == LINE_SENTENCE && line->text.len && is_quoted(line->text, &piece->block);
    return is_table || is_quote ||
           (piece->block.kind == TEXT_CODE && line->kind == LINE_CODE && is_same_code(line->text, piece->block.code));
}

/* Each mark stands once: further ones go, and the first line of a piece that was written out becomes its mark. */
static bool keep_first(struct manuscript *manuscript, const struct original_piece *piece)
{
    bool has_mark = false, has_rest = false;
    for (size_t i = 0; i < manuscript->count; i++)
        has_mark |= manuscript->list[i].kind == LINE_MARK && str_eq(manuscript->list[i].text, piece->name);
    bool stands = false;
    for (size_t i = 0; i < manuscript->count; i++) {
        struct line *line = &manuscript->list[i];
        bool is_mark = line->kind == LINE_MARK && str_eq(line->text, piece->name);
        bool is_rest = is_written_out(line, piece) ||
                       (has_rest && line->kind == LINE_ROW && i && manuscript->list[i - 1].kind == LINE_ROW);
        has_rest = is_rest;
        if (is_rest && !has_mark && !stands)
            *line = (struct line){.kind = LINE_MARK, .part = line->part, .text = piece->name};
        else
            line->is_gone |= is_rest || (is_mark && stands);
        stands |= is_mark || (is_rest && !has_mark);
    }
    return stands;
}

/* The place behind the paragraph or item that a line is part of. */
static size_t behind(const struct manuscript *manuscript, size_t at)
{
    const struct line *own = &manuscript->list[at];
    for (at++; at < manuscript->count; at++) {
        const struct line *line = &manuscript->list[at];
        if (line->kind != own->kind || line->begins || line->item != own->item || line->part != own->part)
            break;
    }
    return at;
}

static size_t start_of(const struct manuscript *manuscript, size_t at)
{
    while (at > 0 && manuscript->list[at].kind == LINE_SENTENCE && !manuscript->list[at].begins)
        at--;
    return at;
}

/* Where a piece that the text lacks stands: behind what cites the nearest passage before its own in its section, else
 * before what cites one behind it, else below the section's heading, else at the end of the opening. */
static size_t marks_place_of(const struct original *original, const struct manuscript *manuscript,
                             const struct original_piece *piece)
{
    struct str heading = original->sections[piece->section].heading;
    for (size_t passage = piece->passage; passage > 0 && original->sections_of[passage - 1] == piece->section;
         passage--)
        for (size_t i = manuscript->count; i-- > 0;)
            if (cites(&manuscript->list[i], passage))
                return behind(manuscript, i);
    for (size_t passage = piece->passage + 1;
         passage <= original->passage_count && original->sections_of[passage - 1] == piece->section; passage++)
        for (size_t i = 0; i < manuscript->count; i++)
            if (cites(&manuscript->list[i], passage))
                return start_of(manuscript, i);
    for (size_t i = 0; heading.len && i < manuscript->count; i++)
        if (manuscript->list[i].kind == LINE_HEADING && str_ieq(manuscript->list[i].text, heading))
            return i + 1;
    size_t at = 0;
    while (at < manuscript->count && manuscript->list[at].part == PART_OPENING)
        at++;
    return at;
}

/* NULL: there is none of this name. */
static const struct model_block *find_piece(const struct original *original, struct str name)
{
    for (size_t i = 0; i < original->piece_count; i++)
        if (str_eq(original->pieces[i].name, name))
            return &original->pieces[i].block;
    return NULL;
}

static enum status complete_pieces(struct writing *writing, const struct original *original,
                                   struct manuscript *manuscript)
{
    for (size_t i = 0; i < manuscript->count; i++)
        manuscript->list[i].is_gone |=
            manuscript->list[i].kind == LINE_MARK && !find_piece(original, manuscript->list[i].text);
    for (size_t i = 0; i < original->piece_count; i++) {
        const struct original_piece *piece = &original->pieces[i];
        bool stands = keep_first(manuscript, piece);
        manuscript_close_gaps(manuscript);
        if (stands)
            continue;
        size_t at = marks_place_of(original, manuscript, piece);
        const struct line *before = at ? &manuscript->list[at - 1] : NULL;
        struct line line = {.kind = LINE_MARK, .part = before ? before->part : PART_OPENING, .text = piece->name};
        if (!marks_insert(manuscript, at, line))
            return error_memory(writing->err);
    }
    return OK;
}

/* --- links --- */

static bool has_link(const struct manuscript *manuscript, size_t number)
{
    for (size_t i = 0; i < manuscript->count; i++)
        for (size_t k = 0; k < manuscript->list[i].link_count; k++)
            if ((size_t)manuscript->list[i].links[k].number == number)
                return true;
    return false;
}

/* In lines that cite the link's passage first. */
static bool place_link(struct writing *writing, const struct original_link *link, size_t number,
                       struct manuscript *manuscript)
{
    for (int turn = 0; turn < 2 && link->words.len; turn++)
        for (size_t i = 0; i < manuscript->count; i++) {
            struct line *line = &manuscript->list[i];
            if (line->kind == LINE_SENTENCE && cites(line, link->passage) == (turn == 0) &&
                original_link_words(writing, link, number, line))
                return true;
        }
    return false;
}

static void complete_links(struct writing *writing, const struct original *original, struct manuscript *manuscript)
{
    size_t told = 0;
    for (size_t i = 0; i < original->link_count; i++) {
        const struct original_link *link = &original->links[i];
        bool is_wanted = link->passage && !original->passages[link->passage - 1].is_mark;
        if (is_wanted && !has_link(manuscript, i + 1) && !place_link(writing, link, i + 1, manuscript) &&
            told++ < MOST_TOLD)
            writing_note(writing, "The new text has no words for the link \"%.*s\" to %.*s.", STR_ARG(link->words),
                         STR_ARG(link->url));
    }
}

/* --- passages --- */

static bool is_cited(const struct manuscript *manuscript, size_t passage)
{
    for (size_t i = 0; i < manuscript->count; i++)
        if (cites(&manuscript->list[i], passage))
            return true;
    return false;
}

static void tell_left_out(struct writing *writing, const struct original *original, const struct manuscript *manuscript)
{
    size_t left = 0, all = 0;
    for (size_t i = 0; i < original->passage_count; i++) {
        all += !original->passages[i].is_mark;
        left += !original->passages[i].is_mark && !is_cited(manuscript, i + 1);
    }
    if (left && config_bool(writing->config, "rewriteAllSourceData"))
        writing_note(writing, "The new text leaves out %zu of %zu passages of the page.", left, all);
}

enum status rewrite_complete(struct writing *writing, struct manuscript *manuscript)
{
    const struct original *original = writing->subject;
    enum status status = complete_pieces(writing, original, manuscript);
    if (status)
        return status;
    complete_links(writing, original, manuscript);
    tell_left_out(writing, original, manuscript);
    return writing_end(writing, OK);
}

/* --- into the article --- */

/* "L3" becomes the address of the page's third link; a number that is of none leaves no link. */
static void marks_set_address(const struct original *original, struct model_link *link)
{
    size_t number = 0;
    if (!link->length)
        return;
    for (size_t i = 1; i < link->url.len; i++)
        number = number * 10 + (size_t)(link->url.data[i] - '0');
    if (number < 1 || number > original->link_count)
        link->length = 0;
    else
        link->url = original->links[number - 1].url;
}

static void set_addresses(struct writing *writing, struct model_sentence *sentence)
{
    struct model_link *more = ARENA_ARRAY(writing->arena, sentence->more_count + 1, struct model_link);
    if (!more)
        return;
    marks_set_address(writing->subject, &sentence->link);
    for (size_t i = 0; i < sentence->more_count; i++) {
        more[i] = sentence->more[i];
        marks_set_address(writing->subject, &more[i]);
    }
    sentence->more = more;
}

enum status rewrite_mark(struct writing *writing, struct model_text *text)
{
    const struct original *original = writing->subject;
    for (size_t i = 0; i < text->count; i++) {
        struct model_block *block = &text->blocks[i];
        const struct model_block *piece = block->kind == TEXT_PICTURE ? find_piece(original, block->code) : NULL;
        if (piece)
            *block = *piece;
        for (size_t k = 0; !piece && k < block->count; k++)
            set_addresses(writing, &block->sentences[k]);
    }
    return writing_end(writing, OK);
}

/* --- sentences put another way --- */

enum {
    LEAST_CLAUSE = 3, /* words */
    JOINED_WORDS = 9, /* of each of two sentences that are joined, at most */
};

/* A sentence that is being changed. */
struct rewording {
    struct arena *arena;
    const struct language *language;
    struct str page;
    struct str text;
    struct word *words;
    size_t count;
};

static void reword_read_words(struct rewording *rewording)
{
    if (!words_split(rewording->arena, rewording->text, rewording->language, &rewording->words, &rewording->count,
                     NULL))
        return;
    arena_fail(rewording->arena);
    rewording->count = 0;
}

/* Takes what was made of it, and reads it again. */
static void reword_take(struct rewording *rewording, struct buf *out)
{
    rewording->text = buf_keep(out, rewording->arena);
    reword_read_words(rewording);
}

/* Do the words from `at` on begin with a phrase? Returns how many words it has; 0: they do not. */
static size_t phrase_length(const struct rewording *rewording, const char *phrase, size_t at)
{
    struct str rest = str_from(phrase), piece;
    size_t length = 0;
    while (str_split(&rest, ' ', &piece)) {
        if (at + length >= rewording->count || !str_eq(rewording->words[at + length].folded, piece))
            return 0;
        length++;
    }
    return length;
}

static size_t longest_phrase(const struct rewording *rewording, const char *const *list, size_t at)
{
    size_t longest = 0;
    for (; *list; list++) {
        size_t length = phrase_length(rewording, *list, at);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* --- shortened --- */

static void drop_opener(struct rewording *rewording, const struct speech *speech)
{
    size_t length = longest_phrase(rewording, speech->dispensable, 0);
    if (!length || rewording->count - length < LEAST_CLAUSE)
        return;
    size_t end = rewording->words[length - 1].end, next = rewording->words[length].start;
    if (end >= rewording->text.len || rewording->text.data[end] != ',' || next != end + 2)
        return;
    struct buf out = {0};
    add_large(&out, (struct str){rewording->text.data + next, rewording->text.len - next});
    reword_take(rewording, &out);
}

/* " (aside)" in the middle or at the end; one with a figure, with brackets in it, or that is part of a word stays. */
static void drop_asides(struct rewording *rewording)
{
    struct str text = rewording->text;
    struct buf out = {0};
    size_t from = 0, open;
    while ((open = str_find(text, STR(" ("), from)) < text.len) {
        size_t close = str_find(text, STR(")"), open), inner = str_find(text, STR("("), open + 2);
        struct str aside = {text.data + open, close - open};
        bool is_whole = close < text.len && inner > close && !str_has_digit(aside) && open > 0;
        size_t end = close < text.len ? close + 1 : text.len;
        bool ends_word = end == text.len || strchr(" .,;:!?", text.data[end]);
        buf_add(&out, text.data + from, (is_whole && ends_word ? open : end) - from);
        from = end;
    }
    buf_add(&out, text.data + from, text.len - from);
    reword_take(rewording, &out);
}

/* --- clauses --- */

/* Has the text only words, blanks and the one comma (or none) that the clauses need? */
static bool reword_is_plain(struct str text, size_t commas)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == ',' && commas-- == 0)
            return false;
        if (strchr(";:()\"?!`[]", text.data[i]))
            return false;
    }
    for (size_t i = 0; i < 4; i++) {
        static const char *const marks[] = {"\xE2\x80\x9C", "\xE2\x80\x9E", "\xE2\x80\x93", "\xE2\x80\x94"};
        if (str_find(text, str_from(marks[i]), 0) < text.len)
            return false;
    }
    return str_ends(text, STR("."));
}

static bool has_pronoun(const struct rewording *rewording, size_t from, size_t to)
{
    const struct cues *cues = rewording->language->cues;
    for (size_t i = from; i < to; i++)
        if (cues && word_list_has(cues->pronouns, rewording->words[i].folded))
            return true;
    return false;
}

/* May the word be written small: is it a function word, or does the page write it so? */
static bool can_be_small(const struct rewording *rewording, struct str text, const struct word *word)
{
    uint32_t first;
    struct str written = {text.data + word->start, word->end - word->start};
    size_t length = utf8_decode(written, 0, &first);
    if (!unicode_is_upper(first))
        return true;
    for (size_t at = length; at < written.len;) {
        uint32_t c;
        at += utf8_decode(written, at, &c);
        if (unicode_is_upper(c))
            return false; /* an abbreviation, or a name */
    }
    if (word->is_stop)
        return !str_eq(word->folded, STR("i"));
    struct str folded = word->folded;
    for (size_t at = 0; (at = str_find(rewording->page, folded, at)) < rewording->page.len; at++) {
        size_t end = at + folded.len;
        bool starts = at > 0 && rewording->page.data[at - 1] == ' ';
        if (starts && (end == rewording->page.len || !ascii_is_alnum(rewording->page.data[end])))
            return true;
    }
    return false;
}

/* "If A, b." becomes "B if A.". False: it stays as it is. */
static bool move_back(struct rewording *rewording)
{
    struct str text = rewording->text;
    size_t length = longest_phrase(rewording, rewording->language->speech->conjunctions, 0);
    size_t comma = str_find(text, STR(", "), 0), second = 0;
    while (second < rewording->count && rewording->words[second].start < comma)
        second++;
    if (!length || comma == text.len || second < length + LEAST_CLAUSE - 1 ||
        second + LEAST_CLAUSE - 1 > rewording->count || second == rewording->count || !reword_is_plain(text, 1))
        return false;
    bool is_tied = longest_phrase(rewording, rewording->language->cues->openings, second) > 0;
    if (is_tied || has_pronoun(rewording, second, rewording->count) ||
        !can_be_small(rewording, text, &rewording->words[0]))
        return false;
    struct buf out = {0};
    size_t from = comma + 2;
    add_large(&out, (struct str){text.data + from, text.len - 1 - from});
    buf_char(&out, ' ');
    add_uncapitalised(&out, (struct str){text.data, comma});
    buf_char(&out, '.');
    reword_take(rewording, &out);
    return true;
}

/* "B because a." becomes "Because a, b." Only a reason: "check if it is dry" must not be turned around. */
static void move_forward(struct rewording *rewording)
{
    const char *reason = rewording->language->speech->conjunctions[0];
    struct str text = rewording->text;
    size_t at = 0, length = 0;
    while (at < rewording->count && !(length = phrase_length(rewording, reason, at)))
        at++;
    if (at < LEAST_CLAUSE || at == rewording->count || rewording->count - at < length + LEAST_CLAUSE - 1)
        return;
    if (rewording->words[at - 1].is_stop || !reword_is_plain(text, 0) || has_pronoun(rewording, at, rewording->count) ||
        !can_be_small(rewording, text, &rewording->words[0]))
        return;
    struct buf out = {0};
    size_t clause = rewording->words[at].start;
    add_large(&out, (struct str){text.data + clause, text.len - 1 - clause});
    buf_str(&out, ", ");
    add_uncapitalised(&out, str_trim((struct str){text.data, clause}));
    buf_char(&out, '.');
    reword_take(rewording, &out);
}

struct str reword(struct arena *arena, struct str sentence, const struct language *language, struct str page)
{
    struct rewording rewording = {.arena = arena, .language = language, .page = page, .text = str_trim(sentence)};
    reword_read_words(&rewording);
    if (language && language->speech)
        drop_opener(&rewording, language->speech);
    drop_asides(&rewording);
    bool moves = language && language->speech && language->cues && language->speech->conjunctions[0];
    if (moves && !move_back(&rewording))
        move_forward(&rewording);
    return rewording.text;
}

struct str reword_join(struct arena *arena, struct str first, struct str second, const struct language *language,
                       struct str page)
{
    struct rewording rewording = {.arena = arena, .language = language, .page = page, .text = second};
    if (!language || !language->phrases || !language->cues || words_count(first) > JOINED_WORDS ||
        words_count(second) > JOINED_WORDS || !reword_is_plain(first, 0) || !reword_is_plain(second, 0))
        return STR("");
    reword_read_words(&rewording);
    if (!rewording.count || longest_phrase(&rewording, language->cues->openings, 0) ||
        !can_be_small(&rewording, second, &rewording.words[0]))
        return STR("");
    struct buf joined = {0};
    buf_printf(&joined, "%.*s, %s ", (int)first.len - 1, first.data, language->phrases->and);
    add_uncapitalised(&joined, second);
    return buf_keep(&joined, arena);
}
