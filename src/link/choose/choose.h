/*
 * choose: which of the links that could be made are made, and the content with them.
 *
 *   choose.h         candidates in, choices out
 *   select.c         candidates by score, the best first, and what of the content is closed to links
 *   targets.c        which pages may be linked to
 *   anchors.c        which texts may become links, and the words around them; the content with the links
 *   places.c         where a further link may stand: distance, caps, whole elements; the links that are there already
 *   name.c           names that are sure or likely, whatever the authors' habit; everyday words, which name nothing
 *   summary.c        why candidates are not chosen, one by one, and all together in figures and a sentence
 *   options.h, .c    what a caller may ask for: the table of options.inc; addresses by which options name pages
 *   choose_parts.h   what these files share
 *
 * The rules, beside those of the options and of the lexer (no link in or around links, headings, code and so on):
 *
 * - The better score first; of equal ones the earlier place, the longer phrase.
 * - The whole before its part: where a phrase stands inside a longer one that scores as well, it is not linked; nor
 *   does it where it scores better, as long as no more than one other page links it. Whether the longer one is linked
 *   in the end, or was linked before, makes no difference: it is a name, and its part is none. Inside a page's whole
 *   title nothing is linked, whatever the scores, unless authors link that page by a part of its title.
 * - The name without the words of the sentence: where the page's title, or what authors link it by, stands inside a
 *   phrase that nobody links, the phrase gives way to it.
 * - One link for each page, and one page for each text: the same words do not lead to two pages.
 * - No text that names nothing: "previous post", "click here".
 * - No everyday word in lower case that no author links, "about", "help"; no home page by the mere name of the site; no
 *   list of pages, as of a tag or a month, that authors hardly link by that text.
 * - Links that the content has already count, but for those of the frame, which every page has: their pages are linked
 *   no second time, and they take part in the limits on number, distance, and links in a sentence and a paragraph.
 */
#ifndef COPYDESK_LINK_CHOOSE_CHOOSE_H
#define COPYDESK_LINK_CHOOSE_CHOOSE_H

#include "link/match/match.h"

/* --- why a link that could be made is not made: one row for each rule --- */

/*
 * A page that is named in several ways may be refused for several reasons: what comes first here says most about what
 * would have to be changed, and tells what became of the page.
 */
enum link_refusal {
    NOT_REFUSED,
    REFUSED_SCORE, /* nothing else stands against it */
    REFUSED_COUNT, /* the same */
    REFUSED_OWN_PAGE,
    REFUSED_LINKED_PAGE, /* by the content, before */
    REFUSED_EXCLUDED_PAGE,
    REFUSED_LANGUAGE,
    REFUSED_EXCLUDED_TEXT,
    REFUSED_SHARE,
    REFUSED_SPACING,
    REFUSED_SENTENCE,
    REFUSED_PARAGRAPH,
    REFUSED_ELEMENT,
    REFUSED_NAMELESS,
    REFUSED_ADDRESS,
    REFUSED_LIST, /* a tag, a category, by a name that nobody links */
    REFUSED_HOME, /* by a name that is the whole site's */
    REFUSED_TAKEN_TEXT,
    REFUSED_BETTER_PLACE, /* of the same page */
    REFUSED_OVERLAP,
    REFUSED_PART,
    REFUSAL_COUNT
};

struct refusal {
    const char *word;     /* for programs, never changed: "low_score" */
    const char *sentence; /* for people */
    const char *clause;   /* behind a number of pages: "3 below the threshold" */
};

/* Of each, in the order of the enum. */
extern const struct refusal link_refusals[REFUSAL_COUNT];

/* --- choosing --- */

struct choice {
    size_t start, end; /* bytes of the content, end exclusive; every element inside is whole */
    double score;
    const struct candidate *candidate; /* in the list that was given */
    enum link_refusal refusal;         /* of one that was not chosen; its edge may cut elements */
};

struct choices {
    struct choice *list; /* in the order of the content */
    size_t count;
    struct choice *refused; /* with the option explain: all other candidates, the best first */
    size_t refused_count;
};

struct choosing {
    const struct link_index *index;
    struct str content;
    const struct lexed *lexed;
    const struct link_options *options;
    const uint32_t *linked; /* per link of the content: its page; INDEX_NO_PAGE: none */
    struct own_page own;
    struct str language_tag;         /* of the content; "": unknown */
    const struct language *language; /* the same; NULL: unknown, or not in the table of languages */
    double min_score;
    bool takes_sure_names, takes_likely_names; /* though they score less */
    struct arena *arena;                       /* for texts of the index */
};

