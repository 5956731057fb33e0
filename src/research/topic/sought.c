/* How far pages are about a keyword, and whether they are enough. */
#include "research/topic/topic_parts.h"

enum { ENOUGH = 3 /* sentences; fewer are asides */ };

/* Shares of the keyword, by weight. */
struct coverage {
    double titled;  /* that the title has */
    double named;   /* that the title has, or the text says throughout */
    double covered; /* in all: named whole, in several sentences most of it, in one half */
    double dense;   /* that the text says, by how often */
};

struct page_judge {
    const struct sought *sought;
    const struct page *page;
    bool is_kept; /* paragraphs are the stems of sentences */
    struct sought_reader reader;
    struct sought_page *found;
    struct sought_hit title;
    bool has_part;             /* it has a word that is a part of a head: "Pool" for "Poolpflege" */
    size_t told[SOUGHT_HEADS]; /* sentences, by head */
    struct coverage has;
};

/* --- titles --- */

/* "example.org" names a site, not what it is on. */
static size_t leave_out_hosts(struct sought_token *tokens, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (str_find(tokens[i].folded, STR("."), 0) == tokens[i].folded.len)
            tokens[kept++] = tokens[i];
    return kept;
}

/* The text is the title if it says more than what is known as it. */
static void try_title(struct page_judge *judge, struct str text)
{
    struct sought_token *tokens;
    struct sought_hit hit;
    size_t count = sought_tokens(&judge->reader, text, &tokens);
    count = leave_out_hosts(tokens, count);
    sought_hit_read(judge->sought, tokens, count, &hit);
    for (size_t i = 0; i < count; i++)
        judge->has_part |= sought_has_part(judge->sought, &tokens[i]);
    if ((hit.heads & ~judge->title.heads) || !judge->title.words)
        judge->title = hit;
}

/* What <title> and the first heading say is often not the same. */
static void sought_read_title(struct page_judge *judge)
{
    const struct page *page = judge->page;
    size_t first = 0;
    try_title(judge, str_from(page->title));
    while (first < page->count && page->blocks[first].kind != BLOCK_HEADING)
        first++;
    if (first < page->count && page->blocks[first].level == 1)
        try_title(judge, page->blocks[first].text);
}

/* --- sentences --- */

static void read_sentence(struct page_judge *judge, struct str text)
{
    struct sought_token *tokens;
    size_t count =
        judge->is_kept ? sought_stems(&judge->reader, text, &tokens) : sought_tokens(&judge->reader, text, &tokens);
    head_set held = sought_held_by_all(judge->sought, tokens, count);
    judge->found->sentences++;
    judge->found->with_all += held == sought_all(judge->sought);
    judge->found->with_noun += (held & judge->sought->noun) != 0;
    for (size_t i = 0; i < judge->sought->count; i++)
        judge->told[i] += (held & head_bit(i)) != 0;
}

/* About half of the words of a text are function words, which an index does not keep. */
static size_t block_word_count(const struct page_judge *judge, const struct block *block)
{
    return words_count(block->text) * (judge->is_kept ? 2 : 1);
}

static void sought_read_block(struct page_judge *judge, const struct block *block)
{
    struct sentence *sentences;
    size_t count;
    judge->found->words += block_word_count(judge, block);
    if (block->kind != BLOCK_PARAGRAPH && block->kind != BLOCK_LIST_ITEM)
        return;
    if (judge->is_kept) {
        read_sentence(judge, block->text);
        return;
    }
    sentences_split(judge->reader.arena, block->text, judge->sought->language, &sentences, &count, NULL);
    for (size_t i = 0; i < count; i++)
        read_sentence(judge,
                      (struct str){block->text.data + sentences[i].start, sentences[i].end - sentences[i].start});
}

static void read_sentences(struct page_judge *judge)
{
    for (size_t i = 0; i < judge->page->count && !arena_failed(judge->reader.arena); i++)
        sought_read_block(judge, &judge->page->blocks[i]);
    for (size_t i = 0; i < judge->sought->count; i++)
        judge->found->told |= judge->told[i] >= ENOUGH ? head_bit(i) : 0;
}

/* --- headings --- */

/* The words below a heading, up to the next one that is not below it. */
static size_t words_below(const struct page_judge *judge, size_t heading)
{
    const struct page *page = judge->page;
    size_t words = 0;
    for (size_t i = heading + 1; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        if (block->kind == BLOCK_HEADING && block->level <= page->blocks[heading].level)
            break;
        words += block->kind == BLOCK_HEADING ? 0 : block_word_count(judge, block);
    }
    return words;
}

