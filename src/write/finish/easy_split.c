#include "write/finish/easy.h"

struct splitter {
    struct easy *easy;
    struct str text;
    struct phrasing phrasing;
    bool is_english, failed;
};

struct cut {
    size_t left_end;     /* byte: the first sentence ends before it and gets a full stop */
    size_t right_start;  /* byte: the second begins here */
    struct str opening;  /* stands before the second */
    struct str new_left; /* data not NULL: the first sentence, instead */
};

static size_t count_mark(struct str text, char mark)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == mark;
    return count;
}

static const struct word *word_of(const struct splitter *splitter, size_t at)
{
    return &splitter->phrasing.words[at];
}

static bool is_one_of(const struct splitter *splitter, size_t at, const char *const *list)
{
    return at < splitter->phrasing.count && word_list_has(list, word_of(splitter, at)->folded);
}

/* The start of the word, with the marks and openers directly before it. */
static size_t start_of(const struct splitter *splitter, size_t word)
{
    size_t at = word_of(splitter, word)->start;
    while (at > 0 && !ascii_is_space(splitter->text.data[at - 1]))
        at--;
    return at;
}

/* Both sides of the place whole, balanced and outside of quotation marks? */
static bool can_part(const struct splitter *splitter, size_t word, size_t left_end)
{
    size_t right = word_of(splitter, word)->start;
    return word >= EASY_CLAUSE_WORDS && splitter->phrasing.count - word >= EASY_CLAUSE_WORDS &&
           !phrasing_is_enclosed(&splitter->phrasing, left_end) &&
           text_is_balanced(splitter->easy->parts, bytes_between(splitter->text, 0, left_end)) &&
           text_is_balanced(splitter->easy->parts, bytes_between(splitter->text, right, splitter->text.len));
}

/* The byte of the mark behind the word before, which a blank or an element follows; 0: another stands there. */
static size_t mark_before(const struct splitter *splitter, size_t word, char mark)
{
    size_t at = word_of(splitter, word)->start;
    const char *plain = splitter->phrasing.plain.data;
    while (at > 0 && (ascii_is_space(plain[at - 1]) || plain[at - 1] == '\1'))
        at--;
    return at > 1 && plain[at - 1] == mark ? at - 1 : 0;
}

/* "In this case, ...": a comma that sets a few words off opens a sentence; any other may part a list, an insertion or
 * clauses. */
static bool has_inner_comma(const struct splitter *splitter, size_t end)
{
    enum { OPENING_WORDS = 4 };
    bool has_verb = false;
    for (size_t i = 0; i < splitter->phrasing.count && word_of(splitter, i)->end < end; i++) {
        has_verb = has_verb || clause_is_verb(splitter->easy, word_of(splitter, i));
        if ((has_verb || i >= OPENING_WORDS) && phrasing_mark(&splitter->phrasing, i) == ',')
            return true;
    }
    return false;
}

static bool left_is_whole(const struct splitter *splitter, size_t word, size_t end, bool is_joined)
{
    return clause_is_whole(splitter->easy, &splitter->phrasing, word, is_joined) && !has_inner_comma(splitter, end) &&
           can_part(splitter, word, end);
}

/* --- the places --- */

/* Does a finite verb stand in words [from, to), and not first in a clause that hangs on a noun? */
static bool has_main_verb(const struct splitter *splitter, size_t from, size_t to)
{
    static const char *const nested[] = {"that", "which", "who", "whose", "whom", NULL};
    for (size_t i = from; i < to; i++) {
        if (clause_has_verb(splitter->easy, &splitter->phrasing, i))
            return true;
        if (splitter->is_english && i > from && is_one_of(splitter, i, nested))
            return false;
    }
    return false;
}

/* "A: the index is ...": what explains A, and no list. */
static bool at_colon(const struct splitter *splitter, size_t word, struct cut *cut)
{
    size_t end = mark_before(splitter, word, ':');
    struct str plain = splitter->phrasing.plain;
    if (!end || !clause_begins(splitter->easy, &splitter->phrasing, word) || memchr(plain.data, ';', plain.len) ||
        memchr(plain.data + end, ',', plain.len - end) || !left_is_whole(splitter, word, end, false))
        return false;
    *cut = (struct cut){.left_end = end, .right_start = start_of(splitter, word), .opening = STR("")};
    return true;
}

