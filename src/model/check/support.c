#include "model/check/compare.h"

/* --- words --- */

static bool is_ideograph(const struct worded *worded, size_t word)
{
    uint32_t codepoint;
    if (worded->words[word].end - worded->words[word].start < 3)
        return false;
    utf8_decode(worded->text, worded->words[word].start, &codepoint);
    return unicode_is_cjk(codepoint);
}

uint64_t content_hash(const struct worded *worded, size_t number)
{
    const struct word *word = &worded->words[number];
    if (word->is_stop)
        return 0;
    uint64_t hash = hash_of(word->stem, HASH_EMPTY);
    if (!is_ideograph(worded, number))
        return hash;
    bool has_next = number + 1 < worded->count && worded->words[number + 1].start == word->end;
    if (has_next && is_ideograph(worded, number + 1))
        return hash_of(worded->words[number + 1].stem, hash);
    bool has_previous = number > 0 && worded->words[number - 1].end == word->start && is_ideograph(worded, number - 1);
    return has_previous ? 0 : hash;
}

void content_add(struct arena *arena, struct hashes *hashes, const struct worded *worded)
{
    bool has_room = hashes_room(arena, hashes, worded->count);
    for (size_t i = 0; has_room && i < worded->count; i++) {
        uint64_t hash = content_hash(worded, i);
        if (hash)
            hashes->list[hashes->count++] = hash;
    }
    hashes_order(hashes);
}

/* Folded words and their stems, without possessive endings. */
static void add_names(struct arena *arena, struct hashes *hashes, const struct worded *worded)
{
    bool has_room = hashes_room(arena, hashes, 2 * worded->count);
    for (size_t i = 0; has_room && i < worded->count; i++) {
        struct str folded = worded->words[i].folded;
        if (str_ends(folded, STR("'s")))
            folded.len -= 2;
        hashes->list[hashes->count++] = hash_of(folded, HASH_EMPTY);
        hashes->list[hashes->count++] = hash_of(worded->words[i].stem, HASH_EMPTY);
    }
    hashes_order(hashes);
}

/* --- passages --- */

static void number_sentences(struct arena *arena, const struct language *language, struct pack_passage *passage)
{
    struct sentence *sentences;
    size_t count, at = 0;
    passage->sentences = ARENA_ARRAY(arena, passage->worded.count, size_t);
    if (sentences_split(arena, passage->text, language, &sentences, &count, NULL))
        arena_fail(arena);
    if (arena_failed(arena))
        return;
    for (size_t i = 0; i < passage->worded.count; i++) {
        while (at + 1 < count && passage->worded.words[i].start >= sentences[at].end)
            at++;
        passage->sentences[i] = at;
    }
}

/* Bytes of a passage that are enough to tell its language. */
enum { ENOUGH_TO_TELL = 500 };

static void read_passage(struct arena *arena, const struct language *language, struct str text, struct str heading,
                         struct str name, struct pack_passage *passage)
{
    struct worded headed, named;
    *passage = (struct pack_passage){.text = text, .heading = heading};
    if (worded_split(arena, text, language, &passage->worded, NULL) ||
        worded_split(arena, heading, language, &headed, NULL) || worded_split(arena, name, language, &named, NULL)) {
        arena_fail(arena);
        return;
    }
    number_sentences(arena, language, passage);
    struct str start = {text.data, text.len < ENOUGH_TO_TELL ? text.len : ENOUGH_TO_TELL};
    const struct language *own = text.len ? language_detect(start) : NULL;
    passage->is_foreign = own && language && language->stop_words && own != language;
    content_add(arena, &passage->heading_stems, &headed);
    content_add(arena, &passage->stems, &headed);
    content_add(arena, &passage->stems, &passage->worded);
    add_names(arena, &passage->names, &passage->worded);
    add_names(arena, &passage->names, &headed);
    add_names(arena, &passage->names, &named);
    facts_find(arena, &passage->worded, language, &passage->facts);
}

