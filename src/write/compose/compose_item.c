/* An item of a list: what the sources' own list says of it, what stands under its heading, and sentences from elsewhere
 * that are about it. */
#include "write/compose/compose.h"

enum {
    ITEM_WORDS = 90,    /* after which no more is added */
    LEAST_OWN = 90,     /* words of its own section that an item gets where there are many items, */
    MOST_OWN = 200,     /* where there are few, */
    ALL_OWN = 1400,     /* and all of them together: as long as a list article is */
    ENOUGH_OWN = 18,    /* of its own section, from which it needs nothing from elsewhere */
    MOST_PIECES = 24,   /* runs of sentences */
    MOST_FOLLOWERS = 1, /* sentences that need the one before them */
};

static const double named = 0.99;     /* share of the item's name that a sentence about it holds */
static const double least_fit = 0.5;  /* of a sentence from elsewhere */
static const double own_fit = 9;      /* of what stands under the item's own heading */
static const double shared_fit = 0.4; /* lost for each other item that the sentence names */

/* An item on its way. */
struct item {
    struct composer *composer;
    struct corpus *corpus;
    size_t number;        /* of the heading */
    struct vector *names; /* by heading */
    struct builtin_passage pieces[MOST_PIECES];
    size_t count, words;
};

/* Adds `count` sentences of a passage from `first`, as running text. */
static enum status add(struct item *item, const struct passage *passage, size_t first, size_t count)
{
    struct writing *writing = item->composer->writing;
    struct passage part = *passage;
    part.first = first;
    part.count = count;
    part.code = STR("");
    part.row_count = 0;
    struct builtin_passage *piece = &item->pieces[item->count];
    *piece = compose_passage(writing, &part);
    if (!piece->sentences)
        return error_memory(writing->err);
    struct str name = item->composer->plan->headings[item->number].title;
    for (size_t i = 0; i < count; i++) {
        piece->sentences[i].item = 0;
        if (str_ieq(piece->sentences[i].term, name))
            piece->sentences[i].term = STR("");
        item->words += item->corpus->sentences[first + i].words;
        used_add(&writing->used, first + i);
    }
    item->count++;
    return OK;
}

/* What a list of the sources says of the item that it names. */
static enum status add_from_lists(struct item *item)
{
    struct str name = item->composer->plan->headings[item->number].title;
    enum status status = OK;
    for (size_t i = 0; i < item->corpus->passage_count && !status; i++) {
        const struct passage *passage = &item->corpus->passages[i];
        for (size_t j = 0; j < passage->count && passage->is_list && !status && item->words < ITEM_WORDS; j++) {
            const struct source_sentence *sentence = &item->corpus->sentences[passage->first + j];
            size_t run = 1;
            if (!sentence->item || !str_ieq(sentence->term, name) ||
                compose_says(item->composer->writing, passage->first + j) || item->count == MOST_PIECES)
                continue;
            while (j + run < passage->count && sentence[run].item == sentence->item)
                run++;
            status = add(item, passage, passage->first + j, run);
        }
    }
    return status;
}

/* How well a sentence that can open a paragraph fits the item: one that begins with its name is about it, one that
 * names other items less so. */
static double fit_of(const struct item *item, const struct passage *passage, size_t sentence)
{
    const struct source_sentence *text = &item->corpus->sentences[sentence];
    const struct article_plan *plan = item->composer->plan;
    int owner = item->composer->heading_of[passage->section];
    if (owner == (int)item->number)
        return own_fit - passage->position;
    if (owner >= 0 || !item->names[item->number].count ||
        vector_coverage(&item->names[item->number], &text->vector) < named)
        return 0;
    double fit = 1 + (str_istarts(text->text, plan->headings[item->number].title) ? 1 : 0);
    for (size_t i = 0; i < plan->count; i++)
        if (i != item->number && plan->headings[i].role == ROLE_ITEM && item->names[i].count &&
            vector_coverage(&item->names[i], &text->vector) >= named)
            fit -= shared_fit;
    return fit;
}

