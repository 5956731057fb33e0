/* The parameters, in the order of the interface's documentation. */
#include "write/params/params.h"

enum {
    FREE_TEXT = 8000, /* characters of a prompt or an instruction */
    NAME = 300,       /* characters of a keyword, title or style name */
    IDENTIFIER = 255,
};

/* --- lengths --- */

/*
 * The values of articleLength that name a number of sections: least, most, most that the writer makes, and how long
 * each is as a share of the usual. Where the sources are rich, five sections of the usual length would make nearly a
 * usual article: a short one has four at most, and less in each.
 */
#define PARAM_LENGTHS(ROW)                                                                                             \
    ROW(shorter, 2, 3, 3, 0.6)                                                                                         \
    ROW(short, 3, 5, 4, 0.6)                                                                                           \
    ROW(medium, 5, 7, 7, 1)                                                                                            \
    ROW(long, 7, 10, 10, 1)                                                                                            \
    ROW(longer, 10, 12, 12, 1)
#define LENGTH_TEXT(name, least, most, aim, share) #name " " #least "-" #most ", "
#define LENGTH_ROW(name, least, most, aim, share)  {#name, least, aim, share},

static const struct param_length length_list[] = {PARAM_LENGTHS(LENGTH_ROW)};

/* --- documented values --- */

static const char *const models[] = {"alpha-6-luna", "beta-sonnet-5", "alpha-6-sol", "beta-opus-5-5", NULL};
static const char *const points_of_view[] = {"third_person", "first_person_singular", "first_person_plural",
                                             "second_person", NULL};
static const char *const readability_modes[] = {"default", "8th_grade", NULL};
static const char *const mention_levels[] = {"subtle", "prominent", "none", NULL};
static const char *const data_sources[] = {"web", "auto", "scholarly", "news", "custom", NULL};
static const char *const date_ranges[] = {"", "past_hour", "past_day", "past_week", "past_month", "past_year", NULL};
static const char *const lengths[] = {"default", "custom", "short", "shorter", "medium", "long", "longer", NULL};
static const char *const seo_levels[] = {"default", "manual", "ai_powered", NULL};
static const char *const media_options[] = {"none", "auto", "images", "videos", NULL};
static const char *const image_styles[] = {"illustration", "photo",     "watercolor", "fantasy",
                                           "anime",        "isometric", NULL};
static const char *const image_models[] = {"alpha-image-2-fast", "alpha-image-2-medium", "gamma-3.0-turbo", "delta-2",
                                           NULL};
static const char *const image_sizes[] = {"1024x1024", "1536x1024", "1024x1536", "1792x1008", "1008x1792", "1:1",
                                          "16:9",      "9:16",      "square",    "landscape", "portrait",  NULL};

/* Each becomes its successor in the same family; a tier without a successor becomes the next higher one. */
static const struct param_retired retired_models[] = {
    {"beta-opus-5", "beta-opus-5-5"},   {"alpha-5.6-luna", "alpha-6-luna"},
    {"alpha-5.6-terra", "alpha-6-sol"}, {"alpha-5.6-sol", "alpha-6-sol"},
    {"alpha-5.4-mini", "alpha-6-luna"}, {"beta-sonnet-4-6", "beta-sonnet-5"},
    {"beta-opus-4-7", "beta-opus-5-5"}, {NULL, NULL},
};

static const struct param_article_type article_type_list[] = {
    {"blog_post", TYPE_BLOG_POST},
    {"listicle", TYPE_LISTICLE},
    {"service_page", TYPE_SERVICE_PAGE},
    {"market_product_roundup", TYPE_MARKET_ROUNDUP},
    {"video_site_video", TYPE_VIDEO},
    {"rewrite_blog_post", TYPE_REWRITE},
    {"market_single_product_review", TYPE_MARKET_REVIEW},
    {"local_places_roundup", TYPE_PLACES},
};

