/* The brand's place in the article, and its own texts as excerpts for the sections that they fit. */
#include "write/prompted/assign_brand.h"
#include "model/check/check.h"
#include "write/writing/brand.h"

enum {
    SENTENCES = 3,    /* of an excerpt */
    NEAR = 3,         /* excerpts at most in a section that is not about the brand */
    MOST_OF_ALL = 24, /* excerpts */
    BEFORE = 2,       /* excerpts of the sources that stand before the brand's */
};

/* The section whose subject is nearest to what the brand is about gets to name it: writers side by side cannot count.
 */
static struct planned *choose_section(struct writing *writing, struct article_plan *plan)
{
    const struct writing_brand *brand = &writing->brand;
    struct planned *nearest = NULL;
    double best = -1;
    for (size_t i = 0; i < plan->count; i++) {
        struct planned *heading = &plan->headings[i];
        if (heading->level > 2)
            continue;
        if (heading->names_brand)
            return heading;
        double fit = check_support(writing->brief.language, heading->title, brand->description) +
                     check_support(writing->brief.language, heading->covers, brand->knowledge);
        if (fit <= best)
            continue;
        nearest = heading;
        best = fit;
    }
    return nearest;
}

/* Neighbouring sentences together, a name on each. */
enum status brand_excerpts(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    struct str *sentences;
    size_t total;
    enum status status = brand_sentences(writing, &sentences, &total);
    *list = ARENA_ARRAY(writing->arena, MOST_OF_ALL, struct model_excerpt);
    *count = 0;
    if (!*list)
        return error_memory(writing->err);
    for (size_t i = 0; i < total && *count < MOST_OF_ALL && !status; i += SENTENCES) {
        struct buf out = {0};
        for (size_t j = i; j < total && j < i + SENTENCES; j++)
            buf_printf(&out, "%s%.*s", j > i ? " " : "", STR_ARG(sentences[j]));
        struct str text = writing_keep(writing, &out);
        struct model_excerpt *excerpt = &(*list)[*count];
        *excerpt = (struct model_excerpt){.heading = STR(""), .name = writing->brand.name, .source = OWN_WORDS};
        if (brand_is_avoided(writing))
            excerpt->name = STR("customer");
        status =
            text.data ? material_clean(writing->arena, text, &excerpt->text, writing->err) : error_memory(writing->err);
        *count += !material_addresses_model(text);
    }
    return status;
}

/* Where the excerpt fits: one that names the brand belongs to the section that is to name it. */
static struct planned *find_place(struct writing *writing, struct article_plan *plan,
                                  const struct model_excerpt *excerpt, struct planned *naming)
{
    struct planned *nearest = naming;
    double best = 0;
    if (naming && (naming->is_of_brand || brand_find(writing, excerpt->text, 0) < excerpt->text.len))
        return naming;
    for (size_t i = 0; i < plan->count; i++) {
        double fit = plan->headings[i].level > 2
                         ? 0
                         : check_support(writing->brief.language, plan->headings[i].title, excerpt->text);
        if (fit <= best)
            continue;
        nearest = &plan->headings[i];
        best = fit;
    }
    return nearest;
}

static size_t count_own(const struct material *material)
{
    size_t count = 0;
    for (size_t i = 0; i < material->count; i++)
        count += material->list[i].source == OWN_WORDS;
    return count;
}

static enum status insert(struct writing *writing, struct planned *heading, const struct model_excerpt *excerpt)
{
    struct material *material = &heading->material;
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, material->count + 1, struct model_excerpt);
    size_t own = count_own(material), at = BEFORE + own < material->count ? BEFORE + own : material->count;
    if (!list)
        return error_memory(writing->err);
    for (size_t i = 0; i < material->count; i++)
        list[i + (i >= at)] = material->list[i];
    list[at] = *excerpt;
    *material = (struct material){list, material->count + 1};
    return OK;
}

enum status assign_brand(struct writing *writing, struct article_plan *plan)
{
    struct model_excerpt *list;
    size_t count;
    if (!writing->brand.name.len)
        return OK;
    struct planned *naming = writing->brand.mention == MENTION_NONE ? NULL : choose_section(writing, plan);
    enum status status = brand_excerpts(writing, &list, &count);
    if (naming)
        naming->names_brand = true;
    for (size_t i = 0; i < count && !status; i++) {
        struct planned *heading = find_place(writing, plan, &list[i], naming);
        bool has_sources = heading && heading->material.count > count_own(&heading->material);
        /* Where there are no sources, a text of the brand alone would have to carry a whole section. */
        if (heading && (heading->is_of_brand || (has_sources && count_own(&heading->material) < NEAR)))
            status = insert(writing, heading, &list[i]);
    }
    return status;
}
