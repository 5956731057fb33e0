#include "research/topic/subject/sets.h"

#include "research/topic/subject/names.h"
#include "research/topic/subject/optional.h"
#include "research/topic/subject/pieces.h"

/* Takes the pieces that are left out from the others; their stems come last. */
static size_t put_optional_last(struct subject_reader *reader)
{
    struct subject_piece optional[SUBJECT_STEMS] = {0};
    size_t needed = 0, left_out = 0;
    for (size_t i = 0; i < reader->count; i++) {
        const struct subject_piece piece = reader->pieces[i];
        if (piece.is_optional)
            optional[left_out++] = piece;
        else
            reader->pieces[needed++] = piece;
    }
    memcpy(reader->pieces + needed, optional, left_out * sizeof *optional);
    return needed;
}

/* The place of the noun that the others describe: without light words, before the first preposition, the last one, or
 * in languages that put it first the first. */
static size_t head_of(const struct subject_reader *reader, size_t needed, stem_set deed)
{
    size_t limit = 0, last = needed;
    for (size_t i = 0; i < reader->word_count && !limit; i++) {
        size_t behind = subject_behind_preposition(reader, i);
        limit = behind && subject_pieces_before(reader, behind) ? behind : 0;
    }
    bool first = reader->frames->head_is_first;
    for (size_t i = 0; i < needed; i++) {
        const struct subject_piece *piece = &reader->pieces[i];
        bool is_behind = limit && !first && piece->word >= limit;
        if (piece->is_light || (deed & stem_bit(i)) || (is_behind && last < needed))
            continue;
        if (!first || last == needed)
            last = i;
    }
    if (last < needed)
        return last;
    return first || !needed ? 0 : needed - 1;
}

/* What a task does, if something that bears a subject is left. */
static stem_set deed_of(const struct subject_reader *reader, size_t needed)
{
    size_t at = reader->frames->verb_is_last && needed ? needed - 1 : 0;
    if (subject_is_task(reader) && needed == 1 && reader->count > 1)
        return stem_bit(at); /* nothing else is left: "upgrade debian" */
    if (!subject_is_task(reader) || needed < 2)
        return 0;
    for (size_t i = 0; i < needed; i++)
        if (i != at && !reader->pieces[i].is_light)
            return stem_bit(at);
    return 0;
}

static stem_set tail_of(const struct subject_reader *reader, size_t needed)
{
    stem_set tail = 0;
    size_t limit = 0;
    for (size_t i = 0; i < reader->word_count && !limit; i++) {
        size_t behind = subject_behind_preposition(reader, i);
        limit = behind && subject_pieces_before(reader, behind) ? behind : 0;
    }
    for (size_t i = 0; limit && i < needed; i++)
        tail |= reader->pieces[i].word >= limit ? stem_bit(i) : 0;
    return tail;
}

static bool is_foreign(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    if (!topic_pages_with(reader->topic->corpus, reader->query, piece->stem))
        return true;
    return !(phrases && phrases->nouns_are_capitalised) && subject_is_name(reader, piece);
}

void subject_sets_read(struct subject_reader *reader)
{
    struct topic_match *match = reader->match;
    size_t needed = put_optional_last(reader);
    match->count = needed;
    match->pages = reader->pages;
    for (size_t i = 0; i < needed; i++) {
        match->needed |= stem_bit(i);
        match->strong |= reader->pieces[i].is_light ? 0 : stem_bit(i);
        match->words[i] = reader->pieces[i].written;
    }
    match->is_light_alone = !match->strong && !subject_is_task(reader);
    if (!match->strong)
        match->strong = match->needed;
    bool has_other = stems_count(match->strong) > 1 && (match->strong & stem_bit(0));
    if (needed == reader->count && has_other && !subject_is_task(reader) &&
        subject_is_common_name(reader, &reader->pieces[0]))
        match->strong &= ~stem_bit(0);
    match->deed = deed_of(reader, needed);
    for (size_t i = 0; i < needed; i++)
        match->deed_is_light = match->deed_is_light || ((match->deed & stem_bit(i)) && reader->pieces[i].is_light);
    size_t head = head_of(reader, needed, match->deed);
    match->head = needed ? stem_bit(head) : 0;
    match->tail = tail_of(reader, needed);
    for (size_t i = 0; i < needed; i++)
        if ((match->tail & stem_bit(i)) && is_foreign(reader, &reader->pieces[i]))
            match->foreign |= stem_bit(i);
    bool first = reader->frames->head_is_first;
    if (needed >= 3 && (first ? head + 1 < needed : head > 0))
        match->phrase = stem_bit(head) | stem_bit(first ? head + 1 : head - 1);
}

void subject_weigh(struct subject_reader *reader)
{
    double pages = (double)reader->pages;
    for (size_t i = 0; i < reader->match->count; i++) {
        double with = (double)topic_pages_with(reader->topic->corpus, reader->query, reader->pieces[i].stem);
        reader->match->idf[i] = with > pages ? 0 : word_rarity(with, pages);
    }
}
