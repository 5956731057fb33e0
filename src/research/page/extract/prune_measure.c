/* The elements of a page measured. */
#include "research/page/extract/prune.h"

struct measurer {
    struct arena *arena;
    int links, paragraphs; /* how many are open */
    bool failed;
};

static size_t visible_bytes(const xmlNode *node)
{
    size_t count = 0;
    for (const xmlChar *at = node->content; at && *at; at++)
        count += !ascii_is_space((char)*at);
    return count;
}

static void prune_measure_add_text(struct measurer *measurer, const xmlNode *node)
{
    struct extent *extent = node->parent ? node->parent->_private : NULL;
    if (!extent)
        return;
    size_t bytes = visible_bytes(node);
    extent->text += bytes;
    extent->links += measurer->links ? bytes : 0;
    extent->prose += measurer->paragraphs ? bytes : 0;
    extent->line += bytes;
    extent->line_links += measurer->links ? bytes : 0;
}

/* All attributes are looked at in one go: most elements have none. */
static unsigned class_marks(const xmlNode *node)
{
    unsigned marks = 0;
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next) {
        struct str name = str_from((const char *)attribute->name);
        bool has_value = attribute->children && attribute->children->content;
        struct str value = has_value ? str_from((const char *)attribute->children->content) : STR("");
        if (str_ieq(name, STR("class")))
            marks |= html_class_marks(value);
        else if (str_ieq(name, STR("id")))
            marks |= html_id_marks(value);
        else if (str_ieq(name, STR("style")))
            marks |= CLASS_HIDDEN; /* only what is hidden has one left (document/html_simplify.h) */
        else if (str_ieq(name, STR("hidden")) || (str_ieq(name, STR("aria-hidden")) && str_ieq(value, STR("true"))))
            marks |= CLASS_HIDDEN;
    }
    return marks;
}

static bool measure_enter(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    if (node->type == XML_TEXT_NODE)
        prune_measure_add_text(measurer, node);
    if (node->type != XML_ELEMENT_NODE || measurer->failed)
        return false;
    struct extent *extent = ARENA_NEW(measurer->arena, struct extent);
    node->_private = extent;
    measurer->failed = !extent;
    if (measurer->failed)
        return false;
    extent->element = html_node_element(node);
    extent->traits = html_element_traits(extent->element);
    extent->classes = class_marks(node);
    if (extent->traits & IS_INVISIBLE)
        return false;
    measurer->links += extent->element == ELEMENT_A;
    measurer->paragraphs += extent->element == ELEMENT_P;
    return true;
}

bool prune_is_sentence(const struct extent *extent)
{
    enum { SHORTEST_SENTENCE = 60 };
    return extent->line - extent->line_links >= SHORTEST_SENTENCE && extent->line_links * 2 <= extent->line;
}

/* The text of a block may be running text; that of any other element is part of the line around it. */
static void end_line(struct extent *extent, struct extent *outer)
{
    bool is_block = extent->traits & IS_BLOCK || extent->element == ELEMENT_PRE;
    if (!is_block) {
        outer->line += extent->line;
        outer->line_links += extent->line_links;
    } else if (prune_is_sentence(extent)) {
        extent->running += extent->line - extent->line_links;
        extent->sound += extent->line - extent->line_links;
    }
    if (extent->classes & CLASS_HIDDEN || extent->traits & IS_NO_CONTENT)
        return;
    outer->running += extent->running;
    bool is_suspect =
        extent->element == ELEMENT_ASIDE || (extent->classes & CLASS_SUSPECT && !(extent->traits & IS_JUDGED_BY_NAME));
    outer->sound += is_suspect ? 0 : extent->sound;
}

bool prune_is_fact(enum html_element element)
{
    return element == ELEMENT_PRE || element == ELEMENT_DL || element == ELEMENT_TABLE;
}

static void measure_leave(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    struct extent *extent = node->_private;
    struct extent *outer = node->parent ? node->parent->_private : NULL;
    measurer->links -= extent->element == ELEMENT_A;
    measurer->paragraphs -= extent->element == ELEMENT_P;
    if (!outer)
        return;
    end_line(extent, outer);
    outer->text += extent->text;
    outer->links += extent->links;
    outer->raised += extent->raised + (extent->element == ELEMENT_SUP);
    outer->prose += extent->prose;
    outer->holds_facts = outer->holds_facts || extent->holds_facts || prune_is_fact(extent->element);
    outer->holds_blocks = outer->holds_blocks || extent->holds_blocks || extent->traits & IS_STRUCTURE;
}

enum status prune_measure(struct arena *arena, xmlNode *root, struct error *err)
{
    struct measurer measurer = {.arena = arena};
    html_walk(root, &(struct html_visitor){measure_enter, measure_leave, &measurer});
    return measurer.failed ? error_memory(err) : OK;
}

const struct extent *prune_extent(const xmlNode *node)
{
    static const struct extent nothing = {.element = ELEMENT_OTHER};
    return node->_private ? node->_private : &nothing;
}

static bool prune_measure_is_blank(const xmlNode *node)
{
    return node->type == XML_TEXT_NODE && !str_trim(str_from((const char *)node->content)).len;
}

const xmlNode *prune_next(const xmlNode *node, bool forward)
{
    do
        node = forward ? node->next : node->prev;
    while (node && prune_measure_is_blank(node));
    return node;
}
