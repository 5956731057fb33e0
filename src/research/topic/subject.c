/* Constants: measured on requests for titles, headings and link texts of 27 packages of documentation in four
 * languages, half of them with the pages that answer taken away. */
#include "research/topic/survey.h"

static bool is_hidden(const struct topic_match *match, uint32_t term)
{
    return term < match->known && match->is_hidden[term];
}

stem_set match_at(const struct topic_match *match, const struct terms *terms, size_t at)
{
    uint32_t term = terms->ids[at];
    stem_set held = term < match->known ? match->held[term] : 0;
    for (size_t i = 0; i < match->compound_count; i++) {
        const struct compound *compound = &match->compounds[i];
        bool is_left = term == compound->left && at + 1 < terms->count && terms->ids[at + 1] == compound->right;
        bool is_right = term == compound->right && at && terms->ids[at - 1] == compound->left;
        held |= is_left || is_right ? compound->stem : 0;
    }
    return held;
}

stem_set match_all(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    for (size_t i = 0; i < terms->count; i++)
        held |= match_at(match, terms, i);
    return held;
}

stem_set match_near(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = match_all(match, terms);
    for (size_t i = 0; i < terms->count; i++)
        held |= terms->ids[i] < match->known ? match->near[terms->ids[i]] : 0;
    return held;
}

bool match_holds(const struct topic_match *match, const struct terms *terms, stem_set wanted, size_t slack)
{
    size_t size = set_count(wanted) + slack;
    for (size_t i = 0; wanted && i < terms->count; i++) {
        stem_set held = match_at(match, terms, i);
        size_t used = 1;
        for (size_t j = i + 1; (held & wanted) && j < terms->count && used < size; j++) {
            if (is_hidden(match, terms->ids[j]))
                continue;
            held |= match_at(match, terms, j);
            used++;
        }
        if ((held & wanted) == wanted)
            return true;
    }
    return false;
}

static bool stands_before(const struct terms *terms, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (terms->ids[i] == terms->ids[at])
            return true;
    return false;
}

double match_likeness(const struct topic_match *match, const struct terms *terms)
{
    stem_set held = 0;
    size_t others = 0;
    for (size_t i = 0; i < terms->count; i++) {
        stem_set here = match_at(match, terms, i) & match->needed;
        held |= here;
        others += !here && !is_hidden(match, terms->ids[i]) && !stands_before(terms, i);
    }
    size_t shared = set_count(held), size = shared + others + set_count(match->needed);
    return size ? 2.0 * (double)shared / (double)size : 0;
}

double match_weight(const struct topic_match *match, stem_set set)
{
    double held = 0, all = 0;
    for (size_t i = 0; i < match->count; i++) {
        all += match->idf[i];
        held += set >> i & 1 ? match->idf[i] : 0;
    }
    return all > 0 ? held / all : 0;
}

/* A stem of the subject while it is read. */
struct subject_piece {
    struct str stem, written; /* written: folded */
    struct str behind_hyphen; /* what is left of it in the stem of a longer word: "fil" in "apt-fil" */
    struct str bare;          /* of a phrasal verb its stem without the particle, which texts do not keep; else empty */
    size_t word;              /* number of its word in the subject */
    bool is_light, is_optional;
    bool is_beginning; /* of the name that it stands for: words that begin with it are left out too */
};

struct subject_reader {
    struct topic *topic;
    const struct topic_query *query;
    struct arena *arena;
    struct topic_match *match;
    const struct language *language;
    const struct keyword_words *frames; /* never NULL */
    struct stemmer *stemmer;
    struct word *words;
    size_t word_count;
    struct subject_piece pieces[SUBJECT_STEMS];
    size_t count;
    size_t pages; /* of the collection */
};

static stem_set stem_bit(size_t at)
{
    return (stem_set)1 << at;
}

/* --- in how many pages a stem occurs --- */

/* The number of a stem in the vocabulary; false: no text has it. */
static bool find_number(const struct corpus *corpus, struct str stem, uint32_t *number)
{
    *number = vocabulary_find(&corpus->vocabulary, stem);
    return *number != NO_WORD;
}

/* The pages of the query's collection, or else of the corpus in its language. */
static size_t subject_count_pages(const struct corpus *corpus, const struct topic_query *query)
{
    if (query->collection)
        return query->collection->pages;
    size_t pages = 0;
    for (size_t i = 0; i < corpus->page_count; i++)
        pages += !corpus->pages[i].language || corpus->pages[i].language == corpus->language;
    return pages;
}

