/* The parts of chapters that are the subject: a page that holds little more than a table of contents has its text on
 * the pages that it lists. */
#include "write/compose/outline/outline.h"

enum { ENOUGH_PARTS = 2 /* of a chapter, for an article on it alone */ };

/* Of a section, above those that are about the subject for another reason than their headings. */
static const double worth_of_part = 10, worth_of_turn = 0.1;

/* Likeness of a heading that names the whole of a task and little more. */
static const double whole_share = 0.7;

/* Of the stems of a task, which the title of a chapter has that is on it. */
static const double named_share = 0.5;

static size_t root_of(const struct corpus *corpus, size_t page)
{
    size_t root = 0;
    while (root < corpus->section_count && corpus->sections[root].page != page)
        root++;
    return root;
}

/* Is the title of the page the subject, or of a task what is done? */
static bool is_on_subject(const struct writing *writing, size_t page)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    size_t root = root_of(corpus, page);
    if (root == corpus->section_count || writing->topic_count != 1)
        return false;
    const struct terms *title = &corpus->sections[root].terms;
    return topic_holds(topic, title, 0) || /* whatever little the page itself says */
           (topic->pages[page].tier != TOPIC_NOT && writing->asked.shape == KEYWORD_HOW_TO &&
            topic_share(topic, title) >= named_share);
}

/* Is any page a part of this one? */
static bool has_parts(const struct corpus *corpus, size_t chapter)
{
    for (size_t i = 0; i < corpus->page_count; i++)
        if (corpus->pages[i].chapter && strcmp(corpus->pages[i].chapter, corpus->pages[chapter].url) == 0)
            return true;
    return false;
}

/* The chapter whose title is most like the subject: "Backup and Restore" rather than "Backup Manifest Format". */
static size_t best_chapter(const struct writing *writing)
{
    const struct corpus *corpus = &writing->corpus;
    const struct topic *topic = &writing->topics[0];
    size_t best = NO_PAGE;
    double most = 0;
    for (size_t i = 0; i < corpus->page_count; i++) {
        if (!has_parts(corpus, i) || !is_on_subject(writing, i))
            continue;
        double value = topic_likeness(topic, &corpus->sections[root_of(corpus, i)].terms);
        if (best == NO_PAGE || value > most || (value == most && topic->pages[i].score > topic->pages[best].score)) {
            best = i;
            most = value;
        }
    }
    return best;
}

size_t outline_chapter(const struct writing *writing, size_t page)
{
    const struct corpus *corpus = &writing->corpus;
    size_t chapter = corpus->pages[page].chapter ? best_chapter(writing) : NO_PAGE;
    bool is_part = chapter != NO_PAGE && strcmp(corpus->pages[page].chapter, corpus->pages[chapter].url) == 0;
    return is_part ? chapter : NO_PAGE;
}

bool outline_has_chapter(const struct writing *writing)
{
    return best_chapter(writing) != NO_PAGE;
}

/* Of what a part of the chapter gives: nothing is there, or it is cut small where the whole can stand for it. A task is
 * told by the sections that are on it. */
static bool takes_whole(const struct writing *writing, struct chosen *list, size_t *count, size_t page)
{
    bool is_task = writing->asked.shape == KEYWORD_HOW_TO, is_there = false;
    double worth = worth_of_part - worth_of_turn * (double)writing->corpus.pages[page].place;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        bool is_of_page = writing->corpus.sections[list[i].section].page == page;
        is_there |= is_of_page && is_task;
        if (is_of_page)
            list[i].worth += worth;
        if (is_task || !is_of_page)
            list[kept++] = list[i];
    }
    *count = kept;
    return !is_there;
}

/* "Backup manifest WAL range" has a part of what is asked for, and is no part of the chapter on it. */
static size_t leave_out_others(const struct writing *writing, struct chosen *list, size_t count)
{
    const struct corpus *corpus = &writing->corpus;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct source_section *section = &corpus->sections[list[i].section];
        if (section->page == best_chapter(writing) || outline_chapter(writing, section->page) != NO_PAGE ||
            topic_likeness(&writing->topics[0], &section->terms) > whole_share)
            list[kept++] = list[i];
    }
    return kept;
}

void outline_add_chapters(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    size_t parts = 0;
    for (size_t i = 0; i < corpus->page_count; i++) {
        size_t root = root_of(corpus, i);
        if (outline_chapter(writing, i) == NO_PAGE || root == corpus->section_count || !outline_is_fit(writing, root))
            continue;
        parts++;
        if (takes_whole(writing, list, count, i))
            list[(*count)++] = (struct chosen){.section = root,
                                               .worth = worth_of_part - worth_of_turn * (double)corpus->pages[i].place};
    }
    if (parts >= ENOUGH_PARTS && writing->asked.shape == KEYWORD_HOW_TO)
        *count = leave_out_others(writing, list, *count);
}
