/* Pages as numbered passages, as many as the model's context takes; plan and text in one answer, or the plan and then
 * pieces of the text. */
#include "write/prompted/article.h"

enum {
    QUESTION_PASSAGES = 3, /* for each question that people ask */
    MOST_RANKED = 600,     /* passages for the keyword */
    SENTENCES = 3,         /* of a passage of the brand's own */
    MOST_OF_BRAND = 24,    /* passages */
};

/* --- passages --- */

/* Neighbouring sentences together, a name on each. Returns how many there are. */
static size_t brand_excerpts(struct writing *writing, struct model_excerpt *list)
{
    struct str *sentences;
    size_t total = 0, count = 0;
    writing_made(writing, brand_sentences(writing, &sentences, &total));
    for (size_t i = 0; i < total && count < MOST_OF_BRAND; i += SENTENCES) {
        struct buf out = {0};
        for (size_t j = i; j < total && j < i + SENTENCES; j++)
            buf_printf(&out, "%s%.*s", j > i ? " " : "", STR_ARG(sentences[j]));
        struct str text = writing_keep(writing, &out);
        struct model_excerpt *excerpt = &list[count];
        *excerpt = (struct model_excerpt){.heading = STR(""), .name = writing->brand.name, .source = OWN_WORDS};
        if (brand_is_avoided(writing))
            excerpt->name = STR("customer");
        if (writing_made(writing, material_clean(writing->arena, text, &excerpt->text, writing->err)))
            count += !material_addresses_model(text);
    }
    return count;
}

enum status article_passages(struct whole_article *article)
{
    struct writing *writing = article->writing;
    const struct excerpts *excerpts = &writing->excerpts;
    if (writing->type->passages)
        return writing->type->passages(writing, &article->passages, &article->passage_count);
    article->passages = ARENA_ARRAY(writing->arena, excerpts->count + MOST_OF_BRAND + 1, struct model_excerpt);
    if (!article->passages)
        return error_memory(writing->err);
    for (size_t i = 0; i < excerpts->count; i++) {
        int64_t published = writing->pages[excerpts->list[i].page].published_ms;
        char day[DATE_TEXT_SIZE];
        article->passages[i] = excerpts->list[i].shown;
        if (published)
            article->passages[i].day = str_from(arena_copy(writing->arena, date_day_text(published, day)));
    }
    article->passage_count = excerpts->count;
    if (writing->brand.name.len)
        article->passage_count += brand_excerpts(writing, article->passages + excerpts->count);
    return writing_end(writing, OK);
}

/* The page's title, site and date. */
static void print_page(const struct whole_article *article, size_t number, struct buf *out)
{
    const struct writing *writing = article->writing;
    const struct model_excerpt *passage = &article->passages[number];
    struct url url;
    if (passage->source == OWN_WORDS) {
        buf_printf(out, "WHAT %.*s SAYS OF ITSELF\n", STR_ARG(passage->name));
        return;
    }
    const struct page *page = &writing->pages[passage->source];
    buf_printf(out, "PAGE %d \"%.*s\"", passage->source + 1, STR_ARG(passage->name));
    if (page->is_link && url_parse(str_from(page->url), &url, NULL) == OK)
        buf_printf(out, " | %.*s", STR_ARG(url.host));
    buf_printf(out, " | %.*s\n", STR_ARG(passage->day.len ? passage->day : STR("undated")));
}