/* The sentence with those behind it that need it; under the item's own heading as many as there are. */
static size_t run_from(const struct item *item, const struct passage *passage, size_t sentence)
{
    bool is_own = item->composer->heading_of[passage->section] == (int)item->number;
    size_t run = 1, end = passage->first + passage->count, most = is_own ? passage->count : 1 + MOST_FOLLOWERS;
    while (sentence + run < end && run < most && !item->composer->writing->used.flags[sentence + run] &&
           (is_own || !item->corpus->sentences[sentence + run].stands_alone))
        run++;
    return run;
}

static enum status add_best(struct item *item, bool *is_done)
{
    const struct passage *best = NULL;
    size_t place = 0;
    double most = least_fit;
    for (size_t i = 0; i < item->corpus->passage_count; i++) {
        const struct passage *passage = &item->corpus->passages[i];
        for (size_t j = 0; j < passage->count && !passage->is_list; j++) {
            size_t sentence = passage->first + j;
            double fit = item->corpus->sentences[sentence].stands_alone ? fit_of(item, passage, sentence) : 0;
            if (fit <= most || compose_says(item->composer->writing, sentence))
                continue;
            best = passage;
            place = sentence;
            most = fit;
        }
    }
    *is_done = !best;
    return best ? add(item, best, place, run_from(item, best, place)) : OK;
}

/* How many words of its own section an item gets. */
static size_t own_words(const struct article_plan *plan)
{
    size_t items = 0;
    for (size_t i = 0; i < plan->count; i++)
        items += plan->headings[i].role == ROLE_ITEM;
    size_t each = ALL_OWN / (items ? items : 1);
    return each < LEAST_OWN ? LEAST_OWN : each > MOST_OWN ? MOST_OWN : each;
}

/* What stands in the section that is about the item alone, in its order, with its lists; a passage that there is no
 * room for is left out, the next may be shorter. */
static enum status add_section(struct item *item, size_t section)
{
    struct writing *writing = item->composer->writing;
    size_t end = corpus_section_end(item->corpus, section), most = own_words(item->composer->plan);
    for (size_t i = 0; i < item->corpus->passage_count && item->count < MOST_PIECES; i++) {
        const struct passage *passage = &item->corpus->passages[i];
        bool is_own = passage->section >= section && passage->section < end;
        bool has_room = item->words < ENOUGH_OWN || item->words + passage->words <= most;
        if (!is_own || !has_room || item->corpus->sections[passage->section].is_question)
            continue;
        struct builtin_passage *piece = &item->pieces[item->count];
        *piece = compose_passage(writing, passage);
        if (!piece->sentences)
            return error_memory(writing->err);
        item->count += piece->count > 0;
        item->words += piece->count ? passage->words : 0;
        for (size_t j = 0; j < passage->count; j++)
            used_add(&writing->used, passage->first + j);
    }
    return OK;
}

static enum status read_names(struct item *item)
{
    const struct article_plan *plan = item->composer->plan;
    struct writing *writing = item->composer->writing;
    enum status status = OK;
    item->names = ARENA_ARRAY(writing->arena, plan->count + 1, struct vector);
    if (!item->names)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count && !status; i++)
        status = corpus_vector(item->corpus, plan->headings[i].title, &item->names[i], writing->err);
    return status;
}

enum status compose_item(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    struct item item = {.composer = composer, .corpus = &writing->corpus, .number = number};
    size_t section = composer->plan->headings[number].section;
    bool is_done = false;
    if (composer->plan->headings[number].text) {
        drafted->text = *composer->plan->headings[number].text;
        return OK;
    }
    enum status status = read_names(&item);
    if (!status && section)
        status = add_section(&item, section - 1);
    is_done = item.words >= ENOUGH_OWN;
    if (!status && !is_done)
        status = add_from_lists(&item);
    while (!status && !is_done && item.words < ITEM_WORDS && item.count < MOST_PIECES)
        status = add_best(&item, &is_done);
    return status ? status : builtin_text(item.pieces, item.count, writing->arena, &drafted->text, writing->err);
}
