/* Relative clauses that become sentences with the name of their noun. */
#include "write/finish/easy_split.h"

static bool is_plural(struct str folded)
{
    return str_ends(folded, STR("s")) && !str_ends(folded, STR("ss")) && !str_ends(folded, STR("us")) &&
           !str_ends(folded, STR("is"));
}

/* The name of what the relative clause behind the noun is said of, with a blank: "This index ", "Lua "; empty: it is
 * not certain. */
static struct str name_of(struct easy_splitter *splitter, size_t noun, bool are_many)
{
    static const char *const articles[] = {"a", "an", "the", NULL}, *const joins[] = {"of", "for", "and", "or", NULL};
    const struct word *word = split_word(splitter, noun);
    struct str plain = bytes_between(splitter->phrasing.plain, word->start, word->end);
    struct str marked = bytes_between(splitter->text, word->start, word->end);
    bool is_joined = noun > 0 && split_is_one_of(splitter, noun - 1, joins);
    if (word->is_stop || !str_eq(plain, marked))
        return STR("");
    bool has_article = noun > 0 && split_is_one_of(splitter, noun - 1, articles);
    bool is_far =
        noun > 1 && (split_is_one_of(splitter, noun - 2, joins) ||
                     split_is_one_of(splitter, noun - 2,
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
static int number_of_verb(const struct easy_splitter *splitter, size_t at)
{
    static const char *const one[] = {"is", "was", "has", "contains", "provides", "describes", "consists", NULL};
    static const char *const many[] = {"are", "were", "have", "contain", "provide", NULL};
    return split_is_one_of(splitter, at, one) ? 1 : split_is_one_of(splitter, at, many) ? 2 : 0;
}

/* "It uses an index, which is ...": the clause ends the sentence. */
static bool at_last_relative(struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    static const char *const comments[] = {"why", "how", "because", "when", "what", "where", NULL};
    size_t end = splitter->is_english && word_is(split_word(splitter, word), "which")
                     ? split_mark_before(splitter, word, ',')
                     : 0;
    int number = number_of_verb(splitter, word + 1);
    if (!end || !number || split_is_one_of(splitter, word + 2, comments) ||
        !split_left_is_whole(splitter, word, end, false) ||
        memchr(splitter->phrasing.plain.data + end + 1, ',', splitter->phrasing.plain.len - end - 1))
        return false;
    struct str name = name_of(splitter, word - 1, number == 2);
    *cut = (struct easy_cut){end, split_start(splitter, word + 1), name, {NULL, 0}};
    return name.len > 0;
}

/* "The index, which is small, holds ...": the clause becomes the sentence behind this one. */
static bool at_inner_relative(struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    enum { SUBJECT_WORDS = 3 };
    struct str plain = splitter->phrasing.plain, text = splitter->text;
    if (!splitter->is_english || word < 2 || word > SUBJECT_WORDS || !word_is(split_word(splitter, word), "which"))
        return false;
    size_t end = split_mark_before(splitter, word, ','), close = word + 2;
    int number = number_of_verb(splitter, word + 1);
    while (close < splitter->phrasing.count && phrasing_mark(&splitter->phrasing, close) != ',')
        close++;
    if (!end || !number || close + EASY_CLAUSE_WORDS >= splitter->phrasing.count ||
        !clause_is_verb(splitter->easy, split_word(splitter, close + 1)) ||
        !split_is_one_of(splitter, 0, (const char *const[]){"a", "an", "the", NULL}))
        return false;
    struct str name = name_of(splitter, word - 1, number == 2), left = bytes_between(text, 0, end),
               clause = bytes_between(text, split_start(splitter, word + 1), split_word(splitter, close)->end),
               rest = bytes_between(text, split_word(splitter, close)->end + 1, text.len);
    if (!name.len || word > 2 || !text_is_balanced(splitter->easy->parts, clause) ||
        !text_is_balanced(splitter->easy->parts, rest) || memchr(plain.data, '(', plain.len))
        return false;
    for (size_t i = 0; i < splitter->phrasing.count; i++)
        if (i != word && split_is_one_of(splitter, i, splitter->easy->grammar->conditions))
            return false;
    *cut = (struct easy_cut){.opening = TEXT_JOIN(splitter->easy->parts->arena, name, clause, STR(".")),
                             .right_start = text.len,
                             .new_left = TEXT_JOIN(splitter->easy->parts->arena, left, rest)};
    splitter->failed = splitter->failed || !cut->opening.data || !cut->new_left.data;
    return true;
}

bool split_at_relative(struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    return at_last_relative(splitter, word, cut) || at_inner_relative(splitter, word, cut);
}
