/* The lines of questions that the agents of a research follow: what is asked first, and what the pages leave open. */
#include "write/compose/compose.h"
#include "write/prompted/prompted.h"
#include "write/sources/sources_parts.h"

/* --- what the pages found by now say, as the rules for gaps look at it --- */

enum {
    MOST_SENTENCES = 3000, /* that are looked through for an answer: of some thirty pages */
    MOST_HEADINGS = 300
};

/* An article of its own, which goes no further than its outline. */
static enum status open_scratch(struct study *study, struct writing *scratch, struct error *err)
{
    *scratch = *study->writing;
    scratch->notes = json_array();
    scratch->err = err;
    scratch->model = NULL;
    scratch->has_corpus = false;
    scratch->has_brand_page = false;
    scratch->topic_count = 0;
    scratch->cases = NULL;
    scratch->leads[0] = scratch->leads[1] = NULL;
    scratch->research = scratch->arena = study_arena(study);
    if (scratch->arena)
        scratch->pages = study_pages(study, EVERYBODY, scratch->arena, &scratch->page_count);
    return scratch->notes && !arena_failed(scratch->arena) ? OK : error_memory(err);
}

/* What keeps the outline from being made is no failure: then there are only the pages' own headings. */
static bool is_fatal(enum status status)
{
    return status == E_MEMORY || status == E_CANCELLED;
}

static void add_planned(const struct writing *scratch, const struct article_plan *plan, struct gap_view *view,
                        struct gap_heading *list, bool *is_taken)
{
    for (size_t i = 0; i < plan->count; i++) {
        size_t section = plan->headings[i].section - 1;
        if (!plan->headings[i].section || plan->headings[i].level != 2)
            continue;
        is_taken[section] = true;
        list[view->heading_count++] = (struct gap_heading){.title = plan->headings[i].title,
                                                           .words = scratch->corpus.sections[section].total_words,
                                                           .is_planned = true};
    }
}

/* Is the section, or one around it, about the subject by more than a word in its text? */
static bool is_on_scratch_subject(const struct writing *scratch, size_t section)
{
    const struct topic *topic = &scratch->topics[0];
    for (size_t at = section; scratch->topic_count && at != NO_SECTION; at = scratch->corpus.sections[at].parent)
        for (size_t i = 0; i < topic->section_count; i++)
            if (topic->sections[i].section == at && topic->sections[i].reason != TOPIC_BY_TEXT)
                return true;
    return false;
}

static void add_other(const struct writing *scratch, struct gap_view *view, struct gap_heading *list,
                      const bool *is_taken)
{
    const struct corpus *corpus = &scratch->corpus;
    for (size_t i = 0; i < corpus->section_count && view->heading_count < MOST_HEADINGS; i++) {
        const struct source_section *section = &corpus->sections[i];
        if (section->depth > 0 && !is_taken[i] && !section->is_boilerplate && !section->is_example &&
            is_on_scratch_subject(scratch, i))
            list[view->heading_count++] = (struct gap_heading){.title = section->title, .words = section->total_words};
    }
}

static void view_add_sentences(const struct writing *scratch, struct gap_view *view, struct str *list)
{
    const struct corpus *corpus = &scratch->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (!scratch->topic_count || scratch->topics[0].pages[passage->page].tier == TOPIC_NOT)
            continue;
        for (size_t j = 0; j < passage->count && view->sentence_count < MOST_SENTENCES; j++)
            list[view->sentence_count++] = corpus->sentences[passage->first + j].text;
    }
}

static enum status fill_view(struct writing *scratch, struct gap_view *view)
{
    struct article_plan plan = {.count = 0};
    enum status status = writing_corpus(scratch);
    if (!status)
        status = brief_phrase(scratch);
    if (!status)
        status = compose_outline(scratch, 0, 0, &plan);
    if (is_fatal(status))
        return status;
    size_t sections = scratch->has_corpus ? scratch->corpus.section_count : 0;
    struct gap_heading *headings = ARENA_ARRAY(scratch->arena, plan.count + MOST_HEADINGS + 1, struct gap_heading);
    struct str *sentences = ARENA_ARRAY(scratch->arena, MOST_SENTENCES, struct str);
    bool *is_taken = ARENA_ARRAY(scratch->arena, sections + 1, bool);
    if (!headings || !sentences || !is_taken)
        return error_memory(scratch->err);
    view->headings = headings;
    view->sentences = sentences;
    if (status)
        plan.count = 0;
    add_planned(scratch, &plan, view, headings, is_taken);
    if (!scratch->has_corpus)
        return OK;
    add_other(scratch, view, headings, is_taken);
    view_add_sentences(scratch, view, sentences);
    return OK;
}

