#include "write/video/headline.h"

#include "model/builtin/builtin.h"

#include <math.h>

enum { MOST_WORDS = 3, SHORTEST_WORD = 3 /* bytes */ };

/* What speaks for a phrase beside how often its words come. */
static const double known_bonus = 0.7, early_bonus = 0.2, repeated_bonus = 0.8, lone_share = 0.5;

/* A word that comes once in a part says little of it. */
static const double once = 0.05;

/* A stem in the whole text. */
struct headline_seen {
    size_t parts;     /* that have it */
    size_t last_part; /* that was counted, plus 1 */
    size_t times;     /* in the part that is being looked at */
    bool is_known;
};

struct headline_making {
    struct arena *arena;
    const struct language *language;
    struct headline_part *parts;
    size_t count;
    struct map stems;   /* of struct headline_seen */
    struct map phrases; /* how often a phrase stands in the part; of size_t */
    struct map taken;   /* headings that others have */
    struct error *err;
};

static enum status headline_look_up(struct headline_making *making, struct str stem, struct headline_seen **seen)
{
    void **slot = map_put(&making->stems, stem);
    if (slot && !*slot)
        *slot = ARENA_NEW(making->arena, struct headline_seen);
    if (!slot || !*slot)
        return error_memory(making->err);
    *seen = *slot;
    return OK;
}

/* Counts in how many parts each stem is, or, with number 0, marks it as known. */
static enum status count_text(struct headline_making *making, struct str text, size_t number)
{
    struct word *words;
    size_t count;
    enum status status = words_split(making->arena, text, making->language, &words, &count, making->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct headline_seen *seen;
        status = headline_look_up(making, words[i].stem, &seen);
        if (status)
            return status;
        seen->is_known |= number == 0;
        seen->parts += number && seen->last_part != number;
        seen->last_part = number ? number : seen->last_part;
    }
    return status;
}

static bool has_only_letters(struct str word)
{
    uint32_t codepoint;
    for (size_t at = 0; at < word.len;) {
        at += utf8_decode(word, at, &codepoint);
        if (!unicode_is_letter(codepoint) && codepoint != '-')
            return false;
    }
    return word.len >= SHORTEST_WORD;
}

static bool is_fit(const struct word *word)
{
    return !word->is_stop && has_only_letters(word->folded);
}

/* Do only blanks stand between the two words? */
static bool is_side_by_side(struct str text, const struct word *left, const struct word *right)
{
    for (size_t i = left->end; i < right->start; i++)
        if (text.data[i] != ' ')
            return false;
    return true;
}

/* The part with its words. */
struct read_part {
    struct word **words; /* by sentence */
    size_t *counts;
};

static enum status headline_read_part(struct headline_making *making, const struct headline_part *part,
                                      struct read_part *read)
{
    read->words = ARENA_ARRAY(making->arena, part->count + 1, struct word *);
    read->counts = ARENA_ARRAY(making->arena, part->count + 1, size_t);
    enum status status = read->words && read->counts ? OK : error_memory(making->err);
    for (size_t i = 0; i < part->count && !status; i++) {
        status = words_split(making->arena, part->sentences[i], making->language, &read->words[i], &read->counts[i],
                             making->err);
        for (size_t j = 0; j < read->counts[i] && !status; j++) {
            struct headline_seen *seen;
            status = headline_look_up(making, read->words[i][j].stem, &seen);
            if (!status)
                seen->times++;
        }
    }
    return status;
}

static void forget_part(struct headline_making *making, const struct headline_part *part, const struct read_part *read)
{
    for (size_t i = 0; i < part->count; i++)
        for (size_t j = 0; j < read->counts[i]; j++) {
            void *seen = map_get(&making->stems, read->words[i][j].stem);
            if (seen)
                ((struct headline_seen *)seen)->times = 0;
        }
}

static struct str phrase_key(struct headline_making *making, const struct word *words, size_t count)
{
    struct buf out = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(words[i].stem));
    char *copy = out.failed ? NULL : arena_copy_n(making->arena, buf_text(&out), out.len);
    struct str key = {copy, out.len};
    buf_free(&out);
    return key;
}

/* The best phrase so far. */
struct headline_choice {
    struct str key, text;
    double value;
};

