#include "write/prompted/article.h"

#include "write/prompted/framing.h"

enum {
    PLAN_TOKENS = 1400,   /* of a plan */
    PROMPT_TOKENS = 2600, /* of system, task and forms */
    PLAIN_SECTIONS = 2,   /* that a weak model writes at once: it forgets rules in long answers */
};

/* Of a draft with its markers, a word. */
static const double word_tokens = 1.8;

/* Of the words that were wanted; an answer with fewer is asked for again. */
static const double least_words = 0.4;

/* What a call writes. */
struct piece {
    size_t first, end; /* sections of the outline */
    bool is_first, is_last;
    size_t words;
};

struct piecing {
    struct article *article;
    const struct piece *piece;
    bool has_plan; /* the answer begins with it */
};

/* --- the parts of an answer --- */

static bool wants(const struct article *article, enum article_part part)
{
    const struct writing *writing = article->writing;
    bool has_part = false;
    for (size_t i = 0; i < writing->type->part_count; i++)
        has_part |= writing->type->parts[i] == part;
    switch (part) {
    case ARTICLE_INTRODUCTION:
        return has_part && !config_bool(writing->config, "disableIntroduction");
    case ARTICLE_CONCLUSION:
        return has_part && config_bool(writing->config, "includeConclusion");
    case ARTICLE_QUESTIONS:
        return has_part && config_bool(writing->config, "includeFaq");
    case ARTICLE_CALL:
        return has_part && (config_bool(writing->config, "includeCta") || writing->type->always_calls);
    default:
        return has_part;
    }
}

static enum status parts_text(struct article *article, const struct piece *piece, struct str *text)
{
    struct writing *writing = article->writing;
    struct writing_brand_link link = {0};
    const struct prompt_lines lines = {0};
    bool calls = piece->is_last && wants(article, ARTICLE_CALL);
    enum status status = calls ? writing_call_link(writing, &link) : OK;
    const char *told = link.text.len ? arena_printf(writing->arena,
                                                    ", with the mark \xE2\x9F\xA6L1\xE2\x9F\xA7 once where the words "
                                                    "\"%.*s\" are to stand",
                                                    STR_ARG(link.text))
                                     : "";
    const struct prompt_value values[] = {
        {"opening", piece->is_first && wants(article, ARTICLE_INTRODUCTION) ? STR("yes") : STR("")},
        {"close", piece->is_last && wants(article, ARTICLE_CONCLUSION) ? STR("yes") : STR("")},
        {"questions", piece->is_last && wants(article, ARTICLE_QUESTIONS) ? STR("yes") : STR("")},
        {"action", calls ? STR("yes") : STR("")},
        {"link", str_from(told)},
        {"subheadings", article->plan->is_given ? STR(" (\"### ...\" where the plan has them)") : STR("")},
    };
    if (status || !told)
        return status ? status : error_memory(writing->err);
    return prompt_fill(writing->arena, PROMPT_PARTS, &lines, values, COUNT_OF(values), text, writing->err);
}

/* --- what an answer must be like --- */

static size_t count_sections(const struct article *article)
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
static bool is_foreign(const struct article *article, struct str answer)
{
    enum { ENOUGH_WORDS = 40 };
    const struct language *wanted = article->manuscript.language;
    const struct language *own = words_count(answer) >= ENOUGH_WORDS ? language_detect(answer) : NULL;
    return own && wanted && wanted->stop_words && own != wanted;
}

/* Why the lines from `first` on cannot be used. */
static struct str text_fault(const struct piecing *piecing, size_t first, struct str answer)
{
    const struct article *article = piecing->article;
    const struct manuscript *manuscript = &article->manuscript;
    struct manuscript own = {.list = manuscript->list + first, .count = manuscript->count - first};
    if (is_foreign(article, answer))
        return str_from(arena_printf(manuscript->arena, "it is not in %s", manuscript->language->name));
    if (!manuscript_words(&own, MANUSCRIPT_PARTS))
        return STR("it has no text that can be used");
    if (article->passage_count && !count_cites(manuscript, first))
        return STR("the numbers of the passages are missing, as in \"... [12].\"");
    if (piecing->has_plan && count_sections(article) < 2)
        return STR("it has no sections, each with its heading \"## ...\"");
    return STR("");
}

/* What is short but sound is used when nothing longer can be had. */
static struct str length_fault(const struct piecing *piecing, size_t first)
{
    const struct manuscript *manuscript = &piecing->article->manuscript;
    struct manuscript own = {.list = manuscript->list + first, .count = manuscript->count - first};
    size_t words = manuscript_words(&own, MANUSCRIPT_PARTS), wanted = piecing->piece->words;
    if ((double)words >= least_words * (double)wanted)
        return STR("");
    return str_from(arena_printf(manuscript->arena, "it has %zu words instead of about %zu", words, wanted));
}