/* The outline that the pages give, their other headings, and their sentences on the subject; the usual questions are
 * the caller's. In an arena of the study. E_CANCELLED, E_MEMORY. */
static enum status pages_view(struct study *study, struct gap_view *view)
{
    struct writing *writing = study->writing, scratch;
    struct error err = {0};
    *view = (struct gap_view){.language = writing->brief.language,
                              .subject = queries_subject(&writing->asked, writing->brief.language)};
    if (!(study->found->count + study->page_count) || !language_can_write(writing->brief.language))
        return OK;
    enum status status = open_scratch(study, &scratch, &err);
    if (!status)
        status = fill_view(&scratch, view);
    json_decref(scratch.notes);
    if (status)
        *writing->err = err;
    return status;
}

#define NOBODY SIZE_MAX

static size_t queries_of_round(const struct study *study)
{
    return study->level->agents * study->level->queries;
}

/* --- dealt out --- */

static void clear(struct study *study, struct question_line *lines)
{
    for (size_t i = 0; i < study->level->agents; i++)
        lines[i] = (struct question_line){.queries = ARENA_ARRAY(study->arena, study->level->queries, struct str)};
}

/* The agent that has fewest queries. */
static struct question_line *shortest(const struct study *study, struct question_line *lines)
{
    struct question_line *line = &lines[0];
    for (size_t i = 1; i < study->level->agents; i++)
        if (lines[i].count < line->count)
            line = &lines[i];
    return line;
}

/* Gives the query to the agent, NOBODY: to whoever has fewest; one that was asked already, or that finds no room, is
 * dropped. */
static void deal(struct study *study, struct str text, size_t agent, struct question_line *lines, size_t *count)
{
    struct question_line *line = agent == NOBODY ? shortest(study, lines) : &lines[agent];
    if (line->count >= study->level->queries || !line->queries || !queries_take(&study->asked, text))
        return;
    line->queries[line->count++] = study->asked.list[study->asked.count - 1].text;
    (*count)++;
}

static void deal_all(struct study *study, const struct str *list, size_t list_count, size_t agent,
                     struct question_line *lines, size_t *count)
{
    for (size_t i = 0; i < list_count && *count < queries_of_round(study); i++)
        deal(study, list[i], agent, lines, count);
}

/* --- by rule --- */

static struct asked_aspect *read_aspects(struct study *study, size_t *count)
{
    return queries_aspects(study->arena, &study->writing->asked, study->writing->brief.language, count);
}

/* What is asked of every subject; the rest only where pages call for it (gaps_by_rule). */
static void begin_by_rule(struct study *study, struct question_line *lines, size_t *count)
{
    size_t aspect_count;
    const struct asked_aspect *aspects = read_aspects(study, &aspect_count);
    for (size_t i = 0; i < aspect_count && *count < queries_of_round(study); i++)
        if (!aspects[i].need)
            deal(study, aspects[i].query, NOBODY, lines, count);
}

/* What the pages leave open. Where an extended research has asked all of that, it goes on with what is usually asked;
 * after two rounds without a page on the subject nothing more is asked. */
static enum status go_on_by_rule(struct study *study, struct question_line *lines, size_t *count)
{
    struct gap_view view;
    size_t query_count;
    enum status status = pages_view(study, &view);
    if (status || (!view.sentence_count && study->rounds > 1))
        return status;
    view.aspects = read_aspects(study, &view.aspect_count);
    const struct str *queries = gaps_by_rule(study->arena, &view, &query_count);
    deal_all(study, queries, query_count, NOBODY, lines, count);
    if (study->level->agents > 1)
        begin_by_rule(study, lines, count);
    return study_end(study, OK);
}

/* --- by a language model --- */

