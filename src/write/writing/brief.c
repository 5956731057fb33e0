#include "write/writing/writing.h"

/* --- what a keyword says of a list: how many things, and which --- */

enum {
    LEAST_COUNT = 2, /* "1" is no list */
    MOST_COUNT = 50,
    PLACES = 4, /* words among which the number stands */
};

/* Units that have one sign in all languages. A number before one measures something: "5 l pots". */
static const char *const unit_signs[] = {"cm",  "mm",   "m",     "km",     "kg",      "g",  "l",  "ml",
                                         "w",   "watt", "v",     "volt",   "gb",      "tb", "mb", "mbps",
                                         "bit", "euro", "euros", "dollar", "dollars", NULL};

/* The number from 2 to 50 that the word is, in digits or, up to 20, by its name; 0: none. */
static size_t number_of(struct str word, const struct language *language)
{
    size_t value = 0, digits = 0;
    while (digits < word.len && ascii_is_digit(word.data[digits]) && value <= MOST_COUNT)
        value = value * 10 + (size_t)(word.data[digits++] - '0');
    if (digits < word.len)
        return language_number(language, word);
    return value >= LEAST_COUNT && value <= MOST_COUNT ? value : 0;
}

/* Does a sign of a unit touch the number: "50%", "$20"? */
static bool touches_sign(struct str keyword, const struct word *word)
{
    bool before = word->start > 0 && !ascii_is_space(keyword.data[word->start - 1]);
    bool behind = word->end < keyword.len && !ascii_is_space(keyword.data[word->end]);
    return before || behind;
}

/* Does the word, the i-th, announce the things that the keyword names, as "the", "7" and "best" do? */
static bool announces(struct str keyword, const struct word *words, size_t i, const struct language *language,
                      size_t *count)
{
    const struct keyword_words *own = language_keyword_words(language);
    struct str next = words[i + 1].folded;
    size_t number = *count ? 0 : number_of(words[i].folded, language);
    if (number && !touches_sign(keyword, &words[i]) && !word_list_has(unit_signs, next) &&
        !word_list_has(own->units, next)) {
        *count = number;
        return true;
    }
    const struct phrases *phrases = language ? language->phrases : NULL;
    if (phrases && word_list_has(phrases->articles, words[i].folded))
        return true;
    return words[i].is_stop || word_list_has(own->praises, words[i].folded);
}

enum status keyword_announces(struct arena *arena, struct str keyword, const struct language *language, size_t *count,
                              struct str *subject, struct error *err)
{
    struct word *words;
    size_t word_count, behind = 0;
    enum status status = words_split(arena, keyword, language, &words, &word_count, err);
    *count = 0;
    *subject = keyword;
    if (status)
        return status;
    while (behind < PLACES && behind + 1 < word_count && announces(keyword, words, behind, language, count))
        behind++;
    bool is_list = *count > 0;
    for (size_t i = 0; i < behind && !is_list; i++)
        is_list = word_list_has(language_keyword_words(language)->praises, words[i].folded);
    if (is_list && behind)
        *subject = (struct str){keyword.data + words[behind].start, keyword.len - words[behind].start};
    return OK;
}

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

/* The style as the writing calls get it. "automatic" is empty until it has been made. */
static struct str read_style(const json_t *config)
{
    struct str profile = config_text(config, "toneOfVoiceProfile");
    if (str_eq(profile, STR("custom")))
        return config_text(config, "toneOfVoice");
    if (str_eq(profile, STR("automatic")))
        return STR("");
    if (!profile.len || str_eq(profile, STR("seo_optimized")))
        return STR("seo_optimized: the answer first, the searcher's own words, plain and exact");
    return profile;
}

static void read_wishes(struct writing *writing)
{
    const json_t *config = writing->config;
    writing->wishes = (struct wishes){
        .style = read_style(config),
        .instructions = config_text(config, "articleInstructions"),
        .title = config_text(config, "extraTitlePrompt"),
        .introduction = config_text(config, "extraIntroductionPrompt"),
        .section = config_text(config, "extraSectionPrompt"),
        .item = config_text(config, "extraListItemPrompt"),
        .cta = config_text(config, "ctaPrompt"),
        .polish = config_text(config, "polishCustomInstructions"),
        .is_easy = config_is(config, "readabilityMode", "8th_grade"),
    };
}

