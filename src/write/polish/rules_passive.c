#include "write/polish/rules_passive.h"

/*
 * "The tool was written by a student." becomes "A student wrote the tool." Only whole sentences of this one form are
 * turned: subject, auxiliary, participle, "by", doer, and perhaps a date. Anything that limits, negates, counts or
 * hangs on leaves the sentence as it is, for its meaning would move with the words.
 */
enum { MOST_AGENT = 7 };

static const char *const determiners[] = {"the",   "a",   "an",   "this", "that", "these",
                                          "those", "our", "your", "my",   NULL};
static const char *const subject_pronouns[] = {"i", "he", "she", "we", "they", "it", "you", NULL};
static const char *const object_forms[] = {"me", "him", "her", "us", "them", "it", "you", NULL};
/* "reduced by half", "done by hand", "finished by Monday": says how, how much, when. */
static const char *const no_agents[] = {
    "default",  "hand",     "mail",       "post",   "means",     "way",      "design",   "accident",  "mistake",
    "law",      "far",      "now",        "then",   "half",      "factor",   "third",    "quarter",   "percent",
    "margin",   "monday",   "tuesday",    "friday", "wednesday", "thursday", "saturday", "sunday",    "january",
    "february", "march",    "april",      "may",    "june",      "july",     "august",   "september", "october",
    "november", "december", "end",        "time",   "virtue",    "reason",   "proxy",    "chance",    "force",
    "contrast", "night",    "day",        "name",   "turns",     "itself",   "number",   "amount",    "rule",
    "nature",   "order",    "definition", "method", "noon",      "year",     "week",     "month",     "morning",
    "evening",  "weight",   "volume",     "email",  "phone",     "law",      NULL};

/* May the word join two nouns of a phrase? In a subject also what says where it is; in a doer "and" between names. */
static bool joins_nouns(const struct clause *clause, size_t at, bool is_agent)
{
    if (in_list(clause, at, LIST("of")))
        return true;
    if (!is_agent)
        return in_list(clause, at, LIST("for", "on", "in", "from", "at"));
    return in_list(clause, at, LIST("and")) && phrasing_is_capital(&clause->phrasing, at - 1) &&
           phrasing_is_capital(&clause->phrasing, at + 1);
}

static bool is_noun_phrase(const struct clause *clause, size_t from, size_t to, bool is_agent)
{
    bool was_noun = false, was_joint = true;
    if (!is_plain(clause, from, to) || !text_is_balanced(clause->parts, span(clause, from, to)))
        return false;
    for (size_t i = from; i < to; i++) {
        const struct word *word = &clause->phrasing.words[i];
        bool is_joint = was_noun && i + 1 < to && joins_nouns(clause, i, is_agent);
        bool is_determiner = was_joint && i + 1 < to && in_list(clause, i, determiners);
        was_joint = is_joint;
        was_noun = !is_joint && !is_determiner;
        if (was_noun && (word->is_stop || word_is_verb(word, clause->parts->language)))
            return false;
    }
    return was_noun;
}

static bool is_one_pronoun(const struct clause *clause, size_t from, size_t to, const char *const *pronouns)
{
    return to == from + 1 && in_list(clause, from, pronouns);
}

static bool may_be_agent(const struct clause *clause)
{
    size_t from = clause->agent, to = clause->agent_end;
    if (is_one_pronoun(clause, from, to, object_forms))
        return true;
    if (to - from > MOST_AGENT || !is_noun_phrase(clause, from, to, true))
        return false;
    for (size_t i = from; i < to; i++)
        if (in_list(clause, i, no_agents) || phrasing_is_figure(&clause->phrasing, i))
            return false;
    struct str first = clause->phrasing.words[from].folded;
    if (memchr(first.data, '_', first.len)) /* "max_wal_size" must not begin a sentence */
        return false;
    bool is_bare = !in_list(clause, from, determiners) && !phrasing_is_capital(&clause->phrasing, from);
    if (str_ends(first, STR("ing")))
        return false;
    struct str last = clause->phrasing.words[to - 1].folded;
    return !is_bare || (str_ends(last, STR("s")) && !str_ends(last, STR("ss")) && !str_ends(last, STR("us")));
}

