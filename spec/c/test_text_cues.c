/* The lists of patterns that a language tells sentences and keywords by: their form, and what they match. */
#include "research/topic/topic.h"
#include "text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Where in a text a list is looked for. */
enum place {
    ANYWHERE,
    AT_START,
    IN_WHOLE /* from the first word to the last */
};

enum owner { CUE_COUNT, KEYWORDS, DEFINITIONS };

struct field {
    const char *name;
    enum owner owner;
    size_t offset;
    enum place place;
};

#define CUE(list, where)                                                                                               \
    {                                                                                                                  \
#list, CUE_COUNT, offsetof(struct cues, list), where                                                           \
    }
#define KEYWORD(list)                                                                                                  \
    {                                                                                                                  \
#list, KEYWORDS, offsetof(struct keyword_words, list), AT_START                                                \
    }
#define DEFINITION(list, where)                                                                                        \
    {                                                                                                                  \
#list, DEFINITIONS, offsetof(struct definition_words, list), where                                             \
    }

static const struct field fields[] = {
    CUE(openings, AT_START),
    CUE(pronouns, AT_START),
    CUE(pointers, ANYWHERE),
    CUE(references, ANYWHERE),
    CUE(talk, ANYWHERE),
    CUE(headings, IN_WHOLE),
    CUE(elsewhere, IN_WHOLE),
    CUE(examples, IN_WHOLE),
    CUE(asides, IN_WHOLE),
    CUE(questions, IN_WHOLE),
    CUE(attributions, ANYWHERE),
    CUE(attacks, ANYWHERE),
    CUE(denials, ANYWHERE),
    CUE(hypotheses, ANYWHERE),
    CUE(versions, ANYWHERE),
    CUE(captions, ANYWHERE),
    CUE(bylines, ANYWHERE),
    CUE(events, ANYWHERE),
    CUE(promotions, ANYWHERE),
    CUE(instructions, ANYWHERE),
    CUE(cut_openings, AT_START),
    CUE(cut_clauses, ANYWHERE),
    CUE(cut_brackets, ANYWHERE),
    CUE(announcements, ANYWHERE),
    CUE(steps, ANYWHERE),
    KEYWORD(what_is),
    KEYWORD(how_to),
    KEYWORD(best),
    KEYWORD(counted),
    KEYWORD(versus),
    KEYWORD(before),
    KEYWORD(after),
    KEYWORD(prepositions),
    KEYWORD(particles),
    KEYWORD(light),
    DEFINITION(strict, ANYWHERE),
    DEFINITION(wider, ANYWHERE),
    DEFINITION(subordinate, AT_START),
    DEFINITION(imperatives, AT_START),
    DEFINITION(either, ANYWHERE),
};

static const char *const *list_of(const struct language *language, const struct field *field)
{
    const void *owners[] = {language->cues, language->keyword_words, language->definition_words};
    const char *owner = owners[field->owner];
    return owner ? *(const char *const *const *)(const void *)(owner + field->offset) : NULL;
}

static const struct field *field_named(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(fields); i++)
        if (strcmp(fields[i].name, name) == 0)
            return &fields[i];
    fail_msg("no list is called %s", name);
    return NULL;
}

static struct worded split(struct arena *arena, const char *text, const char *tag)
{
    struct worded worded;
    assert_int_equal(worded_split(arena, str_from(text), language_find(str_from(tag)), &worded, NULL), OK);
    return worded;
}

/* --- form --- */

/* Do the words stand right behind each other and spell the text, as CJK words of one alternative do? */
static bool spell(const struct worded *worded)
{
    for (size_t i = 0; i < worded->count; i++) {
        const struct word *word = &worded->words[i];
        struct str written = {worded->text.data + word->start, word->end - word->start};
        size_t start = i ? worded->words[i - 1].end : 0;
        if (word->start != start || !str_eq(word->folded, written))
            return false;
    }
    return worded->count && worded->words[worded->count - 1].end == worded->text.len;
}

/* Is the alternative one folded word, as texts are split, or several CJK words without anything between them? The first
 * letter of a pattern may be a capital. */