static bool is_on_page(const struct corpus *corpus, size_t page, uint32_t number, size_t *statement, size_t *section)
{
    bool found = false;
    for (; *section < corpus->section_count && corpus->sections[*section].page == page; ++*section)
        found = found || terms_have(&corpus->sections[*section].terms, number);
    for (; *statement < corpus->statement_count; ++*statement) {
        const struct statement *said = &corpus->statements[*statement];
        if (corpus->sections[said->section].page != page)
            break;
        found = found || terms_have(&said->terms, number);
    }
    return found;
}

/* All zero when the collection does not know it. */
static struct topic_stem subject_look_up(const struct topic_collection *collection, struct str stem)
{
    for (size_t i = 0; i < collection->stem_count; i++)
        if (str_eq(collection->stems[i].stem, stem))
            return collection->stems[i];
    return (struct topic_stem){.stem = stem};
}

static size_t pages_with(const struct subject_reader *reader, struct str stem)
{
    const struct corpus *corpus = reader->topic->corpus;
    if (reader->query->collection)
        return subject_look_up(reader->query->collection, stem).pages;
    uint32_t number;
    size_t pages = 0, statement = 0, section = 0;
    if (!find_number(corpus, stem, &number))
        return 0;
    for (size_t i = 0; i < corpus->page_count; i++)
        pages += is_on_page(corpus, i, number, &statement, &section);
    return pages;
}

/* --- names --- */

struct subject_places {
    size_t all, capitals; /* in the middle of sentences */
};

static bool is_letter_at(struct str text, size_t at)
{
    uint32_t codepoint = 0;
    if (at < text.len)
        utf8_decode(text, at, &codepoint);
    return unicode_is_letter(codepoint);
}

/* Behind a small letter or a comma and one blank. */
static bool is_in_mid_sentence(struct str text, size_t at)
{
    if (at < 2 || text.data[at - 1] != ' ')
        return false;
    char before = text.data[at - 2];
    return before == ',' || (before >= 'a' && before <= 'z') || (unsigned char)before >= 0x80;
}

static void count_places(struct str text, struct str word, struct subject_places *places)
{
    for (size_t at = str_ifind(text, word, 0); at < text.len; at = str_ifind(text, word, at + word.len)) {
        uint32_t codepoint;
        if (!is_in_mid_sentence(text, at) || is_letter_at(text, at + word.len))
            continue;
        utf8_decode(text, at, &codepoint);
        places->all++;
        places->capitals += unicode_is_upper(codepoint);
    }
}

/* Four of five places, of five at least. */
static bool is_name_in_pages(const struct corpus *corpus, struct str written)
{
    enum { FEWEST = 5 };
    struct subject_places places = {0};
    for (size_t i = 0; i < corpus->page_count; i++)
        for (size_t j = 0; j < corpus->pages[i].count; j++)
            if (corpus->pages[i].blocks[j].kind != BLOCK_CODE && corpus->pages[i].blocks[j].kind != BLOCK_HEADING)
                count_places(corpus->pages[i].blocks[j].text, written, &places);
    return places.all >= FEWEST && places.capitals * 5 >= places.all * 4;
}

/* Each page says by most of its places whether the word is a name there; where it stands only at the beginning of
 * sentences it is none, so that half of the pages are enough. */
static bool is_name_in_collection(const struct topic_stem *known)
{
    enum { FEWEST = 3 };
    return known->naming >= FEWEST && known->naming * 2 >= known->pages;
}

/* The name of the product stands in the titles of pages that say nothing else of it: of what half of the pages have, a
 * twentieth of them tells. */
static bool is_name_in_titles(const struct topic_collection *collection, const struct topic_stem *known)
{
    enum { FEWEST = 3, OF = 20 };
    return known->naming >= FEWEST && known->pages * 2 >= collection->pages && known->naming * OF >= known->pages;
}

/* Is the word written with a capital in the middle of sentences? Asked of the collection by its stem, else of the
 * pages' text by its written form. */
static bool subject_is_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct topic_collection *collection = reader->query->collection;
    if (!collection)
        return is_name_in_pages(reader->topic->corpus, piece->written);
    struct topic_stem known = subject_look_up(collection, piece->stem);
    return is_name_in_collection(&known) || is_name_in_titles(collection, &known);
}

/* Does it begin a name that so large a share of the pages has? People write "postgres" for "PostgreSQL". Only a
 * collection knows. */
