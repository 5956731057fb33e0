/* The outline: drafted from the keyword, refined on what the sources can support. */
#include "model/check/check.h"
#include "write/prompted/prompted.h"
#include "write/writing/brand.h"
#include "write/writing/pipeline.h"

#include <stdlib.h>

enum {
    DEFAULT_MIN = 4, /* sections, when the caller leaves it open */
    DEFAULT_MAX = 7,
    MOST_SECTIONS = 48,
    LEAST_PASSAGES = 2, /* of a section that the model adds */
    MOST_PASSAGES = 8,  /* that the model may give a section */
};

/* The outline that a call returns. */
struct outlining {
    struct article_plan *plan;
    size_t min, max;
    struct material digest; /* the excerpts that it is refined on */
    size_t **chosen;        /* by heading: places in the digest that the model chose, best first */
    size_t *chosen_count;
    bool needs_passages;
    struct str worn; /* a heading that says nothing; empty: there is none */
};

/* --- what an answer may hold --- */

/* Headings of parts that the article has besides, or that say nothing. */
static bool is_banned(const struct writing *writing, struct str heading)
{
    const struct language *language = writing->brief.language;
    const struct cues *cues = language && language->cues ? language->cues : language_find(STR("en"))->cues;
    for (const char *const *list = cues->headings; *list; list++)
        if (str_ieq(heading, str_from(*list)))
            return true;
    return false;
}

static bool has_letter(struct str text)
{
    uint32_t codepoint;
    for (size_t at = 0; at < text.len; at += utf8_decode(text, at, &codepoint))
        if (utf8_decode(text, at, &codepoint) && unicode_is_letter(codepoint))
            return true;
    return false;
}

/* A heading without the marks and the number that were put before it: "## 1. ", "Step 4: ", "**". */
static struct str without_marks(struct str heading)
{
    static const char *const words[] = {"step ", "part ", "section ", "chapter ", "schritt ", "teil ", "kapitel "};
    while (heading.len && memchr("#* ", heading.data[0], 3))
        heading = (struct str){heading.data + 1, heading.len - 1};
    while (heading.len && memchr("* ", heading.data[heading.len - 1], 2))
        heading.len--;
    size_t at = 0, digits;
    for (size_t i = 0; i < COUNT_OF(words) && !at; i++)
        at = str_istarts(heading, str_from(words[i])) ? strlen(words[i]) : 0;
    for (digits = at; digits < heading.len && ascii_is_digit(heading.data[digits]);)
        digits++;
    bool is_number = digits > at && digits + 1 < heading.len && memchr(".):", heading.data[digits], 3) &&
                     heading.data[digits + 1] == ' ';
    return is_number ? str_trim((struct str){heading.data + digits + 1, heading.len - digits - 1}) : heading;
}

/* Without backticks: a heading shows no code. */
static struct str member_text(struct writing *writing, const json_t *entry, const char *name)
{
    const json_t *value = json_object_get(entry, name);
    struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
    char *copy = arena_copy_n(writing->arena, text.data ? text.data : "", text.len);
    size_t kept = 0;
    for (size_t i = 0; copy && i < text.len; i++)
        if (copy[i] != '`')
            copy[kept++] = copy[i];
    return (struct str){copy, kept};
}

/* Numbers of the digest that the entry names, each once; others are dropped. */
static enum status read_passages(struct writing *writing, const json_t *entry, size_t shown,
                                 struct outlining *outlining)
{
    const json_t *list = json_object_get(entry, "passages");
    size_t at = outlining->plan->count, count = 0;
    size_t *numbers = ARENA_ARRAY(writing->arena, MOST_PASSAGES, size_t);
    if (!numbers)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(list) && count < MOST_PASSAGES; i++) {
        json_int_t number = json_integer_value(json_array_get(list, i));
        bool is_new = number >= 1 && (size_t)number <= shown;
        for (size_t j = 0; j < count && is_new; j++)
            is_new = numbers[j] != (size_t)number - 1;
        if (is_new)
            numbers[count++] = (size_t)number - 1;
    }
    outlining->chosen[at] = numbers;
    outlining->chosen_count[at] = count;
    return OK;
}

static bool is_repeated(const struct article_plan *plan, struct str heading)
{
    for (size_t i = 0; i < plan->count; i++)
        if (str_ieq(plan->headings[i].title, heading))
            return true;
    return false;
}

