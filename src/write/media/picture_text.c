#include "write/media/picture_text.h"

#include "model/check/check.h"
#include "write/prompted/framing.h"
#include "write/prompted/question.h"

enum {
    SHOWN_TEXT = 1200, /* characters of the section in the prompt */
    PROMPT_LEAST = 5,  /* words of a description that can be used */
    PROMPT_MOST = 120,
    ALTERNATIVE_LEAST = 10, /* characters */
    ALTERNATIVE_MOST = 200,
    TELLING_WORDS = 3, /* of a heading that stands by itself */
};

/* imageStyle in the words of a prompt. */
static const struct {
    const char *style, *words;
} styles[] = {
    {"illustration", "a clean flat illustration"},
    {"photo", "a realistic photo in natural light"},
    {"watercolor", "a loose watercolor painting"},
    {"fantasy", "fantasy art"},
    {"anime", "an anime drawing"},
    {"isometric", "an isometric illustration"},
};

static const char plainly[] = "No text, letters, logos or watermarks.";

static const char *style_words(const struct writing *writing)
{
    for (size_t i = 0; i < COUNT_OF(styles); i++)
        if (config_is(writing->config, "imageStyle", styles[i].style))
            return styles[i].words;
    return styles[0].words;
}

/* --- by rule --- */

/* How a heading speaks of the article's subject. */
struct picture_text_naming {
    size_t words; /* of the heading */
    bool names;   /* it has a content word of the subject */
    bool covers;  /* it has all of them */
};

static bool picture_text_has_stem(const struct word *words, size_t count, struct str stem)
{
    for (size_t i = 0; i < count; i++)
        if (str_eq(words[i].stem, stem))
            return true;
    return false;
}

static enum status picture_text_look_at(struct writing *writing, struct str heading, struct picture_text_naming *naming)
{
    const struct language *language = writing->brief.language;
    struct word *words, *subject;
    size_t count = 0;
    enum status status = words_split(writing->arena, heading, language, &words, &naming->words, writing->err);
    if (!status)
        status = words_split(writing->arena, writing->brief.subject, language, &subject, &count, writing->err);
    naming->names = false;
    naming->covers = true;
    for (size_t i = 0; i < count && !status; i++) {
        bool has = subject[i].is_stop || picture_text_has_stem(words, naming->words, subject[i].stem);
        naming->names = naming->names || (has && !subject[i].is_stop);
        naming->covers = naming->covers && has;
    }
    return status;
}

/* What the section speaks of: its heading, behind the subject where it says little by itself and is no item, which the
 * things of the list are all called after. */
static enum status alternative_by_rule(struct writing *writing, const struct drafted *section,
                                       const struct picture_text_naming *naming, struct str *alternative)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    struct str heading = section->title, subject = writing->brief.subject;
    bool is_telling = naming->names || naming->words >= TELLING_WORDS || section->role == ROLE_ITEM;
    while (str_ends(heading, STR("?")) || str_ends(heading, STR("!")) || str_ends(heading, STR(" ")))
        heading.len--;
    char *text = is_telling ? arena_copy_n(writing->arena, heading.data, heading.len)
                            : arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(subject), colon, STR_ARG(heading));
    *alternative = str_from(text);
    return text ? OK : error_memory(writing->err);
}

/* subject: of the article; empty: the heading names it. */
static enum status prompt_by_rule(struct writing *writing, struct str heading, struct str subject, struct str *prompt)
{
    char *text = arena_printf(writing->arena, "%.*s%s%.*s: one scene that shows it, as %s. %s", STR_ARG(heading),
                              subject.len ? ", about " : "", STR_ARG(subject), style_words(writing), plainly);
    *prompt = str_from(text);
    return text ? OK : error_memory(writing->err);
}

/* --- by a language model --- */

static bool is_line(struct str text)
{
    return str_find(text, STR("://"), 0) == text.len && !memchr(text.data, '<', text.len) &&
           !memchr(text.data, '\n', text.len);
}