/* "A; B" where both are sentences. Several semicolons make a list. */
static bool at_semicolon(const struct splitter *splitter, size_t word, struct cut *cut)
{
    static const char *const links[] = {"however", "therefore", "thus", "otherwise",
                                        "instead", "moreover",  "also", NULL};
    size_t end = mark_before(splitter, word, ';');
    if (!end || count_mark(splitter->phrasing.plain, ';') > 1 || phrasing_is_figure(&splitter->phrasing, word) ||
        !can_part(splitter, word, end))
        return false;
    bool is_linked =
        splitter->is_english && is_one_of(splitter, word, links) && phrasing_mark(&splitter->phrasing, word) == ',';
    if (!has_main_verb(splitter, word, splitter->phrasing.count) || !(has_main_verb(splitter, 0, word) || is_linked))
        return false;
    *cut = (struct cut){.left_end = end, .right_start = start_of(splitter, word), .opening = STR("")};
    return true;
}

/* ", so the plants grow": "so" behind a comma joins clauses, but for its set phrases. */
static bool is_consequence(const struct splitter *splitter, size_t word)
{
    enum { FEWEST = 5 };
    static const char *const phrases[] = {"that", "as",     "far", "long", "to",   "much",
                                          "many", "called", "on",  "be",   "only", NULL};
    return splitter->is_english && word_is(word_of(splitter, word), "so") && word + FEWEST < splitter->phrasing.count &&
           !is_one_of(splitter, word + 1, phrases);
}

/* ", and it is ...": the conjunction stays where it says more than "and". */
static bool at_conjunction(const struct splitter *splitter, size_t word, struct cut *cut)
{
    const struct easy *easy = splitter->easy;
    size_t end = mark_before(splitter, word, ',');
    if (!easy->grammar || !end || !is_one_of(splitter, word, easy->grammar->conjunctions) ||
        !(clause_begins(easy, &splitter->phrasing, word + 1) || is_consequence(splitter, word)) ||
        !left_is_whole(splitter, word, end, true) || clause_is_limited(easy, &splitter->phrasing, word + 1))
        return false;
    bool drops = is_one_of(splitter, word, easy->grammar->dropped);
    *cut =
        (struct cut){.left_end = end, .right_start = start_of(splitter, drops ? word + 1 : word), .opening = STR("")};
    return true;
}

/* "A and they are ...": without a comma only before what can be nothing but a subject, with its verb. */
static bool at_bare_conjunction(const struct splitter *splitter, size_t word, struct cut *cut)
{
    static const char *const joins[] = {"and", "but", NULL}, *const subjects[] = {"they", "he", "she", "we", NULL},
                             *const loose[] = {"it", "you", NULL},
                             *const nested[] = {"that", "which", "who", "what", NULL};
    if (!splitter->is_english || !is_one_of(splitter, word, joins) || word + 2 >= splitter->phrasing.count)
        return false;
    bool is_verb = clause_is_verb(splitter->easy, word_of(splitter, word + 2));
    if (!is_verb || (!is_one_of(splitter, word + 1, subjects) && !is_one_of(splitter, word + 1, loose)))
        return false;
    size_t end = word_of(splitter, word - 1)->end;
    for (size_t i = 0; i < word; i++)
        if (is_one_of(splitter, i, nested))
            return false;
    if (phrasing_mark(&splitter->phrasing, word - 1) != ' ' || !left_is_whole(splitter, word, end, false) ||
        clause_is_limited(splitter->easy, &splitter->phrasing, word + 1))
        return false;
    bool drops = word_is(word_of(splitter, word), "and");
    *cut =
        (struct cut){.left_end = end, .right_start = start_of(splitter, drops ? word + 1 : word), .opening = STR("")};
    return true;
}

/* Does a whole clause follow the word: none as in "because of" or "although slow"? */
static bool hangs_on(const struct splitter *splitter, size_t word)
{
    bool is_reason = word_is(word_of(splitter, word), "because");
    return clause_begins(splitter->easy, &splitter->phrasing, word + 1) ||
           (is_reason && word + EASY_CLAUSE_WORDS < splitter->phrasing.count &&
            !word_is(word_of(splitter, word + 1), "of"));
}

