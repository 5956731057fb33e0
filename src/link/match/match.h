/* Used by candidates.c and features_*.c: what is known of one content while its candidates are described. */
#ifndef COPYDESK_LINK_MATCH_MATCH_H
#define COPYDESK_LINK_MATCH_MATCH_H

#include "link/match/match_parts.h"

#include <stddef.h>
#include <stdint.h>

/*
 * lessons: what the links of one site teach about how its authors link, on top of the model that all sites share. The
 * model's score is corrected by a few small trees that are grown on the site's own pages, each to mend what the score
 * and the trees before it got wrong; and the score from which links are made is the one that does best on the site.
 *
 *     corrected score = score + the leaf of each tree that the features model_lesson_inputs lead to
 *
 * Grown by gradient boosting on histograms with second derivatives and a ridge on the leaves (Chen, Guestrin: XGBoost,
 * 2016), so that a few links teach little.
 */

enum {
    LESSON_INPUTS = 40,
    LESSON_TREES = 40,
    LESSON_DEPTH = 4,
    LESSON_NODES = (1 << LESSON_DEPTH) - 1,
    LESSON_LEAVES = 1 << LESSON_DEPTH
};

/* Candidates that score less become no links, whatever a site teaches: their scores are not corrected. */
#define LESSON_LEAST_SCORE (-4.5F)

/* A complete tree. The children of node i are 2i + 1 and 2i + 2; the second is for inputs that reach its edge. */
struct lesson_tree {
    float inputs[LESSON_NODES], edges[LESSON_NODES]; /* inputs: numbers below LESSON_INPUTS */
    float leaves[LESSON_LEAVES];
};

#define LESSON_NO_EDGE 1e30F /* that no input reaches */

/* An array of floats, as it lies in the file. */
struct lessons {
    float threshold; /* the corrected score from which links are made */
    struct lesson_tree trees[LESSON_TREES];
};
enum { LESSON_NUMBERS = sizeof(struct lessons) / sizeof(float) };

/* The lessons of a site that taught nothing. */
void lessons_init(struct lessons *lessons, float threshold);

/*
 * Corrects the scores of `count` rows. inputs: of each row `stride` features, at most LESSON_INPUTS, the rows one
 * behind the other.
 */
void lessons_correct(const struct lessons *lessons, const float *inputs, size_t stride, size_t count, float *scores);

/* A link that could be made on one of the site's pages, and whether its author made it. */
struct lesson_row {
    uint32_t page;        /* rows of a page stand together */
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t target;
    float score;
    uint8_t is_target;  /* the page links to the target */
    uint8_t is_span;    /* ...by this text */
    uint8_t is_neutral; /* the page links to the target, but not from running text */
    uint8_t is_linking; /* the page links at all: others teach nothing of which links its authors make */
};

struct lesson_rows {
    struct lesson_row *rows;
    float *inputs; /* `input_count` of each row, at most LESSON_INPUTS */
    size_t count, input_count;
    size_t gold;      /* links to find: of every page the pages that it links to */
    size_t linking;   /* pages that link */
    size_t max_links; /* of a page */
};

/*
 * Learns the corrections. lessons: initialised. The scores of the rows become corrected ones, each by trees that did
 * not see its page. False: memory ran out.
 */
bool lessons_fit_trees(struct lessons *lessons, struct lesson_rows *rows);

/*
 * Sets the threshold so that `wanted` links are made on the pages of the rows together. It is left as it is where
 * nothing is wanted. False: memory ran out.
 */
bool lessons_fit_count(struct lessons *lessons, const struct lesson_rows *rows, size_t wanted);

/*
 * Sets the threshold to where the sum of target and span F1 is best on the rows, less what leaving the one in `lessons`
 * costs. False: memory ran out.
 */
bool lessons_fit_threshold(struct lessons *lessons, const struct lesson_rows *rows);

/*
 * model: what the engine judges a link by, and how. A candidate is described by a row of numbers, its features; boosted
 * trees make a score of them.
 *
 * The table below is the one list of features. Its order is the order of the numbers in a row, and of what spec/train
 * writes for training. To add one, add a line and set it where candidates are described; then train again.
 * No feature may be NaN or infinite: what is unknown is -1.
 */

/*
 * A page "links" when it links another page of the site from running text, and "holds" a phrase when its running text
 * does. The page that the content is does not count. Logarithms are natural, of one more than the count.
 */
