/*
 * Occurrences: the places where phrases of the index stand in content.
 *
 * Nearly all of the time goes into waiting for memory: the tables of a big site are far larger than any cache, and each
 * word of the content leads to another place in them. So the content is gone over in levels: first all terms, then all
 * phrases of one word, then of two, and so on, and in each level the memory for the words to come is asked for ahead.
 */
#include "link/match/match_parts.h"

/*
 * What no link may cut in half: words that signs join ("in-process", "Node.js", "C++"), quotations of a few words,
 * which are names, and pairs of brackets or quotation marks.
 */
struct halves {
    const struct lexed *lexed;
    uint32_t *partners;   /* per lexeme: the sign that closes or opens this one, plus one; 0: it is no such sign */
    uint32_t *quotations; /* per lexeme: the sign that opens the short quotation in which it stands, plus one */
};

/* --- pairs --- */

/* Signs are known as the lexer folds them: an apostrophe is the sign that closes a single quotation. */
static const struct {
    const char *open, *close;
    bool quotes;
} pairs[] = {
    {"\"", "\"", true},          {"\u201C", "\u201D", true},  {"\u201E", "\u201C", true},  {"\u201E", "\u201D", true},
    {"\u00AB", "\u00BB", true},  {"\u00BB", "\u00AB", true},  {"\u2039", "\u203A", true},  {"\u203A", "\u2039", true},
    {"\u2018", "'", true},       {"\u201A", "\u2018", true},  {"\u201A", "'", true},       {"\u300C", "\u300D", true},
    {"\u300E", "\u300F", true},  {"\u300A", "\u300B", true},  {"\u3008", "\u3009", true},  {"(", ")", false},
    {"[", "]", false},           {"{", "}", false},           {"\uFF08", "\uFF09", false}, {"\uFF3B", "\uFF3D", false},
    {"\u3010", "\u3011", false}, {"\u3014", "\u3015", false},
};

enum { PAIRS = COUNT_OF(pairs), MOST_OPEN = 16 };

/* A sign that has no partner. */
#define ALONE UINT32_MAX

/* Half words of a quotation that is a name rather than a sentence. Of those, hardly any author links a part. */
enum { SHORT_QUOTATION = 2 * 8 };

struct opened {
    uint32_t lexeme;
    uint32_t kinds; /* bits: the pairs that it may open */
};

struct pairing {
    struct halves *halves;
    uint64_t open[PAIRS], close[PAIRS]; /* hashes */
    struct opened stack[MOST_OPEN];
    size_t depth;
};

/* Bits: the pairs that have the sign at that side. */
static uint32_t kinds_of(const uint64_t hashes[PAIRS], uint64_t hash)
{
    uint32_t kinds = 0;
    for (size_t i = 0; i < PAIRS; i++)
        kinds |= (uint32_t)(hashes[i] == hash) << i;
    return kinds;
}

static bool may_be_of_pair(const struct lexeme *lexeme)
{
    return lexeme->kind == LEXEME_SIGN && !(lexeme->marks & MARK_CONTINUES_WORD) &&
           (!lexeme->sign || lexeme_is_sign(lexeme, "\"'()[]{}"));
}

/* Does the lexeme stand right behind the one before it? */
static bool is_close(const struct lexed *lexed, size_t at)
{
    return at < lexed->count && (lexed->lexemes[at].marks & MARK_FOLLOWS_CLOSELY) &&
           !(lexed->lexemes[at].marks & MARK_STARTS_BLOCK);
}

static bool is_close_word(const struct lexed *lexed, size_t at)
{
    return is_close(lexed, at) && lexed->lexemes[at].kind != LEXEME_SIGN;
}

/* Marks what stands between the signs as one name, if it is short enough. */
static void note_quotation(struct halves *halves, size_t open, size_t close)
{
    const struct lexeme *lexemes = halves->lexed->lexemes;
    size_t half_words = 0;
    for (size_t i = open + 1; i < close && half_words <= SHORT_QUOTATION; i++)
        half_words += lexemes[i].kind == LEXEME_SIGN ? 0 : lexemes[i].kind == LEXEME_WORD ? 2 : 1;
    for (size_t i = open + 1; i < close && half_words <= SHORT_QUOTATION; i++)
        halves->quotations[i] = (uint32_t)open + 1;
}

