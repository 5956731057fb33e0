/* The title, and the style sheet of toneOfVoiceProfile "automatic". */
#include "model/check/check.h"
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"
#include "write/writing/brand.h"

enum { TITLE_LEAST = 20, TITLE_MOST = 80, STYLE_MOST = 900 }; /* characters that are accepted */

enum status prompted_headings(struct writing *writing, const struct article_plan *plan, struct str *headings)
{
    struct buf out = {0};
    for (size_t i = 0; i < plan->count; i++)
        buf_printf(&out, "%s%.*s\n", plan->headings[i].level > 2 ? "  - " : "- ", STR_ARG(plan->headings[i].title));
    *headings = writing_keep(writing, &out);
    return headings->data ? OK : error_memory(writing->err);
}

/* --- title --- */

/* Why a title cannot be used; NULL: it can. */
static const char *title_fault(struct writing *writing, const struct check_material *material, struct str headings,
                               struct str title)
{
    size_t length = utf8_length(title);
    if (str_ifind(title, writing->brief.keyword, 0) == title.len)
        return "no title contains the keyword exactly as given";
    if (brand_is_avoided(writing) && brand_find(writing, title, 0) < title.len)
        return "the titles name what must not be named";
    if (length < TITLE_LEAST && length < utf8_length(writing->brief.keyword) + 5)
        return "the titles are too short";
    if (length > TITLE_MOST && length > utf8_length(writing->brief.keyword) + 40)
        return "the titles are too long; 65 characters at most";
    return check_line(material, headings, title);
}

/* The keyword keeps its spelling: where the model wrote it with other capitals, the customer's stand. */
static enum status spell_keyword(struct writing *writing, struct str *title)
{
    struct str keyword = writing->brief.keyword;
    size_t at = str_ifind(*title, keyword, 0);
    char *copy = arena_copy_n(writing->arena, title->data, title->len);
    if (!copy)
        return error_memory(writing->err);
    if (at > 0 && at + keyword.len <= title->len)
        memcpy(copy + at, keyword.data, keyword.len);
    title->data = copy;
    return OK;
}

struct titling {
    struct str headings, allowed; /* what a title may say: the headings, and how many there are */
    struct str *title;
};

static enum status read_titles(struct writing *writing, const struct question *question, const struct reply *reply,
                               struct str *fault)
{
    const struct titling *titling = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *titles = json_object_get(reply->value, "titles");
    const char *why = "it holds no title";
    enum status status = framing_allowed(writing, &material.allowed);
    for (size_t i = 0; i < json_array_size(titles) && !status; i++) {
        const json_t *value = json_array_get(titles, i);
        struct str title = str_trim((struct str){json_string_value(value), json_string_length(value)});
        const char *own = title_fault(writing, &material, titling->allowed, title);
        why = own ? own : why;
        if (own)
            continue;
        *titling->title = title;
        return spell_keyword(writing, titling->title);
    }
    *fault = str_from(why);
    return status;
}

/* A title may name the number of items, or of sections. */
static enum status count_headings(struct writing *writing, const struct article_plan *plan, struct titling *titling)
{
    size_t items = 0;
    for (size_t i = 0; i < plan->count; i++)
        items += plan->headings[i].role == ROLE_ITEM;
    const char *text =
        arena_printf(writing->arena, "%.*s\n%zu", STR_ARG(titling->headings), items ? items : plan_sections(plan));
    titling->allowed = str_from(text);
    return text ? OK : error_memory(writing->err);
}

enum status prompted_title(struct writing *writing, const struct article_plan *plan, struct str *title)
{
    struct titling titling = {.title = title};
    enum status status = prompted_headings(writing, plan, &titling.headings);
    if (!status)
        status = count_headings(writing, plan, &titling);
    const struct prompt_value value = {"headings", titling.headings};
    const struct question question = {.prompt = PROMPT_TITLE,
                                      .step = "title",
                                      .values = &value,
                                      .value_count = 1,
                                      .check = read_titles,
                                      .context = &titling};
    return status ? status : question_ask(writing, &question);
}

/* --- style --- */

static enum status read_style(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    struct str *style = question->context;
    const json_t *value = json_object_get(reply->value, "style");
    struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    *style = (struct str){copy, text.len};
    if (!text.len || utf8_length(text) > STYLE_MOST)
        *fault = STR("the style must have 10 to 100 words");
    return copy ? OK : error_memory(writing->err);
}

enum status prompted_style(struct writing *writing, const struct article_plan *plan, struct str *style)
{
    struct str headings;
    enum status status = prompted_headings(writing, plan, &headings);
    const struct prompt_value value = {"covers", headings};
    const struct question question = {.prompt = PROMPT_TONE,
                                      .step = "style",
                                      .values = &value,
                                      .value_count = 1,
                                      .check = read_style,
                                      .context = style};
    *style = STR("");
    if (status || writing->is_plain)
        return status;
    status = question_ask(writing, &question);
    if (status != E_CORRUPT)
        return status;
    *style = STR("");
    return OK;
}