void pack_read(struct arena *arena, const struct check_material *material, struct pack *pack)
{
    *pack = (struct pack){.material = material, .wording = wording_of(material->language), .count = material->count};
    pack->passages = ARENA_ARRAY(arena, pack->count, struct pack_passage);
    read_passage(arena, material->language, material->allowed, STR(""), STR(""), &pack->allowed);
    for (size_t i = 0; i < pack->count && !arena_failed(arena); i++) {
        const struct model_excerpt *excerpt = &material->excerpts[i];
        read_passage(arena, material->language, excerpt->text, excerpt->heading, excerpt->name, &pack->passages[i]);
    }
}

void claim_read(struct arena *arena, const struct pack *pack, struct str text, struct claim *claim)
{
    const struct language *language = pack->material->language;
    *claim = (struct claim){.worded.text = STR("")};
    if (arena_failed(arena) || worded_split(arena, text, language, &claim->worded, NULL)) {
        arena_fail(arena);
        claim->worded = (struct worded){.text = STR("")};
        return;
    }
    facts_find(arena, &claim->worded, language, &claim->facts);
    content_add(arena, &claim->stems, &claim->worded);
}

/* Shared words that a figure needs beside it, in its sentence of the passage or the ones before and behind. */
enum { WORDS_BESIDE_FIGURE = 2 };

static double support_share_of(const struct hashes *wanted, const struct hashes *there)
{
    size_t found = 0;
    for (size_t i = 0; i < wanted->count; i++)
        found += hashes_have(there, wanted->list[i]);
    return wanted->count ? (double)found / (double)wanted->count : 0;
}

/* --- figures --- */

/* The plain word for a small figure: "9" is "nine". Empty: there is none. */
static struct str word_for(const struct wording *wording, struct str figure)
{
    size_t value = 0;
    for (size_t i = 0; i < figure.len && i < 3; i++)
        value = value * 10 + (size_t)(figure.data[i] - '0');
    for (size_t i = 1; wording && wording->numbers && wording->numbers[i - 1] && figure.len <= 2; i++)
        if (i == value)
            return str_from(wording->numbers[i - 1]);
    return STR("");
}

static bool passage_has_figure(const struct pack *pack, const struct pack_passage *passage, struct str figure)
{
    for (size_t i = 0; i < passage->facts.count; i++)
        if (passage->facts.list[i].kind == FACT_FIGURE && str_eq(passage->facts.list[i].text, figure))
            return true;
    struct str plain = word_for(pack->wording, figure);
    return plain.len && hashes_have(&passage->names, hash_of(plain, HASH_EMPTY));
}

/* How many different content words of the claim stand in the sentences around that of the passage's word? */
static size_t words_beside(const struct claim *claim, const struct pack_passage *passage, size_t word)
{
    size_t here = passage->sentences[word], first = word, found = 0, shared = 0;
    uint64_t seen[WORDS_BESIDE_FIGURE];
    while (first > 0 && passage->sentences[first - 1] + 1 >= here)
        first--;
    for (size_t i = first; i < passage->worded.count && passage->sentences[i] <= here + 1; i++) {
        uint64_t hash = i == word ? 0 : content_hash(&passage->worded, i);
        bool is_new = hash && hashes_have(&claim->stems, hash);
        for (size_t k = 0; k < found && is_new; k++)
            is_new = seen[k] != hash;
        if (!is_new)
            continue;
        seen[found++] = hash;
        if (found == WORDS_BESIDE_FIGURE)
            return found;
    }
    for (size_t i = 0; i < claim->stems.count; i++)
        shared += hashes_have(&passage->heading_stems, claim->stems.list[i]);
    return found + shared;
}

static bool support_is_beside(const struct claim *claim, const struct pack_passage *passage, size_t word)
{
    size_t wanted = WORDS_BESIDE_FIGURE;
    if (claim->stems.count < WORDS_BESIDE_FIGURE + 1) /* the figure itself is one of them */
        wanted = claim->stems.count ? claim->stems.count - 1 : 0;
    return wanted == 0 || words_beside(claim, passage, word) >= wanted;
}

/* "Or more" stands behind its figure; other qualifiers there belong to the next one. */
static bool is_or(struct str folded)
{
    static const char *const words[] = {"or", "oder", "ou", "o", "of", NULL};
    return word_list_has(words, folded);
}

