/* What is true of the whole article. */
#include "write/writing.h"

static enum point_of_view point_of_view(const char *name)
{
    static const char *const names[] = {[THIRD_PERSON] = "third_person",
                                        [FIRST_PERSON_SINGULAR] = "first_person_singular",
                                        [FIRST_PERSON_PLURAL] = "first_person_plural",
                                        [SECOND_PERSON] = "second_person"};
    for (size_t i = 0; name && i < COUNT_OF(names); i++)
        if (strcmp(name, names[i]) == 0)
            return (enum point_of_view)i;
    return THIRD_PERSON;
}

static enum status refuse_language(struct writing *writing, const char *name)
{
    struct buf names = {0};
    size_t count;
    const struct language *list = language_list(&count);
    for (size_t i = 0; i < count; i++)
        if (language_can_write(&list[i]))
            buf_printf(&names, "%s%s", names.len ? ", " : "", list[i].name);
    enum status status = error_set(writing->err, E_INVALID, "model_unavailable",
                                   "the built-in writer cannot write %s; it writes %s", name, buf_text(&names));
    buf_free(&names);
    return status;
}

enum status brief_read(struct writing *writing)
{
    const char *keyword = config_string(writing->config, "targetKeyword");
    const char *language = config_string(writing->config, "language");
    writing->brief.keyword = str_trim(str_from(keyword ? keyword : ""));
    writing->brief.point_of_view = point_of_view(config_string(writing->config, "pointOfView"));
    writing->brief.language = language_find(str_from(language ? language : "English"));
    if (!language_can_write(writing->brief.language))
        return refuse_language(writing, language ? language : "English");
    writing->labels = writing->brief.language->labels;
    return OK;
}

/* How often the sources write the keyword, and how often behind an article or the like. */
struct usage {
    size_t all, determined;
};

static bool is_determiner(struct str text, size_t end)
{
    static const char *const list[] = {"a", "an", "the", "your", "any", "every", "each", "my", "our", "their", "its"};
    struct str before = str_trim((struct str){text.data, end});
    size_t start = before.len;
    while (start > 0 && ascii_is_alnum(before.data[start - 1]))
        start--;
    struct str word = {before.data + start, before.len - start};
    for (size_t i = 0; i < COUNT_OF(list); i++)
        if (str_ieq(word, str_from(list[i])))
            return true;
    return false;
}

static void count_usage(struct str text, struct str keyword, struct usage *usage)
{
    for (size_t at = 0; at + keyword.len <= text.len; at++) {
        struct str here = {text.data + at, keyword.len};
        bool starts = at == 0 || !ascii_is_alnum(text.data[at - 1]);
        bool ends = at + keyword.len == text.len || !ascii_is_alnum(text.data[at + keyword.len]);
        if (!starts || !ends || !str_ieq(here, keyword))
            continue;
        usage->all++;
        usage->determined += is_determiner(text, at);
    }
}

/*
 * English wants an article before a thing that can be counted ("an indoor herb garden") and none before one that cannot ("table
 * partitioning"). Which of them a keyword is, the sources show by how they use it. The other languages' phrases need no article.
 */
enum status brief_phrase(struct writing *writing)
{
    struct str keyword = writing->brief.keyword;
    writing->brief.keyword_phrase = keyword;
    if (strcmp(writing->brief.language->tag, "en") != 0 || !keyword.len || str_ends(keyword, STR("s")))
        return OK;
    struct usage usage = {0};
    for (size_t i = 0; i < writing->page_count; i++)
        for (size_t j = 0; j < writing->pages[i].count; j++)
            if (writing->pages[i].blocks[j].kind == BLOCK_PARAGRAPH)
                count_usage(writing->pages[i].blocks[j].text, keyword, &usage);
    if (usage.determined * 2 <= usage.all)
        return OK;
    const char *article = strchr("aeiouAEIOU", keyword.data[0]) ? "an" : "a";
    char *phrase = arena_printf(writing->arena, "%s %.*s", article, STR_ARG(keyword));
    if (!phrase)
        return error_memory(writing->err);
    writing->brief.keyword_phrase = str_from(phrase);
    return OK;
}
