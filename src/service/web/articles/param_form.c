#include "service/web/articles/param_form.h"

#include <stdlib.h>

static json_t *section_of(struct str title)
{
    return json_pack("{ss%}", "title", title.data, title.len);
}

/* Appends to the subsections of the section. False: no memory. */
static bool add_below(json_t *section, json_t *subsection)
{
    json_t *list = json_object_get(section, "subsections");
    if (!list) {
        list = json_array();
        if (json_object_set_new(section, "subsections", list) != 0) {
            json_decref(subsection);
            return false;
        }
    }
    return json_array_append_new(list, subsection) == 0;
}

json_t *outline_read_lines(const char *text)
{
    json_t *outline = json_array();
    struct str rest = str_from(text), line;
    while (outline && str_split(&rest, '\n', &line)) {
        struct str title = str_trim(line);
        size_t count = json_array_size(outline);
        bool is_below = count > 0 && line.len > 0 && (line.data[0] == ' ' || line.data[0] == '\t');
        if (title.len == 0)
            continue;
        bool is_added = is_below ? add_below(json_array_get(outline, count - 1), section_of(title))
                                 : json_array_append_new(outline, section_of(title)) == 0;
        if (!is_added) {
            json_decref(outline);
            return NULL;
        }
    }
    return outline;
}

enum { ONE_LINE = 300 };

