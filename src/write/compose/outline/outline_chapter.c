/* The parts of chapters that are the subject: a page that holds little more than a table of contents has its text on
 * the pages that it lists. */
#include "write/compose/outline/outline.h"

/* Of a section, above those that are about the subject for another reason than their headings. */
static const double worth_of_part = 10, worth_of_turn = 0.1;

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
static bool chapter_is_on_subject(const struct writing *writing, size_t page)
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
        if (!has_parts(corpus, i) || !chapter_is_on_subject(writing, i))
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

void outline_add_chapters(const struct writing *writing, struct chosen *list, size_t *count)
{
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->page_count; i++) {
        size_t root = root_of(corpus, i), kept = 0;
        if (outline_chapter(writing, i) == NO_PAGE || root == corpus->section_count || !outline_is_fit(writing, root))
            continue;
        for (size_t j = 0; j < *count; j++)
            if (corpus->sections[list[j].section].page != i)
                list[kept++] = list[j];
        list[kept++] =
            (struct chosen){.section = root, .worth = worth_of_part - worth_of_turn * (double)corpus->pages[i].place};
        *count = kept;
    }
}