#define LINK_FEATURES(X)                                                                                               \
    X(PRIOR) /* a guess from the counts alone: the share of the pages holding the phrase that link it to the target */ \
    X(LINK_RATE)               /* share of the pages that hold the phrase, and link anything, that link it */          \
    X(LINK_RATE_CASE)          /* the same in the same letter case */                                                  \
    X(LINK_RATE_FREE)          /* the same where no longer link holds it */                                            \
    X(LINKED)                  /* pages that link the phrase, logarithm */                                             \
    X(LINKED_CASE)             /* the same in the same letter case */                                                  \
    X(HELD_CASE)               /* pages that hold it in the same letter case, logarithm */                             \
    X(TARGET_SHARE)            /* share of the phrase's links that go to this target */                                \
    X(TARGET_LINKS)            /* pages that link the phrase to the target, logarithm */                               \
    X(COLINK_RATE)             /* share of the pages that hold the phrase that link the target, by whatever anchor */  \
    X(COLINK_CASE)             /* the same over the pages that hold it in the same letter case */                      \
    X(LIST_LINKS)              /* pages that link it to the target in lists, logarithm */                              \
    X(TARGET_RANK)             /* 0 for the phrase's first target */                                                   \
    X(TARGETS_PER_LINK)        /* pages it is linked to, per link: 1 means another page each time */                   \
    X(FIRST_SHARE)             /* share of its links that stand at its first occurrence on the page */                 \
    X(COVERED_SHARE)           /* share of the pages holding it that hold it within a longer phrase only */            \
    X(REPEATS)                 /* occurrences on a page that links */                                                  \
    X(COMMONNESS)              /* share of the site's pages that hold the phrase, logarithm */                         \
    X(PAGE_COUNT)              /* pages that hold the phrase, logarithm */                                             \
    X(WORDS)                   /* lexemes of the phrase */                                                             \
    X(CHARACTERS)              /* bytes */                                                                             \
    X(DIGITS)                  /* share of its characters that are digits */                                           \
    X(IDF_SUM)                 /* rarity of its words, summed */                                                       \
    X(IDF_MIN)                 /* rarity of its most common word */                                                    \
    X(ANCHORED)                /* how often pages that hold its words link them, the least of its words */             \
    X(ANCHORED_MEAN)           /* the same, mean */                                                                    \
    X(TITLED)                  /* how often its words stand in titles where they stand at all */                       \
    X(TITLE_KIND)              /* enum title_kind */                                                                   \
    X(TITLE_COVER)             /* how much of the title the phrase is, or of the page stands below the heading */      \
    X(TITLE_COUNT)             /* pages that have the phrase as a title or part of one, logarithm */                   \
    X(HEADING_COUNT)           /* pages that have it as a heading, logarithm */                                        \
    X(FORM_EQUAL)              /* its form is that of the usual anchor */                                              \
    X(FORM_SHARE)              /* share of the target's links by this phrase that have the usual form */               \
    X(TITLE_FORM_EQUAL)        /* its form is that of the title */                                                     \
    X(TITLE_CASE_EQUAL)        /* its letter case is that of the title */                                              \
    X(TITLE_OVERLAP)           /* weight of its words that stand in the target's text */                               \
    X(CASE)                    /* enum phrase_case */                                                                  \
    X(IN_LINKS)                /* pages that link to the target, logarithm */                                          \
    X(IN_LINKS_RELATIVE)       /* the same, relative to the mean page */                                               \
    X(IN_LIST_LINKS)           /* pages that link to it in lists, logarithm */                                         \
    X(NAMED_RATE)              /* share of the pages that hold a name of the target that link to it */                 \
    X(NAMED)                   /* pages that hold a name of the target, logarithm */                                   \
    X(OUT_LINKS)               /* of the target, logarithm */                                                          \
    X(CONTEXT_PREVIOUS)        /* log odds by the word before */                                                       \
    X(CONTEXT_NEXT)            /* log odds by the word behind */                                                       \
    X(CONTEXT_BLOCK)           /* log odds by the kind of block */                                                     \
    X(CONTEXT_MARKS)           /* log odds by emphasis, quotes, brackets, begin of sentence */                         \
    X(CONTEXT_SECTION)         /* log odds by the heading above */                                                     \
    X(CONTEXT_POSITION)        /* log odds by the place on the page */                                                 \
    X(CONTEXT_FOLDER)          /* log odds by the folder of the content */                                             \
    X(CONTEXT_TO)              /* log odds by the folder of the target */                                              \
    X(CONTEXT_PAIR)            /* log odds by both folders */                                                          \
    X(CONTEXT_BETWEEN)         /* log odds by the words on both sides */                                               \
    X(CONTEXT_LENGTH)          /* log odds by the length and letters of the phrase */                                  \
    X(CONTEXT_PHRASE_PREVIOUS) /* log odds of this phrase by the word before */                                        \
    X(CONTEXT_PHRASE_NEXT)     /* log odds of this phrase by the word behind */                                        \
    X(CONTEXT_FORM)            /* link rate of the phrase in this very form and letter case */                         \
    X(CONTEXT_ALL)             /* log odds of all places */                                                            \
    X(CLASS_NAME)              /* how often the site links phrases that name pages like this one does */               \
    X(CLASS_COUNTS)            /* how often it links phrases that it links elsewhere as often as this one */           \
    X(CLASS_LETTERS)           /* the same, in these letters and of so many words */                                   \
    X(EXACT_FIRST)             /* how often phrases that begin so, where linked, are linked whole and alone */         \
    X(EXACT_LAST)              /* the same by the last word */                                                         \
    X(EXACT_PREVIOUS)          /* the same by the word before */                                                       \
    X(EXACT_NEXT)              /* the same by the word behind */                                                       \
    X(EXACT_FORM)              /* the same of this very phrase in this form */                                         \
    X(EXACT_SHAPE)             /* the same of phrases that differ in numbers only */                                   \
    X(EXACT_BEFORE)            /* the same by the first word and the one before */                                     \
    X(EXACT_BEHIND)            /* the same by the last word and the one behind */                                      \
    X(EXACT)                   /* log odds of all these together */                                                    \
    X(EXACT_MARGIN)            /* less those of the best other phrase for the same target that overlaps */             \
    X(CONTEXT_SUM)             /* of these that depend on the place */                                                 \
    X(CONTEXT_PRIOR)           /* log odds of the prior and of the contexts together */                                \
    X(BLOCK)                   /* enum lexer_block */                                                                  \
    X(MARKS)                   /* enum lexeme_mark */                                                                  \
    X(LINKS_BACK)              /* the target links to this page */                                                     \
    X(BACK_SHARE)              /* share of the phrase's links to the target whose page is linked back */               \
    X(COCITED)                 /* share of the pages that link to this page that link the target too */                \
    X(FOLDER_SHARE)            /* share of the target's linking pages that stand in the folder of this page */         \
    X(SAME_FOLDER)             /* target and content stand in the same folder */                                       \
    X(NEAR_LINKERS)      /* pages near this one that link the target: log of how many times more than by chance */     \
    X(NEAR_SHARE)        /* share of the linking pages near this one that link the target */                           \
    X(NEAREST_LINKER)    /* distance to the nearest page that links the target, log of how often that of chance */     \
    X(ORDER)             /* where the page stands among those that link the target: 0 before all, 1 behind all */      \
    X(NEAR_OUT)          /* links of the pages near this one, log of how many times more than the mean */              \
    X(SAME_FOLDER_SHARE) /* share of the phrase's links to the target from the target's own folder */                  \
    X(NEIGHBOURS)        /* how much the pages that link the target link what else could be linked here */             \
    X(NEIGHBOURS_RANK)   /* the same, relative to the best on the page */                                              \
    X(SIMILAR_LINKERS)   /* how much of the likely pages' similarity belongs to pages that link the target */          \
    X(SIMILAR_BEST)      /* the most similar of the likely pages that link the target */                               \
    X(SIMILARITY)        /* cosine of the content and the target */                                                    \
    X(NEARBY)            /* how much of what the target is about stands around the phrase */                           \
    X(PLACE)             /* where on the page, 0-1 */                                                                  \
    X(COUNT_HERE)        /* occurrences on the page, logarithm */                                                      \
    X(ORDINAL)           /* which of the phrase's occurrences it is */                                                 \
    X(BLOCK_LENGTH)      /* words of its block, logarithm */                                                           \
    X(JOINED)            /* a sign such as "-" or "/" touches it, at 0-2 sides */                                      \
    X(COVERED)           /* a longer known phrase covers it */                                                         \
    X(RIVAL)             /* the best prior of another phrase that overlaps */                                          \
    X(RIVAL_LONGER)      /* the best prior of a longer phrase that overlaps */                                         \
    X(SAME_LONGER)       /* link rate to the same target of a longer phrase that overlaps */                           \
    X(SAME_SHORTER)      /* link rate to the same target of another phrase that overlaps */                            \
    X(SAME_MARGIN)       /* its own rate less these */                                                                 \
    X(IN_LONGER_LINK)    /* share of the linking pages holding it that hold it within other links only */              \
    X(STRENGTH)          /* the prior, corrected by form and place */                                                  \
    X(OTHER_NAMES)       /* how likely other phrases here link the target */                                           \
    X(IN_HEADINGS)       /* share of its words that stand in the headings and the title of the content */              \
    X(TITLE_RIVAL)       /* best title kind among the other targets of the phrase */                                   \
    X(DENSITY)           /* occurrences per hundred words */                                                           \
    X(OTHER_NAME)        /* the best prior of another phrase on the page for the same target */                        \
    X(PRIOR_RANK)        /* how many other phrases have better priors, per hundred words */                            \
    X(SITE_PAGES)        /* logarithm */                                                                               \
    X(SITE_LINKS)        /* links of a page that links, logarithm */                                                   \
    X(SITE_LINKING)      /* share of the pages that link */                                                            \
    X(SITE_RATE)         /* mean link rate of phrases that are linked at all */                                        \
    X(PAGE_WORDS)        /* words of the content, logarithm */                                                         \
    X(PAGE_PRIOR)        /* the priors of the content's best candidates, per hundred words */                          \
    X(CAPITAL_SHARE)     /* share of the pages holding the phrase, not at a sentence's start, that have it capital */  \
    X(NAMED_SHARE)       /* share of the site's pages that hold a name of the target, logarithm */                     \
    X(TARGET_WORDS)      /* words of the target's running text, logarithm */                                           \
    X(SIMILAR_RANK)      /* share of the page's candidates that are less similar to the content */                     \
    X(NEARBY_RANK)       /* the same by what stands around the phrase */

