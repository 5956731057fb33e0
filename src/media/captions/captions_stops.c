#include "media/captions/captions_stops.h"

enum {
    /* Captions follow each other without a gap as long as somebody speaks on: any gap is a breath then. Where most have
     * one, as some programs leave between all of them, only a long silence tells anything. */
    BREATH_MS = 300,
    SILENCE_MS = 700,
    LEAST_AT_PAUSE = 4,   /* words: what is shorter is a hesitation */
    LEAST_WORDS = 8,      /* of a sentence that is cut off before a word that begins one */
    MOST_WORDS = 25,      /* from which a sentence is looked through for such words */
    ENDLESS_WORDS = 40,   /* more than anybody says in one breath: it holds several sentences */
    ENDLESS_PERCENT = 20, /* of all words in such ones: the text has not been understood */
};

struct token {
    size_t piece, start, end; /* bytes of the piece */
    int64_t pause;            /* milliseconds before it */
    bool begins;              /* a sentence */
};

struct stopping {
    struct arena *arena;
    struct caption_piece *pieces;
    size_t count;
    const struct language *language;
    struct token *tokens;
    size_t token_count;
};

static struct str stops_text_of(const struct stopping *stopping, size_t number)
{
    const struct token *token = &stopping->tokens[number];
    return (struct str){stopping->pieces[token->piece].text.data + token->start, token->end - token->start};
}

static bool stops_ends_sentence(struct str word)
{
    return word.len && strchr(".!?", word.data[word.len - 1]);
}

/* --- tokens --- */

static enum status read_tokens(struct stopping *stopping, struct error *err)
{
    size_t bytes = 0;
    for (size_t i = 0; i < stopping->count; i++)
        bytes += stopping->pieces[i].text.len;
    stopping->tokens = ARENA_ARRAY(stopping->arena, bytes / 2 + stopping->count + 1, struct token);
    if (!stopping->tokens)
        return error_memory(err);
    for (size_t i = 0; i < stopping->count; i++) {
        const struct caption_piece *piece = &stopping->pieces[i];
        int64_t pause = i ? piece->start_ms - stopping->pieces[i - 1].end_ms : 0;
        for (size_t at = 0; at < piece->text.len;) {
            size_t end = at;
            while (end < piece->text.len && !ascii_is_space(piece->text.data[end]))
                end++;
            if (end > at) {
                stopping->tokens[stopping->token_count++] = (struct token){i, at, end, pause, false};
                pause = 0;
            }
            at = end + 1;
        }
    }
    return OK;
}

static bool has_stops(const struct stopping *stopping)
{
    size_t ends = 0;
    for (size_t i = 0; i < stopping->token_count; i++)
        ends += stops_ends_sentence(stops_text_of(stopping, i));
    bool is_short = stopping->token_count < CAPTIONS_UNSTOPPED_WORDS; /* of few words nothing can be told */
    return is_short || ends * CAPTIONS_UNSTOPPED_WORDS >= stopping->token_count;
}

/* --- where sentences begin --- */

static int64_t least_pause(const struct stopping *stopping)
{
    size_t gaps = 0;
    for (size_t i = 1; i < stopping->count; i++)
        gaps += stopping->pieces[i].start_ms - stopping->pieces[i - 1].end_ms >= BREATH_MS;
    return gaps * 2 > stopping->count ? SILENCE_MS : BREATH_MS;
}

static void begin_at_pauses(struct stopping *stopping)
{
    int64_t least = least_pause(stopping);
    size_t before = 0;
    for (size_t i = 0; i < stopping->token_count; i++) {
        bool is_long = i - before >= LEAST_AT_PAUSE && stopping->tokens[i].pause >= least;
        bool is_stopped = i && stops_ends_sentence(stops_text_of(stopping, i - 1));
        if (i && !is_long && !is_stopped)
            continue;
        stopping->tokens[i].begins = true;
        before = i;
    }
}

