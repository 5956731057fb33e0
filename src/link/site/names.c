#include "link/site/site_parts.h"

#include <stdlib.h>

void forms_free(struct forms *forms)
{
    numbers_free(&forms->numbers);
    numbers_free(&forms->terms);
    free(forms->texts);
    free(forms->list);
    free(forms->plain);
    numbers_free(&forms->joint_numbers);
    free(forms->joints);
}

static uint64_t bit_of(unsigned language)
{
    enum { LAST_BIT = 63 };
    return (uint64_t)1 << (language < LAST_BIT ? language : LAST_BIT);
}

uint32_t forms_find(struct forms *forms, uint64_t hash, unsigned language)
{
    uint32_t number = numbers_get(&forms->numbers, hash);
    if (number && !(forms->texts[number - 1].languages & bit_of(language)))
        forms->texts[number - 1].languages |= bit_of(language);
    return number;
}

uint32_t forms_add(struct forms *forms, uint64_t hash, struct str text, bool is_sign, unsigned language)
{
    uint32_t *number = numbers_put(&forms->numbers, hash);
    struct str kept = number ? word_room_keep(&forms->room, text) : (struct str){NULL, 0};
    if (!kept.data || forms->count == UINT32_MAX - 1)
        return 0;
    struct form_text *added = ROWS_PUSH(forms->texts, forms->count, forms->text_cap);
    if (!added)
        return 0;
    *added = (struct form_text){kept.data, (uint32_t)kept.len, is_sign, bit_of(language)};
    return *number = forms->count;
}

/* --- words with hyphens --- */

bool forms_join(struct forms *forms, struct joint joint)
{
    uint32_t *number = numbers_put(&forms->joint_numbers, index_hash_edge(joint.first, joint.second));
    if (!number || *number)
        return number != NULL;
    struct joint *added =
        forms->joint_count < UINT32_MAX - 1 ? ROWS_PUSH(forms->joints, forms->joint_count, forms->joint_cap) : NULL;
    if (added)
        *added = joint;
    *number = added ? (uint32_t)forms->joint_count : 0;
    return added != NULL;
}

/* Numbers the joints by terms in place of forms. Of several with the same terms the first one is kept. */
static bool number_joints(struct forms *forms)
{
    numbers_free(&forms->joint_numbers);
    forms->joint_numbers = (struct numbers){0};
    for (size_t i = 0; i < forms->joint_count; i++) {
        const struct joint *joint = &forms->joints[i];
        uint64_t hash = index_hash_edge(forms->list[joint->first].term, forms->list[joint->second].term);
        uint32_t *number = numbers_put(&forms->joint_numbers, hash);
        if (!number)
            return false;
        *number = *number ? *number : (uint32_t)i + 1;
    }
    return true;
}

/* The joint of an item and the one behind it; NULL: they are none. */
static const struct joint *find_joint(const struct forms *forms, const struct site_item *item)
{
    if (!(item[1].marks & MARK_FOLLOWS_CLOSELY) || item[0].term == SITE_BREAK || item[1].term == SITE_BREAK)
        return NULL;
    uint32_t number = numbers_get(&forms->joint_numbers, index_hash_edge(item[0].term, item[1].term));
    return number ? &forms->joints[number - 1] : NULL;
}

size_t forms_join_items(const struct forms *forms, const struct site_item *items, size_t length,
                        struct site_item joined[LONGEST_PHRASE])
{
    size_t count = 0;
    for (size_t i = 0; i < length && length <= LONGEST_PHRASE; i++) {
        const struct joint *joint = i + 1 < length ? find_joint(forms, &items[i]) : NULL;
        joined[count] = items[i];
        if (joint) {
            joined[count].term = forms->list[joint->whole].term;
            joined[count].form = forms->list[joint->whole].code;
            i++;
        }
        count++;
    }
    return count < length ? count : 0;
}

/* --- terms --- */

struct stemming {
    struct forms *forms;
    struct site *site;
    size_t term_cap;
    const struct language *const *languages;
    struct stemmer **stemmers; /* of each language, made when it is needed */
    size_t language_count;
    struct buf folded, plain, room;
    bool failed; /* memory ran out */
};

