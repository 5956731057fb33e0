/* Reads lists, and joins them with the sentences that announce them. */
#include "research/corpus/corpus_builder.h"

enum {
    ITEM_SENTENCES = 2,
    ITEM_WORDS = 50,
    LIST_MIN_ITEMS = 2,
    LEAD_SENTENCES = 3 /* running text that a list may bring along */
};

/* How many sentences of an item are kept: the first, and those that may follow it. 0: the item cannot be kept. */
static size_t item_sentences(const struct judged_sentence *item, size_t count)
{
    if (!count || (item[0].use != USE_OPENS && item[0].use != USE_PHRASE) || item[0].sentence.words > ITEM_WORDS)
        return 0;
    size_t take = 1, words = item[0].sentence.words;
    while (take < count && take < ITEM_SENTENCES && item[take - 1].use != USE_PHRASE &&
           (item[take].use == USE_OPENS || item[take].use == USE_FOLLOWS) &&
           words + item[take].sentence.words <= ITEM_WORDS)
        words += item[take++].sentence.words;
    return take;
}

/* Cuts the term off an item that begins with one: "Chives: The clumps stay low." Empty when there is none. */
static struct str cut_term(struct str *text)
{
    size_t colon = str_find(*text, STR(": "), 0);
    struct str term = {text->data, colon};
    if (colon == text->len || !colon || colon > TERM_BYTES || words_count(term) > TERM_WORDS ||
        memchr(term.data, '.', term.len))
        return STR("");
    *text = str_trim((struct str){text->data + colon + 1, text->len - colon - 1});
    return term;
}

/* One item, with the paragraph that describes it when it is a term. */
static enum status read_item(struct corpus_builder *builder, const struct page *page, size_t at, struct list *list)
{
    bool has_term = block_is_term(page, at);
    struct str text = page->blocks[has_term ? at + 1 : at].text;
    struct str term = has_term ? page->blocks[at].text : cut_term(&text);
    struct judged_sentence *found;
    size_t count;
    list->blocks += has_term ? 2 : 1;
    if (page->blocks[at].level > 1 || list->kept == LIST_ITEMS)
        return OK;
    list->all++;
    enum status status = corpus_judge(builder, text, &found, &count);
    size_t take = status ? 0 : item_sentences(found, count);
    if (!take)
        return status;
    list->items[list->kept] = found;
    list->terms[list->kept] = term;
    list->counts[list->kept++] = take;
    return OK;
}

enum status corpus_read_list(struct corpus_builder *builder, const struct page *page, size_t block, struct list *list)
{
    *list = (struct list){0};
    enum status status = OK;
    while (block + list->blocks < page->count && !status) {
        if (page->blocks[block + list->blocks].kind != BLOCK_LIST_ITEM)
            break;
        status = read_item(builder, page, block + list->blocks, list);
    }
    return status;
}

/* A list is worth having when most of its items can be kept. */
bool list_is_sound(const struct list *list)
{
    return list->kept >= LIST_MIN_ITEMS && (list->kept == LIST_ITEMS || list->kept * 3 >= list->all * 2);
}

enum status corpus_add_list(struct corpus_builder *builder, const struct judged_sentence *lead, size_t lead_count,
                            const struct list *list, size_t block)
{
    struct passage *passage = corpus_begin_passage(builder, block);
    if (!passage)
        return error_memory(builder->err);
    passage->is_list = true;
    passage->stands_alone = !corpus_in_example(builder);
    enum status status = OK;
    for (size_t i = 0; i < lead_count && !status; i++)
        status = corpus_append(builder, passage, &lead[i], 0);
    for (size_t i = 0; i < list->kept && !status; i++) {
        list->items[i][0].sentence.term = list->terms[i];
        for (size_t j = 0; j < list->counts[i] && !status; j++)
            status = corpus_append(builder, passage, &list->items[i][j], (int)i + 1);
    }
    return status;
}

/* The sentences at the end of a paragraph that a list after it needs: the announcing one, and its neighbours. */
size_t list_lead(const struct judged_sentence *all, size_t count)
{
    if (!count || all[count - 1].use != USE_LEADS)
        return 0;
    size_t length = 1;
    while (length < LEAD_SENTENCES && length < count && (all[count - length - 1].use == USE_OPENS))
        length++;
    return length;
}
