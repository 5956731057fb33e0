/*
 * Which pages may be linked to, and how much a link to each is worth: by the options, by the links that the content has
 * already, and by those that are chosen.
 */
#include "link/choose/choose_parts.h"

#include <math.h>

enum { VERDICTS = 1024 };

struct verdict {
    uint32_t page; /* plus one */
    bool is_open, is_preferred;
};

/* --- pages that are closed, by number --- */

static struct closed_page *targets_find_slot(const struct targets *targets, uint32_t page)
{
    /* Multiplicative hashing; Knuth, The Art of Computer Programming 3, 6.4. */
    size_t at = (page * UINT32_C(2654435769)) & (targets->slot_count - 1);
    while (targets->slots[at].why && targets->slots[at].page != page)
        at = (at + 1) & (targets->slot_count - 1);
    return &targets->slots[at];
}

/* --- closing pages --- */

/* True: the page was open. */
static bool close_page(struct targets *targets, uint32_t page, enum link_refusal why)
{
    struct closed_page *slot = page == INDEX_NO_PAGE ? NULL : targets_find_slot(targets, page);
    if (!slot || slot->why)
        return false;
    *slot = (struct closed_page){page, why};
    return true;
}

/* Closes the excluded pages. An address that can be no page's is passed over. */
static void close_excluded(struct targets *targets)
{
    const struct link_texts *excluded = &targets->options->exclude_urls;
    for (size_t i = 0; i < excluded->count; i++) {
        char *absolute = page_url_resolve(targets->arena, excluded->list[i]);
        if (absolute)
            close_page(targets, index_find_page(targets->index, url_key(absolute)), REFUSED_EXCLUDED_PAGE);
    }
}

/* Closes what the content links to. */
static void close_linked(struct targets *targets, const struct choosing *choosing)
{
    for (size_t i = 0; i < choosing->lexed->anchor_count; i++)
        targets->links += close_page(targets, choosing->linked[i], REFUSED_LINKED_PAGE);
}

static void read_patterns(struct targets *targets)
{
    const struct link_options *options = targets->options;
    if (!options->allow_urls.count && !options->deny_urls.count && !options->priority_urls.count)
        return;
    targets->verdicts = ARENA_ARRAY(targets->arena, VERDICTS, struct verdict);
    url_patterns_read(targets->arena, options->allow_urls, &targets->allowed);
    url_patterns_read(targets->arena, options->deny_urls, &targets->denied);
    url_patterns_read(targets->arena, options->priority_urls, &targets->preferred);
}

void targets_init(struct targets *targets, const struct choosing *choosing, size_t most_taken, struct arena *arena)
{
    const struct link_options *options = choosing->options;
    *targets = (struct targets){.index = choosing->index,
                                .options = options,
                                .language = choosing->language_tag,
                                .arena = arena,
                                .slot_count = 64};
    size_t most = 1 + options->exclude_urls.count + choosing->lexed->anchor_count + most_taken;
    while (targets->slot_count < 2 * most)
        targets->slot_count *= 2;
    targets->slots = ARENA_ARRAY(arena, targets->slot_count, struct closed_page);
    if (!targets->slots)
        return;
    read_patterns(targets);
    close_excluded(targets);
    close_page(targets, choosing->own.number, REFUSED_OWN_PAGE);
    close_linked(targets, choosing);
}

/* --- asking --- */

/* The key of a page's URL; "": it has none, or memory ran out, which the arena notes. */
static struct str key_of(struct targets *targets, uint32_t page)
{
    struct str url = index_page_url(targets->index, page, targets->arena);
    char *absolute = url.data ? page_url_resolve(targets->arena, url) : NULL;
    return absolute ? url_key(absolute) : STR("");
}

/* What the patterns say of a page; what they said of other pages is forgotten now and then. */
static const struct verdict *targets_judge(struct targets *targets, uint32_t page)
{
    struct verdict *verdict = &targets->verdicts[page % VERDICTS];
    if (verdict->page == page + 1)
        return verdict;
    struct str key = key_of(targets, page);
    bool allowed = !targets->options->allow_urls.count || url_patterns_match(&targets->allowed, key);
    *verdict = (struct verdict){
        .page = page + 1,
        .is_open = allowed && !url_patterns_match(&targets->denied, key),
        .is_preferred = url_patterns_match(&targets->preferred, key),
    };
    return verdict;
}

/* Is the page in the content's language, as far as that is known of both? Of "pt-BR" and "pt" the first part counts. */
static bool is_in_language(const struct targets *targets, uint32_t page)
{
    struct str own = targets->language, other = index_language(targets->index, page);
    own.len = str_find(own, STR("-"), 0);
    other.len = str_find(other, STR("-"), 0);
    return !own.len || !other.len || str_ieq(own, other);
}

