/* The plan that a model fills in, read; and the forms that plan and text are asked for in. */
#include "write/prompted/article.h"

enum {
    MOST_SECTIONS = 64,   /* that are read of a plan: an answer with more is none */
    SECTION_PASSAGES = 6, /* of a section that names none */
    MOST_ASKED = 8        /* questions of people that a prompt names */
};

/* Of the words of an article, one of so many is of its opening, and of its close. */
enum { OPENING_PART = 14, CLOSING_PART = 16 };

/* --- numbers --- */

/* Marks the passages that a text names: numbers and ranges, in brackets or not. Numbers of no passage are passed over.
 * Returns how many it marks. */
static size_t mark_numbers(const struct whole_article *article, struct str text, bool needs_brackets, bool *marks)
{
    size_t count = 0, before = 0;
    bool in_brackets = !needs_brackets, is_range = false;
    for (size_t at = 0; at < text.len; at++) {
        char character = text.data[at];
        if (needs_brackets && (character == '[' || character == ']'))
            in_brackets = character == '[';
        is_range = before && (character == '-' || (unsigned char)character >= 0x80) ? true
                   : character == ' '                                               ? is_range
                   : ascii_is_digit(character)                                      ? is_range
                                                                                    : false;
        if (!ascii_is_digit(character) || !in_brackets)
            continue;
        size_t number = 0;
        for (; at < text.len && ascii_is_digit(text.data[at]) && number < 1000000; at++)
            number = number * 10 + (size_t)(text.data[at] - '0');
        at--;
        size_t first = is_range && before && before < number ? before + 1 : number;
        for (size_t i = first; number && number <= article->passage_count && i <= number; i++) {
            count += !marks[i - 1];
            marks[i - 1] = true;
        }
        before = number;
        is_range = false;
    }
    return count;
}

/* --- lines of the form --- */

static struct str bare(struct str line)
{
    line = str_trim(line);
    while (line.len && memchr("*#", line.data[0], 2))
        line = (struct str){line.data + 1, line.len - 1};
    while (line.len && memchr("*", line.data[line.len - 1], 1))
        line.len--;
    return str_trim(line);
}

/* Does the line open this part of the form, in any letter case? *rest: what stands behind its colon. */
static bool opens(struct str line, const char *name, struct str *rest)
{
    struct str text = bare(line), word = str_from(name);
    if (!str_istarts(text, word))
        return false;
    struct str behind = {text.data + word.len, text.len - word.len};
    while (behind.len && memchr("* ", behind.data[0], 2))
        behind = (struct str){behind.data + 1, behind.len - 1};
    if (behind.len && behind.data[0] != ':')
        return false;
    *rest = behind.len ? str_trim((struct str){behind.data + 1, behind.len - 1}) : behind;
    return true;
}

static bool is_heading(struct str line)
{
    line = str_trim(line);
    return str_starts(line, STR("## ")) || str_starts(line, STR("### ")) ||
           (str_starts(line, STR("**")) && str_ends(line, STR("**")) && line.len > 4);
}

/* --- the plan --- */

struct plan_reader {
    struct whole_article *article;
    struct outlined *section; /* the one that is read; NULL: none */
    bool in_outline, is_left_out;
    struct buf brief, whole, plan; /* plan: of the section */
};

static void end_section(struct plan_reader *reader)
{
    if (reader->section)
        reader->section->plan = writing_keep(reader->article->writing, &reader->plan);
    reader->plan = (struct buf){0};
    reader->section = NULL;
}

static void begin_section(struct plan_reader *reader, struct str line)
{
    struct whole_article *article = reader->article;
    struct arena *arena = article->writing->arena;
    struct str heading = bare(line);
    end_section(reader);
    if (article->outline.count == MOST_SECTIONS)
        return;
    const char *copy = arena_copy_n(arena, heading.data, heading.len);
    bool *draws_on = ARENA_ARRAY(arena, article->passage_count + 1, bool);
    if (!copy || !draws_on)
        return;
    reader->section = &article->outline.sections[article->outline.count++];
    *reader->section = (struct outlined){.heading = {copy, heading.len}, .draws_on = draws_on};
}

