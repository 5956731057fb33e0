/* Frequently asked questions: asked for first, then answered in one call. */
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"
#include "write/prompted/prose.h"

enum {
    MOST = 5,
    ENOUGH = 3, /* that people ask: the model need not think of others */
    LEAST_WORDS = 3,
    MOST_WORDS = 18,
    PER_QUESTION = 3,
    DIGEST = 30
};

/* Excerpts that may answer a question name this share of its content words. */
static const double answering_share = 0.6;

/* Two questions of which this share of all their content words is in both ask the same. */
static const double same_share = 0.8;

struct asked {
    struct str text;
    size_t excerpts[PER_QUESTION]; /* numbers in the spare material, from 0 */
    size_t count;
    const struct word *words; /* of the text */
    size_t word_count;
};

struct questioning {
    const struct prompted *article;
    struct asked list[MOST];
    size_t count;
    size_t given;                   /* the first of them are those of people */
    struct model_excerpt *excerpts; /* of all questions together, each once */
    size_t excerpt_count;
    struct draft_part *part;
};

/* --- questions --- */

static bool is_known(const struct questioning *questioning, struct str text)
{
    for (size_t i = 0; i < questioning->count; i++)
        if (str_ieq(questioning->list[i].text, text))
            return true;
    for (size_t i = 0; i < questioning->article->plan->count; i++)
        if (str_ieq(questioning->article->plan->headings[i].title, text))
            return true;
    return false;
}

static bool has_stem(const struct asked *asked, struct str stem)
{
    for (size_t i = 0; i < asked->word_count; i++)
        if (!asked->words[i].is_stop && str_eq(asked->words[i].stem, stem))
            return true;
    return false;
}

static bool asks_same(const struct asked *a, const struct asked *b)
{
    size_t shared = 0, all = 0;
    for (size_t i = 0; i < a->word_count; i++) {
        shared += !a->words[i].is_stop && has_stem(b, a->words[i].stem);
        all += !a->words[i].is_stop;
    }
    for (size_t i = 0; i < b->word_count; i++)
        all += !b->words[i].is_stop && !has_stem(a, b->words[i].stem);
    return all && (double)shared / (double)all >= same_share;
}

/* Is it a question that can stand in the article, and not one of those that it has, in other words? `asked` gets its
 * text and words. *is_new false: it is none. */
static enum status read_one(struct writing *writing, const struct questioning *questioning, struct str text,
                            struct asked *asked, bool *is_new)
{
    struct word *list;
    size_t words = words_count(text), count;
    *is_new = false;
    *asked = (struct asked){.text = text};
    if (!str_ends(text, STR("?")) || words < LEAST_WORDS || words > MOST_WORDS || is_known(questioning, text) ||
        str_find(text, STR("://"), 0) < text.len || material_addresses_model(text))
        return OK;
    enum status status = words_split(writing->arena, text, writing->brief.language, &list, &count, writing->err);
    if (status)
        return status;
    asked->words = list;
    asked->word_count = count;
    *is_new = true;
    for (size_t i = 0; i < questioning->count; i++)
        *is_new = *is_new && !asks_same(&questioning->list[i], asked);
    return OK;
}

/* Does it only ask for the keyword: "What is basil?" of "basil"? */
static enum status asks_keyword(struct writing *writing, const struct asked *asked, bool *does)
{
    struct word *list;
    struct asked keyword = {.text = writing->brief.keyword};
    enum status status =
        words_split(writing->arena, keyword.text, writing->brief.language, &list, &keyword.word_count, writing->err);
    keyword.words = status ? NULL : list;
    *does = !status && asks_same(&keyword, asked);
    return status;
}

static enum status read_question(struct writing *writing, const json_t *entry, size_t shown,
                                 struct questioning *questioning)
{
    const json_t *value = json_object_get(entry, "question"), *passages = json_object_get(entry, "passages");
    struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    struct asked *asked = &questioning->list[questioning->count];
    bool is_new = false, is_keyword = false;
    enum status status = copy ? read_one(writing, questioning, (struct str){copy, text.len}, asked, &is_new)
                              : error_memory(writing->err);
    if (!status && is_new)
        status = asks_keyword(writing, asked, &is_keyword);
    if (status || !is_new || is_keyword)
        return status;
    for (size_t j = 0; j < json_array_size(passages) && asked->count < PER_QUESTION; j++) {
        json_int_t number = json_integer_value(json_array_get(passages, j));
        if (number >= 1 && (size_t)number <= shown)
            asked->excerpts[asked->count++] = (size_t)number - 1;
    }
    questioning->count += asked->count || !shown;
    return OK;
}

static enum status read_questions(struct writing *writing, const struct question *question, const struct reply *reply,
                                  struct str *fault)
{
    struct questioning *questioning = question->context;
    const json_t *list = json_object_get(reply->value, "questions");
    enum status status = OK;
    questioning->count = questioning->given;
    for (size_t i = 0; i < json_array_size(list) && questioning->count < MOST && !status; i++)
        status = read_question(writing, json_array_get(list, i), reply->shown, questioning);
    if (!status && !questioning->count)
        *fault = STR("it holds no question that ends with \"?\" and names passages which answer it");
    return status;
}