static bool begins_name(const struct subject_reader *reader, const struct subject_piece *piece, double share)
{
    enum { SHORTEST = 5 };
    const struct topic_collection *collection = reader->query->collection;
    struct str stem = piece->stem;
    for (size_t i = 0; collection && stem.len >= SHORTEST && i < collection->stem_count; i++) {
        const struct topic_stem *one = &collection->stems[i];
        if (one->stem.len != stem.len + 1 || one->stem.data[stem.len] != '*' || !str_starts(one->stem, stem))
            continue;
        return is_name_in_collection(one) && (double)one->pages >= share * (double)collection->pages;
    }
    return false;
}

/* --- its stems in order --- */

/* The text without its hyphens, in the arena; data NULL, as below: memory ran out. */
static struct str joined(struct subject_reader *reader, struct str text)
{
    char *out = arena_alloc(reader->arena, text.len + 1);
    size_t length = 0;
    for (size_t i = 0; out && i < text.len; i++)
        if (text.data[i] != '-')
            out[length++] = text.data[i];
    return (struct str){out, length};
}

static struct str copy_of(struct subject_reader *reader, struct str text)
{
    const char *copy = text.data ? arena_copy_n(reader->arena, text.data, text.len) : NULL;
    return (struct str){copy, copy ? text.len : 0};
}

/* The stem of a folded text, which is copied. */
static struct str stem_of(struct subject_reader *reader, struct str folded)
{
    return folded.data ? copy_of(reader, stemmer_stem(reader->stemmer, folded)) : folded;
}

static bool is_stop(const struct subject_reader *reader, struct str folded)
{
    return language_is_stop_word(reader->language, folded);
}

/* The stem of "apt-file" is "apt-fil", but that of "file" is "file". */
static struct str stem_behind_hyphen(struct subject_reader *reader, struct str written)
{
    static const char before[] = "abab-"; /* long enough for every rule of a stemmer */
    struct str stem = stem_of(reader, str_from(arena_printf(reader->arena, "%s%.*s", before, STR_ARG(written))));
    if (!stem.data || stem.len < sizeof before)
        return stem.data ? written : stem;
    return (struct str){stem.data + sizeof before - 1, stem.len - (sizeof before - 1)};
}

/* Adds a stem unless it is there. */
static void subject_add_piece(struct subject_reader *reader, struct str written, size_t word)
{
    struct str stem = stem_of(reader, written), behind = stem_behind_hyphen(reader, written);
    if (!stem.data || !behind.data)
        return;
    for (size_t i = 0; i < reader->count; i++)
        if (str_eq(reader->pieces[i].stem, stem))
            return;
    if (reader->count < SUBJECT_STEMS)
        reader->pieces[reader->count++] =
            (struct subject_piece){.stem = stem, .written = written, .behind_hyphen = behind, .word = word};
}

/* Are all parts between the hyphens words that could stand alone? Not those of "plug-in", "utf-8", "e-mail". */
static bool parts_stand_alone(const struct subject_reader *reader, struct str text)
{
    struct str rest = text, part;
    while (str_split(&rest, '-', &part))
        if (part.len < 2 || is_stop(reader, part))
            return false;
    return true;
}

static void subject_add_word(struct subject_reader *reader, size_t at)
{
    struct str folded = reader->words[at].folded, rest = folded, part, stem = reader->words[at].stem;
    if (stem.len > folded.len && (unsigned char)folded.data[0] >= 0xE3) /* a pair of CJK characters */
        subject_add_piece(reader, stem, at);
    else if (str_find(folded, STR("-"), 0) == folded.len)
        subject_add_piece(reader, folded, at);
    else if (!parts_stand_alone(reader, folded))
        subject_add_piece(reader, joined(reader, folded), at);
    else
        while (str_split(&rest, '-', &part))
            subject_add_piece(reader, part, at);
}

/* "back up" is "backup" where two pages have that word; headings may have it in two words too. */
static bool add_phrasal_verb(struct subject_reader *reader, size_t at)
{
    const struct word *verb = &reader->words[at];
    if (at + 1 >= reader->word_count || !word_list_has(reader->frames->particles, verb[1].folded) ||
        word_list_has(reader->frames->prepositions, verb->folded))
        return false;
    char *text = arena_printf(reader->arena, "%.*s%.*s", STR_ARG(verb->folded), STR_ARG(verb[1].folded));
    size_t count = reader->count;
    if (pages_with(reader, stem_of(reader, str_from(text))) < 2)
        return false;
    subject_add_piece(reader, str_from(text), at);
    if (reader->count > count)
        reader->pieces[count].bare = verb->stem;
    return true;
}

