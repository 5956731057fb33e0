#include "write/writing/writing.h"

static const char *const role_names[PLAN_ROLES] = {
    [ROLE_SECTION] = "section", [ROLE_ITEM] = "item",   [ROLE_BENEFITS] = "benefits",
    [ROLE_PROCESS] = "process", [ROLE_PROOF] = "proof",
};

enum plan_role plan_role_find(struct str name)
{
    for (size_t i = 0; i < PLAN_ROLES; i++)
        if (str_ieq(name, str_from(role_names[i])))
            return (enum plan_role)i;
    return ROLE_SECTION;
}

size_t plan_section_end(const struct article_plan *plan, size_t first)
{
    size_t end = first + 1;
    while (end < plan->count && plan->headings[end].level > plan->headings[first].level)
        end++;
    return end;
}

size_t plan_sections(const struct article_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        count += plan->headings[i].level == 2;
    return count;
}

void plan_bounds(const json_t *config, size_t *min, size_t *max)
{
    const struct param_length *length = params_length(config_string(config, "articleLength"));
    *min = length ? length->min : 0;
    *max = length ? length->max : 0;
    if (config_is(config, "articleLength", "custom"))
        *min = *max = (size_t)config_integer(config, "numberOfSections", 0);
}

/* --- from the caller --- */

static struct str copy_string(struct writing *writing, const json_t *value)
{
    const char *text = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    return (struct str){text, text ? json_string_length(value) : 0};
}

static size_t count_sections(const json_t *list)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < json_array_size(list); i++)
        count += json_array_size(json_object_get(json_array_get(list, i), "subsections"));
    return count;
}

static void read_sections(struct writing *writing, const json_t *list, int level, struct article_plan *plan)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        struct planned *heading = &plan->headings[plan->count++];
        heading->level = level;
        heading->title = copy_string(writing, json_object_get(entry, "title"));
        heading->instructions = copy_string(writing, json_object_get(entry, "instructions"));
        read_sections(writing, json_object_get(entry, "subsections"), level + 1, plan);
    }
}

/* Section names as JSON in the shape of `outline`: one per line; an indented line is a subsection of the last one
 * that is not. */