/* Which families of qualifiers stand right before or behind the word? One bit each. */
static unsigned qualifiers_at(const struct wording *wording, const struct worded *worded, size_t word)
{
    enum { BEFORE = 4, BEHIND = 4 };
    unsigned families = 0;
    size_t first = word > BEFORE ? word - BEFORE : 0;
    for (int family = 0; wording && family < QUALIFIERS; family++)
        for (size_t at = first, end; at < worded->count && at <= word + BEHIND; at++)
            if (at != word && pattern_begins(wording->qualifiers[family], worded, at, &end) &&
                (at > word ? at <= word + 2 && is_or(worded->words[at].folded) : end <= word + 1))
                families |= 1u << family;
    return families;
}

/* What the claim says of a figure must stand there too. "Nearly" and "about" may go both ways with what is more or
 * less. */
bool support_keeps_limit(const struct pack *pack, const struct claim *claim, const struct fact *figure,
                         const struct pack_passage *passage)
{
    unsigned own = qualifiers_at(pack->wording, &claim->worded, figure->word);
    bool found = false;
    for (size_t i = 0; i < passage->facts.count; i++) {
        const struct fact *there = &passage->facts.list[i];
        if (there->kind != FACT_FIGURE || !str_eq(there->text, figure->text) ||
            !support_is_beside(claim, passage, there->word))
            continue;
        unsigned its = qualifiers_at(pack->wording, &passage->worded, there->word);
        found = true;
        if ((its & ~own) == 0 && ((own & its) || own == 0 || its == 0))
            return true;
    }
    return !found;
}

/* --- names, code, quotations --- */

/* A quotation may lack the stop of its sentence. */
static struct str without_stop(struct str text)
{
    while (text.len && memchr(".,;:!?", text.data[text.len - 1], 6))
        text.len--;
    return text;
}

static bool passage_has(const struct pack_passage *passage, const struct fact *fact)
{
    struct str text = fact->text;
    switch (fact->kind) {
    case FACT_NAME:
        if (hashes_have(&passage->names, hash_of(text, HASH_EMPTY)))
            return true;
        return str_ends(text, STR("s")) &&
               hashes_have(&passage->names, hash_of((struct str){text.data, text.len - 1}, HASH_EMPTY));
    case FACT_QUOTATION:
        text = without_stop(text);
        return str_ifind(passage->text, text, 0) < passage->text.len;
    case FACT_CODE:
        text = str_trim(text);
        return str_find(passage->text, text, 0) < passage->text.len ||
               str_find(passage->heading, text, 0) < passage->heading.len;
    case FACT_FIGURE:
        break;
    }
    return false;
}

bool passage_states(const struct pack *pack, const struct pack_passage *passage, const struct fact *fact)
{
    if (fact->kind != FACT_FIGURE)
        return passage_has(passage, fact);
    return passage_has_figure(pack, passage, fact->text) ||
           str_find(passage->heading, fact->text, 0) < passage->heading.len;
}

bool pack_has_fact(const struct pack *pack, const struct fact *fact)
{
    for (size_t i = 0; i <= pack->count; i++)
        if (passage_states(pack, i < pack->count ? &pack->passages[i] : &pack->allowed, fact))
            return true;
    return false;
}

bool pack_has_code_pieces(const struct pack *pack, struct str code)
{
    struct str piece;
    while (str_split(&code, ' ', &piece))
        if (piece.len && !pack_has_fact(pack, &(struct fact){.kind = FACT_CODE, .text = piece}))
            return false;
    return true;
}

double check_support(const struct language *language, struct str sentence, struct str text)
{
    struct arena *arena = arena_new();
    struct worded said, there;
    struct hashes wanted = {0}, found = {0};
    double share = 0;
    if (arena && !worded_split(arena, sentence, language, &said, NULL) &&
        !worded_split(arena, text, language, &there, NULL)) {
        content_add(arena, &wanted, &said);
        content_add(arena, &found, &there);
        share = arena_failed(arena) ? 0 : support_share_of(&wanted, &found);
    }
    arena_free(arena);
    return share;
}