enum feature {
#define LINK_FEATURE_ENUM(name) FEATURE_##name,
    LINK_FEATURES(LINK_FEATURE_ENUM)
#undef LINK_FEATURE_ENUM
        FEATURE_COUNT
};

/* "LINK_COUNT" and so on; NULL from FEATURE_COUNT on. */
const char *model_feature_name(size_t feature);

/* A number that tells this table from others: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of its trees. */
uint32_t model_number(void);

/* Any numbers; more is better. */
struct model_score {
    float link; /* how likely the link is made */
    float text; /* how well its text is chosen, where its page is */
};

/*
 * What the trees (model_trees.inc, written by spec/train/train.py) make of `count` rows of FEATURE_COUNT numbers, one
 * behind the other: the sum of their leaves; and for the text, of the second half of them, which learned which texts
 * authors linked. There is a set of trees for sites that link and one for sites that do not; between them, both have a
 * say: MODEL_FEW_LINKING pages that link weigh as much as nothing known of the site, and from MODEL_MANY_LINKING on
 * only the first set is asked. (With 40 linking pages of four development corpora both together do better than either,
 * by .02 F1; with 400 and more of two others, the first alone does as well.) Of the text the first set tells as soon as
 * any page links. linking_pages: of struct index_header.
 */
enum { MODEL_FEW_LINKING = 40, MODEL_MANY_LINKING = 400 };
void model_scores(const float *features, size_t count, uint64_t linking_pages, struct model_score *scores);