static json_t *sections_from_lines(struct str lines)
{
    json_t *list = json_array();
    struct str rest = lines, line;
    while (list && str_split(&rest, '\n', &line)) {
        struct str title = str_trim(line);
        while (title.len && (str_starts(title, STR("- ")) || str_starts(title, STR("* "))))
            title = str_trim((struct str){title.data + 2, title.len - 2});
        if (!title.len)
            continue;
        json_t *last = json_array_get(list, json_array_size(list) - 1), *into = list;
        if (ascii_is_space(line.data[0]) && json_array_size(list))
            into = json_object_get(last, "subsections");
        if (json_array_append_new(into, json_pack("{s:s%,s:[]}", "title", title.data, title.len, "subsections"))) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

enum status plan_read_given(struct writing *writing, struct article_plan *plan)
{
    json_t *outline = json_object_get(writing->config, "outline");
    json_t *list = json_array_size(outline) ? json_incref(outline)
                                            : sections_from_lines(config_text(writing->config, "extraOutlinePrompt"));
    if (!list)
        return error_memory(writing->err);
    plan->headings = ARENA_ARRAY(writing->arena, count_sections(list) + 1, struct planned);
    plan->is_given = json_array_size(list) > 0;
    if (plan->headings)
        read_sections(writing, list, 2, plan);
    json_decref(list);
    return writing_end(writing, OK);
}

static bool is_word_at(struct str text, size_t at, size_t length)
{
    uint32_t codepoint;
    if (at > 0 && ascii_is_alnum(text.data[at - 1]))
        return false;
    if (at + length >= text.len)
        return true;
    return !utf8_decode(text, at + length, &codepoint) || !(unicode_is_letter(codepoint));
}

static bool is_spelled_so(struct str text, size_t at, struct str name)
{
    if (str_find(name, STR(" "), 0) < name.len)
        return true;
    char first = text.data[at];
    bool is_capital = first >= 'A' && first <= 'Z';
    return (first == name.data[0] || is_capital) && memcmp(text.data + at + 1, name.data + 1, name.len - 1) == 0;
}

size_t brand_find(const struct writing *writing, struct str text, size_t from)
{
    struct str name = writing->brand.name;
    for (size_t at = from; name.len && (at = str_ifind(text, name, at)) < text.len; at++)
        if (is_word_at(text, at, name.len) && is_spelled_so(text, at, name))
            return at;
    return text.len;
}

bool brand_is_avoided(const struct writing *writing)
{
    struct str keyword = writing->brief.keyword;
    return writing->brand.name.len && writing->brand.mention == MENTION_NONE &&
           brand_find(writing, keyword, 0) == keyword.len;
}

/* --- what is known of it --- */

struct gathered {
    struct str *list;
    size_t count, cap;
};

static void brand_add_sentences(struct writing *writing, struct str line, struct gathered *gathered)
{
    struct sentence *sentences;
    size_t count;
    if (!writing_made(writing,
                      sentences_split(writing->arena, line, writing->brief.language, &sentences, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++) {
        struct str text = str_trim((struct str){line.data + sentences[i].start, sentences[i].end - sentences[i].start});
        if (!text.len || (brand_is_avoided(writing) && brand_find(writing, text, 0) < text.len))
            continue;
        struct str *added = VEC_PUSH(writing->arena, gathered->list, gathered->count, gathered->cap);
        if (added)
            *added = text;
    }
}

enum status brand_sentences(struct writing *writing, struct str **sentences, size_t *count)
{
    const struct str texts[] = {writing->brand.description, writing->brand.knowledge};
    struct gathered gathered = {0};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct str rest = texts[i], line;
        while (str_split(&rest, '\n', &line))
            brand_add_sentences(writing, str_trim(line), &gathered);
    }
    *sentences = gathered.list;
    *count = gathered.count;
    return writing_end(writing, OK);
}

struct str brand_attributed(struct writing *writing, struct str sentence)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    const char *stop =
        str_ends(sentence, STR(".")) || str_ends(sentence, STR("!")) || str_ends(sentence, STR("?")) ? "" : ".";
    bool is_named = brand_find(writing, sentence, 0) < sentence.len;
    return str_from(is_named ? arena_printf(writing->arena, "%.*s%s", STR_ARG(sentence), stop)
                             : arena_printf(writing->arena, "%.*s%s%.*s%s", STR_ARG(writing->brand.name), colon,
                                            STR_ARG(sentence), stop));
}

/* --- the brand in a heading of the plan --- */

static bool has_brand_heading(const struct writing *writing, const struct article_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        struct str title = plan->headings[i].title;
        if (plan->headings[i].level == 2 && brand_find(writing, title, 0) < title.len)
            return true;
    }
    return false;
}

/* Makes room for one more section: the last one without the keyword goes, with what is inside it. */
static void plan_brand_make_room(const struct writing *writing, struct article_plan *plan)
{
    size_t min, max, sections = plan_sections(plan);
    plan_bounds(writing->config, &min, &max);
    if (plan->is_given || !max || sections < max || sections < 2)
        return;
    for (size_t i = plan->count; i-- > 0;) {
        struct str title = plan->headings[i].title;
        if (plan->headings[i].level > 2 || str_ifind(title, writing->brief.keyword, 0) < title.len)
            continue;
        size_t end = plan_section_end(plan, i);
        memmove(plan->headings + i, plan->headings + end, (plan->count - end) * sizeof *plan->headings);
        plan->count -= end - i;
        return;
    }
}

static void plan_brand_append(struct writing *writing, struct article_plan *plan)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    struct str name = writing->brand.name, keyword = writing->brief.keyword;
    struct planned *headings = ARENA_ARRAY(writing->arena, plan->count + 2, struct planned);
    char *title = arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(name), colon, STR_ARG(keyword));
    char *covers =
        arena_printf(writing->arena, "What is %.*s, and what has it to do with %.*s?", STR_ARG(name), STR_ARG(keyword));
    if (!headings)
        return;
    if (plan->count)
        memcpy(headings, plan->headings, plan->count * sizeof *headings);
    headings[plan->count++] =
        (struct planned){.title = str_from(title), .level = 2, .covers = str_from(covers), .is_of_brand = true};
    plan->headings = headings;
}