/* Closes the pair that was opened last and may end with the sign; false: there is none. */
static bool close_pair(struct pairing *pairing, size_t at, uint32_t kinds)
{
    for (size_t i = pairing->depth; kinds && i-- > 0;) {
        uint32_t kind = pairing->stack[i].kinds & kinds;
        if (!kind)
            continue;
        size_t open = pairing->stack[i].lexeme;
        pairing->halves->partners[open] = (uint32_t)at + 1;
        pairing->halves->partners[at] = (uint32_t)open + 1;
        pairing->depth = i;
        if (pairs[__builtin_ctz(kind)].quotes)
            note_quotation(pairing->halves, open, at);
        return true;
    }
    return false;
}

static void pair(struct pairing *pairing, size_t at)
{
    const struct lexed *lexed = pairing->halves->lexed;
    const struct lexeme *sign = &lexed->lexemes[at];
    uint32_t opens = kinds_of(pairing->open, sign->hash), closes = kinds_of(pairing->close, sign->hash);
    bool is_straight = sign->sign == '"', is_apostrophe = sign->sign == '\'';
    if ((!is_straight || is_close(lexed, at)) && (!is_apostrophe || !is_close_word(lexed, at + 1)) &&
        close_pair(pairing, at, closes))
        return;
    if ((opens | closes) && !is_straight && !is_apostrophe)
        pairing->halves->partners[at] = ALONE;
    if (opens && pairing->depth < MOST_OPEN && (!is_straight || is_close(lexed, at + 1)))
        pairing->stack[pairing->depth++] = (struct opened){(uint32_t)at, opens};
}

/* What it finds lives in the arena, which notes want of memory. */
static void halves_find(const struct lexed *lexed, struct arena *arena, struct halves *halves)
{
    struct pairing pairing = {.halves = halves};
    *halves = (struct halves){.lexed = lexed,
                              .partners = ARENA_ARRAY(arena, lexed->count, uint32_t),
                              .quotations = ARENA_ARRAY(arena, lexed->count, uint32_t)};
    if (!halves->partners || !halves->quotations)
        return;
    for (size_t i = 0; i < PAIRS; i++) {
        pairing.open[i] = word_hash(str_from(pairs[i].open));
        pairing.close[i] = word_hash(str_from(pairs[i].close));
    }
    for (size_t i = 0; i < lexed->count; i++) {
        if (lexed->lexemes[i].marks & MARK_STARTS_BLOCK)
            pairing.depth = 0;
        if (may_be_of_pair(&lexed->lexemes[i]))
            pair(&pairing, i);
    }
}

/* --- halves --- */

/* "variance (ANOVA" */
static bool is_balanced(const struct halves *halves, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (halves->partners[i] && (halves->partners[i] <= first || halves->partners[i] > last))
            return false;
    return true;
}

static bool holds_word(const struct lexed *lexed, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++)
        if (lexed->lexemes[i].kind != LEXEME_SIGN)
            return true;
    return false;
}

/* A part of a short quotation, but for signs at its ends. */
static bool is_in_quotation(const struct halves *halves, size_t first, size_t last)
{
    uint32_t open = halves->quotations[first];
    return open &&
           (holds_word(halves->lexed, open, first) || holds_word(halves->lexed, last, halves->partners[open - 1] - 1));
}

static bool is_sign(const struct lexed *lexed, size_t at, const char *signs)
{
    return is_close(lexed, at) && lexeme_is_sign(&lexed->lexemes[at], signs);
}

/* Does a word go on behind `last`? "Absaug- und" is half a word, too; "Super+Tab" are two. */
static bool word_goes_on(const struct lexed *lexed, size_t last)
{
    if (is_sign(lexed, last, "-"))
        return !is_sign(lexed, last + 1, "-"); /* two are a dash */
    if (is_sign(lexed, last, "+"))
        return is_sign(lexed, last + 1, "+");
    if (is_sign(lexed, last, ":"))
        return is_sign(lexed, last + 1, ":/");
    return is_sign(lexed, last, "#") || (is_sign(lexed, last, "./\\&@") && is_close_word(lexed, last + 1));
}

/* What an apostrophe joins to the word before it, "'s"; but an article, "l'", begins no word. */
static bool is_behind_apostrophe(const struct lexed *lexed, size_t first)
{
    if (lexeme_is_sign(&lexed->lexemes[first], "'"))
        return is_close_word(lexed, first + 1) && lexed->lexemes[first - 1].kind != LEXEME_SIGN;
    return first > 1 && is_sign(lexed, first - 1, "'") && lexed->lexemes[first - 2].kind != LEXEME_SIGN &&
           lexed_skip_article(lexed, first - 2, first + 1) != first;
}

