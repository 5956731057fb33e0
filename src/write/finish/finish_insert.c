/* A term that is missing, put into a section by a language model: one paragraph is changed. */
#include "model/check/check.h"
#include "write/finish/finish.h"
#include "write/prompted/framing.h"
#include "write/prompted/question.h"

enum { MOST_ADDED = 24 }; /* words: 15 were asked for */

struct inserting {
    struct str term;
    struct drafted *drafted;
    size_t *blocks; /* by number in the prompt, from 0: the paragraph */
    size_t count;
    struct str paragraphs;
    bool is_put;
};

/* A paragraph with the place of a sentence as its mark where the sentence cites a source. */
static void add_paragraph(struct buf *out, const struct model_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        const struct model_sentence *sentence = &block->sentences[i];
        struct str text = sentence->text;
        buf_printf(out, "%s", i ? " " : "");
        if (sentence->source < 0) {
            buf_add(out, text.data, text.len);
            continue;
        }
        size_t stop = text.len && strchr(".!?", text.data[text.len - 1]) ? 1 : 0;
        buf_add(out, text.data, text.len - stop);
        buf_printf(out, " [%zu]%.*s", i + 1, (int)stop, text.data + text.len - stop);
    }
}

static bool is_paragraph(const struct model_block *block)
{
    if (block->kind != TEXT_RUNNING || !block->count)
        return false;
    for (size_t i = 0; i < block->count; i++)
        if (block->sentences[i].item || block->sentences[i].term.len)
            return false;
    return true;
}

static enum status number_paragraphs(struct writing *writing, struct inserting *inserting)
{
    const struct model_text *text = &inserting->drafted->text;
    struct buf out = {0};
    inserting->blocks = ARENA_ARRAY(writing->arena, text->count + 1, size_t);
    if (!inserting->blocks)
        return error_memory(writing->err);
    for (size_t i = 0; i < text->count; i++) {
        if (!is_paragraph(&text->blocks[i]))
            continue;
        inserting->blocks[inserting->count++] = i;
        buf_printf(&out, "%zu. ", inserting->count);
        add_paragraph(&out, &text->blocks[i]);
        buf_char(&out, '\n');
    }
    inserting->paragraphs = writing_keep(writing, &out);
    return inserting->paragraphs.data ? OK : error_memory(writing->err);
}

/* --- the answer --- */

/* The sentence without its mark, and the number in it; 0: it has none. */
static struct str without_mark(struct writing *writing, struct str text, size_t *number)
{
    struct buf out = {0};
    *number = 0;
    for (size_t i = 0; i < text.len; i++) {
        size_t end = i + 1, value = 0;
        while (text.data[i] == '[' && end < text.len && text.data[end] >= '0' && text.data[end] <= '9' && value < 1000)
            value = value * 10 + (size_t)(text.data[end++] - '0');
        bool is_mark = text.data[i] == '[' && end > i + 1 && end < text.len && text.data[end] == ']';
        if (!is_mark) {
            buf_char(&out, text.data[i]);
            continue;
        }
        *number = value;
        i = end;
        while (out.len && out.data[out.len - 1] == ' ')
            out.len--;
    }
    return writing_keep(writing, &out);
}

/* Sentences of the answer with the sources of those that they were made of. */
static enum status read_sentences(struct writing *writing, const struct model_block *old, struct str answer,
                                  struct model_block *made, size_t *marks)
{
    struct sentence *sentences;
    size_t count;
    enum status status =
        sentences_split(writing->arena, answer, writing->brief.language, &sentences, &count, writing->err);
    made->sentences = ARENA_ARRAY(writing->arena, count + 1, struct model_sentence);
    if (status || !made->sentences)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        size_t number;
        struct str span = {answer.data + sentences[i].start, sentences[i].end - sentences[i].start};
        struct str text = without_mark(writing, span, &number);
        if (!text.data)
            return error_memory(writing->err);
        struct model_sentence *sentence = &made->sentences[made->count++];
        *sentence = (struct model_sentence){.text = text, .source = OWN_WORDS, .id = -1};
        if (number < 1 || number > old->count || old->sentences[number - 1].source < 0)
            continue;
        sentence->source = old->sentences[number - 1].source;
        sentence->also = old->sentences[number - 1].also;
        (*marks)++;
    }
    for (size_t i = 0; i < made->count; i++)
        made->sentences[i].has_code = str_find(made->sentences[i].text, STR("`"), 0) < made->sentences[i].text.len;
    return OK;
}

static size_t count_cited(const struct model_block *block)
{
    size_t count = 0;
    for (size_t i = 0; i < block->count; i++)
        count += block->sentences[i].source >= 0;
    return count;
}

static enum status judge(struct writing *writing, const struct inserting *inserting, const struct reply *reply,
                         struct str old, struct str answer, const char **why)
{
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    struct str allowed;
    enum status status = framing_allowed(writing, &allowed);
    if (status)
        return status;
    char *all = arena_printf(writing->arena, "%.*s\n%.*s", STR_ARG(allowed), STR_ARG(inserting->term));
    if (!all)
        return error_memory(writing->err);
    material.allowed = str_from(all);
    size_t words = words_count(answer), before = words_count(old);
    if (str_ifind(answer, inserting->term, 0) == answer.len)
        *why = "the paragraph does not hold the words exactly as given";
    else if (words > before + words_count(inserting->term) + MOST_ADDED || words * 3 < before * 2)
        *why = "one sentence may change, or one of at most 15 words may be added; the others stay";
    else
        *why = check_line(&material, old, answer);
    return OK;
}

static enum status take(struct writing *writing, const struct question *question, const struct reply *reply,
                        struct str *fault)
{
    struct inserting *inserting = question->context;
    json_int_t number = json_integer_value(json_object_get(reply->value, "paragraph"));
    const json_t *value = json_object_get(reply->value, "text");
    struct str answer = str_trim((struct str){json_string_value(value), json_string_length(value)});
    struct model_block made = {0};
    struct buf shown = {0};
    const char *why = NULL;
    size_t marks = 0;
    inserting->is_put = false;
    if (number == 0)
        return OK; /* it would be false or foolish there */
    if (number < 0 || (size_t)number > inserting->count) {
        *fault = STR("there is no paragraph of that number");
        return OK;
    }
    struct model_block *block = &inserting->drafted->text.blocks[inserting->blocks[number - 1]];
    add_paragraph(&shown, block);
    struct str old = writing_keep(writing, &shown);
    enum status status = old.data ? judge(writing, inserting, reply, old, answer, &why) : error_memory(writing->err);
    if (!status && !why)
        status = read_sentences(writing, block, answer, &made, &marks);
    if (!status && !why && marks < count_cited(block))
        why = "every [number] must stay, each in its sentence";
    if (status || why) {
        *fault = str_from(why ? why : "");
        return status;
    }
    *block = made;
    inserting->is_put = true;
    return OK;
}

enum status finish_insert(struct writing *writing, struct str term, size_t number, struct drafted *drafted,
                          bool *is_put)
{
    struct inserting inserting = {.term = term, .drafted = drafted};
    *is_put = false;
    enum status status = number_paragraphs(writing, &inserting);
    if (status || !inserting.count)
        return status;
    const struct prompt_value values[] = {{"paragraphs", inserting.paragraphs}, {"term", term}};
    const struct question question = {.prompt = PROMPT_TERM_INSERT,
                                      .step = arena_printf(writing->arena, "term-%zu", number),
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = take,
                                      .context = &inserting};
    status = question.step ? question_ask(writing, &question) : error_memory(writing->err);
    *is_put = inserting.is_put;
    return status == E_CORRUPT ? OK : status;
}
