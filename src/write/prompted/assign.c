/* Excerpts for headings: those that the model chose, and by words what it forgot. */
#include "write/prompted/assign_brand.h"
#include "write/prompted/prompted.h"

enum {
    PASSAGES = 8,        /* of a section at most */
    WANTED = 5,          /* by words, where the model chose none */
    ADDED = 3,           /* by words, beside the model's */
    SUBSECTION = 3,      /* of a subsection */
    LEAD = 3,            /* for the introduction, beside the best of the first sections */
    SPARE = 30,          /* for questions */
    MOST_ASKED = 8,      /* questions that people ask */
    ANSWERS = 2,         /* excerpts for each of them */
    SECTION_LEAST = 150, /* words of a section */
    SECTION_MOST = 230,
    PARENT_LEAST = 40, /* of a section that has subsections, above them */
    PARENT_MOST = 80,
    SUBSECTION_LEAST = 70,
    SUBSECTION_MOST = 120,
    MOST_USES = 2, /* of one excerpt, in all sections */
};

/* An excerpt for the introduction or for questions has this share of the best one's score. */
static const double lead_least = 0.5, spare_least = 0.35;

/* One that is added by words names this share of what those name that the model chose. */
static const double added_least = 0.6;

struct assigning {
    struct writing *writing;
    struct article_plan *plan;
    unsigned char *uses; /* by excerpt: in how many sections */
};

static size_t number_of(const struct assigning *assigning, struct str text)
{
    const struct excerpts *excerpts = &assigning->writing->excerpts;
    size_t number = 0;
    while (number < excerpts->count && !str_eq(excerpts->list[number].shown.text, text))
        number++;
    return number;
}

static bool *taken(const struct assigning *assigning)
{
    size_t count = assigning->writing->excerpts.count;
    bool *is_taken = ARENA_ARRAY(assigning->writing->arena, count + 1, bool);
    for (size_t i = 0; is_taken && i < count; i++)
        is_taken[i] = assigning->uses[i] >= MOST_USES;
    return is_taken;
}

/* How much of a heading's words its excerpts name on average. */
static double mean_match(const struct assigning *assigning, const struct material *material, struct str about)
{
    double sum = 0;
    for (size_t i = 0; i < material->count; i++)
        sum += excerpts_match(&assigning->writing->excerpts, number_of(assigning, material->list[i].text), about);
    return material->count ? sum / (double)material->count : 0;
}

/* Adds the best excerpts for the heading behind those that it has. */
static enum status add_by_words(struct assigning *assigning, struct planned *heading, size_t wanted)
{
    struct writing *writing = assigning->writing;
    struct model_excerpt *list =
        ARENA_ARRAY(writing->arena, heading->material.count + wanted + 1, struct model_excerpt);
    size_t *numbers = ARENA_ARRAY(writing->arena, wanted + 1, size_t), count = 0;
    bool *is_taken = taken(assigning);
    char *about = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(heading->title), STR_ARG(heading->covers));
    if (!list || !numbers || !is_taken || !about)
        return error_memory(writing->err);
    for (size_t i = 0; i < heading->material.count; i++) {
        size_t number = number_of(assigning, heading->material.list[i].text);
        is_taken[number] = true;
        list[i] = heading->material.list[i];
    }
    const struct excerpt_query query = {.keyword = writing->brief.sought,
                                        .heading = str_from(about),
                                        .most = wanted,
                                        .is_taken = is_taken,
                                        .needs_match = heading->material.count > 0};
    enum status status = excerpts_rank(&writing->excerpts, &query, writing->arena, numbers, &count, writing->err);
    double least = added_least * mean_match(assigning, &heading->material, query.heading);
    size_t total = heading->material.count;
    for (size_t i = 0; i < count && !status && total < PASSAGES; i++)
        if (!heading->material.count || excerpts_match(&writing->excerpts, numbers[i], query.heading) >= least)
            list[total++] = writing->excerpts.list[numbers[i]].shown;
    heading->material = (struct material){list, total};
    return status;
}

static enum status assign_heading(struct assigning *assigning, struct planned *heading, bool has_subsections)
{
    size_t wanted = heading->level > 2 ? SUBSECTION : heading->material.count ? ADDED : WANTED;
    const struct param_length *length = params_length(config_string(assigning->writing->config, "articleLength"));
    double share = length ? length->share : 1;
    size_t least = heading->level > 2 ? SUBSECTION_LEAST : has_subsections ? PARENT_LEAST : SECTION_LEAST;
    size_t most = heading->level > 2 ? SUBSECTION_MOST : has_subsections ? PARENT_MOST : SECTION_MOST;
    if (!heading->max_words) {
        heading->min_words = (size_t)((double)least * share);
        heading->max_words = (size_t)((double)most * share);
    }
    enum status status = OK;
    if (assigning->writing->excerpts.count && heading->material.count < PASSAGES && !heading->is_of_brand)
        status = add_by_words(assigning, heading, wanted);
    for (size_t i = 0; i < heading->material.count && !status; i++) {
        size_t number = number_of(assigning, heading->material.list[i].text);
        if (number < assigning->writing->excerpts.count)
            assigning->uses[number]++;
    }
    return status;
}