static const struct param_polish polish_list[] = {
    {"split-up-long-paragraphs", true, "Splits paragraphs of more than four sentences."},
    {"remove-mid-article-conclusions", true, "Removes paragraphs that sum up before the end."},
    {"remove-repetitive-sentences", true, "Removes sentences that say what an earlier one said."},
    {"convert-passive-voice", false, "Turns passive sentences into active ones; takes a language model.",
     "the built-in writer rewords no sentence"},
    {"simplify-complex-sentences", false, "Shortens long sentences; the built-in writer cuts those it need not reword.",
     "the built-in writer only cuts long sentences where both halves stand by themselves"},
    {"humanize", false, "Removes stock phrases; takes a language model.",
     "the built-in writer takes no phrase out of a sentence"},
};

static const char *const group_titles[] = {
    [GROUP_CORE] = "Core parameters",
    [GROUP_BRAND] = "Instructions and brand",
    [GROUP_RESEARCH] = "Research and real-time data",
    [GROUP_STRUCTURE] = "Content structure",
    [GROUP_PROMPTS] = "Custom prompts",
    [GROUP_MEDIA] = "Multimedia",
    [GROUP_POLISH] = "Auto-Polish",
    [GROUP_CTA] = "Call to action",
    [GROUP_LIST] = "Lists and places",
    [GROUP_MARKET_ROUNDUP] = "Product roundups",
    [GROUP_VIDEO] = "Articles from videos",
    [GROUP_REWRITE] = "Rewriting",
    [GROUP_MARKET_REVIEW] = "Product reviews",
};

/* --- the table --- */

