/* How many items a list gets. */
#include "write/lists/lists.h"

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

enum status list_tell_missing(struct writing *writing, const struct draft_part *part)
{
    struct list_wanted wanted;
    size_t items = 0, extra = 0;
    enum status status = list_wanted(writing, &wanted);
    for (size_t i = 0; i < part->count; i++)
        if (draft_has_text(part, i))
            *(part->headings[i].role == ROLE_ITEM ? &items : &extra) += 1;
    if (!status && items < wanted.least)
        status = writing_note(writing, "%zu items were wanted; the sources have enough to say for %zu.", wanted.least,
                              items);
    if (!status && !extra && config_bool(writing->config, "enableSupplementalInformation"))
        status = writing_note(writing, "There is no supplemental section: the sources have enough to say for none.");
    return status;
}