static bool is_word(struct arena *arena, struct str word, const struct language *language, bool may_be_capital)
{
    bool is_prefix = str_ends(word, STR("*")), is_cjk = (unsigned char)word.data[0] >= CJK_LEAD;
    char *folded = arena_copy_n(arena, word.data, word.len - is_prefix);
    if (may_be_capital)
        folded[0] = ascii_lower(folded[0]);
    struct worded worded;
    assert_int_equal(worded_split(arena, str_from(folded), language, &worded, NULL), OK);
    if (is_cjk)
        return spell(&worded);
    return (worded.count == 1 || (is_prefix && worded.count)) &&
           str_eq(worded.words[worded.count - 1].folded, str_from(folded));
}

static bool is_alternative(struct arena *arena, struct str word, const struct language *language, bool may_be_capital)
{
    if (str_eq(word, STR("#")) || str_eq(word, STR("@")))
        return true;
    if (!word.len || str_eq(word, STR("*")) || memchr(word.data, '*', word.len - 1))
        return false;
    bool elides = str_ends(word, STR("'*")); /* "l'*": an article before any noun */
    return elides || is_word(arena, word, language, may_be_capital);
}

static bool is_gap(struct str element)
{
    bool digits = element.len > 2;
    for (size_t i = 2; i < element.len; i++)
        digits = digits && ascii_is_digit(element.data[i]);
    return digits && str_starts(element, STR("..")) && element.data[2] != '0';
}

static bool is_element(struct arena *arena, struct str element, const struct language *language, bool is_first)
{
    if (str_starts(element, STR("..")))
        return !is_first && is_gap(element);
    if (str_starts(element, STR("?")) && is_first)
        return false;
    bool is_marked = element.len && memchr(",:.", element.data[element.len - 1], 3);
    bool has_sign = element.len && (element.data[0] == '?' || (is_first && memchr("^/", element.data[0], 2)));
    struct str rest = {element.data + has_sign, element.len - has_sign - is_marked}, word;
    bool may_be_capital = is_first && !has_sign;
    if (!rest.len || rest.data[rest.len - 1] == '|')
        return false;
    for (; rest.len && str_split(&rest, '|', &word); may_be_capital = false)
        if (!is_alternative(arena, word, language, may_be_capital))
            return false;
    return true;
}

static bool is_pattern(struct arena *arena, const char *pattern, const struct language *language)
{
    struct str rest = str_from(pattern), element;
    bool is_first = true, after_gap = false;
    if (!rest.len || rest.data[rest.len - 1] == ' ')
        return false;
    while (rest.len && str_split(&rest, ' ', &element)) {
        bool gap = str_starts(element, STR(".."));
        if (!element.len || (gap && after_gap) || !is_element(arena, element, language, is_first))
            return false;
        is_first = false;
        after_gap = gap;
    }
    return true;
}

static void test_form(void **state)
{
    (void)state;
    size_t count, patterns = 0, wrong = 0;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < COUNT_OF(fields); j++) {
            const char *const *list = list_of(&languages[i], &fields[j]);
            struct arena *arena = arena_new();
            for (; list && *list; list++, patterns++)
                if (!is_pattern(arena, *list, &languages[i])) {
                    print_error("%s, %s: \"%s\" is no pattern\n", languages[i].name, fields[j].name, *list);
                    wrong++;
                }
            arena_free(arena);
        }
    assert_int_equal(wrong, 0);
    assert_true(patterns > 5000);
}

static void test_form_is_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",   " a", "a ", "a  b", "?a b", "..2 b",     "a ..",        "a ..0 b", "a ..2 ..2",  "a||b",
        "a|", "|a", "*",  "a*b",  "a ^b", "a Section", "gro\xC3\x9F", "a b-",    "\xC2\xA9 #",
    };
    static const char *const right[] = {"a", "^a|b c", "Section #", "a ?b|c d", "a ..2 b*", "l'* a", "a, b:", "@ #"};
    struct arena *arena = arena_new();
    const struct language *english = language_find(STR("en"));
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        if (is_pattern(arena, wrong[i], english))
            fail_msg("\"%s\" passes", wrong[i]);
    for (size_t i = 0; i < COUNT_OF(right); i++)
        if (!is_pattern(arena, right[i], english))
            fail_msg("\"%s\" does not pass", right[i]);
    arena_free(arena);
}

/* --- sentences --- */

