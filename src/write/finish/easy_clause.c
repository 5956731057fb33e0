#include "write/finish/easy.h"

enum { SUBJECT_WORDS = 10, UNTOLD_WORDS = 5 /* fewest of a clause whose verb is not known */ };

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct clause_grammar grammars[] = {
    {"en", LIST("and", "but", "so", "yet"), LIST("and"), LIST("it", "they", "he", "she", "we", "you", "i", "there"),
     LIST("this", "these", "those", "that"),
     LIST("the", "a", "an", "its", "their", "his", "her", "your", "each", "every", "this", "these", "those", "such",
          "some", "most", "many", "several", "all", "another", "no"),
     LIST("if", "unless", "when", "whenever", "until", "till", "whether", "because", "although", "though", "provided",
          "assuming", "suppose", "lest", "either", "neither", "both", "while", "once", "only", "in case", "whereas",
          "say", "says", "said", "believe", "believes", "think", "thinks", "claim", "claims", "argue", "argues",
          "suggest", "suggests", "imagine", "let"),
     LIST("since", "as", "before", "after", "even", "given", "where", "wherever", "to", "by", "for", "with", "without",
          "just", "how", "what", "why", "who", "not"),
     LIST("uses", "needs", "holds", "takes", "works", "returns", "means", "supports", "applies", "appears", "exists",
          "happens", "occurs", "consists", "refers", "describes", "defines", "determines", "specifies", "helps", "lets",
          "causes", "leads", "follows", "stays", "comes", "goes", "gets", "sends", "receives", "seems", "tells",
          "tries", "ensures", "enables", "prevents", "reduces", "improves", "shall", "used", "needed", "took", "made",
          "came", "went", "began", "seemed", "consumes", "produces", "represents", "belongs", "acts", "serves",
          "involves", "couldn't", "wouldn't", "shouldn't", "mustn't", "it's", "they're", "there's", "that's", "you're",
          "we're", "he's", "she's"),
     LIST("it's", "they're", "there's", "you're", "we're", "he's", "she's"),
     LIST("imply", "contain", "allow", "provide", "require", "include", "depend", "exist", "become", "remain", "appear",
          "consist", "refer", "mean", "make", "give", "keep")},
    {"de", LIST("und", "aber", "denn", "doch"), LIST("und"), LIST("er", "sie", "es", "wir", "ich", "man"),
     LIST("dies", "das"),
     LIST("der", "die", "das", "ein", "eine", "dieser", "diese", "dieses", "jeder", "jede", "jedes"),
     LIST("wenn", "falls", "sofern", "nur", "dass", "ob", "weil", "obwohl", "während", "bis", "bevor", "nachdem",
          "solange", "sobald", "damit", "sodass", "indem", "entweder", "weder", "sowohl", "nicht", "je", "soweit"),
     LIST("um", "als", "da", "wie", "wo", "wer", "was"), LIST("heißt", "bietet", "besteht", "erlaubt", "ermöglicht"),
     NULL, NULL},
    {"fr", LIST("et", "mais", "donc"), LIST("et"), LIST("il", "elle", "ils", "elles", "on", "nous", "vous", "je"),
     LIST("cela", "ceci"), LIST("le", "la", "les", "un", "une", "ce", "cette", "ces", "chaque"),
     LIST("si", "quand", "lorsque", "que", "qu'il", "qu'elle", "qu'on", "puisque", "parce", "afin", "bien", "tandis",
          "pendant", "ne", "soit", "ni", "sauf"),
     LIST("comme", "pour", "avant", "après", "en", "où"), LIST("reste", "restent", "existe", "existent", "devient"),
     LIST("c'est"), NULL},
    {"es", LIST("y", "pero"), LIST("y"), LIST("él", "ella", "ellos", "ellas", "usted", "ustedes", "nosotros"),
     LIST("esto", "eso"), LIST("el", "la", "los", "las", "un", "una", "este", "esta", "estos", "estas", "cada"),
     LIST("si", "cuando", "que", "porque", "aunque", "mientras", "hasta", "salvo", "no", "ni", "sea", "según"),
     LIST("como", "para", "antes", "después", "al", "donde"), LIST("existe", "existen", "contiene", "contienen"), NULL,
     NULL},
};
#undef LIST

const struct clause_grammar *clause_grammar_of(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(grammars); i++)
        if (strcmp(grammars[i].tag, language->tag) == 0)
            return &grammars[i];
    return NULL;
}

