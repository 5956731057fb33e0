/* How many items a list gets. */
#include "write/lists/lists.h"
#include "write/writing/brief.h"

enum {
    LEAST = 5, /* where nothing says the number */
    MOST = 10,
    ITEM_WORDS = 90,
};

enum status list_wanted(struct writing *writing, struct list_wanted *wanted)
{
    size_t count = (size_t)config_integer(writing->config, "numberOfItems", MOST);
    struct str subject;
    enum status status = OK;
    if (config_bool(writing->config, "enableAutomaticLength"))
        status = keyword_announces(writing->arena, writing->brief.keyword, writing->brief.language, &count, &subject,
                                   writing->err);
    *wanted = count ? (struct list_wanted){count, count} : (struct list_wanted){LEAST, MOST};
    return status;
}

enum status list_size(struct writing *writing, struct article_size *size)
{
    struct list_wanted wanted;
    enum status status = list_wanted(writing, &wanted);
    *size = (struct article_size){
        .least = wanted.least,
        .most = wanted.most,
        .section_words = ITEM_WORDS,
        .extra = config_bool(writing->config, "enableSupplementalInformation") ? LIST_MOST_EXTRA : 0,
    };
    return status;
}

enum status list_refuse(struct writing *writing, size_t count)
{
    const char *found = arena_printf(writing->arena, count ? "too little: %zu that fit" : "nothing that fits", count);
    if (!found)
        return error_memory(writing->err);
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "the sources list %s \"%.*s\": they need at least three things of one kind side by side, as "
                      "headings, as a list or as pages; add such pages to \"urls\" or to the library",
                      found, STR_ARG(writing->brief.keyword));
}

/* The number that the title has is that of the items. */
static enum status count_in_title(struct writing *writing, struct article_plan *plan, size_t wanted, size_t items)
{
    const struct language *language = writing->brief.language;
    struct word *words;
    size_t count;
    enum status status = words_split(writing->arena, plan->title, language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str word = {plan->title.data + words[i].start, words[i].end - words[i].start};
        char *digits = arena_printf(writing->arena, "%zu", wanted);
        if (!digits)
            return error_memory(writing->err);
        if (!str_eq(word, str_from(digits)) && language_number(language, words[i].folded) != wanted)
            continue;
        char *title = arena_printf(writing->arena, "%.*s%zu%.*s", (int)words[i].start, plan->title.data, items,
                                   (int)(plan->title.len - words[i].end), plan->title.data + words[i].end);
        plan->title = str_from(title);
        return title ? OK : error_memory(writing->err);
    }
    return status;
}

enum status list_finish(struct writing *writing, struct article_plan *plan, const struct draft_part *part)
{
    struct list_wanted wanted;
    size_t items = 0, extra = 0;
    enum status status = list_wanted(writing, &wanted);
    for (size_t i = 0; i < part->count; i++)
        if (draft_has_text(part, i))
            *(part->headings[i].role == ROLE_ITEM ? &items : &extra) += 1;
    if (!status && !writing->model && !plan->is_given && items < LIST_LEAST)
        return list_refuse(writing, items);
    if (!status && !writing->model)
        status = brief_note_person(writing);
    if (!status && !writing->model && !plan->title_is_given && items != wanted.least && wanted.least == wanted.most)
        status = count_in_title(writing, plan, wanted.least, items);
    if (!status && items < wanted.least)
        status = writing_note(writing, "%zu items were wanted; the sources have enough to say for %zu.", wanted.least,
                              items);
    if (!status && !extra && config_bool(writing->config, "enableSupplementalInformation"))
        status = writing_note(writing, "There is no supplemental section: the sources have enough to say for none.");
    return status;
}
