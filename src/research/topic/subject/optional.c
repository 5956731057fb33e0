#include "research/topic/subject/optional.h"

#include "research/topic/subject/names.h"
#include "research/topic/subject/pieces.h"

static double share_of_pages(const struct subject_reader *reader, const struct subject_piece *piece)
{
    size_t with = topic_pages_with(reader->topic->corpus, reader->query, piece->stem);
    return reader->pages ? (double)with / (double)reader->pages : 0;
}

/* Does it begin a name that the collection is about? People write "postgres" for "PostgreSQL". */
static bool begins_name(const struct subject_reader *reader, const struct subject_piece *piece, double share)
{
    enum { SHORTEST = 5 };
    return piece->stem.len >= SHORTEST && topic_begins_name(reader->query, piece->stem, share);
}

bool subject_is_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    return topic_is_name(reader->topic->corpus, reader->query, piece->stem, piece->written);
}

static bool may_be_missing(const struct subject_reader *reader, const struct subject_piece *piece)
{
    double share = share_of_pages(reader, piece), least = reader->pages >= MANY_PAGES ? 0.2 : 0.5;
    return (share >= least && subject_is_name(reader, piece)) || begins_name(reader, piece, least);
}

/* The name behind the last preposition: "... in PostgreSQL". */
static bool leave_out_last(struct subject_reader *reader)
{
    size_t from = 0;
    for (size_t i = 0; i < reader->word_count; i++) {
        size_t behind = subject_behind_preposition(reader, i);
        from = behind ? behind : from;
    }
    size_t left = subject_pieces_before(reader, from);
    if (!left || left == reader->count)
        return false;
    for (size_t i = left; i < reader->count; i++)
        if (!may_be_missing(reader, &reader->pieces[i]))
            return false;
    for (size_t i = left; i < reader->count; i++)
        reader->pieces[i].is_optional = true;
    return true;
}

bool subject_is_common_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    double least = reader->pages >= MANY_PAGES ? 0.3 : 0.6;
    if (phrases && phrases->nouns_are_capitalised)
        return false;
    return (share_of_pages(reader, piece) >= least && subject_is_name(reader, piece)) ||
           begins_name(reader, piece, least);
}

bool subject_is_task(const struct subject_reader *reader)
{
    return reader->query->shape == KEYWORD_HOW_TO;
}

/* What a task is done with, where all of the collection is about that: "upgrade debian", "back up a postgres database".
 * What is done stays, and bears the subject then. */
static void leave_out_things(struct subject_reader *reader)
{
    static const double most_pages = 0.35;
    size_t deed = reader->frames->verb_is_last ? reader->count - 1 : 0;
    bool is_left_out = false;
    for (size_t i = 0; i < reader->count; i++)
        if (i != deed && subject_is_common_name(reader, &reader->pieces[i]))
            reader->pieces[i].is_optional = is_left_out = true;
    for (size_t i = 0; is_left_out && i < reader->count; i++)
        if (i != deed && !reader->pieces[deed].is_light && share_of_pages(reader, &reader->pieces[i]) >= most_pages)
            reader->pieces[i].is_optional = true;
}

/* More than one name left out, or a single stem behind a first one, would let texts on other things pass. */
void subject_leave_out(struct subject_reader *reader)
{
    bool is_done = leave_out_last(reader);
    if (!is_done && subject_is_task(reader) && reader->count >= 2)
        leave_out_things(reader);
    else if (!is_done && !subject_is_task(reader) && reader->count >= 3)
        reader->pieces[0].is_optional = subject_is_common_name(reader, &reader->pieces[0]);
    for (size_t i = 0; i < reader->count; i++)
        reader->pieces[i].is_beginning = reader->pieces[i].is_optional && begins_name(reader, &reader->pieces[i], 0.2);
}