/*
 * The share of right links among chosen links of that score, on sites that the trees did not see: 0-1, rising with the
 * score. Estimated on the development corpora, each by trees of the others (isotonic regression, straight between its
 * steps). model_trees.inc has the table.
 */
float model_probability(float score);

/* The inverse of model_probability: the least score of that probability. */
float model_score_of(float probability);

/*
 * Puts the features that lessons.h learns about into `inputs`, and returns how many they are, at most LESSON_INPUTS.
 * NULL: only tells how many.
 */
size_t model_lesson_inputs(const float *features, float *inputs);

/* The probability from which links are made: where the mean of target and span F1 over the corpora is best. */
extern const float model_threshold;

/*
 * Candidates: the links that could be made. Each is a place in the content where a phrase of the index stands, a page
 * that the phrase may be linked to, and what the ranker wants to know about that link.
 */

struct candidate {
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t phrase, page;
    double score;          /* how likely an author would make this link, 0-1 */
    float text;            /* struct model_score */
    const float *features; /* FEATURE_COUNT; behind them those of the next candidate */
};

/* Where content stands in the site. */
struct own_page {
    uint32_t number; /* of its page; INDEX_NO_PAGE: the index has none */
    bool is_placed;  /* it has a URL */
    struct url_place place;
};

/* That of an absolute, normalised URL; NULL: it has none. */
struct own_page own_page_of(const struct link_index *index, const char *url);

