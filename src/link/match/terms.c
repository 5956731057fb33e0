#include "link/match/terms.h"

#include "link/match/occurrences.h"

#include "text/word_forms.h"

/* Lexemes ahead of the present one whose slots are asked for: enough for the memory, few enough for the cache. */
enum { AHEAD = 16 };

/* Forms of words that the site does not have are remembered by their hash, so that each is stemmed once. */
enum { KNOWN_FORMS = 1024 };

struct known_form {
    uint64_t hash;
    uint32_t term;
};

struct forms {
    const struct link_index *index;
    const struct language *language;
    struct stemmer *stemmer; /* made when the first word needs it */
    struct known_form *known;
    struct buf text, folded, room;
    bool failed;
};

/* The word as its language folds it; `out` is a buffer for it. */
static struct str fold_for_language(struct forms *forms, struct str word)
{
    const struct language *language = forms->language;
    if (!language || !(language->dotless_i || language->comma_below || language->bare_alef))
        return word; /* no language folds it further than it is */
    word_fold(&forms->folded, &forms->room, word, language);
    forms->failed |= forms->folded.failed || forms->room.failed;
    return forms->folded.len ? (struct str){forms->folded.data, forms->folded.len} : word;
}

static uint32_t find_stem(struct forms *forms, struct str word)
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

static uint32_t find_plain(struct forms *forms, struct str word)
{
    word_strip_accents(&forms->folded, word);
    forms->failed |= forms->folded.failed;
    return index_find_term(forms->index, word_hash((struct str){buf_text(&forms->folded), forms->folded.len}));
}

/* The term of a word that the index does not have as it is written. */
static uint32_t find_form(struct forms *forms, const struct lexed *lexed, const struct lexeme *lexeme)
{
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

enum status terms_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                       struct arena *arena, uint32_t *terms, struct error *err)
{
    struct forms forms = {.index = index, .language = language};
    const struct lexeme *lexemes = lexed->lexemes;
    forms.known = ARENA_ARRAY(arena, KNOWN_FORMS, struct known_form);
    forms.failed = !forms.known;
    for (size_t i = 0; i < lexed->count && i < AHEAD; i++)
        index_fetch_slot(index, lexemes[i].hash);
    for (size_t i = 0; i < lexed->count && !forms.failed; i++) {
        if (i + AHEAD < lexed->count)
            index_fetch_slot(index, lexemes[i + AHEAD].hash);
        uint32_t term = lexed_is_hyphen(lexed, i) ? OCCURRENCE_SKIP : index_find_term(index, lexemes[i].hash);
        if (term == INDEX_NO_TERM && lexemes[i].kind == LEXEME_WORD)
            term = find_form(&forms, lexed, &lexemes[i]);
        FETCH(&index->terms[term]);
        terms[i] = term;
    }
    stemmer_free(forms.stemmer);
    buf_free(&forms.text);
    buf_free(&forms.folded);
    buf_free(&forms.room);
    return forms.failed ? error_memory(err) : OK;
}
