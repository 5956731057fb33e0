/* The article: an introduction, the places, and what can be said of several of them. */
#include "write/places/places.h"

enum { DESCRIPTION_WORDS = 60 };

struct places_roundup_roundup {
    struct places_article article;
    struct article_plan *plan;
    struct places_supplement supplements[PLACES_SUPPLEMENTS];
    size_t supplement_count;
    struct model_text picks; /* which place for whom */
};

/* The items; for a language model also which of them for whom. */
static enum status plan_items(struct places_roundup_roundup *roundup)
{
    const struct places_article *article = &roundup->article;
    struct writing *writing = article->writing;
    bool has_more = config_bool(writing->config, "enableSupplementalInformation") && article->count > 1;
    enum status status = catalog_plan(writing, article->count + 1, article->count, roundup->plan);
    for (size_t i = 0; i < article->count && !status; i++)
        catalog_heading(roundup->plan, 2, str_from(article->items[i].place->name), i + 1, NULL);
    if (!status && has_more)
        catalog_heading(roundup->plan, 2, str_from(catalog_labels(writing)->place_picks), 0,
                        "2 to 4 items, each another place and another need: \"- **need:** Place. Why, by what its data "
                        "say, and compared with another place\"");
    return status;
}

/* --- sentences --- */

static enum status ask_roundup(struct places_roundup_roundup *roundup, struct draft *draft)
{
    struct places_article *article = &roundup->article;
    const struct drafted *sections;
    enum status status = catalog_write(article->writing, article, roundup->plan, draft, &sections);
    for (size_t i = 0; i < article->count && !status && sections; i++) {
        article->items[i].text = sections[i].text;
        if (!sections[i].text.count && article->items[i].place->description)
            status = writing_note(article->writing, "\"%s\" is made of its data: %s.", article->items[i].place->name,
                                  sections[i].problem);
    }
    if (!status && sections && roundup->plan->count > article->count)
        roundup->picks = sections[article->count].text;
    return status;
}

static enum status roundup_describe(struct writing *writing, struct places_item *item)
{
    struct catalog_text text = {.writing = writing};
    const char *description = item->place->description;
    if (item->text.count || !description)
        return OK;
    if (catalog_is_foreign(writing, str_from(description)))
        return catalog_note_foreign(writing);
    catalog_verbatim(&text, STR(""), str_from(description), DESCRIPTION_WORDS);
    item->text = text.text;
    return text.failed ? error_memory(writing->err) : OK;
}

/* --- facts --- */

static struct str kinds_text(struct writing *writing, const struct place *place)
{
    struct buf out = {0};
    for (size_t i = 0; i < place->category_count; i++)
        buf_printf(&out, "%s%s", i ? ", " : "", place->categories[i]);
    return writing_keep(writing, &out);
}

struct str places_address(struct writing *writing, const struct place *place)
{
    struct buf out = {0};
    bool has_city = place->city && place->address &&
                    str_ifind(str_from(place->address), str_from(place->city), 0) < strlen(place->address);
    if (place->address)
        buf_printf(&out, "%s%s%s", place->address, place->city && !has_city ? ", " : "",
                   place->city && !has_city ? place->city : "");
    return writing_keep(writing, &out);
}

static void add_facts(struct writing *writing, const struct places_item *item, struct document *document)
{
    const struct data_labels *labels = catalog_labels(writing);
    const struct place *place = item->place;
    const struct str website = str_from(place->website ? place->website : "");
    const struct document_fact rows[] = {
        {.name = str_from(labels->address), .value = places_address(writing, place)},
        {.name = str_from(labels->map),
         .value = str_from(place->map_url ? labels->show_map : ""),
         .url = str_from(place->map_url ? place->map_url : "")},
        {.name = str_from(labels->opening_hours), .value = item->hours},
        {.name = str_from(labels->phone), .value = str_from(place->phone ? place->phone : "")},
        {.name = str_from(labels->website), .value = website, .url = website},
        {.name = str_from(labels->rating),
         .value = place->has_rating ? catalog_rating(writing, place->rating) : STR("")},
        {.name = str_from(labels->kind), .value = kinds_text(writing, place)},
    };
    struct document_fact *facts = ARENA_ARRAY(document->arena, COUNT_OF(rows), struct document_fact);
    size_t count = 0;
    for (size_t i = 0; facts && i < COUNT_OF(rows); i++) {
        document->failed |= !rows[i].value.data;
        if (rows[i].value.len)
            facts[count++] = rows[i];
    }
    document->failed |= !facts;
    if (!document->failed)
        document_facts(document, facts, count);
}

/* --- around --- */

static enum status introduce(struct places_roundup_roundup *roundup, struct draft *draft)
{
    struct writing *writing = roundup->article.writing;
    const struct data_labels *labels = catalog_labels(writing);
    struct catalog_text introduction = {.writing = writing};
    places_introduce(&roundup->article, &introduction);
    return catalog_frame(writing, roundup->plan,
                         catalog_fill(writing, labels->places_title, writing->brief.keyword, STR("")), &introduction,
                         draft);
}

static void add_all(const struct places_roundup_roundup *roundup, const struct draft *draft, struct document *document)
{
    const struct places_article *article = &roundup->article;
    document_heading(document, 1, roundup->plan->title);
    document_text(document, &draft->parts[0].text);
    for (size_t i = 0; i < article->count; i++) {
        catalog_numbered(document, i + 1, roundup->plan->headings[i].title, STR(""));
        document_text(document, &article->items[i].text);
        add_facts(article->writing, &article->items[i], document);
    }
    if (roundup->picks.count)
        document_heading(document, 2, str_from(catalog_labels(article->writing)->place_picks));
    document_text(document, &roundup->picks);
    for (size_t i = 0; i < roundup->supplement_count; i++) {
        document_heading(document, 2, roundup->supplements[i].title);
        document_text(document, &roundup->supplements[i].text);
    }
}

/* The licence of the data wants their makers named where readers see it. */
static void add_attribution(const struct places_article *article, struct document *document)
{
    struct document_fact *fact = article->attribution.len ? ARENA_NEW(document->arena, struct document_fact) : NULL;
    document->failed |= article->attribution.len && !fact;
    if (!fact)
        return;
    *fact = (struct document_fact){.name = str_from(article->writing->labels->sources),
                                   .value = article->attribution,
                                   .url = article->attribution_url};
    document_facts(document, fact, 1);
}

enum status places_roundup(struct writing *writing, struct article_plan *plan, struct draft *draft,
                           struct document *document)
{
    struct places_roundup_roundup roundup = {.article = {.writing = writing}, .plan = plan};
    struct places_article *article = &roundup.article;
    enum status status = places_find(article);
    if (!status)
        status = places_supplements(article, roundup.supplements, &roundup.supplement_count);
    if (!status)
        status = plan_items(&roundup);
    if (!status && writing->model)
        status = ask_roundup(&roundup, draft);
    for (size_t i = 0; i < article->count && !status; i++)
        status = roundup_describe(writing, &article->items[i]);
    if (!status)
        status = introduce(&roundup, draft);
    if (status)
        return status;
    add_all(&roundup, draft, document);
    add_attribution(article, document);
    return OK;
}
