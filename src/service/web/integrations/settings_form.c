#include "service/web/integrations/settings_form.h"

#include "service/web/frame/ask.h"
#include "service/web/frame/fields_form.h"

#include <ctype.h>
#include <stdio.h>

enum { INPUT_NAME_SIZE = 100 };

/* Of the input, and of the faults that the interface finds in it: "settings/url". */
static void name_input(char *name, const struct setting *setting)
{
    snprintf(name, INPUT_NAME_SIZE, "settings/%s", setting->name);
}

const struct delivery_target *settings_form_kind(const char *name)
{
    const struct delivery_target *target = delivery_target_find(name);
    return target ? target : delivery_target_find(delivery_target_name(0));
}

/* --- what stands in it --- */

static void write_texts(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *entry;
    json_array_foreach (list, i, entry) {
        markup(page->out, "%s\n", json_string_value(entry));
    }
}

static void write_members(struct web_page *page, json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value) {
        markup(page->out, "%s: %s\n", key, json_string_value(value));
    }
}

static json_t *settings_form_value_of(const struct settings_form *form, const struct setting *setting)
{
    return json_object_get(json_object_get(form->values, "settings"), setting->name);
}

static void settings_form_write_value(struct web_page *page, const struct settings_form *form,
                                      const struct setting *setting, const char *name)
{
    json_t *value = settings_form_value_of(form, setting);
    if (form->sent)
        markup(page->out, "%s", form_value(form->sent, name));
    else if (setting->type == SETTING_TEXTS)
        write_texts(page, value);
    else if (setting->type == SETTING_OBJECT)
        write_members(page, value);
    else
        markup(page->out, "%s", json_string_value(value));
}

/* --- inputs --- */

/* A secret of an integration that is there stays when nothing is typed. */
static bool is_required(const struct settings_form *form, const struct setting *setting)
{
    return setting->is_required && !(setting->is_secret && form->values);
}

static void write_attributes(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                             const char *name)
{
    markup(page->out, " id=\"%s\" name=\"%s\" aria-describedby=\"%s-help\"", name, name, name);
    if (is_required(form, setting))
        buf_str(page->out, " required");
    if (fields_form_fault(form->problem, name))
        buf_str(page->out, " aria-invalid=\"true\"");
}

static void write_box(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                      const char *name)
{
    buf_str(page->out, "<textarea rows=\"4\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, ">\n");
    settings_form_write_value(page, form, setting, name);
    buf_str(page->out, "</textarea>");
}

static void settings_form_write_secret(struct web_page *page, const struct settings_form *form,
                                       const struct setting *setting, const char *name)
{
    buf_str(page->out, "<input type=\"password\" autocomplete=\"new-password\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, form->values ? " placeholder=\"Kept; type to replace it\">" : ">");
}

static void settings_form_write_line(struct web_page *page, const struct settings_form *form,
                                     const struct setting *setting, const char *name)
{
    buf_str(page->out, setting->type == SETTING_URL ? "<input type=\"url\"" : "<input type=\"text\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, " value=\"");
    settings_form_write_value(page, form, setting, name);
    buf_str(page->out, "\">");
}

/* Of the settings, and of what every integration has. */
static const char *settings_form_shown_name(struct web_page *page, const void *of, const char *name)
{
    (void)page;
    const struct delivery_target *target = of;
    for (size_t i = 0; i < target->setting_count; i++)
        if (strcmp(target->settings[i].name, name) == 0)
            return target->settings[i].name;
    return strcmp(name, "name") == 0 ? "name" : NULL;
}

static void write_help(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                       const char *name)
{
    fields_form_help(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target}, name,
                     setting->summary);
    if (setting->type == SETTING_TEXTS)
        buf_str(page->out, " One a line.");
    if (setting->type == SETTING_OBJECT)
        buf_str(page->out, " One a line, as “title: name”.");
    buf_str(page->out, "</span>");
}

static void write_setting(struct web_page *page, const struct settings_form *form, const struct setting *setting)
{
    char name[INPUT_NAME_SIZE];
    name_input(name, setting);
    markup(page->out, "<p class=\"field\"><label for=\"%s\">", name);
    label_write(page->out, setting->name);
    buf_str(page->out, "</label>");
    if (setting->is_secret)
        settings_form_write_secret(page, form, setting, name);
    else if (setting->type == SETTING_TEXTS || setting->type == SETTING_OBJECT)
        write_box(page, form, setting, name);
    else
        settings_form_write_line(page, form, setting, name);
    write_help(page, form, setting, name);
    buf_str(page->out, "</p>");
}

static void settings_form_write_name(struct web_page *page, const struct settings_form *form)
{
    const char *value = form->sent ? form_value(form->sent, "name") : text_of(form->values, "name");
    markup(page->out,
           "<p class=\"field\"><label for=\"name\">Name</label><input type=\"text\" id=\"name\" name=\"name\" required "
           "aria-describedby=\"name-help\"%s value=\"%s\">",
           fields_form_fault(form->problem, "name") ? " aria-invalid" : "", value);
    fields_form_help(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target}, "name",
                     "What people call it.");
    buf_str(page->out, "</span></p>");
}

void settings_form_write(struct web_page *page, const struct settings_form *form)
{
    fields_form_problem(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target});
    settings_form_write_name(page, form);
    for (size_t i = 0; i < form->target->setting_count; i++)
        write_setting(page, form, &form->target->settings[i]);
}

/* --- reading --- */

/* "title: name" on each line. What has no colon is sent as it stands, so that the interface says what is wrong. */
static json_t *read_members(struct web_page *page, const char *text)
{
    json_t *object = made(page, json_object());
    struct str rest = str_from(text), line;
    while (str_split(&rest, '\n', &line)) {
        struct str key = {0}, value = line;
        if (!str_trim(line).len)
            continue;
        if (!str_split(&value, ':', &key) || !value.data)
            value = (struct str){"", 0};
        key = str_trim(key);
        value = str_trim(value);
        if (json_object_setn_new(object, key.data, key.len, json_stringn(value.data, value.len)) != 0)
            page->failed = true;
    }
    return object;
}

/* What was left empty: a secret stays, anything else is taken away. */
static json_t *read_setting(struct web_page *page, const struct setting *setting, const char *text)
{
    struct str trimmed = str_trim(str_from(text));
    if (trimmed.len == 0)
        return json_null();
    if (setting->type == SETTING_TEXTS)
        return fields_form_lines(page, text);
    if (setting->type == SETTING_OBJECT)
        return read_members(page, text);
    return json_stringn(trimmed.data, trimmed.len);
}

static json_t *read_settings(struct web_page *page, const struct settings_form *form)
{
    json_t *settings = made(page, json_object());
    for (size_t i = 0; i < form->target->setting_count; i++) {
        char name[INPUT_NAME_SIZE];
        const struct setting *setting = &form->target->settings[i];
        name_input(name, setting);
        put(page, settings, setting->name, read_setting(page, setting, form_value(&page->form, name)));
    }
    return settings;
}

json_t *settings_form_read(struct web_page *page, const struct settings_form *form)
{
    json_t *body = made(page, json_pack("{s:s}", "name", form_value(&page->form, "name")));
    if (!form->values)
        put(page, body, "kind", json_string(form->target->name));
    put(page, body, "settings", read_settings(page, form));
    return body;
}
