/* Cuts before main clauses, and before those that can be said as one. */
#include "write/finish/easy_split.h"

static size_t count_mark(struct str text, char mark)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == mark;
    return count;
}

/* Does a finite verb stand in words [from, to), and not first in a clause that hangs on a noun? */
static bool has_main_verb(const struct easy_splitter *splitter, size_t from, size_t to)
{
    static const char *const nested[] = {"that", "which", "who", "whose", "whom", NULL};
    for (size_t i = from; i < to; i++) {
        if (clause_has_verb(splitter->easy, &splitter->phrasing, i))
            return true;
        if (splitter->is_english && i > from && split_is_one_of(splitter, i, nested))
            return false;
    }
    return false;
}

/* "A: the index is ...": what explains A, and no list. */
static bool at_colon(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    size_t end = split_mark_before(splitter, word, ':');
    struct str plain = splitter->phrasing.plain;
    if (!end || !clause_begins(splitter->easy, &splitter->phrasing, word) || memchr(plain.data, ';', plain.len) ||
        memchr(plain.data + end, ',', plain.len - end) || !split_left_is_whole(splitter, word, end, false))
        return false;
    *cut = (struct easy_cut){.left_end = end, .right_start = split_start(splitter, word), .opening = STR("")};
    return true;
}

/* "A; B" where both are sentences. Several semicolons make a list. */
static bool at_semicolon(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    static const char *const links[] = {"however", "therefore", "thus", "otherwise",
                                        "instead", "moreover",  "also", NULL};
    size_t end = split_mark_before(splitter, word, ';');
    if (!end || count_mark(splitter->phrasing.plain, ';') > 1 || phrasing_is_figure(&splitter->phrasing, word) ||
        !split_can_part(splitter, word, end))
        return false;
    bool is_linked = splitter->is_english && split_is_one_of(splitter, word, links) &&
                     phrasing_mark(&splitter->phrasing, word) == ',';
    if (!has_main_verb(splitter, word, splitter->phrasing.count) || !(has_main_verb(splitter, 0, word) || is_linked))
        return false;
    *cut = (struct easy_cut){.left_end = end, .right_start = split_start(splitter, word), .opening = STR("")};
    return true;
}

/* ", so the plants grow": "so" behind a comma joins clauses, but for its set phrases. */
static bool is_consequence(const struct easy_splitter *splitter, size_t word)
{
    enum { FEWEST = 5 };
    static const char *const phrases[] = {"that", "as",     "far", "long", "to",   "much",
                                          "many", "called", "on",  "be",   "only", NULL};
    return splitter->is_english && word_is(split_word(splitter, word), "so") &&
           word + FEWEST < splitter->phrasing.count && !split_is_one_of(splitter, word + 1, phrases);
}

/* ", and it is ...": the conjunction stays where it says more than "and". */
static bool at_conjunction(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    const struct easy *easy = splitter->easy;
    size_t end = split_mark_before(splitter, word, ',');
    if (!easy->grammar || !end || !split_is_one_of(splitter, word, easy->grammar->conjunctions) ||
        !(clause_begins(easy, &splitter->phrasing, word + 1) || is_consequence(splitter, word)) ||
        !split_left_is_whole(splitter, word, end, true) || clause_is_limited(easy, &splitter->phrasing, word + 1))
        return false;
    bool drops = split_is_one_of(splitter, word, easy->grammar->dropped);
    *cut = (struct easy_cut){
        .left_end = end, .right_start = split_start(splitter, drops ? word + 1 : word), .opening = STR("")};
    return true;
}