/*
 * Chooses among the candidates, which must be in the order of their first lexeme. At most max_links, in the arena.
 * E_MEMORY.
 *
 * Most of the work is done for candidates that are chosen; for the others it is a comparison of scores.
 */
enum status choose_links(const struct choosing *choosing, const struct candidates *candidates, struct arena *arena,
                         struct choices *choices, struct error *err);

/*
 * --- where in the content no link is made ---
 *
 * Besides links, headings, code and the like, which the lexer knows itself: in the elements and at the start, as the
 * options say, and in the content's own list of sources.
 */

/*
 * What the lexer is to exclude: elements of exclude_tags and exclude_classes, and those whose class or id calls them
 * references, sources, footnotes or the like. The options must live as long as it is used.
 */
struct lexer_exclusion closed_elements(const struct link_options *options);

/*
 * Blocks, of what was lexed, the first skip_words words; the lists under a heading such as "Sources"; and the elements
 * of exclude_tags that Markdown has signs for: blockquote, lists and their items, tables and their cells, em and
 * strong. language: of the content; NULL: unknown. E_MEMORY.
 */
enum status close_places(struct lexed *lexed, const struct link_options *options, const struct language *language,
                         struct arena *arena, struct error *err);

/*
 * --- the links of the content that lead to pages of the index, such as those of an earlier call ---
 *
 * The words in them can become no link, but phrases are found in them and across their edges as if they were text: so a
 * linked content gives the same candidates as the content did, and what did not become a link then does not become one
 * now.
 */

/*
 * Sets choosing->linked, and marks the lexemes of `lexed`, which is that of choosing. What a relative address means
 * without the content's own is not known: then it is taken for one on the site of the index's first page. Want of
 * memory is noted in the arena.
 */
void site_links_find(struct choosing *choosing, struct lexed *lexed, struct arena *arena);

/*
 * In plain text a link is an address behind its text. The candidate that is its text: the longest that ends there and
 * leads to that page; NULL: there is none. anchor: its number.
 */
const struct candidate *site_links_text(const struct choosing *choosing, const struct candidates *candidates,
                                        size_t anchor);

/* --- what became of the pages that a content names, and what would bring more links --- */

/* choices: with what was refused. The summary lives in the arena, which notes want of memory. */
void summary_make(const struct choosing *choosing, const struct choices *choices, struct arena *arena,
                  struct link_summary *summary);

/*
 * Appends how many pages of a site link to others in their text: a sentence, which says also what follows from that
 * where they are few.
 */
void summary_add_site(struct buf *out, size_t linking_pages, size_t pages);

/* --- the content with the links --- */

/*
 * Appends the content with <a href="..."> ... </a> around each choice, and the attributes of the options: rel, target,
 * class, title. As the format of the options is: for Markdown with [...](...), or [...](... "title"), which has no
 * place for the other attributes; for text without markup with " <url>" behind each choice.
 */
void splice_links(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count);

/*
 * Which texts may become links: by the lists of the options; none that names nothing ("click here"); and the same text
 * leads to one page alone. The links that the content has already count.
 */

struct anchors {
    const struct choosing *choosing;
    struct arena *arena;
    struct map allowed, denied, used; /* by the caseless text */
};

/* The arena keeps all of it, and notes want of memory, here as in all that follows. */
void anchors_init(struct anchors *anchors, const struct choosing *choosing, struct arena *arena);

/* Why a stretch of the content, as folded_text gives it, may not become a link to the page. */
enum link_refusal anchors_refuse(const struct anchors *anchors, struct str folded, uint32_t page);

/* Notes that it does. */
void anchors_take(struct anchors *anchors, struct str folded);

/*
 * The visible text of HTML, or of Markdown that has no markup inside: decoded, white space squeezed. data NULL: no
 * memory.
 */
struct str visible_text(struct arena *arena, struct str html);

/* The caseless form of that, by which texts are compared. data NULL: no memory. */
struct str folded_text(struct arena *arena, struct str markup);

/*
 * The visible text before and behind a choice: up to a dozen words of its paragraph at each side, in the arena.
 */
void context_of(const struct choosing *choosing, const struct choice *choice, struct arena *arena, struct str *before,
                struct str *after);

#endif