/* ", although it is ...", ", because it is ...": said as a sentence of its own. What is denied or only possible keeps
 * its reason. */
static bool at_subordinate(const struct splitter *splitter, size_t word, struct cut *cut)
{
    static const struct {
        const char *word, *opening;
    } turns[] = {{"although", "But "}, {"though", "But "}, {"whereas", "But "}, {"because", "This is because "}};
    static const char *const modals[] = {"not",   "cannot", "never", "may",   "might", "could",
                                         "would", "should", "can",   "don't", "must",  NULL};
    size_t end = splitter->is_english ? mark_before(splitter, word, ',') : 0, turn = 0;
    while (turn < COUNT_OF(turns) && !word_is(word_of(splitter, word), turns[turn].word))
        turn++;
    if (!end || turn == COUNT_OF(turns) || !hangs_on(splitter, word) || !left_is_whole(splitter, word, end, true) ||
        memchr(splitter->phrasing.plain.data + end + 1, ',', splitter->phrasing.plain.len - end - 1))
        return false;
    for (size_t i = 0; turns[turn].opening[0] == 'T' && i < word; i++)
        if (is_one_of(splitter, i, modals))
            return false;
    *cut = (struct cut){
        .left_end = end, .right_start = start_of(splitter, word + 1), .opening = str_from(turns[turn].opening)};
    return true;
}

/* ", which means ...", ", making ...": what the whole sentence brings about. */
static bool at_result(const struct splitter *splitter, size_t word, struct cut *cut)
{
    static const char *const results[] = {"means",   "allows",   "lets",    "makes",    "causes",   "ensures",
                                          "enables", "prevents", "reduces", "improves", "requires", NULL};
    static const struct {
        const char *participle, *opening;
    } turns[] = {{"making", "This makes "},     {"allowing", "This allows "},     {"enabling", "This enables "},
                 {"causing", "This causes "},   {"ensuring", "This ensures "},    {"letting", "This lets "},
                 {"reducing", "This reduces "}, {"preventing", "This prevents "}, {"meaning", "This means "}};
    static const char *const others[] = {"was",   "were", "had",    "did", "would",  "could",
                                         "might", "may",  "should", "not", "cannot", NULL};
    size_t end = splitter->is_english ? mark_before(splitter, word, ',') : 0, turn = 0;
    if (!end || !left_is_whole(splitter, word, end, false))
        return false;
    if (word_is(word_of(splitter, word), "which") && is_one_of(splitter, word + 1, results)) {
        *cut = (struct cut){end, start_of(splitter, word + 1), STR("This "), {NULL, 0}};
        return true;
    }
    while (turn < COUNT_OF(turns) && !word_is(word_of(splitter, word), turns[turn].participle))
        turn++;
    for (size_t i = 0; i < word; i++)
        if (is_one_of(splitter, i, others))
            return false;
    if (turn == COUNT_OF(turns) || phrasing_mark(&splitter->phrasing, word) != ' ')
        return false;
    *cut = (struct cut){end, start_of(splitter, word + 1), str_from(turns[turn].opening), {NULL, 0}};
    return true;
}

/* --- relative clauses --- */

static bool is_plural(struct str folded)
{
    return str_ends(folded, STR("s")) && !str_ends(folded, STR("ss")) && !str_ends(folded, STR("us")) &&
           !str_ends(folded, STR("is"));
}

/* The name of what the relative clause behind the noun is said of, with a blank: "This index ", "Lua "; empty: it is
 * not certain. */
static struct str name_of(struct splitter *splitter, size_t noun, bool are_many)
{
    static const char *const articles[] = {"a", "an", "the", NULL}, *const joins[] = {"of", "for", "and", "or", NULL};
    const struct word *word = word_of(splitter, noun);
    struct str plain = bytes_between(splitter->phrasing.plain, word->start, word->end);
    struct str marked = bytes_between(splitter->text, word->start, word->end);
    bool is_joined = noun > 0 && is_one_of(splitter, noun - 1, joins);
    if (word->is_stop || !str_eq(plain, marked))
        return STR("");
    bool has_article = noun > 0 && is_one_of(splitter, noun - 1, articles);
    bool is_far = noun > 1 && (is_one_of(splitter, noun - 2, joins) ||
                               is_one_of(splitter, noun - 2,
                                         (const char *const[]){"in", "on", "to", "with", "from", "by", "at", NULL}));
    struct str name = {NULL, 0};
    if (has_article && !is_far && is_plural(word->folded) == are_many)
        name = TEXT_JOIN(splitter->easy->parts->arena, are_many ? STR("These ") : STR("This "), plain, STR(" "));
    else if (!has_article && noun > 0 && !is_joined && !are_many && phrasing_is_capital(&splitter->phrasing, noun) &&
             !phrasing_is_capital(&splitter->phrasing, noun - 1))
        name = TEXT_JOIN(splitter->easy->parts->arena, plain, STR(" "));
    else
        return STR("");
    splitter->failed = splitter->failed || !name.data;
    return name.data ? name : STR("");
}

