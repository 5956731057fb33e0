#include "research/topic/subject/vocabulary.h"

#include "research/topic/subject/names.h"

struct str subject_joined(struct subject_reader *reader, struct str text)
{
    char *out = arena_alloc(reader->arena, text.len + 1);
    size_t length = 0;
    for (size_t i = 0; out && i < text.len; i++)
        if (text.data[i] != '-')
            out[length++] = text.data[i];
    return (struct str){out, length};
}

/* The stems of the subject that one without hyphens holds: itself, or neighbours written as one word. */
static stem_set held_by(struct subject_reader *reader, struct str stem)
{
    stem_set held = 0;
    for (size_t i = 0; i < reader->match->count; i++) {
        const struct subject_piece *piece = &reader->pieces[i];
        if (str_eq(stem, piece->stem) || str_eq(stem, piece->written) || (piece->bare.len && str_eq(stem, piece->bare)))
            held |= stem_bit(i);
        struct str rest = stem;
        if (i + 1 == reader->match->count || !str_starts(stem, piece->written) || stem.len == piece->written.len)
            continue;
        rest.data += piece->written.len;
        rest.len -= piece->written.len;
        if (str_eq(rest, reader->pieces[i + 1].stem) || str_eq(rest, reader->pieces[i + 1].written))
            held |= stem_bit(i) | stem_bit(i + 1);
    }
    return held;
}

/* The same of a stem with hyphens: by its parts, or as one word. */
static enum status hold_parts(struct subject_reader *reader, struct str stem, stem_set *held)
{
    struct str rest = stem, part = {NULL, 0}, whole = subject_joined(reader, stem);
    if (!whole.data)
        return error_memory(reader->err);
    while (str_split(&rest, '-', &part))
        if (part.len)
            *held |= held_by(reader, part) | held_by(reader, stemmer_stem(reader->stemmer, part));
    for (size_t i = 0; i < reader->match->count; i++)
        *held |= part.len && str_eq(part, reader->pieces[i].behind_hyphen) ? stem_bit(i) : 0;
    *held |= held_by(reader, whole) | held_by(reader, stemmer_stem(reader->stemmer, whole));
    return OK;
}

/* Identifiers have no forms: "spi_gettype" is not "spi_gettypeid". */
static bool is_identifier(struct str stem)
{
    for (size_t i = 0; i < stem.len; i++)
        if (memchr("_.0123456789", stem.data[i], 12))
            return true;
    return false;
}

/* Does the shorter one begin the longer one, with five bytes at least and half of its length? */
static bool is_form_of(struct str a, struct str b)
{
    enum { SHORTEST = 5 };
    if (is_identifier(a) || is_identifier(b))
        return false;
    struct str shorter = a.len < b.len ? a : b, longer = a.len < b.len ? b : a;
    return shorter.len >= SHORTEST && shorter.len * 2 >= longer.len && str_starts(longer, shorter);
}

static enum status compare(struct subject_reader *reader, size_t number, struct str stem)
{
    struct topic_match *match = reader->match;
    stem_set *held = &match->held[number];
    *held = held_by(reader, stem);
    enum status status = str_find(stem, STR("-"), 0) < stem.len ? hold_parts(reader, stem, held) : OK;
    match->near[number] = *held;
    for (size_t i = 0; i < match->count; i++)
        if (is_form_of(stem, reader->pieces[i].stem))
            match->near[number] |= stem_bit(i);
    for (size_t i = match->count; i < reader->count; i++)
        if (str_eq(stem, reader->pieces[i].stem) ||
            (reader->pieces[i].is_beginning && str_starts(stem, reader->pieces[i].stem)))
            match->is_hidden[number] = true;
    return status;
}

static void mark_light(struct subject_reader *reader)
{
    uint32_t number;
    for (const char *const *word = reader->frames->light; word && *word; word++) {
        struct str stem = stemmer_stem(reader->stemmer, str_from(*word));
        if (topic_number(reader->topic->corpus, stem, &number) && number < reader->match->known)
            reader->match->is_light[number] = true;
    }
}

/* Two halves of a compound that both are words of the sources, with or without an "s" between them. */
static void split_compound(struct subject_reader *reader, size_t at)
{
    enum { SHORTEST = 4 };
    struct str word = reader->pieces[at].written;
    for (size_t cut = SHORTEST; cut + SHORTEST <= word.len; cut++) {
        struct compound *compound = &reader->match->compounds[reader->match->compound_count];
        struct str left = {word.data, cut}, right = {word.data + cut, word.len - cut};
        const struct corpus *corpus = reader->topic->corpus;
        compound->stem = stem_bit(at);
        if (!topic_number(corpus, stemmer_stem(reader->stemmer, right), &compound->right))
            continue;
        bool is_left = topic_number(corpus, stemmer_stem(reader->stemmer, left), &compound->left);
        if (!is_left && left.data[cut - 1] == 's') {
            left.len--;
            is_left = topic_number(corpus, stemmer_stem(reader->stemmer, left), &compound->left);
        }
        if (!is_left)
            continue;
        reader->match->compound_count++;
        return;
    }
}

enum status subject_compare(struct subject_reader *reader)
{
    const struct map *numbers = &reader->topic->corpus->vocabulary.numbers;
    struct topic_match *match = reader->match;
    match->known = numbers->count;
    match->held = ARENA_ARRAY(reader->arena, numbers->count + 1, stem_set);
    match->near = ARENA_ARRAY(reader->arena, numbers->count + 1, stem_set);
    match->is_hidden = ARENA_ARRAY(reader->arena, numbers->count + 1, bool);
    match->is_light = ARENA_ARRAY(reader->arena, numbers->count + 1, bool);
    if (!match->held || !match->near || !match->is_hidden || !match->is_light)
        return error_memory(reader->err);
    mark_light(reader);
    enum status status = OK;
    for (size_t i = 0; i < numbers->count && !status; i++)
        status = compare(reader, i, numbers->entries[i].key);
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    for (size_t i = 0; i < match->count && phrases && phrases->nouns_are_capitalised; i++)
        split_compound(reader, i);
    return status;
}