static enum status read_section(struct writing *writing, const json_t *entry, size_t shown, struct outlining *outlining)
{
    struct article_plan *plan = outlining->plan;
    struct str heading = member_text(writing, entry, "heading"), covers = member_text(writing, entry, "covers");
    struct str form = member_text(writing, entry, "form");
    if (!heading.data || !covers.data || !form.data)
        return error_memory(writing->err);
    while (heading.len && (str_ends(heading, STR(":")) || str_ends(heading, STR("."))))
        heading.len--;
    heading = without_marks(heading);
    bool names_avoided = brand_is_avoided(writing) && brand_find(writing, heading, 0) < heading.len;
    if (!has_letter(heading) || is_banned(writing, heading) || is_repeated(plan, heading) || names_avoided)
        return OK;
    if (!outlining->worn.len && heading_is_worn(writing->brief.language, heading))
        outlining->worn = heading;
    enum status status = outlining->needs_passages ? read_passages(writing, entry, shown, outlining) : OK;
    if (!status)
        plan->headings[plan->count++] =
            (struct planned){.title = heading, .level = 2, .covers = covers, .form = plan_form_find(form)};
    return status;
}

static void remove_heading(struct outlining *outlining, size_t number)
{
    struct article_plan *plan = outlining->plan;
    plan->count--;
    for (size_t i = number; i < plan->count; i++) {
        plan->headings[i] = plan->headings[i + 1];
        if (!outlining->needs_passages)
            continue;
        outlining->chosen[i] = outlining->chosen[i + 1];
        outlining->chosen_count[i] = outlining->chosen_count[i + 1];
    }
}

/* Sections with too little behind them go, as far as there are enough; then the weakest, until there are not too many.
 */
static void force_count(struct outlining *outlining)
{
    struct article_plan *plan = outlining->plan;
    for (size_t i = plan->count; i-- > 0 && outlining->needs_passages;)
        if (outlining->chosen_count[i] < LEAST_PASSAGES && plan->count > outlining->min)
            remove_heading(outlining, i);
    while (plan->count > outlining->max) {
        size_t weakest = plan->count - 1;
        for (size_t i = plan->count; i-- > 0 && outlining->needs_passages;)
            if (outlining->chosen_count[i] < outlining->chosen_count[weakest])
                weakest = i;
        remove_heading(outlining, weakest);
    }
}

static enum status read_outline(struct writing *writing, const struct question *question, const struct reply *reply,
                                struct str *fault)
{
    struct outlining *outlining = question->context;
    const json_t *sections = json_object_get(reply->value, "sections");
    size_t count = json_array_size(sections) < MOST_SECTIONS ? json_array_size(sections) : MOST_SECTIONS;
    struct article_plan *plan = outlining->plan;
    plan->headings = ARENA_ARRAY(writing->arena, count + 1, struct planned);
    outlining->chosen = ARENA_ARRAY(writing->arena, count + 1, size_t *);
    outlining->chosen_count = ARENA_ARRAY(writing->arena, count + 1, size_t);
    plan->count = 0;
    outlining->worn = STR("");
    if (!plan->headings || !outlining->chosen || !outlining->chosen_count)
        return error_memory(writing->err);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = read_section(writing, json_array_get(sections, i), reply->shown, outlining);
    if (status)
        return status;
    force_count(outlining);
    bool is_worn = outlining->worn.len && outlining->needs_passages && !reply->is_last;
    if ((plan->count >= outlining->min && !is_worn) || (reply->is_last && plan->count))
        return OK;
    const char *text = is_worn
                           ? arena_printf(writing->arena, "the heading \"%.*s\" does not say what its section says",
                                          STR_ARG(outlining->worn))
                           : arena_printf(writing->arena, "it has %zu usable sections, and there must be %zu at least",
                                          plan->count, outlining->min);
    *fault = str_from(text);
    return text ? OK : error_memory(writing->err);
}

/* --- the calls --- */

static struct str bounds_text(struct writing *writing, const struct outlining *outlining)
{
    return str_from(outlining->min == outlining->max
                        ? arena_printf(writing->arena, "exactly %zu", outlining->min)
                        : arena_printf(writing->arena, "%zu to %zu", outlining->min, outlining->max));
}

