/* Do the sources speak of the keyword? */
#include "write/compose/outline.h"

enum { MOST_NAMED = 4 }; /* titles that a refusal names */

static void open_topic(struct writing *writing, const struct topic_query *query, struct topic *topic)
{
    if (!writing_made(writing, topic_open(&writing->corpus, query, writing->arena, topic, writing->err)))
        *topic = (struct topic){0};
}

/* What a list is of: "herbs" of "herbs for a windowsill". All of the subject where no preposition says for what. */
static struct str name_things(struct writing *writing)
{
    const struct keyword_words *frames = writing->brief.language->keyword_words;
    struct str subject = writing->brief.subject;
    struct worded worded = frames ? compose_words(writing, subject) : (struct worded){0};
    size_t kept = 0;
    while (kept < worded.count && !word_list_has(frames->prepositions, worded.words[kept].folded))
        kept++;
    return kept ? (struct str){subject.data, worded.words[kept - 1].end} : subject;
}

/* Of a list: no source need speak of the whole subject for there to be things that belong into it. */
static void widen(struct writing *writing, struct topic_query *query)
{
    query->subject = name_things(writing);
    if (query->subject.len < writing->brief.subject.len)
        open_topic(writing, query, &writing->topics[0]);
}

/* "gist vs gin index" is about the one index and the other: what stands behind the second of two names alone describes
 * both. */
static struct str name_other_side(struct writing *writing)
{
    const struct keyword *asked = &writing->asked;
    struct worded other = {0};
    if (compose_words(writing, asked->subject).count == 1)
        other = compose_words(writing, asked->other);
    return other.count == 2 ? (struct str){asked->other.data, other.words[0].end} : asked->other;
}

/* Looks for the second side as it is put, then without the noun that both share. */
static void open_other_side(struct writing *writing, struct topic_query *query)
{
    struct str whole = writing->asked.other, side = name_other_side(writing);
    struct topic named;
    query->subject = whole;
    open_topic(writing, query, &writing->topics[1]);
    if (side.len == whole.len)
        return;
    query->subject = side;
    open_topic(writing, query, &named);
    if (named.section_count > writing->topics[1].section_count)
        writing->topics[1] = named;
}

enum status compose_subject(struct writing *writing)
{
    struct topic_query query = {.subject = writing->brief.subject,
                                .shape = writing->asked.shape,
                                .collection = writing->collection.pages ? &writing->collection : NULL};
    enum status status = writing_corpus(writing);
    if (status || writing->topic_count)
        return status;
    open_topic(writing, &query, &writing->topics[0]);
    writing->topic_count = 1;
    if (writing->brief.is_list && writing->topics[0].tier == TOPIC_NOT)
        widen(writing, &query);
    if (writing->asked.shape == KEYWORD_VERSUS && !writing->brief.is_list) {
        writing->topic_count = 2;
        open_other_side(writing, &query);
    }
    return writing_end(writing, OK);
}

const struct lead *compose_lead(struct writing *writing, size_t topic)
{
    static const struct lead none = {.count = 0};
    struct lead *lead = writing->leads[topic] ? NULL : ARENA_NEW(writing->arena, struct lead);
    if (lead) {
        lead_open(&writing->corpus, &writing->topics[topic], writing->asked.shape, writing->arena, lead);
        writing->leads[topic] = lead;
    }
    return writing->leads[topic] ? writing->leads[topic] : &none;
}

/* --- refused --- */

/* The titles of what was read: "A", "B" and 3 more. */
static void name_pages(const struct writing *writing, struct buf *out)
{
    size_t count = writing->page_count - writing->has_brand_page, most = count < MOST_NAMED ? count : MOST_NAMED;
    for (size_t i = 0; i < most; i++)
        buf_printf(out, "%s\"%s\"", i == 0 ? "" : i + 1 == count ? " and " : ", ", writing->pages[i].title);
    if (count > most)
        buf_printf(out, " and %zu more", count - most);
}

/* Where words are pairs of characters, those that are missing are no words to a reader. */
static bool names_missing(const struct writing *writing, const struct topic *topic)
{
    return topic->missing.len && !writing->brief.language->is_unspaced;
}