/* By their stems, as the list holds one form of each word. */
static void find_light(struct subject_reader *reader)
{
    for (const char *const *word = reader->frames->light; word && *word; word++) {
        struct str stem = stemmer_stem(reader->stemmer, str_from(*word));
        for (size_t i = 0; i < reader->count; i++)
            reader->pieces[i].is_light |= str_eq(stem, reader->pieces[i].stem);
    }
}

/* "10 herbs for a windowsill": how many there are to be is no subject. */
static bool begins_with_number(const struct subject_reader *reader)
{
    enum { MOST_DIGITS = 3 };
    struct str word = reader->word_count ? reader->words[0].folded : STR("");
    bool is_number = word.len && word.len <= MOST_DIGITS;
    for (size_t i = 0; i < word.len; i++)
        is_number = is_number && ascii_is_digit(word.data[i]);
    is_number = is_number || language_number(reader->language, word);
    for (size_t i = 1; is_number && i < reader->word_count; i++)
        if (!reader->words[i].is_stop)
            return true;
    return false;
}

static void read_pieces(struct subject_reader *reader)
{
    for (size_t i = begins_with_number(reader); i < reader->word_count; i++) {
        if (add_phrasal_verb(reader, i))
            i++;
        else if (!reader->words[i].is_stop)
            subject_add_word(reader, i);
    }
    find_light(reader);
}

/* The first word behind a preposition at this word: the next one, or the word itself with one elided in front. 0: there
 * is no preposition. */
static size_t behind_preposition(const struct subject_reader *reader, size_t at)
{
    struct str word = reader->words[at].folded;
    size_t apostrophe = str_find(word, STR("'"), 0);
    if (word_list_has(reader->frames->prepositions, word))
        return at + 1;
    bool elides = reader->language && reader->language->elides && apostrophe < word.len;
    return elides && at && word_list_has(reader->frames->prepositions, (struct str){word.data, apostrophe}) ? at : 0;
}

/* How many pieces stand before the word. */
static size_t pieces_before(const struct subject_reader *reader, size_t word)
{
    size_t count = 0;
    while (count < reader->count && reader->pieces[count].word < word)
        count++;
    return count;
}

/* --- names that it may lack: all of the collection is about them, "... in PostgreSQL" --- */

static double share_of_pages(const struct subject_reader *reader, const struct subject_piece *piece)
{
    size_t with = pages_with(reader, piece->stem);
    return reader->pages ? (double)with / (double)reader->pages : 0;
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
        size_t behind = behind_preposition(reader, i);
        from = behind ? behind : from;
    }
    size_t left = pieces_before(reader, from);
    if (!left || left == reader->count)
        return false;
    for (size_t i = left; i < reader->count; i++)
        if (!may_be_missing(reader, &reader->pieces[i]))
            return false;
    for (size_t i = left; i < reader->count; i++)
        reader->pieces[i].is_optional = true;
    return true;
}

/* Is it a name that a good part of the pages has? */
static bool is_common_name(const struct subject_reader *reader, const struct subject_piece *piece)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    double least = reader->pages >= MANY_PAGES ? 0.3 : 0.6;
    if (phrases && phrases->nouns_are_capitalised)
        return false;
    return (share_of_pages(reader, piece) >= least && subject_is_name(reader, piece)) ||
           begins_name(reader, piece, least);
}

static bool is_task(const struct subject_reader *reader)
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
        if (i != deed && is_common_name(reader, &reader->pieces[i]))
            reader->pieces[i].is_optional = is_left_out = true;
    for (size_t i = 0; is_left_out && i < reader->count; i++)
        if (i != deed && !reader->pieces[deed].is_light && share_of_pages(reader, &reader->pieces[i]) >= most_pages)
            reader->pieces[i].is_optional = true;
}

/* More than one name left out, or a single stem behind a first one, would let texts on other things pass. */
static void subject_leave_out(struct subject_reader *reader)
{
    bool is_done = leave_out_last(reader);
    if (!is_done && is_task(reader) && reader->count >= 2)
        leave_out_things(reader);
    else if (!is_done && !is_task(reader) && reader->count >= 3)
        reader->pieces[0].is_optional = is_common_name(reader, &reader->pieces[0]);
    for (size_t i = 0; i < reader->count; i++)
        reader->pieces[i].is_beginning = reader->pieces[i].is_optional && begins_name(reader, &reader->pieces[i], 0.2);
}

