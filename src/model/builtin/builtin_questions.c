/* Questions that definitions answer. */
#include "model/builtin/builtin.h"
#include "text/pattern.h"

enum { MAX_SUBJECT_WORDS = 6, MAX_CONTENT_WORDS = 4, MAX_DEFINITION_WORDS = 40 };

/* A sentence that says what something is: "Constraint exclusion is a ...". */
struct definition {
    struct str subject;
    const struct word *words; /* of the subject */
    size_t count;
    int copula;
};

static bool is_word(const char *const *list, struct str word)
{
    return list && word_list_has(list, word);
}

/* Does what defines begin at the word: the copula with an article behind it, or, in a language without articles, what
 * its definitions are told by? */
static bool begins_definition(const struct language *language, const struct worded *sentence, size_t at)
{
    size_t end;
    if (language->phrases->articles[0])
        return word_list_has(language->phrases->articles, sentence->words[at + 1].folded);
    return language->definition_words && pattern_begins(language->definition_words->strict, sentence, at, &end);
}

/* The copula: a word, or in a language without blanks the beginning of a run of them. */
static bool is_copula(const struct language *language, struct str word, const char *copula)
{
    return language->is_unspaced ? str_starts(word, str_from(copula)) : str_eq(word, str_from(copula));
}

/* Where the copula of a definition stands; count: there is none. */
static size_t find_copula(const struct language *language, const struct worded *sentence, int *copula)
{
    for (size_t i = 1; i + 1 < sentence->count && i <= MAX_SUBJECT_WORDS; i++)
        for (*copula = 0; *copula < COPULAS; ++*copula)
            if (is_copula(language, sentence->words[i].folded, language->phrases->copulas[*copula]))
                return begins_definition(language, sentence, i) ? i : sentence->count;
    return sentence->count;
}

static bool find_definition(const struct language *language, struct str text, const struct word *words, size_t count,
                            struct definition *found)
{
    const struct worded sentence = {text, words, count};
    if (count > MAX_DEFINITION_WORDS && !language->is_unspaced) /* where words are pairs, there are more of them */
        return false;
    size_t end = find_copula(language, &sentence, &found->copula);
    if (end == count)
        return false;
    found->words = words;
    found->count = end;
    found->subject = (struct str){text.data + words[0].start, words[end - 1].end - words[0].start};
    return true;
}

/* Only letters, digits, blanks and what is within words: "primary” partitions" is no subject. */
static bool is_plain(struct str subject)
{
    for (size_t at = 0; at < subject.len;) {
        uint32_t c;
        at += utf8_decode(subject, at, &c);
        bool is_sign = c == 0x2019 || (c < 0x80 && strchr("'-+.#", (int)c));
        if (!is_sign && !unicode_is_letter(c) && !unicode_is_digit(c) && !unicode_is_space(c))
            return false;
    }
    return true;
}

static bool ends_with_any(const char *const *endings, struct str word)
{
    for (; endings && *endings; endings++)
        if (str_ends(word, str_from(*endings)))
            return true;
    return false;
}

static bool shares_stem(const struct definition *definition, const struct word *keyword, size_t count, bool *is_same)
{
    size_t shared = 0, content = 0;
    for (size_t i = 0; i < definition->count; i++) {
        bool is_shared = false;
        content += !definition->words[i].is_stop;
        for (size_t j = 0; j < count && !definition->words[i].is_stop; j++)
            is_shared |= !keyword[j].is_stop && str_eq(keyword[j].stem, definition->words[i].stem);
        shared += is_shared;
    }
    size_t all = 0;
    for (size_t j = 0; j < count; j++)
        all += !keyword[j].is_stop;
    *is_same = shared == content && shared == all;
    return shared > 0;
}

/* The last character of a run of pairs counts as one too, since the pair before it holds it. */
static bool is_function_word(const struct language *language, const struct word *word)
{
    return word->is_stop && (!language->is_unspaced || language_is_stop_word(language, word->folded));
}

/* Would one ask for this subject by itself? "The table is a ..." tells of a table that is known already, "A goal is a
 * ..." of something before it. */
