/* Headings of pages as headings of an article. */
#include "model/builtin/builtin.h"

/* Marks that sites put behind a heading, for its permanent link, or that announce a text. */
static const char *const tails[] = {"¶", "§", " #", "🔗", "…", "...", ":", ";", "–", "—", "-", ",", NULL};

static struct str without_anchor(struct str heading)
{
    if (!heading.len || heading.data[heading.len - 1] != '}')
        return heading;
    size_t start = heading.len;
    while (start > 0 && heading.data[start - 1] != '{')
        start--;
    return start > 1 ? str_trim((struct str){heading.data, start - 1}) : heading;
}

static struct str without_tail(struct str heading)
{
    for (const char *const *tail = tails; *tail; tail++)
        if (str_ends(heading, str_from(*tail)))
            return without_tail(str_trim((struct str){heading.data, heading.len - strlen(*tail)}));
    return heading;
}

/* Bytes of a time of day at the start: "9:30 a.m."; 0: there is none. */
static size_t time_length(struct str text)
{
    size_t at = 0, digits = 0;
    while (at < text.len && ascii_is_digit(text.data[at]))
        at++;
    if (!at || at > 2 || at >= text.len || (text.data[at] != ':' && text.data[at] != '.'))
        return 0;
    for (at++; at < text.len && ascii_is_digit(text.data[at]); at++)
        digits++;
    if (digits != 2)
        return 0;
    struct str rest = str_trim((struct str){text.data + at, text.len - at});
    static const char *const halves[] = {"a.m.", "p.m.", "am", "pm", "Uhr", "h ", NULL};
    for (const char *const *half = halves; *half; half++)
        if (str_istarts(rest, str_from(*half)))
            return (size_t)(rest.data - text.data) + strlen(*half);
    return at;
}

/* "9:00 – 10:30 a.m.: Opening" becomes "Opening". */
static struct str without_time(struct str heading)
{
    size_t at = time_length(heading);
    if (!at)
        return heading;
    static const char *const between[] = {"–", "—", "-", ":", ",", NULL};
    for (const char *const *mark = between; *mark; mark++) {
        struct str rest = str_trim((struct str){heading.data + at, heading.len - at});
        if (str_starts(rest, str_from(*mark)))
            return without_time(str_trim((struct str){rest.data + strlen(*mark), rest.len - strlen(*mark)}));
    }
    return str_trim((struct str){heading.data + at, heading.len - at});
}

static struct str without_keyword(struct str heading, struct str keyword)
{
    if (!keyword.len || heading.len <= keyword.len || !str_istarts(heading, keyword))
        return heading;
    struct str rest = str_trim((struct str){heading.data + keyword.len, heading.len - keyword.len});
    return str_starts(rest, STR(":")) ? str_trim((struct str){rest.data + 1, rest.len - 1}) : heading;
}

struct str heading_for_readers(struct str heading, struct str keyword)
{
    struct str clean = without_time(without_tail(without_anchor(str_trim(heading))));
    struct str rest = without_keyword(clean, keyword);
    return rest.len ? rest : clean;
}