/* --- which stems must be there, which bear it --- */

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

/* The word behind the first preposition that has a stem before it; 0: there is none. */
static size_t behind_first_preposition(const struct subject_reader *reader)
{
    size_t limit = 0;
    for (size_t i = 0; i < reader->word_count && !limit; i++) {
        size_t behind = behind_preposition(reader, i);
        limit = behind && pieces_before(reader, behind) ? behind : 0;
    }
    return limit;
}

/* The place of the noun that the others describe: without light words, before the first preposition, the last one, or
 * in languages that put it first the first. */
static size_t head_of(const struct subject_reader *reader, size_t needed, stem_set deed)
{
    size_t limit = behind_first_preposition(reader), last = needed;
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
    if (is_task(reader) && needed == 1 && reader->count > 1)
        return stem_bit(at); /* nothing else is left: "upgrade debian" */
    if (!is_task(reader) || needed < 2)
        return 0;
    for (size_t i = 0; i < needed; i++)
        if (i != at && !reader->pieces[i].is_light)
            return stem_bit(at);
    return 0;
}

static stem_set tail_of(const struct subject_reader *reader, size_t needed)
{
    stem_set tail = 0;
    size_t limit = behind_first_preposition(reader);
    for (size_t i = 0; limit && i < needed; i++)
        tail |= reader->pieces[i].word >= limit ? stem_bit(i) : 0;
    return tail;
}

static void read_sets(struct subject_reader *reader)
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
    match->is_light_alone = !match->strong && !is_task(reader);
    if (!match->strong)
        match->strong = match->needed;
    bool has_other = set_count(match->strong) > 1 && (match->strong & stem_bit(0));
    if (needed == reader->count && has_other && !is_task(reader) && is_common_name(reader, &reader->pieces[0]))
        match->strong &= ~stem_bit(0);
    match->deed = deed_of(reader, needed);
    for (size_t i = 0; i < needed; i++)
        match->deed_is_light = match->deed_is_light || ((match->deed & stem_bit(i)) && reader->pieces[i].is_light);
    size_t head = head_of(reader, needed, match->deed);
    match->head = needed ? stem_bit(head) : 0;
    match->tail = tail_of(reader, needed);
}

static void subject_weigh(struct subject_reader *reader)
{
    double pages = (double)reader->pages;
    for (size_t i = 0; i < reader->match->count; i++) {
        double with = (double)pages_with(reader, reader->pieces[i].stem);
        reader->match->idf[i] = with > pages ? 0 : word_rarity(with, pages);
    }
}

/* --- which of them each stem of the corpus holds --- */

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
static stem_set hold_parts(struct subject_reader *reader, struct str stem)
{
    struct str rest = stem, part = {NULL, 0}, whole = joined(reader, stem);
    stem_set held = 0;
    while (str_split(&rest, '-', &part))
        if (part.len)
            held |= held_by(reader, part) | held_by(reader, stemmer_stem(reader->stemmer, part));
    for (size_t i = 0; i < reader->match->count; i++)
        held |= part.len && str_eq(part, reader->pieces[i].behind_hyphen) ? stem_bit(i) : 0;
    return whole.data ? held | held_by(reader, whole) | held_by(reader, stemmer_stem(reader->stemmer, whole)) : held;
}

/* Does the shorter one begin the longer one, with five bytes at least and half of its length? */
static bool is_form_of(struct str a, struct str b)
{
    enum { SHORTEST = 5 };
    if (word_is_identifier(a) || word_is_identifier(b))
        return false;
    struct str shorter = a.len < b.len ? a : b, longer = a.len < b.len ? b : a;
    return shorter.len >= SHORTEST && shorter.len * 2 >= longer.len && str_starts(longer, shorter);
}

static void subject_compare(struct subject_reader *reader, size_t number, struct str stem)
{
    struct topic_match *match = reader->match;
    stem_set *held = &match->held[number];
    *held = held_by(reader, stem);
    if (str_find(stem, STR("-"), 0) < stem.len)
        *held |= hold_parts(reader, stem);
    match->near[number] = *held;
    for (size_t i = 0; i < match->count; i++)
        if (is_form_of(stem, reader->pieces[i].stem))
            match->near[number] |= stem_bit(i);
    for (size_t i = match->count; i < reader->count; i++)
        if (str_eq(stem, reader->pieces[i].stem) ||
            (reader->pieces[i].is_beginning && str_starts(stem, reader->pieces[i].stem)))
            match->is_hidden[number] = true;
}