/* The heading with all heads and the most text; the page's count: there is none. */
static size_t find_heading(struct page_judge *judge)
{
    enum { FEWEST_WORDS = 40 }; /* of less there is nothing to be made */
    const struct page *page = judge->page;
    size_t most = FEWEST_WORDS - 1, heading = page->count;
    for (size_t i = 0; i < page->count; i++) {
        struct sought_token *tokens;
        size_t words;
        if (page->blocks[i].kind != BLOCK_HEADING)
            continue;
        size_t count = sought_tokens(&judge->reader, page->blocks[i].text, &tokens);
        if (sought_held_by_all(judge->sought, tokens, count) != sought_all(judge->sought) ||
            (words = words_below(judge, i)) <= most)
            continue;
        most = words;
        heading = i;
    }
    return heading;
}

/* --- the class --- */

/* Is its title the noun and nothing else, of words that this collection uses? Then what else is sought is a side of it,
 * and no homonym: "accessible tables" and "Table", but not "table tennis". */
static bool is_wider(const struct page_judge *judge)
{
    const struct sought *sought = judge->sought;
    head_set title = judge->title.heads;
    return (title & sought->noun) && !judge->title.others && (sought_all(sought) & ~title & ~sought->known) == 0;
}

/* Does the text have the heads that the title lacks? */
static bool mentions_rest(const struct page_judge *judge)
{
    for (size_t i = 0; i < judge->sought->count; i++)
        if (!(judge->title.heads & head_bit(i)) && !judge->told[i])
            return false;
    return true;
}

/* Of the keyword by weight: what the title or the whole text must name, and what title and text have together. Of 300
 * keywords in 60 collections none that they do not cover had more than 0.32 of both. Where nobody knows how rare the
 * words are, more is asked for. */
struct enough {
    double named, covered;
};
static const struct enough enough_weighed = {0.2, 0.42}, enough_else = {0.4, 0.7};

/* Does the text alone say most of a long keyword, and often? Of 550 keywords asked of 110 libraries of other sites none
 * of so many heads was said so; of fewer ones 7. */
static bool says_most(const struct page_judge *judge)
{
    enum { LONG = 4 };
    static const double covered = 0.6, dense = 0.5;
    return judge->sought->is_weighed && judge->sought->count >= LONG && judge->has.covered >= covered &&
           judge->has.dense >= dense;
}

/* Of a few sentences each says little of how often. */
static size_t sentences_of(const struct page_judge *judge)
{
    enum { FEW = 5 };
    return judge->found->sentences > FEW ? judge->found->sentences : FEW;
}

/* What a third of the sentences name is as good as in the title: a page "Service Animals" is about dogs. */
static bool is_said_throughout(const struct page_judge *judge, size_t head)
{
    enum { FEWEST = 8, PART = 3 };
    return judge->told[head] >= FEWEST && PART * judge->told[head] >= judge->found->sentences;
}

static struct coverage coverage_of(const struct page_judge *judge)
{
    static const double of_several = 0.8, of_one = 0.5, dense = 0.15;
    double sentences = (double)sentences_of(judge), all = 0;
    struct coverage sum = {0};
    for (size_t i = 0; i < judge->sought->count; i++) {
        double weight = judge->sought->heads[i].weight, share = (double)judge->told[i] / sentences / dense;
        bool is_titled = judge->title.heads & head_bit(i), is_named = is_titled || is_said_throughout(judge, i);
        all += weight;
        sum.titled += is_titled ? weight : 0;
        sum.named += is_named ? weight : 0;
        sum.covered += weight * (is_named ? 1 : judge->told[i] >= ENOUGH ? of_several : judge->told[i] ? of_one : 0);
        sum.dense += weight * (share < 1 ? share : 1);
    }
    all = all > 0 ? all : 1;
    return (struct coverage){sum.titled / all, sum.named / all, sum.covered / all, sum.dense / all};
}