/* --- the brand --- */

static struct str member(const json_t *value, const char *name)
{
    const char *text = json_string_value(json_object_get(value, name));
    return str_from(text ? text : "");
}

static struct str copy_member(struct writing *writing, const json_t *value, const char *name)
{
    struct str text = member(value, name);
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    return (struct str){copy, copy ? text.len : 0};
}

static void copy_brand(struct writing *writing, const json_t *value)
{
    const json_t *avoid = json_object_get(value, "avoid"), *links = json_object_get(value, "links");
    writing->brand = (struct writing_brand){
        .name = copy_member(writing, value, "name"),
        .url = copy_member(writing, value, "url"),
        .description = copy_member(writing, value, "description"),
        .voice = copy_member(writing, value, "voice"),
        .knowledge = copy_member(writing, value, "knowledge"),
        .audience = copy_member(writing, value, "audience"),
        .avoid = ARENA_ARRAY(writing->arena, json_array_size(avoid) + 1, struct str),
        .links = ARENA_ARRAY(writing->arena, json_array_size(links) + 1, struct writing_brand_link)};
    struct writing_brand *brand = &writing->brand;
    for (size_t i = 0; brand->avoid && i < json_array_size(avoid); i++)
        brand->avoid[brand->avoid_count++] =
            str_from(arena_copy(writing->arena, json_string_value(json_array_get(avoid, i))));
    for (size_t i = 0; brand->links && i < json_array_size(links); i++)
        brand->links[brand->link_count++] =
            (struct writing_brand_link){copy_member(writing, json_array_get(links, i), "text"),
                                        copy_member(writing, json_array_get(links, i), "url")};
}

static enum status read_brand(struct writing *writing)
{
    const char *id = config_string(writing->config, "brandId");
    json_t *value = NULL;
    if (!id || !writing->job->load_brand)
        return OK;
    enum status status = writing->job->load_brand(writing->job->context, id, &value, writing->err);
    if (status == E_NOT_FOUND)
        return writing_note(writing, "The article was written without the brand: it is no longer there.");
    if (!status)
        copy_brand(writing, value);
    json_decref(value);
    writing->brand.mention = config_is(writing->config, "brandMentionLevel", "prominent") ? MENTION_PROMINENT
                             : config_is(writing->config, "brandMentionLevel", "none")    ? MENTION_NONE
                                                                                          : MENTION_SUBTLE;
    return writing_end(writing, status);
}

/* A list announces things ("7 best herbs"), which are its subject; else it is the keyword without its frame. */
static void brief_read_subject(struct writing *writing)
{
    size_t count;
    struct builtin_brief *brief = &writing->brief;
    writing_made(writing, keyword_read(writing->arena, brief->keyword, brief->language, &writing->asked, writing->err));
    brief->subject = writing->asked.subject;
    if (brief->is_list)
        writing_made(writing, keyword_announces(writing->arena, brief->keyword, brief->language, &count,
                                                &brief->subject, writing->err));
    brief->sought = brief->subject;
    if (writing->asked.other.len)
        brief->sought =
            str_from(arena_printf(writing->arena, "%.*s %.*s", STR_ARG(brief->subject), STR_ARG(writing->asked.other)));
}

static const char *language_name(const struct writing *writing)
{
    const char *name = config_string(writing->config, "language");
    return name ? name : "English";
}

void brief_request(struct writing *writing)
{
    const struct language *language = language_find(str_from(language_name(writing)));
    writing->brief.keyword = str_trim(config_text(writing->config, "targetKeyword"));
    writing->brief.keyword_phrase = writing->brief.keyword;
    writing->brief.point_of_view = point_of_view(config_string(writing->config, "pointOfView"));
    writing->brief.language = language;
    writing->brief.is_list = writing->type && writing->type->is_list;
    writing->labels = language && language->labels ? language->labels : language_find(STR("en"))->labels;
    read_wishes(writing);
}

enum status brief_read(struct writing *writing)
{
    brief_request(writing);
    if (!writing->model && !language_can_write(writing->brief.language))
        return refuse_language(writing, language_name(writing));
    brief_read_subject(writing);
    return read_brand(writing);
}

