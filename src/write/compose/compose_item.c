/* An item of a list: what stands under its heading, else what the sources' own list says of it. */
#include "write/compose/compose.h"

enum {
    ITEM_WORDS = 90, /* after which no more is added */
    LEAST_OWN = 90,  /* words of its own section that an item gets where there are many items, */
    MOST_OWN = 200,  /* where there are few, */
    ALL_OWN = 1400,  /* and all of them together: as long as a list article is */
    ENOUGH_OWN = 18, /* of its own section, from which it needs nothing from elsewhere */
    MOST_PIECES = 24 /* runs of sentences */
};

/* An item on its way. */
struct item {
    struct composer *composer;
    struct corpus *corpus;
    size_t number; /* of the heading */
    struct builtin_passage pieces[MOST_PIECES];
    size_t count, words;
};

/* Adds `count` sentences of a passage from `first`, as running text. */
static enum status item_add(struct item *item, const struct passage *passage, size_t first, size_t count)
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
            status = item_add(item, passage, passage->first + j, run);
        }
    }
    return status;
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
static enum status item_add_section(struct item *item, size_t section)
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

enum status compose_item(struct composer *composer, size_t number, struct drafted *drafted)
{
    struct writing *writing = composer->writing;
    struct item item = {.composer = composer, .corpus = &writing->corpus, .number = number};
    size_t section = composer->plan->headings[number].section;
    if (composer->plan->headings[number].text) {
        drafted->text = *composer->plan->headings[number].text;
        return OK;
    }
    enum status status = section ? item_add_section(&item, section - 1) : OK;
    if (!status && item.words < ENOUGH_OWN)
        status = add_from_lists(&item);
    return status ? status : builtin_text(item.pieces, item.count, writing->arena, &drafted->text, writing->err);
}
