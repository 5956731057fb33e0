/* Which language a text is written in, told by its function words. */
#include "text/language.h"
#include "text/words.h"

enum {
    DETECT_BYTES = 32 * 1024, /* more text does not make the answer surer */
    DETECT_WEIGHT = 2520,     /* of one word, shared by the languages it is a function word of: divisible by 1 to 10 */
};

struct detector {
    const struct language *languages;
    size_t count;
    size_t *scores; /* by language */
    size_t *found;  /* by language: its function words, however many languages share them */
    size_t *hits;   /* the languages that the current word is a function word of */
};

/* Adds a word's weight to each language in which it is a function word. */
static void score_word(struct detector *detector, struct str folded)
{
    size_t count = 0;
    for (size_t i = 0; i < detector->count; i++)
        if (language_is_stop_word(&detector->languages[i], folded))
            detector->hits[count++] = i;
    for (size_t i = 0; i < count; i++) {
        detector->scores[detector->hits[i]] += DETECT_WEIGHT / count;
        detector->found[detector->hits[i]]++;
    }
}

/* Running text is 30 to 50 function words in a hundred. A tenth of it that are of one language alone, or a fifth with
 * those that it shares with its relatives, are enough, told apart from the next best. */
static const struct language *best_language(const struct detector *detector, size_t words)
{
    size_t best = 0, second = 0, at = 0;
    for (size_t i = 0; i < detector->count; i++) {
        size_t score = detector->scores[i];
        if (score > best) {
            second = best;
            best = score;
            at = i;
        } else if (score > second) {
            second = score;
        }
    }
    bool is_often_found = detector->found[at] >= 3 && detector->found[at] >= words / 5;
    bool enough = best >= DETECT_WEIGHT * 3 / 2 && (best >= words * DETECT_WEIGHT / 10 || is_often_found);
    return enough && best > second + second / 5 ? &detector->languages[at] : NULL;
}

static const struct language *detect(struct arena *arena, struct str text)
{
    struct detector detector = {0};
    struct word *words;
    size_t count;
    detector.languages = language_list(&detector.count);
    detector.scores = ARENA_ARRAY(arena, detector.count, size_t);
    detector.found = ARENA_ARRAY(arena, detector.count, size_t);
    detector.hits = ARENA_ARRAY(arena, detector.count, size_t);
    if (!detector.scores || !detector.found || !detector.hits ||
        words_split(arena, text, NULL, &words, &count, NULL) != OK)
        return NULL;
    for (size_t i = 0; i < count; i++)
        score_word(&detector, words[i].folded);
    return best_language(&detector, count);
}

const struct language *language_detect(struct str text)
{
    struct arena *arena = arena_new();
    if (text.len > DETECT_BYTES)
        text.len = DETECT_BYTES;
    const struct language *language = arena ? detect(arena, text) : NULL;
    arena_free(arena);
    return language;
}