const struct param_article_type *param_form_type(const char *name)
{
    size_t count;
    const struct param_article_type *types = params_article_types(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return types;
}

/* --- what a parameter is chosen from --- */

static const json_t *ask_list(struct web_page *page, const char *path)
{
    struct api_reply reply;
    return ask(page, &reply, "GET", NULL, "%s", path) ? json_object_get(reply.json, "data") : NULL;
}

void param_choices_ask(struct web_page *page, struct param_choices *choices)
{
    choices->brands = ask_list(page, "/api/brands?limit=100");
    choices->integrations = ask_list(page, "/api/integrations?limit=100");
    choices->domains = ask_list(page, "/api/domains");
    choices->languages = ask_list(page, "/api/languages");
}

/* The parameters that name an entry of a list. */
static const struct {
    const char *param;
    size_t list; /* offset in struct param_choices */
    const char *value, *name;
} chosen[] = {
    {"brandId", offsetof(struct param_choices, brands), "brandId", "name"},
    {"integrationId", offsetof(struct param_choices, integrations), "integrationId", "name"},
    {"internalLinkingDomainId", offsetof(struct param_choices, domains), "domainId", "name"},
    {"language", offsetof(struct param_choices, languages), "name", "name"},
};

/* The row of `chosen` for a parameter whose list is there; -1: none. */
static int choice_of(const struct param_form *form, const struct param *param)
{
    for (size_t i = 0; i < COUNT_OF(chosen); i++) {
        const json_t *const *list = (const void *)((const char *)&form->choices + chosen[i].list);
        if (strcmp(chosen[i].param, param->name) == 0 && *list)
            return (int)i;
    }
    return -1;
}

/* --- what stands in an input --- */

/* The default as text, in the arena; "" where there is none. */
static const char *fallback_of(struct web_page *page, const struct param *param)
{
    if (!param->fallback)
        return "";
    const char *text = "";
    json_t *value = made(page, json_loads(param->fallback, JSON_DECODE_ANY, NULL));
    if (json_is_string(value))
        text = page_printf(page, "%s", json_string_value(value));
    else if (json_is_integer(value))
        text = page_printf(page, "%lld", (long long)json_integer_value(value));
    json_decref(value);
    return text;
}

static const char *param_form_value_of(struct web_page *page, const struct param_form *form, const struct param *param)
{
    return form->sent ? form_value(form->sent, param->name) : fallback_of(page, param);
}

static bool is_set(const struct param_form *form, const struct param *param)
{
    if (form->sent)
        return form_value(form->sent, param->name)[0] != '\0';
    return param->fallback && strcmp(param->fallback, "true") == 0;
}

/* --- inputs --- */

/* What is chosen from a list is called by what it is: "Brand" of "brandId". */
static const char *param_form_shown_name(struct web_page *page, const void *of, const char *name)
{
    const struct param *param = params_find(name);
    bool is_chosen = param && choice_of(of, param) >= 0 && str_ends(str_from(name), STR("Id"));
    return is_chosen ? page_printf(page, "%.*s", (int)strlen(name) - 2, name) : param ? param->name : NULL;
}

static void write_attributes(struct web_page *page, const struct param_form *form, const struct param *param)
{
    bool is_needed = (param->required & form->type->bit) && !param->parent && !form->is_for_many;
    markup(page->out, " id=\"%s\" name=\"%s\" aria-describedby=\"%s-help\"%s", param->name, param->name, param->name,
           is_needed ? " required" : "");
    if (fields_form_fault(form->problem, param->name))
        buf_str(page->out, " aria-invalid=\"true\"");
}

static void write_option(struct web_page *page, const char *value, const char *name, const char *is_now)
{
    markup(page->out,
           strcmp(value, is_now) == 0 ? "<option value=\"%s\" selected>%s</option>"
                                      : "<option value=\"%s\">%s</option>",
           value, name);
}

/* "third person" of "third_person". */
static const char *param_form_words_of(struct web_page *page, struct str word)
{
    char *words = arena_copy_n(page->request->arena, word.data, word.len);
    for (char *at = words; at && *at; at++)
        if (*at == '_')
            *at = ' ';
    page->failed = page->failed || !words;
    return words ? words : "";
}

/* What an allowed value is called. */
static const char *param_form_name_of(struct web_page *page, const struct param *param, const char *value)
{
    return strcmp(param->name, "modelVersion") == 0 ? page_model(page, value)
                                                    : param_form_words_of(page, str_from(value));
}

static void write_select(struct web_page *page, const struct param_form *form, const struct param *param, int choice)
{
    size_t i;
    json_t *entry;
    const char *value = param_form_value_of(page, form, param);
    buf_str(page->out, "<select");
    write_attributes(page, form, param);
    buf_char(page->out, '>');
    if (!param->fallback)
        write_option(page, "", "", value);
    for (i = 0; choice < 0 && param->allowed[i]; i++)
        write_option(page, param->allowed[i], param_form_name_of(page, param, param->allowed[i]), value);
    if (choice >= 0) {
        const json_t *const *list = (const void *)((const char *)&form->choices + chosen[choice].list);
        json_array_foreach (*list, i, entry) {
            write_option(page, text_of(entry, chosen[choice].value), text_of(entry, chosen[choice].name), value);
        }
    }
    buf_str(page->out, "</select>");
}

static void write_lines(struct web_page *page, const struct param_form *form, const struct param *param)
{
    buf_str(page->out, "<textarea rows=\"3\" dir=\"auto\"");
    write_attributes(page, form, param);
    markup(page->out, ">\n%s</textarea>", param_form_value_of(page, form, param));
}

static void param_form_write_line(struct web_page *page, const struct param_form *form, const struct param *param)
{
    bool is_number = param->type == PARAM_INTEGER;
    markup(page->out, "<input type=\"%s\" dir=\"auto\"",
           is_number                     ? "number"
           : param->format == FORMAT_URL ? "url"
                                         : "text");
    write_attributes(page, form, param);
    if (is_number && param->maximum)
        buf_printf(page->out, " min=\"%ld\" max=\"%ld\"", param->minimum, param->maximum);
    else if (param->maximum)
        buf_printf(page->out, " maxlength=\"%ld\"", param->maximum);
    markup(page->out, " value=\"%s\">", param_form_value_of(page, form, param));
}

static void write_input(struct web_page *page, const struct param_form *form, const struct param *param)
{
    int choice = choice_of(form, param);
    bool is_long = param->type == PARAM_STRING && param->maximum > ONE_LINE && param->format != FORMAT_URL;
    if (choice >= 0 || param->allowed)
        write_select(page, form, param, choice);
    else if (param->type == PARAM_STRINGS || param->type == PARAM_OUTLINE || is_long)
        write_lines(page, form, param);
    else
        param_form_write_line(page, form, param);
}

/* "Only with “Real time data”.", "Only without “Enable automatic length”.", "Only with “Article length”: custom." */
static void write_condition(struct web_page *page, const struct param *param)
{
    struct str value = str_from(param->parent_value);
    buf_str(page->out, strcmp(value.data, "false") == 0 ? " Only without “" : " Only with “");
    label_write(page->out, param->parent);
    if (value.data[0] == '"')
        markup(page->out, "”: %s.", param_form_words_of(page, (struct str){value.data + 1, value.len - 2}));
    else
        buf_str(page->out, "”.");
}

static void write_help(struct web_page *page, const struct param_form *form, const struct param *param)
{
    fields_form_help(page, form->problem, &(struct form_labels){param_form_shown_name, form}, param->name,
                     param->summary);
    if (param->parent)
        write_condition(page, param);
    if (param->type == PARAM_STRINGS)
        buf_str(page->out, " One a line.");
    if (param->type == PARAM_OUTLINE)
        buf_str(page->out, " A section a line; indented lines are below the section before.");
    buf_str(page->out, "</span>");
}

static void write_flag(struct web_page *page, const struct param_form *form, const struct param *param)
{
    markup(page->out,
           "<p class=\"field\"><label class=\"choice\"><input type=\"checkbox\" value=\"true\" name=\"%s\" "
           "aria-describedby=\"%s-help\"%s>",
           param->name, param->name, is_set(form, param) ? " checked" : "");
    label_write(page->out, param->name);
    buf_str(page->out, "</label>");
    write_help(page, form, param);
    buf_str(page->out, "</p>");
}

static void param_form_write_polish(struct web_page *page, const struct param_form *form, const struct param *param)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    buf_str(page->out, "<fieldset><legend>");
    label_write(page->out, param->name);
    buf_str(page->out, "</legend>");
    for (size_t i = 0; i < count; i++) {
        bool is_on = form->sent ? form_value(form->sent, polish[i].key)[0] != '\0' : polish[i].fallback;
        markup(page->out, "<label class=\"choice\"><input type=\"checkbox\" value=\"true\" name=\"%s\"%s>",
               polish[i].key, is_on ? " checked" : "");
        markup(page->out, "%s</label><br>", polish[i].summary);
    }
    write_help(page, form, param);
    buf_str(page->out, "</fieldset>");
}

