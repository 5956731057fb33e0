#include "service/api/openapi/parameters.h"

#include "service/api/openapi/schema.h"
#include "write/params/params.h"

static json_t *bare(const struct param *param)
{
    static const char *const types[] = {
        [PARAM_STRING] = "string",    [PARAM_BOOLEAN] = "boolean", [PARAM_INTEGER] = "integer",
        [PARAM_STRINGS] = "string[]", [PARAM_OUTLINE] = "Outline", [PARAM_POLISH] = "PolishSettings",
    };
    return schema_of_type(types[param->type]);
}

/* The values there are, the older ones too, but for "". NULL: any. */
static json_t *allowed(struct openapi_draft *draft, const struct param *param)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    if (!param->allowed && param->format != FORMAT_ARTICLE_TYPE)
        return NULL;
    json_t *list = json_array();
    for (size_t i = 0; param->format == FORMAT_ARTICLE_TYPE && i < count; i++)
        draft_add(draft, list, json_string(types[i].name));
    for (size_t i = 0; param->allowed && param->allowed[i]; i++)
        if (param->allowed[i][0])
            draft_add(draft, list, json_string(param->allowed[i]));
    for (size_t i = 0; param->retired && param->retired[i].from; i++)
        draft_add(draft, list, json_string(param->retired[i].from));
    draft->failed |= !list;
    return list;
}

static void parameters_put_range(struct openapi_draft *draft, json_t *schema, const struct param *param)
{
    bool is_list = param->type == PARAM_STRINGS || param->type == PARAM_OUTLINE;
    const char *most = param->type == PARAM_INTEGER ? "maximum" : is_list ? "maxItems" : "maxLength";
    if (param->maximum == 0)
        return;
    if (param->type == PARAM_INTEGER)
        draft_put(draft, schema, "minimum", json_integer(param->minimum));
    draft_put(draft, schema, most, json_integer(param->maximum));
}

/* "Own style text. Applies with `toneOfVoiceProfile` = `"custom"`, to: blog_post, listicle." */
static void parameters_describe(struct buf *out, const struct param *param)
{
    size_t count;
    const char *before = " Of: ";
    const struct param_article_type *types = params_article_types(&count);
    buf_str(out, param->summary);
    if (param->parent)
        buf_printf(out, " With `%s` = `%s` alone.", param->parent, param->parent_value);
    for (size_t i = 0; i < count && param->types != TYPE_ALL; i++) {
        if (!(param->types & types[i].bit))
            continue;
        buf_printf(out, "%s`%s`", before, types[i].name);
        before = ", ";
    }
    if (param->types != TYPE_ALL)
        buf_char(out, '.');
}

static bool has_empty(const struct param *param)
{
    for (size_t i = 0; param->allowed && param->allowed[i]; i++)
        if (!param->allowed[i][0])
            return true;
    return false;
}

/* Takes the reference of the words. An empty one stands apart: generators make a name of each word. */
static void put_words(struct openapi_draft *draft, json_t *schema, json_t *words, bool with_empty)
{
    if (with_empty)
        draft_put(draft, schema, "anyOf",
                  json_pack("[{sssi}{ssso}]", "type", "string", "maxLength", 0, "type", "string", "enum", words));
    else
        draft_put(draft, schema, "enum", words);
}

static json_t *describe_param(struct openapi_draft *draft, const struct param *param)
{
    struct buf text = {0};
    json_t *schema = bare(param), *words = allowed(draft, param);
    parameters_describe(&text, param);
    draft_put(draft, schema, "description", text.failed ? NULL : json_string(buf_text(&text)));
    if (words)
        put_words(draft, schema, words, has_empty(param));
    if (param->fallback)
        draft_put(draft, schema, "default", draft_parse(param->fallback));
    parameters_put_range(draft, schema, param);
    buf_free(&text);
    return schema;
}

/* The older key of a switch, which means its opposite. */
static json_t *describe_opposite(const struct param *param)
{
    return json_pack("{sssbss++}", "type", "boolean", "deprecated", 1, "description", "The opposite of `", param->name,
                     "`, which counts when both are there.");
}

static void add_request(struct openapi_draft *draft, const char *name, const char *summary, bool is_v1)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *properties = json_object();
    json_t *schema = json_pack("{sssssos[s]}", "type", "object", "description", summary, "properties", properties,
                               "required", table[0].name);
    for (size_t i = 0; i < count; i++) {
        if (is_v1 && table[i].v2_only)
            continue;
        draft_put(draft, properties, table[i].name, describe_param(draft, &table[i]));
        if (table[i].opposite)
            draft_put(draft, properties, table[i].opposite, describe_opposite(&table[i]));
    }
    draft_put(draft, draft->schemas, name, schema);
}

static void add_polish(struct openapi_draft *draft)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    json_t *properties = json_object();
    for (size_t i = 0; i < count; i++)
        draft_put(
            draft, properties, polish[i].key,
            json_pack("{sssbss}", "type", "boolean", "default", polish[i].fallback, "description", polish[i].summary));
    draft_put(draft, draft->schemas, "PolishSettings",
              json_pack("{sssssoso}", "type", "object", "description", "What polishing does.", "properties", properties,
                        "additionalProperties", json_false()));
}

/* What a request to polish an article that is there takes of them. */
static void add_polish_request(struct openapi_draft *draft)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *properties = json_object();
    for (size_t i = 0; i < count; i++)
        if (table[i].group == GROUP_POLISH && table[i].parent)
            draft_put(draft, properties, table[i].name, describe_param(draft, &table[i]));
    draft_put(draft, draft->schemas, "PolishRequest",
              json_pack("{ssssso}", "type", "object", "description", "How a finished article is polished.",
                        "properties", properties));
}

void parameters_add(struct openapi_draft *draft)
{
    add_request(draft, "CreateRequest", "An article to be written.", false);
    add_request(draft, "CreateRequestV1", "An article to be written by the first engine.", true);
    add_polish(draft);
    add_polish_request(draft);
}