static enum status draft(struct writing *writing, struct outlining *outlining)
{
    const struct prompt_value value = {"sections", bounds_text(writing, outlining)};
    const struct question question = {.prompt = PROMPT_OUTLINE_DRAFT,
                                      .step = "outline",
                                      .values = &value,
                                      .value_count = 1,
                                      .check = read_outline,
                                      .context = outlining};
    outlining->needs_passages = false;
    return value.text.data ? question_ask(writing, &question) : error_memory(writing->err);
}

static struct str draft_text(struct writing *writing, const struct article_plan *plan)
{
    struct buf out = {0};
    if (!plan->count)
        buf_str(&out, "(none)");
    for (size_t i = 0; i < plan->count; i++)
        buf_printf(&out, "- %.*s: %.*s\n", STR_ARG(plan->headings[i].title), STR_ARG(plan->headings[i].covers));
    return writing_keep(writing, &out);
}

/* The excerpts that the outline is refined on. */
static enum status make_digest(struct writing *writing, const struct article_plan *drafted, struct material *material)
{
    struct prompted_digest digest;
    enum status status = prompted_digest(writing, drafted, &digest);
    *material = (struct material){digest.shown, digest.count};
    return status;
}

static enum status refine(struct writing *writing, struct outlining *outlining, const struct article_plan *drafted)
{
    struct str draft_lines = draft_text(writing, drafted), bounds = bounds_text(writing, outlining);
    if (!draft_lines.data || !bounds.data)
        return error_memory(writing->err);
    const struct prompt_value values[] = {{"draft", draft_lines}, {"sections", bounds}};
    const struct question question = {.prompt = PROMPT_OUTLINE_REFINE,
                                      .step = "outline/refine",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .material = MATERIAL_DIGEST,
                                      .excerpts = outlining->digest.list,
                                      .excerpt_count = outlining->digest.count,
                                      .check = read_outline,
                                      .context = outlining};
    outlining->needs_passages = true;
    return question_ask(writing, &question);
}

/* Moves what the model chose into the plan: prompted_assign completes it. */
static enum status keep_choice(struct writing *writing, const struct outlining *outlining)
{
    for (size_t i = 0; i < outlining->plan->count; i++) {
        struct model_excerpt *list = ARENA_ARRAY(writing->arena, outlining->chosen_count[i] + 1, struct model_excerpt);
        if (!list)
            return error_memory(writing->err);
        for (size_t j = 0; j < outlining->chosen_count[i]; j++)
            list[j] = outlining->digest.list[outlining->chosen[i][j]];
        outlining->plan->headings[i].material = (struct material){list, outlining->chosen_count[i]};
    }
    return OK;
}

static void set_bounds(const struct writing *writing, struct outlining *outlining)
{
    plan_bounds(writing->config, &outlining->min, &outlining->max);
    if (outlining->max)
        return;
    outlining->min = DEFAULT_MIN;
    outlining->max = DEFAULT_MAX;
}

enum status prompted_draft(struct writing *writing, struct article_plan *plan)
{
    struct outlining outlining = {.plan = plan};
    set_bounds(writing, &outlining);
    return draft(writing, &outlining);
}

static enum status make_outline(struct writing *writing, struct article_plan *plan)
{
    struct article_plan drafted = {.count = 0};
    struct outlining outlining = {.plan = &drafted};
    set_bounds(writing, &outlining);
    enum status status = draft(writing, &outlining);
    if (!writing->excerpts.count || (!status && !writing->pipeline->refines)) {
        plan->headings = drafted.headings;
        plan->count = drafted.count;
        return status;
    }
    if (status && status != E_CORRUPT)
        return status;
    outlining.plan = plan;
    status = make_digest(writing, &drafted, &outlining.digest);
    if (!status)
        status = refine(writing, &outlining, &drafted);
    return status ? status : keep_choice(writing, &outlining);
}

enum status prompted_outline(struct writing *writing, const struct material *material, size_t min, size_t max,
                             struct article_plan *plan)
{
    const struct article_plan drafted = {.count = 0};
    struct outlining outlining = {.plan = plan, .min = min, .max = max, .digest = *material};
    enum status status = refine(writing, &outlining, &drafted);
    return status ? status : keep_choice(writing, &outlining);
}

enum status prompted_plan(struct writing *writing, struct article_plan *plan)
{
    enum status status = plan->is_given ? OK : make_outline(writing, plan);
    if (!status && !plan->is_given)
        status = plan_put_keyword(writing, plan);
    if (!status)
        status = plan_put_brand(writing, plan);
    return status ? status : prompted_assign(writing, plan);
}