static bool matches(const char *const *list, const struct worded *worded, enum place place)
{
    struct pattern_place found;
    size_t end;
    if (place == ANYWHERE)
        return pattern_find(list, worded, 0, &found);
    return pattern_begins(list, worded, 0, &end) && (place == AT_START || end == worded->count);
}

static const struct {
    const char *tag, *list, *yes, *no;
} sentences[] = {
#include "text_cues_sentences.inc"
};

static void test_sentences(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT_OF(sentences); i++) {
        struct arena *arena = arena_new();
        const struct field *field = field_named(sentences[i].list);
        const char *const *list = list_of(language_find(str_from(sentences[i].tag)), field);
        struct worded yes = split(arena, sentences[i].yes, sentences[i].tag);
        struct worded no = split(arena, sentences[i].no, sentences[i].tag);
        bool misses = !matches(list, &yes, field->place), takes = matches(list, &no, field->place);
        if (misses)
            print_error("%s, %s misses: %s\n", sentences[i].tag, sentences[i].list, sentences[i].yes);
        if (takes)
            print_error("%s, %s takes: %s\n", sentences[i].tag, sentences[i].list, sentences[i].no);
        wrong += misses + takes;
        arena_free(arena);
    }
    assert_int_equal(wrong, 0);
}

/* --- keywords --- */

static const struct {
    const char *tag, *list, *keyword, *rest;
} keywords[] = {
#include "text_cues_keywords.inc"
};

static void test_keywords(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(keywords); i++) {
        struct arena *arena = arena_new();
        struct worded worded = split(arena, keywords[i].keyword, keywords[i].tag);
        const char *const *list = list_of(language_find(str_from(keywords[i].tag)), field_named(keywords[i].list));
        size_t end = 0;
        if (!pattern_begins(list, &worded, 0, &end) || end >= worded.count)
            fail_msg("%s, %s misses: %s", keywords[i].tag, keywords[i].list, keywords[i].keyword);
        assert_string_equal(keywords[i].keyword + worded.words[end].start, keywords[i].rest);
        arena_free(arena);
    }
}

/* Frames at both ends, and what they make of a keyword. */
static void test_shapes(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *text;
        enum keyword_shape shape;
        const char *subject;
    } shapes[] = {
        {"de", "Was ist ein Virtual Host?", KEYWORD_WHAT_IS, "Virtual Host"},
        {"de", "Wie man Debian installiert", KEYWORD_HOW_TO, "Debian installiert"},
        {"de", "10 Tipps für sichere Passwörter", KEYWORD_COUNTED, "sichere Passwörter"},
        {"de", "die 5 besten Editoren", KEYWORD_BEST, "Editoren"},
        {"de", "Leitfaden zur Partitionierung", KEYWORD_NOUN, "Partitionierung"},
        {"fr", "Qu’est-ce qu’un masque de calque ?", KEYWORD_WHAT_IS, "masque de calque"},
        {"fr", "comment sauvegarder ses données", KEYWORD_HOW_TO, "sauvegarder ses données"},
        {"fr", "7 astuces pour des mots de passe sûrs", KEYWORD_COUNTED, "des mots de passe sûrs"},
        {"fr", "Les meilleurs éditeurs", KEYWORD_BEST, "éditeurs"},
        {"fr", "table dynamique : mode d’emploi", KEYWORD_NOUN, "table dynamique"},
        {"es", "¿Qué son las capas?", KEYWORD_WHAT_IS, "capas"},
        {"es", "cómo hacer copias de seguridad", KEYWORD_HOW_TO, "hacer copias de seguridad"},
        {"es", "cinco consejos para contraseñas seguras", KEYWORD_COUNTED, "contraseñas seguras"},
        {"es", "los 5 mejores editores", KEYWORD_BEST, "editores"},
        {"es", "RAID paso a paso", KEYWORD_NOUN, "RAID"},
        {"it", "Che cosa sono i livelli?", KEYWORD_WHAT_IS, "livelli"},
        {"it", "come configurare la rete", KEYWORD_HOW_TO, "configurare la rete"},
        {"it", "i 5 migliori editor", KEYWORD_BEST, "editor"},
        {"it", "guida alla crittografia", KEYWORD_NOUN, "crittografia"},
        {"pt", "O que é um firewall?", KEYWORD_WHAT_IS, "firewall"},
        {"pt", "como proteger um servidor", KEYWORD_HOW_TO, "proteger um servidor"},
        {"pt", "5 dicas para senhas seguras", KEYWORD_COUNTED, "senhas seguras"},
        {"pt", "segurança do servidor", KEYWORD_NOUN, "segurança do servidor"},
        {"nl", "Wat is een firewall?", KEYWORD_WHAT_IS, "firewall"},
        {"nl", "hoe werkt een firewall", KEYWORD_HOW_TO, "firewall"},
        {"nl", "5 tips voor veilige wachtwoorden", KEYWORD_COUNTED, "veilige wachtwoorden"},
        {"nl", "de 5 beste editors", KEYWORD_BEST, "editors"},
        {"sv", "Vad är en brandvägg?", KEYWORD_WHAT_IS, "brandvägg"},
        {"sv", "hur fungerar en brandvägg", KEYWORD_HOW_TO, "brandvägg"},
        {"sv", "fem tips för säkra lösenord", KEYWORD_COUNTED, "säkra lösenord"},
        {"sv", "de 5 bästa editorerna", KEYWORD_BEST, "editorerna"},
    };
    size_t wrong = 0;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        struct arena *arena = arena_new();
        struct keyword keyword;
        const struct language *language = language_find(str_from(shapes[i].tag));
        assert_int_equal(keyword_read(arena, str_from(shapes[i].text), language, &keyword, NULL), OK);
        bool same = keyword.shape == shapes[i].shape && str_eq(keyword.subject, str_from(shapes[i].subject));
        if (!same)
            print_error("%s: %s is %d, %.*s\n", shapes[i].tag, shapes[i].text, (int)keyword.shape,
                        (int)keyword.subject.len, keyword.subject.data);
        wrong += !same;
        arena_free(arena);
    }
    assert_int_equal(wrong, 0);
}