/* A passage under its page and headings, which stand where they change. `before`: the one shown last. */
static void print_passage(const struct whole_article *article, size_t number, const struct model_excerpt *before,
                          struct buf *out)
{
    const struct model_excerpt *passage = &article->passages[number];
    bool is_of_page = !article->writing->type->passages, is_new_page = !before || before->source != passage->source;
    struct str text = passage->shown.len ? passage->shown : passage->text;
    if (article->writing->type->make) {
        if (is_new_page)
            buf_printf(out, "ITEM %d \"%.*s\"\n", passage->source + 1, STR_ARG(passage->name));
        buf_printf(out, "[%zu] %.*s: %.*s\n", number + 1, STR_ARG(passage->heading), STR_ARG(passage->text));
        return;
    }
    if (!is_of_page && passage->name.len) {
        buf_printf(out, "[%zu] (%.*s) %.*s\n", number + 1, STR_ARG(passage->name), STR_ARG(passage->text));
        return;
    }
    if (is_new_page && is_of_page)
        print_page(article, number, out);
    if (passage->heading.len && (is_new_page || !str_eq(before->heading, passage->heading)))
        buf_printf(out, "# %.*s\n", STR_ARG(passage->heading));
    buf_printf(out, "[%zu] %.*s\n", number + 1, STR_ARG(text));
}

/* The passages between their delimiters; nothing when none is shown. */
static void print(const struct whole_article *article, const bool *is_shown, struct buf *out)
{
    const char *nonce = article->writing->shared->nonce;
    const struct model_excerpt *before = NULL;
    for (size_t i = 0; i < article->passage_count; i++) {
        if (is_shown && !is_shown[i])
            continue;
        if (!before)
            buf_printf(out, "<<%s MATERIAL, each passage numbered\n", nonce);
        print_passage(article, i, before, out);
        before = &article->passages[i];
    }
    if (before)
        buf_printf(out, "%s>>", nonce);
}

struct str article_material(const struct whole_article *article, const bool *is_shown)
{
    struct buf out = {0};
    print(article, is_shown, &out);
    return writing_keep(article->writing, &out);
}

long article_material_tokens(const struct whole_article *article, const bool *is_shown)
{
    struct buf out = {0};
    print(article, is_shown, &out);
    long tokens = model_tokens((struct str){buf_text(&out), out.len});
    buf_free(&out);
    return tokens;
}

/* --- as many as fit --- */

struct passage_choosing {
    const struct whole_article *article;
    const bool *is_wanted; /* NULL: all are */
    bool *is_shown;
    long left; /* tokens */
};

static void passage_show(struct passage_choosing *choosing, size_t number)
{
    const struct model_excerpt *passage = &choosing->article->passages[number];
    long tokens = model_tokens(passage->text) + model_tokens(passage->heading) / 2;
    bool is_wanted = !choosing->is_wanted || choosing->is_wanted[number];
    if (!is_wanted || choosing->is_shown[number] || tokens > choosing->left)
        return;
    choosing->is_shown[number] = true;
    choosing->left -= tokens;
}

/* Problem and cure, question and answer stand in neighbours under one heading. */
static void show_with_neighbours(struct passage_choosing *choosing, size_t number)
{
    const struct model_excerpt *list = choosing->article->passages, *own = &list[number];
    passage_show(choosing, number);
    if (number > 0 && list[number - 1].source == own->source && str_eq(list[number - 1].heading, own->heading))
        passage_show(choosing, number - 1);
    if (number + 1 < choosing->article->passage_count && list[number + 1].source == own->source &&
        str_eq(list[number + 1].heading, own->heading))
        passage_show(choosing, number + 1);
}