static enum status picture_text_take(struct writing *writing, const struct prompted_question *question,
                                     const struct prompted_reply *reply, struct str *fault)
{
    struct picture_text *text = question->context;
    const json_t *described = json_object_get(reply->value, "prompt");
    const json_t *alternative = json_object_get(reply->value, "alt");
    struct str prompt = str_trim((struct str){json_string_value(described), json_string_length(described)});
    struct str alt = str_trim((struct str){json_string_value(alternative), json_string_length(alternative)});
    size_t words = words_count(prompt), characters = utf8_length(alt);
    if (words < PROMPT_LEAST || words > PROMPT_MOST || !is_line(prompt))
        *fault = STR("\"prompt\" must be 15 to 40 words on one line, without addresses");
    else if (characters < ALTERNATIVE_LEAST || characters > ALTERNATIVE_MOST || !is_line(alt))
        *fault = STR("\"alt\" must be 40 to 120 characters on one line, without addresses");
    if (fault->len)
        return OK;
    while (str_ends(prompt, STR(".")))
        prompt.len--;
    while (str_ends(alt, STR(".")))
        alt.len--;
    char *whole =
        arena_printf(writing->arena, "%.*s. The picture is %s. %s", STR_ARG(prompt), style_words(writing), plainly);
    char *copy = arena_copy_n(writing->arena, alt.data, alt.len);
    text->prompt = str_from(whole);
    text->alternative = str_from(copy);
    return whole && copy ? OK : error_memory(writing->err);
}

/* The text of the section with its subsections. */
static struct str section_text(struct writing *writing, const struct draft_part *part, size_t heading)
{
    struct buf out = {0};
    for (size_t i = heading; i < part->count; i++) {
        if (i > heading && part->headings[i].level <= part->headings[heading].level)
            break;
        struct str plain = draft_plain(writing->arena, &part->headings[i].text);
        out.failed = out.failed || !plain.data;
        buf_add(&out, plain.data ? plain.data : "", plain.len);
        buf_char(&out, '\n');
    }
    struct str whole = writing_keep(writing, &out);
    const char *cut = whole.data ? text_cut(writing->arena, whole, SHOWN_TEXT) : NULL;
    return str_from(cut);
}

static enum status picture_text_ask(struct writing *writing, const struct draft_part *part, size_t heading,
                                    struct picture_text *text)
{
    const struct prompt_value values[] = {{"heading", part->headings[heading].title},
                                          {"text", section_text(writing, part, heading)},
                                          {"style", str_from(style_words(writing))}};
    const struct prompted_question question = {.prompt = PROMPT_IMAGE,
                                               .step = arena_printf(writing->arena, "picture-%zu/prompt", heading + 1),
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = picture_text_take,
                                               .context = text};
    return question.step && values[1].text.data ? question_ask(writing, &question) : error_memory(writing->err);
}

enum status picture_text_make(struct writing *writing, const struct draft_part *part, size_t heading, bool is_made,
                              struct picture_text *text)
{
    struct str title = part->headings[heading].title;
    struct picture_text_naming naming;
    enum status status = picture_text_look_at(writing, title, &naming);
    struct str subject = !status && naming.covers ? STR("") : writing->brief.subject;
    char *words = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(title), STR_ARG(subject));
    text->words = str_from(words);
    text->subject = subject;
    if (!status && !words)
        status = error_memory(writing->err);
    if (!status)
        status = alternative_by_rule(writing, &part->headings[heading], &naming, &text->alternative);
    if (!status)
        status = prompt_by_rule(writing, title, subject, &text->prompt);
    if (status || !is_made || !writing->model || writing->is_plain)
        return status;
    status = picture_text_ask(writing, part, heading, text);
    return status != E_MEMORY && status != E_CANCELLED && question_failed_by_model(writing->err) ? OK : status;
}
