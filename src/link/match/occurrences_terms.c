#include "link/match/occurrences.h"

#include "text/word_forms.h"

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

struct occurrences_terms_forms {
    const struct link_index *index;
    const struct language *language;
    struct stemmer *stemmer; /* made when the first word needs it */
    struct known_form *known;
    struct buf text, folded, plain, whole, room;
    bool failed;
};

/* The word as its language folds it; `out` is a buffer for it. */
static struct str fold_for_language(struct occurrences_terms_forms *forms, struct str word)
{
    const struct language *language = forms->language;
    if (!language || !(language->dotless_i || language->comma_below || language->bare_alef))
        return word; /* no language folds it further than it is */
    word_fold(&forms->folded, &forms->room, word, language);
    forms->failed |= forms->folded.failed || forms->room.failed;
    return forms->folded.len ? (struct str){forms->folded.data, forms->folded.len} : word;
}

static uint32_t find_stem(struct occurrences_terms_forms *forms, struct str word)
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
static uint32_t find_plain(struct occurrences_terms_forms *forms, struct str word)
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
static uint32_t find_form(struct occurrences_terms_forms *forms, const struct lexed *lexed, const struct lexeme *lexeme)
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
static uint32_t find_whole(struct occurrences_terms_forms *forms, const struct lexed *lexed, size_t hyphen)
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

enum status terms_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                       struct arena *arena, uint32_t *terms, uint32_t *wholes, struct error *err)
{
    struct occurrences_terms_forms forms = {.index = index, .language = language};
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
