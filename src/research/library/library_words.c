#include "research/library/library_words.h"

#include "base/vec.h"
#include "text/word_forms.h"

enum { MOST_WORDS = 32, SHORTEST_HALF = 4 };

struct words_reader {
    struct arena *arena;
    const struct language *language;
    struct stemmer *stemmer;
    struct word *words;
    size_t count;
    struct library_words *out;
    struct buf phrases; /* of the expression, "OR" between */
    struct error *err;
};

/* A stem is made of letters, digits and marks inside words, but the query language must not depend on that. */
static void put_stem(struct buf *out, struct str stem)
{
    for (size_t i = 0; i < stem.len; i++)
        if (stem.data[i] != '"')
            buf_char(out, stem.data[i]);
}

static void put_stems(struct buf *out, const struct str *stems, size_t count)
{
    buf_str(out, out->len ? " OR \"" : "\"");
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(out, ' ');
        put_stem(out, stems[i]);
    }
    buf_char(out, '"');
}

static void put_phrase(struct buf *out, struct str first, struct str second)
{
    const struct str stems[] = {first, second};
    put_stems(out, stems, second.len ? 2 : 1);
}

/* Of a head: as it is sought. */
static void put_form(void *context, const struct str *stems, size_t count, bool is_beginning)
{
    put_stems(context, stems, count);
    if (is_beginning)
        buf_str(context, " *");
}

/* Adds the stem of a folded word. */
static enum status words_add(struct words_reader *reader, struct str folded)
{
    struct library_words *out = reader->out;
    struct str stem = stemmer_stem(reader->stemmer, folded);
    for (size_t i = 0; i < out->count; i++)
        if (str_eq(out->stems[i], stem))
            return OK;
    struct str *stems = vec_room(reader->arena, out->stems, out->count, &out->cap, sizeof *stems);
    char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
    if (!stems || !copy)
        return error_memory(reader->err);
    out->stems = stems;
    stems[out->count++] = (struct str){copy, stem.len};
    put_phrase(&reader->phrases, stem, STR(""));
    if (!str_eq(stem, folded))
        put_phrase(&reader->phrases, folded, STR("")); /* documents whose language is not known */
    return OK;
}

/* The parts of a word with hyphens, and the word without them. */
static enum status words_add_parts(struct words_reader *reader, struct str folded)
{
    struct str rest = folded, part;
    struct buf whole = {0};
    enum status status = OK;
    while (!status && str_split(&rest, '-', &part)) {
        buf_add(&whole, part.data, part.len);
        if (part.len && !language_is_stop_word(reader->language, part))
            status = words_add(reader, part);
    }
    if (!status && whole.failed)
        status = error_memory(reader->err);
    if (!status && whole.len)
        status = words_add(reader, (struct str){whole.data, whole.len});
    buf_free(&whole);
    return status;
}

/* "back up" may be "backup", "software raid" one word, with a hyphen or without. */
static enum status add_joined(struct words_reader *reader, struct str first, struct str second)
{
    enum status status = OK;
    for (size_t i = 0; i < 2 && !status; i++) {
        char *joined = arena_printf(reader->arena, "%.*s%s%.*s", STR_ARG(first), i ? "-" : "", STR_ARG(second));
        status = joined ? words_add(reader, str_from(joined)) : error_memory(reader->err);
    }
    return status;
}

/* A compound whose halves stand side by side. */
static void add_halves(struct words_reader *reader, struct str folded)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    if (!phrases || !phrases->nouns_are_capitalised)
        return;
    for (size_t cut = SHORTEST_HALF; cut + SHORTEST_HALF <= folded.len; cut++) {
        struct buf left = {0};
        struct str stem = stemmer_stem(reader->stemmer, (struct str){folded.data, cut});
        buf_add(&left, stem.data, stem.len);
        stem = stemmer_stem(reader->stemmer, (struct str){folded.data + cut, folded.len - cut});
        put_phrase(&reader->phrases, (struct str){buf_text(&left), left.len}, stem);
        reader->phrases.failed |= left.failed;
        buf_free(&left);
    }
}

static enum status words_read_words(struct words_reader *reader)
{
    enum status status = OK;
    struct str before = {NULL, 0};
    for (size_t i = 0; i < reader->count && i < MOST_WORDS && !status; i++) {
        const struct word *word = &reader->words[i];
        if (i && !(word[-1].is_stop && word->is_stop && i > 1))
            status = add_joined(reader, word[-1].folded, word->folded);
        if (status || word->is_stop)
            continue;
        status = words_add(reader, word->folded);
        if (!status && str_find(word->folded, STR("-"), 0) < word->folded.len)
            status = words_add_parts(reader, word->folded);
        add_halves(reader, word->folded);
        if (before.data) {
            put_phrase(&reader->phrases, before, word->stem);
            put_phrase(&reader->phrases, word->stem, before);
        }
        before = word->stem;
    }
    return status;
}

static bool has_content(const struct words_reader *reader)
{
    for (size_t i = 0; i < reader->count; i++)
        if (!reader->words[i].is_stop)
            return true;
    return false;
}

static void put_language(struct buf *out, const struct language *language)
{
    buf_printf(out, " AND language : (\"l:\" OR \"l:%s\")", language ? language->tag : "");
}

void library_words_one(struct buf *out, struct str stem, const struct language *language, const char *column)
{
    bool is_beginning = stem.len && stem.data[stem.len - 1] == '*';
    buf_printf(out, "{%s} : \"", column ? column : "title headings body");
    put_stem(out, (struct str){stem.data, stem.len - is_beginning});
    buf_str(out, is_beginning ? "\" *" : "\"");
    put_language(out, language);
}

static enum status write_expression(struct words_reader *reader)
{
    struct buf text = {0};
    if (has_content(reader)) {
        buf_printf(&text, "{title headings body} : (%s)", buf_text(&reader->phrases));
        put_language(&text, reader->language);
    }
    char *copy = text.failed || reader->phrases.failed ? NULL : arena_copy(reader->arena, buf_text(&text));
    reader->out->expression = copy;
    buf_free(&text);
    return copy ? OK : error_memory(reader->err);
}

enum status library_words_read(struct arena *arena, struct str subject, const struct language *language,
                               const struct sought *sought, struct library_words *words, struct error *err)
{
    *words = (struct library_words){.expression = ""};
    struct words_reader reader = {
        .arena = arena, .language = language, .stemmer = stemmer_new(language), .out = words, .err = err};
    enum status status =
        reader.stemmer ? words_split(arena, subject, language, &reader.words, &reader.count, err) : error_memory(err);
    if (!status)
        status = words_read_words(&reader);
    if (!status) {
        sought_forms(sought, put_form, &reader.phrases);
        status = write_expression(&reader);
    }
    stemmer_free(reader.stemmer);
    buf_free(&reader.phrases);
    return status;
}