/* The answer behind its plan; *plan: what stands before "== TEXT". */
static struct str behind_plan(struct str answer, struct str *plan)
{
    size_t at = str_ifind(answer, STR("== TEXT"), 0), line = at;
    while (line > 0 && answer.data[line - 1] != '\n')
        line--;
    *plan = (struct str){answer.data, at < answer.len ? line : answer.len};
    return at < answer.len ? (struct str){answer.data + line, answer.len - line} : STR("");
}

static enum status read_text(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    struct piecing *piecing = question->context;
    struct article *article = piecing->article;
    struct manuscript *manuscript = &article->manuscript;
    size_t first = manuscript->count;
    struct str text = reply->text, plan;
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    if (!copy)
        return error_memory(writing->err);
    text.data = copy;
    enum status status = OK;
    if (piecing->has_plan) {
        text = behind_plan(text, &plan);
        status = article_read_plan(article, plan, fault);
        if (!status && !fault->len && !text.len)
            *fault = STR("the line \"== TEXT\" and the text behind it are missing");
    }
    if (!status && !fault->len)
        status = manuscript_read(manuscript, piecing->piece->is_first ? PART_OPENING : PART_BODY, text, writing->err);
    if (!status && !fault->len)
        *fault = text_fault(piecing, first, text);
    if (!status && !fault->len && !reply->is_last)
        *fault = length_fault(piecing, first);
    if (fault->len)
        manuscript->count = first;
    return fault->data ? status : error_memory(writing->err);
}

/* --- asking --- */

static enum status ask(struct article *article, enum prompt prompt, const char *step, const struct prompt_value *own,
                       size_t own_count, struct str pages, struct piecing *piecing)
{
    enum { MORE = 8 };
    struct writing *writing = article->writing;
    struct prompt_value *values = ARENA_ARRAY(writing->arena, own_count + MORE, struct prompt_value);
    struct str rules, parts;
    if (!values || !pages.data || !step)
        return error_memory(writing->err);
    memcpy(values, own, own_count * sizeof *own);
    enum status status = article_form(article, PROMPT_RULES, &rules);
    if (!status)
        status = parts_text(article, piecing->piece, &parts);
    if (status)
        return status;
    values[own_count++] = (struct prompt_value){"rules", rules};
    values[own_count++] = (struct prompt_value){"parts", parts};
    values[own_count++] = (struct prompt_value){"pages", pages};
    const struct question question = {.prompt = prompt,
                                      .step = step,
                                      .values = values,
                                      .value_count = own_count,
                                      .has_material = article->passage_count > 0,
                                      .check = read_text,
                                      .context = piecing};
    return question_ask(writing, &question);
}

static struct str words_text(const struct article *article)
{
    return str_from(arena_printf(article->writing->arena, "%zu", article->words));
}

static enum status write_joined(struct article *article, const bool *is_shown)
{
    struct str form, plan_rules, words = words_text(article);
    const struct piece whole = {.is_first = true, .is_last = true, .words = article->words};
    struct piecing piecing = {.article = article, .piece = &whole, .has_plan = true};
    enum status status = article_form(article, PROMPT_PLAN_FORM, &form);
    if (!status)
        status = article_form(article, PROMPT_PLAN_RULES, &plan_rules);
    if (!status && !words.data)
        status = error_memory(article->writing->err);
    if (status)
        return status;
    const struct prompt_value values[] = {{"form", form}, {"plan_rules", plan_rules}, {"words", words}};
    return ask(article, PROMPT_ARTICLE, "article", values, COUNT_OF(values), article_material(article, is_shown),
               &piecing);
}

/* --- the plan by itself --- */

static enum status read_plan(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    const char *copy = arena_copy_n(writing->arena, reply->text.data, reply->text.len);
    if (!copy)
        return error_memory(writing->err);
    return article_read_plan(question->context, (struct str){copy, reply->text.len}, fault);
}

static enum status plan(struct article *article, const bool *is_shown)
{
    struct writing *writing = article->writing;
    struct str form, rules, words = words_text(article), pages = article_material(article, is_shown);
    enum status status = article_form(article, PROMPT_PLAN_FORM, &form);
    if (!status)
        status = article_form(article, PROMPT_PLAN_RULES, &rules);
    if (!status && (!words.data || !pages.data))
        status = error_memory(writing->err);
    if (status)
        return status;
    const struct prompt_value values[] = {{"form", form}, {"rules", rules}, {"words", words}, {"pages", pages}};
    const struct question question = {.prompt = PROMPT_PLAN,
                                      .step = "plan",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .has_material = article->passage_count > 0,
                                      .check = read_plan,
                                      .context = article};
    return question_ask(writing, &question);
}

