#include "link/report/report_shape.h"

#include "link/report/report.h"

#define SHAPE(name, summary, type, fields)                                                                             \
    {                                                                                                                  \
        name, summary, sizeof(type), fields, COUNT_OF(fields)                                                          \
    }

#define AT(type, member) offsetof(struct type, member)

static const struct shape_field of_suggestion[] = {
    {"url", SHAPE_TEXT, AT(report_suggestion, url), .summary = "The page that could link."},
    {"title", SHAPE_TEXT, AT(report_suggestion, title), .summary = "Its title."},
    {"text", SHAPE_TEXT, AT(report_suggestion, text),
     .summary = "What its text holds, and what names the page to link to."},
};

static const struct report_shape suggestion =
    SHAPE("LinkSuggestion", "A page that could link to another one.", struct report_suggestion, of_suggestion);

static const struct shape_field of_page[] = {
    {"url", SHAPE_TEXT, AT(report_page, url), .summary = "Where it is."},
    {"title", SHAPE_TEXT, AT(report_page, title), .summary = "Its title."},
    {"inbound", SHAPE_COUNT, AT(report_page, inbound), .summary = "Other pages that link to it."},
    {"inboundInText", SHAPE_COUNT, AT(report_page, inbound_in_text),
     .summary = "Of these, those that do so in running text."},
    {"outbound", SHAPE_COUNT, AT(report_page, outbound), .summary = "Other pages that it links to."},
    {"outboundInText", SHAPE_COUNT, AT(report_page, outbound_in_text),
     .summary = "Of these, those it links to in running text."},
    {"depth", SHAPE_AMOUNT, AT(report_page, depth),
     .summary = "Clicks from the entry page; null: no way leads there, or there is no entry page."},
    {"suggestions", SHAPE_LIST, AT(report_page, suggestions), AT(report_page, suggestion_count), &suggestion,
     "Pages that could link to it; of orphans and weak pages alone."},
};

static const struct report_shape page =
    SHAPE("LinkedPage", "A page and how it is linked.", struct report_page, of_page);

static const struct shape_field of_broken[] = {
    {"from", SHAPE_TEXT, AT(report_broken, from), .summary = "The page on which it stands."},
    {"title", SHAPE_TEXT, AT(report_broken, title), .summary = "The title of that page."},
    {"to", SHAPE_TEXT, AT(report_broken, to), .summary = "The address that it has."},
    {"text", SHAPE_TEXT, AT(report_broken, text), .summary = "What it says."},
    {"status", SHAPE_AMOUNT, AT(report_broken, status),
     .summary = "What the address answered; null: nobody has asked it."},
};

static const struct report_shape broken =
    SHAPE("BrokenLink", "A link that leads to none of the pages.", struct report_broken, of_broken);

static const struct shape_field of_anchor[] = {
    {"text", SHAPE_TEXT, AT(report_anchor, text), .summary = "What the links say."},
    {"url", SHAPE_TEXT, AT(report_anchor, url), .summary = "The page that they lead to."},
    {"count", SHAPE_COUNT, AT(report_anchor, count), .summary = "How often."},
};

static const struct report_shape anchor = SHAPE("Anchor", "What links say of a page.", struct report_anchor, of_anchor);

static const struct shape_field of_shared[] = {
    {"text", SHAPE_TEXT, AT(report_shared_anchor, text), .summary = "What the links say."},
    {"count", SHAPE_COUNT, AT(report_shared_anchor, count), .summary = "How often."},
    {"targetCount", SHAPE_COUNT, AT(report_shared_anchor, target_count), .summary = "Pages that they lead to."},
    {"targets", SHAPE_LIST, AT(report_shared_anchor, targets), AT(report_shared_anchor, listed), &anchor,
     "Those with the most links."},
};

static const struct report_shape shared =
    SHAPE("SharedAnchor", "A text that links to several pages.", struct report_shared_anchor, of_shared);

