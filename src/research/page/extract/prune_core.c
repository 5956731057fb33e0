/* Which element of a page holds its main content, and what around that is none. */
#include "research/page/extract/prune.h"

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