enum link_refusal targets_refuse_name(struct targets *targets, uint32_t page)
{
    if (targets_find_slot(targets, page)->why == REFUSED_EXCLUDED_PAGE)
        return REFUSED_EXCLUDED_PAGE;
    if (targets->options->same_language && !is_in_language(targets, page))
        return REFUSED_LANGUAGE;
    return !targets->verdicts || targets_judge(targets, page)->is_open ? NOT_REFUSED : REFUSED_EXCLUDED_PAGE;
}

/* How many pages link to the page, and how many of them with the candidate's phrase. */
static double links_to(const struct targets *targets, uint32_t page)
{
    return (double)count_values[targets->index->pages[page].stats[PAGE_IN]];
}

static double links_by(const struct targets *targets, const struct candidate *candidate)
{
    const struct index_phrase *phrase = &targets->index->phrases[candidate->phrase];
    size_t count = index_clip(targets->index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
    for (size_t i = 0; i < count; i++) {
        const struct index_target *target = &targets->index->targets[phrase->first_target + i];
        if (target->page == candidate->page)
            return (double)count_values[target->stats[TARGET_LINKS]];
    }
    return 0;
}

/*
 * May one more link of the site to the page have the candidate's text, by max_anchor_share? With the new link there are
 * one more; a share of them that is no whole number is rounded up.
 */
static bool may_repeat(const struct targets *targets, const struct candidate *candidate)
{
    double share = targets->options->max_anchor_share;
    if (share <= 0 || share >= 1)
        return true;
    return links_by(targets, candidate) + 1 <= ceil(share * (links_to(targets, candidate->page) + 1));
}

enum link_refusal targets_refuse(const struct targets *targets, const struct candidate *candidate)
{
    enum link_refusal why = targets_find_slot(targets, candidate->page)->why;
    return why || may_repeat(targets, candidate) ? why : REFUSED_SHARE;
}

/* The probability whose odds are `times` those of another. */
static double times_odds(double probability, double times)
{
    return probability * times / (1 - probability + probability * times);
}

double targets_weigh(struct targets *targets, uint32_t page, double score)
{
    double boost = targets->options->orphan_boost;
    if (boost > 0)
        score = times_odds(score, exp(boost / (1 + links_to(targets, page))));
    if (targets->preferred.count && targets_judge(targets, page)->is_preferred)
        score = times_odds(score, exp(1));
    return score;
}

/* --- the home page --- */

static struct str up_to(struct str text, const char *end)
{
    return (struct str){text.data, str_find(text, str_from(end), 0)};
}

/* "de" or "pt-BR", in the language of the page. */
static bool is_language_root(const struct targets *targets, uint32_t page, struct str part)
{
    struct str language = up_to(index_language(targets->index, page), "-");
    return language.len && str_ieq(up_to(up_to(part, "-"), "_"), language);
}

/* "example.org", "example.org/index.html", and the same of a language. */
static bool is_home(const struct targets *targets, uint32_t page, struct str key)
{
    struct str path = key;
    url_next_part(&path);
    struct str part = url_next_part(&path);
    if (is_language_root(targets, page, part))
        part = url_next_part(&path);
    bool is_index = str_starts(part, STR("index.")) && str_find(part, STR("?"), 0) == part.len;
    return !path.len && (!part.len || is_index);
}

/* Do several authors link the page by the candidate's phrase, and on no few of the pages that hold it? */
static bool is_usual(const struct targets *targets, const struct candidate *candidate)
{
    enum { SEVERAL = 3 };
    static const float least = 0.5F;
    return links_by(targets, candidate) >= SEVERAL && candidate->features[FEATURE_LINK_RATE] >= least;
}

/*
 * Does the candidate lead to the home page, and do authors hardly link it by that phrase, or on few of the pages that
 * hold it? Its title is what the whole site is called, of which every page speaks.
 */
static bool is_mere_brand(struct targets *targets, const struct candidate *candidate, struct str key)
{
    if (!is_home(targets, candidate->page, key) || is_usual(targets, candidate))
        return false;
    return !targets->preferred.count || !targets_judge(targets, candidate->page)->is_preferred;
}

/* --- lists of pages --- */

/* Is it a list of pages that authors hardly link by that phrase? Its title is a word that other pages are about. */
static bool is_mere_list(const struct targets *targets, const struct candidate *candidate, struct str key)
{
    return url_key_is_list(key) && !is_usual(targets, candidate);
}

/* --- taking --- */

enum link_refusal targets_take(struct targets *targets, const struct candidate *candidate)
{
    struct str key = key_of(targets, candidate->page);
    if (!key.len || index_find_page(targets->index, key) != candidate->page)
        return REFUSED_ADDRESS;
    if (is_mere_list(targets, candidate, key))
        return REFUSED_LIST;
    if (is_mere_brand(targets, candidate, key))
        return REFUSED_HOME;
    return close_page(targets, candidate->page, REFUSED_BETTER_PLACE) ? NOT_REFUSED : REFUSED_ADDRESS;
}
