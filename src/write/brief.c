#include "write/brief.h"

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
    enum status status = code_error(writing->err, E_INVALID, CODE_MODEL_UNAVAILABLE,
                                    "the built-in writer cannot write %s; it writes %s", name, buf_text(&names));
    buf_free(&names);
    return status;
}

/* The text of a parameter; empty when it is absent. It lives as long as the config. */
static struct str text_of(const json_t *config, const char *name)
{
    const char *text = config_string(config, name);
    return str_from(text ? text : "");
}

static struct wishes read_wishes(const json_t *config)
{
    return (struct wishes){
        .tone_profile = text_of(config, "toneOfVoiceProfile"),
        .tone = text_of(config, "toneOfVoice"),
        .instructions = text_of(config, "articleInstructions"),
        .title = text_of(config, "extraTitlePrompt"),
        .introduction = text_of(config, "extraIntroductionPrompt"),
        .section = text_of(config, "extraSectionPrompt"),
        .is_easy = config_is(config, "readabilityMode", "8th_grade"),
    };
}

enum status brief_read(struct writing *writing)
{
    const char *language = config_string(writing->config, "language");
    writing->brief.keyword = str_trim(text_of(writing->config, "targetKeyword"));
    writing->wishes = read_wishes(writing->config);
    writing->brief.point_of_view = point_of_view(config_string(writing->config, "pointOfView"));
    writing->brief.language = language_find(str_from(language ? language : "English"));
    if (!language_can_write(writing->brief.language))
        return refuse_language(writing, language ? language : "English");
    writing->labels = writing->brief.language->labels;
    return OK;
}

/* How often the sources write the keyword, and how often a determiner ("a", "your") stands before it. */
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
    for (size_t at = 0; (at = str_ifind(text, keyword, at)) < text.len; at++) {
        bool starts = at == 0 || !ascii_is_alnum(text.data[at - 1]);
        bool ends = at + keyword.len == text.len || !ascii_is_alnum(text.data[at + keyword.len]);
        if (!starts || !ends)
            continue;
        usage->all++;
        usage->determined += is_determiner(text, at);
    }
}

/*
 * English needs an article before a noun that can be counted ("an indoor herb garden") and none before one that cannot
 * ("table partitioning"). The sources show which of the two a keyword is: by how often they put a determiner before it.
 * The phrases of the other languages need no article.
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
