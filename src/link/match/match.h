/*
 * match: what could be linked in a content, and how likely an author of the site would link it.
 *
 * Wherever a phrase of the index stands in the content, it and a page that it names are a candidate. The counts of the
 * index give a first guess; the most likely candidates are described by their features, of which the model makes a
 * score, and what the site's own links taught corrects it.
 *
 *   match.h           candidates, found and scored; the list of features; the model; lessons
 *   candidates.c      from the occurrences of phrases to described and scored candidates
 *   occurrences.c     where phrases of the index stand in the content
 *   features.c        features of phrase, target and text, and of the links between pages
 *   features_place.c  features of the place, and of the other candidates around it
 *   model.c           the trees that all sites share (model_trees.inc), and what their scores mean
 *   lessons.c         the trees that are grown on the links of one site
 *   match_parts.h     what these files share
 */
#ifndef COPYDESK_LINK_MATCH_MATCH_H
#define COPYDESK_LINK_MATCH_MATCH_H

#include "link/index/index.h"

/*
 * --- candidates: the links that could be made ---
 *
 * Each is a place in the content where a phrase of the index stands, a page that the phrase may be linked to, and what
 * the ranker wants to know about that link.
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
 * Sets the scores, how likely an author of the site would make each link, from the features and by what the site
 * taught. Returns the site's own threshold.
 */
double rank_candidates(const struct link_index *index, struct candidates *candidates);

/*
 * --- features and model: what a link is judged by, and how ---
 *
 * A candidate is described by a row of numbers, its features; boosted trees make a score of them. The table below is
 * the one list of features. Its order is the order of the numbers in a row, and of what spec/train writes for training.
 * To add one, add a line and set it where candidates are described; then train again. No feature may be NaN or
 * infinite: what is unknown is -1.
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
 * Puts the features that lessons learn about into `inputs`, and returns how many they are, at most LESSON_INPUTS.
 * NULL: only tells how many.
 */
size_t model_lesson_inputs(const float *features, float *inputs);

/* The probability from which links are made: where the mean of target and span F1 over the corpora is best. */
extern const float model_threshold;

/*
 * --- lessons: what the links of one site teach about how its authors link ---
 *
 * On top of the model that all sites share. The model's score is corrected by a few small trees that are grown on the
 * site's own pages, each to mend what the score and the trees before it got wrong; and the score from which links are
 * made is the one that does best on the site.
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

#endif