static void read_section_line(struct plan_reader *reader, struct str line)
{
    struct str rest;
    if (opens(line, "from", &rest))
        mark_numbers(reader->article, rest, false, reader->section->draws_on);
    else if (opens(line, "words", &rest))
        for (size_t i = 0; i < rest.len && ascii_is_digit(rest.data[i]) && reader->section->words < 10000; i++)
            reader->section->words = reader->section->words * 10 + (size_t)(rest.data[i] - '0');
}

static void plan_read_line(struct plan_reader *reader, struct str line)
{
    static const char *const ends[] = {"CLOSE", "QUESTIONS", "FAQ", "BRAND", NULL};
    struct str rest;
    if (opens(line, "OUTLINE", &rest)) {
        reader->in_outline = true;
        buf_str(&reader->whole, "OUTLINE:\n");
        return;
    }
    if (opens(line, "LEAVE OUT", &rest))
        reader->is_left_out = true;
    for (size_t i = 0; ends[i]; i++)
        if (reader->in_outline && opens(line, ends[i], &rest)) {
            end_section(reader);
            reader->in_outline = reader->is_left_out = false;
        }
    if ((reader->in_outline || reader->article->outline.count == 0) && is_heading(line)) {
        reader->in_outline = true;
        begin_section(reader, line);
    }
    if (reader->is_left_out)
        return;
    if (reader->section) {
        read_section_line(reader, line);
        buf_printf(&reader->plan, "%.*s\n", STR_ARG(line));
    } else if (!reader->article->outline.count && !reader->in_outline) {
        buf_printf(&reader->brief, "%.*s\n", STR_ARG(line));
    }
    buf_printf(&reader->whole, "%.*s\n", STR_ARG(line));
}

/* A section that names no passage gets the best for its heading. */
static void complete(struct whole_article *article, struct outlined *section)
{
    struct writing *writing = article->writing;
    size_t numbers[SECTION_PASSAGES], count = 0;
    for (size_t i = 0; i < article->passage_count; i++)
        if (section->draws_on[i])
            return;
    const struct excerpt_query query = {
        .keyword = writing->brief.sought, .heading = section->heading, .most = SECTION_PASSAGES, .needs_match = true};
    if (!writing->excerpts.count || !writing_made(writing, excerpts_rank(&writing->excerpts, &query, writing->arena,
                                                                         numbers, &count, writing->err)))
        return;
    for (size_t i = 0; i < count; i++)
        section->draws_on[numbers[i]] = true;
}

static void plan_finish(struct plan_reader *reader)
{
    struct whole_article *article = reader->article;
    struct outline *outline = &article->outline;
    end_section(reader);
    outline->brief = writing_keep(article->writing, &reader->brief);
    outline->whole = writing_keep(article->writing, &reader->whole);
    mark_numbers(article, outline->whole, true, outline->draws_on);
    for (size_t i = 0; i < outline->count; i++) {
        complete(article, &outline->sections[i]);
        for (size_t k = 0; k < article->passage_count; k++)
            outline->draws_on[k] |= outline->sections[i].draws_on[k];
    }
}

enum status article_read_plan(struct whole_article *article, struct str answer, struct str *fault)
{
    struct plan_reader reader = {.article = article};
    struct arena *arena = article->writing->arena;
    struct str line;
    article->outline = (struct outline){.sections = ARENA_ARRAY(arena, MOST_SECTIONS, struct outlined),
                                        .draws_on = ARENA_ARRAY(arena, article->passage_count + 1, bool)};
    if (!article->outline.sections || !article->outline.draws_on)
        return error_memory(article->writing->err);
    while (str_split(&answer, '\n', &line))
        plan_read_line(&reader, line);
    plan_finish(&reader);
    if (article->outline.count < (article->size.most == 1 ? 1 : 2))
        *fault = STR("its outline has no sections, each \"## heading\" with the lines says, from, form and words");
    return writing_end(article->writing, OK);
}