/* Did a word begin before `first`? ".htaccess", "#topic" and "/etc" begin with their signs. */
static bool began_before(const struct lexed *lexed, size_t first)
{
    if (!first || !is_close(lexed, first))
        return false;
    if (is_behind_apostrophe(lexed, first))
        return true;
    const struct lexeme *sign = &lexed->lexemes[first - 1];
    bool is_joined = first > 1 && is_close(lexed, first - 1);
    if (is_joined && lexed->lexemes[first - 2].kind != LEXEME_SIGN)
        return lexeme_is_sign(sign, "-./\\&@#~");
    if (is_joined && lexeme_is_sign(sign, ":"))
        return lexed->lexemes[first - 2].sign == ':';
    return lexeme_is_sign(sign, "/\\@#$~") || (!is_joined && lexeme_is_sign(sign, "."));
}

/* Would a link from the lexeme `first` to before `last` cut anything in half? */
static bool halves_are_cut(const struct halves *halves, size_t first, size_t last)
{
    return word_goes_on(halves->lexed, last) || began_before(halves->lexed, first) ||
           !is_balanced(halves, first, last) || is_in_quotation(halves, first, last);
}

/* --- terms --- */

/* Ask for the memory that index_find_term, index_find_edge and index_phrase_at will read first. */
static inline FETCHES void index_fetch_slot(const struct link_index *index, uint64_t hash)
{
    FETCH(&index->word_slots[index_home(hash, index->header.sections[SECTION_WORD_SLOTS].count)]);
}

static inline FETCHES void index_fetch_edge(const struct link_index *index, uint64_t hash)
{
    FETCH(&index->edges[index_home(hash, index->header.sections[SECTION_EDGES].count)]);
}

static inline FETCHES void index_fetch_node(const struct link_index *index, uint32_t node)
{
    FETCH(&index->edges[node - 1]);
}

/* Of a node that was found, and not the root. */
static inline bool index_may_have_child(const struct link_index *index, uint32_t node, uint32_t term)
{
    return index->edges[node - 1].children & index_child_class(term);
}

/* Lexemes ahead of the present one whose slots are asked for: enough for the memory, few enough for the cache. */
enum { AHEAD = 16 };

/* Forms of words that the site does not have are remembered by their hash, so that each is stemmed once. */
enum { KNOWN_FORMS = 1024 };

/* What takes more bytes than any word that is inflected is only looked up as it is written. */
enum { LONGEST_FORM = 1024 };

struct known_form {
    uint64_t hash;
    uint32_t term;
};

struct form_finder {
    const struct link_index *index;
    const struct language *language;
    struct stemmer *stemmer; /* made when the first word needs it */
    struct known_form *known;
    struct buf text, folded, plain, whole, room;
    bool failed;
};

/* The word as its language folds it; `out` is a buffer for it. */
static struct str fold_for_language(struct form_finder *forms, struct str word)
{
    const struct language *language = forms->language;
    if (!language || !(language->dotless_i || language->comma_below || language->bare_alef))
        return word; /* no language folds it further than it is */
    word_fold(&forms->folded, &forms->room, word, language);
    forms->failed |= forms->folded.failed || forms->room.failed;
    return forms->folded.len ? (struct str){forms->folded.data, forms->folded.len} : word;
}

static uint32_t find_stem(struct form_finder *forms, struct str word)
{
    if (!forms->stemmer)
        forms->stemmer = stemmer_new(forms->language);
    forms->failed |= !forms->stemmer;
    if (forms->failed)
        return INDEX_NO_TERM;
    struct str folded = fold_for_language(forms, word);
    if (forms->failed)
        return INDEX_NO_TERM;
    return index_find_term(forms->index, index_hash_stem(stemmer_stem(forms->stemmer, folded)));
}

/* The term of the word without accents, as the site has it or in another form. */
static uint32_t find_plain(struct form_finder *forms, struct str word)
{
    bool has_accents = word_strip_accents(&forms->plain, word);
    forms->failed |= forms->plain.failed;
    if (!has_accents || forms->failed)
        return INDEX_NO_TERM;
    struct str plain = {buf_text(&forms->plain), forms->plain.len};
    uint32_t term = index_find_term(forms->index, word_hash(plain));
    return term == INDEX_NO_TERM ? find_stem(forms, plain) : term;
}

