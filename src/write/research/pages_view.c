#include "write/research/pages_view.h"

#include "write/compose/compose.h"
#include "write/writing/brief.h"

enum { MOST_SENTENCES = 3000, MOST_HEADINGS = 300 };

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
    enum status status = study_arena(study, &scratch->arena);
    scratch->research = scratch->arena;
    if (!status)
        status = study_pages(study, EVERYBODY, scratch->arena, &scratch->pages, &scratch->page_count, err);
    return status ? status : scratch->notes ? OK : error_memory(err);
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
static bool pages_view_is_on_subject(const struct writing *scratch, size_t section)
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
            pages_view_is_on_subject(scratch, i))
            list[view->heading_count++] = (struct gap_heading){.title = section->title, .words = section->total_words};
    }
}

static void pages_view_add_sentences(const struct writing *scratch, struct gap_view *view, struct str *list)
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
    pages_view_add_sentences(scratch, view, sentences);
    return OK;
}

enum status pages_view(struct study *study, struct gap_view *view)
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