/* How the verb of a relative clause counts: 1 one, 2 many, 0 neither is sure. */
static int number_of_verb(const struct splitter *splitter, size_t at)
{
    static const char *const one[] = {"is", "was", "has", "contains", "provides", "describes", "consists", NULL};
    static const char *const many[] = {"are", "were", "have", "contain", "provide", NULL};
    return is_one_of(splitter, at, one) ? 1 : is_one_of(splitter, at, many) ? 2 : 0;
}

/* "It uses an index, which is ...": the clause ends the sentence. */
static bool at_last_relative(struct splitter *splitter, size_t word, struct cut *cut)
{
    static const char *const comments[] = {"why", "how", "because", "when", "what", "where", NULL};
    size_t end =
        splitter->is_english && word_is(word_of(splitter, word), "which") ? mark_before(splitter, word, ',') : 0;
    int number = number_of_verb(splitter, word + 1);
    if (!end || !number || is_one_of(splitter, word + 2, comments) || !left_is_whole(splitter, word, end, false) ||
        memchr(splitter->phrasing.plain.data + end + 1, ',', splitter->phrasing.plain.len - end - 1))
        return false;
    struct str name = name_of(splitter, word - 1, number == 2);
    *cut = (struct cut){end, start_of(splitter, word + 1), name, {NULL, 0}};
    return name.len > 0;
}

/* "The index, which is small, holds ...": the clause becomes the sentence behind this one. */
static bool at_inner_relative(struct splitter *splitter, size_t word, struct cut *cut)
{
    enum { SUBJECT_WORDS = 3 };
    struct str plain = splitter->phrasing.plain, text = splitter->text;
    if (!splitter->is_english || word < 2 || word > SUBJECT_WORDS || !word_is(word_of(splitter, word), "which"))
        return false;
    size_t end = mark_before(splitter, word, ','), close = word + 2;
    int number = number_of_verb(splitter, word + 1);
    while (close < splitter->phrasing.count && phrasing_mark(&splitter->phrasing, close) != ',')
        close++;
    if (!end || !number || close + EASY_CLAUSE_WORDS >= splitter->phrasing.count ||
        !clause_is_verb(splitter->easy, word_of(splitter, close + 1)) ||
        !is_one_of(splitter, 0, (const char *const[]){"a", "an", "the", NULL}))
        return false;
    struct str name = name_of(splitter, word - 1, number == 2), left = bytes_between(text, 0, end),
               clause = bytes_between(text, start_of(splitter, word + 1), word_of(splitter, close)->end),
               rest = bytes_between(text, word_of(splitter, close)->end + 1, text.len);
    if (!name.len || word > 2 || !text_is_balanced(splitter->easy->parts, clause) ||
        !text_is_balanced(splitter->easy->parts, rest) || memchr(plain.data, '(', plain.len))
        return false;
    for (size_t i = 0; i < splitter->phrasing.count; i++)
        if (i != word && is_one_of(splitter, i, splitter->easy->grammar->conditions))
            return false;
    *cut = (struct cut){.opening = TEXT_JOIN(splitter->easy->parts->arena, name, clause, STR(".")),
                        .right_start = text.len,
                        .new_left = TEXT_JOIN(splitter->easy->parts->arena, left, rest)};
    splitter->failed = splitter->failed || !cut->opening.data || !cut->new_left.data;
    return true;
}

/* --- steps --- */