static bool is_asked_for(const struct language *language, const struct definition *definition)
{
    const struct phrases *phrases = language->phrases;
    const char *const *prepositions = language->keyword_words ? language->keyword_words->prepositions : NULL;
    const struct word *words = definition->words;
    size_t content = 0;
    bool has_article = word_list_has(phrases->articles, words[0].folded);
    if (phrases->known_article && str_eq(words[0].folded, str_from(phrases->known_article)))
        return false;
    if ((words[0].is_stop && !has_article) || ends_with_any(phrases->verb_endings, words[0].folded))
        return false;
    for (size_t i = 0; i < definition->count; i++) {
        bool is_link = i + 1 < definition->count && is_word(prepositions, words[i].folded);
        if ((i > 0 && is_function_word(language, &words[i]) && !is_link) ||
            is_word(phrases->vague_subjects, words[i].folded))
            return false;
        content += !words[i].is_stop;
    }
    return content >= 1 && content <= MAX_CONTENT_WORDS &&
           !ends_with_any(phrases->adverb_endings, words[definition->count - 1].folded);
}

/* "Que" loses its vowel before another: "Qu’est-ce qu’une table ?". An h counts as mute. */
static bool elides(struct str before, struct str subject)
{
    static const char *const vowels[] = {"a", "e", "i", "o", "u", "y", "h", "à", "â", "é", "è",
                                         "ê", "ë", "î", "ï", "ô", "û", "ü", "œ", "æ", NULL};
    struct buf folded = {0};
    bool is_vowel = false;
    text_fold(&folded, subject);
    for (const char *const *vowel = vowels; *vowel; vowel++)
        is_vowel |= str_starts(str_from(buf_text(&folded)), str_from(*vowel));
    buf_free(&folded);
    return is_vowel && str_ends(before, STR("que "));
}

static enum status phrase(const struct builtin_brief *brief, const struct phrases *phrases,
                          const struct definition *definition, const struct cases *cases, struct arena *arena,
                          struct str *question, struct error *err)
{
    struct buf out = {0}, subject = {0};
    const struct word *first = &definition->words[0];
    struct str word = {definition->subject.data, first->end - first->start};
    bool is_small = word_list_has(phrases->articles, first->folded) ||
                    (!phrases->nouns_are_capitalised && cases && cases_is_small(cases, word));
    if (is_small)
        add_uncapitalised(&subject, definition->subject);
    else
        buf_add(&subject, definition->subject.data, definition->subject.len);
    struct str whole = str_from(phrases->what_questions[definition->copula]);
    size_t at = str_find(whole, STR("%"), 0);
    struct str before = {whole.data, at};
    if (brief->language->elides && elides(before, str_from(buf_text(&subject)))) {
        buf_add(&out, before.data, before.len - 2);
        buf_str(&out, "’");
    } else {
        buf_add(&out, before.data, before.len);
    }
    buf_str(&out, buf_text(&subject));
    if (at < whole.len)
        buf_add(&out, whole.data + at + 1, whole.len - at - 1);
    char *copy = out.failed || subject.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    *question = (struct str){copy, out.len};
    buf_free(&subject);
    buf_free(&out);
    return copy ? OK : error_memory(err);
}

enum status builtin_question(const struct builtin_brief *brief, struct str sentence, const struct cases *cases,
                             struct arena *arena, struct builtin_question *question, struct error *err)
{
    const struct phrases *phrases;
    struct definition definition;
    struct word *words, *keyword;
    size_t count, keyword_count;
    bool is_same;
    *question = (struct builtin_question){STR(""), 0};
    enum status status = phrases_for(brief->language, &phrases, err);
    if (!status)
        status = words_split(arena, sentence, brief->language, &words, &count, err);
    if (status || !find_definition(brief->language, sentence, words, count, &definition))
        return status;
    status = words_split(arena, brief->subject.len ? brief->subject : brief->keyword, brief->language, &keyword,
                         &keyword_count, err);
    if (status || !is_plain(definition.subject) || !is_asked_for(brief->language, &definition) ||
        !shares_stem(&definition, keyword, keyword_count, &is_same) || is_same)
        return status;
    for (size_t i = 0; i < definition.count; i++)
        question->named += !definition.words[i].is_stop;
    return phrase(brief, phrases, &definition, cases, arena, &question->text, err);
}