static size_t language_of(const struct stemming *stemming, const struct form_text *text)
{
    for (size_t i = 0; i < stemming->language_count; i++)
        if (text->languages >> i & 1)
            return i;
    return 0;
}

/* The stem of a word of the language, valid until the next call; data NULL: memory ran out. */
static struct str stem_word(struct stemming *stemming, size_t language, struct str word)
{
    if (!stemming->stemmers[language])
        stemming->stemmers[language] = stemmer_new(stemming->languages[language]);
    word_fold(&stemming->folded, &stemming->room, word, stemming->languages[language]);
    stemming->failed |= !stemming->stemmers[language] || stemming->folded.failed || stemming->room.failed;
    if (stemming->failed)
        return (struct str){NULL, 0};
    struct str folded = {buf_text(&stemming->folded), stemming->folded.len};
    return stemmer_stem(stemming->stemmers[language], folded.len ? folded : word);
}

static struct str stem(struct stemming *stemming, const struct form_text *text)
{
    struct str word = {text->data, text->length};
    return text->is_sign ? word : stem_word(stemming, language_of(stemming, text), word);
}

/* The term of that stem; SITE_BREAK: memory ran out. */
static uint32_t put_term(struct stemming *stemming, struct str stem, bool is_sign)
{
    struct site *site = stemming->site;
    uint64_t hash = index_hash_stem(stem);
    uint32_t *number = numbers_put(&stemming->forms->terms, hash);
    if (!number)
        return SITE_BREAK;
    if (*number)
        return *number - 1;
    struct site_term *term = ROWS_PUSH(site->terms, site->term_count, stemming->term_cap);
    if (!term)
        return SITE_BREAK;
    *term = (struct site_term){.hash = hash,
                               .is_sign = is_sign,
                               .is_number = stem.len && ascii_is_digit(stem.data[0]),
                               .length = (uint8_t)(stem.len < UINT8_MAX ? stem.len : UINT8_MAX)};
    *number = site->term_count;
    return *number - 1;
}

/* Notes the form without its accents, unless the site has that as a word too. */
static void forms_add_plain(struct stemming *stemming, const struct form_text *text, uint32_t term)
{
    struct forms *forms = stemming->forms;
    struct str word = {text->data, text->length};
    if (text->is_sign || str_is_ascii(word) || !word_strip_accents(&stemming->plain, word))
        return;
    struct str plain = {buf_text(&stemming->plain), stemming->plain.len};
    if (stemming->plain.failed || numbers_get(&forms->numbers, word_hash(plain)))
        return;
    struct str root = stem_word(stemming, language_of(stemming, text), plain);
    if (!root.len || numbers_get(&forms->terms, index_hash_stem(root)))
        return;
    struct plain_form *added = ROWS_PUSH(forms->plain, forms->plain_count, forms->plain_cap);
    stemming->failed |= !added;
    if (added)
        *added = (struct plain_form){index_hash_stem(root), term};
}

static void find_terms(struct stemming *stemming)
{
    struct forms *forms = stemming->forms;
    for (uint32_t i = 0; i < forms->count && !stemming->failed; i++) {
        const struct form_text *text = &forms->texts[i];
        struct str root = stem(stemming, text);
        uint32_t term = root.data ? put_term(stemming, root, text->is_sign) : SITE_BREAK;
        stemming->failed |= term == SITE_BREAK;
        if (stemming->failed)
            return;
        forms->list[i].term = term;
        const struct language *language = stemming->languages[language_of(stemming, text)];
        stemming->site->terms[term].is_stop |= language_is_stop_word(language, (struct str){text->data, text->length});
    }
    for (size_t i = 0; i < forms->numbers.cap; i++)
        if (forms->numbers.slots[i].value)
            forms->list[forms->numbers.slots[i].value - 1].code = (uint16_t)numbers_hash(&forms->numbers.slots[i]);
    for (uint32_t i = 0; i < forms->count; i++) /* when all words have their terms */
        forms_add_plain(stemming, &forms->texts[i], forms->list[i].term);
    stemming->failed |= stemming->plain.failed || !number_joints(forms);
}

