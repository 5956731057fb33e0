#include "service/web/frame/frame.h"

#include <ctype.h>
#include <stdlib.h>

/* Words of names that are not written as others. */
static const struct {
    const char *word, *written;
} spellings[] = {
    {"api", "API"},   {"asin", "ASIN"}, {"cta", "CTA"}, {"faq", "FAQ"}, {"faqs", "FAQs"},
    {"html", "HTML"}, {"id", "ID"},     {"seo", "SEO"}, {"url", "URL"}, {"urls", "URLs"},
};

static void write_word(struct buf *out, struct str word, bool is_first)
{
    if (!is_first)
        buf_char(out, ' ');
    for (size_t i = 0; i < COUNT_OF(spellings); i++) {
        if (str_ieq(word, str_from(spellings[i].word))) {
            buf_str(out, spellings[i].written);
            return;
        }
    }
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.data[i];
        buf_char(out, (char)(is_first && i == 0 ? toupper(c) : tolower(c)));
    }
}

void label_write(struct buf *out, const char *name)
{
    for (const char *at = name, *next; *at; at = next) {
        next = at + 1;
        while (*next && !isupper((unsigned char)*next))
            next++;
        write_word(out, (struct str){at, (size_t)(next - at)}, at == name);
    }
}

/* --- sentences --- */

static size_t word_length(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]))
        length++;
    return length;
}

/* "brandId" */
static bool is_compound(const char *word, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (islower((unsigned char)word[0]) && isupper((unsigned char)word[i]))
            return true;
    return false;
}

/* What may stand behind the first word: "[2]" or "[2].". Gives its length. */
static size_t labels_write_entry(struct web_page *page, const char *text)
{
    char *end;
    if (text[0] != '[' || !isdigit((unsigned char)text[1]))
        return 0;
    unsigned long number = strtoul(text + 1, &end, 10);
    if (*end != ']')
        return 0;
    markup(page->out, end[1] == '.' ? " (entry %zu): " : " (entry %zu)", (size_t)number + 1);
    return (size_t)(end - text) + (end[1] == '.' ? 2 : 1);
}

/* In quotation marks, unless the sentence begins with it. Gives the length of what was written of `behind`, too. */
static size_t labels_write_name(struct web_page *page, const char *name, bool is_first, const char *behind)
{
    if (!is_first)
        buf_str(page->out, "“");
    label_write(page->out, name);
    if (is_first)
        return labels_write_entry(page, behind);
    buf_str(page->out, "”");
    return 0;
}

/* Of which field a word is the name; NULL: of none. */
static const char *find_name(struct web_page *page, const struct form_labels *labels, const char *word, size_t length,
                             bool is_first)
{
    bool may_be_name = length && (is_first || is_compound(word, length));
    return may_be_name ? labels->shown(page, labels->of, page_printf(page, "%.*s", (int)length, word)) : NULL;
}

/* A sentence of the interface with labels in place of names: of the one that it begins with ("urls[0]" is an entry),
 * and of others that can be no words of a sentence: "brandId". */
static void label_sentence(struct web_page *page, const struct form_labels *labels, const char *text)
{
    const char *at = text, *plain = text; /* what is not written yet */
    while (*at) {
        size_t length = word_length(at);
        bool is_first = at == text;
        const char *name = find_name(page, labels, at, length, is_first);
        if (name)
            markup(page->out, "%s", page_printf(page, "%.*s", (int)(at - plain), plain));
        at += length ? length : 1;
        if (name)
            plain = at += labels_write_name(page, name, is_first, at);
    }
    markup(page->out, "%s", plain);
}

enum { ONE_LINE = 300 /* a longer text gets a box of several lines */ };

static bool is_asked(const struct fields_form *form, const char *name)
{
    for (size_t i = 0; form->without && form->without[i]; i++)
        if (strcmp(form->without[i], name) == 0)
            return false;
    return true;
}

/* --- what stands in it --- */

