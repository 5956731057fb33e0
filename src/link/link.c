#include "link/link.h"

#include "link/candidates.h"
#include "link/index/url_key.h"
#include "link/lexer/markdown.h"
#include "link/rank.h"
#include "link/select.h"
#include "link/splice.h"

static const char *const formats[] = {[LINK_HTML] = "html", [LINK_MARKDOWN] = "markdown", [LINK_JSON] = "json"};

const char *link_format_name(size_t format)
{
    return format < COUNT_OF(formats) ? formats[format] : NULL;
}

bool link_format_parse(struct str name, enum link_format *format)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        if (!str_ieq(name, str_from(formats[i])))
            continue;
        *format = (enum link_format)i;
        return true;
    }
    return false;
}

/* Is the content HTML from its first to its last character? An autolink <https://...> at its beginning is Markdown. */
static bool is_wholly_html(struct str content)
{
    struct str text = str_trim(content);
    return text.len > 2 && text.data[0] == '<' && text.data[text.len - 1] == '>' &&
           (ascii_is_alnum(text.data[1]) || text.data[1] == '!' || text.data[1] == '/') &&
           !markdown_autolink_length(text);
}

static bool exclude(struct map *keys, struct arena *arena, struct str url)
{
    char *absolute = page_url_resolve(arena, url);
    if (!absolute)
        return true; /* no page has it */
    void **value = map_put(keys, url_key(absolute));
    if (!value)
        return false;
    *value = keys;
    return true;
}

static bool collect_excluded(const struct link_options *options, struct arena *arena, struct map *keys)
{
    map_init(keys, arena);
    bool good = exclude(keys, arena, options->url);
    for (size_t i = 0; good && i < options->exclude_count; i++)
        good = exclude(keys, arena, options->exclude_urls[i]);
    return good;
}

static struct rules make_rules(const struct link_options *options)
{
    size_t max_links = options->max_links ? options->max_links : LINK_MAX_LINKS;
    return (struct rules){
        .max_links = max_links < LINK_MAX_LINKS ? max_links : LINK_MAX_LINKS,
        .min_score = options->min_score >= 0 ? options->min_score : (double)model_threshold,
    };
}

static enum status choose(const struct link_index *index, struct str content, const struct lexed *lexed,
                          const struct link_options *options, struct arena *arena, struct choice **choices,
                          size_t *count, struct error *err)
{
    struct map excluded;
    if (!collect_excluded(options, arena, &excluded))
        return error_memory(err);
    char *absolute = page_url_resolve(arena, options->url);
    struct str key = absolute ? url_key(absolute) : (struct str){NULL, 0};
    struct candidates candidates;
    enum status status = candidates_find(index, content, lexed, key, arena, &candidates, err);
    if (status != OK)
        return status;
    rank_candidates(&candidates);
    struct rules rules = make_rules(options);
    rules.excluded_keys = &excluded;
    return choose_links(index, lexed, &candidates, &rules, arena, choices, count, err);
}

static enum status describe(const struct link_index *index, struct str content, const struct choice *choices,
                            size_t count, struct arena *arena, struct link_result *result, struct error *err)
{
    result->links = ARENA_ARRAY(arena, count, struct link);
    if (!result->links)
        return error_memory(err);
    for (size_t i = 0; i < count; i++) {
        const struct choice *choice = &choices[i];
        const struct index_page *page = &index->pages[choice->page];
        struct link *link = &result->links[result->count++];
        *link = (struct link){
            .url = index_text(index, page->url),
            .title = index_text(index, page->title),
            .anchor_text = visible_text(arena, (struct str){content.data + choice->start, choice->end - choice->start}),
            .start = choice->start,
            .end = choice->end,
            .score = choice->score,
        };
        if (!link->anchor_text.data)
            return error_memory(err);
    }
    return OK;
}

static enum status splice(const struct link_index *index, struct str content, enum link_format format,
                          const struct choice *choices, size_t count, struct arena *arena, struct link_result *result,
                          struct error *err)
{
    struct buf out = {0};
    if (format == LINK_MARKDOWN)
        splice_markdown(&out, content, index, choices, count);
    else
        splice_html(&out, content, index, choices, count);
    char *copy = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    result->content = (struct str){copy, out.len};
    buf_free(&out);
    return copy ? OK : error_memory(err);
}

enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err)
{
    *result = (struct link_result){0};
    content = content.data ? content : STR("");
    bool is_markdown = options->format == LINK_MARKDOWN && !is_wholly_html(content);
    struct lexed lexed;
    enum status status = is_markdown ? lex_markdown(arena, content, LINK_MAX_WORDS, &lexed, err)
                                     : lex_html(arena, content, LINK_MAX_WORDS, &lexed, err);
    if (status == OK)
        status = index_check_size(index, err);
    struct choice *choices = NULL;
    size_t count = 0;
    if (status == OK)
        status = choose(index, content, &lexed, options, arena, &choices, &count, err);
    if (status == OK)
        status = describe(index, content, choices, count, arena, result, err);
    if (status == OK)
        status = splice(index, content, options->format, choices, count, arena, result, err);
    result->words_analyzed = status == OK ? lexed.words : 0;
    return status;
}
