#include "text/stemmer.h"

#include <libstemmer.h>
#include <stdlib.h>
#include <string.h>

/* Bytes. Longer words are not stemmed: they are no words of a language, and some algorithms take long over them. */
enum { LONGEST_STEMMED = 64 };

struct stemmer {
    struct sb_stemmer *algorithm; /* NULL: words are given back as they are */
    bool elides;                  /* French "l'eau": the article is part of the written word */
    const char *const *endings;   /* see language.h; or NULL */
    bool has_conjunctions;        /* Arabic "والنظام": "and" is part of the written word */
};

struct stemmer *stemmer_new(const struct language *language)
{
    struct stemmer *stemmer = calloc(1, sizeof *stemmer);
    if (!stemmer || !language || !language->stemmer)
        return stemmer;
    stemmer->elides = language->elides;
    stemmer->has_conjunctions = strcmp(language->stemmer, "arabic") == 0;
    stemmer->endings = language->endings;
    if (stemmer->endings)
        return stemmer;
    stemmer->algorithm = sb_stemmer_new(language->stemmer, NULL); /* NULL: UTF-8 */
    if (stemmer->algorithm)
        return stemmer;
    free(stemmer);
    return NULL;
}

void stemmer_free(struct stemmer *stemmer)
{
    if (stemmer && stemmer->algorithm)
        sb_stemmer_delete(stemmer->algorithm);
    free(stemmer);
}

/* Without an elided article or pronoun in front: "l'eau" -> "eau", "nell'arte" -> "arte", "qu'il" -> "il". */
static struct str without_elision(struct str word)
{
    enum { LONGEST_ELIDED = 6 };
    for (size_t i = 1; i <= LONGEST_ELIDED && i + 2 < word.len; i++)
        if (word.data[i] == '\'')
            return (struct str){word.data + i + 1, word.len - i - 1};
    return word;
}

/* Without the letter for "and" or "so" in front of an article, which the algorithm leaves there: "والنظام" -> "النظام".
 * What is left has at least three letters behind the article: "والد" is a word of its own. */
static struct str without_conjunction(struct str word)
{
    enum { SHORTEST = 12 }; /* bytes, two of each letter */
    bool has_article = str_starts(word, STR("\u0648\u0627\u0644")) || str_starts(word, STR("\u0641\u0627\u0644"));
    return has_article && word.len >= SHORTEST ? (struct str){word.data + 2, word.len - 2} : word;
}

/* Without its endings: of "orrialdeetan" first "etan", then "e". */
static struct str without_endings(struct str word, const char *const *endings)
{
    enum { SHORTEST_STEM = 3 };
    for (const char *const *ending = endings; *ending;) {
        struct str end = str_from(*ending++);
        if (word.len < end.len + SHORTEST_STEM || !str_ends(word, end))
            continue;
        word.len -= end.len;
        ending = endings;
    }
    return word;
}

struct str stemmer_stem(struct stemmer *stemmer, struct str folded)
{
    if (stemmer->endings && folded.len <= LONGEST_STEMMED)
        return without_endings(folded, stemmer->endings);
    if (!stemmer->algorithm || folded.len > LONGEST_STEMMED)
        return folded;
    struct str word = stemmer->elides ? without_elision(folded) : folded;
    if (stemmer->has_conjunctions)
        word = without_conjunction(word);
    const sb_symbol *stem = sb_stemmer_stem(stemmer->algorithm, (const sb_symbol *)word.data, (int)word.len);
    int length = sb_stemmer_length(stemmer->algorithm);
    if (!stem || length < 1)
        return word;
    return (struct str){(const char *)stem, (size_t)length};
}