static bool is_there(const struct material *material, size_t count, struct str text)
{
    for (size_t i = 0; i < count; i++)
        if (material->list[i].text.data == text.data)
            return true;
    return false;
}

/* Adds the best excerpts for the query behind those that are there, each once. */
static enum status rank_into(struct writing *writing, const struct excerpt_query *query, struct material *material)
{
    size_t *numbers = ARENA_ARRAY(writing->arena, query->most + 1, size_t), count = 0;
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, material->count + query->most + 1, struct model_excerpt);
    if (!numbers || !list)
        return error_memory(writing->err);
    enum status status = excerpts_rank(&writing->excerpts, query, writing->arena, numbers, &count, writing->err);
    if (material->count)
        memcpy(list, material->list, material->count * sizeof *list);
    size_t known = material->count, filled = known;
    for (size_t i = 0; i < count && !status; i++) {
        const struct model_excerpt *shown = &writing->excerpts.list[numbers[i]].shown;
        if (!is_there(material, known, shown->text))
            list[filled++] = *shown;
    }
    *material = (struct material){list, filled};
    return status;
}

/* Adds the first excerpt of each section to those of the introduction, which says what the sections say. */
static enum status add_leads(struct assigning *assigning)
{
    const struct article_plan *plan = assigning->plan;
    struct material *lead = &assigning->plan->lead;
    struct model_excerpt *list = ARENA_ARRAY(assigning->writing->arena, PASSAGES + lead->count, struct model_excerpt);
    size_t count = lead->count;
    if (!list)
        return error_memory(assigning->writing->err);
    if (count)
        memcpy(list, lead->list, count * sizeof *list);
    for (size_t i = 0; i < plan->count && count < PASSAGES; i++) {
        const struct material *own = &plan->headings[i].material;
        size_t same = own->count ? 0 : count;
        while (same < count && !str_eq(list[same].text, own->list[0].text))
            same++;
        if (own->count && same == count)
            list[count++] = own->list[0];
    }
    *lead = (struct material){list, count};
    return OK;
}

/* What the article is about: the words of its headings say it better than a keyword with one rare word in it. */
static struct str subject_text(const struct assigning *assigning)
{
    struct buf out = {0};
    for (size_t i = 0; i < assigning->plan->count; i++)
        buf_printf(&out, "%.*s\n", STR_ARG(assigning->plan->headings[i].title));
    return writing_keep(assigning->writing, &out);
}

/* For each question that people ask, what answers it. */
static enum status add_answers(struct assigning *assigning)
{
    struct writing *writing = assigning->writing;
    enum status status = OK;
    for (size_t i = 0; i < writing->question_count && i < MOST_ASKED && !status; i++) {
        const struct excerpt_query query = {
            .keyword = writing->brief.sought, .heading = writing->questions[i], .most = ANSWERS, .needs_match = true};
        status = rank_into(writing, &query, &assigning->plan->spare);
    }
    return status;
}

/* For the introduction what opens the best pages; for questions first what no section uses. */
static enum status assign_rest(struct assigning *assigning)
{
    struct writing *writing = assigning->writing;
    size_t count = writing->excerpts.count;
    bool *used = ARENA_ARRAY(writing->arena, count + 1, bool), *unused = ARENA_ARRAY(writing->arena, count + 1, bool);
    if (!used || !unused)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        used[i] = assigning->uses[i] > 0;
        unused[i] = !used[i];
    }
    const struct str keyword = writing->brief.sought, about = subject_text(assigning);
    if (!about.data)
        return error_memory(writing->err);
    const struct excerpt_query lead = {
        .keyword = keyword, .heading = about, .most = LEAD, .least = lead_least, .is_lead = true};
    const struct excerpt_query fresh = {
        .keyword = keyword, .heading = about, .most = SPARE / 2, .least = spare_least, .is_taken = used};
    const struct excerpt_query known = {
        .keyword = keyword, .heading = about, .most = SPARE / 2, .least = spare_least, .is_taken = unused};
    enum status status = rank_into(writing, &lead, &assigning->plan->lead);
    if (!status)
        status = add_leads(assigning);
    if (!status && config_bool(writing->config, "includeFaq"))
        status = add_answers(assigning);
    if (!status && config_bool(writing->config, "includeFaq"))
        status = rank_into(writing, &fresh, &assigning->plan->spare);
    if (!status && config_bool(writing->config, "includeFaq"))
        status = rank_into(writing, &known, &assigning->plan->spare);
    return status;
}

enum status prompted_assign(struct writing *writing, struct article_plan *plan)
{
    struct assigning assigning = {.writing = writing, .plan = plan};
    assigning.uses = ARENA_ARRAY(writing->arena, writing->excerpts.count + 1, unsigned char);
    enum status status = assigning.uses ? OK : error_memory(writing->err);
    for (size_t i = 0; i < plan->count && !status; i++)
        status = assign_heading(&assigning, &plan->headings[i], plan_section_end(plan, i) > i + 1);
    if (!status)
        status = assign_brand(writing, plan);
    return !status && writing->excerpts.count ? assign_rest(&assigning) : status;
}