static void write_param(struct web_page *page, const struct param_form *form, const struct param *param)
{
    if (param->type == PARAM_BOOLEAN) {
        write_flag(page, form, param);
        return;
    }
    if (param->type == PARAM_POLISH) {
        param_form_write_polish(page, form, param);
        return;
    }
    markup(page->out, "<p class=\"field\"><label for=\"%s\">", param->name);
    label_write(page->out, param_form_shown_name(page, form, param->name));
    buf_str(page->out, "</label>");
    write_input(page, form, param);
    write_help(page, form, param);
    buf_str(page->out, "</p>");
}

/* --- the whole --- */

static bool is_type(const struct param *param)
{
    return param->format == FORMAT_ARTICLE_TYPE;
}

static bool param_form_has(const struct param_form *form, const struct param *param, enum param_group group)
{
    bool is_said = is_type(param) || (form->is_for_many && strcmp(param->name, "targetKeyword") == 0);
    if (str_starts(str_from(param->summary), STR("Deprecated:"))) /* for programs that send it yet */
        return false;
    return param->group == group && (param->types & form->type->bit) && !is_said;
}

/* A group is open at first when it is the first one, and when something in it is wrong. */
static void write_group(struct web_page *page, const struct param_form *form, enum param_group group)
{
    size_t count, there = 0;
    bool is_open = group == GROUP_CORE;
    const struct param *table = params_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (!param_form_has(form, &table[i], group))
            continue;
        there++;
        is_open |= fields_form_fault(form->problem, table[i].name) != NULL || (table[i].required & form->type->bit);
    }
    if (there == 0)
        return;
    markup(page->out, is_open ? "<details open><summary>%s</summary>" : "<details><summary>%s</summary>",
           params_group_title(group));
    for (size_t i = 0; i < count; i++)
        if (param_form_has(form, &table[i], group))
            write_param(page, form, &table[i]);
    buf_str(page->out, "</details>");
}

void param_form_write(struct web_page *page, const struct param_form *form)
{
    fields_form_problem(page, form->problem, &(struct form_labels){param_form_shown_name, form});
    markup(page->out, "<input type=\"hidden\" name=\"articleType\" value=\"%s\">", form->type->name);
    for (int group = GROUP_CORE; group <= GROUP_MARKET_REVIEW; group++)
        write_group(page, form, (enum param_group)group);
}

/* --- reading --- */

json_t *param_form_polish(struct web_page *page, const struct form *sent)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    json_t *settings = made(page, json_object());
    for (size_t i = 0; i < count; i++)
        put(page, settings, polish[i].key, json_boolean(form_value(sent, polish[i].key)[0] != '\0'));
    return settings;
}

/* NULL: no memory. */
static json_t *param_form_read_text(struct web_page *page, const struct param *param, const char *text)
{
    char *end;
    if (param->type == PARAM_STRINGS)
        return fields_form_lines(page, text);
    if (param->type == PARAM_OUTLINE)
        return outline_read_lines(text);
    long long number = param->type == PARAM_INTEGER ? strtoll(text, &end, 10) : 0;
    return param->type == PARAM_INTEGER && *end == '\0' ? json_integer(number) : json_string(text);
}

/* NULL: nothing was said of it, or the page has failed. */
static json_t *param_form_read_param(struct web_page *page, const struct form *sent, const struct param *param)
{
    const char *text = form_value(sent, param->name);
    if (param->type == PARAM_BOOLEAN)
        return json_boolean(text[0] != '\0');
    if (param->type == PARAM_POLISH)
        return form_value(sent, "autoPolish")[0] ? param_form_polish(page, sent) : NULL;
    return str_trim(str_from(text)).len ? made(page, param_form_read_text(page, param, text)) : NULL;
}

json_t *param_form_read(struct web_page *page, const struct form *sent, const struct param_article_type *type)
{
    size_t count;
    const struct param *table = params_table(&count);
    json_t *request = made(page, json_pack("{ss}", "articleType", type->name));
    for (size_t i = 0; i < count; i++) {
        json_t *value =
            (table[i].types & type->bit) && !is_type(&table[i]) ? param_form_read_param(page, sent, &table[i]) : NULL;
        if (value)
            put(page, request, table[i].name, value);
    }
    return request;
}
