#include "link/choose/url_pattern.h"

#include "link/index/url_key.h"

/* The part of a key behind its host, "" of the home page. */
static struct str url_pattern_path_of(struct str key)
{
    size_t slash = str_find(key, STR("/"), 0);
    return (struct str){key.data + slash, key.len - slash};
}

static struct str without_scheme(const char *url)
{
    struct str text = str_from(url);
    size_t at = str_find(text, STR("://"), 0) + 3;
    return (struct str){text.data + at, text.len - at};
}

static void url_pattern_add(struct arena *arena, struct str text, struct url_patterns *patterns)
{
    struct url_pattern pattern = {.is_prefix = str_ends(text, STR("*"))};
    text.len -= pattern.is_prefix;
    pattern.is_path = !text.len || (str_starts(text, STR("/")) && !str_starts(text, STR("//")));
    char *url = text.len ? page_url_resolve(arena, text) : NULL;
    if (!url && text.len)
        return; /* no page's, or memory ran out, which the arena notes */
    if (url)
        pattern.text = pattern.is_prefix ? without_scheme(url) : url_key(url);
    if (url && pattern.is_path)
        pattern.text = url_pattern_path_of(pattern.text);
    patterns->list[patterns->count++] = pattern;
}

bool url_patterns_read(struct arena *arena, struct link_texts texts, struct url_patterns *patterns)
{
    *patterns = (struct url_patterns){.list = ARENA_ARRAY(arena, texts.count, struct url_pattern)};
    for (size_t i = 0; patterns->list && i < texts.count; i++)
        url_pattern_add(arena, str_trim(texts.list[i]), patterns);
    return !arena_failed(arena);
}

static bool url_pattern_matches(const struct url_pattern *pattern, struct str key)
{
    if (pattern->is_path)
        key = url_pattern_path_of(key);
    if (str_eq(key, pattern->text))
        return true;
    if (!pattern->is_prefix)
        return false;
    struct str folder = {pattern->text.data, pattern->text.len - (pattern->text.len > 0)};
    return str_starts(key, pattern->text) || (str_ends(pattern->text, STR("/")) && str_eq(key, folder));
}

bool url_patterns_match(const struct url_patterns *patterns, struct str key)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (url_pattern_matches(&patterns->list[i], key))
            return true;
    return false;
}
