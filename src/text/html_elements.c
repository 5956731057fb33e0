#include "text/html.h"
#include "text/word_list.h"

bool html_is_void(struct str name)
{
    /* https://html.spec.whatwg.org/#void-elements, and param, which was one */
    static const char *const names[] = {
        "br",  "img",   "hr",    "input",  "meta",  "link", "area", "base",
        "col", "embed", "param", "source", "track", "wbr",  NULL,
    };
    return word_list_ihas(names, name);
}

bool html_is_inline(struct str name)
{
    static const char *const names[] = {
        "a",      "abbr",   "acronym", "b",   "bdi",  "bdo",   "big",  "cite", "code", "data", "del",   "dfn",
        "em",     "font",   "i",       "ins", "kbd",  "label", "mark", "q",    "s",    "samp", "small", "span",
        "strike", "strong", "sub",     "sup", "time", "tt",    "u",    "var",  "wbr",  NULL,
    };
    return word_list_ihas(names, name);
}