static void mark_light(struct subject_reader *reader)
{
    uint32_t number;
    for (const char *const *word = reader->frames->light; word && *word; word++) {
        struct str stem = stemmer_stem(reader->stemmer, str_from(*word));
        if (find_number(reader->topic->corpus, stem, &number) && number < reader->match->known)
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
        if (!find_number(corpus, stemmer_stem(reader->stemmer, right), &compound->right))
            continue;
        bool is_left = find_number(corpus, stemmer_stem(reader->stemmer, left), &compound->left);
        if (!is_left && left.data[cut - 1] == 's') {
            left.len--;
            is_left = find_number(corpus, stemmer_stem(reader->stemmer, left), &compound->left);
        }
        if (!is_left)
            continue;
        reader->match->compound_count++;
        return;
    }
}

static void compare_all(struct subject_reader *reader)
{
    const struct map *numbers = &reader->topic->corpus->vocabulary.numbers;
    struct topic_match *match = reader->match;
    match->known = numbers->count;
    match->held = ARENA_ARRAY(reader->arena, numbers->count + 1, stem_set);
    match->near = ARENA_ARRAY(reader->arena, numbers->count + 1, stem_set);
    match->is_hidden = ARENA_ARRAY(reader->arena, numbers->count + 1, bool);
    match->is_light = ARENA_ARRAY(reader->arena, numbers->count + 1, bool);
    if (!match->held || !match->near || !match->is_hidden || !match->is_light)
        return;
    mark_light(reader);
    for (size_t i = 0; i < numbers->count; i++)
        subject_compare(reader, i, numbers->entries[i].key);
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    for (size_t i = 0; i < match->count && phrases && phrases->nouns_are_capitalised; i++)
        split_compound(reader, i);
}

/* --- all of it --- */

/* A number of the vocabulary, or one that no text has. */
static uint32_t subject_number_of(const struct corpus *corpus, const struct subject_piece *piece, size_t at)
{
    uint32_t number;
    return find_number(corpus, piece->stem, &number) ? number : UINT32_MAX - 1 - (uint32_t)at;
}

static void list_numbers(struct subject_reader *reader)
{
    const struct corpus *corpus = reader->topic->corpus;
    struct topic_match *match = reader->match;
    uint32_t *optional = ARENA_ARRAY(reader->arena, reader->count + 1, uint32_t);
    if (!optional)
        return;
    for (size_t i = 0; i < match->count; i++)
        match->numbers[i] = subject_number_of(corpus, &reader->pieces[i], i);
    for (size_t i = match->count; i < reader->count; i++)
        optional[i - match->count] = subject_number_of(corpus, &reader->pieces[i], i);
    reader->topic->optional = (struct terms){optional, reader->count - match->count};
    topic_subject_list(reader->topic, match, reader->arena);
}

void topic_subject_list(struct topic *topic, const struct topic_match *match, struct arena *arena)
{
    uint32_t *needed = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    uint32_t *strong = ARENA_ARRAY(arena, match->count + 1, uint32_t);
    if (!needed || !strong)
        return;
    topic->terms = (struct terms){needed, 0};
    topic->strong = (struct terms){strong, 0};
    for (size_t i = 0; i < match->count; i++) {
        if (match->needed & stem_bit(i))
            needed[topic->terms.count++] = match->numbers[i];
        if (match->needed & match->strong & stem_bit(i))
            strong[topic->strong.count++] = match->numbers[i];
    }
}

static void subject_read_all(struct subject_reader *reader)
{
    words_split(reader->arena, reader->query->subject, reader->language, &reader->words, &reader->word_count, NULL);
    read_pieces(reader);
    subject_leave_out(reader);
    read_sets(reader);
    subject_weigh(reader);
    compare_all(reader);
    list_numbers(reader);
}

void topic_subject_read(struct topic *topic, const struct topic_query *query, struct arena *arena,
                        struct topic_match *match)
{
    static const struct keyword_words none;
    const struct language *language = topic->corpus->language;
    struct subject_reader reader = {
        .topic = topic,
        .query = query,
        .arena = arena,
        .match = match,
        .language = language,
        .frames = language && language->keyword_words ? language->keyword_words : &none,
        .stemmer = stemmer_new(language),
        .pages = subject_count_pages(topic->corpus, query),
    };
    *match = (struct topic_match){0};
    if (reader.stemmer)
        subject_read_all(&reader);
    else
        arena_fail(arena);
    stemmer_free(reader.stemmer);
}
