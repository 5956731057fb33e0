#include "research/page/extract/prune.h"

/* --- measuring --- */

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

static void add_text(struct measurer *measurer, const xmlNode *node)
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

static bool hides(struct str style)
{
    static const char *const hiding[] = {"display:none", "display: none", "visibility:hidden", "visibility: hidden"};
    for (size_t i = 0; i < COUNT_OF(hiding); i++)
        if (str_ifind(style, str_from(hiding[i]), 0) < style.len)
            return true;
    return false;
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
            marks |= hides(value) ? CLASS_HIDDEN : 0;
        else if (str_ieq(name, STR("hidden")) || (str_ieq(name, STR("aria-hidden")) && str_ieq(value, STR("true"))))
            marks |= CLASS_HIDDEN;
    }
    return marks;
}

static bool measure_enter(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    if (node->type == XML_TEXT_NODE)
        add_text(measurer, node);
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

/* The text of a block is running text when it is as long as a sentence, most of it no links; that of any other element
 * is part of the line around it. */
static void end_line(struct extent *extent, struct extent *outer)
{
    enum { SHORTEST_SENTENCE = 60 };
    bool is_block = extent->traits & IS_BLOCK || extent->element == ELEMENT_PRE;
    if (!is_block) {
        outer->line += extent->line;
        outer->line_links += extent->line_links;
    } else if (extent->line - extent->line_links >= SHORTEST_SENTENCE && extent->line_links * 2 <= extent->line) {
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

/* --- the main element --- */

struct chooser {
    xmlNode *body, *main, *article;
    size_t articles; /* text in all articles */
};

static bool choose_enter(void *context, xmlNode *node)
{
    struct chooser *chooser = context;
    if (node->type != XML_ELEMENT_NODE)
        return false;
    enum html_element element = prune_extent(node)->element;
    if (element == ELEMENT_BODY && !chooser->body)
        chooser->body = node;
    bool is_main = element == ELEMENT_MAIN || str_ieq(html_node_attribute(node, "role"), STR("main"));
    if (is_main && (!chooser->main || prune_extent(node)->text > prune_extent(chooser->main)->text))
        chooser->main = node;
    if (element != ELEMENT_ARTICLE)
        return true;
    chooser->articles += prune_extent(node)->text;
    if (!chooser->article || prune_extent(node)->text > prune_extent(chooser->article)->text)
        chooser->article = node;
    return false; /* comments are articles within an article */
}

static void choose_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* The largest article, unless several are about as large: then the page is a list of them. */
static xmlNode *only_article(xmlNode *within, const struct chooser *chooser)
{
    enum { SHORTEST_ARTICLE = 200 };
    size_t text = chooser->article ? prune_extent(chooser->article)->text : 0;
    return text >= SHORTEST_ARTICLE && text * 2 > chooser->articles ? chooser->article : within;
}

static xmlNode *choose_main(xmlNode *root)
{
    struct chooser chooser = {0};
    html_walk(root, &(struct html_visitor){choose_enter, choose_leave, &chooser});
    xmlNode *body = chooser.body ? chooser.body : root;
    bool main_counts = chooser.main && prune_extent(chooser.main)->text * 4 > prune_extent(body)->text;
    if (!main_counts)
        return only_article(body, &chooser);
    struct chooser inner = {0};
    for (xmlNode *child = chooser.main->children; child; child = child->next)
        html_walk(child, &(struct html_visitor){choose_enter, choose_leave, &inner});
    return only_article(chooser.main, &inner);
}

/* --- the core of it --- */

static struct extent *measured(const xmlNode *node)
{
    return node->_private;
}

/* Paragraphs and the like, which stand beside each other in one text. */
static bool is_loose(const struct extent *extent)
{
    return (extent->element == ELEMENT_P || extent->element == ELEMENT_PRE || extent->element == ELEMENT_BLOCKQUOTE ||
            extent->element == ELEMENT_UL || extent->element == ELEMENT_OL || extent->element == ELEMENT_TABLE) &&
           extent->running && !(extent->classes & CLASS_SUSPECT);
}

static bool has_same_class(const xmlNode *a, const xmlNode *b)
{
    return str_eq(html_node_attribute(a, "class"), html_node_attribute(b, "class"));
}

/* Are the elements around it part of the same text: sections like it, or loose paragraphs behind it? */
static bool has_fellows(const xmlNode *node)
{
    const struct extent *own = prune_extent(node);
    for (const xmlNode *other = node->parent->children; other; other = other->next) {
        const struct extent *extent = prune_extent(other);
        if (other != node && extent->element == own->element && extent->running && has_same_class(other, node))
            return true;
    }
    for (const xmlNode *other = node->next; other; other = other->next)
        if (is_loose(prune_extent(other)))
            return true;
    return false;
}

static xmlNode *inner_core(const xmlNode *outer)
{
    enum { TENTHS = 8, WORDS_TENTHS = 5 };
    size_t all = prune_extent(outer)->sound, words = prune_extent(outer)->text - prune_extent(outer)->links;
    for (xmlNode *child = outer->children; child && all; child = child->next) {
        const struct extent *extent = prune_extent(child);
        bool may_hold = child->type == XML_ELEMENT_NODE && extent->traits & IS_BLOCK && extent->holds_blocks;
        if (may_hold && extent->sound * 10 >= all * TENTHS &&
            (extent->text - extent->links) * 10 >= words * WORDS_TENTHS)
            return has_fellows(child) ? NULL : child;
    }
    return NULL;
}

static xmlNode *find_core(xmlNode *main)
{
    xmlNode *inner;
    while ((inner = inner_core(main)))
        main = inner;
    return main;
}

struct surroundings {
    const xmlNode *h1; /* the last one before the core */
    bool has_begun;    /* it was met */
};

static bool find_h1(void *context, xmlNode *node)
{
    struct surroundings *around = context;
    if (prune_extent(node)->element == ELEMENT_H1)
        around->h1 = node;
    return node->type == XML_ELEMENT_NODE;
}

static void leave_nothing(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

static bool is_within(const xmlNode *node, const xmlNode *outer)
{
    while (node && node != outer)
        node = node->parent;
    return node != NULL;
}

/* Of what stands before the core the title and the running text behind it stay: the introduction of an article. */
static bool mark_before(void *context, xmlNode *node)
{
    struct surroundings *around = context;
    struct extent *extent = measured(node);
    if (!extent || !(extent->traits & IS_BLOCK || html_element_heading(extent->element)))
        return extent != NULL;
    around->has_begun = around->has_begun || node == around->h1;
    bool holds_title = around->h1 && is_within(around->h1, node);
    extent->is_outside = !holds_title && !(around->has_begun && extent->running);
    return !extent->is_outside && node != around->h1;
}

static void mark_surroundings(xmlNode *main, xmlNode *core)
{
    struct surroundings around = {.h1 = NULL};
    for (xmlNode *node = core; node != main; node = node->parent)
        measured(node)->holds_core = true;
    measured(main)->holds_core = true;
    for (xmlNode *node = core; node != main; node = node->parent) {
        for (xmlNode *other = node->prev; other && !around.h1; other = other->prev)
            html_walk(other, &(struct html_visitor){find_h1, leave_nothing, &around});
        if (around.h1)
            break;
    }
    bool is_titled = around.h1 != NULL;
    for (xmlNode *node = main; node != core;) {
        xmlNode *next = node->children;
        while (!measured(next) || !measured(next)->holds_core) {
            if (is_titled)
                html_walk(next, &(struct html_visitor){mark_before, leave_nothing, &around});
            else if (measured(next))
                measured(next)->is_outside = !(measured(next)->running && next->parent == core->parent);
            next = next->next;
        }
        for (xmlNode *other = next->next; other; other = other->next)
            if (measured(other))
                measured(other)->is_outside = true;
        node = next;
    }
}

void prune_main(xmlNode *root, struct content *content)
{
    content->main = choose_main(root);
    content->core = find_core(content->main);
    mark_surroundings(content->main, content->core);
}

/* --- what is left out --- */

static const char *const dropped_roles[] = {"alert",        "banner",      "complementary", "contentinfo", "dialog",
                                            "doc-endnotes", "doc-noteref", "doc-toc",       "menu",        "menubar",
                                            "navigation",   "search",      "tablist",       "toolbar",     NULL};

/* Is it a list or table that is made of links: contents, related pages, tags? */
static bool is_link_list(const struct extent *extent)
{
    bool list = extent->element == ELEMENT_UL || extent->element == ELEMENT_OL || extent->element == ELEMENT_DL ||
                extent->element == ELEMENT_TABLE;
    return list && extent->links * 10 > extent->text * 7;
}

/* Is it a link on a mere sign: "#" or "§" behind a heading, an arrow back to the text? */
static bool is_link_sign(const xmlNode *node, const struct extent *extent)
{
    enum { LONGEST_SIGN = 4 };
    size_t text = extent->text;
    if (extent->element != ELEMENT_A || !text || text > LONGEST_SIGN || !node->children || node->children->next)
        return false;
    struct str sign = str_trim(str_from((const char *)node->children->content));
    uint32_t codepoint = 'a';
    if (sign.len)
        utf8_decode(sign, 0, &codepoint);
    return !unicode_is_letter(codepoint) && !unicode_is_digit(codepoint);
}

/* In DocBook the titles of tables and examples, and the command lines of a reference page, look like paragraphs. */
static bool is_docbook_label(const xmlNode *node, const struct extent *extent)
{
    if (!node->properties || (extent->element != ELEMENT_P && extent->element != ELEMENT_DIV))
        return false;
    struct str names = html_node_attribute(node, "class");
    return (extent->element == ELEMENT_P && str_eq(names, STR("title"))) || str_eq(names, STR("cmdsynopsis"));
}

/* Is it a remark on versions, and not a part of the page on something old? */
static bool is_version_note(const struct extent *extent)
{
    enum { LONGEST_NOTE = 800 };
    bool is_text = extent->element == ELEMENT_DIV || extent->element == ELEMENT_P || extent->element == ELEMENT_SPAN ||
                   extent->element == ELEMENT_EM || extent->element == ELEMENT_STRONG;
    return is_text && extent->classes & CLASS_VERSION && extent->text <= LONGEST_NOTE;
}

static bool is_suspect(const struct extent *extent)
{
    if (extent->traits & IS_SUSPECT)
        return !(extent->classes & (CLASS_NOTE | CLASS_WARNING));
    return extent->classes & CLASS_SUSPECT && !(extent->traits & IS_JUDGED_BY_NAME);
}

static bool is_blank(const xmlNode *node)
{
    return node->type == XML_TEXT_NODE && !str_trim(str_from((const char *)node->content)).len;
}

static const xmlNode *next_of(const xmlNode *node, bool forward)
{
    do
        node = forward ? node->next : node->prev;
    while (node && is_blank(node));
    return node;
}

/* A few words for each system or edition, in the middle of a sentence, all hidden until a script shows the one that
 * fits: "choose [LibreOffice - Preferences][Tools - Options] - General". Without any the sentence has a hole, so the
 * last one, which holds where no other does, is read. */
static bool is_last_choice(const xmlNode *node, const struct extent *extent)
{
    const xmlNode *around = node->parent;
    if (extent->element != ELEMENT_SPAN || !around || prune_extent(around)->element != ELEMENT_SPAN ||
        !xmlHasProp((xmlNode *)node, (const xmlChar *)"hidden") || next_of(node, true) || !next_of(node, false))
        return false;
    for (const xmlNode *other = node; other; other = next_of(other, false))
        if (other->type != XML_ELEMENT_NODE || !(prune_extent(other)->classes & CLASS_HIDDEN))
            return false;
    return true;
}

bool prune_drops(const xmlNode *node, const xmlNode *core)
{
    const struct extent *extent = prune_extent(node);
    if (extent->holds_core || extent->element == ELEMENT_BR)
        return false;
    if (extent->is_outside)
        return true;
    if (extent->classes & CLASS_HIDDEN && !is_last_choice(node, extent))
        return true;
    if (extent->traits & IS_NO_CONTENT || extent->classes & (CLASS_APPARATUS | CLASS_NUMBERS) ||
        is_link_sign(node, extent) || is_docbook_label(node, extent) || is_link_list(extent) || is_version_note(extent))
        return true;
    struct str role = node->properties ? html_node_attribute(node, "role") : STR("");
    bool is_box = extent->classes & (CLASS_NOTE | CLASS_WARNING);
    if (role.len && !is_box && word_list_ihas(dropped_roles, role))
        return true;
    return is_suspect(extent) && extent->running * 2 <= prune_extent(core)->running;
}
