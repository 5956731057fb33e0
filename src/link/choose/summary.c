#include "link/choose/choose.h"

#include <math.h>
#include <stdlib.h>

/* Authors link seldom where fewer than one page in so many links to others: there the site's own measure makes few
 * links or none in a text of usual length. */
enum { SELDOM = 10 };

const struct refusal link_refusals[REFUSAL_COUNT] = {
    [NOT_REFUSED] = {"linked", "It is linked.", "linked"},
    [REFUSED_SCORE] = {"low_score", "Its score is below the threshold.", "below the threshold"},
    [REFUSED_COUNT] = {"too_many", "As many links are made as are allowed.", "beyond the most links allowed"},
    [REFUSED_OWN_PAGE] = {"own_page", "It leads to the content's own page.", "the content's own page"},
    [REFUSED_LINKED_PAGE] = {"linked_before", "The content links to this page already.", "linked before"},
    [REFUSED_EXCLUDED_PAGE] = {"page_excluded", "The options exclude this page.", "excluded by options"},
    [REFUSED_LANGUAGE] = {"other_language", "The page is in another language.", "in another language"},
    [REFUSED_EXCLUDED_TEXT] = {"text_excluded", "The options exclude this text.", "by texts that options exclude"},
    [REFUSED_SHARE] = {"text_overused", "Too many links to this page have the same text.", "by overused texts"},
    [REFUSED_SPACING] = {"too_near", "It stands too near to another link.", "too near to other links"},
    [REFUSED_SENTENCE] = {"sentence_full", "Its sentence has as many links as are allowed.", "in full sentences"},
    [REFUSED_PARAGRAPH] = {"paragraph_full", "Its paragraph has as many links as are allowed.", "in full paragraphs"},
    [REFUSED_ELEMENT] = {"cuts_element", "The link would cut an element in two.", "across the edge of an element"},
    [REFUSED_NAMELESS] = {"names_nothing", "The text names nothing by itself.", "by texts that name nothing"},
    [REFUSED_ADDRESS] = {"bad_address", "The page's address cannot be linked.", "without a usable address"},
    [REFUSED_LIST] = {"list_page", "The page is a list of others, seldom linked by this.", "lists of pages"},
    [REFUSED_HOME] = {"site_name", "The text is the name of the whole site.", "by the name of the whole site"},
    [REFUSED_TAKEN_TEXT] = {"text_taken", "The same text leads to another page.", "whose name leads to another page"},
    [REFUSED_BETTER_PLACE] = {"better_place", "Another place is the better link to this page.", "linked elsewhere"},
    [REFUSED_OVERLAP] = {"overlap", "It overlaps a better link.", "overlapping better links"},
    [REFUSED_PART] = {"part_of_name", "It stands inside a longer name.", "inside longer names"},
};

/* --- the figures --- */

struct summary_outcome {
    uint32_t page;
    enum link_refusal why;
};

/* By page; of one page first what tells most. */
static int compare_outcomes(const void *a, const void *b)
{
    const struct summary_outcome *left = a, *right = b;
    if (left->page != right->page)
        return left->page < right->page ? -1 : 1;
    return (left->why > right->why) - (left->why < right->why);
}

static size_t add_outcomes(struct summary_outcome *outcomes, const struct choice *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        outcomes[i] = (struct summary_outcome){list[i].candidate->page, list[i].refusal};
    return count;
}

/* Counts pages by what became of them. */
static void summary_count_pages(const struct choices *choices, struct arena *arena, size_t counts[REFUSAL_COUNT])
{
    struct summary_outcome *outcomes =
        ARENA_ARRAY(arena, choices->count + choices->refused_count + 1, struct summary_outcome);
    if (!outcomes)
        return;
    size_t count = add_outcomes(outcomes, choices->list, choices->count);
    count += add_outcomes(outcomes + count, choices->refused, choices->refused_count);
    qsort(outcomes, count, sizeof *outcomes, compare_outcomes);
    for (size_t i = 0; i < count; i++)
        if (!i || outcomes[i].page != outcomes[i - 1].page)
            counts[outcomes[i].why]++;
}

/* Half of the threshold, cut to one digit: a number that people would give. */
static double half_of(double threshold)
{
    double unit = pow(10, floor(log10(threshold / 2)));
    return floor(threshold / 2 / unit) * unit;
}

static void count_lower(const struct choices *choices, struct link_summary *summary)
{
    if (summary->threshold <= 0)
        return;
    summary->lower_threshold = half_of(summary->threshold);
    for (size_t i = 0; i < choices->refused_count; i++)
        summary->lower_links +=
            choices->refused[i].refusal == REFUSED_SCORE && choices->refused[i].score >= summary->lower_threshold;
}

