#include "research/topic/subject/names.h"

#include "text/unicode.h"

bool topic_number(const struct corpus *corpus, struct str stem, uint32_t *number)
{
    *number = vocabulary_find(&corpus->vocabulary, stem);
    return *number != NO_WORD;
}

size_t topic_pages(const struct corpus *corpus, const struct topic_query *query)
{
    if (query->collection)
        return query->collection->pages;
    size_t pages = 0;
    for (size_t i = 0; i < corpus->page_count; i++)
        pages += !corpus->pages[i].language || corpus->pages[i].language == corpus->language;
    return pages;
}

static bool has(const struct terms *terms, uint32_t number)
{
    for (size_t i = 0; i < terms->count; i++)
        if (terms->ids[i] == number)
            return true;
    return false;
}

static bool is_on_page(const struct corpus *corpus, size_t page, uint32_t number, size_t *statement, size_t *section)
{
    bool found = false;
    for (; *section < corpus->section_count && corpus->sections[*section].page == page; ++*section)
        found = found || has(&corpus->sections[*section].terms, number);
    for (; *statement < corpus->statement_count; ++*statement) {
        const struct statement *said = &corpus->statements[*statement];
        if (corpus->sections[said->section].page != page)
            break;
        found = found || has(&said->terms, number);
    }
    return found;
}

/* All zero when the collection does not know it. */
static struct topic_stem look_up(const struct topic_collection *collection, struct str stem)
{
    for (size_t i = 0; i < collection->stem_count; i++)
        if (str_eq(collection->stems[i].stem, stem))
            return collection->stems[i];
    return (struct topic_stem){.stem = stem};
}

size_t topic_pages_with(const struct corpus *corpus, const struct topic_query *query, struct str stem)
{
    if (query->collection)
        return look_up(query->collection, stem).pages;
    uint32_t number;
    size_t pages = 0, statement = 0, section = 0;
    if (!topic_number(corpus, stem, &number))
        return 0;
    for (size_t i = 0; i < corpus->page_count; i++)
        pages += is_on_page(corpus, i, number, &statement, &section);
    return pages;
}

/* --- names --- */

struct places {
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

static void count_places(struct str text, struct str word, struct places *places)
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
    struct places places = {0};
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

bool topic_is_name(const struct corpus *corpus, const struct topic_query *query, struct str stem, struct str written)
{
    if (!query->collection)
        return is_name_in_pages(corpus, written);
    struct topic_stem known = look_up(query->collection, stem);
    return is_name_in_collection(&known) || is_name_in_titles(query->collection, &known);
}

bool topic_begins_name(const struct topic_query *query, struct str stem, double share)
{
    const struct topic_collection *collection = query->collection;
    for (size_t i = 0; collection && i < collection->stem_count; i++) {
        const struct topic_stem *one = &collection->stems[i];
        if (one->stem.len != stem.len + 1 || one->stem.data[stem.len] != '*' || !str_starts(one->stem, stem))
            continue;
        return is_name_in_collection(one) && (double)one->pages >= share * (double)collection->pages;
    }
    return false;
}