static void show_best(struct passage_choosing *choosing, const struct excerpt_query *query)
{
    struct writing *writing = choosing->article->writing;
    size_t *numbers = ARENA_ARRAY(writing->arena, query->most + 1, size_t), count = 0;
    if (!numbers ||
        !writing_made(writing, excerpts_rank(&writing->excerpts, query, writing->arena, numbers, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++)
        show_with_neighbours(choosing, numbers[i]);
}

/* What is not of pages: the first of each film's part, product or place, then the second of each. */
static void show_in_turn(struct passage_choosing *choosing)
{
    const struct whole_article *article = choosing->article;
    bool has_more = true;
    for (size_t turn = 0; has_more; turn++) {
        size_t rank = 0;
        has_more = false;
        for (size_t i = 0; i < article->passage_count; i++) {
            bool is_new = i == 0 || article->passages[i].source != article->passages[i - 1].source;
            rank = is_new ? 0 : rank + 1;
            has_more |= rank > turn;
            if (rank == turn)
                passage_show(choosing, i);
        }
    }
}

/* Into choosing->is_shown, by the tokens of the passages alone. */
static void passages_choose(struct passage_choosing *choosing)
{
    struct writing *writing = choosing->article->writing;
    if (writing->type->passages) {
        show_in_turn(choosing);
        return;
    }
    for (size_t i = writing->excerpts.count; i < choosing->article->passage_count; i++)
        passage_show(choosing, i); /* the brand's */
    const struct excerpt_query first = {.keyword = writing->brief.sought, .most = writing->page_count, .per_page = 1};
    show_best(choosing, &first);
    for (size_t i = 0; i < writing->question_count; i++) {
        const struct excerpt_query query = {.keyword = writing->brief.sought,
                                            .heading = writing->questions[i],
                                            .most = QUESTION_PASSAGES,
                                            .needs_match = true};
        show_best(choosing, &query);
    }
    const struct excerpt_query rest = {.keyword = writing->brief.sought, .most = MOST_RANKED};
    show_best(choosing, &rest);
}

const bool *article_choose(const struct whole_article *article, const bool *is_wanted, long tokens)
{
    size_t count = article->passage_count;
    long all = article_material_tokens(article, is_wanted);
    if (all <= tokens)
        return is_wanted;
    struct passage_choosing choosing = {
        .article = article, .is_wanted = is_wanted, .is_shown = ARENA_ARRAY(article->writing->arena, count + 1, bool)};
    /* Names of pages and headings come on top: the budget shrinks by what was too much. */
    for (long budget = tokens; choosing.is_shown && all > tokens && budget > 0; budget -= all - tokens) {
        memset(choosing.is_shown, 0, count * sizeof *choosing.is_shown);
        choosing.left = budget;
        passages_choose(&choosing);
        all = article_material_tokens(article, choosing.is_shown);
    }
    if (choosing.is_shown && all > tokens)
        memset(choosing.is_shown, 0, count * sizeof *choosing.is_shown);
    return choosing.is_shown;
}

/* --- how much is asked for at once --- */

enum {
    PROMPT_TOKENS = 2000,  /* of system, task, plan and forms of a piece, about */
    FRAME_TOKENS = 300,    /* of an answer beside its sections */
    ENOUGH_CITED = 6,      /* lines that cite something, from which an answer is judged by them */
    QUESTIONS_WORDS = 200, /* of the frequently asked ones with their answers, */
    CALL_WORDS = 50,       /* and of a call to action, beside the article; */
    TAKEAWAYS_WORDS = 100, /* of those that its editor writes, which are part of it */
    PLAIN_SECTIONS = 2,    /* that a weak model writes at once: it forgets rules in long answers */
    MOST_ASKED = 8,        /* questions of people that a prompt names */
};

/* How far the article is: its sources are there; the share of its pieces; then it is edited (article_edit.c). */
static const double begun = 0.2, first_piece = 0.3, all_pieces = 0.4;

/* Of a draft with its markers, a word. */
static const double word_tokens = 1.8;

/* Of the words that were wanted; an answer with fewer is asked for again. */
static const double least_words = 0.4;

/* What a call writes. */
struct manuscript_piece {
    size_t first, end; /* sections of the outline */
    bool is_first, is_last;
    bool is_whole; /* there is no plan: the answer is all of it */
    size_t words;
};

struct piecing {
    struct whole_article *article;
    const struct manuscript_piece *piece;
};

static long answer_tokens(size_t words)
{
    return (long)((double)words * word_tokens) + FRAME_TOKENS;
}

/* --- the parts of an answer --- */

bool article_wants(const struct whole_article *article, enum article_part part)
{
    const struct writing *writing = article->writing;
    bool has_part = false;
    for (size_t i = 0; i < writing->type->part_count; i++)
        has_part |= writing->type->parts[i] == part;
    switch (part) {
    case ARTICLE_INTRODUCTION:
        return has_part && !config_bool(writing->config, "disableIntroduction");
    case ARTICLE_TAKEAWAYS:
        return has_part && config_bool(writing->config, "includeKeyTakeaways") &&
               article_wants(article, ARTICLE_INTRODUCTION);
    case ARTICLE_CONCLUSION:
        return has_part && config_bool(writing->config, "includeConclusion") && !article->plan->has_close;
    case ARTICLE_QUESTIONS:
        return has_part && config_bool(writing->config, "includeFaq");
    case ARTICLE_CALL:
        return has_part && (config_bool(writing->config, "includeCta") || writing->type->always_calls);
    default:
        return has_part;
    }
}

/* What the article has beside its sections: ", a close and frequently asked questions behind them". */
static struct str with_text(const struct whole_article *article)
{
    static const struct {
        enum article_part part;
        const char *name;
    } names[] = {{ARTICLE_CONCLUSION, "a close"},
                 {ARTICLE_QUESTIONS, "frequently asked questions with answers"},
                 {ARTICLE_CALL, "a call to action"}};
    struct buf out = {0};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (article_wants(article, names[i].part))
            buf_printf(&out, "%s%s", out.len ? ", " : " and, behind them, ", names[i].name);
    return writing_keep(article->writing, &out);
}

/* What people ask, as searches told. */
static struct str asked_text(const struct whole_article *article)
{
    const struct writing *writing = article->writing;
    struct buf out = {0};
    for (size_t i = 0; i < writing->question_count && i < MOST_ASKED; i++)
        if (!material_addresses_model(writing->questions[i]))
            buf_printf(&out, "%s%.*s", out.len ? "; " : " (people ask: ", STR_ARG(writing->questions[i]));
    buf_str(&out, out.len ? ")" : "");
    return writing_keep(article->writing, &out);
}

static enum status parts_text(struct whole_article *article, const struct manuscript_piece *piece, struct str *text)
{
    struct writing *writing = article->writing;
    struct writing_brand_link link = {0};
    const struct prompt_lines lines = {0};
    bool opens = piece->is_first && article_wants(article, ARTICLE_INTRODUCTION);
    bool calls = piece->is_last && article_wants(article, ARTICLE_CALL);
    enum status status = calls ? writing_call_link(writing, &link) : OK;
    const char *told =
        link.text.len
            ? arena_printf(writing->arena, ", in which the words \"%.*s\" stand once, for a link", STR_ARG(link.text))
            : "";
    const struct prompt_value values[] = {
        {"opening", opens && !writing->type->keeps_person ? STR("yes") : STR("")},
        {"hook", opens && writing->type->keeps_person ? STR("yes") : STR("")},
        {"close", piece->is_last && article_wants(article, ARTICLE_CONCLUSION) ? STR("yes") : STR("")},
        {"questions", piece->is_last && article_wants(article, ARTICLE_QUESTIONS) ? STR("yes") : STR("")},
        {"action", calls ? STR("yes") : STR("")},
        {"link", str_from(told)},
        {"asked", piece->is_whole ? asked_text(article) : STR("")},
    };
    if (status)
        return status;
    return prompt_fill(writing->arena, PROMPT_PARTS, &lines, values, COUNT_OF(values), text, writing->err);
}

/* --- what an answer must be like --- */

static size_t count_sections(const struct whole_article *article)
{
    size_t count = 0;
    for (size_t i = 0; i < article->manuscript.count; i++) {
        const struct line *line = &article->manuscript.list[i];
        count += line->kind == LINE_HEADING && line->part == PART_BODY && line->level == 2;
    }
    return count;
}

static size_t count_cites(const struct manuscript *manuscript, size_t first)
{
    size_t count = 0;
    for (size_t i = first; i < manuscript->count; i++)
        count += manuscript->list[i].cites[0] != 0;
    return count;
}

/* Is it in another language than the article? */
static bool answer_is_foreign(const struct whole_article *article, struct str answer)
{
    enum { ENOUGH_WORDS = 40 };
    const struct language *wanted = article->manuscript.language;
    const struct language *own = words_count(answer) >= ENOUGH_WORDS ? language_detect(answer) : NULL;
    return own && wanted && wanted->stop_words && own != wanted;
}

/* Have most of the lines that cite something nothing to do with it? */
static bool is_beside_sources(const struct manuscript *manuscript, size_t first)
{
    size_t cited = 0, beside = 0;
    for (size_t i = first; i < manuscript->count; i++) {
        const struct line *line = &manuscript->list[i];
        bool is_beside = finding_find(line, FINDING_SUPPORT) || finding_find(line, FINDING_NAME);
        cited += line->cites[0] != 0;
        beside += line->cites[0] && is_beside;
    }
    return cited >= ENOUGH_CITED && beside * 2 > cited;
}

/* Why the lines from `first` on cannot be used. */
static struct str text_fault(const struct piecing *piecing, size_t first, struct str answer)
{
    const struct whole_article *article = piecing->article;
    const struct manuscript *manuscript = &article->manuscript;
    struct manuscript own = {.list = manuscript->list + first, .count = manuscript->count - first};
    if (answer_is_foreign(article, answer))
        return str_from(arena_printf(manuscript->arena, "it is not in %s", manuscript->language->name));
    if (!manuscript_words(&own, MANUSCRIPT_PARTS))
        return STR("it has no text that can be used");
    if (article->passage_count && !count_cites(manuscript, first))
        return STR("the numbers of the passages are missing, as in \"... [12].\"");
    if (is_beside_sources(manuscript, first))
        return STR("most of its sentences have nothing to do with the passages that they cite");
    if (piecing->piece->is_whole && count_sections(article) < (article->size.most == 1 ? 1 : 2))
        return STR("it has no sections, each with its heading \"## ...\"");
    return STR("");
}

/* Other numbers of sections than were wanted are used when nothing better can be had. */
static struct str count_fault(const struct whole_article *article)
{
    size_t sections = count_sections(article);
    const struct article_size *size = &article->size;
    const struct article_type *type = article->writing->type;
    bool is_few = sections < size->least && type->kind_write == PROMPT_SYSTEM; /* other types are as long as they can */
    bool is_told = !article->plan->is_given && !(type->needs & NEEDS_PAGE);    /* the prompt says how many */
    if (!is_told || !size->most || (!is_few && sections <= size->most))
        return STR("");
    return str_from(arena_printf(article->manuscript.arena, "it has %zu sections instead of %.*s", sections,
                                 STR_ARG(article_sections_text(article))));
}

/* What is short but sound is used when nothing longer can be had. */
static struct str length_fault(const struct piecing *piecing, size_t first)
{
    const struct manuscript *manuscript = &piecing->article->manuscript;
    struct manuscript own = {.list = manuscript->list + first, .count = manuscript->count - first};
    size_t words = manuscript_words(&own, MANUSCRIPT_PARTS), wanted = piecing->piece->words;
    bool may_be_thin = piecing->article->plan->items > 0; /* data may say little */
    if (may_be_thin || (double)words >= least_words * (double)wanted)
        return STR("");
    return str_from(arena_printf(manuscript->arena, "it has %zu words instead of about %zu", words, wanted));
}

/* A page written anew names its passages once for a paragraph or an item, at its end: numbers behind each sentence make
 * a writer go through the page sentence by sentence. */
static void spread_cites(struct manuscript *manuscript, size_t first)
{
    for (size_t i = manuscript->count; i > first + 1; i--) {
        const struct line *next = &manuscript->list[i - 1];
        struct line *line = &manuscript->list[i - 2];
        bool is_same = line->kind == LINE_SENTENCE && next->kind == LINE_SENTENCE && !next->begins &&
                       line->item == next->item && line->part == next->part;
        if (is_same && !line->cites[0])
            memcpy(line->cites, next->cites, sizeof line->cites);
    }
}

static enum status read_manuscript(struct writing *writing, const struct prompted_question *question,
                                   const struct prompted_reply *reply, struct str *fault)
{
    struct piecing *piecing = question->context;
    struct whole_article *article = piecing->article;
    struct manuscript *manuscript = &article->manuscript;
    size_t first = manuscript->count;
    struct str text = reply->text;
    text.data = arena_copy_n(writing->arena, text.data, text.len);
    if (!text.data)
        return error_memory(writing->err);
    article->material.system = reply->system;
    enum status status =
        manuscript_read(manuscript, piecing->piece->is_first ? PART_OPENING : PART_BODY, text, writing->err);
    if (!status && manuscript->has_marks)
        spread_cites(manuscript, first);
    if (!status)
        status = line_check_all(&article->check, manuscript, writing->err);
    if (!status)
        *fault = text_fault(piecing, first, text);
    if (!status && !fault->len && !reply->is_last)
        *fault = length_fault(piecing, first);
    if (!status && !fault->len && !reply->is_last && piecing->piece->is_whole)
        *fault = count_fault(article);
    if (fault->len)
        manuscript->count = first;
    return writing_end(writing, status);
}

/* --- asking --- */

/* Half of the context is passages at most; and no more than the prompt leaves. */
static enum status show_pages(struct whole_article *article, const struct prompted_question *question,
                              struct prompt_value *pages, const bool *is_wanted)
{
    struct writing *writing = article->writing;
    long room = 0, half = model_settings(writing->model)->context / 2;
    enum status status = question_room(writing, question, &room);
    if (status)
        return status;
    const bool *is_shown = article_choose(article, is_wanted, room < half ? room : half);
    for (size_t i = 0; i < article->passage_count && !writing->type->passages; i++) {
        int source = article->passages[i].source;
        if (source >= 0 && (!is_shown || is_shown[i]))
            writing->sources[source].is_shown = true;
    }
    pages->text = article_material(article, is_shown);
    article->shown_tokens += is_wanted ? 0 : article_material_tokens(article, is_shown);
    return OK;
}

/* A question about passages: its own values, those of every prompt of an article, and the pages. */
static enum status ask_about_pages(struct whole_article *article, struct prompted_question question, enum prompt rules,
                                   const bool *is_wanted)
{
    struct writing *writing = article->writing;
    size_t count = question.value_count;
    struct prompt_value *values = ARENA_ARRAY(writing->arena, count + ARTICLE_VALUES + 2, struct prompt_value);
    struct str text;
    if (!values)
        return error_memory(writing->err);
    memcpy(values, question.values, count * sizeof *values);
    enum status status = article_form(article, rules, &text);
    if (!status)
        status = article_values(article, question.prompt, values, &count);
    if (status)
        return status;
    values[count++] = (struct prompt_value){"rules", text};
    values[count++] = (struct prompt_value){"pages", STR("")};
    question.values = values;
    question.value_count = count;
    question.has_material = article->passage_count > 0;
    status = show_pages(article, &question, &values[count - 1], is_wanted);
    return status ? status : question_ask(writing, &question);
}

/* Words of an answer that is all of the article but what its editor writes. */
static size_t whole_words(const struct whole_article *article)
{
    size_t words = article->words;
    words += article_wants(article, ARTICLE_QUESTIONS) ? QUESTIONS_WORDS : 0;
    words += article_wants(article, ARTICLE_CALL) ? CALL_WORDS : 0;
    bool leaves_room = article_wants(article, ARTICLE_TAKEAWAYS) && article->words > 2 * TAKEAWAYS_WORDS;
    return words - (leaves_room ? TAKEAWAYS_WORDS : 0);
}

/* All of it in one answer. */
static enum status write_at_once(struct whole_article *article)
{
    const struct manuscript_piece whole = {
        .is_first = true, .is_last = true, .is_whole = true, .words = article->words};
    struct piecing piecing = {.article = article, .piece = &whole};
    struct prompt_value values[] = {
        {"with", with_text(article)},
        {"all_words", str_from(arena_printf(article->writing->arena, "%zu", whole_words(article)))},
        {"parts", STR("")}};
    enum status status = parts_text(article, &whole, &values[2].text);
    enum prompt prompt = article->writing->type->whole ? article->writing->type->whole : PROMPT_ARTICLE;
    const struct prompted_question question = {.prompt = prompt,
                                               .step = prompt_name(prompt),
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = read_manuscript,
                                               .context = &piecing};
    return status ? status : ask_about_pages(article, question, PROMPT_RULES, NULL);
}

/* --- the plan by itself --- */

static enum status read_plan(struct writing *writing, const struct prompted_question *question,
                             const struct prompted_reply *reply, struct str *fault)
{
    const char *copy = arena_copy_n(writing->arena, reply->text.data, reply->text.len);
    if (!copy)
        return error_memory(writing->err);
    return article_read_plan(question->context, (struct str){copy, reply->text.len}, fault);
}

static enum status plan(struct whole_article *article)
{
    struct prompt_value value = {"form", STR("")};
    enum status status = article_form(article, PROMPT_PLAN_FORM, &value.text);
    const struct prompted_question question = {.prompt = PROMPT_PLAN,
                                               .step = "plan",
                                               .values = &value,
                                               .value_count = 1,
                                               .check = read_plan,
                                               .context = article};
    return status ? status : ask_about_pages(article, question, PROMPT_PLAN_RULES, NULL);
}

/* --- pieces --- */

/* The passages of the piece, and those that the plan names outside its sections. */
static bool *piece_passages(const struct whole_article *article, const struct manuscript_piece *piece)
{
    const struct outline *outline = &article->outline;
    bool *is_shown = ARENA_ARRAY(article->writing->arena, article->passage_count + 1, bool);
    for (size_t i = 0; is_shown && i < article->passage_count; i++) {
        bool is_others = false;
        for (size_t k = 0; k < outline->count; k++) {
            bool is_own = k >= piece->first && k < piece->end;
            is_shown[i] |= is_own && outline->sections[k].draws_on[i];
            is_others |= !is_own && outline->sections[k].draws_on[i];
        }
        is_shown[i] |= outline->draws_on[i] && !is_others;
    }
    return is_shown;
}

static struct str piece_text(const struct whole_article *article, const struct manuscript_piece *piece)
{
    const struct outline *outline = &article->outline;
    struct buf out = {0};
    if (piece->is_first && piece->is_last) {
        buf_str(&out, "the whole");
    } else {
        buf_printf(&out, "%s%s\"%.*s\"", piece->is_first ? "the opening and " : "",
                   piece->end - piece->first > 1 ? "the sections from " : "the section ",
                   STR_ARG(outline->sections[piece->first].heading));
        if (piece->end - piece->first > 1)
            buf_printf(&out, " to \"%.*s\"", STR_ARG(outline->sections[piece->end - 1].heading));
        if (piece->is_last)
            buf_str(&out, " and what follows the sections");
    }
    return writing_keep(article->writing, &out);
}

/* From which line on the text is shown: as much of its end as a quarter of a prompt holds. */
static size_t shown_from(const struct whole_article *article)
{
    const struct manuscript *manuscript = &article->manuscript;
    double left = (double)question_most_tokens(article->writing->model) / 4;
    size_t first = manuscript->count;
    while (first > 0 && left > 0)
        left -= word_tokens * (double)words_count(manuscript->list[--first].text);
    return first;
}

/* What was written before, as the model gave it; of what is too long, the headings. */
static struct str written_text(const struct whole_article *article)
{
    const struct manuscript *manuscript = &article->manuscript;
    size_t shown = shown_from(article);
    struct buf out = {0};
    if (manuscript->count)
        buf_str(&out, "ALREADY WRITTEN: go on from its last sentence, and say none of it again\n");
    for (size_t i = 0; i < manuscript->count; i++) {
        const struct line *line = &manuscript->list[i];
        if (i < shown && line->kind != LINE_HEADING)
            continue;
        if (i && (line->begins || line->kind == LINE_HEADING))
            buf_char(&out, '\n');
        manuscript_print_line(line, &out);
        buf_char(&out, line->item || line->kind != LINE_SENTENCE ? '\n' : ' ');
    }
    return writing_keep(article->writing, &out);
}

static size_t section_words(const struct whole_article *article, size_t number)
{
    size_t words = article->outline.sections[number].words;
    return words ? words : article->words / article->outline.count;
}

/* So many sections as an answer holds, with passages that fit beside them. */
static size_t piece_end(const struct whole_article *article, size_t first)
{
    const struct writing *writing = article->writing;
    const struct model *model = writing->model;
    size_t end = first, words = 0;
    size_t most_sections = writing->pipeline->in_turn ? 1 : writing->is_plain ? PLAIN_SECTIONS : SIZE_MAX;
    for (; end < article->outline.count; end++) {
        const struct manuscript_piece piece = {.first = first, .end = end + 1};
        const bool *is_shown = piece_passages(article, &piece);
        words += section_words(article, end);
        long passages = is_shown ? article_material_tokens(article, is_shown) : 0;
        bool fits = answer_tokens(words) <= question_answer_tokens(model) &&
                    passages + PROMPT_TOKENS <= question_most_tokens(model) * 3 / 4;
        bool is_many = end - first >= most_sections;
        if (end > first && (!fits || is_many))
            break;
    }
    return end;
}

static enum status write_piece(struct whole_article *article, const struct manuscript_piece *piece, size_t number)
{
    struct writing *writing = article->writing;
    struct piecing piecing = {.article = article, .piece = piece};
    const bool *is_wanted = piece_passages(article, piece);
    struct prompt_value values[] = {{"plan", article->outline.whole},
                                    {"piece", piece_text(article, piece)},
                                    {"written", written_text(article)},
                                    {"parts", STR("")}};
    double done = (double)piece->first / (double)article->outline.count;
    if (!is_wanted)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, first_piece + all_pieces * done, "Writing \"%.*s\"",
                                          STR_ARG(article->outline.sections[piece->first].heading));
    if (!status)
        status = parts_text(article, piece, &values[3].text);
    const struct prompted_question question = {.prompt = PROMPT_WRITE,
                                               .step = arena_printf(writing->arena, "write-%zu", number),
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = read_manuscript,
                                               .context = &piecing};
    return status ? status : ask_about_pages(article, question, PROMPT_RULES, is_wanted);
}

static enum status write_pieces(struct whole_article *article)
{
    struct outline *outline = &article->outline;
    enum status status = OK, problem = OK;
    size_t written = 0;
    for (size_t first = 0, end, number = 1; first < outline->count && !status; first = end, number++) {
        end = piece_end(article, first);
        struct manuscript_piece piece = {.first = first,
                                         .end = end,
                                         .is_first = first == 0,
                                         .is_last = end == outline->count,
                                         .words = article->words * (end - first) / outline->count};
        status = write_piece(article, &piece, number);
        if (status == E_CORRUPT) {
            problem = status;
            status = OK;
            continue;
        }
        for (size_t i = first; i < end; i++)
            outline->sections[i].is_written = true;
        written += end - first;
    }
    return status ? status : written * 2 < outline->count || !written ? problem : OK;
}

/* --- the way --- */

/* Pages are chosen from; data are shown all, or in pieces. */
static bool all_fits(const struct whole_article *article)
{
    return article_material_tokens(article, NULL) + PROMPT_TOKENS <= question_most_tokens(article->writing->model);
}

enum status article_write(struct whole_article *article)
{
    struct writing *writing = article->writing;
    bool is_data = writing->type->make != NULL;
    bool is_single = !writing->is_plain && !writing->pipeline->in_turn && (!is_data || all_fits(article)) &&
                     answer_tokens(article->words) <= question_answer_tokens(writing->model);
    enum status status = writing_progress(writing, begun, is_single ? "Writing" : "Outlining");
    if (!status && is_single)
        return write_at_once(article);
    if (!status)
        status = is_data ? article_outline(article) : plan(article);
    return status ? status : write_pieces(article);
}
