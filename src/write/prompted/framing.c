/* What every prompt says of the article, and which wishes reach which kind of call. */
#include "write/prompted/prompted.h"

#include <time.h>

/* Which of the customer's wishes reach a kind of call; each reaches its own kinds and no other. */
enum {
    W_STYLE = 1 << 0,
    W_INSTRUCTIONS = 1 << 1,
    W_TITLE = 1 << 2,
    W_INTRODUCTION = 1 << 3,
    W_SECTION = 1 << 4,
    W_ITEM = 1 << 5,
    W_CTA = 1 << 6,
    W_EASY = 1 << 7,
    W_BRAND = 1 << 8, /* its voice, and the words that it avoids */
    W_POLISH = 1 << 9,
    W_WRITING = W_STYLE | W_INSTRUCTIONS | W_EASY | W_BRAND,
    W_WHOLE = W_WRITING | W_TITLE | W_INTRODUCTION | W_SECTION | W_ITEM | W_CTA,
};

static const unsigned reaches[PROMPT_COUNT] = {
    [PROMPT_QUERIES] = W_INSTRUCTIONS, [PROMPT_ARTICLE] = W_WHOLE, [PROMPT_PLAN] = W_WHOLE,
    [PROMPT_WRITE] = W_WHOLE,          [PROMPT_EDIT] = W_WHOLE,    [PROMPT_FINISH] = W_STYLE | W_TITLE | W_BRAND,
    [PROMPT_POLISH] = W_POLISH,        [PROMPT_REWRITE] = W_WHOLE,
};

static const char *const easy_style = "sentences of 15 words at most, one idea each; everyday words; no parentheses";

/* Text of the customer must not look like the end of the block that it stands in. */
static void add_without(struct buf *out, struct str text, struct str unwanted)
{
    size_t from = 0, at;
    while (unwanted.len && (at = str_find(text, unwanted, from)) < text.len) {
        buf_add(out, text.data + from, at - from);
        from = at + unwanted.len;
    }
    buf_add(out, text.data + from, text.len - from);
}

static void add_wish(struct buf *out, const char *kind, struct str text, struct str nonce)
{
    if (!text.len)
        return;
    buf_printf(out, "%s: ", kind);
    add_without(out, text, nonce);
    buf_char(out, '\n');
}

static void add_brand(struct buf *out, const struct writing_brand *brand, struct str nonce)
{
    if (!brand->name.len)
        return;
    add_wish(out, "voice", brand->voice, nonce);
    add_wish(out, "readers", brand->audience, nonce);
    for (size_t i = 0; i < brand->avoid_count; i++)
        add_wish(out, "do not write", brand->avoid[i], nonce);
    if (brand->mention == MENTION_NONE)
        add_wish(out, "do not write", brand->name, nonce);
}

static struct str wishes_text(struct writing *writing, enum prompt prompt)
{
    const struct wishes *wishes = &writing->wishes;
    struct str nonce = str_from(writing->shared->nonce);
    unsigned which = reaches[prompt];
    struct buf out = {0};
    const struct {
        unsigned wish;
        const char *kind;
        struct str text;
    } rows[] = {
        {W_STYLE, "style", wishes->style},
        {W_EASY, "style", wishes->is_easy ? str_from(easy_style) : STR("")},
        {W_INSTRUCTIONS, "instructions", wishes->instructions},
        {W_TITLE, "title", wishes->title},
        {W_INTRODUCTION, "introduction", wishes->introduction},
        {W_SECTION, "section", wishes->section},
        {W_ITEM, "item", wishes->item},
        {W_CTA, "call to action", wishes->cta},
        {W_POLISH, "polish", wishes->polish},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (which & rows[i].wish)
            add_wish(&out, rows[i].kind, rows[i].text, nonce);
    if (which & W_BRAND)
        add_brand(&out, &writing->brand, nonce);
    struct str wanted = buf_keep(&out, writing->arena);
    return wanted.len ? str_from(arena_printf(writing->arena, "<<%s WISHES\n%s%s>>", writing->shared->nonce,
                                              wanted.data, writing->shared->nonce))
                      : wanted;
}

static const char *person_line(const struct writing *writing)
{
    static const char *const lines[POINTS_OF_VIEW] = {
        [THIRD_PERSON] = "No I, we or you outside quotations; imperatives are allowed.",
        [FIRST_PERSON_SINGULAR] = "I is the author, for choices and advice; never for experience, tests, customers.",
        [FIRST_PERSON_PLURAL] =
            "We is the publication, for choices and advice; never for experience, tests, customers.",
        [SECOND_PERSON] = "The reader is addressed as you.",
    };
    const struct language *language = writing->brief.language;
    if (writing->type->keeps_person && writing->brief.point_of_view == THIRD_PERSON)
        return "Person and speaker stay: what the page's I or we did, I or we did; whom it calls you stays you.";
    if (writing->brief.point_of_view == SECOND_PERSON && language && strcmp(language->tag, "de") == 0)
        return "The reader is addressed as Sie.";
    return lines[writing->brief.point_of_view];
}

/* "capitals as in a title" where the language writes headings so. */
static const char *heading_case(const struct language *language)
{
    bool is_title = language && language->phrases && language->phrases->titles_are_capitalised;
    return is_title ? "in sentence case or title case, all alike"
                    : "written as a sentence is, in the language's spelling";
}

/* The article's type in words: "blog post". */
static struct str type_words(struct writing *writing)
{
    char *words = arena_copy(writing->arena, writing->type->name);
    for (char *at = words; at && *at; at++)
        if (*at == '_')
            *at = ' ';
    return str_from(words);
}

static struct str date_text(struct writing *writing)
{
    char day[DATE_TEXT_SIZE];
    return str_from(arena_copy(writing->arena, date_day_text(clock_now_ms(), day)));
}

static struct str year_text(struct writing *writing)
{
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    return str_from(arena_printf(writing->arena, "%d", utc.tm_year + 1900));
}

void framing_values(struct writing *writing, enum prompt prompt, struct prompt_value *values, size_t *count)
{
    const struct language *language = writing->brief.language;
    const struct prompt_value framing[FRAMING_VALUES] = {
        {"keyword", writing->brief.keyword},
        {"language", str_from(language ? language->name : "English")},
        {"nonce", str_from(writing->shared->nonce)},
        {"type", type_words(writing)},
        {"year", year_text(writing)},
        {"case", str_from(heading_case(language))},
        {"person", str_from(person_line(writing))},
        {"wishes", wishes_text(writing, prompt)},
        {"date", date_text(writing)},
        {"country", STR("")},
    };
    memcpy(values + *count, framing, sizeof framing);
    *count += FRAMING_VALUES;
}

struct str framing_allowed(struct writing *writing)
{
    struct buf out = {0};
    const struct wishes *wishes = &writing->wishes;
    const struct writing_brand *brand = &writing->brand;
    const struct str texts[] = {
        writing->brief.keyword,
        config_text(writing->config, "title"),
        wishes->instructions,
        wishes->title,
        wishes->introduction,
        wishes->section,
        wishes->item,
        wishes->cta,
        brand->name,
        brand->description,
        brand->knowledge,
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        buf_add(&out, texts[i].data, texts[i].len);
        buf_char(&out, '\n');
    }
    return writing_keep(writing, &out);
}