/* Do the words at `at` begin a phrase of the list? */
static bool stops_is_phrase(const struct stopping *stopping, const char *const *list, size_t at)
{
    for (; list && *list; list++) {
        struct str rest = str_from(*list), word;
        size_t length = 0;
        bool is_whole = true;
        while (is_whole && str_split(&rest, ' ', &word)) {
            is_whole = at + length < stopping->token_count && str_ieq(stops_text_of(stopping, at + length), word);
            length++;
        }
        if (is_whole)
            return true;
    }
    return false;
}

/* "for now", "the first thing": what leans on a function word before it begins nothing. */
static bool leans(const struct stopping *stopping, size_t at)
{
    return language_is_stop_word(stopping->language, stops_text_of(stopping, at - 1));
}

/* In [from, to): before words that begin sentences, with enough words on both sides. */
static void begin_at_words(struct stopping *stopping, size_t from, size_t to)
{
    const struct speech *speech = stopping->language->speech;
    for (size_t i = from + LEAST_WORDS; i + LEAST_WORDS <= to && to - from > MOST_WORDS; i++) {
        if (!stops_is_phrase(stopping, speech->begins, i) || leans(stopping, i))
            continue;
        stopping->tokens[i].begins = true;
        from = i;
        i += LEAST_WORDS - 1;
    }
}

static size_t sentence_end(const struct stopping *stopping, size_t from)
{
    size_t end = from + 1;
    while (end < stopping->token_count && !stopping->tokens[end].begins)
        end++;
    return end;
}

static bool is_understood(const struct stopping *stopping)
{
    size_t endless = 0;
    for (size_t i = 0, end; i < stopping->token_count; i = end) {
        end = sentence_end(stopping, i);
        endless += end - i > ENDLESS_WORDS ? end - i : 0;
    }
    return endless * 100 <= stopping->token_count * ENDLESS_PERCENT;
}

/* --- the texts --- */

/* A large first letter where a sentence begins; and where the language writes the word so everywhere. */
static void stops_add_word(const struct stopping *stopping, struct buf *out, size_t number)
{
    struct str word = stops_text_of(stopping, number);
    bool is_large = stopping->tokens[number].begins || word_list_has(stopping->language->speech->large, word);
    uint32_t first;
    size_t length = utf8_decode(word, 0, &first);
    utf8_append(out, is_large ? unicode_to_upper(first) : first);
    buf_add(out, word.data + length, word.len - length);
    bool is_last = number + 1 == stopping->token_count || stopping->tokens[number + 1].begins;
    if (is_last && !stops_ends_sentence(word))
        buf_char(out, '.');
}

static enum status write_pieces(struct stopping *stopping, struct error *err)
{
    for (size_t i = 0, token = 0; i < stopping->count; i++) {
        struct buf out = {0};
        for (; token < stopping->token_count && stopping->tokens[token].piece == i; token++) {
            buf_str(&out, out.len ? " " : "");
            stops_add_word(stopping, &out, token);
        }
        const char *copy = out.failed ? NULL : arena_copy_n(stopping->arena, buf_text(&out), out.len);
        stopping->pieces[i].text = (struct str){copy, out.len};
        buf_free(&out);
        if (!copy)
            return error_memory(err);
    }
    return OK;
}

enum status captions_stops(struct arena *arena, struct caption_piece *pieces, size_t count,
                           const struct language *language, struct error *err)
{
    struct stopping stopping = {.arena = arena, .pieces = pieces, .count = count, .language = language};
    if (!count || !language || !language->speech || language->is_unspaced)
        return OK;
    enum status status = read_tokens(&stopping, err);
    if (status || has_stops(&stopping))
        return status;
    begin_at_pauses(&stopping);
    for (size_t i = 0, end; i < stopping.token_count; i = end) {
        end = sentence_end(&stopping, i);
        begin_at_words(&stopping, i, end);
    }
    return is_understood(&stopping) ? write_pieces(&stopping, err) : OK;
}