static enum status subject_refuse(struct writing *writing, const struct topic *topic)
{
    struct buf out = {0};
    size_t pages = writing->page_count - writing->has_brand_page;
    buf_printf(&out, "no source speaks of \"%.*s\". %zu %s read: ", STR_ARG(topic->subject), pages,
               pages == 1 ? "was" : "were");
    name_pages(writing, &out);
    if (topic->nearest.len)
        buf_printf(&out, "; the nearest heading is \"%.*s\"", STR_ARG(topic->nearest));
    if (names_missing(writing, topic))
        buf_printf(&out, "; no heading holds \"%.*s\"", STR_ARG(topic->missing));
    buf_str(&out, ". Add pages on it to \"urls\" or to the library folder");
    struct str why = writing_keep(writing, &out);
    return why.data ? code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES, "%s", why.data) : writing_end(writing, OK);
}

static void tell_near(struct writing *writing, const struct topic *topic)
{
    if (names_missing(writing, topic))
        writing_note(writing, "The sources speak of \"%.*s\" only in part: of \"%.*s\" they say little.",
                     STR_ARG(topic->subject), STR_ARG(topic->missing));
    else
        writing_note(writing, "The sources speak of \"%.*s\" only in part.", STR_ARG(topic->subject));
}

/* Is there a sentence that the article could open with? */
static bool has_opening(struct writing *writing, size_t topic)
{
    const struct lead *lead = compose_lead(writing, topic);
    for (size_t i = 0; i < lead->count; i++)
        if (lead->list[i].step >= LEAD_OPENS)
            return true;
    return false;
}

bool compose_short_section(const struct writing *writing, const struct topic *topic, size_t *section)
{
    enum { LEAST_WORDS = 25 }; /* about two sentences */
    for (size_t i = 0; i < topic->section_count; i++) {
        const struct source_section *one = &writing->corpus.sections[topic->sections[i].section];
        *section = topic->sections[i].section;
        if (one->total_words >= LEAST_WORDS && one->title.len)
            return true;
    }
    return false;
}

/* The sources have a heading on the subject, and below it nothing that can stand in an article. */
static enum status refuse_text(struct writing *writing, const struct topic *topic)
{
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "what the sources say of \"%.*s\" cannot stand in an article: it is too little, or leans on what "
                      "stands around it. Add pages on it to \"urls\" or to the library folder",
                      STR_ARG(topic->subject));
}

enum status compose_admit_text(struct writing *writing, const struct draft_part *part)
{
    bool has_text = !writing->topic_count;
    for (size_t i = 0; i < part->count; i++)
        has_text |= draft_has_text(part, i);
    for (size_t i = 0; i < writing->topic_count && !has_text; i++)
        has_text = has_opening(writing, i);
    enum status status = writing_end(writing, OK);
    return status || has_text ? status : refuse_text(writing, &writing->topics[0]);
}

enum status compose_needs_pages(struct writing *writing, bool *needs)
{
    enum status status = writing_sought(writing);
    size_t section;
    *needs = writing->is_accepted && writing->topic_count;
    for (size_t i = 0; i < writing->topic_count; i++)
        *needs = *needs && !compose_short_section(writing, &writing->topics[i], &section);
    return status;
}

enum status compose_admit(struct writing *writing)
{
    size_t section;
    if (outline_has_chapter(writing))
        return OK;
    enum status status = writing_sought(writing);
    if (status || writing->is_accepted) /* whole pages may be taken where no section is on it */
        return status;
    for (size_t i = 0; i < writing->topic_count && !status; i++) {
        const struct topic *topic = &writing->topics[i];
        bool has_text = compose_short_section(writing, topic, &section);
        if (topic->tier == TOPIC_NOT)
            return subject_refuse(writing, topic);
        has_text = has_text || has_opening(writing, i);
        status = writing_end(writing, OK);
        if (!status && !has_text)
            status = refuse_text(writing, topic);
        if (!status && topic->tier == TOPIC_NEAR)
            tell_near(writing, topic);
    }
    return writing_end(writing, status);
}
