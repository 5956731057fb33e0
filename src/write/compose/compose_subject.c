/* Do the sources speak of the keyword? */
#include "write/compose/compose.h"
#include "write/compose/outline.h"

enum { MOST_NAMED = 4 }; /* titles that a refusal names */

/* What a list is of: "herbs" of "herbs for a windowsill". All of the subject where no preposition says for what. */
static enum status name_things(struct writing *writing, struct str *things)
{
    const struct keyword_words *frames = writing->brief.language->keyword_words;
    struct str subject = writing->brief.subject;
    struct word *words;
    size_t count, kept = 0;
    *things = subject;
    enum status status = words_split(writing->arena, subject, writing->brief.language, &words, &count, writing->err);
    if (status || !frames)
        return status;
    while (kept < count && !word_list_has(frames->prepositions, words[kept].folded))
        kept++;
    if (kept)
        *things = (struct str){subject.data, words[kept - 1].end};
    return OK;
}

/* Of a list: no source need speak of the whole subject for there to be things that belong into it. */
static enum status widen(struct writing *writing, struct topic_query *query)
{
    enum status status = name_things(writing, &query->subject);
    if (status || query->subject.len == writing->brief.subject.len)
        return status;
    return topic_open(&writing->corpus, query, writing->arena, &writing->topics[0], writing->err);
}

/* "gist vs gin index" is about the one index and the other: what stands behind the second of two names alone describes
 * both. */
static enum status name_other_side(struct writing *writing, struct str *side)
{
    const struct keyword *asked = &writing->asked;
    struct word *words;
    size_t count;
    *side = asked->other;
    enum status status =
        words_split(writing->arena, asked->subject, writing->brief.language, &words, &count, writing->err);
    if (status || count != 1)
        return status;
    status = words_split(writing->arena, asked->other, writing->brief.language, &words, &count, writing->err);
    if (!status && count == 2)
        *side = (struct str){asked->other.data, words[0].end};
    return status;
}

/* Looks for the second side as it is put, then without the noun that both share. */
static enum status open_other_side(struct writing *writing, struct topic_query *query)
{
    struct topic *topic = &writing->topics[1];
    struct str whole = writing->asked.other, side = whole;
    query->subject = whole;
    enum status status = topic_open(&writing->corpus, query, writing->arena, topic, writing->err);
    if (!status)
        status = name_other_side(writing, &side);
    if (status || side.len == whole.len)
        return status;
    query->subject = side;
    struct topic named;
    status = topic_open(&writing->corpus, query, writing->arena, &named, writing->err);
    if (!status && named.section_count > topic->section_count)
        *topic = named;
    return status;
}

enum status compose_subject(struct writing *writing)
{
    struct topic_query query = {.subject = writing->brief.subject,
                                .shape = writing->asked.shape,
                                .collection = writing->collection.pages ? &writing->collection : NULL};
    enum status status = writing_corpus(writing);
    if (status || writing->topic_count)
        return status;
    status = topic_open(&writing->corpus, &query, writing->arena, &writing->topics[0], writing->err);
    writing->topic_count = 1;
    if (!status && writing->brief.is_list && writing->topics[0].tier == TOPIC_NOT)
        status = widen(writing, &query);
    if (status || writing->asked.shape != KEYWORD_VERSUS || writing->brief.is_list)
        return status;
    writing->topic_count = 2;
    return open_other_side(writing, &query);
}

enum status compose_lead(struct writing *writing, size_t topic, const struct lead **lead)
{
    if (!writing->leads[topic]) {
        struct lead *made = ARENA_NEW(writing->arena, struct lead);
        enum status status = made ? lead_open(&writing->corpus, &writing->topics[topic], writing->asked.shape,
                                              writing->arena, made, writing->err)
                                  : error_memory(writing->err);
        if (status)
            return status;
        writing->leads[topic] = made;
    }
    *lead = writing->leads[topic];
    return OK;
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
    enum status status = out.failed ? error_memory(writing->err)
                                    : code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES, "%s", buf_text(&out));
    buf_free(&out);
    return status;
}

static enum status tell_near(struct writing *writing, const struct topic *topic)
{
    if (names_missing(writing, topic))
        return writing_note(writing, "The sources speak of \"%.*s\" only in part: of \"%.*s\" they say little.",
                            STR_ARG(topic->subject), STR_ARG(topic->missing));
    return writing_note(writing, "The sources speak of \"%.*s\" only in part.", STR_ARG(topic->subject));
}

/* Is there a sentence that the article could open with? */
static enum status has_opening(struct writing *writing, size_t topic, bool *has)
{
    const struct lead *lead;
    enum status status = compose_lead(writing, topic, &lead);
    *has = false;
    for (size_t i = 0; !status && i < lead->count; i++)
        *has |= lead->list[i].step >= LEAD_OPENS;
    return status;
}

bool compose_short_section(const struct writing *writing, const struct topic *topic, size_t *section)
{
    enum { LEAST_WORDS = 25 };
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
    bool has_text = false;
    enum status status = OK;
    for (size_t i = 0; i < part->count; i++)
        has_text |= draft_has_text(part, i);
    for (size_t i = 0; i < writing->topic_count && !status && !has_text; i++)
        status = has_opening(writing, i, &has_text);
    return status || has_text || !writing->topic_count ? status : refuse_text(writing, &writing->topics[0]);
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
    enum status status = OK;
    size_t section;
    if (outline_has_chapter(writing))
        return OK;
    status = writing_sought(writing);
    if (status || writing->is_accepted) /* whole pages may be taken where no section is on it */
        return status;
    for (size_t i = 0; i < writing->topic_count && !status; i++) {
        const struct topic *topic = &writing->topics[i];
        bool has_text = compose_short_section(writing, topic, &section);
        if (topic->tier == TOPIC_NOT)
            return subject_refuse(writing, topic);
        if (!has_text)
            status = has_opening(writing, i, &has_text);
        if (!status && !has_text)
            status = refuse_text(writing, topic);
        if (!status && topic->tier == TOPIC_NEAR)
            status = tell_near(writing, topic);
    }
    return status;
}
