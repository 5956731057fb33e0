/* What stands around the body: introduction, conclusion, description. They are written when the body is there. */
#include "model/check/inline.h"
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"
#include "write/prompted/prose.h"

enum {
    INTRODUCTION_LEAST = 50, /* words */
    INTRODUCTION_MOST = 90,
    KEYWORD_WITHIN = 2, /* sentences of the introduction */
    CONCLUSION_LEAST = 40,
    CONCLUSION_MOST = 70,
    DESCRIPTION_LEAST = 70, /* characters that are accepted */
    DESCRIPTION_MOST = 165,
};

static void add_first_sentence(struct buf *out, const struct model_text *text)
{
    if (text->count && text->blocks[0].count)
        buf_printf(out, " %.*s", STR_ARG(text->blocks[0].sentences[0].text));
}

/* The parts that make up the body. */
static bool is_body(enum article_part kind)
{
    return kind != ARTICLE_INTRODUCTION && kind != ARTICLE_TAKEAWAYS && kind != ARTICLE_CONCLUSION &&
           kind != ARTICLE_QUESTIONS;
}

/* One line a section: its heading and its first sentence. */
static enum status prompted_gists(struct writing *writing, const struct prompted *article, struct str *gists)
{
    struct buf out = {0};
    for (size_t i = 0; i < article->draft->count; i++) {
        const struct draft_part *part = &article->draft->parts[i];
        for (size_t j = 0; j < part->count && is_body(part->kind); j++) {
            buf_printf(&out, "- %.*s:", STR_ARG(part->headings[j].title));
            add_first_sentence(&out, &part->headings[j].text);
            buf_char(&out, '\n');
        }
    }
    *gists = writing_keep(writing, &out);
    return gists->data ? OK : error_memory(writing->err);
}

/* The whole text of the body. */
static enum status body_text(struct writing *writing, const struct prompted *article, struct str *body)
{
    struct buf out = {0};
    for (size_t i = 0; i < article->draft->count; i++) {
        const struct draft_part *part = &article->draft->parts[i];
        for (size_t j = 0; j < part->count && is_body(part->kind); j++) {
            struct str plain = draft_plain(writing->arena, &part->headings[j].text);
            buf_printf(&out, "%.*s. ", STR_ARG(part->headings[j].title));
            buf_add(&out, plain.data ? plain.data : "", plain.len);
            buf_char(&out, '\n');
            out.failed |= !plain.data;
        }
    }
    *body = writing_keep(writing, &out);
    return body->data ? OK : error_memory(writing->err);
}

/* The sections as evidence behind what is there already: an introduction and a conclusion may say what they say. */
static enum status add_body_evidence(struct writing *writing, const struct prompted *article, struct material *evidence)
{
    size_t most = evidence->count, count = evidence->count;
    for (size_t i = 0; i < article->draft->count; i++)
        most += article->draft->parts[i].count;
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, most + 1, struct model_excerpt);
    if (!list)
        return error_memory(writing->err);
    if (count)
        memcpy(list, evidence->list, count * sizeof *list);
    for (size_t i = 0; i < article->draft->count; i++) {
        const struct draft_part *part = &article->draft->parts[i];
        for (size_t j = 0; j < part->count && is_body(part->kind); j++) {
            struct str plain = draft_plain(writing->arena, &part->headings[j].text);
            if (!plain.data)
                return error_memory(writing->err);
            if (plain.len)
                list[count++] = (struct model_excerpt){
                    .text = plain, .heading = part->headings[j].title, .name = STR("section"), .source = OWN_WORDS};
        }
    }
    *evidence = (struct material){list, count};
    return OK;
}

static enum status ask_frame(struct writing *writing, const struct prompted *article, struct prose *prose,
                             struct model_text *text)
{
    struct str gists;
    struct checked checked;
    enum status status = prompted_gists(writing, article, &gists);
    const struct prompt_value values[] = {{"title", article->plan->title}, {"section_gists", gists}};
    prose->question.values = values;
    prose->question.value_count = COUNT_OF(values);
    prose->wanted.person = writing->brief.point_of_view == THIRD_PERSON ? CHECK_THIRD_PERSON : CHECK_ANY_PERSON;
    if (!status)
        status = prose_ask(writing, prose, &checked);
    return status ? status : prose_text(writing, prose, &checked, text);
}

/* The sentence by which the built-in writer names the keyword in an introduction; in a language that it does not know
 * the keyword alone. */
static enum status keyword_sentence(struct writing *writing, struct model_sentence *sentence)
{
    enum status status = builtin_frame(&writing->brief, FRAME_INTRODUCTION, writing->arena, sentence, writing->err);
    if (status != E_INVALID)
        return status;
    char *text = arena_printf(writing->arena, "%.*s.", STR_ARG(writing->brief.keyword));
    *sentence = (struct model_sentence){.text = str_from(text), .source = OWN_WORDS, .id = -1};
    return text ? OK : error_memory(writing->err);
}