struct candidates {
    struct candidate *list; /* in the order of the content */
    size_t count;
};

/*
 * Finds and describes all candidates; their scores stay 0. language: of the content; NULL: that of its page, else of
 * the site. The list lives in the arena. E_MEMORY.
 */
enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            struct own_page own, const struct language *language, struct arena *arena,
                            struct candidates *candidates, struct error *err);

/*
 * The ranker: how likely an author of the site would make each link. Sets the scores from the features, and by what the
 * site taught. Returns the site's own threshold.
 */
double rank_candidates(const struct link_index *index, struct candidates *candidates);

/* A phrase on the page in one form, at the one of its occurrences where a link is most likely. */
struct use {
    const struct occurrence *occurrence;
    uint32_t phrase, count, ordinal;
    enum phrase_case letters;
    uint16_t form;
    float rate, rate_case;             /* link rates, smoothed */
    float own;                         /* 1: the content's own page is in the index */
    float own_linking;                 /* 1: and links something */
    float form_rate;                   /* link rate of this very form, smoothed */
    float place_odds;                  /* by its surroundings */
    float context_odds[CONTEXT_KINDS]; /* those that tell of the target are 0; from CONTEXT_EXACT_FIRST on: shares */
    float exactness;                   /* log odds that what is linked here begins and ends where the phrase does */
    float place_factor;                /* exp of the negative place_odds, within MOST_PLACE_ODDS */
    float best_strength;
    bool is_described;
};

struct proposal {
    const struct use *use;
    const struct index_target *target;
    float prior;
    float strength; /* the prior, corrected by form and place */
    uint32_t rank;  /* among the targets of the phrase */
    uint32_t named; /* number of its target's struct named */
    uint32_t next;  /* number + 1 of the next proposal for the same target */
    float share;    /* of the phrase's links that go to the target, or a guess from the title */
    float meant;    /* how sure the phrase, where it is linked, means this target and no other */
};

/* What the pages that link a page tell of it. */
struct linkers {
    bool is_known;     /* it was found out */
    float relatedness; /* how much they link what else could be linked here */
    float similar;     /* sum of their squared cosines, as far as they were compared with the content */
    float best;        /* the highest cosine; -1: none */
};

/* A page that proposals lead to; their numbers, plus one. */
struct named {
    uint32_t best, second; /* by strength */
    uint32_t chain;        /* the first of all */
    struct linkers linkers;
};

/* Per lexeme: the best two strengths of different phrases that cover it. */
struct cover {
    uint32_t phrase[2];
    float strength[2];
};

/* A page of the site that links what could be linked here. */
struct neighbour {
    uint32_t page;
    float vote, cosine; /* cosine -1: not compared with the content */
    float damping;      /* by how much else it links */
};

/* The different terms of the content, as vectors know them (index_vector_key), numbered from 1. */
struct site_vocabulary {
    uint32_t *slots; /* a hash table: key in the upper half, number in the lower; 0: free */
    size_t mask;
    uint32_t *at;   /* per lexeme: the number of its term; 0: it is a sign, or the site does not have it */
    float *content; /* per number: weight in the content; their vector has length 1 */
    float *target;  /* per number: weight in the present target; all zero between targets */
    uint32_t *seen; /* per number: by which use it was seen last */
    size_t count;
};

/* What was counted of a frequent context. No key is 0. */
struct known_context {
    uint64_t key;
    const struct index_context *context; /* NULL: nothing */
};
enum { KNOWN_CONTEXTS = 256 };

