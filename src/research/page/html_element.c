#include "research/page/html_element.h"

static const struct {
    const char *name;
    unsigned traits;
} elements[] = {
    {"a", 0},
    {"address", IS_NO_CONTENT},
    {"applet", IS_NO_CONTENT},
    {"area", IS_NO_CONTENT},
    {"article", IS_BLOCK | IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"aside", IS_SUSPECT},
    {"audio", IS_NO_CONTENT},
    {"b", 0},
    {"base", IS_NO_CONTENT | IS_OF_HEAD},
    {"blockquote", IS_BLOCK | IS_JUDGED_BY_NAME},
    {"body", IS_BLOCK | IS_JUDGED_BY_NAME},
    {"br", 0},
    {"button", IS_NO_CONTENT},
    {"canvas", IS_NO_CONTENT},
    {"caption", IS_NO_CONTENT},
    {"center", IS_BLOCK},
    {"code", IS_JUDGED_BY_NAME},
    {"colgroup", IS_NO_CONTENT},
    {"datalist", IS_NO_CONTENT},
    {"dd", IS_BLOCK},
    {"del", IS_NO_CONTENT},
    {"details", IS_BLOCK},
    {"dfn", 0},
    {"dialog", IS_NO_CONTENT},
    {"dir", IS_BLOCK},
    {"div", IS_BLOCK},
    {"dl", IS_BLOCK | IS_STRUCTURE},
    {"dt", IS_BLOCK},
    {"em", 0},
    {"embed", IS_NO_CONTENT},
    {"fieldset", IS_SUSPECT},
    {"figcaption", IS_NO_CONTENT},
    {"figure", IS_BLOCK},
    {"footer", IS_NO_CONTENT},
    {"form", IS_SUSPECT | IS_PAGE_PART},
    {"frameset", IS_NO_CONTENT},
    {"h1", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"h2", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"h3", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"h4", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"h5", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"h6", IS_STRUCTURE | IS_PAGE_PART | IS_JUDGED_BY_NAME},
    {"head", IS_NO_CONTENT | IS_INVISIBLE | IS_OF_HEAD},
    {"header", IS_BLOCK},
    {"hgroup", IS_BLOCK},
    {"hr", IS_BLOCK},
    {"html", IS_OF_HEAD | IS_JUDGED_BY_NAME},
    {"i", 0},
    {"iframe", IS_NO_CONTENT | IS_RAW},
    {"img", IS_NO_CONTENT},
    {"input", IS_NO_CONTENT},
    {"kbd", 0},
    {"li", IS_BLOCK},
    {"link", IS_NO_CONTENT | IS_OF_HEAD},
    {"main", IS_BLOCK | IS_STRUCTURE | IS_JUDGED_BY_NAME},
    {"map", IS_NO_CONTENT},
    {"math", IS_NO_CONTENT | IS_INVISIBLE},
    {"menu", IS_NO_CONTENT},
    {"meta", IS_NO_CONTENT | IS_OF_HEAD},
    {"meter", IS_NO_CONTENT},
    {"nav", IS_NO_CONTENT},
    {"noembed", IS_RAW},
    {"noframes", IS_NO_CONTENT | IS_RAW},
    {"noscript", IS_NO_CONTENT | IS_INVISIBLE},
    {"object", IS_NO_CONTENT},
    {"ol", IS_BLOCK | IS_STRUCTURE},
    {"option", IS_NO_CONTENT},
    {"output", IS_NO_CONTENT},
    {"p", IS_BLOCK | IS_STRUCTURE},
    {"param", IS_NO_CONTENT},
    {"picture", IS_NO_CONTENT},
    {"pre", IS_STRUCTURE | IS_JUDGED_BY_NAME},
    {"progress", IS_NO_CONTENT},
    {"q", 0},
    {"s", IS_NO_CONTENT},
    {"samp", 0},
    {"script", IS_NO_CONTENT | IS_INVISIBLE | IS_RAW | IS_OF_HEAD},
    {"section", IS_BLOCK | IS_PAGE_PART},
    {"select", IS_NO_CONTENT},
    {"source", IS_NO_CONTENT},
    {"span", 0},
    {"strike", IS_NO_CONTENT},
    {"strong", 0},
    {"style", IS_NO_CONTENT | IS_INVISIBLE | IS_RAW | IS_OF_HEAD},
    {"sub", 0},
    {"summary", IS_BLOCK},
    {"sup", 0},
    {"svg", IS_NO_CONTENT | IS_INVISIBLE},
    {"table", IS_BLOCK | IS_STRUCTURE | IS_PAGE_PART},
    {"tbody", IS_BLOCK},
    {"td", IS_BLOCK},
    {"template", IS_NO_CONTENT | IS_INVISIBLE | IS_OF_HEAD},
    {"textarea", IS_NO_CONTENT | IS_RAW},
    {"tfoot", IS_BLOCK},
    {"th", IS_BLOCK},
    {"thead", IS_BLOCK},
    {"time", 0},
    {"title", IS_NO_CONTENT | IS_INVISIBLE | IS_OF_HEAD},
    {"tr", IS_BLOCK},
    {"track", IS_NO_CONTENT},
    {"tt", 0},
    {"ul", IS_BLOCK | IS_STRUCTURE},
    {"var", 0},
    {"video", IS_NO_CONTENT},
    {"xmp", IS_RAW},
};

_Static_assert(COUNT_OF(elements) == ELEMENT_OTHER, "each element has its name");

/* Order of a lower-case name and a name in any letter case. */
static int html_element_compare(const char *name, struct str other)
{
    for (size_t at = 0; at < other.len; at++) {
        int difference = (unsigned char)name[at] - (unsigned char)ascii_lower(other.data[at]);
        if (difference || !name[at])
            return difference ? difference : -1;
    }
    return (unsigned char)name[other.len];
}

enum html_element html_element_find(struct str name)
{
    size_t low = 0, high = COUNT_OF(elements);
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = html_element_compare(elements[middle].name, name);
        if (!order)
            return (enum html_element)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return ELEMENT_OTHER;
}

unsigned html_element_traits(enum html_element element)
{
    return element == ELEMENT_OTHER ? 0 : elements[element].traits;
}

int html_element_heading(enum html_element element)
{
    return element >= ELEMENT_H1 && element <= ELEMENT_H6 ? (int)(element - ELEMENT_H1) + 1 : 0;
}

bool html_element_span(enum html_element element, enum span_kind *kind)
{
    switch (element) {
    case ELEMENT_CODE:
    case ELEMENT_KBD:
    case ELEMENT_SAMP:
    case ELEMENT_TT:
        *kind = SPAN_CODE;
        return true;
    case ELEMENT_DFN:
    case ELEMENT_EM:
    case ELEMENT_I:
    case ELEMENT_VAR:
        *kind = SPAN_EMPHASIS;
        return true;
    case ELEMENT_B:
    case ELEMENT_STRONG:
        *kind = SPAN_STRONG;
        return true;
    case ELEMENT_SUB:
        *kind = SPAN_SUBSCRIPT;
        return true;
    case ELEMENT_SUP:
        *kind = SPAN_SUPERSCRIPT;
        return true;
    default:
        return false;
    }
}