/* The term of a word that the index does not have as it is written. */
static uint32_t find_form(struct form_finder *forms, const struct lexed *lexed, const struct lexeme *lexeme)
{
    if (lexeme->end - lexeme->start > LONGEST_FORM)
        return INDEX_NO_TERM;
    struct known_form *known = &forms->known[lexeme->hash % KNOWN_FORMS];
    if (known->hash == lexeme->hash)
        return known->term;
    struct str word = lexeme_fold(lexed, lexeme, &forms->text, &forms->room);
    forms->failed |= forms->text.failed;
    uint32_t term = forms->failed ? INDEX_NO_TERM : find_stem(forms, word);
    if (term == INDEX_NO_TERM && !forms->failed && lexeme->marks & MARK_NOT_ASCII)
        term = find_plain(forms, word);
    *known = (struct known_form){lexeme->hash, term};
    return term;
}

/* The term of the words around a hyphen as one word. */
static uint32_t find_whole(struct form_finder *forms, const struct lexed *lexed, size_t hyphen)
{
    if (lexed->lexemes[hyphen + 1].end - lexed->lexemes[hyphen - 1].start > LONGEST_FORM)
        return INDEX_NO_TERM;
    buf_clear(&forms->whole);
    for (size_t i = hyphen - 1; i <= hyphen + 1; i += 2) {
        struct str part = lexeme_fold(lexed, &lexed->lexemes[i], &forms->text, &forms->room);
        buf_add(&forms->whole, part.data, part.len);
    }
    forms->failed |= forms->text.failed || forms->whole.failed;
    if (forms->failed)
        return INDEX_NO_TERM;
    struct str whole = {buf_text(&forms->whole), forms->whole.len};
    uint32_t term = index_find_term(forms->index, word_hash(whole));
    return term == INDEX_NO_TERM ? find_stem(forms, whole) : term;
}

/*
 * Sets terms[i] to the term of lexeme i, INDEX_NO_TERM when the site does not have it in any form: as it is, by its
 * stem, or without accents. The term of a hyphen within a word is OCCURRENCE_SKIP, and wholes[i] that of both words as
 * one, "email" for "e-mail"; no other of the wholes is set. The records of the terms are on their way to the cache.
 * E_MEMORY.
 */
static enum status terms_find(const struct link_index *index, const struct lexed *lexed,
                              const struct language *language, struct arena *arena, uint32_t *terms, uint32_t *wholes,
                              struct error *err)
{
    struct form_finder forms = {.index = index, .language = language};
    const struct lexeme *lexemes = lexed->lexemes;
    forms.known = ARENA_ARRAY(arena, KNOWN_FORMS, struct known_form);
    forms.failed = !forms.known;
    for (size_t i = 0; i < lexed->count && i < AHEAD; i++)
        index_fetch_slot(index, lexemes[i].hash);
    for (size_t i = 0; i < lexed->count && !forms.failed; i++) {
        if (i + AHEAD < lexed->count)
            index_fetch_slot(index, lexemes[i + AHEAD].hash);
        if (lexed_is_hyphen(lexed, i)) {
            terms[i] = OCCURRENCE_SKIP;
            wholes[i] = find_whole(&forms, lexed, i);
            continue;
        }
        uint32_t term = index_find_term(index, lexemes[i].hash);
        if (term == INDEX_NO_TERM && lexemes[i].kind == LEXEME_WORD)
            term = find_form(&forms, lexed, &lexemes[i]);
        FETCH(&index->terms[term]);
        terms[i] = term;
    }
    stemmer_free(forms.stemmer);
    buf_free(&forms.text);
    buf_free(&forms.folded);
    buf_free(&forms.plain);
    buf_free(&forms.whole);
    buf_free(&forms.room);
    return forms.failed ? error_memory(err) : OK;
}

/* A way into the trie: the lexemes from `first` to before `next` lead to `node`. */
struct trie_way {
    uint32_t first, next, node;
};

struct trie_walk {
    const struct link_index *index;
    const struct lexed *lexed;
    const uint32_t *terms, *wholes; /* of terms_find */
    struct halves halves;
    uint32_t *reached;     /* per lexeme, and behind the last: its term, if a phrase from before it may reach over it */
    struct trie_way *ways; /* of the present level, in the order of the content */
    size_t way_count;
    struct occurrence *found; /* level by level */
    size_t found_count, found_cap;
    uint32_t *counts; /* per lexeme: how many begin there */
    struct arena *arena;
};

