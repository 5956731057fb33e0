#include "link/lexer/lexer_excluded.h"

static bool is_one_of(struct str name, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_ieq(name, str_from(list[i])))
            return true;
    return false;
}

/* Elements whose end tag may be left out, since another one ends them (HTML standard, section 13.1.2.4). */
static bool may_end_itself(struct str name)
{
    static const char *const names[] = {"li", "dt", "dd", "p", "tr", "td", "th", "thead", "tbody", "tfoot", "option"};
    return is_one_of(name, names, COUNT_OF(names));
}

/* What stands around such elements: when it ends, so do they. */
static bool is_container(struct str name)
{
    static const char *const names[] = {"ul", "ol", "menu", "dl", "table", "select"};
    return is_one_of(name, names, COUNT_OF(names));
}

static bool end(struct excluded *excluded)
{
    *excluded = (struct excluded){0};
    return true;
}

static bool begin(struct excluded *excluded, const struct lexer_exclusion *exclusion, const struct html_token *tag)
{
    bool is_element = tag->kind == HTML_START && !html_is_void(tag->name);
    if (!is_element || !exclusion->excludes(exclusion->context, tag))
        return false;
    *excluded = (struct excluded){.name = tag->name, .depth = 1, .ends_itself = may_end_itself(tag->name)};
    return true;
}

/* Does the start tag end the excluded element, whose own end tag was left out? */
static bool is_ended_by(const struct excluded *excluded, const struct html_token *tag)
{
    if (str_ieq(excluded->name, STR("p")))
        return !html_is_inline(tag->name) && !html_is_void(tag->name);
    return excluded->ends_itself && !excluded->nested && str_ieq(tag->name, excluded->name);
}

static bool follow_start(struct excluded *excluded, const struct lexer_exclusion *exclusion,
                         const struct html_token *tag)
{
    if (is_ended_by(excluded, tag)) {
        end(excluded);
        begin(excluded, exclusion, tag);
        return true;
    }
    excluded->depth += str_ieq(tag->name, excluded->name);
    excluded->nested += is_container(tag->name);
    return false;
}

static bool follow_end(struct excluded *excluded, const struct html_token *tag)
{
    if (str_ieq(tag->name, excluded->name))
        return --excluded->depth == 0 && end(excluded);
    if (!is_container(tag->name))
        return false;
    if (!excluded->nested)
        return excluded->ends_itself && end(excluded);
    excluded->nested--;
    return false;
}

bool excluded_follow(struct excluded *excluded, const struct lexer_exclusion *exclusion, const struct html_token *tag)
{
    if (!excluded->name.len)
        return begin(excluded, exclusion, tag);
    return tag->kind == HTML_START ? follow_start(excluded, exclusion, tag) : follow_end(excluded, tag);
}
