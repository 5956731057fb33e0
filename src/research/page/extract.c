#include "research/page/extract.h"

/* --- the elements of a page measured --- */

struct measurer {
    struct arena *arena;
    int links, paragraphs; /* how many are open */
};

static size_t visible_bytes(const xmlNode *node)
{
    size_t count = 0;
    for (const xmlChar *at = node->content; at && *at; at++)
        count += !ascii_is_space((char)*at);
    return count;
}

static void measure_text_node(struct measurer *measurer, const xmlNode *node)
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
            marks |= CLASS_HIDDEN; /* only what is hidden has one left (document.h) */
        else if (str_ieq(name, STR("hidden")) || (str_ieq(name, STR("aria-hidden")) && str_ieq(value, STR("true"))))
            marks |= CLASS_HIDDEN;
    }
    return marks;
}

static bool measure_enter(void *context, xmlNode *node)
{
    struct measurer *measurer = context;
    if (node->type == XML_TEXT_NODE)
        measure_text_node(measurer, node);
    if (node->type != XML_ELEMENT_NODE || arena_failed(measurer->arena))
        return false;
    struct extent *extent = ARENA_NEW(measurer->arena, struct extent);
    node->_private = extent;
    if (!extent)
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

/* Elements that hold facts without whole sentences: listings, descriptions, tables. */
static bool prune_is_fact(enum html_element element)
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

void prune_measure(struct arena *arena, xmlNode *root)
{
    struct measurer measurer = {.arena = arena};
    html_walk(root, &(struct html_visitor){measure_enter, measure_leave, &measurer});
}

const struct extent *prune_extent(const xmlNode *node)
{
    static const struct extent nothing = {.element = ELEMENT_OTHER};
    return node->_private ? node->_private : &nothing;
}

static bool text_is_blank(const xmlNode *node)
{
    return node->type == XML_TEXT_NODE && !str_trim(str_from((const char *)node->content)).len;
}

/* The node behind or before it that is no blank; NULL: there is none. */
static const xmlNode *prune_next(const xmlNode *node, bool forward)
{
    do
        node = forward ? node->next : node->prev;
    while (node && text_is_blank(node));
    return node;
}

static const char *const dropped_roles[] = {"alert",        "banner",      "complementary", "contentinfo", "dialog",
                                            "doc-endnotes", "doc-noteref", "doc-toc",       "menu",        "menubar",
                                            "navigation",   "search",      "tablist",       "toolbar",     NULL};

/* Does the text before the node announce it: "an excellent guide to that:"? */
static bool is_announced(const xmlNode *node)
{
    const xmlNode *before = prune_next(node, false);
    if (!before || before->type != XML_ELEMENT_NODE || !prune_is_sentence(prune_extent(before)))
        return false;
    while (before->last)
        before = before->last;
    return before->type == XML_TEXT_NODE && str_ends(str_trim(str_from((const char *)before->content)), STR(":"));
}

/* Is it a list or table that is made of links: contents, related pages, tags? */
static bool is_link_list(const xmlNode *node, const struct extent *extent)
{
    bool list = extent->element == ELEMENT_UL || extent->element == ELEMENT_OL || extent->element == ELEMENT_DL ||
                extent->element == ELEMENT_TABLE;
    return list && extent->links * 10 > extent->text * 7 && !is_announced(node);
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

/* A few words for each system or edition, in the middle of a sentence, all hidden until a script shows the one that
 * fits: "choose [LibreOffice - Preferences][Tools - Options] - General". Without any the sentence has a hole, so the
 * last one, which holds where no other does, is read. */
static bool is_last_choice(const xmlNode *node, const struct extent *extent)
{
    const xmlNode *around = node->parent;
    if (extent->element != ELEMENT_SPAN || !around || prune_extent(around)->element != ELEMENT_SPAN ||
        !xmlHasProp((xmlNode *)node, (const xmlChar *)"hidden") || prune_next(node, true) || !prune_next(node, false))
        return false;
    for (const xmlNode *other = node; other; other = prune_next(other, false))
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
        is_link_sign(node, extent) || is_docbook_label(node, extent) || is_link_list(node, extent) ||
        is_version_note(extent))
        return true;
    struct str role = node->properties ? html_node_attribute(node, "role") : STR("");
    bool is_box = extent->classes & (CLASS_NOTE | CLASS_WARNING);
    if (role.len && !is_box && word_list_ihas(dropped_roles, role))
        return true;
    const struct extent *all = prune_extent(core);
    return is_suspect(extent) && extent->running * 2 <= all->running && extent->prose * 2 <= all->prose;
}

/* --- which element of a page holds its main content, and what around that is none --- */

/* --- the main element --- */

struct prune_core_chooser {
    xmlNode *body, *main, *article;
    size_t articles; /* text in all articles */
};

static bool choose_enter(void *context, xmlNode *node)
{
    struct prune_core_chooser *chooser = context;
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

/* The largest article, unless most of the text stands beside it: then the page is a list of them. */
static xmlNode *only_article(xmlNode *within, const struct prune_core_chooser *chooser)
{
    enum { SHORTEST_ARTICLE = 200 };
    const struct extent *article = chooser->article ? prune_extent(chooser->article) : NULL;
    bool is_only = article && article->text >= SHORTEST_ARTICLE && article->text * 2 > chooser->articles &&
                   article->running * 2 > prune_extent(within)->running;
    return is_only ? chooser->article : within;
}

static void choose_main(xmlNode *root, struct content *content)
{
    struct prune_core_chooser chooser = {0};
    html_walk(root, &(struct html_visitor){choose_enter, choose_leave, &chooser});
    xmlNode *body = chooser.body ? chooser.body : root;
    bool main_counts = chooser.main && prune_extent(chooser.main)->text * 4 > prune_extent(body)->text;
    content->main = main_counts ? chooser.main : body;
    struct prune_core_chooser inner = {0};
    for (xmlNode *child = chooser.main ? chooser.main->children : NULL; child && main_counts; child = child->next)
        html_walk(child, &(struct html_visitor){choose_enter, choose_leave, &inner});
    content->core = only_article(content->main, main_counts ? &inner : &chooser);
}

/* --- the core of it --- */

static struct extent *measured(const xmlNode *node)
{
    return node->_private;
}

/* Elements that hold parts of a page; lists and their like are parts of a text. */
static bool is_container(const struct extent *extent)
{
    switch (extent->element) {
    case ELEMENT_ARTICLE:
    case ELEMENT_BODY:
    case ELEMENT_CENTER:
    case ELEMENT_DIV:
    case ELEMENT_FORM:
    case ELEMENT_HEADER:
    case ELEMENT_MAIN:
    case ELEMENT_SECTION:
    case ELEMENT_TABLE:
    case ELEMENT_TBODY:
    case ELEMENT_TD:
    case ELEMENT_TR:
        return extent->holds_blocks;
    default:
        return false;
    }
}

/* Parts of a text that stay or go as one. */
static bool prune_core_is_whole(enum html_element element)
{
    return prune_is_fact(element) || element == ELEMENT_UL || element == ELEMENT_OL;
}

/* Is an element beside the core part of the same text: running text, or facts without whole sentences? Lists that are
 * made of links are left out in any case. A heading is what it stands before. */
static bool is_fellow(const xmlNode *node)
{
    enum { LEAST_TEXT = 150 };
    if (html_element_heading(prune_extent(node)->element))
        node = prune_next(node, true);
    const struct extent *extent = node ? prune_extent(node) : NULL;
    if (!extent)
        return false;
    bool is_text = extent->sound >= LEAST_TEXT && extent->links * 8 <= extent->text;
    bool is_section = extent->element == ELEMENT_SECTION && extent->sound && extent->links * 4 <= extent->text;
    return prune_core_is_whole(extent->element) || is_text || is_section ||
           (extent->holds_facts && extent->links * 4 <= extent->text);
}

static bool is_nothing(const xmlNode *node)
{
    if (node->type == XML_ELEMENT_NODE)
        return !prune_extent(node)->text;
    return node->type != XML_TEXT_NODE || !str_trim(str_from((const char *)node->content)).len;
}

/* The level of the heading that the element begins with; 0: it begins with something else. */
static int first_heading(const xmlNode *node)
{
    const xmlNode *first = node->children;
    while (first && is_nothing(first))
        first = first->next;
    return first ? html_element_heading(prune_extent(first)->element) : 0;
}

/* Does it begin with a heading that is lower than one beside it? Then it is one section of several. */
static bool is_section(const xmlNode *node)
{
    int own = first_heading(node);
    for (const xmlNode *other = own ? node->prev : NULL; other; other = other->prev) {
        int level = html_element_heading(prune_extent(other)->element);
        if (level && level < own)
            return true;
    }
    return false;
}

/* The child that holds nearly all running text, and most of the words that are no links. */
static xmlNode *inner_core(const xmlNode *outer)
{
    enum { TENTHS = 7, WORDS_TENTHS = 5 };
    size_t all = prune_extent(outer)->sound, words = prune_extent(outer)->text - prune_extent(outer)->links;
    for (xmlNode *child = outer->children; child && all; child = child->next) {
        const struct extent *extent = prune_extent(child);
        if (is_container(extent) && extent->sound * 10 >= all * TENTHS &&
            (extent->text - extent->links) * 10 >= words * WORDS_TENTHS)
            return is_section(child) ? NULL : child;
    }
    return NULL;
}

static xmlNode *find_core(xmlNode *core)
{
    xmlNode *inner;
    while ((inner = inner_core(core)))
        core = inner;
    return core;
}

struct surroundings {
    const xmlNode *title; /* the last of the highest headings before the core; NULL: there is none */
    bool has_begun;       /* it was met */
};

static bool find_title(void *context, xmlNode *node)
{
    struct surroundings *around = context;
    const struct extent *extent = prune_extent(node);
    int level = html_element_heading(extent->element);
    int known = around->title ? html_element_heading(prune_extent(around->title)->element) : 7;
    if (level && level <= known && extent->links * 2 <= extent->text)
        around->title = node;
    return node->type == XML_ELEMENT_NODE && !(extent->traits & IS_NO_CONTENT);
}

static void leave_nothing(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* Of what stands before the core the title stays, and the running text and facts behind it: the introduction. */
static bool mark_before(void *context, xmlNode *node)
{
    struct surroundings *around = context;
    struct extent *extent = measured(node);
    if (!extent || !(extent->traits & IS_BLOCK || html_element_heading(extent->element)))
        return extent != NULL;
    around->has_begun = around->has_begun || node == around->title;
    bool is_text = extent->running || extent->holds_facts || prune_is_fact(extent->element);
    extent->is_outside = !extent->holds_title && !(around->has_begun && is_text);
    return !extent->is_outside && node != around->title && !prune_core_is_whole(extent->element);
}

/* The child of `around` that is the core or holds it. */
static xmlNode *towards_core(const xmlNode *around)
{
    xmlNode *child = around->children;
    while (!measured(child) || !measured(child)->holds_core)
        child = child->next;
    return child;
}

static void mark_outside(xmlNode *node)
{
    if (measured(node) && !is_fellow(node))
        measured(node)->is_outside = true;
}

/* Is what stands beside the core made of links, as what a site puts on each of its pages? Small parts of a manual
 * beside a large one are not. */
static bool is_of_links(const xmlNode *around, const xmlNode *core)
{
    enum { LEAST_SHARE = 20, LEAST_BYTES = 20 }; /* one byte in so many, and so many */
    const struct extent *outer = prune_extent(around), *inner = prune_extent(core);
    size_t links = outer->links - inner->links;
    return links >= LEAST_BYTES && links * LEAST_SHARE > outer->text - inner->text;
}

static void mark_path(const xmlNode *main, xmlNode *core)
{
    for (xmlNode *node = core; node != main; node = node->parent)
        measured(node)->holds_core = true;
    measured(main)->holds_core = true;
}

static void find_titles(struct surroundings *around, xmlNode *main, const xmlNode *core)
{
    for (xmlNode *node = main; node != core; node = towards_core(node)) {
        const xmlNode *next = towards_core(node);
        for (xmlNode *other = node->children; other != next; other = other->next)
            html_walk(other, &(struct html_visitor){find_title, leave_nothing, around});
    }
    for (const xmlNode *node = around->title; node && measured(node); node = node->parent)
        measured(node)->holds_title = true;
}

/* Without a title before the core the text of a body may be anything; that of an element which says that it is the
 * content introduces it. */
static void mark_surroundings(xmlNode *main, const xmlNode *core)
{
    struct surroundings around = {.title = NULL, .has_begun = prune_extent(main)->element != ELEMENT_BODY};
    find_titles(&around, main, core);
    if (around.title && prune_extent(around.title)->element == ELEMENT_H1)
        around.has_begun = false;
    for (xmlNode *node = main; node != core; node = towards_core(node)) {
        xmlNode *next = towards_core(node);
        if (!is_of_links(node, next))
            continue;
        for (xmlNode *other = node->children; other != next; other = other->next)
            if (!is_fellow(other) || prune_extent(other)->holds_title)
                html_walk(other, &(struct html_visitor){mark_before, leave_nothing, &around});
        for (xmlNode *other = next->next; other; other = other->next)
            mark_outside(other);
    }
}

void prune_main(xmlNode *root, struct content *content)
{
    enum { LEAST_NAVIGATION = 240 }; /* bytes of links */
    choose_main(root, content);
    content->core = find_core(content->core);
    content->is_of_site = prune_extent(root)->links - prune_extent(content->core)->links >= LEAST_NAVIGATION;
    mark_path(content->main, content->core);
    if (content->is_of_site)
        mark_surroundings(content->main, content->core);
    else
        content->core = content->main;
}

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