/* --- the trie --- */

static bool may_end(const struct lexed *lexed, size_t last)
{
    return last == lexed->count || !(lexed->lexemes[last].marks & MARK_CONTINUES_WORD);
}

/* Keeps the phrase that ends at the way's node, if there is one. */
static void note(struct trie_walk *walk, const struct trie_way *way)
{
    uint32_t phrase = index_phrase_at(walk->index, way->node);
    if (phrase == INDEX_NO_PHRASE || !may_end(walk->lexed, way->next) ||
        halves_are_cut(&walk->halves, way->first, way->next))
        return;
    struct occurrence *found = VEC_PUSH(walk->arena, walk->found, walk->found_count, walk->found_cap);
    if (!found)
        return;
    *found = (struct occurrence){.first = way->first, .last = way->next, .phrase = phrase};
    walk->counts[way->first]++;
    FETCH(&walk->index->phrases[phrase]);
}

static bool is_site_link(const struct lexeme *lexeme)
{
    return lexeme->blocked == BLOCK_SITE_LINK;
}

static void add_way(struct trie_walk *walk, size_t first, size_t next, uint32_t term)
{
    uint32_t node = index_find_child(walk->index, 0, term);
    if (node == INDEX_NO_NODE)
        return;
    walk->ways[walk->way_count++] = (struct trie_way){(uint32_t)first, (uint32_t)next, node};
    index_fetch_node(walk->index, node);
}

static bool may_link(const struct lexeme *lexeme)
{
    return !lexeme->blocked || is_site_link(lexeme);
}

/* Adds the way over both words around a hyphen as one word. */
static void add_whole(struct trie_walk *walk, size_t hyphen)
{
    const struct lexeme *sign = &walk->lexed->lexemes[hyphen];
    bool is_open = may_link(sign - 1) && may_link(sign) && may_link(sign + 1);
    if (is_open && walk->wholes[hyphen] != INDEX_NO_TERM && !(sign[-1].marks & MARK_CONTINUES_WORD) &&
        !((sign->marks | sign[1].marks) & MARK_STARTS_PHRASE))
        add_way(walk, hyphen - 1, hyphen + 2, walk->wholes[hyphen]);
}

/* The first level: the terms themselves. Sets what may be reached, too. */
static void walk_terms(struct trie_walk *walk)
{
    const struct lexeme *lexemes = walk->lexed->lexemes;
    for (size_t i = 0; i < walk->lexed->count; i++) {
        uint32_t term = may_link(&lexemes[i]) ? walk->terms[i] : INDEX_NO_TERM;
        walk->reached[i] = lexemes[i].marks & MARK_STARTS_PHRASE ? INDEX_NO_TERM : term;
        if (term == OCCURRENCE_SKIP)
            add_whole(walk, i);
        else if (term != INDEX_NO_TERM && !(lexemes[i].marks & MARK_CONTINUES_WORD))
            add_way(walk, i, i + 1, term);
    }
    walk->reached[walk->lexed->count] = INDEX_NO_TERM;
}

/* Ways whose edges are asked for at once: enough for the memory to be busy, few enough for the cache. */
enum { AT_ONCE = 32 };

/*
 * Takes the ways on from *from that can go on at all, one step further but for the node, and asks for their edges.
 * Returns how many they are.
 */
static size_t fetch_ways(const struct trie_walk *walk, size_t *from, struct trie_way ways[AT_ONCE],
                         uint64_t edges[AT_ONCE])
{
    size_t count = 0;
    for (; *from < walk->way_count && count < AT_ONCE; ++*from) {
        struct trie_way way = walk->ways[*from];
        way.next += walk->reached[way.next] == OCCURRENCE_SKIP;
        uint32_t term = walk->reached[way.next];
        if (term == INDEX_NO_TERM || !index_may_have_child(walk->index, way.node, term))
            continue;
        way.next++;
        edges[count] = index_hash_edge(way.node, term);
        index_fetch_edge(walk->index, edges[count]);
        ways[count++] = way;
    }
    return count;
}

/* From one level to the next. Ways that end are dropped. */
static void advance(struct trie_walk *walk)
{
    struct trie_way ways[AT_ONCE];
    uint64_t edges[AT_ONCE];
    size_t kept = 0, from = 0, count;
    while ((count = fetch_ways(walk, &from, ways, edges)) > 0) {
        for (size_t i = 0; i < count; i++) {
            ways[i].node = index_find_edge(walk->index, edges[i]);
            if (ways[i].node == INDEX_NO_NODE)
                continue;
            walk->ways[kept++] = ways[i];
            note(walk, &ways[i]);
        }
    }
    walk->way_count = kept;
}

