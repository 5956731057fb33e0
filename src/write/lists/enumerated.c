#include "write/lists/enumerated.h"

enum {
    LEAST_BESIDE = 2, /* known names that one sentence has beside it: with one alone anything may be named */
    LEAST_OPENED = 2, /* sentences that must begin with a name, so that there is something to say of it */
};

static const double named = 0.99; /* share of a name that a sentence about it holds */

struct enumerating {
    struct writing *writing;
    struct list_candidate *list;
    size_t count, most;
};

/* Is what stands between two words the link of an enumeration: a comma, "and", or both? */
static bool links(const struct writing *writing, struct str text, size_t from, size_t to)
{
    const struct phrases *phrases = writing->brief.language ? writing->brief.language->phrases : NULL;
    struct str between = str_trim((struct str){text.data + from, to - from});
    if (str_eq(between, STR(",")))
        return true;
    if (str_starts(between, STR(",")))
        between = str_trim((struct str){between.data + 1, between.len - 1});
    return phrases && str_eq(between, str_from(phrases->and));
}

/* The name as sentences begin with it; empty when too few do. */
static struct str opened(const struct corpus *corpus, struct str word)
{
    struct str name = STR("");
    size_t count = 0;
    for (size_t i = 0; i < corpus->sentence_count; i++) {
        const struct source_sentence *sentence = &corpus->sentences[i];
        bool ends = sentence->text.len > word.len && ascii_is_space(sentence->text.data[word.len]);
        if (!ends || sentence->item || !sentence->stands_alone || !str_istarts(sentence->text, word))
            continue;
        name = (struct str){sentence->text.data, word.len};
        count++;
    }
    return count >= LEAST_OPENED ? name : STR("");
}

/* Does a sentence name it with several that are known? */
static bool is_named_beside(const struct enumerating *enumerating, const struct vector *name)
{
    const struct corpus *corpus = &enumerating->writing->corpus;
    for (size_t i = 0; i < corpus->sentence_count; i++) {
        const struct vector *sentence = &corpus->sentences[i].vector;
        size_t beside = 0;
        for (size_t j = 0; j < enumerating->count && vector_coverage(name, sentence) >= named; j++)
            beside += vector_coverage(&enumerating->list[j].vector, sentence) >= named;
        if (beside >= LEAST_BESIDE)
            return true;
    }
    return false;
}

static enum status enumerated_add(struct enumerating *enumerating, struct str word)
{
    struct writing *writing = enumerating->writing;
    struct list_candidate candidate = {.name = opened(&writing->corpus, word), .section = NO_SECTION};
    enum status status = corpus_vector(&writing->corpus, candidate.name, &candidate.vector, writing->err);
    if (status || !candidate.vector.count || !is_named_beside(enumerating, &candidate.vector))
        return status;
    for (size_t i = 0; i < enumerating->count; i++)
        if (list_is_same(&enumerating->list[i].vector, &candidate.vector))
            return OK;
    enumerating->list[enumerating->count++] = candidate;
    return OK;
}

static bool enumerated_is_known(const struct enumerating *enumerating, struct str word)
{
    for (size_t i = 0; i < enumerating->count; i++)
        if (str_ieq(enumerating->list[i].name, word))
            return true;
    return false;
}

/* The words of an enumeration that stand next to a known one. */
static enum status read_sentence(struct enumerating *enumerating, struct str text)
{
    struct writing *writing = enumerating->writing;
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str word = {text.data + words[i].start, words[i].end - words[i].start};
        size_t and = i + 1 < count && words[i + 1].is_stop ? 1 : 0; /* "and" is a word itself */
        size_t next = i + 1 + and;
        if (words[i].is_stop || next >= count || !links(writing, text, words[i].end, words[next].start))
            continue;
        struct str other = {text.data + words[next].start, words[next].end - words[next].start};
        if (enumerating->count < enumerating->most && enumerated_is_known(enumerating, word))
            status = enumerated_add(enumerating, other);
        if (!status && enumerating->count < enumerating->most && enumerated_is_known(enumerating, other))
            status = enumerated_add(enumerating, word);
    }
    return status;
}

enum status list_enumerated(struct writing *writing, size_t most, struct list_candidate *list, size_t *count)
{
    struct enumerating enumerating = {.writing = writing, .list = list, .count = *count, .most = most};
    enum status status = OK;
    for (size_t before = 0; before < enumerating.count && !status;) {
        before = enumerating.count;
        for (size_t i = 0; i < writing->corpus.sentence_count && enumerating.count < most && !status; i++)
            status = read_sentence(&enumerating, writing->corpus.sentences[i].text);
    }
    *count = enumerating.count;
    return status;
}
