#include "text/html.h"

/* Longest element name in the lists below. */
enum { NAME_LENGTH = 11 };

static bool contains(const char (*names)[NAME_LENGTH + 1], size_t count, struct str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_ieq(name, str_from(names[i])))
            return true;
    return false;
}

bool html_is_void(struct str name)
{
    /* https://html.spec.whatwg.org/#void-elements, and param, which was one */
    static const char names[][NAME_LENGTH + 1] = {
        "br", "img", "hr", "input", "meta", "link", "area", "base", "col", "embed", "param", "source", "track", "wbr",
    };
    return contains(names, COUNT_OF(names), name);
}

bool html_is_inline(struct str name)
{
    static const char names[][NAME_LENGTH + 1] = {
        "a",     "abbr", "acronym", "b",      "bdi", "bdo", "big",   "cite", "code", "data", "del",
        "dfn",   "em",   "font",    "i",      "ins", "kbd", "label", "mark", "q",    "s",    "samp",
        "small", "span", "strike",  "strong", "sub", "sup", "time",  "tt",   "u",    "var",  "wbr",
    };
    return contains(names, COUNT_OF(names), name);
}
