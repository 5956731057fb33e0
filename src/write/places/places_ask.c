#include "write/places/places.h"

struct asking_place {
    struct places_item *item;
    struct catalog_fields fields;
};

static enum status place_fields(struct writing *writing, const struct place *place, struct catalog_fields *fields)
{
    const struct {
        const char *name, *value;
    } texts[] = {{"name", place->name}, {"city", place->city}, {"description", place->description}};
    enum status status = OK;
    for (size_t i = 0; i < COUNT_OF(texts) && !status; i++)
        if (texts[i].value)
            status = catalog_field(writing, fields, fact_data, texts[i].name, str_from(texts[i].value));
    for (size_t i = 0; i < place->category_count && !status; i++)
        status = catalog_field(writing, fields, fact_data, "kind", str_from(place->categories[i]));
    return status;
}

/* The model may have nothing to say: "". */
static bool is_nothing(struct str text)
{
    struct str bare = str_trim(text);
    return !bare.len || str_eq(bare, STR("\"\"")) || str_eq(bare, STR("“”"));
}

static enum status read_place(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    struct asking_place *asking = question->context;
    const struct catalog_answer answer = {.fields = &asking->fields, .shown = reply->shown, .system = reply->system};
    bool tells;
    if (is_nothing(reply->text))
        return OK;
    enum status status = catalog_claims(writing, &answer, reply->text, &asking->item->text, &tells);
    if (!status && !asking->item->text.count)
        *fault = STR("no sentence ends with the numbers of fields which say it, without claims of a visit");
    return status;
}

enum status places_ask(struct writing *writing, struct places_item *item, size_t number)
{
    struct asking_place asking = {.item = item};
    if (!item->place->description)
        return OK;
    enum status status = writing_progress(writing, 0.3, "Writing about %s", item->place->name);
    if (!status)
        status = place_fields(writing, item->place, &asking.fields);
    if (status)
        return status;
    const struct question question = {
        .prompt = PROMPT_PLACE_BLOCK,
        .step = arena_printf(writing->arena, "place-%zu", number + 1),
        .material = MATERIAL_PASSAGES,
        .excerpts = asking.fields.list,
        .excerpt_count = asking.fields.count,
        .check = read_place,
        .context = &asking,
    };
    status = question.step ? question_ask(writing, &question) : error_memory(writing->err);
    item->is_written = status == OK;
    if (status != E_CORRUPT)
        return status;
    item->text = (struct model_text){0};
    item->problem = arena_copy(writing->arena, writing->err->message);
    return item->problem ? OK : error_memory(writing->err);
}