static const struct shape_field of_uneven[] = {
    {"url", SHAPE_TEXT, AT(report_uneven_anchor, url), .summary = "The page."},
    {"title", SHAPE_TEXT, AT(report_uneven_anchor, title), .summary = "Its title."},
    {"kind", SHAPE_TEXT, AT(report_uneven_anchor, kind),
     .summary = "`uniform`: nearly all links to it say the same; `scattered`: hardly two of them do."},
    {"count", SHAPE_COUNT, AT(report_uneven_anchor, count), .summary = "Links to it from running text."},
    {"different", SHAPE_COUNT, AT(report_uneven_anchor, different), .summary = "Different things that they say."},
    {"text", SHAPE_TEXT, AT(report_uneven_anchor, text), .summary = "The most frequent of them."},
    {"share", SHAPE_SHARE, AT(report_uneven_anchor, share), .summary = "Share of the links that say it."},
};

static const struct report_shape uneven =
    SHAPE("UnevenAnchors", "A page to which links say too much the same, or too many things.",
          struct report_uneven_anchor, of_uneven);

static const struct shape_field of_depth[] = {
    {"depth", SHAPE_COUNT, AT(report_depth, depth), .summary = "Clicks from the entry page."},
    {"pages", SHAPE_COUNT, AT(report_depth, pages), .summary = "Pages that are so many clicks away."},
};

static const struct report_shape depth =
    SHAPE("LinkDepth", "How many pages are how far away.", struct report_depth, of_depth);

static const struct shape_field of_node[] = {
    {"url", SHAPE_TEXT, AT(report_node, url),
     .summary = "The page; of a folder, where its addresses begin, with a star where other folders lie in it."},
    {"title", SHAPE_TEXT, AT(report_node, title), .summary = "Its title; of a folder empty."},
    {"pages", SHAPE_COUNT, AT(report_node, pages), .summary = "Pages; 1 for a page."},
    {"orphans", SHAPE_COUNT, AT(report_node, orphans), .summary = "Of these, orphans."},
    {"weak", SHAPE_COUNT, AT(report_node, weak), .summary = "Of these, weak pages."},
    {"inbound", SHAPE_COUNT, AT(report_node, inbound),
     .summary = "Pages that link to it; of a folder, links that come in."},
    {"outbound", SHAPE_COUNT, AT(report_node, outbound),
     .summary = "Pages that it links to; of a folder, links that go out."},
    {"folder", SHAPE_PLACE, AT(report_node, group), .summary = "Its place in the list of folders."},
};

static const struct report_shape node =
    SHAPE("LinkNode", "A page of the graph of links, or a folder.", struct report_node, of_node);

static const struct shape_field of_edge[] = {
    {"from", SHAPE_PLACE, AT(report_edge, from), .summary = "Place of the node that links."},
    {"to", SHAPE_PLACE, AT(report_edge, to), .summary = "Place of the node that is linked."},
    {"links", SHAPE_COUNT, AT(report_edge, links), .summary = "Pairs of pages; between two pages 1."},
};

static const struct report_shape edge =
    SHAPE("LinkEdge", "A link between two nodes of the graph.", struct report_edge, of_edge);

static const struct shape_field of_graph[] = {
    {"nodeCount", SHAPE_COUNT, AT(report_graph, node_total), .summary = "Nodes that there are."},
    {"nodes", SHAPE_LIST, AT(report_graph, nodes), AT(report_graph, node_count), &node, "Those that are listed."},
    {"edgeCount", SHAPE_COUNT, AT(report_graph, edge_total), .summary = "Links between the listed nodes."},
    {"edges", SHAPE_LIST, AT(report_graph, edges), AT(report_graph, edge_count), &edge, "Those that are listed."},
};

static const struct report_shape graph =
    SHAPE("LinkGraph", "Pages or folders, and the links between them.", struct report_graph, of_graph);

/* A list of pages and its length. */
#define PAGES(name, member, summary)                                                                                   \
    {                                                                                                                  \
        name, SHAPE_LIST, AT(link_report, member.list), AT(link_report, member.count), &page, summary                  \
    }

