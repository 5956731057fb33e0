/* Front matter: what a Markdown document says of itself. */
#include "research/page/extract/date_text.h"
#include "research/page/page_markdown.h"

static struct str unquoted(struct str value)
{
    value = str_trim(value);
    bool quoted =
        value.len >= 2 && (value.data[0] == '"' || value.data[0] == '\'') && value.data[value.len - 1] == value.data[0];
    return quoted ? (struct str){value.data + 1, value.len - 2} : value;
}

/* A value goes on in the lines that are indented; behind ">" or "|" it stands in these alone. */
static struct str whole_value(struct str value, struct str rest)
{
    struct str line;
    while (rest.data && rest.len && (rest.data[0] == ' ' || rest.data[0] == '\t') && str_split(&rest, '\n', &line))
        value.len = (size_t)(line.data + line.len - value.data);
    value = str_trim(value);
    bool is_block = value.len && (value.data[0] == '>' || value.data[0] == '|');
    for (size_t at = 0; is_block && at < value.len; at++)
        if (value.data[at] == '\n')
            return str_trim((struct str){value.data + at, value.len - at});
    return is_block ? STR("") : unquoted(value);
}

/* rest: the lines behind this one. */
static void markdown_front_read_line(struct str line, struct str rest, struct front_matter *front)
{
    static const char *const descriptions[] = {"description", "summary", "excerpt"};
    struct str key, value = line;
    if (!str_split(&value, ':', &key) || !value.data)
        return;
    key = str_trim(key);
    if (str_ieq(key, STR("title")))
        front->title = unquoted(value);
    else if (str_ieq(key, STR("url")))
        front->url = unquoted(value);
    else if (str_ieq(key, STR("language")) || str_ieq(key, STR("lang")))
        front->language = unquoted(value);
    else if (str_ieq(key, STR("date")))
        front->date = unquoted(value);
    for (size_t i = 0; i < COUNT_OF(descriptions); i++)
        if (!front->description.len && str_ieq(key, str_from(descriptions[i])))
            front->description = whole_value(value, rest);
}

struct str front_matter_cut(struct str document, struct front_matter *front)
{
    static const struct front_matter none = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    struct str rest = document, line;
    *front = none;
    if (!str_split(&rest, '\n', &line) || !str_eq(str_trim(line), STR("---")))
        return document;
    while (str_split(&rest, '\n', &line)) {
        struct str trimmed = str_trim(line);
        if (str_eq(trimmed, STR("---")) || str_eq(trimmed, STR("...")))
            return rest.data ? rest : STR("");
        if (line.len && !ascii_is_space(line.data[0]))
            markdown_front_read_line(line, rest, front);
    }
    *front = none;
    return document; /* a horizontal rule, not front matter */
}

enum status front_matter_use(struct arena *arena, const struct front_matter *front, struct page *page,
                             struct error *err)
{
    page->language = language_find(front->language);
    if (!date_text_read(front->date, &page->published_ms))
        page->published_ms = 0;
    if (front->description.len)
        page->description = text_squeeze(arena, front->description);
    if (!page->description)
        return error_memory(err);
    if (front->title.len)
        page->title = text_squeeze(arena, front->title);
    if (front->title.len && !page->title)
        return error_memory(err);
    struct url parts;
    if (front->url.len > PAGE_URL_MAX || url_parse(front->url, &parts, NULL) != OK)
        return OK;
    char *address = url_normalise(arena, front->url);
    if (!address)
        return error_memory(err);
    if (strlen(address) <= PAGE_URL_MAX) /* what is not ASCII has become longer */
        page->url = address;
    return OK;
}