enum status forms_find_terms(struct forms *forms, const struct language *const *languages, size_t language_count,
                             struct site *site, struct error *err)
{
    struct stemming stemming = {.forms = forms, .site = site, .languages = languages, .language_count = language_count};
    stemming.stemmers = calloc(language_count, sizeof(struct stemmer *));
    forms->list = calloc((size_t)forms->count + 1, sizeof *forms->list);
    stemming.failed = !stemming.stemmers || !forms->list;
    if (!stemming.failed)
        find_terms(&stemming);
    for (size_t i = 0; stemming.stemmers && i < language_count; i++)
        stemmer_free(stemming.stemmers[i]);
    free(stemming.stemmers);
    buf_free(&stemming.folded);
    buf_free(&stemming.plain);
    buf_free(&stemming.room);
    free(forms->texts);
    forms->texts = NULL;
    return stemming.failed ? error_memory(err) : OK;
}

/* The trie of a site's phrases, and the pages that they name. */

/*
 * Targets kept for a phrase, the most linked ones. A phrase with more of them, such as "click here", says little
 * about any.
 */
enum { MAX_TARGETS = 16 };

/* --- trie --- */

/* A new node; 0 when memory ran out, or numbers have (0 is the root). */
static uint32_t add_node(struct site_store *store, uint32_t parent, uint32_t term)
{
    if (store->node_count == EDGE_INNER - 1 ||
        !rows_room(&store->nodes, store->node_count, 2, &store->node_cap, sizeof *store->nodes))
        return 0;
    if (!store->node_count)
        store->nodes[store->node_count++] = (struct site_node){0}; /* the root */
    store->nodes[store->node_count] = (struct site_node){.parent = parent, .term = term};
    return store->node_count++;
}

/* The child, made when it is new; 0: memory ran out. */
static uint32_t add_child(struct site *site, uint32_t node, uint32_t term)
{
    struct site_store *store = site->store;
    uint32_t *child = node ? numbers_put(&store->edges, index_hash_edge(node, term)) : &site->terms[term].node;
    if (child && !*child)
        *child = add_node(store, node, term);
    return child ? *child : 0;
}

/* The child of a node of the trie by a term; 0: there is none. */
static inline uint32_t store_find_child(const struct site *site, uint32_t node, uint32_t term)
{
    return node ? numbers_get(&site->store->edges, index_hash_edge(node, term)) : site->terms[term].node;
}

/* The number of a phrase plus one, which is made when it is new; 0: memory ran out. */
static uint32_t add_phrase(struct site *site, const struct site_item *items, size_t length)
{
    struct site_store *store = site->store;
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        node = add_child(site, node, items[i].term);
        if (!node)
            return 0;
    }
    if (store->nodes[node].phrase)
        return store->nodes[node].phrase;
    struct site_phrase *phrase = ROWS_PUSH(site->phrases, site->phrase_count, store->phrase_cap);
    if (!phrase)
        return 0;
    *phrase = (struct site_phrase){.length = (uint8_t)length};
    return store->nodes[node].phrase = site->phrase_count;
}

uint32_t site_find_phrase(const struct site *site, const struct site_item *items, size_t length)
{
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        node = items[i].term == SITE_BREAK ? 0 : store_find_child(site, node, items[i].term);
        if (!node)
            return SITE_NO_PHRASE;
    }
    uint32_t phrase = length ? site->store->nodes[node].phrase : 0;
    return phrase ? phrase - 1 : SITE_NO_PHRASE;
}

/* --- what phrases name --- */

/*
 * Few enough terms, no break between them, and enough letters? A title of one letter would match far too often, but an
 * author who links one letter means it. Long links are sentences, and match nowhere else; so may long titles be, but
 * who writes one out means the page.
 */