static const struct param table[] = {
    {"targetKeyword", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .required = TYPE_ALL, .minimum = 1, .maximum = NAME,
     .summary =
         "Main keyword; stands in the title as it is spelled here, and with a language model in the introduction."},
    {"articleType", GROUP_CORE, PARAM_STRING, .format = FORMAT_ARTICLE_TYPE, .types = TYPE_ALL,
     .fallback = "\"blog_post\"", .summary = "Shape of the article."},
    {"modelVersion", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .fallback = "\"alpha-6-luna\"", .allowed = models,
     .retired = retired_models, .effect = EFFECT_MODEL,
     .summary = "Who writes: what the service has configured under this name."},
    {"language", GROUP_CORE, PARAM_STRING, .format = FORMAT_LANGUAGE, .types = TYPE_ALL, .fallback = "\"English\"",
     .maximum = 100, .summary = "Language of the article: English name or BCP 47 tag."},
    {"pointOfView", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .fallback = "\"third_person\"",
     .allowed = points_of_view, .summary = "Grammatical person in which the article speaks."},
    {"toneOfVoiceProfile", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .fallback = "\"seo_optimized\"",
     .maximum = NAME, .effect = EFFECT_MODEL,
     .summary = "Style: seo_optimized (plain and exact, the answer first), automatic (made up for the article), custom "
                "(that of toneOfVoice), or a style in words of one's own, such as friendly."},
    {"toneOfVoice", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .required = TYPE_ALL, .maximum = FREE_TEXT,
     .parent = "toneOfVoiceProfile", .parent_value = "\"custom\"", .effect = EFFECT_MODEL,
     .summary = "Own description of the style."},
    {"title", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .maximum = NAME,
     .summary = "Title, used verbatim; generated when absent."},
    {"readabilityMode", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .fallback = "\"default\"",
     .allowed = readability_modes, .summary = "8th_grade: shorter sentences; simpler words with a language model."},
    {"integrationId", GROUP_CORE, PARAM_STRING, .types = TYPE_ALL, .maximum = IDENTIFIER,
     .summary = "Connected site or webhook that receives the finished article."},
    {"webhookUrl", GROUP_CORE, PARAM_STRING, .format = FORMAT_URL, .types = TYPE_ALL, .maximum = PARAM_URL_MAX,
     .summary = "Deprecated: URL to which the status record is posted when the article is done."},

    {"articleInstructions", GROUP_BRAND, PARAM_STRING, .types = TYPE_ALL, .maximum = FREE_TEXT, .v2_only = true,
     .effect = EFFECT_MODEL, .summary = "Instructions for outline and text."},
    {"brandId", GROUP_BRAND, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE,
     .maximum = IDENTIFIER, .v2_only = true, .refused_elsewhere = true,
     .summary = "Brand whose voice and knowledge the article uses."},
    {"brandMentionLevel", GROUP_BRAND, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE,
     .fallback = "\"subtle\"", .allowed = mention_levels, .v2_only = true, .beside = "brandId",
     .summary = "How much the brand of brandId is named: where it fits, in a section of its own too, or not at all."},

    {"realTimeData", GROUP_RESEARCH, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE, .fallback = "false",
     .summary = "Searches for current sources."},
    {"enableDeepResearch", GROUP_RESEARCH, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE,
     .fallback = "false", .parent = "realTimeData", .parent_value = "true", .summary = "More searches and page reads."},
    {"extendedResearch", GROUP_RESEARCH, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE,
     .fallback = "false", .parent = "enableDeepResearch", .parent_value = "true", .needs_plan = true,
     .summary = "Dozens of searches and page reads, 1 to 5 minutes; needs a Professional plan."},
    {"shouldCiteSources", GROUP_RESEARCH, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE,
     .fallback = "true", .summary = "Links each sentence from a source to that source."},
    {"realTimeDataSource", GROUP_RESEARCH, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE,
     .fallback = "\"web\"", .allowed = data_sources, .parent = "realTimeData", .parent_value = "true",
     .summary = "Where to search; custom: only urls."},
    {"realTimeDateRange", GROUP_RESEARCH, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE, .fallback = "\"\"",
     .allowed = date_ranges, .parent = "realTimeDataSource", .parent_value = "\"news\"",
     .summary = "How old news may be; empty: any age."},
    {"country", GROUP_RESEARCH, PARAM_STRING, .format = FORMAT_COUNTRY, .types = TYPE_BLOG_POST | TYPE_SERVICE_PAGE,
     .maximum = 100, .summary = "Country to target: English name, ISO 3166 alpha-2 or alpha-3 code."},
    {"urls", GROUP_RESEARCH, PARAM_STRINGS, .format = FORMAT_URL,
     .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE, .maximum = 20,
     .summary = "Pages whose facts are used."},

    {"includeFaq", GROUP_STRUCTURE, PARAM_BOOLEAN, .types = TYPE_BLOG_POST, .fallback = "false",
     .summary = "Adds questions with answers."},
    {"includeKeyTakeaways", GROUP_STRUCTURE, PARAM_BOOLEAN, .types = TYPE_BLOG_POST, .fallback = "false",
     .summary = "Adds a list of key takeaways to the introduction."},
    {"disableIntroduction", GROUP_STRUCTURE, PARAM_BOOLEAN, .types = TYPE_BLOG_POST,
     .summary = "Leaves the introduction out."},
    {"includeConclusion", GROUP_STRUCTURE, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_REWRITE, .fallback = "true",
     .opposite = "disableConclusion", .summary = "Ends with a short conclusion."},
    {"articleLength", GROUP_STRUCTURE, PARAM_STRING, .types = TYPE_BLOG_POST, .allowed = lengths,
     .summary = "Number of sections: " PARAM_LENGTHS(LENGTH_TEXT) "custom: numberOfSections."},
    {"numberOfSections", GROUP_STRUCTURE, PARAM_INTEGER, .types = TYPE_BLOG_POST, .minimum = 1, .maximum = 48,
     .parent = "articleLength", .parent_value = "\"custom\"",
     .summary = "Number of sections with articleLength custom."},
    {"outline", GROUP_STRUCTURE, PARAM_OUTLINE, .types = TYPE_BLOG_POST, .maximum = 48,
     .summary = "Headings, used verbatim and in this order."},
    {"extraOutlinePrompt", GROUP_STRUCTURE, PARAM_STRING, .types = TYPE_BLOG_POST, .maximum = FREE_TEXT,
     .summary = "Headings, one per line; an indented one stands below the one before."},
    {"seoOptimizationLevel", GROUP_STRUCTURE, PARAM_STRING, .types = TYPE_BLOG_POST, .fallback = "\"default\"",
     .allowed = seo_levels,
     .summary = "Which terms the article must cover; manual: those of extraEntitiesPrompt, ai_powered: those that its "
                "sources share."},
    {"extraEntitiesPrompt", GROUP_STRUCTURE, PARAM_STRING, .types = TYPE_BLOG_POST, .maximum = FREE_TEXT,
     .parent = "seoOptimizationLevel", .parent_value = "\"manual\"", .summary = "Terms to cover, comma-separated."},
    {"internalLinkingDomainId", GROUP_STRUCTURE, PARAM_STRING, .types = TYPE_BLOG_POST, .maximum = IDENTIFIER,
     .summary = "Domain whose pages the article links to."},

    {"extraTitlePrompt", GROUP_PROMPTS, PARAM_STRING, .types = TYPE_ALL, .maximum = FREE_TEXT, .effect = EFFECT_MODEL,
     .summary = "Prompt for the title."},
    {"extraSectionPrompt", GROUP_PROMPTS, PARAM_STRING, .types = TYPE_ALL, .maximum = FREE_TEXT, .effect = EFFECT_MODEL,
     .summary = "Prompt for each section."},
    {"extraIntroductionPrompt", GROUP_PROMPTS, PARAM_STRING, .types = TYPE_ALL, .maximum = FREE_TEXT,
     .effect = EFFECT_MODEL, .summary = "Prompt for the introduction."},

    {"multimediaOption", GROUP_MEDIA, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE, .fallback = "\"none\"",
     .allowed = media_options,
     .summary = "Which media the sections get; auto: a video where one is about the section, else an image."},
    {"imageStyle", GROUP_MEDIA, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE, .fallback = "\"illustration\"",
     .allowed = image_styles, .summary = "Style of the images."},
    {"imageModel", GROUP_MEDIA, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE,
     .fallback = "\"alpha-image-2-fast\"", .allowed = image_models,
     .summary = "Model that makes the images; fast costs 50 words an image, medium 200, the others none."},
    {"maxImages", GROUP_MEDIA, PARAM_INTEGER, .types = TYPE_BLOG_POST | TYPE_LISTICLE, .maximum = 20,
     .summary = "Most images; absent: 6, in a listicle one for each item."},
    {"imageSize", GROUP_MEDIA, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE, .fallback = "\"1024x1024\"",
     .allowed = image_sizes, .summary = "Size of the images in pixels, or a shape."},
    {"maxVideos", GROUP_MEDIA, PARAM_INTEGER, .types = TYPE_BLOG_POST | TYPE_LISTICLE, .maximum = 10,
     .summary = "Most videos; absent: 2, with auto 1."},

    {"autoPolish", GROUP_POLISH, PARAM_BOOLEAN, .types = TYPE_ALL, .fallback = "false",
     .summary = "Polishes the finished article."},
    {"polishSettings", GROUP_POLISH, PARAM_POLISH, .types = TYPE_ALL, .fallback = "{}", .parent = "autoPolish",
     .parent_value = "true", .summary = "What polishing does."},
    {"polishCustomInstructions", GROUP_POLISH, PARAM_STRING, .types = TYPE_ALL, .maximum = 1024, .parent = "autoPolish",
     .parent_value = "true", .effect = EFFECT_MODEL, .summary = "Own instructions for polishing."},

    {"includeCta", GROUP_CTA, PARAM_BOOLEAN, .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE,
     .summary = "Ends with a call to action."},
    {"ctaPrompt", GROUP_CTA, PARAM_STRING, .types = TYPE_BLOG_POST | TYPE_LISTICLE | TYPE_SERVICE_PAGE,
     .maximum = FREE_TEXT, .parent = "includeCta", .parent_value = "true", .effect = EFFECT_MODEL,
     .summary = "Prompt for the call to action."},

    {"enableSupplementalInformation", GROUP_LIST, PARAM_BOOLEAN, .types = TYPE_LISTICLE | TYPE_PLACES,
     .fallback = "true", .summary = "Adds one to three sections after the items."},
    {"enableAutomaticLength", GROUP_LIST, PARAM_BOOLEAN, .types = TYPE_LISTICLE | TYPE_PLACES, .fallback = "true",
     .summary = "Takes the number of items from the keyword."},
    {"numberOfItems", GROUP_LIST, PARAM_INTEGER, .types = TYPE_LISTICLE | TYPE_PLACES, .fallback = "10", .minimum = 1,
     .maximum = 50, .parent = "enableAutomaticLength", .parent_value = "false",
     .summary = "Number of items without enableAutomaticLength."},
    {"extraListItemPrompt", GROUP_LIST, PARAM_STRING, .types = TYPE_LISTICLE | TYPE_PLACES, .maximum = FREE_TEXT,
     .effect = EFFECT_MODEL, .summary = "Prompt for each item."},

    {"marketDomain", GROUP_MARKET_ROUNDUP, PARAM_STRING, .types = TYPE_MARKET_ROUNDUP, .maximum = 253,
     .summary = "Store domain of the marketplace; its main US store when absent. One that it does not have is noted."},
    {"numMarketProducts", GROUP_MARKET_ROUNDUP, PARAM_INTEGER, .types = TYPE_MARKET_ROUNDUP, .fallback = "10",
     .minimum = 1, .maximum = 48, .summary = "Number of products."},
    {"enableFirstHandExperience", GROUP_MARKET_ROUNDUP, PARAM_BOOLEAN, .types = TYPE_MARKET_ROUNDUP, .fallback = "true",
     .summary = "Tells what buyers experienced."},
    {"marketAssociatesId", GROUP_MARKET_ROUNDUP, PARAM_STRING, .types = TYPE_MARKET_ROUNDUP, .maximum = IDENTIFIER,
     .summary = "Affiliate identifier for the links."},
    {"marketProductSearchUrl", GROUP_MARKET_ROUNDUP, PARAM_STRING, .format = FORMAT_URL, .types = TYPE_MARKET_ROUNDUP,
     .maximum = PARAM_URL_MAX, .summary = "Search page whose products are used, in its order."},

    {"videoSiteVideoUrl", GROUP_VIDEO, PARAM_STRING, .format = FORMAT_URL, .types = TYPE_VIDEO, .required = TYPE_VIDEO,
     .maximum = PARAM_URL_MAX, .summary = "Video that the article follows."},

    {"articleUrl", GROUP_REWRITE, PARAM_STRING, .format = FORMAT_URL, .types = TYPE_REWRITE, .required = TYPE_REWRITE,
     .maximum = PARAM_URL_MAX, .summary = "Article to rewrite."},
    {"rewriteAllSourceData", GROUP_REWRITE, PARAM_BOOLEAN, .types = TYPE_VIDEO | TYPE_REWRITE,
     .summary = "Covers every section and fact of the source."},

    {"asin", GROUP_MARKET_REVIEW, PARAM_STRING, .format = FORMAT_ASIN, .types = TYPE_MARKET_REVIEW,
     .required = TYPE_MARKET_REVIEW, .maximum = IDENTIFIER,
     .summary = "Identification number of the product in the marketplace."},
    {"enableCondensedMode", GROUP_MARKET_REVIEW, PARAM_BOOLEAN, .types = TYPE_MARKET_REVIEW,
     .summary = "A shorter review."},
};