/* --- an outline of data --- */

static struct str headings_text(const struct whole_article *article)
{
    const struct article_plan *plan = article->plan;
    struct buf out = {0};
    buf_str(&out, "OUTLINE:\n");
    for (size_t i = 0; i < plan->count; i++) {
        const struct planned *heading = &plan->headings[i];
        buf_printf(&out, "%s %.*s\n", heading->level > 2 ? "###" : "##", STR_ARG(heading->title));
        if (heading->instructions.len)
            buf_printf(&out, "says: %.*s\n", STR_ARG(heading->instructions));
    }
    return writing_keep(article->writing, &out);
}

static void outline_section(struct whole_article *article, const struct planned *heading)
{
    bool *is_own = ARENA_ARRAY(article->writing->arena, article->passage_count + 1, bool);
    if (!is_own)
        return;
    for (size_t i = 0; i < article->passage_count; i++)
        is_own[i] = !heading->section || article->passages[i].source + 1 == (int)heading->section;
    article->outline.sections[article->outline.count++] =
        (struct outlined){.heading = heading->title, .draws_on = is_own};
}

enum status article_outline(struct whole_article *article)
{
    struct writing *writing = article->writing;
    const struct article_plan *plan = article->plan;
    article->outline = (struct outline){
        .brief = STR(""),
        .whole = headings_text(article),
        .sections = ARENA_ARRAY(writing->arena, plan_sections(plan) + 1, struct outlined),
        .draws_on = ARENA_ARRAY(writing->arena, article->passage_count + 1, bool),
    };
    for (size_t i = 0; article->outline.sections && i < plan->count; i = plan_section_end(plan, i))
        outline_section(article, &plan->headings[i]);
    return writing_end(writing, OK);
}

/* --- the forms --- */

static struct str number_text(struct writing *writing, size_t number)
{
    return str_from(arena_printf(writing->arena, "%zu", number));
}

struct str article_sections_text(const struct whole_article *article)
{
    struct arena *arena = article->writing->arena;
    const struct article_size *size = &article->size;
    if (!size->most)
        return STR("3 to 7");
    if (size->least == size->most)
        return str_from(arena_printf(arena, "exactly %zu", size->most));
    return str_from(arena_printf(arena, "%zu to %zu", size->least, size->most));
}

static bool has_reviews(const struct whole_article *article)
{
    for (size_t i = 0; i < article->passage_count; i++)
        if (article->passages[i].voices)
            return true;
    return false;
}

/* The rules of the article's type beside the usual ones, for the prompt that is filled in. */
static enum status kind_text(struct whole_article *article, enum prompt prompt, struct str *text)
{
    struct writing *writing = article->writing;
    bool writes = prompt == PROMPT_RULES || prompt == PROMPT_ARTICLE || prompt == writing->type->whole;
    enum prompt kind = prompt == PROMPT_PLAN_RULES ? writing->type->kind_plan
                       : writes                    ? writing->type->kind_write
                                                   : PROMPT_SYSTEM;
    const struct prompt_lines lines = {.has_material = article->passage_count > 0, .is_plain = writing->is_plain};
    const char *extra =
        article->size.extra ? arena_printf(writing->arena, "1 to %zu sections", article->size.extra) : "";
    *text = STR("");
    if (kind == PROMPT_SYSTEM)
        return OK;
    const struct prompt_value own[] = {
        {"sections", article_sections_text(article)},
        {"extra", str_from(extra)},
        {"several", article->plan->items > 1 ? STR("yes") : STR("")},
        {"reviews", has_reviews(article) ? STR("yes") : STR("")},
        {"all", config_bool(writing->config, "rewriteAllSourceData") ? STR("yes") : STR("")}};
    struct prompt_value values[COUNT_OF(own) + FRAMING_VALUES];
    size_t count = COUNT_OF(own);
    memcpy(values, own, sizeof own);
    framing_values(writing, kind, values, &count);
    return prompt_fill(writing->arena, kind, &lines, values, count, text, writing->err);
}