static double headline_value_of(struct headline_making *making, const struct word *words, size_t count, double place)
{
    double value = 0;
    for (size_t i = 0; i < count; i++) {
        const struct headline_seen *seen = map_get(&making->stems, words[i].stem);
        double rare = log(1 + (double)making->count / (double)(seen->parts ? seen->parts : 1));
        value += log((double)seen->times + once) * rare * (seen->is_known ? 1 + known_bonus : 1);
    }
    value /= sqrt((double)count); /* longer phrases have more, but not that much more, to say */
    return (count == 1 ? value * lone_share : value) + early_bonus * (1 - place);
}

static enum status try_phrase(struct headline_making *making, struct str sentence, const struct word *words,
                              size_t count, double place, struct headline_choice *choice)
{
    struct str key = phrase_key(making, words, count);
    void **times = key.data ? map_put(&making->phrases, key) : NULL;
    if (!times)
        return error_memory(making->err);
    size_t before = (size_t)(uintptr_t)*times;
    *times = (void *)(uintptr_t)(before + 1);
    double value = headline_value_of(making, words, count, place) + (before && count > 1 ? repeated_bonus : 0);
    if (map_get(&making->taken, key) || value <= choice->value)
        return OK;
    struct str text = {sentence.data + words[0].start, words[count - 1].end - words[0].start};
    *choice = (struct headline_choice){key, text, value};
    return OK;
}

static enum status search_sentence(struct headline_making *making, struct str sentence, const struct word *words,
                                   size_t count, double place, struct headline_choice *choice)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        for (size_t length = 1; length <= MOST_WORDS && i + length <= count && !status; length++) {
            const struct word *last = &words[i + length - 1];
            if (!is_fit(last) || (length > 1 && !is_side_by_side(sentence, last - 1, last)))
                break;
            status = try_phrase(making, sentence, words + i, length, place, choice);
        }
    return status;
}

/* As the language writes headings: each word, or the first one, with a capital. */
static enum status write_heading(struct headline_making *making, struct str text, struct str *heading)
{
    const struct phrases *phrases = making->language ? making->language->phrases : NULL;
    bool is_title = phrases && phrases->titles_are_capitalised;
    struct buf out = {0};
    struct str rest = text, word;
    for (bool is_first = true; str_split(&rest, ' ', &word); is_first = false) {
        if (!is_first)
            buf_char(&out, ' ');
        if (is_first || is_title)
            add_large(&out, word);
        else
            buf_add(&out, word.data, word.len);
    }
    char *copy = out.failed ? NULL : arena_copy_n(making->arena, buf_text(&out), out.len);
    *heading = (struct str){copy, out.len};
    buf_free(&out);
    return copy ? OK : error_memory(making->err);
}

static enum status make_heading(struct headline_making *making, struct headline_part *part)
{
    struct read_part read = {0};
    struct headline_choice choice = {.value = 0};
    map_init(&making->phrases, making->arena);
    enum status status = headline_read_part(making, part, &read);
    for (size_t i = 0; i < part->count && !status; i++)
        status = search_sentence(making, part->sentences[i], read.words[i], read.counts[i],
                                 (double)i / (double)part->count, &choice);
    if (status)
        return status;
    forget_part(making, part, &read);
    part->heading = STR("");
    if (!choice.text.len)
        return OK;
    void **taken = map_put(&making->taken, choice.key);
    if (!taken)
        return error_memory(making->err);
    *taken = part;
    return write_heading(making, choice.text, &part->heading);
}

enum status headlines_make(struct arena *arena, struct headline_part *parts, size_t count,
                           const struct language *language, struct str known, struct error *err)
{
    struct headline_making making = {.arena = arena, .language = language, .parts = parts, .count = count, .err = err};
    map_init(&making.stems, arena);
    map_init(&making.taken, arena);
    enum status status = count_text(&making, known, 0);
    for (size_t i = 0; i < count && !status; i++)
        for (size_t j = 0; j < parts[i].count && !status; j++)
            status = count_text(&making, parts[i].sentences[j], i + 1);
    for (size_t i = 0; i < count && !status; i++)
        status = make_heading(&making, &parts[i]);
    return status;
}
