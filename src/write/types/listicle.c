/* A listicle: numbered items of one kind, and what helps to choose among them. */
#include "write/compose/compose.h"
#include "write/pages/pages.h"
#include "write/types/types_parts.h"

enum {
    LIST_LEAST = 3,      /* items: fewer are no list */
    LIST_MOST_EXTRA = 3, /* supplemental sections */
    LEAST_BESIDE = 2,    /* known names that one sentence has beside it: with one alone anything may be named */
    LEAST_OPENED = 2,    /* sentences that must begin with a name, so that there is something to say of it */
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

static void enumerated_add(struct enumerating *enumerating, struct str word)
{
    struct writing *writing = enumerating->writing;
    struct list_candidate candidate = {.name = opened(&writing->corpus, word), .section = NO_SECTION};
    if (!writing_made(writing, corpus_vector(&writing->corpus, candidate.name, &candidate.vector, writing->err)) ||
        !candidate.vector.count || !is_named_beside(enumerating, &candidate.vector))
        return;
    for (size_t i = 0; i < enumerating->count; i++)
        if (list_is_same(&enumerating->list[i].vector, &candidate.vector))
            return;
    enumerating->list[enumerating->count++] = candidate;
}

static bool enumerated_is_known(const struct enumerating *enumerating, struct str word)
{
    for (size_t i = 0; i < enumerating->count; i++)
        if (str_ieq(enumerating->list[i].name, word))
            return true;
    return false;
}

/* The words of an enumeration that stand next to a known one. */
static void read_sentence(struct enumerating *enumerating, struct str text)
{
    struct writing *writing = enumerating->writing;
    struct word *words;
    size_t count;
    if (!writing_made(writing,
                      words_split(writing->arena, text, writing->brief.language, &words, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++) {
        struct str word = {text.data + words[i].start, words[i].end - words[i].start};
        size_t and = i + 1 < count && words[i + 1].is_stop ? 1 : 0; /* "and" is a word itself */
        size_t next = i + 1 + and;
        if (words[i].is_stop || next >= count || !links(writing, text, words[i].end, words[next].start))
            continue;
        struct str other = {text.data + words[next].start, words[next].end - words[next].start};
        if (enumerating->count < enumerating->most && enumerated_is_known(enumerating, word))
            enumerated_add(enumerating, other);
        if (enumerating->count < enumerating->most && enumerated_is_known(enumerating, other))
            enumerated_add(enumerating, word);
    }
}

/* Adds to a list of names, until there are `most`, the words that sentences of the sources enumerate beside them
 * ("basil, parsley and chives") and that sentences begin with. `list` has room. */
static void list_enumerated(struct writing *writing, size_t most, struct list_candidate *list, size_t *count)
{
    struct enumerating enumerating = {.writing = writing, .list = list, .count = *count, .most = most};
    for (size_t before = 0; before < enumerating.count;) {
        before = enumerating.count;
        for (size_t i = 0; i < writing->corpus.sentence_count && enumerating.count < most; i++)
            read_sentence(&enumerating, writing->corpus.sentences[i].text);
    }
    *count = enumerating.count;
}

/* --- how many items a list gets --- */

/* `least` and `most` are the same where the request or the keyword says the number. */
struct list_wanted {
    size_t least, most;
};

enum {
    LEAST = 5, /* where nothing says the number */
    MOST = 10,
    ITEM_WORDS = 90,
};

/* From enableAutomaticLength, numberOfItems and the keyword; without a number 5 to 10, as the material has it. */
static struct list_wanted list_wanted(struct writing *writing)
{
    size_t count = (size_t)config_integer(writing->config, "numberOfItems", MOST);
    struct str subject;
    if (config_bool(writing->config, "enableAutomaticLength"))
        writing_made(writing, keyword_announces(writing->arena, writing->brief.keyword, writing->brief.language, &count,
                                                &subject, writing->err));
    return count ? (struct list_wanted){count, count} : (struct list_wanted){LEAST, MOST};
}

/* How many items and sections behind them, for a language model. */
static enum status list_size(struct writing *writing, struct article_size *size)
{
    struct list_wanted wanted = list_wanted(writing);
    *size = (struct article_size){
        .least = wanted.least,
        .most = wanted.most,
        .section_words = ITEM_WORDS,
        .extra = config_bool(writing->config, "enableSupplementalInformation") ? LIST_MOST_EXTRA : 0,
    };
    return writing_end(writing, OK);
}

/* The sources have so many things of one kind and no more: E_NOT_FOUND with no_sources. */
static enum status list_refuse(struct writing *writing, size_t count)
{
    const char *found = arena_printf(writing->arena, count ? "too little: %zu that fit" : "nothing that fits", count);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "the sources list %s \"%.*s\": they need at least three things of one kind side by side, as "
                      "headings, as a list or as pages; add such pages to \"urls\" or to the library",
                      found, STR_ARG(writing->brief.keyword));
}

/* The number that the title has is that of the items. */
static void count_in_title(struct writing *writing, struct article_plan *plan, size_t wanted, size_t items)
{
    const struct language *language = writing->brief.language;
    struct word *words;
    size_t count;
    const char *digits = arena_printf(writing->arena, "%zu", wanted);
    if (!writing_made(writing, words_split(writing->arena, plan->title, language, &words, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++) {
        struct str word = {plan->title.data + words[i].start, words[i].end - words[i].start};
        if (!str_eq(word, str_from(digits)) && language_number(language, words[i].folded) != wanted)
            continue;
        char *title = arena_printf(writing->arena, "%.*s%zu%.*s", (int)words[i].start, plan->title.data, items,
                                   (int)(plan->title.len - words[i].end), plan->title.data + words[i].end);
        plan->title = str_from(title);
        return;
    }
}

enum status list_finish(struct writing *writing, struct article_plan *plan, const struct draft_part *part)
{
    struct list_wanted wanted = list_wanted(writing);
    size_t items = 0, extra = 0;
    for (size_t i = 0; i < part->count; i++)
        if (draft_has_text(part, i))
            *(part->headings[i].role == ROLE_ITEM ? &items : &extra) += 1;
    if (!writing->model && !plan->is_given && items < LIST_LEAST)
        return list_refuse(writing, items);
    if (!writing->model)
        brief_note_person(writing);
    if (!writing->model && !plan->title_is_given && items != wanted.least && wanted.least == wanted.most)
        count_in_title(writing, plan, wanted.least, items);
    if (items < wanted.least)
        writing_note(writing, "%zu items were wanted; the sources have enough to say for %zu.", wanted.least, items);
    if (!extra && config_bool(writing->config, "enableSupplementalInformation"))
        writing_note(writing, "There is no supplemental section: the sources have enough to say for none.");
    return writing_end(writing, OK);
}

/* --- the plan of a list from what the sources list themselves --- */

static enum status find_items(struct writing *writing, size_t most, struct list_candidate **items, size_t *count)
{
    bool are_names;
    enum status status = list_candidates(writing, most, items, count, &are_names);
    if (!status && are_names && *count && (*items)->section == NO_SECTION)
        list_enumerated(writing, most, *items, count);
    return writing_end(writing, status);
}

/* Is the heading about an item, so that it says nothing beside it? */
static bool list_plan_is_item(const struct vector *heading, const struct list_candidate *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list_is_same(heading, &items[i].vector))
            return true;
    return false;
}

/* Does the section hold an item? Then what it says is said there. */
static bool holds_item(const struct corpus *corpus, size_t section, const struct list_candidate *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (items[i].section != NO_SECTION && items[i].section >= section &&
            items[i].section < corpus_section_end(corpus, section))
            return true;
    return false;
}

/* Supplemental sections: what else the sources have headings for. */
static enum status add_extra(struct writing *writing, const struct list_candidate *items, size_t count,
                             struct article_plan *plan)
{
    struct article_plan outline = {.count = 0};
    size_t added = 0;
    enum status status = config_bool(writing->config, "enableSupplementalInformation")
                             ? compose_outline(writing, 0, count + 2 * LIST_MOST_EXTRA, &outline)
                             : OK;
    for (size_t i = 0; i < outline.count && added < LIST_MOST_EXTRA && !status; i++) {
        struct vector vector;
        if (outline.headings[i].level > 2)
            continue;
        status = corpus_vector(&writing->corpus, outline.headings[i].title, &vector, writing->err);
        size_t section = outline.headings[i].section;
        if (status || list_is_facet(writing, outline.headings[i].title) || list_plan_is_item(&vector, items, count) ||
            (section && holds_item(&writing->corpus, section - 1, items, count)))
            continue;
        plan->headings[plan->count++] = outline.headings[i];
        added++;
    }
    return writing_end(writing, status);
}

/* Things of one kind that stand side by side, and what else there is to say. */
static enum status plan_candidates(struct writing *writing, size_t most, struct article_plan *plan)
{
    struct list_candidate *items;
    size_t count = 0;
    enum status status = find_items(writing, most, &items, &count);
    if (!status && count < LIST_LEAST)
        status = pages_list(writing, LIST_LEAST, most, false, plan);
    if (status || plan->count)
        return status;
    if (count < LIST_LEAST)
        return list_refuse(writing, count);
    plan->headings = ARENA_ARRAY(writing->arena, count + LIST_MOST_EXTRA + 1, struct planned);
    if (!plan->headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        plan->headings[plan->count++] =
            (struct planned){.title = items[i].name, .level = 2, .role = ROLE_ITEM, .section = items[i].section + 1};
    return add_extra(writing, items, count, plan);
}

/* The plan from the sources' own lists. Statuses as of `plan` of struct article_type. */
static enum status list_plan_from_sources(struct writing *writing, struct article_plan *plan)
{
    struct list_wanted wanted = list_wanted(writing);
    enum status status = writing_corpus(writing);
    if (!status)
        status = pages_list(writing, LIST_LEAST, wanted.most, true, plan);
    if (!status && !plan->count)
        status = plan_candidates(writing, wanted.most, plan);
    if (!status && !plan->title.len)
        status = compose_title(writing, plan);
    if (!status)
        status = plan_put_keyword(writing, plan);
    if (status == E_INVALID)
        writing->err->code = code_name(CODE_MODEL_UNAVAILABLE);
    return status;
}

static const enum article_part parts[] = {ARTICLE_INTRODUCTION, ARTICLE_SECTIONS, ARTICLE_CALL, ARTICLE_SOURCES};

const struct article_type type_listicle = {
    .name = "listicle",
    .bit = TYPE_LISTICLE,
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .needs = NEEDS_SOURCES,
    .kind_plan = PROMPT_LISTICLE_PLAN,
    .kind_write = PROMPT_LISTICLE_WRITE,
    .size = list_size,
    .is_list = true,
    .plan = list_plan_from_sources,
};