/* --- those that people ask --- */

/* The share of the question's content words that the excerpt and its heading have. */
static enum status match(struct writing *writing, const struct word *words, size_t count,
                         const struct model_excerpt *excerpt, double *share)
{
    struct word *known;
    size_t known_count, content = 0, shared = 0;
    char *text = arena_printf(writing->arena, "%.*s. %.*s", STR_ARG(excerpt->heading), STR_ARG(excerpt->text));
    enum status status =
        text ? words_split(writing->arena, str_from(text), writing->brief.language, &known, &known_count, writing->err)
             : error_memory(writing->err);
    for (size_t i = 0; i < count && !status; i++) {
        bool is_shared = false;
        for (size_t j = 0; j < known_count && !is_shared; j++)
            is_shared = str_eq(known[j].stem, words[i].stem);
        content += !words[i].is_stop;
        shared += !words[i].is_stop && is_shared;
    }
    *share = content ? (double)shared / (double)content : 0;
    return status;
}

/* Takes the question when excerpts may answer it. */
static enum status take_one(struct writing *writing, struct str text, struct questioning *questioning)
{
    const struct material *spare = &questioning->article->plan->spare;
    struct asked *asked = &questioning->list[questioning->count];
    bool is_new;
    enum status status = read_one(writing, questioning, text, asked, &is_new);
    if (status || !is_new)
        return status;
    for (size_t i = 0; i < spare->count && asked->count < PER_QUESTION && !status; i++) {
        double share;
        status = match(writing, asked->words, asked->word_count, &spare->list[i], &share);
        if (!status && share >= answering_share)
            asked->excerpts[asked->count++] = i;
    }
    questioning->count += !status && asked->count;
    return status;
}

/* What searches told, then what headings of the pages ask. */
static enum status take_given(struct writing *writing, struct questioning *questioning)
{
    const struct material *spare = &questioning->article->plan->spare;
    enum status status = OK;
    for (size_t i = 0; i < writing->question_count && questioning->count < MOST && !status; i++)
        status = take_one(writing, writing->questions[i], questioning);
    bool asks_headings = config_bool(writing->config, "realTimeData");
    for (size_t i = 0; i < spare->count && asks_headings && questioning->count < MOST && !status; i++) {
        struct str last = spare->list[i].heading;
        for (size_t at; (at = str_find(last, STR(" > "), 0)) < last.len;)
            last = (struct str){last.data + at + 3, last.len - at - 3};
        status = take_one(writing, last, questioning);
    }
    return status;
}

static struct str related_text(struct writing *writing)
{
    struct buf out = {0};
    for (size_t i = 0; i < writing->question_count; i++)
        buf_printf(&out, "- %.*s\n", STR_ARG(writing->questions[i]));
    if (!writing->question_count)
        buf_str(&out, "(none)");
    return writing_keep(writing, &out);
}

static enum status ask_questions(struct writing *writing, struct questioning *questioning)
{
    const struct material *spare = &questioning->article->plan->spare;
    struct str headings;
    enum status status = prompted_headings(writing, questioning->article->plan, &headings);
    if (status)
        return status;
    char *wanted = arena_printf(writing->arena, "%zu", MOST - questioning->given);
    struct str related = related_text(writing);
    const struct prompt_value values[] = {{"headings", headings}, {"related", related}, {"n", str_from(wanted)}};
    const struct question question = {.prompt = PROMPT_FAQ_QUESTIONS,
                                      .step = "questions",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .material = MATERIAL_DIGEST,
                                      .excerpts = spare->list,
                                      .excerpt_count = spare->count < DIGEST ? spare->count : DIGEST,
                                      .check = read_questions,
                                      .context = questioning};
    return wanted && related.data ? question_ask(writing, &question) : error_memory(writing->err);
}

/* People's questions first; where they are few, the model thinks of others. */
static enum status find_questions(struct writing *writing, struct questioning *questioning)
{
    enum status status = take_given(writing, questioning);
    questioning->given = questioning->count;
    if (!status && questioning->count < ENOUGH)
        status = ask_questions(writing, questioning);
    return status == E_CORRUPT && questioning->count ? OK : status;
}

/* --- answers --- */

static enum status collect_excerpts(struct writing *writing, struct questioning *questioning)
{
    const struct material *spare = &questioning->article->plan->spare;
    bool *is_taken = ARENA_ARRAY(writing->arena, spare->count + 1, bool);
    questioning->excerpts = ARENA_ARRAY(writing->arena, spare->count + 1, struct model_excerpt);
    if (!is_taken || !questioning->excerpts)
        return error_memory(writing->err);
    for (size_t i = 0; i < questioning->count; i++)
        for (size_t j = 0; j < questioning->list[i].count; j++) {
            size_t number = questioning->list[i].excerpts[j];
            if (is_taken[number])
                continue;
            is_taken[number] = true;
            questioning->excerpts[questioning->excerpt_count++] = spare->list[number];
        }
    return OK;
}

