#include "write/places/places.h"

enum { PLACE_WORDS = 45 };

static enum status add_fields_ask(struct writing *writing, const struct places_item *item,
                                  struct catalog_fields *fields)
{
    const struct place *place = item->place;
    const struct {
        const char *name;
        struct str value;
    } texts[] = {{"name", str_from(place->name)},
                 {"description", str_from(place->description ? place->description : "")},
                 {"address", places_address(writing, place)},
                 {"opening hours", item->hours},
                 {"rating", place->has_rating ? catalog_rating(writing, place->rating) : STR("")}};
    enum status status = OK;
    for (size_t i = 0; i < place->category_count && !status; i++)
        status = catalog_field(writing, fields, "kind", str_from(place->categories[i]), 0);
    for (size_t i = 0; i < COUNT_OF(texts) && !status; i++)
        status = catalog_field(writing, fields, texts[i].name, texts[i].value, 0);
    return status;
}

enum status places_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct places_article *article = writing->subject;
    struct catalog_fields fields = {0};
    enum status status = OK;
    for (size_t i = 0; i < article->count && !status; i++) {
        fields.name = str_from(article->items[i].place->name);
        fields.number = (int)i;
        status = add_fields_ask(writing, &article->items[i], &fields);
    }
    *list = fields.list;
    *count = fields.count;
    return status;
}

enum status places_size(struct writing *writing, struct article_size *size)
{
    (void)writing;
    size->section_words = PLACE_WORDS;
    return OK;
}