/* How many? 1, 2 for more, 0: cannot be told. */
static int agent_number(const struct clause *clause)
{
    static const char *const many[] = {"people", "men",   "women", "children", "police", "data", "fungi", "bacteria",
                                       "these",  "those", "them",  "us",       "you",    "me",   NULL};
    size_t head = clause->agent;
    for (size_t i = clause->agent; i < clause->agent_end; i++)
        if (word_is(&clause->phrasing.words[i], "and"))
            return 2;
    while (head + 1 < clause->agent_end && !word_is(&clause->phrasing.words[head + 1], "of"))
        head++;
    struct str last = clause->phrasing.words[head].folded;
    if (in_list(clause, clause->agent, LIST("a", "an", "this", "that", "him", "her", "it")))
        return 1;
    if (word_list_has(many, last) || in_list(clause, clause->agent, many))
        return 2;
    if (!str_ends(last, STR("s")))
        return 1;
    bool ends_oddly = str_ends(last, STR("ss")) || str_ends(last, STR("us")) || str_ends(last, STR("is"));
    return ends_oddly || phrasing_is_capital(&clause->phrasing, head) ? 0 : 2;
}

/* The auxiliary before the participle, and the tense that it makes. */
static bool find_auxiliary(struct clause *clause)
{
    static const struct {
        const char *words, *active;
        bool is_present, is_perfect;
    } forms[] = {
        {"has been", "", false, true},
        {"have been", "", false, true},
        {"had been", "had", false, false},
        {"will be", "will", false, false},
        {"would be", "would", false, false},
        {"can be", "can", false, false},
        {"could be", "could", false, false},
        {"may be", "may", false, false},
        {"might be", "might", false, false},
        {"must be", "must", false, false},
        {"should be", "should", false, false},
        {"was", "", false, false},
        {"were", "", false, false},
        {"is", "", true, false},
        {"are", "", true, false},
    };
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        size_t end;
        if (!phrasing_says(&clause->phrasing, clause->auxiliary, forms[i].words, &end))
            continue;
        clause->tense = forms[i].active;
        clause->is_present = forms[i].is_present;
        clause->is_perfect = forms[i].is_perfect;
        clause->is_modal = *forms[i].active && strcmp(forms[i].active, "had") != 0;
        clause->participle = end;
        return true;
    }
    return false;
}

/* The date at the end: "in 1995", "in March 1995". */
static void find_date(struct clause *clause)
{
    static const char *const before[] = {"in", "since", "before", "after", "until", NULL};
    static const char *const months[] = {"january", "february",  "march",   "april",    "may",      "june", "july",
                                         "august",  "september", "october", "november", "december", NULL};
    clause->rest = clause->end;
    if (clause->end - clause->agent < 3 || !is_year(clause, clause->end - 1))
        return;
    size_t first = clause->end - 2;
    if (in_list(clause, first, months))
        first--;
    if (first > clause->agent && in_list(clause, first, before))
        clause->rest = first;
}

/* "In 1995, ", "Originally, " */
static size_t opening_words(struct clause *clause)
{
    const struct phrasing *phrasing = &clause->phrasing;
    size_t count = in_list(clause, 0, LIST("in", "since", "before", "after")) && is_year(clause, 1) ? 2
                   : in_list(clause, 0,
                             LIST("originally", "initially", "later", "today", "traditionally", "usually", "often",
                                  "sometimes", "here"))
                       ? 1
                       : 0;
    if (!count || phrasing_mark(phrasing, count - 1) != ',')
        return 0;
    clause->prefix_end = phrasing->words[count].start;
    return count;
}