static enum status begin_by_model(struct study *study, struct question_line *lines, size_t *count)
{
    struct given_queries given;
    enum status status = prompted_queries(study->writing, queries_of_round(study), &given);
    if (status)
        return status;
    kinds_add(study->writing, &study->kinds, given.also);
    deal_all(study, given.list, given.count, NOBODY, lines, count);
    return study_end(study, OK);
}

/* The headings that the article will have, as far as that is known. */
static enum status outline_text(struct study *study, struct str *outline)
{
    struct writing *writing = study->writing;
    struct article_plan plan = {.count = 0};
    struct buf out = {0};
    enum status status = plan_read_given(writing, &plan);
    if (status)
        return status;
    for (size_t i = 0; i < plan.count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(plan.headings[i].title));
    if (!plan.count)
        buf_str(&out, "(none yet)");
    *outline = writing_keep(writing, &out);
    return writing_end(writing, OK);
}

/* The agents ask side by side. */
struct asking_gaps {
    struct study *study;
    const struct question_line *lines; /* of the round before */
    struct str outline;
    struct given_queries *given;
    bool *has_failed;
};

static enum status ask_gaps(struct writing *writing, size_t agent, void *context)
{
    struct asking_gaps *asking = context;
    const struct study *study = asking->study;
    size_t count;
    const struct page *pages = study_pages(study, (int)agent, writing->arena, &count);
    const struct gaps_request request = {
        .pages = pages,
        .page_count = count,
        .outline = asking->outline,
        .asked = &study->asked,
        .line = asking->lines[agent].queries,
        .line_count = asking->lines[agent].count,
        .is_alone = study->level->agents == 1,
        .most = study->level->queries,
        .step = arena_printf(writing->arena, "gaps-%zu/%zu", study->rounds, agent + 1),
    };
    enum status status = writing_end(writing, OK);
    if (!status && count)
        status = prompted_gaps(writing, &request, &asking->given[agent]);
    asking->has_failed[agent] = status == E_CORRUPT;
    return status == E_CORRUPT ? OK : status;
}

/* E_CORRUPT: no answer of the model could be used. */
static enum status go_on_by_model(struct study *study, const struct question_line *before, struct question_line *lines,
                                  size_t *count)
{
    struct asking_gaps asking = {
        .study = study,
        .lines = before,
        .given = ARENA_ARRAY(study->arena, study->level->agents, struct given_queries),
        .has_failed = ARENA_ARRAY(study->arena, study->level->agents, bool),
    };
    size_t failed = 0;
    if (!asking.given || !asking.has_failed)
        return error_memory(study->writing->err);
    enum status status = outline_text(study, &asking.outline);
    if (!status)
        status = tasks_run(study->writing, study->level->agents, ask_gaps, &asking);
    for (size_t i = 0; i < study->level->agents && !status; i++) {
        failed += asking.has_failed[i];
        deal_all(study, asking.given[i].list, asking.given[i].count, i, lines, count);
    }
    status = study_end(study, status);
    return status ? status : failed == study->level->agents ? E_CORRUPT : OK;
}

/* --- both --- */

enum status follow_begin(struct study *study, struct question_line *lines)
{
    size_t count = 0;
    clear(study, lines);
    deal(study, study->writing->brief.keyword, NOBODY, lines, &count);
    enum status status = study_end(study, OK);
    if (!status && study->writing->model)
        status = begin_by_model(study, lines, &count);
    if (status && status != E_CORRUPT)
        return status;
    bool is_full = study->writing->model && count > 1 && study->level->agents == 1;
    if (!is_full)
        begin_by_rule(study, lines, &count);
    return study_end(study, OK);
}

enum status follow_on(struct study *study, struct question_line *lines, size_t *count)
{
    struct question_line *before = ARENA_ARRAY(study->arena, study->level->agents, struct question_line);
    *count = 0;
    if (!before)
        return error_memory(study->writing->err);
    memcpy(before, lines, study->level->agents * sizeof *before);
    clear(study, lines);
    enum status status = study_end(study, OK);
    if (!status)
        status = writing_progress(study->writing, 0, "Looking for what the pages leave open");
    if (status)
        return status;
    if (study->writing->model && !study->writing->is_plain) {
        status = go_on_by_model(study, before, lines, count);
        if (status != E_CORRUPT && (status || study->level->agents == 1))
            return status;
    }
    return go_on_by_rule(study, lines, count);
}