struct match {
    const struct link_index *index;
    const struct index_logs *logs;
    struct str text; /* the content */
    const struct lexed *lexed;
    const struct occurrences *occurrences;
    const struct index_page *own; /* the content's own page in the index, NULL: it has none */
    uint32_t own_number;
    const struct url_place *place; /* of the content; NULL: not known */
    struct arena *arena;
    uint64_t *sections;     /* per lexeme: hash of the heading above */
    uint32_t *block_starts; /* per lexeme: first of its block */
    uint32_t *block_ends;   /* per lexeme that is the first of a block: where that ends */
    struct site_vocabulary vocabulary;
    struct use *uses;
    size_t use_count;
    float *best_strengths;      /* of the uses, the highest first */
    struct proposal *proposals; /* those of a use together */
    size_t proposal_count;
    float least_prior; /* proposals below that are not described: only the others know them */
    struct cover *covers;
    struct table pages; /* (page, 0) -> number + 1 of its struct named */
    struct named *named;
    size_t named_count;
    struct table headed; /* (term + 1, 0): stands in a heading or the title of the content */
    struct table votes;  /* (page, 0) -> number + 1 of its entry in neighbours */
    struct neighbour *neighbours;
    size_t neighbour_count;
    float best_neighbours; /* the highest of the page */
    float compared;        /* sum of the squared cosines of the neighbours that were compared */
    float page_prior;
    float near_linking; /* pages near the content's own that link */
    float near_out;     /* FEATURE_NEAR_OUT */
    float mean_in, mean_out, linking_share, site_rate;
    struct known_context *known; /* KNOWN_CONTEXTS, each at the lowest bits of its key */
};

/* fmaxf and fminf, which mind what is no number, are calls. */
static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float smaller(float a, float b)
{
    return a < b ? a : b;
}

static inline float phrase_count(const struct index_phrase *phrase, int stat)
{
    return count_values[phrase->stats[stat]];
}

static inline float target_count(const struct index_target *target, int stat)
{
    return count_values[target->stats[stat]];
}

static inline float page_count_of(const struct index_page *page, int stat)
{
    return count_values[page->stats[stat]];
}

/* priors.c: sorts priors, the highest first. None is below 0. False when memory ran out. */
bool match_sort_priors(struct arena *arena, float *priors, size_t count);

/* The highest but n of them, which are sorted for it; -1: there are no more than n, or memory ran out. */
float match_nth(struct arena *arena, float *priors, size_t count, size_t n);

/* Log odds of the place beyond this are taken for chance. */
#define MOST_PLACE_ODDS 2.0F

/*
 * The features. match_*_use sets those that all proposals of a use share, match_*_target the others, behind it; rows
 * have FEATURE_COUNT numbers.
 */

/* features_text.c */
bool match_weigh_content(struct match *match);
void match_text_target(struct match *match, const struct proposal *proposal, float *out);

/* features_phrase.c */
void match_phrase_use(const struct match *match, const struct use *use, float *out);
void match_phrase_target(const struct match *match, const struct proposal *proposal, float *out);

/*
 * features_place.c. What is counted of the contexts of a place: match_find_place sets what occurrences of a phrase are
 * compared by, match_find_chosen what makes the strength of the one that is chosen, match_find_described the rest.
 * Before that, match_seek_* sets the keys, one for each enum context_kind, and asks for the memory.
 */
void match_seek_place(const struct match *match, const struct use *use, uint64_t *keys);
void match_find_place(const struct match *match, const uint64_t *keys, struct use *use);
void match_find_chosen(const struct match *match, struct use *use);
void match_seek_described(const struct match *match, const struct use *use, uint64_t *keys);
void match_find_described(const struct match *match, const uint64_t *keys, struct use *use);

/*
 * The next proposal behind `rival` (NULL: the first) for the same page whose text overlaps that of `proposal`, NULL
 * when there is none. *steps begins with 0: a hostile content may have very many.
 */
const struct proposal *match_next_rival(const struct match *match, const struct proposal *proposal,
                                        const struct proposal *rival, uint32_t *steps);

/* The best title among the other targets of the proposal's phrase. */
enum title_kind match_title_rival(const struct match *match, const struct proposal *proposal);

void match_place_use(const struct match *match, const struct use *use, float *out);
void match_place_target(const struct match *match, const struct proposal *proposal, float *out);

/* features_graph.c */
void match_find_near(struct match *match);
bool match_find_neighbours(struct match *match);
void match_graph_target(const struct match *match, const struct proposal *proposal, float *out);

#endif
