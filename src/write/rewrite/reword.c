#include "write/rewrite/reword.h"

#include "model/builtin/builtin.h"

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
    struct error *err;
};

static enum status reword_read_words(struct rewording *rewording)
{
    return words_split(rewording->arena, rewording->text, rewording->language, &rewording->words, &rewording->count,
                       rewording->err);
}

/* Takes what was made of it, and reads it again. */
static enum status reword_take(struct rewording *rewording, struct buf *out)
{
    char *copy = out->failed ? NULL : arena_copy_n(rewording->arena, buf_text(out), out->len);
    rewording->text = (struct str){copy, out->len};
    buf_free(out);
    return copy ? reword_read_words(rewording) : error_memory(rewording->err);
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

static enum status drop_opener(struct rewording *rewording, const struct speech *speech)
{
    size_t length = longest_phrase(rewording, speech->dispensable, 0);
    if (!length || rewording->count - length < LEAST_CLAUSE)
        return OK;
    size_t end = rewording->words[length - 1].end, next = rewording->words[length].start;
    if (end >= rewording->text.len || rewording->text.data[end] != ',' || next != end + 2)
        return OK;
    struct buf out = {0};
    add_large(&out, (struct str){rewording->text.data + next, rewording->text.len - next});
    return reword_take(rewording, &out);
}

/* " (aside)" in the middle or at the end; one with a figure, with brackets in it, or that is part of a word stays. */
static enum status drop_asides(struct rewording *rewording)
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
    return reword_take(rewording, &out);
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

/* "If A, b." becomes "B if A." */
static enum status move_back(struct rewording *rewording, bool *is_moved)
{
    struct str text = rewording->text;
    size_t length = longest_phrase(rewording, rewording->language->speech->conjunctions, 0);
    size_t comma = str_find(text, STR(", "), 0), second = 0;
    while (second < rewording->count && rewording->words[second].start < comma)
        second++;
    if (!length || comma == text.len || second < length + LEAST_CLAUSE - 1 ||
        second + LEAST_CLAUSE - 1 > rewording->count || second == rewording->count || !reword_is_plain(text, 1))
        return OK;
    bool is_tied = longest_phrase(rewording, rewording->language->cues->openings, second) > 0;
    if (is_tied || has_pronoun(rewording, second, rewording->count) ||
        !can_be_small(rewording, text, &rewording->words[0]))
        return OK;
    struct buf out = {0};
    size_t from = comma + 2;
    add_large(&out, (struct str){text.data + from, text.len - 1 - from});
    buf_char(&out, ' ');
    add_uncapitalised(&out, (struct str){text.data, comma});
    buf_char(&out, '.');
    *is_moved = true;
    return reword_take(rewording, &out);
}

/* "B because a." becomes "Because a, b." Only a reason: "check if it is dry" must not be turned around. */
static enum status move_forward(struct rewording *rewording)
{
    const char *reason = rewording->language->speech->conjunctions[0];
    struct str text = rewording->text;
    size_t at = 0, length = 0;
    while (at < rewording->count && !(length = phrase_length(rewording, reason, at)))
        at++;
    if (at < LEAST_CLAUSE || at == rewording->count || rewording->count - at < length + LEAST_CLAUSE - 1)
        return OK;
    if (rewording->words[at - 1].is_stop || !reword_is_plain(text, 0) || has_pronoun(rewording, at, rewording->count) ||
        !can_be_small(rewording, text, &rewording->words[0]))
        return OK;
    struct buf out = {0};
    size_t clause = rewording->words[at].start;
    add_large(&out, (struct str){text.data + clause, text.len - 1 - clause});
    buf_str(&out, ", ");
    add_uncapitalised(&out, str_trim((struct str){text.data, clause}));
    buf_char(&out, '.');
    return reword_take(rewording, &out);
}

enum status reword(struct arena *arena, struct str sentence, const struct language *language, struct str page,
                   struct str *out, struct error *err)
{
    struct rewording rewording = {
        .arena = arena, .language = language, .page = page, .text = str_trim(sentence), .err = err};
    enum status status = reword_read_words(&rewording);
    if (!status && language && language->speech)
        status = drop_opener(&rewording, language->speech);
    if (!status)
        status = drop_asides(&rewording);
    bool moves = language && language->speech && language->cues && language->speech->conjunctions[0];
    bool is_moved = false;
    if (!status && moves)
        status = move_back(&rewording, &is_moved);
    if (!status && moves && !is_moved)
        status = move_forward(&rewording);
    *out = rewording.text;
    return status;
}

enum status reword_join(struct arena *arena, struct str first, struct str second, const struct language *language,
                        struct str page, struct str *out, struct error *err)
{
    struct rewording rewording = {.arena = arena, .language = language, .page = page, .text = second, .err = err};
    *out = STR("");
    if (!language || !language->phrases || !language->cues || words_count(first) > JOINED_WORDS ||
        words_count(second) > JOINED_WORDS || !reword_is_plain(first, 0) || !reword_is_plain(second, 0))
        return OK;
    enum status status = reword_read_words(&rewording);
    if (status || !rewording.count || longest_phrase(&rewording, language->cues->openings, 0) ||
        !can_be_small(&rewording, second, &rewording.words[0]))
        return status;
    struct buf joined = {0};
    buf_printf(&joined, "%.*s, %s ", (int)first.len - 1, first.data, language->phrases->and);
    add_uncapitalised(&joined, second);
    status = reword_take(&rewording, &joined);
    *out = rewording.text;
    return status;
}