/* "Open the menu, then select ...": two steps, each of which is told to the reader. */
static bool at_step(const struct splitter *splitter, size_t word, struct cut *cut)
{
    static const char *const steps[] = {
        "add",    "change",  "check", "choose", "click", "close", "copy",  "create", "delete",  "drag", "edit",
        "enter",  "install", "make",  "move",   "open",  "paste", "press", "remove", "restart", "run",  "save",
        "select", "set",     "start", "stop",   "turn",  "type",  "use",   "verify", NULL};
    if (!splitter->is_english || !is_one_of(splitter, 0, steps) || word < EASY_CLAUSE_WORDS)
        return false;
    size_t at = word, end = mark_before(splitter, word, ',');
    bool is_and = word_is(word_of(splitter, at), "and");
    at += is_and;
    bool is_then = at < splitter->phrasing.count && word_is(word_of(splitter, at), "then");
    if ((!end && !(is_and && is_then)) || (!is_and && !is_then) || !is_one_of(splitter, at + is_then, steps) ||
        (end && has_inner_comma(splitter, end)))
        return false;
    for (size_t i = 0; i < splitter->phrasing.count; i++)
        if (is_one_of(splitter, i, splitter->easy->grammar->conditions))
            return false;
    end = end ? end : word_of(splitter, word - 1)->end;
    if (!can_part(splitter, at, end))
        return false;
    *cut = (struct cut){.left_end = end, .right_start = start_of(splitter, at), .opening = STR("")};
    return true;
}

/* --- the sentence --- */

static bool find_cut(struct splitter *splitter, struct cut *cut)
{
    for (size_t word = 1; word < splitter->phrasing.count; word++)
        if (at_semicolon(splitter, word, cut) || at_colon(splitter, word, cut) || at_conjunction(splitter, word, cut) ||
            at_bare_conjunction(splitter, word, cut) || at_subordinate(splitter, word, cut) ||
            at_result(splitter, word, cut) || at_last_relative(splitter, word, cut) ||
            at_inner_relative(splitter, word, cut) || at_step(splitter, word, cut))
            return true;
    return false;
}

/* A question or a quotation is not cut, nor what announces a list. */
static bool is_statement(const struct phrasing *phrasing)
{
    struct str plain = phrasing->plain;
    size_t end = plain.len;
    while (end > 0 && plain.data[end - 1] == '\1')
        end--;
    return end > 0 && plain.data[end - 1] == '.' && !memchr(plain.data, '"', end);
}

/* The end of a text, from the citations behind its full stop on. */
static size_t citations_at(const struct splitter *splitter)
{
    size_t at = splitter->phrasing.plain.len;
    while (at > 0 && splitter->phrasing.plain.data[at - 1] == '\1')
        at--;
    return at;
}

static enum status part_text(struct splitter *splitter, const struct cut *cut, struct str *first, struct str *second)
{
    struct arena *arena = splitter->easy->parts->arena;
    struct str text = splitter->text;
    if (cut->new_left.data) { /* the citations go to the second sentence, the last one */
        size_t tail = text.len - citations_at(splitter);
        *first = bytes_between(cut->new_left, 0, cut->new_left.len - tail);
        *second = TEXT_JOIN(arena, cut->opening, bytes_between(text, text.len - tail, text.len));
    } else {
        *first = TEXT_JOIN(arena, bytes_between(text, 0, cut->left_end), STR("."));
        *second = TEXT_JOIN(arena, cut->opening, bytes_between(text, cut->right_start, text.len));
    }
    if (second->data)
        *second = text_capitalised(splitter->easy->parts, *second);
    return first->data && second->data ? OK : error_memory(splitter->easy->parts->err);
}

enum status easy_split(struct easy *easy, struct str text, struct str *first, struct str *second)
{
    struct splitter splitter = {
        .easy = easy, .text = text, .is_english = easy->grammar && strcmp(easy->grammar->tag, "en") == 0};
    struct cut cut = {.left_end = 0};
    second->data = NULL;
    enum status status = phrasing_of(easy->parts, text, &splitter.phrasing);
    if (status || splitter.phrasing.count <= EASY_WORDS || !is_statement(&splitter.phrasing))
        return status;
    bool is_found = find_cut(&splitter, &cut);
    if (splitter.failed)
        return error_memory(easy->parts->err);
    return is_found ? part_text(&splitter, &cut, first, second) : OK;
}
