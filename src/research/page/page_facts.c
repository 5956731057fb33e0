#include "research/page/page_facts.h"

#include "base/vec.h"
#include "research/page/document/document.h"

struct facts_collector {
    struct arena *arena;
    struct page_facts *facts;
    const char *base; /* what relative addresses are relative to */
    bool has_base;    /* a <base href> was met: only the first counts */
    struct map seen;
    size_t cap;
    bool failed; /* memory ran out */
};

static void facts_add_link(struct facts_collector *collector, const char *url, bool nofollow)
{
    struct page_facts *facts = collector->facts;
    void **place = map_put(&collector->seen, str_from(url));
    collector->failed = collector->failed || !place;
    if (!place || *place)
        return;
    struct page_link *links =
        vec_room(collector->arena, facts->links, facts->link_count, &collector->cap, sizeof *links);
    if (!links) {
        collector->failed = true;
        return;
    }
    facts->links = links;
    *place = (void *)url;
    links[facts->link_count++] = (struct page_link){url, nofollow};
}

static void read_base(struct facts_collector *collector, struct str target)
{
    const char *base = collector->has_base ? NULL : url_resolve(collector->arena, collector->base, target);
    if (base)
        collector->base = base;
    collector->has_base = true;
}

static void read_robots(struct page_facts *facts, struct str content)
{
    bool none = html_value_has(content, STR("none"));
    facts->noindex = facts->noindex || none || html_value_has(content, STR("noindex"));
    facts->nofollow = facts->nofollow || none || html_value_has(content, STR("nofollow"));
}

static void read_element(struct facts_collector *collector, const xmlNode *node)
{
    struct page_facts *facts = collector->facts;
    struct str target = html_node_attribute(node, "href");
    struct str relation = html_node_attribute(node, "rel");
    enum html_element element = html_node_element(node);
    if (element == ELEMENT_META) {
        struct str name = html_node_attribute(node, "name");
        if (str_ieq(name, STR("robots")) || str_ieq(name, STR("copydesk")))
            read_robots(facts, html_node_attribute(node, "content"));
    }
    if (!target.data)
        return;
    if (element == ELEMENT_BASE)
        read_base(collector, target);
    if (element == ELEMENT_LINK && html_value_has(relation, STR("canonical")) && !facts->canonical)
        facts->canonical = url_resolve(collector->arena, collector->base, target);
    if (element != ELEMENT_A && element != ELEMENT_AREA)
        return;
    const char *url = url_resolve(collector->arena, collector->base, target);
    if (url)
        facts_add_link(collector, url, html_value_has(relation, STR("nofollow")));
}

static bool facts_enter(void *context, xmlNode *node)
{
    struct facts_collector *collector = context;
    if (node->type != XML_ELEMENT_NODE || collector->failed)
        return false;
    read_element(collector, node);
    return true;
}

static void facts_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

enum status page_facts_read(struct arena *arena, struct str html, const char *url, struct page_facts *facts,
                            struct error *err)
{
    xmlDoc *document;
    *facts = (struct page_facts){.canonical = NULL};
    enum status status = html_document_parse(html, "", true, NULL, &document, err);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    if (root) {
        struct facts_collector collector = {.arena = arena, .facts = facts, .base = url};
        map_init(&collector.seen, arena);
        html_walk(root, &(struct html_visitor){facts_enter, facts_leave, &collector});
        if (collector.failed)
            status = error_memory(err);
    }
    xmlFreeDoc(document);
    return status;
}
