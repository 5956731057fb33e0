#include "research/page/page_parts.h"

#include "base/vec.h"

struct contents {
    struct arena *arena;
    struct page *page;
    size_t cap;
    struct map known;     /* the page's parts: whoever wrote the page decides how many there are */
    const xmlNode *table; /* the element that is marked as a table of contents and open */
    size_t lists;         /* that are open in it, within each other */
    bool failed;          /* memory ran out */
};

static bool parts_is_list(enum html_element element)
{
    return element == ELEMENT_UL || element == ELEMENT_OL || element == ELEMENT_DL;
}

/* Does the element stand on every page of a site? */
static bool is_of_site(const xmlNode *node, enum html_element element)
{
    return element == ELEMENT_NAV || element == ELEMENT_HEADER || element == ELEMENT_FOOTER ||
           element == ELEMENT_ASIDE || str_ieq(html_node_attribute(node, "role"), STR("navigation"));
}

/* Of a file beside the page or below it; empty: it is another place. */
static struct str file_of(struct str target)
{
    size_t end = 0;
    while (end < target.len && target.data[end] != '#' && target.data[end] != '?')
        end++;
    struct str file = {target.data, end};
    bool is_elsewhere = str_starts(file, STR("/")) || str_starts(file, STR(".")) ||
                        str_find(file, STR(":"), 0) < file.len || str_find(file, STR(".."), 0) < file.len;
    return is_elsewhere ? STR("") : file;
}

static void parts_add_part(struct contents *contents, struct str file)
{
    struct page *page = contents->page;
    if (map_get(&contents->known, file))
        return;
    const char **parts = vec_room(contents->arena, page->parts, page->part_count, &contents->cap, sizeof *page->parts);
    const char *copy = arena_copy_n(contents->arena, file.data, file.len);
    void **known = parts && copy ? map_put(&contents->known, str_from(copy)) : NULL;
    contents->failed = !known;
    if (contents->failed)
        return;
    *known = page;
    parts[page->part_count++] = copy;
    page->parts = parts;
}

static bool parts_enter(void *context, xmlNode *node)
{
    struct contents *contents = context;
    if (node->type != XML_ELEMENT_NODE || contents->failed)
        return false;
    enum html_element element = html_node_element(node);
    if (is_of_site(node, element))
        return false;
    if (!contents->table && html_class_is_contents(html_node_attribute(node, "class")))
        contents->table = node;
    if (!contents->table)
        return true;
    contents->lists += parts_is_list(element);
    struct str file = element == ELEMENT_A ? file_of(html_node_attribute(node, "href")) : STR("");
    if (file.len && contents->lists == 1)
        parts_add_part(contents, file);
    return true;
}

static void parts_leave(void *context, xmlNode *node)
{
    struct contents *contents = context;
    contents->lists -= contents->table && parts_is_list(html_node_element(node));
    if (contents->table == node)
        contents->table = NULL;
}

enum status page_parts_read(struct arena *arena, xmlNode *root, struct page *page, struct error *err)
{
    struct contents contents = {.arena = arena, .page = page};
    map_init(&contents.known, arena);
    html_walk(root, &(struct html_visitor){parts_enter, parts_leave, &contents});
    return contents.failed ? error_memory(err) : OK;
}