/* How often the sources write the keyword, and how often a determiner ("a", "your") stands before it. */
struct brief_usage {
    size_t all, determined;
};

static bool is_determined(const char *const *determiners, struct str text, size_t end)
{
    struct str before = str_trim((struct str){text.data, end});
    size_t start = before.len;
    while (start > 0 && ascii_is_alnum(before.data[start - 1]))
        start--;
    return word_list_ihas(determiners, (struct str){before.data + start, before.len - start});
}

static void count_usage(const char *const *determiners, struct str text, struct str keyword, struct brief_usage *usage)
{
    for (size_t at = 0; (at = str_ifind(text, keyword, at)) < text.len; at++) {
        bool starts = at == 0 || !ascii_is_alnum(text.data[at - 1]);
        bool ends = at + keyword.len == text.len || !ascii_is_alnum(text.data[at + keyword.len]);
        if (!starts || !ends)
            continue;
        usage->all++;
        usage->determined += is_determined(determiners, text, at);
    }
}

/*
 * English needs an article before a noun that can be counted ("an indoor herb garden") and none before one that cannot
 * ("table partitioning"). The sources show which of the two a subject is: by how often they put a determiner before it.
 * The phrases of the other languages need no article.
 */
static struct str with_article(struct writing *writing, struct str subject)
{
    const char *const *determiners = writing->brief.language->phrases->determiners;
    if (!determiners || !subject.len || str_ends(subject, STR("s")))
        return subject;
    struct brief_usage usage = {0};
    for (size_t i = 0; i < writing->page_count; i++)
        for (size_t j = 0; j < writing->pages[i].count; j++)
            if (writing->pages[i].blocks[j].kind == BLOCK_PARAGRAPH)
                count_usage(determiners, writing->pages[i].blocks[j].text, subject, &usage);
    if (usage.determined * 2 <= usage.all)
        return subject;
    return str_from(arena_printf(writing->arena, "%s %.*s", sound_article(subject), STR_ARG(subject)));
}

/* Does the keyword ask something in words that do not stand in a sentence as they are: "why use PostgreSQL"? */
static bool asks(struct writing *writing)
{
    const struct builtin_brief *brief = &writing->brief;
    struct word *words;
    size_t count;
    return writing_made(writing,
                        words_split(writing->arena, brief->keyword, brief->language, &words, &count, writing->err)) &&
           count && word_list_has(brief->language->phrases->question_words, words[0].folded);
}

/* The keyword with the capitals of the sources; what was read of it points into it, and is read again. */
static void spell(struct writing *writing)
{
    struct spelling spelling = spelling_begin(writing->brief.keyword);
    for (size_t i = 0; i < writing->page_count; i++)
        for (size_t j = 0; j < writing->pages[i].count; j++) {
            const struct block *block = &writing->pages[i].blocks[j];
            if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM)
                spelling_count(&spelling, block->text, &block->spans);
        }
    struct str spelt = spelling_apply(&spelling, writing->arena);
    if (!spelt.data)
        return;
    writing->brief.keyword = spelt;
    brief_read_subject(writing);
}

enum status brief_phrase(struct writing *writing)
{
    struct builtin_brief *brief = &writing->brief;
    const char *explains = brief->language->phrases->explains;
    spell(writing);
    enum keyword_shape shape = writing->asked.shape;
    brief->is_explained = shape == KEYWORD_HOW_TO && (!explains || str_istarts(brief->keyword, str_from(explains)));
    brief->keyword_phrase = brief->keyword;
    if (brief->is_explained || brief->is_list)
        return writing_end(writing, OK);
    if (shape != KEYWORD_NOUN && shape != KEYWORD_VERSUS && shape != KEYWORD_HOW_TO)
        brief->keyword_phrase = with_article(writing, brief->subject);
    else if (asks(writing))
        brief->keyword_phrase = str_from(arena_printf(writing->arena, "“%.*s”", STR_ARG(brief->keyword)));
    else
        brief->keyword_phrase = with_article(writing, brief->keyword);
    return writing_end(writing, OK);
}

enum status brief_note_person(struct writing *writing)
{
    if (writing->brief.point_of_view == THIRD_PERSON)
        return OK;
    return writing_note(writing, "pointOfView was not used: without a language model this type of article has no "
                                 "sentence that speaks of the writer or to the reader.");
}