/* What ends a keyword and is no part of its subject, whatever its letters' case. */
static void test_endings(void **state)
{
    (void)state;
    static const struct {
        const char *tag, *keyword;
        size_t kept;
    } endings[] = {
        {"de", "Raspberry Pi Anleitung", 2},
        {"de", "Softwareraid einfach erkl\xC3\xA4rt", 1},
        {"de", "Samba Schritt f\xC3\xBCr Schritt", 1},
        {"fr",
         "pare-feu pour d\xC3\xA9"
         "butants",
         1},
        {"fr", "Postfix Guide complet", 1},
        {"es", "cortafuegos paso a paso", 1},
        {"es",
         "Postfix Gu\xC3\xAD"
         "a completa",
         1},
        {"it", "firewall passo passo", 1},
        {"it", "Postfix Guida pratica", 1},
        {"pt", "firewall para iniciantes", 1},
        {"pt", "Postfix Passo a Passo", 1},
        {"nl", "firewall voor beginners", 1},
        {"nl", "Postfix Stap voor Stap", 1},
        {"sv", "brandv\xC3\xA4gg f\xC3\xB6r nyb\xC3\xB6rjare", 1},
        {"sv", "Postfix Steg f\xC3\xB6r Steg", 1},
    };
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        struct arena *arena = arena_new();
        struct worded worded = split(arena, endings[i].keyword, endings[i].tag);
        struct pattern_place place;
        const char *const *list = language_find(str_from(endings[i].tag))->keyword_words->after;
        if (!pattern_find(list, &worded, 0, &place) || place.first != endings[i].kept || place.end != worded.count)
            fail_msg("%s: %s", endings[i].tag, endings[i].keyword);
        arena_free(arena);
    }
}

/* Every point of view has something to say, and says what it is about. */
static void test_phrases(void **state)
{
    (void)state;
    static const char *const tags[] = {"de", "fr", "es", "it", "pt", "nl", "sv"};
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        const struct phrases *phrases = language_find(str_from(tags[i]))->phrases;
        for (size_t view = 0; view < POINTS_OF_VIEW; view++) {
            const char *const *lists[] = {phrases->introduction[view], phrases->explanation[view],
                                          phrases->conclusion[view]};
            for (size_t j = 0; j < COUNT_OF(lists); j++) {
                size_t count = 0;
                for (; lists[j][count]; count++)
                    assert_non_null(strchr(lists[j][count], '%'));
                assert_true(count >= 2);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form),     cmocka_unit_test(test_form_is_checked), cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_keywords), cmocka_unit_test(test_endings),         cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_phrases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