static struct str numbered(struct writing *writing, const struct questioning *questioning)
{
    struct buf out = {0};
    for (size_t i = 0; i < questioning->count; i++)
        buf_printf(&out, "%zu. %.*s\n", i + 1, STR_ARG(questioning->list[i].text));
    return writing_keep(writing, &out);
}

/* An answer that nothing supports is left out with its question. */
static enum status read_answer(struct writing *writing, const struct check_material *material, struct str answer,
                               struct model_text *text)
{
    const struct check_wanted wanted = {
        .needs_citations = material->count > 0,
        .is_unsourced = material->count == 0,
        .is_last = true,
        .person = writing->brief.point_of_view == THIRD_PERSON ? CHECK_THIRD_PERSON : CHECK_ANY_PERSON,
    };
    struct checked checked;
    enum status status = check_prose(writing->arena, material, &wanted, answer, &checked, writing->err);
    if (!status && checked.is_unusable)
        return OK;
    if (!status)
        status = check_settle(writing->arena, material, &checked, NULL, 0, false, writing->err);
    return status ? status : checked_text(writing->arena, material, &checked, true, text, writing->err);
}

static enum status read_answers(struct writing *writing, const struct question *question, const struct reply *reply,
                                struct str *fault)
{
    struct questioning *questioning = question->context;
    struct draft_part *part = questioning->part;
    struct check_material material = {.language = writing->brief.language,
                                      .excerpts = questioning->excerpts,
                                      .count = reply->shown,
                                      .system = reply->system};
    const json_t *list = json_object_get(reply->value, "answers");
    part->headings = ARENA_ARRAY(writing->arena, MOST, struct drafted);
    part->count = 0;
    enum status status = part->headings ? framing_allowed(writing, &material.allowed) : error_memory(writing->err);
    for (size_t i = 0; i < questioning->count && !status; i++) {
        struct model_text text = {0};
        for (size_t j = 0; j < json_array_size(list) && !status && !text.count; j++) {
            const json_t *entry = json_array_get(list, j), *answer = json_object_get(entry, "answer");
            if (json_integer_value(json_object_get(entry, "question")) == (json_int_t)i + 1)
                status = read_answer(writing, &material,
                                     (struct str){json_string_value(answer), json_string_length(answer)}, &text);
        }
        if (text.count)
            part->headings[part->count++] =
                (struct drafted){.title = questioning->list[i].text, .level = 3, .text = text};
    }
    if (!status && !part->count)
        *fault = material.count ? STR("no answer has sentences with the numbers of passages that support them")
                                : STR("no answer could be used: they must have no figures and no names");
    return status;
}

static enum status ask_answers(struct writing *writing, struct questioning *questioning, const char *step)
{
    enum status status = collect_excerpts(writing, questioning);
    const struct prompt_value value = {"questions", numbered(writing, questioning)};
    const struct question question = {.prompt = PROMPT_FAQ_ANSWERS,
                                      .step = step,
                                      .values = &value,
                                      .value_count = 1,
                                      .material = MATERIAL_PASSAGES,
                                      .excerpts = questioning->excerpts,
                                      .excerpt_count = questioning->excerpt_count,
                                      .check = read_answers,
                                      .context = questioning};
    if (status)
        return status;
    return value.text.data ? question_ask(writing, &question) : error_memory(writing->err);
}

/* A weak model answers one question at a time; what it cannot answer is left out. */
static enum status ask_one_by_one(struct writing *writing, const struct questioning *questioning)
{
    struct draft_part *part = questioning->part, answered = {0};
    struct drafted *headings = ARENA_ARRAY(writing->arena, MOST, struct drafted);
    enum status status = headings ? OK : error_memory(writing->err);
    size_t count = 0;
    for (size_t i = 0; i < questioning->count && !status; i++) {
        struct questioning one = {.article = questioning->article, .count = 1, .part = &answered};
        char *step = arena_printf(writing->arena, "answers-%zu", i + 1);
        one.list[0] = questioning->list[i];
        status = step ? ask_answers(writing, &one, step) : error_memory(writing->err);
        if (!status && answered.count)
            headings[count++] = answered.headings[0];
        status = status == E_CORRUPT ? OK : status;
    }
    part->headings = headings;
    part->count = count;
    if (status || count)
        return status;
    return code_error(writing->err, E_CORRUPT, CODE_MODEL_UNAVAILABLE, "no answer of the model could be used");
}

enum status prompted_questions(struct writing *writing, const struct prompted *article, struct draft_part *part)
{
    struct questioning questioning = {.article = article, .part = part};
    if (!config_bool(writing->config, "includeFaq"))
        return OK;
    enum status status = writing_progress(writing, 0.75, "Finding questions");
    if (!status)
        status = find_questions(writing, &questioning);
    if (!status)
        status =
            writing->is_plain ? ask_one_by_one(writing, &questioning) : ask_answers(writing, &questioning, "answers");
    if (status != E_CORRUPT)
        return status;
    part->count = 0;
    return writing_note(writing, "There is no FAQ: %s.", writing->err->message);
}