/* Where the model left the keyword out, code puts it in: a sentence before the others. */
static enum status put_keyword(struct writing *writing, struct model_text *text)
{
    for (size_t i = 0; i < text->count && i < 1; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            if (prose_says(text->blocks[i].sentences[j].text, writing->brief.keyword))
                return OK;
    if (!text->count || text->blocks[0].kind != TEXT_RUNNING)
        return OK;
    struct model_block *first = &text->blocks[0];
    struct model_sentence *sentences = ARENA_ARRAY(writing->arena, first->count + 1, struct model_sentence);
    if (!sentences)
        return error_memory(writing->err);
    memcpy(sentences + 1, first->sentences, first->count * sizeof *sentences);
    enum status status = keyword_sentence(writing, &sentences[0]);
    *first = (struct model_block){.sentences = sentences, .count = first->count + 1};
    return status;
}

enum status prompted_introduction(struct writing *writing, const struct prompted *article, struct draft_part *part)
{
    const struct material *lead = &article->plan->lead;
    struct prose prose = {
        .question = {.prompt = PROMPT_INTRO,
                     .step = "introduction",
                     .material = MATERIAL_PASSAGES,
                     .excerpts = lead->list,
                     .excerpt_count = lead->count},
        .wanted = {.min_words = INTRODUCTION_LEAST, .max_words = INTRODUCTION_MOST, .is_unsourced = lead->count == 0},
        .must_say = writing->brief.keyword,
        .must_say_within = KEYWORD_WITHIN,
        .is_verified = true,
    };
    if (config_bool(writing->config, "disableIntroduction"))
        return OK;
    enum status status = writing_progress(writing, 0.75, "Writing the introduction");
    if (!status && lead->count) {
        prose.evidence = *lead;
        status = add_body_evidence(writing, article, &prose.evidence);
    }
    if (!status)
        status = ask_frame(writing, article, &prose, &part->text);
    return status ? status : put_keyword(writing, &part->text);
}

enum status prompted_conclusion(struct writing *writing, const struct prompted *article, struct draft_part *part)
{
    struct prose prose = {
        .question = {.prompt = PROMPT_CONCLUSION, .step = "conclusion"},
        .wanted = {.min_words = CONCLUSION_LEAST, .max_words = CONCLUSION_MOST, .is_last = true},
        .is_verified = true,
    };
    if (!config_bool(writing->config, "includeConclusion"))
        return OK;
    enum status status = writing_progress(writing, 0.75, "Writing the conclusion");
    if (!status)
        status = add_body_evidence(writing, article, &prose.evidence);
    if (!status)
        status = ask_frame(writing, article, &prose, &part->text);
    if (status == E_CORRUPT)
        status = writing_note(writing, "There is no conclusion: %s.", writing->err->message);
    return status;
}

/* --- description --- */

struct describing {
    struct str body;
    struct str *description;
};

static enum status read_description(struct writing *writing, const struct question *question, const struct reply *reply,
                                    struct str *fault)
{
    const struct describing *describing = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *value = json_object_get(reply->value, "description");
    struct inline_text plain; /* a model may cite here as it does in its text */
    enum status status = inline_read(writing->arena, (struct str){json_string_value(value), json_string_length(value)},
                                     false, 0, wording_of(writing->brief.language), &plain, writing->err);
    if (!status)
        status = framing_allowed(writing, &material.allowed);
    if (status)
        return status;
    const struct str text = plain.text;
    size_t length = utf8_length(text);
    const char *why = length < DESCRIPTION_LEAST || length > DESCRIPTION_MOST
                          ? "the description must have 110 to 150 characters"
                          : check_line(&material, describing->body, text);
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    if (why)
        *fault = str_from(why);
    else
        *describing->description = (struct str){copy, text.len};
    return copy ? OK : error_memory(writing->err);
}

enum status prompted_description(struct writing *writing, const struct prompted *article, struct str *description)
{
    struct describing describing = {.description = description};
    struct str gists, intro = draft_plain(writing->arena, &draft_find(article->draft, ARTICLE_INTRODUCTION)->text);
    *description = STR("");
    enum status status = intro.data ? prompted_gists(writing, article, &gists) : error_memory(writing->err);
    if (!status)
        status = body_text(writing, article, &describing.body);
    if (status || writing->is_plain)
        return status;
    const struct prompt_value values[] = {{"title", article->plan->title}, {"intro", intro}, {"takeaways", gists}};
    const struct question question = {.prompt = PROMPT_META,
                                      .step = "description",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = read_description,
                                      .context = &describing};
    status = question_ask(writing, &question);
    if (status == E_CORRUPT)
        status = OK;
    return status;
}