bool clause_is_verb(const struct easy *easy, const struct word *word)
{
    return word_is_verb(word, easy->parts->language) ||
           (easy->grammar && word_list_has(easy->grammar->verbs, word->folded));
}

/* Is the mark behind the word one that ends a subject? */
static bool is_break(char mark)
{
    return mark == ',' || mark == ';' || mark == ':' || mark == '(' || mark == ')' || mark == '"';
}

/* Clauses that hang on a noun, in which a verb says nothing of the subject. */
static bool begins_nested(const struct word *word)
{
    static const char *const nested[] = {"that", "which", "who", "whose", "whom", NULL};
    return word_list_has(nested, word->folded);
}

/* "they meet": behind a pronoun that is a subject alone comes its verb, but for adverbs and the like. */
static bool is_untold_verb(const struct word *word)
{
    return !word->is_stop && !str_ends(word->folded, STR("ly")) && !str_ends(word->folded, STR("ing")) &&
           !ascii_is_digit(word->folded.data[0]);
}

/* "the server is": a verb, but not right behind the article, where "the uses" is a noun. */
static bool has_verb_near(const struct easy *easy, const struct phrasing *phrasing, size_t word)
{
    for (size_t i = word; i + 1 < phrasing->count && i < word + SUBJECT_WORDS; i++) {
        if (is_break(phrasing_mark(phrasing, i)) || begins_nested(&phrasing->words[i + 1]) ||
            word_list_has(easy->grammar->conditions, phrasing->words[i].folded))
            return false;
        bool is_next = i + 1 > word + 1 && clause_is_verb(easy, &phrasing->words[i + 1]);
        bool goes_on = i + 2 < phrasing->count && clause_is_verb(easy, &phrasing->words[i + 2]); /* it was a noun */
        if (is_next && (!goes_on || word_is_verb(&phrasing->words[i + 1], easy->parts->language)))
            return true;
    }
    return false;
}

bool clause_begins(const struct easy *easy, const struct phrasing *phrasing, size_t word)
{
    if (!easy->grammar || word + 1 >= phrasing->count || is_break(phrasing_mark(phrasing, word)))
        return false;
    const struct word *first = &phrasing->words[word], *second = first + 1;
    bool is_verb = clause_is_verb(easy, second);
    if (word_list_has(easy->grammar->contractions, first->folded))
        return true;
    if (word_list_has(easy->grammar->pronouns, first->folded) || word_list_has(easy->grammar->pointers, first->folded))
        if (is_verb)
            return true;
    static const char *const subjects[] = {"they", "he", "she", "we", "it", NULL};
    if (strcmp(easy->grammar->tag, "en") == 0 && word_list_has(subjects, first->folded) && is_untold_verb(second))
        return true;
    if (word_list_has(easy->grammar->articles, first->folded))
        return has_verb_near(easy, phrasing, word);
    return is_verb && phrasing_is_capital(phrasing, word) && !first->is_stop; /* "Linux is" */
}

bool clause_has_verb(const struct easy *easy, const struct phrasing *phrasing, size_t word)
{
    const struct word *this = &phrasing->words[word];
    if (clause_is_verb(easy, this))
        return true;
    return word && easy->grammar && word_list_has(easy->grammar->bases, this->folded) &&
           !word_is(&phrasing->words[word - 1], "to");
}

bool clause_is_whole(const struct easy *easy, const struct phrasing *phrasing, size_t to, bool is_joined)
{
    bool has_verb = is_joined && to >= UNTOLD_WORDS;
    size_t end;
    for (size_t i = 0; i < to; i++) {
        has_verb = has_verb || clause_has_verb(easy, phrasing, i);
        if (!easy->grammar)
            continue;
        if (word_list_has(easy->grammar->conditions, phrasing->words[i].folded) ||
            phrasing_says(phrasing, i, "in case", &end))
            return false;
    }
    return has_verb && (!easy->grammar || !word_list_has(easy->grammar->openers, phrasing->words[0].folded));
}

bool clause_is_limited(const struct easy *easy, const struct phrasing *phrasing, size_t from)
{
    for (size_t i = from; i + 1 < phrasing->count; i++)
        if (phrasing_mark(phrasing, i) == ',' &&
            word_list_has(easy->grammar->conditions, phrasing->words[i + 1].folded))
            return true;
    return false;
}