const struct param *params_table(size_t *count)
{
    *count = COUNT_OF(table);
    return table;
}

const struct param *params_find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

const char *params_group_title(enum param_group group)
{
    return group_titles[group];
}

const struct param_article_type *params_article_types(size_t *count)
{
    *count = COUNT_OF(article_type_list);
    return article_type_list;
}

const struct param_length *params_length(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(length_list); i++)
        if (strcmp(length_list[i].name, name) == 0)
            return &length_list[i];
    return NULL;
}

const struct param_polish *params_polish(size_t *count)
{
    *count = COUNT_OF(polish_list);
    return polish_list;
}

/* "string", "boolean", "integer", "array of string", "array of Section", "object". */
static const char *params_type_name(enum param_type type)
{
    static const char *const names[] = {
        [PARAM_STRING] = "string",           [PARAM_BOOLEAN] = "boolean",          [PARAM_INTEGER] = "integer",
        [PARAM_STRINGS] = "array of string", [PARAM_OUTLINE] = "array of Section", [PARAM_POLISH] = "object",
    };
    return names[type];
}

/* --- the table as JSON, for those who publish it --- */

/* Sets a member; false when memory ran out. Takes the reference, which may be NULL for the same reason. */
static bool set(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

static json_t *article_type_names(unsigned types)
{
    size_t count;
    const struct param_article_type *list = params_article_types(&count);
    json_t *names = json_array();
    bool good = names != NULL;
    for (size_t i = 0; i < count && good; i++)
        if (list[i].bit & types)
            good = json_array_append_new(names, json_string(list[i].name)) == 0;
    if (good)
        return names;
    json_decref(names);
    return NULL;
}

static json_t *strings(const char *const *values)
{
    json_t *array = json_array();
    bool good = array != NULL;
    for (; *values && good; values++)
        good = json_array_append_new(array, json_string(*values)) == 0;
    if (good)
        return array;
    json_decref(array);
    return NULL;
}

static bool describe_effect(const struct param *param, unsigned writable, json_t *object)
{
    bool has_later = param->format == FORMAT_ARTICLE_TYPE && (TYPE_ALL & ~writable);
    if (param->effect == EFFECT_MODEL && !set(object, "effect", json_string("model")))
        return false;
    return !has_later || set(object, "later", article_type_names(TYPE_ALL & ~writable));
}

static json_t *retired_names(const struct param_retired *retired)
{
    json_t *names = json_object();
    bool good = names != NULL;
    for (; retired->from && good; retired++)
        good = set(names, retired->from, json_string(retired->to));
    if (good)
        return names;
    json_decref(names);
    return NULL;
}

static bool describe_limits(const struct param *param, json_t *object)
{
    bool is_enum = param->allowed || param->format == FORMAT_ARTICLE_TYPE;
    if (is_enum && !set(object, "allowed", param->allowed ? strings(param->allowed) : article_type_names(TYPE_ALL)))
        return false;
    if (param->retired && !set(object, "retired", retired_names(param->retired)))
        return false;
    if (param->maximum == 0)
        return true;
    return set(object, "minimum", json_integer(param->minimum)) && set(object, "maximum", json_integer(param->maximum));
}

static bool describe_conditions(const struct param *param, json_t *object)
{
    if (param->required && !set(object, "required", article_type_names(param->required)))
        return false;
    if (param->v2_only && !set(object, "v2Only", json_true()))
        return false;
    if (!param->parent)
        return true;
    return set(object, "parent", json_string(param->parent)) &&
           set(object, "parentValue", json_loads(param->parent_value, JSON_DECODE_ANY, NULL));
}

static bool param_describe(const struct param *param, unsigned writable, json_t *object)
{
    return set(object, "name", json_string(param->name)) &&
           set(object, "group", json_string(params_group_title(param->group))) &&
           set(object, "type", json_string(params_type_name(param->type))) &&
           set(object, "articleTypes", article_type_names(param->types)) &&
           (!param->fallback || set(object, "default", json_loads(param->fallback, JSON_DECODE_ANY, NULL))) &&
           (!param->opposite || set(object, "opposite", json_string(param->opposite))) &&
           describe_limits(param, object) && describe_conditions(param, object) &&
           describe_effect(param, writable, object) && set(object, "summary", json_string(param->summary));
}

json_t *params_describe(unsigned writable)
{
    size_t count;
    const struct param *params = params_table(&count);
    json_t *list = json_array();
    bool good = list != NULL;
    for (size_t i = 0; i < count && good; i++) {
        json_t *object = json_object();
        good = object && param_describe(&params[i], writable, object) && json_array_append(list, object) == 0;
        json_decref(object);
    }
    if (good)
        return list;
    json_decref(list);
    return NULL;
}