static bool parse_english(struct clause *clause)
{
    const struct phrasing *phrasing = &clause->phrasing;
    if (phrasing->count < 5)
        return false;
    size_t first = clause->subject = opening_words(clause);
    if (!first && span(clause, 0, 1).data != phrasing->text.data)
        return false;
    for (size_t i = first + 1; i < phrasing->count && i <= first + MOST_SUBJECT && !clause->auxiliary; i++) {
        clause->auxiliary = i;
        if (!find_auxiliary(clause))
            clause->auxiliary = 0;
    }
    if (!clause->auxiliary || clause->participle + 2 >= phrasing->count)
        return false;
    if (str_ends(phrasing->words[clause->participle].folded, STR("ly")))
        clause->adverb = clause->participle++;
    clause->agent = clause->participle + 2;
    clause->end = phrasing->count;
    if (clause->agent >= clause->end || !word_is(&phrasing->words[clause->participle + 1], "by"))
        return false;
    find_date(clause);
    clause->agent_end = clause->rest;
    bool is_subject = is_one_pronoun(clause, first, clause->auxiliary, subject_pronouns) ||
                      is_noun_phrase(clause, first, clause->auxiliary, false);
    return is_subject && is_plain(clause, first, clause->end) && may_be_agent(clause) &&
           verb_by_participle(phrasing->words[clause->participle].folded, &clause->verb, clause->room);
}

/* Is the word a name? A capital in the middle of another sentence says so, a small letter that it is none. 0: it cannot
 * be told. */
static int is_name(const struct clause *clause, struct str word, struct str small)
{
    const struct parts *parts = clause->parts;
    for (size_t i = 0; i < parts->count; i++)
        for (size_t j = 0; j < parts->list[i].count; j++) {
            struct str text = parts->list[i].sentences[j].text;
            for (size_t at = 1; (at = str_find(text, small, at)) < text.len; at++)
                if (text.data[at - 1] == ' ' &&
                    (at + small.len == text.len || !ascii_is_alnum(text.data[at + small.len])))
                    return -1;
            for (size_t at = 1; (at = str_find(text, word, at)) < text.len; at++)
                if (text.data[at - 1] == ' ')
                    return 1;
        }
    return 0;
}

/* The subject as it stands in the middle of the sentence. data NULL: it cannot be told how, or memory ran out. */
static struct str as_object(struct clause *clause)
{
    size_t from = clause->subject, to = clause->auxiliary;
    struct arena *arena = clause->parts->arena;
    struct str text = span(clause, from, to), word = word_text(clause, from);
    for (size_t i = 0; to == from + 1 && subject_pronouns[i]; i++)
        if (word_is(&clause->phrasing.words[from], subject_pronouns[i]))
            return str_from(object_forms[i]);
    if (clause->prefix_end || !phrasing_is_capital(&clause->phrasing, from))
        return text;
    struct buf small = {0};
    uint32_t first;
    size_t length = utf8_decode(word, 0, &first);
    utf8_append(&small, unicode_to_lower(first));
    buf_add(&small, word.data + length, word.len - length);
    struct str lower = {small.failed ? NULL : arena_copy_n(arena, buf_text(&small), small.len), small.len};
    buf_free(&small);
    bool is_atom = str_eq(
        bytes_between(clause->phrasing.plain, clause->phrasing.words[from].start, clause->phrasing.words[from].end),
        STR("Xxxx"));
    if (!made(clause, lower).data || is_atom)
        return is_atom ? text : lower;
    bool is_determiner = in_list(clause, from, determiners);
    bool is_full_name = from + 1 < to && phrasing_is_capital(&clause->phrasing, from + 1);
    int name = is_determiner ? -1 : is_full_name ? 1 : is_name(clause, word, lower);
    if (name == 0)
        return (struct str){NULL, 0};
    size_t before = (size_t)(word.data - text.data);
    return name > 0
               ? text
               : JOIN(clause, bytes_between(text, 0, before), lower, bytes_between(text, before + word.len, text.len));
}

