#include "research/page/extract/box.h"

unsigned box_of(const xmlNode *main, const xmlNode *node)
{
    const struct extent *extent = prune_extent(node);
    bool may_be = extent->traits & IS_BLOCK || extent->element == ELEMENT_ASIDE;
    unsigned box = extent->classes & (CLASS_NOTE | CLASS_WARNING);
    if (!box || !may_be || node == main || html_element_heading(extent->element))
        return 0;
    return extent->text * 2 <= prune_extent(main)->text || extent->element != ELEMENT_BODY ? box : 0;
}

bool box_is_label(const xmlNode *main, const xmlNode *heading)
{
    return heading->parent && box_of(main, heading->parent);
}

bool box_is_table_label(const xmlNode *main, const xmlNode *node)
{
    if (prune_extent(node)->element != ELEMENT_TH)
        return false;
    while (node && prune_extent(node)->element != ELEMENT_TABLE)
        node = node->parent;
    return node && node->parent && box_of(main, node->parent);
}

bool box_is_quotation(const xmlNode *node)
{
    if (prune_extent(node)->element != ELEMENT_BLOCKQUOTE)
        return false;
    bool has_text = false;
    for (const xmlNode *child = node->children; child; child = child->next) {
        const struct extent *extent = prune_extent(child);
        if (extent->element == ELEMENT_DIV && child->children && !has_text) {
            child = child->children; /* Sphinx puts one element around all */
            extent = prune_extent(child);
        }
        bool is_set_in = extent->element == ELEMENT_UL || extent->element == ELEMENT_OL ||
                         extent->element == ELEMENT_DL || extent->element == ELEMENT_TABLE ||
                         extent->element == ELEMENT_PRE;
        has_text = has_text || (child->type == XML_ELEMENT_NODE && !is_set_in && extent->text) ||
                   (child->type == XML_TEXT_NODE && str_trim(str_from((const char *)child->content)).len);
    }
    return has_text;
}

struct layout_search {
    const xmlNode *table;
    bool is_layout;
};

static bool layout_enter(void *context, xmlNode *node)
{
    struct layout_search *search = context;
    if (node->type != XML_ELEMENT_NODE || search->is_layout)
        return false;
    search->is_layout = node != search->table && prune_extent(node)->traits & IS_PAGE_PART;
    return !search->is_layout;
}

static void layout_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

bool box_is_layout(const xmlNode *main, xmlNode *table)
{
    struct str role = html_node_attribute(table, "role");
    const struct extent *extent = prune_extent(table);
    bool is_frame = (extent->classes & CLASS_LISTING) || (table->parent && box_of(main, table->parent));
    struct layout_search search = {
        .table = table, .is_layout = is_frame || str_ieq(role, STR("presentation")) || str_ieq(role, STR("none"))};
    if (extent->holds_blocks)
        html_walk(table, &(struct html_visitor){layout_enter, layout_leave, &search});
    return search.is_layout;
}