static void walk_trie(struct trie_walk *walk)
{
    walk_terms(walk);
    for (size_t i = 0; i < walk->way_count; i++)
        note(walk, &walk->ways[i]);
    while (walk->way_count)
        advance(walk);
}

/* --- the list --- */

/* Puts what was found in order: by first lexeme, then by length, in which order the levels found it. */
static void sort(struct trie_walk *walk, struct occurrences *occurrences)
{
    occurrences->list = ARENA_ARRAY(walk->arena, walk->found_count, struct occurrence);
    if (!occurrences->list)
        return;
    uint32_t place = 0;
    for (size_t i = 0; i < walk->lexed->count; i++) {
        uint32_t count = walk->counts[i];
        walk->counts[i] = place;
        place += count;
    }
    for (size_t i = 0; i < walk->found_count; i++)
        occurrences->list[walk->counts[walk->found[i].first]++] = walk->found[i];
    occurrences->count = walk->found_count;
}

/* Marks what lies within another one. */
static void mark_covered(struct occurrences *occurrences)
{
    struct occurrence *list = occurrences->list;
    uint32_t covered_to = 0; /* where the one that reaches furthest of those that begin before ends */
    for (size_t from = 0, to; from < occurrences->count; from = to) {
        for (to = from + 1; to < occurrences->count && list[to].first == list[from].first; to++)
            ;
        for (size_t i = from; i < to; i++)
            list[i].is_covered = list[i].last <= covered_to || i + 1 < to;
        if (list[to - 1].last > covered_to)
            covered_to = list[to - 1].last;
    }
}

/* Further occurrences of the same phrase are counted, but not listed. */
enum { MAX_OCCURRENCES = 12 };

/* Counts the occurrences of each phrase and drops those beyond MAX_OCCURRENCES. */
static void limit(struct occurrences *occurrences)
{
    size_t kept = 0;
    table_reserve(&occurrences->totals, occurrences->count);
    for (size_t i = 0; i < occurrences->count; i++) {
        struct table_slot *total = table_put(&occurrences->totals, occurrences->list[i].phrase, 0);
        if (total && ++total->value <= MAX_OCCURRENCES)
            occurrences->list[kept++] = occurrences->list[i];
    }
    occurrences->count = kept;
}

/* Asks for the targets of the phrases, and then for their pages, of which there may be a few. */
static void fetch_targets(const struct link_index *index, const struct occurrences *occurrences)
{
    enum { FEW = 4, IN_LINE = 64 / sizeof(struct index_target) };
    for (size_t i = 0; i < occurrences->count; i++) {
        const struct index_phrase *phrase = &index->phrases[occurrences->list[i].phrase];
        for (size_t at = 0; at < phrase->target_count; at += IN_LINE)
            FETCH(&index->targets[phrase->first_target + at]);
    }
    for (size_t i = 0; i < occurrences->count; i++) {
        const struct index_phrase *phrase = &index->phrases[occurrences->list[i].phrase];
        size_t count = index_clip(index, SECTION_TARGETS, phrase->first_target, phrase->target_count);
        for (size_t at = 0; at < count && at < FEW; at++)
            FETCH(&index->pages[index->targets[phrase->first_target + at].page]);
    }
}

enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err)
{
    *occurrences = (struct occurrences){.totals = {.arena = arena}};
    struct trie_walk walk = {.index = index, .lexed = lexed, .arena = arena};
    occurrences->terms = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.ways = ARENA_ARRAY(arena, lexed->count, struct trie_way);
    walk.counts = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.reached = ARENA_ARRAY(arena, lexed->count + 1, uint32_t);
    uint32_t *wholes = ARENA_ARRAY(arena, lexed->count, uint32_t);
    walk.wholes = wholes;
    halves_find(lexed, arena, &walk.halves);
    if (arena_failed(arena))
        return error_memory(err);
    enum status status = terms_find(index, lexed, language, arena, occurrences->terms, wholes, err);
    if (status)
        return status;
    walk.terms = occurrences->terms;
    walk_trie(&walk);
    sort(&walk, occurrences);
    mark_covered(occurrences);
    limit(occurrences);
    fetch_targets(index, occurrences);
    return arena_failed(arena) ? error_memory(err) : OK;
}