static void write_scalar(struct buf *out, const json_t *value)
{
    if (json_is_string(value))
        buf_str(out, json_string_value(value));
    else if (json_is_integer(value))
        buf_printf(out, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        buf_printf(out, "%g", json_real_value(value));
}

static void write_object(struct buf *out, const struct fields *fields, const json_t *object)
{
    for (size_t i = 0; i < fields->count; i++) {
        if (i)
            buf_str(out, " | ");
        write_scalar(out, json_object_get(object, fields->list[i].name));
    }
}

static void fields_form_write_value(struct buf *out, const struct field *field, const json_t *value)
{
    size_t i;
    json_t *entry;
    if (!json_is_array(value)) {
        write_scalar(out, value);
        return;
    }
    json_array_foreach (value, i, entry) {
        if (i)
            buf_char(out, '\n');
        if (json_is_object(entry) && field->items)
            write_object(out, field->items, entry);
        else
            write_scalar(out, entry);
    }
}

/* In the arena; "" also when memory runs out: the page has failed then. */
static const char *fields_form_value_of(struct web_page *page, const struct fields_form *form,
                                        const struct field *field)
{
    struct buf text = {0};
    if (form->sent)
        return form_value(form->sent, field->name);
    fields_form_write_value(&text, field, json_object_get(form->values, field->name));
    const char *copy = text.failed ? NULL : arena_copy(page->request->arena, buf_text(&text));
    buf_free(&text);
    page->failed = page->failed || !copy;
    return copy ? copy : "";
}

static bool was_sent(const struct form *sent, const char *name, const char *value)
{
    for (size_t i = 0; i < sent->count; i++)
        if (strcmp(sent->fields[i].name, name) == 0 && (!value || strcmp(sent->fields[i].value, value) == 0))
            return true;
    return false;
}

static bool is_chosen(const struct fields_form *form, const struct field *field, const char *word)
{
    size_t i;
    json_t *entry;
    if (form->sent)
        return was_sent(form->sent, field->name, word);
    json_array_foreach (json_object_get(form->values, field->name), i, entry) {
        if (json_is_string(entry) && strcmp(json_string_value(entry), word) == 0)
            return true;
    }
    return false;
}

/* --- what is wrong with it --- */

/* Is the fault about the field, or a part of it? "/links/0/url" is about "links". */
static bool is_about(const json_t *fault, const char *name)
{
    const char *pointer = text_of(fault, "pointer");
    size_t length = strlen(name);
    return pointer[0] == '/' && strncmp(pointer + 1, name, length) == 0 &&
           (pointer[1 + length] == '\0' || pointer[1 + length] == '/');
}

const char *fields_form_fault(const json_t *problem, const char *name)
{
    const json_t *faults = json_object_get(problem, "errors");
    for (size_t i = 0; i < json_array_size(faults); i++)
        if (is_about(json_array_get(faults, i), name))
            return text_of(json_array_get(faults, i), "detail");
    return NULL;
}

static const char *fields_form_shown_name(struct web_page *page, const void *of, const char *name)
{
    (void)page;
    const struct fields *fields = of;
    for (size_t i = 0; i < fields->count; i++)
        if (strcmp(fields->list[i].name, name) == 0)
            return fields->list[i].name;
    return NULL;
}

void fields_form_problem(struct web_page *page, const json_t *problem, const struct form_labels *labels)
{
    if (!problem)
        return;
    buf_str(page->out, "<p class=\"problem\" role=\"alert\">");
    label_sentence(page, labels, text_of(problem, "detail"));
    buf_str(page->out, "</p>");
}

void fields_form_help(struct web_page *page, const json_t *problem, const struct form_labels *labels, const char *name,
                      const char *summary)
{
    const char *fault = fields_form_fault(problem, name);
    markup(page->out, "<span class=\"help\" id=\"%s-help\">", name);
    if (fault) {
        buf_str(page->out, "<strong class=\"fault\">");
        label_sentence(page, labels, fault);
        buf_str(page->out, "</strong> ");
    }
    label_sentence(page, labels, summary);
}

/* --- inputs --- */

static void write_attributes(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    bool is_needed = field->required;
    markup(page->out, " id=\"%s\" name=\"%s\" aria-describedby=\"%s-help\"%s", field->name, field->name, field->name,
           is_needed ? " required" : "");
    if (fields_form_fault(form->problem, field->name))
        buf_str(page->out, " aria-invalid=\"true\"");
}

static void write_select(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    const char *value = fields_form_value_of(page, form, field);
    buf_str(page->out, "<select");
    write_attributes(page, form, field);
    buf_str(page->out, field->required ? ">" : "><option value=\"\"></option>");
    for (size_t i = 0; field->word(i); i++)
        markup(page->out, strcmp(field->word(i), value) == 0 ? "<option selected>%s</option>" : "<option>%s</option>",
               field->word(i));
    buf_str(page->out, "</select>");
}

static void write_number(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    buf_str(page->out, "<input type=\"number\"");
    write_attributes(page, form, field);
    if (field->maximum != 0)
        buf_printf(page->out, " min=\"%.0f\" max=\"%.0f\"", field->minimum, field->maximum);
    markup(page->out, "%s value=\"%s\">", field->type == FIELD_NUMBER ? " step=any" : "",
           fields_form_value_of(page, form, field));
}

static void write_lines(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    buf_str(page->out, "<textarea rows=\"4\" dir=\"auto\"");
    write_attributes(page, form, field);
    markup(page->out, ">\n%s</textarea>", fields_form_value_of(page, form, field));
}

static void write_text_input(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    buf_str(page->out, field->type == FIELD_URL ? "<input type=\"url\"" : "<input type=\"text\" dir=\"auto\"");
    write_attributes(page, form, field);
    if (field->maximum != 0)
        buf_printf(page->out, " maxlength=\"%.0f\"", field->maximum);
    markup(page->out, " value=\"%s\">", fields_form_value_of(page, form, field));
}

static void write_input(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    bool is_long = field->type == FIELD_TEXT && (field->maximum == 0 || field->maximum > ONE_LINE);
    if (field->type == FIELD_WORD)
        write_select(page, form, field);
    else if (field->type == FIELD_INTEGER || field->type == FIELD_NUMBER)
        write_number(page, form, field);
    else if (field->type == FIELD_TEXTS || field->type == FIELD_OBJECTS || is_long)
        write_lines(page, form, field);
    else
        write_text_input(page, form, field);
}

static void write_help(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    fields_form_help(page, form->problem, &(struct form_labels){fields_form_shown_name, form->fields}, field->name,
                     field->summary);
    if (field->type == FIELD_TEXTS)
        buf_str(page->out, " One a line.");
    if (field->type == FIELD_OBJECTS) {
        buf_str(page->out, " One a line: ");
        for (size_t i = 0; i < field->items->count; i++)
            markup(page->out, i ? " | %s" : "%s", field->items->list[i].name);
        buf_char(page->out, '.');
    }
    buf_str(page->out, "</span>");
}

static void write_label(struct web_page *page, const struct field *field)
{
    markup(page->out, "<label for=\"%s\">", field->name);
    label_write(page->out, field->name);
    buf_str(page->out, "</label>");
}

/* A set of words: a box to check for each. */
static void write_words(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    buf_str(page->out, "<fieldset><legend>");
    label_write(page->out, field->name);
    buf_str(page->out, "</legend>");
    for (size_t i = 0; field->word(i); i++) {
        markup(page->out, "<label class=\"choice\"><input type=\"checkbox\" name=\"%s\" value=\"%s\"", field->name,
               field->word(i));
        markup(page->out, is_chosen(form, field, field->word(i)) ? " checked>%s</label>" : ">%s</label>",
               field->word(i));
    }
    markup(page->out, "<span class=\"help\">%s</span></fieldset>", field->summary);
}

static void write_flag(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    bool is_set =
        form->sent ? was_sent(form->sent, field->name, NULL) : json_is_true(json_object_get(form->values, field->name));
    markup(page->out,
           "<p class=\"field\"><label class=\"choice\"><input type=\"checkbox\" value=\"true\" name=\"%s\"%s>",
           field->name, is_set ? " checked" : "");
    label_write(page->out, field->name);
    markup(page->out, "</label><span class=\"help\">%s</span></p>", field->summary);
}

static void write_field(struct web_page *page, const struct fields_form *form, const struct field *field)
{
    if (field->type == FIELD_FLAG) {
        write_flag(page, form, field);
        return;
    }
    if (field->type == FIELD_TEXTS && field->word) {
        write_words(page, form, field);
        return;
    }
    buf_str(page->out, "<p class=\"field\">");
    write_label(page, field);
    write_input(page, form, field);
    write_help(page, form, field);
    buf_str(page->out, "</p>");
}

void fields_form_write(struct web_page *page, const struct fields_form *form)
{
    fields_form_problem(page, form->problem, &(struct form_labels){fields_form_shown_name, form->fields});
    for (size_t i = 0; i < form->fields->count; i++)
        if (is_asked(form, form->fields->list[i].name))
            write_field(page, form, &form->fields->list[i]);
}

/* --- reading --- */

static json_t *read_scalar(const struct field *field, const char *text)
{
    char *end;
    if (field->type == FIELD_INTEGER) {
        long long number = strtoll(text, &end, 10);
        return *end ? json_string(text) : json_integer(number); /* what is no number the interface refuses */
    }
    if (field->type == FIELD_NUMBER) {
        double number = strtod(text, &end);
        return *end ? json_string(text) : json_real(number);
    }
    return json_string(text);
}

static json_t *text_json(struct str text)
{
    text = str_trim(text);
    return json_stringn(text.data, text.len);
}

static json_t *read_object(struct web_page *page, const struct fields *fields, struct str line)
{
    json_t *object = made(page, json_object());
    struct str piece;
    for (size_t i = 0; i < fields->count; i++) {
        bool is_last = i + 1 == fields->count;
        if (is_last ? !line.data : !str_split(&line, '|', &piece))
            break;
        put(page, object, fields->list[i].name, text_json(is_last ? line : piece));
    }
    return object;
}

/* items NULL: each line is a text. */
static json_t *fields_form_read_lines(struct web_page *page, const struct fields *items, const char *text)
{
    json_t *list = made(page, json_array());
    struct str rest = str_from(text), line;
    while (str_split(&rest, '\n', &line))
        if (str_trim(line).len)
            append(page, list, items ? read_object(page, items, line) : text_json(line));
    return list;
}

json_t *fields_form_lines(struct web_page *page, const char *text)
{
    return fields_form_read_lines(page, NULL, text);
}

static json_t *fields_form_read_words(struct web_page *page, const struct field *field)
{
    const struct form *sent = &page->form;
    json_t *list = made(page, json_array());
    for (size_t i = 0; i < sent->count; i++)
        if (strcmp(sent->fields[i].name, field->name) == 0)
            append(page, list, json_string(sent->fields[i].value));
    return list;
}

/* NULL: nothing was said, or the page has failed. */
static json_t *read_field(struct web_page *page, const struct field *field)
{
    const struct form *sent = &page->form;
    const char *text = form_value(sent, field->name);
    if (field->type == FIELD_FLAG)
        return json_boolean(text[0] != '\0');
    if (field->type == FIELD_TEXTS && field->word)
        return was_sent(sent, field->name, NULL) ? fields_form_read_words(page, field) : NULL;
    if (str_trim(str_from(text)).len == 0)
        return NULL;
    if (field->type == FIELD_TEXTS || field->type == FIELD_OBJECTS)
        return fields_form_read_lines(page, field->items, text);
    return made(page, read_scalar(field, text));
}

json_t *fields_form_read(struct web_page *page, const struct fields_form *form)
{
    json_t *object = made(page, json_object());
    for (size_t i = 0; i < form->fields->count; i++) {
        const struct field *field = &form->fields->list[i];
        json_t *value = is_asked(form, field->name) ? read_field(page, field) : NULL;
        if (!value && form->fields->partial && is_asked(form, field->name))
            value = json_null();
        if (value)
            put(page, object, field->name, value);
    }
    return object;
}