enum status plan_wants_brand(struct writing *writing, bool *wants)
{
    struct str *sentences;
    size_t count = 0;
    enum status status = OK;
    *wants = false;
    if (!writing->brand.name.len || writing->brand.mention != MENTION_PROMINENT)
        return OK;
    status = brand_sentences(writing, &sentences, &count);
    *wants = count > 0;
    if (status || count)
        return status;
    return writing_note(writing, "There is no section on the brand: it has neither description nor knowledge that "
                                 "one could be written from.");
}

enum status plan_put_brand(struct writing *writing, struct article_plan *plan)
{
    bool wants = false;
    enum status status = has_brand_heading(writing, plan) ? OK : plan_wants_brand(writing, &wants);
    if (status || !wants)
        return status;
    plan_brand_make_room(writing, plan);
    plan_brand_append(writing, plan);
    return writing_end(writing, OK);
}

/* --- the keyword in a heading of the plan --- */

/* What is looked for in headings, and the heading that is looked at. */
struct plan_keyword_looking {
    struct word *keyword, *words;
    size_t keyword_count, count;
};

static enum status look_for(struct writing *writing, struct plan_keyword_looking *looking)
{
    struct str subject = writing->asked.shape == KEYWORD_VERSUS ? writing->brief.keyword : writing->brief.subject;
    return words_split(writing->arena, subject.len ? subject : writing->brief.keyword, writing->brief.language,
                       &looking->keyword, &looking->keyword_count, writing->err);
}

static enum status plan_keyword_look_at(struct writing *writing, struct str heading,
                                        struct plan_keyword_looking *looking)
{
    return words_split(writing->arena, heading, writing->brief.language, &looking->words, &looking->count,
                       writing->err);
}

/* Does the heading have all of the keyword's words that bear meaning, in any form and order? */
static bool has_all(const struct plan_keyword_looking *looking)
{
    bool is_any = false;
    for (size_t i = 0; i < looking->keyword_count; i++) {
        if (looking->keyword[i].is_stop)
            continue;
        is_any = true;
        if (!words_have_stem(looking->words, looking->count, looking->keyword[i].stem))
            return false;
    }
    return is_any;
}

/* Are the heading's words the keyword's, and most of them? Then it says nothing beside it. */
static bool says_no_more(const struct plan_keyword_looking *looking)
{
    size_t all = 0, shared = 0;
    for (size_t i = 0; i < looking->count; i++)
        if (!looking->words[i].is_stop &&
            !words_have_stem(looking->keyword, looking->keyword_count, looking->words[i].stem))
            return false;
    for (size_t i = 0; i < looking->keyword_count; i++) {
        all += !looking->keyword[i].is_stop;
        shared +=
            !looking->keyword[i].is_stop && words_have_stem(looking->words, looking->count, looking->keyword[i].stem);
    }
    return looking->count && shared * 3 >= all * 2;
}

static enum status name_by_subject(struct writing *writing, struct planned *heading)
{
    struct buf title = {0};
    add_large_in(&title, writing->brief.subject.len ? writing->brief.subject : writing->brief.keyword,
                 writing->brief.language);
    heading->title = writing_keep(writing, &title);
    return heading->title.data ? OK : error_memory(writing->err);
}

bool plan_wants_keyword(const struct writing *writing)
{
    const struct str level = config_text(writing->config, "seoOptimizationLevel");
    return !level.len || str_eq(level, STR("default"));
}

enum status plan_has_keyword(struct writing *writing, struct str heading, bool *has)
{
    struct plan_keyword_looking looking;
    enum status status = look_for(writing, &looking);
    if (!status)
        status = plan_keyword_look_at(writing, heading, &looking);
    *has = !status && has_all(&looking);
    return status;
}

enum status plan_put_keyword(struct writing *writing, struct article_plan *plan)
{
    struct planned *bare = NULL;
    struct plan_keyword_looking looking;
    if (!plan_wants_keyword(writing) || writing->asked.shape == KEYWORD_VERSUS)
        return OK; /* a comparison has two subjects */
    enum status status = look_for(writing, &looking);
    for (size_t i = 0; i < plan->count && !status; i++) {
        struct planned *heading = &plan->headings[i];
        if (heading->level > 2 || heading->role == ROLE_ITEM)
            continue;
        status = plan_keyword_look_at(writing, heading->title, &looking);
        if (!status && has_all(&looking))
            return OK;
        bare = i == 0 && !status && says_no_more(&looking) ? heading : bare; /* further down it is about one place */
    }
    return bare && !status ? name_by_subject(writing, bare) : status;
}