/* "A and they are ...": without a comma only before what can be nothing but a subject, with its verb. */
static bool at_bare_conjunction(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    static const char *const joins[] = {"and", "but", NULL}, *const subjects[] = {"they", "he", "she", "we", NULL},
                             *const loose[] = {"it", "you", NULL},
                             *const nested[] = {"that", "which", "who", "what", NULL};
    if (!splitter->is_english || !split_is_one_of(splitter, word, joins) || word + 2 >= splitter->phrasing.count)
        return false;
    bool is_verb = clause_is_verb(splitter->easy, split_word(splitter, word + 2));
    if (!is_verb || (!split_is_one_of(splitter, word + 1, subjects) && !split_is_one_of(splitter, word + 1, loose)))
        return false;
    size_t end = split_word(splitter, word - 1)->end;
    for (size_t i = 0; i < word; i++)
        if (split_is_one_of(splitter, i, nested))
            return false;
    if (phrasing_mark(&splitter->phrasing, word - 1) != ' ' || !split_left_is_whole(splitter, word, end, false) ||
        clause_is_limited(splitter->easy, &splitter->phrasing, word + 1))
        return false;
    bool drops = word_is(split_word(splitter, word), "and");
    *cut = (struct easy_cut){
        .left_end = end, .right_start = split_start(splitter, drops ? word + 1 : word), .opening = STR("")};
    return true;
}

/* Does a whole clause follow the word: none as in "because of" or "although slow"? */
static bool hangs_on(const struct easy_splitter *splitter, size_t word)
{
    bool is_reason = word_is(split_word(splitter, word), "because");
    return clause_begins(splitter->easy, &splitter->phrasing, word + 1) ||
           (is_reason && word + EASY_CLAUSE_WORDS < splitter->phrasing.count &&
            !word_is(split_word(splitter, word + 1), "of"));
}

/* ", although it is ...", ", because it is ...": said as a sentence of its own. What is denied or only possible keeps
 * its reason. */
static bool at_subordinate(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    static const struct {
        const char *word, *opening;
    } turns[] = {{"although", "But "}, {"though", "But "}, {"whereas", "But "}, {"because", "This is because "}};
    static const char *const modals[] = {"not",   "cannot", "never", "may",   "might", "could",
                                         "would", "should", "can",   "don't", "must",  NULL};
    size_t end = splitter->is_english ? split_mark_before(splitter, word, ',') : 0, turn = 0;
    while (turn < COUNT_OF(turns) && !word_is(split_word(splitter, word), turns[turn].word))
        turn++;
    if (!end || turn == COUNT_OF(turns) || !hangs_on(splitter, word) ||
        !split_left_is_whole(splitter, word, end, true) ||
        memchr(splitter->phrasing.plain.data + end + 1, ',', splitter->phrasing.plain.len - end - 1))
        return false;
    for (size_t i = 0; turns[turn].opening[0] == 'T' && i < word; i++)
        if (split_is_one_of(splitter, i, modals))
            return false;
    *cut = (struct easy_cut){
        .left_end = end, .right_start = split_start(splitter, word + 1), .opening = str_from(turns[turn].opening)};
    return true;
}

/* ", which means ...", ", making ...": what the whole sentence brings about. */
static bool at_result(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
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
    size_t end = splitter->is_english ? split_mark_before(splitter, word, ',') : 0, turn = 0;
    if (!end || !split_left_is_whole(splitter, word, end, false))
        return false;
    if (word_is(split_word(splitter, word), "which") && split_is_one_of(splitter, word + 1, results)) {
        *cut = (struct easy_cut){end, split_start(splitter, word + 1), STR("This "), {NULL, 0}};
        return true;
    }
    while (turn < COUNT_OF(turns) && !word_is(split_word(splitter, word), turns[turn].participle))
        turn++;
    for (size_t i = 0; i < word; i++)
        if (split_is_one_of(splitter, i, others))
            return false;
    if (turn == COUNT_OF(turns) || phrasing_mark(&splitter->phrasing, word) != ' ')
        return false;
    *cut = (struct easy_cut){end, split_start(splitter, word + 1), str_from(turns[turn].opening), {NULL, 0}};
    return true;
}

bool split_at_clause(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    return at_semicolon(splitter, word, cut) || at_colon(splitter, word, cut) || at_conjunction(splitter, word, cut) ||
           at_bare_conjunction(splitter, word, cut) || at_subordinate(splitter, word, cut) ||
           at_result(splitter, word, cut);
}