static bool phrases_is_phrase(const struct site *site, const struct site_item *items, size_t length,
                              enum name_origin origin)
{
    static const struct {
        size_t least_letters, most_terms;
    } limits[] = {[NAME_LINK] = {1, 14}, [NAME_TEXT] = {2, 14}, [NAME_TITLE] = {2, LONGEST_PHRASE}};
    if (length == 0 || length > limits[origin].most_terms)
        return false;
    size_t letters = 0;
    for (size_t i = 0; i < length; i++) {
        if (items[i].term == SITE_BREAK)
            return false;
        const struct site_term *term = &site->terms[items[i].term];
        letters += term->is_sign ? 0 : term->length;
    }
    return letters >= limits[origin].least_letters;
}

/* Puts the pairs in order, each once. */
static void sort_pairs(struct site_store *store)
{
    struct hashes pairs = {store->pairs, store->pair_count};
    hashes_order(&pairs);
    store->pair_count = store->distinct_pairs = pairs.count;
}

/* Most pairs come many times: before more room is taken, what is there is made distinct. */
static bool phrases_make_room(struct site_store *store)
{
    if (store->pair_count == store->pair_cap && store->pair_count > store->distinct_pairs * 2)
        sort_pairs(store);
    return rows_room(&store->pairs, store->pair_count, 1, &store->pair_cap, sizeof *store->pairs);
}

void site_add_name(struct site *site, const struct site_item *items, size_t length, uint32_t page,
                   enum name_origin origin)
{
    if (!phrases_is_phrase(site, items, length, origin))
        return;
    uint32_t phrase = add_phrase(site, items, length);
    if (phrase && phrases_make_room(site->store))
        site->store->pairs[site->store->pair_count++] = (site_pair)(phrase - 1) << 32 | page;
    else
        site_fail(site);
}