/* --- pieces --- */

/* The passages of the piece, and those that the plan names outside its sections. */
static bool *piece_passages(const struct article *article, const struct piece *piece)
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

static struct str piece_text(const struct article *article, const struct piece *piece)
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

/* What was written before, as the model gave it. */
static struct str written_text(const struct article *article)
{
    const struct manuscript *manuscript = &article->manuscript;
    struct buf out = {0};
    if (manuscript->count)
        buf_str(&out, "ALREADY WRITTEN: go on from its last sentence, and say none of it again\n");
    for (size_t i = 0; i < manuscript->count; i++) {
        const struct line *line = &manuscript->list[i];
        if (i && (line->begins || line->kind == LINE_HEADING))
            buf_char(&out, '\n');
        manuscript_print_line(line, &out);
        buf_char(&out, line->item || line->kind != LINE_SENTENCE ? '\n' : ' ');
    }
    return writing_keep(article->writing, &out);
}

/* So many sections that passages, text before and answer fit. */
static size_t piece_end(const struct article *article, size_t first, size_t written)
{
    const struct model_settings *settings = model_settings(article->writing->model);
    const struct outline *outline = &article->outline;
    size_t end = first, words = 0;
    while (end < outline->count) {
        struct piece piece = {.first = first, .end = end + 1};
        const bool *is_shown = piece_passages(article, &piece);
        words += outline->sections[end].words ? outline->sections[end].words : article->words / outline->count;
        long answer = (long)((double)words * word_tokens) + 300;
        long asked = PROMPT_TOKENS + PLAN_TOKENS + (is_shown ? article_material_tokens(article, is_shown) : 0) +
                     (long)((double)written * word_tokens);
        bool fits = asked + answer <= settings->context * 85 / 100 && answer <= settings->max_output * 8 / 10;
        bool is_many = article->writing->is_plain && end - first >= PLAIN_SECTIONS;
        if (end > first && (!fits || is_many))
            break;
        end++;
    }
    return end;
}

static enum status write_piece(struct article *article, const struct piece *piece, size_t number)
{
    struct writing *writing = article->writing;
    struct piecing piecing = {.article = article, .piece = piece};
    const bool *is_shown = piece_passages(article, piece);
    const struct prompt_value values[] = {{"plan", article->outline.whole},
                                          {"piece", piece_text(article, piece)},
                                          {"written", written_text(article)}};
    if (!is_shown || !values[1].text.data || !values[2].text.data)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, 0.3 + 0.4 * (double)piece->first / (double)article->outline.count,
                                          "Writing \"%.*s\"", STR_ARG(article->outline.sections[piece->first].heading));
    if (!status)
        status = ask(article, PROMPT_WRITE, arena_printf(writing->arena, "write-%zu", number), values, COUNT_OF(values),
                     article_material(article, is_shown), &piecing);
    return status;
}

static enum status write_pieces(struct article *article)
{
    struct outline *outline = &article->outline;
    enum status status = OK, problem = OK;
    size_t written = 0;
    for (size_t first = 0, end, number = 1; first < outline->count && !status; first = end, number++) {
        end = piece_end(article, first, manuscript_words(&article->manuscript, MANUSCRIPT_PARTS));
        struct piece piece = {
            .first = first, .end = end, .is_first = first == 0, .is_last = end == outline->count,
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

enum status article_write(struct article *article)
{
    struct writing *writing = article->writing;
    const struct model_settings *settings = model_settings(writing->model);
    bool *is_shown;
    long answer = (long)((double)article->words * word_tokens) + PLAN_TOKENS;
    enum status status = article_choose(article, settings->context / 2 - PROMPT_TOKENS, &is_shown);
    if (status)
        return status;
    long asked = article_material_tokens(article, is_shown) + PROMPT_TOKENS;
    bool is_joined = !writing->is_plain && asked + answer <= settings->context * 9 / 10 &&
                     answer <= settings->max_output * 8 / 10;
    status = writing_progress(writing, 0.2, is_joined ? "Writing" : "Outlining");
    if (!status && is_joined)
        return write_joined(article, is_shown);
    if (!status)
        status = plan(article, is_shown);
    return status ? status : write_pieces(article);
}