static struct str as_subject(const struct clause *clause)
{
    if (clause->agent_end == clause->agent + 1)
        for (size_t i = 0; object_forms[i]; i++)
            if (word_is(&clause->phrasing.words[clause->agent], object_forms[i]))
                return str_from(i == 0 ? "I" : subject_pronouns[i]);
    return span(clause, clause->agent, clause->agent_end);
}

/* Writes the active verb into pieces; false: the number of the doer cannot be told. */
static bool active_verb(struct clause *clause, struct str verb[3], char room[32])
{
    int number = agent_number(clause);
    verb[0] = verb[1] = STR("");
    if (clause->adverb)
        verb[1] = JOIN(clause, word_text(clause, clause->adverb), STR(" "));
    if (clause->is_perfect || clause->is_present) {
        if (!number)
            return false;
        verb[2] = clause->is_perfect ? clause->verb.participle : clause->verb.base;
        if (clause->is_perfect)
            verb[0] = number == 1 ? STR("has ") : STR("have ");
        else if (number == 1)
            verb[2] = verb_third_person(clause->verb.base, room);
        return verb[1].data != NULL;
    }
    verb[2] = *clause->tense ? (clause->is_modal ? clause->verb.base : clause->verb.participle) : clause->verb.past;
    if (*clause->tense)
        verb[0] = JOIN(clause, str_from(clause->tense), STR(" "));
    return verb[0].data && verb[1].data;
}

static struct str english_active(struct clause *clause)
{
    static const struct str none = {NULL, 0};
    const struct phrasing *phrasing = &clause->phrasing;
    struct str verb[3], text = phrasing->text;
    char room[32];
    if (!parse_english(clause) || !active_verb(clause, verb, room))
        return none;
    struct str object = as_object(clause), subject = as_subject(clause);
    if (!object.data || !subject.data)
        return none;
    struct str rest = clause->rest < clause->end ? span(clause, clause->rest, clause->end) : STR("");
    struct str last = span(clause, clause->agent, clause->end);
    struct str tail = bytes_between(text, (size_t)(last.data + last.len - text.data), text.len);
    if (!tail.len || tail.data[0] != '.')
        return none;
    struct str active = JOIN(clause, bytes_between(text, 0, clause->prefix_end), subject, STR(" "), verb[0], verb[1],
                             verb[2], STR(" "), object, rest.len ? STR(" ") : STR(""), rest, tail);
    return active.data && !clause->prefix_end ? made(clause, text_capitalised(clause->parts, active)) : active;
}

/* --- both --- */

enum status passive_turned(const struct parts *parts, struct str text, struct str *active)
{
    const char *tag = parts->language ? parts->language->tag : "";
    bool is_german = strcmp(tag, "de") == 0;
    struct clause clause = {.parts = parts};
    *active = (struct str){NULL, 0};
    enum status status = is_german || strcmp(tag, "en") == 0 ? phrasing_of(parts, text, &clause.phrasing) : OK;
    if (status || !clause.phrasing.text.data)
        return status;
    *active = is_german ? german_active(&clause) : english_active(&clause);
    if (clause.failed)
        return error_memory(parts->err);
    if (active->data && text_mark_count(parts, *active) != text_mark_count(parts, text))
        active->data = NULL;
    return OK;
}

enum status rule_passive(struct parts *parts, struct polish_report *report)
{
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        for (size_t j = 0; part_is_text(part) && !part->is_held && j < part->count; j++) {
            struct part_sentence *sentence = &part->sentences[j];
            struct str active;
            if (sentence->is_dropped || sentence->count > 1)
                continue;
            enum status status = passive_turned(parts, sentence->text, &active);
            if (status)
                return status;
            if (!active.data)
                continue;
            sentence->text = active;
            part->is_edited = true;
            report->activated++;
        }
    }
    return OK;
}