static void list_left_out(const size_t counts[REFUSAL_COUNT], struct arena *arena, struct link_summary *summary)
{
    struct link_left_out *list = ARENA_ARRAY(arena, REFUSAL_COUNT, struct link_left_out);
    summary->linked = counts[NOT_REFUSED];
    summary->named = counts[NOT_REFUSED];
    summary->left_out = list;
    for (size_t why = NOT_REFUSED + 1; list && why < REFUSAL_COUNT; why++) {
        summary->named += counts[why];
        if (counts[why])
            list[summary->left_out_count++] = (struct link_left_out){link_refusals[why].word, counts[why]};
    }
}

/* --- the note --- */

/* Of a handful of pages nothing can be said. */
static bool links_seldom(size_t linking_pages, size_t pages)
{
    return pages >= SELDOM && linking_pages * SELDOM < pages;
}

static void summary_add_number(struct buf *out, size_t number, const char *none)
{
    if (number)
        buf_grouped(out, (int64_t)number);
    else
        buf_str(out, none);
}

void summary_add_site(struct buf *out, size_t linking_pages, size_t pages)
{
    summary_add_number(out, linking_pages, "None");
    buf_str(out, " of the site's ");
    buf_count(out, (int64_t)pages, "page", "pages");
    buf_str(out, linking_pages <= 1 ? " links to others in its text" : " link to others in their text");
    if (links_seldom(linking_pages, pages))
        buf_str(out, ": its authors link seldom, so few links are made; the density \"many\" links every sure name "
                     "once");
    buf_char(out, '.');
}

static void add_lower(struct buf *out, const struct link_summary *summary)
{
    buf_printf(out, " %.2g", summary->threshold);
    if (summary->lower_links)
        buf_printf(out, " (a least score of %.2g would link %zu of them)", summary->lower_threshold,
                   summary->lower_links);
}

static void add_outcome(struct buf *out, const struct link_summary *summary, enum link_refusal why, size_t pages)
{
    buf_str(out, why == NOT_REFUSED ? ": " : ", ");
    summary_add_number(out, pages, "none");
    buf_char(out, ' ');
    buf_str(out, link_refusals[why].clause);
    if (why == REFUSED_SCORE)
        add_lower(out, summary);
}

static void add_named(struct buf *out, const struct link_summary *summary, const size_t counts[REFUSAL_COUNT])
{
    buf_grouped(out, (int64_t)summary->named);
    buf_str(out, " of ");
    buf_count(out, (int64_t)summary->pages, "page", "pages");
    buf_str(out, summary->named == 1 ? " is named in this text" : " are named in this text");
    for (size_t why = NOT_REFUSED; why < REFUSAL_COUNT; why++)
        if (counts[why] || why == NOT_REFUSED)
            add_outcome(out, summary, (enum link_refusal)why, counts[why]);
    buf_char(out, '.');
}

/* Would the density change how many links there are, and is it the site that makes them few? */
static bool is_for_density(const struct link_options *options, const struct link_summary *summary,
                           const size_t counts[REFUSAL_COUNT])
{
    return counts[REFUSED_SCORE] && options->min_score < 0 && options->density != LINK_MANY &&
           links_seldom(summary->linking_pages, summary->pages);
}

static void add_note(struct buf *out, const struct link_options *options, const struct link_summary *summary,
                     const size_t counts[REFUSAL_COUNT])
{
    if (summary->named) {
        add_named(out, summary, counts);
    } else {
        buf_str(out, summary->pages ? "The index has " : "The index has no pages.");
        if (summary->pages)
            buf_count(out, (int64_t)summary->pages, "page, which is not named where links may be.",
                      "pages, none of which is named where links may be.");
    }
    if (is_for_density(options, summary, counts)) {
        buf_char(out, ' ');
        summary_add_site(out, summary->linking_pages, summary->pages);
    }
}

/* --- the summary --- */

void summary_make(const struct choosing *choosing, const struct choices *choices, struct arena *arena,
                  struct link_summary *summary)
{
    size_t counts[REFUSAL_COUNT] = {0};
    *summary = (struct link_summary){
        .pages = link_page_count(choosing->index),
        .linking_pages = (size_t)choosing->index->header.linking_pages,
        .threshold = choosing->min_score,
    };
    summary_count_pages(choices, arena, counts);
    list_left_out(counts, arena, summary);
    count_lower(choices, summary);
    struct buf note = {0};
    add_note(&note, choosing->options, summary, counts);
    summary->note = buf_keep(&note, arena);
}
