#include "research/html_document.h"
#include "research/page.h"

struct collector {
    struct arena *arena;
    const char *base;
    struct map seen;
    struct page_link *links;
    size_t count, cap;
    bool failed;
};

/* Is `token` one of the words of a space-separated attribute such as rel? */
static bool has_token(struct str value, struct str token)
{
    struct str piece;
    while (str_split(&value, ' ', &piece))
        if (str_ieq(str_trim(piece), token))
            return true;
    return false;
}

static void add_link(struct collector *collector, const char *url, bool nofollow)
{
    void **place = map_put(&collector->seen, str_from(url));
    collector->failed = collector->failed || !place;
    if (!place || *place)
        return;
    if (collector->count == collector->cap) {
        size_t cap = collector->cap ? collector->cap * 2 : 64;
        struct page_link *links = ARENA_ARRAY(collector->arena, cap, struct page_link);
        if (!links) {
            collector->failed = true;
            return;
        }
        if (collector->count)
            memcpy(links, collector->links, collector->count * sizeof *links);
        collector->links = links;
        collector->cap = cap;
    }
    *place = (void *)url;
    collector->links[collector->count++] = (struct page_link){url, nofollow};
}

static bool enter(void *context, xmlNode *node)
{
    struct collector *collector = context;
    if (node->type != XML_ELEMENT_NODE || collector->failed)
        return false;
    struct str target = html_node_attribute(node, "href");
    if (!target.data || !(html_node_is(node, "a") || html_node_is(node, "area")))
        return true;
    const char *url = url_resolve(collector->arena, collector->base, target);
    if (url)
        add_link(collector, url, has_token(html_node_attribute(node, "rel"), STR("nofollow")));
    return true;
}

static void leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

/* The address that links are relative to: of the first <base href>, itself relative to the page. */
static const char *base_of(struct arena *arena, xmlNode *root, const char *url)
{
    xmlNode *base = html_node_find(root, "base");
    struct str target = base ? html_node_attribute(base, "href") : (struct str){NULL, 0};
    const char *resolved = target.data ? url_resolve(arena, url, target) : NULL;
    return resolved ? resolved : url;
}

enum status page_links(struct arena *arena, struct str html, const char *url, struct page_link **links, size_t *count,
                       struct error *err)
{
    xmlDoc *document;
    *links = NULL;
    *count = 0;
    enum status status = html_document_parse(html, "", &document, err);
    xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
    if (root) {
        struct collector collector = {.arena = arena, .base = base_of(arena, root, url)};
        map_init(&collector.seen, arena);
        html_walk(root, &(struct html_visitor){enter, leave, &collector});
        *links = collector.links;
        *count = collector.count;
        status = collector.failed ? error_memory(err) : OK;
    }
    xmlFreeDoc(document);
    return status;
}