/* The headings of the caller's, which the outline has to have. */
static struct str given_text(const struct whole_article *article)
{
    const struct article_plan *plan = article->plan;
    struct buf out = {0};
    if (plan->is_given)
        buf_str(&out,
                "- The headings are given. Keep all of them, as they are spelt and in this order, and no others:\n");
    for (size_t i = 0; plan->is_given && i < plan->count; i++) {
        buf_printf(&out, "%s %.*s", plan->headings[i].level > 2 ? "###" : "##", STR_ARG(plan->headings[i].title));
        if (plan->headings[i].instructions.len)
            buf_printf(&out, " (%.*s)", STR_ARG(plan->headings[i].instructions));
        buf_char(&out, '\n');
    }
    return writing_keep(article->writing, &out);
}

static struct str questions_text(const struct whole_article *article)
{
    const struct writing *writing = article->writing;
    struct buf out = {0};
    if (config_bool(writing->config, "includeFaq")) {
        buf_str(&out,
                "QUESTIONS: up to five that this reader still has after the outline, as they would be typed, each "
                "\"- question? from: 12, 33\"; only what the material answers and no section does");
        size_t asked = 0;
        for (size_t i = 0; i < writing->question_count && i < MOST_ASKED; i++)
            if (!material_addresses_model(writing->questions[i]))
                buf_printf(&out, "%s%.*s", asked++ ? "; " : ". People ask: ", STR_ARG(writing->questions[i]));
    }
    return writing_keep(article->writing, &out);
}

/* Where the brand stands. */
static struct str brand_text(const struct whole_article *article)
{
    const struct writing_brand *brand = &article->writing->brand;
    const char *format = article->has_brand_section
                             ? "- One section, the last, has \"%.*s\" in its heading and says what it is and does for "
                               "this reader, from what the material says of it; the number of sections holds it."
                         : article->writing->type->draws_on_brand
                             ? "- \"%.*s\" sells this: it is named wherever the client should know who does what, with "
                               "nothing that the material does not say of it."
                             : "- \"%.*s\" is named once or twice, where it helps the reader and in no heading, with "
                               "nothing that the material does not say of it.";
    if (!brand->name.len || brand->mention == MENTION_NONE)
        return STR("");
    return str_from(arena_printf(article->writing->arena, format, STR_ARG(brand->name)));
}

enum status article_values(struct whole_article *article, enum prompt prompt, struct prompt_value *values,
                           size_t *count)
{
    struct writing *writing = article->writing;
    struct str kind, subject = STR("");
    enum status status = kind_text(article, prompt, &kind);
    if (!status && writing->type->subject)
        status = writing->type->subject(writing, &subject);
    if (status)
        return status;
    const struct prompt_value own[ARTICLE_VALUES] = {
        {"subject", subject},
        {"kind", kind},
        {"sections", article_sections_text(article)},
        {"given", given_text(article)},
        {"questions", questions_text(article)},
        {"brand", brand_text(article)},
        {"words", number_text(writing, article->words)},
    };
    for (size_t i = 0; i < COUNT_OF(own); i++)
        values[(*count)++] = own[i];
    return OK;
}

enum status article_form(struct whole_article *article, enum prompt prompt, struct str *text)
{
    enum { OWN = ARTICLE_VALUES + 2 };
    struct writing *writing = article->writing;
    const struct prompt_lines lines = {.has_material = article->passage_count > 0, .is_plain = writing->is_plain};
    struct prompt_value values[OWN + FRAMING_VALUES] = {
        {"opening_words", number_text(writing, article->words / OPENING_PART)},
        {"closing_words", number_text(writing, article->words / CLOSING_PART)},
    };
    size_t count = 2;
    enum status status = article_values(article, prompt, values, &count);
    if (status)
        return status;
    framing_values(writing, prompt, values, &count);
    return prompt_fill(writing->arena, prompt, &lines, values, count, text, writing->err);
}