/* Sets a bit for each edge, in so many bits that seven of eight are free. False: memory ran out. */
static bool make_filter(struct site_store *store)
{
    enum { BITS_PER_EDGE = 8, LEAST_BITS = 64 };
    const struct numbers *edges = &store->edges;
    store->filter_bits = LEAST_BITS;
    while (store->filter_bits < edges->count * BITS_PER_EDGE)
        store->filter_bits *= 2;
    store->filter = huge_calloc(store->filter_bits / 64, sizeof *store->filter);
    for (size_t i = 0; store->filter && i < edges->cap; i++) {
        size_t bit = (size_t)numbers_hash(&edges->slots[i]) & (store->filter_bits - 1);
        if (edges->slots[i].value)
            store->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    return store->filter != NULL;
}

/* Notes with each term whether it is a phrase by itself. */
static void note_single_terms(struct site *site)
{
    for (uint32_t i = 0; i < site->term_count; i++)
        site->terms[i].phrase = site->terms[i].node ? site->store->nodes[site->terms[i].node].phrase : 0;
}

enum status phrases_finish(struct site *site, struct error *err)
{
    struct site_store *store = site->store;
    sort_pairs(store);
    if (store->pair_count >= UINT32_MAX)
        return error_set(err, E_LIMIT, NULL, "the site is too large for one index");
    site->targets = huge_calloc(store->pair_count + 1, sizeof *site->targets);
    if (!site->targets || !make_filter(store))
        return error_memory(err);
    note_single_terms(site);
    for (size_t i = 0; i < store->pair_count; i++) {
        uint32_t phrase = (uint32_t)(store->pairs[i] >> 32);
        struct site_phrase *names = &site->phrases[phrase];
        if (!names->target_count++)
            names->first_target = (uint32_t)i;
        site->targets[i] =
            (struct site_target){.phrase = phrase, .page = (uint32_t)store->pairs[i], .title_kind = TITLE_NONE};
    }
    site->target_count = (uint32_t)store->pair_count;
    free(store->pairs);
    store->pairs = NULL;
    return OK;
}

uint32_t site_find_target(const struct site *site, uint32_t phrase, uint32_t page)
{
    const struct site_phrase *record = &site->phrases[phrase];
    const struct site_target *targets = site->targets + record->first_target;
    size_t at = SEARCH_FIRST(struct site_target, page, targets, record->target_count, page);
    return at < record->target_count && targets[at].page == page ? record->first_target + (uint32_t)at : SITE_NO_PAGE;
}

/* The most linked first, then the best names. */
static int compare_targets(const void *a, const void *b)
{
    const struct site_target *left = a, *right = b;
    if (left->counts[TARGET_LINKS] != right->counts[TARGET_LINKS])
        return left->counts[TARGET_LINKS] > right->counts[TARGET_LINKS] ? -1 : 1;
    if (left->title_kind != right->title_kind)
        return left->title_kind < right->title_kind ? -1 : 1;
    return (left->page > right->page) - (left->page < right->page);
}

void phrases_rank(struct site *site)
{
    for (uint32_t i = 0; i < site->phrase_count; i++) {
        struct site_phrase *phrase = &site->phrases[i];
        if (phrase->target_count > 1)
            qsort(site->targets + phrase->first_target, phrase->target_count, sizeof *site->targets, compare_targets);
        phrase->target_count = phrase->target_count < MAX_TARGETS ? phrase->target_count : MAX_TARGETS;
    }
}

/* --- titles --- */

static bool is_sign(const struct lexed *title, size_t at, const char *signs)
{
    return lexeme_is_sign(&title->lexemes[at], signs);
}

static bool is_dash(const struct lexed *title, size_t at)
{
    const struct lexeme *lexeme = &title->lexemes[at];
    return lexeme_is_sign(lexeme, "-") || lexeme->hash == word_hash(STR("\u2013")) ||
           lexeme->hash == word_hash(STR("\u2014"));
}

static bool follows_closely(const struct lexed *title, size_t at)
{
    return title->lexemes[at].marks & MARK_FOLLOWS_CLOSELY;
}

/* Is there white space on both sides of the lexeme? */
static bool stands_free(const struct lexed *title, size_t at)
{
    return !follows_closely(title, at) && at + 1 < title->count && !follows_closely(title, at + 1);
}

/*
 * Lexemes of the separator at `at`, 0: none is there. Separators are "|", a dash with blanks around it, a colon with
 * a blank behind it, and any sign that is repeated.
 */
static size_t separator_length(const struct lexed *title, size_t at)
{
    if (title->lexemes[at].kind != LEXEME_SIGN)
        return 0;
    if (is_sign(title, at, "|") || (is_dash(title, at) && stands_free(title, at)))
        return 1;
    if (is_sign(title, at, ":") && at + 1 < title->count && !follows_closely(title, at + 1))
        return 1;
    size_t same = 1;
    while (at + same < title->count && follows_closely(title, at + same) &&
           title->lexemes[at + same].hash == title->lexemes[at].hash)
        same++;
    return same > 1 && !is_sign(title, at, "+.()") ? same : 0;
}

struct variants {
    struct title_variant *list;
    size_t count;
};

static void add_variant(struct variants *variants, size_t first, size_t last, enum title_kind kind)
{
    if (first >= last || variants->count == MAX_TITLE_VARIANTS)
        return;
    for (size_t i = 0; i < variants->count; i++)
        if (variants->list[i].first == first && variants->list[i].last == last)
            return;
    variants->list[variants->count++] = (struct title_variant){first, last, kind};
}

static size_t length_of(const struct lexed *title, size_t at)
{
    return title->lexemes[at].end - title->lexemes[at].start;
}

static bool begins_with_digit(const struct lexed *title, size_t at)
{
    return ascii_is_digit(title->content.data[title->lexemes[at].start]);
}

static bool is_one_of(const struct lexed *title, size_t at, const char *const *folded, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (title->lexemes[at].hash == word_hash(str_from(folded[i])))
            return true;
    return false;
}

/*
 * Skips what may stand between a number and the name behind it, one of the signs or a dash with blanks around it.
 * Returns `at` when there is none. Wide signs have no blank behind them.
 */
static size_t skip_end(const struct lexed *title, size_t at, size_t last, const char *signs)
{
    static const char *const wide[] = {"\uFF0E", "\uFF1A", "\u3001", "\uFF09"};
    if (at + 1 >= last || title->lexemes[at].kind != LEXEME_SIGN)
        return at;
    bool ends = is_sign(title, at, signs)
                    ? !follows_closely(title, at + 1)
                    : is_one_of(title, at, wide, COUNT_OF(wide)) || (is_dash(title, at) && stands_free(title, at));
    return at + ends;
}

/* Skips "12.3. " or "Chapter 12. " in front: everything up to a dot after digits, within the first few lexemes. */
static size_t skip_to_dot(const struct lexed *title, size_t first, size_t last)
{
    enum { NUMBER_LEXEMES = 8 };
    for (size_t at = first + 1; at + 1 < last && at < first + NUMBER_LEXEMES; at++)
        if (begins_with_digit(title, at - 1) && is_sign(title, at, ".)") && !follows_closely(title, at + 1))
            return at + 1;
    return first;
}

/* What parts of books and courses are called, where their number follows: "Appendix B. Dates", "Lesson 3: Pointers". */
static const char *const labels[] = {
    "chapter",   "section",    "part",     "appendix", "annex",    "lesson",   "unit",     "module",  "lecture",
    "step",      "episode",    "volume",   "book",     "exercise", "tutorial", "session",  "week",    "day",
    "kapitel",   "abschnitt",  "teil",     "anhang",   "lektion",  "schritt",  "folge",    "band",    "modul",
    "einheit",   "hoofdstuk",  "sectie",   "deel",     "bijlage",  "les",      "stap",     "avsnitt", "del",
    "bilaga",    "steg",       "afsnit",   "bilag",    "trin",     "kapittel", "vedlegg",  "leksjon", "luku",
    "osa",       "liite",      "chapitre", "partie",   "annexe",   "leçon",    "étape",    "tome",    "séance",
    "capítulo",  "sección",    "parte",    "apéndice", "anexo",    "lección",  "paso",     "módulo",  "unidad",
    "tema",      "seção",      "secção",   "apêndice", "lição",    "aula",     "passo",    "unidade", "capitolo",
    "sezione",   "appendice",  "allegato", "lezione",  "modulo",   "capítol",  "secció",   "apèndix", "lliçó",
    "capitolul", "secțiunea",  "partea",   "anexa",    "lecția",   "pasul",    "rozdział", "część",   "dodatek",
    "załącznik", "lekcja",     "krok",     "kapitola", "část",     "příloha",  "lekce",    "глава",   "раздел",
    "часть",     "приложение", "урок",     "лекция",   "шаг",      "том",      "модуль",   "тема",    "розділ",
    "частина",   "додаток",    "лекція",   "крок",     "част",     "κεφάλαιο", "ενότητα",  "μέρος",   "παράρτημα",
    "μάθημα",    "bölüm",      "kısım",    "ek",       "ders",     "adım",     "bab",      "bagian",  "lampiran",
    "chương",    "phần",       "bài"};

/* Is it "B" or "IV"? */
static bool is_letter_number(const struct lexed *title, size_t at)
{
    enum { LONGEST = 6 };
    const struct lexeme *lexeme = &title->lexemes[at];
    if (lexeme->letter_case != CASE_CAPITAL && lexeme->letter_case != CASE_UPPER)
        return false;
    for (size_t i = lexeme->start; i < lexeme->end; i++)
        if (!strchr("IVXLC", title->content.data[i]))
            return length_of(title, at) == 1;
    return length_of(title, at) <= LONGEST;
}

/*
 * Skips the digits that begin at `at`, with one of the signs between them. No part may have more digits than that.
 * Returns `at` when there are none.
 */
static size_t skip_digits(const struct lexed *title, size_t at, size_t last, const char *signs, size_t most_digits)
{
    size_t end = at;
    while (end < last && begins_with_digit(title, end) && length_of(title, end) <= most_digits &&
           (end == at || follows_closely(title, end))) {
        at = end + 1;
        if (at >= last || !is_sign(title, at, signs) || !follows_closely(title, at))
            break;
        end = at + 1;
    }
    return at;
}

/* Skips "Appendix B. " and the like. */
static size_t skip_label(const struct lexed *title, size_t first, size_t last)
{
    enum { LABEL_DIGITS = 3 };
    if (first >= last)
        return first;
    size_t number = first + 1, end = skip_digits(title, number, last, ".-", LABEL_DIGITS);
    if (end == number && end < last)
        end += is_letter_number(title, end);
    size_t after = end > number ? skip_end(title, end, last, ".:),") : end;
    return after > end && is_one_of(title, first, labels, COUNT_OF(labels)) ? after : first;
}

/* Skips the number of a chapter in Chinese or Japanese, in digits or characters. */
static size_t skip_east_asian(const struct lexed *title, size_t first, size_t last)
{
    static const char *const numerals[] = {"\u4E00", "\u4E8C", "\u4E09", "\u56DB", "\u4E94", "\u516D",
                                           "\u4E03", "\u516B", "\u4E5D", "\u5341", "\u767E"};
    static const char *const units[] = {"\u7AE0", "\u8282", "\u7BC0", "\u8BFE", "\u8AB2", "\u8BDD", "\u8A71",
                                        "\u56DE", "\u8BB2", "\u8B1B", "\u90E8", "\u7BC7", "\u5377", "\u6B65"};
    enum { MOST_NUMERALS = 4 };
    if (first >= last || title->lexemes[first].hash != word_hash(STR("\u7B2C")))
        return first;
    size_t at = first + 1;
    while (at < last && at <= first + MOST_NUMERALS &&
           (begins_with_digit(title, at) || is_one_of(title, at, numerals, COUNT_OF(numerals))))
        at++;
    if (at == first + 1 || at + 1 >= last || !is_one_of(title, at, units, COUNT_OF(units)))
        return first;
    return skip_end(title, at + 1, last, ".:");
}

size_t title_skip_number(const struct lexed *title, size_t first, size_t last)
{
    static size_t (*const skips[])(const struct lexed *, size_t, size_t) = {skip_to_dot, skip_label, skip_east_asian};
    for (size_t i = 0; i < COUNT_OF(skips); i++) {
        size_t after = skips[i](title, first, last);
        if (after > first)
            return after;
    }
    if (first >= last)
        return first;
    enum { SECTION_DIGITS = 2 }; /* sections are numbered with no more, years are */
    bool is_labelled = !begins_with_digit(title, first);
    size_t number = first + is_labelled, end = skip_digits(title, number, last, ".", SECTION_DIGITS);
    if (end == number || end + 1 >= last)
        return first;
    if (is_sign(title, end, ",") && !follows_closely(title, end + 1) && !begins_with_digit(title, end + 1))
        return end + 1;
    bool is_section = !is_labelled && end > number + 1 && !follows_closely(title, end);
    return is_section && (title->lexemes[end].marks & MARK_CAPITAL) ? end
                                                                    : first; /* "1.4 release" is about a version */
}

/* Where the title ends without the parenthesis at its end. */
static size_t drop_parenthesis(const struct lexed *title, size_t first, size_t last)
{
    if (last - first < 3 || !is_sign(title, last - 1, ")"))
        return last;
    for (size_t at = last - 1; at > first; at--)
        if (is_sign(title, at, "("))
            return follows_closely(title, at) ? last : at;
    return last;
}

static void add_part_variants(struct variants *variants, const struct lexed *title, size_t first, size_t last,
                              enum title_kind kind)
{
    add_variant(variants, first, last, kind);
    size_t after_number = title_skip_number(title, first, last);
    size_t before_parenthesis = drop_parenthesis(title, after_number, last);
    add_variant(variants, after_number, last, kind);
    add_variant(variants, after_number, before_parenthesis, kind);
    add_variant(variants, lexed_skip_article(title, after_number, before_parenthesis), before_parenthesis, kind);
}

size_t title_variants(const struct lexed *title, struct title_variant list[MAX_TITLE_VARIANTS])
{
    struct variants variants = {list, 0};
    add_part_variants(&variants, title, 0, title->count, TITLE_WHOLE);
    size_t first = 0, parts = 0;
    for (size_t at = title_skip_number(title, 0, title->count); at < title->count; at++) {
        size_t length = separator_length(title, at);
        if (!length)
            continue;
        add_part_variants(&variants, title, first, at, parts++ == 0 ? TITLE_HEAD : TITLE_PART);
        first = at + length;
        at = first - 1;
    }
    if (parts)
        add_part_variants(&variants, title, first, title->count, TITLE_PART);
    return variants.count;
}