static enum page_class class_of_page(const struct page_judge *judge, bool has_heading)
{
    const struct sought *sought = judge->sought;
    const struct sought_page *found = judge->found;
    head_set title = judge->title.heads, all = sought_all(sought);
    bool is_told = found->told == all;
    if (all && title == all)
        return PAGE_IS;
    if ((title & sought->noun) && mentions_rest(judge))
        return PAGE_NAMES;
    if (has_heading) /* "Schokoladenvergiftung" below "Hunde und Schokolade" */
        return judge->has_part ? PAGE_NAMES : PAGE_HOLDS;
    bool is_half = title && 2 * set_count(title) >= sought->count;
    if ((is_half && (is_told || (set_count(title) > 1 && mentions_rest(judge)))) || is_wider(judge))
        return PAGE_NAMES;
    const struct enough *enough = sought->is_weighed ? &enough_weighed : &enough_else;
    if ((judge->has.named >= enough->named && judge->has.covered >= enough->covered) || says_most(judge))
        return PAGE_COVERS;
    if (title || judge->has_part)
        return PAGE_HALF;
    if (found->with_all >= ENOUGH)
        return PAGE_TELLS;
    return found->with_noun >= ENOUGH ? PAGE_MENTIONS : PAGE_OFF;
}

/*
 * How near a page is. The weights were fitted, by logistic regression, to 133 keywords for which a person had named the
 * page of a whole library that answers them: in 122 it comes first. By classes, and within them by what the text says,
 * it did in 115.
 */
static double score_of(const struct page_judge *judge, bool has_heading)
{
    static const double titled = 4, covered = 4.5, dense = 3.5, noun = 1.5, facets = 2.5, heading = 1.5, length = 2;
    enum { MOST_FACETS = 2, MOST_WORDS = 1200 };
    static const double noun_dense = 0.3;
    const struct sought_page *found = judge->found;
    double nouns = (double)found->with_noun / (double)sentences_of(judge) / noun_dense;
    double general = (double)(judge->title.facets + judge->title.has_deed) / MOST_FACETS;
    double words = (double)found->words / MOST_WORDS;
    return titled * judge->has.titled + covered * judge->has.covered + dense * judge->has.dense +
           noun * (nouns < 1 ? nouns : 1) + facets * (general < 1 ? general : 1) + heading * has_heading +
           length * (words < 1 ? words : 1);
}

static void sought_read_page(struct page_judge *judge)
{
    sought_read_title(judge);
    read_sentences(judge);
    size_t heading = find_heading(judge);
    bool has_heading = heading < judge->page->count;
    judge->has = coverage_of(judge);
    judge->found->covered = judge->has.covered;
    judge->found->class = class_of_page(judge, has_heading);
    if (judge->found->class == PAGE_HOLDS)
        judge->found->heading = heading;
    judge->found->score = score_of(judge, has_heading);
}

static enum status judge_page(struct page_judge *judge, struct word_memory *memory, struct arena *scratch,
                              struct error *err)
{
    *judge->found = (struct sought_page){.heading = judge->page->count};
    if (sought_reader_open(&judge->reader, judge->sought->language, memory, scratch))
        sought_read_page(judge);
    sought_reader_close(&judge->reader);
    return arena_failed(scratch) ? error_memory(err) : OK;
}

enum status sought_page(const struct sought *sought, const struct page *page, struct word_memory *memory,
                        struct arena *scratch, struct sought_page *found, struct error *err)
{
    struct page_judge judge = {.sought = sought, .page = page, .found = found};
    return judge_page(&judge, memory, scratch, err);
}

/* What an index has kept are stems: hardly a word is left to be split, and none to be remembered. */
enum status sought_page_kept(const struct sought *sought, const struct page *page, struct arena *scratch,
                             struct sought_page *found, struct error *err)
{
    struct page_judge judge = {.sought = sought, .page = page, .is_kept = true, .found = found};
    return judge_page(&judge, NULL, scratch, err);
}

/* --- enough? --- */

/* A page that is not on the subject, and yet says enough of it. */
static bool tells_enough(const struct sought *sought, const struct sought_page *found)
{
    static const double of_several = 0.05, of_one = 0.3;
    enum { ENOUGH_OF_ONE = 6 };
    double share = found->sentences ? (double)found->with_all / (double)found->sentences : 0;
    if (sought->count > 1)
        return found->with_all >= ENOUGH && share >= of_several;
    return found->with_all >= ENOUGH_OF_ONE && share >= of_one;
}

bool sought_says_anything(const struct sought *sought, const struct sought_page *found)
{
    return found->class >= PAGE_HALF || found->with_noun >= ENOUGH ||
           (found->told && 2 * set_count(found->told) >= sought->count);
}

bool sought_accepts(const struct sought *sought, const struct sought_page *found, size_t count, bool are_named)
{
    for (size_t i = 0; i < count; i++)
        if (found[i].class >= PAGE_COVERS || tells_enough(sought, &found[i]) ||
            (are_named && sought_says_anything(sought, &found[i])))
            return true;
    return false;
}