static const struct shape_field of_report[] = {
    {"entry", SHAPE_TEXT, AT(link_report, entry), .summary = "The page where readers come in; null: there is none."},
    {"pages", SHAPE_COUNT, AT(link_report, pages), .summary = "Pages that were looked at."},
    {"links", SHAPE_COUNT, AT(link_report, links), .summary = "Links between them, and those that are broken."},
    {"linkPairs", SHAPE_COUNT, AT(link_report, link_pairs),
     .summary = "Pairs of pages of which one links to the other."},
    {"linkingPages", SHAPE_COUNT, AT(link_report, linking), .summary = "Pages that link to others in running text."},
    {"note", SHAPE_TEXT, AT(link_report, note),
     .summary = "The same in a sentence, and what it means for links that are made; null: there are no pages."},
    {"orphanCount", SHAPE_COUNT, AT(link_report, orphans.total),
     .summary = "Pages to which no other one links in running text; the entry page is none."},
    {"unlinkedCount", SHAPE_COUNT, AT(link_report, unlinked),
     .summary = "Of these, those to which no list or navigation leads either."},
    PAGES("orphans", orphans, "The least linked of them."),
    {"weakBelow", SHAPE_COUNT, AT(link_report, weak_below),
     .summary = "Inbound links in text from which on a page is not weak."},
    {"weakPageCount", SHAPE_COUNT, AT(link_report, weak.total),
     .summary = "Pages with fewer than that, but not without any."},
    PAGES("weakPages", weak, "The weakest of them."),
    PAGES("inbound", inbound, "The pages that are linked least."),
    PAGES("topPages", top, "The pages that are linked most."),
    {"deadEndCount", SHAPE_COUNT, AT(link_report, dead_ends.total), .summary = "Pages that link to no other one."},
    PAGES("deadEnds", dead_ends, "Those of them that are linked most."),
    {"depths", SHAPE_LIST, AT(link_report, depths), AT(link_report, depth_count), &depth,
     "Pages by their clicks from the entry page."},
    {"deepPageCount", SHAPE_COUNT, AT(link_report, deepest.total), .summary = "Pages more than three clicks away."},
    PAGES("deepPages", deepest, "The furthest of them."),
    {"unreachableCount", SHAPE_COUNT, AT(link_report, unreachable.total),
     .summary = "Pages to which no way leads from the entry."},
    PAGES("unreachable", unreachable, "The first of them."),
    {"brokenLinkCount", SHAPE_COUNT, AT(link_report, broken_total),
     .summary = "Links to addresses of the site that are none of its pages; one for each page and address."},
    {"brokenLinks", SHAPE_LIST, AT(link_report, broken), AT(link_report, broken_count), &broken, "The first of them."},
    {"anchorCount", SHAPE_COUNT, AT(link_report, anchor_total), .summary = "Different things that links say of pages."},
    {"anchors", SHAPE_LIST, AT(link_report, anchors), AT(link_report, anchor_count), &anchor,
     "The most frequent of them."},
    {"sharedAnchorCount", SHAPE_COUNT, AT(link_report, shared_total),
     .summary = "Texts that link to several pages in text."},
    {"sharedAnchors", SHAPE_LIST, AT(link_report, shared), AT(link_report, shared_count), &shared,
     "Those of them with the most pages."},
    {"unevenAnchorCount", SHAPE_COUNT, AT(link_report, uneven_total),
     .summary = "Pages of which links say too much the same, or too many different things."},
    {"unevenAnchors", SHAPE_LIST, AT(link_report, uneven), AT(link_report, uneven_count), &uneven,
     "Those of them with the most links."},
    {"graph", SHAPE_OBJECT, AT(link_report, graph), .of = &graph,
     .summary = "The entry page, the most linked ones, some of the others, and their links."},
    {"folders", SHAPE_OBJECT, AT(link_report, folders), .of = &graph,
     .summary = "All pages by folder, and the links between these."},
    {"isCut", SHAPE_FLAG, AT(link_report, is_cut),
     .summary = "There is more than the lists hold: the counts tell how much."},
};

const struct report_shape report_shape =
    SHAPE("LinkReport", "How the pages of a site link to each other.", struct link_report, of_report);

const struct report_shape *report_shape_part(size_t i)
{
    static const struct report_shape *const parts[] = {&page,   &suggestion, &broken, &anchor, &shared,
                                                       &uneven, &depth,      &graph,  &node,   &edge};
    return i < COUNT_OF(parts) ? parts[i] : NULL;
}
