/* Key takeaways: a sentence for each of the most telling sections, in words of their own. */
#include "model/check/check.h"
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"

enum { MOST = 5, LEAST_WORDS = 5, MOST_WORDS = 32 };

static const double most_copied = 0.5; /* share of 5-word runs that a takeaway may have in common with its section */

struct taking {
    const struct draft_part *sections;
    size_t *first; /* by number in the prompt: the heading where the section begins */
    size_t count;
    size_t only;  /* the one section that is shown, from 1; 0: all */
    size_t least; /* takeaways that an answer must have */
    struct model_text *text;
};

/* The text of a section with its subsections. */
static struct str section_text(struct writing *writing, const struct taking *taking, size_t number)
{
    const struct draft_part *sections = taking->sections;
    struct buf out = {0};
    for (size_t i = taking->first[number]; i < sections->count; i++) {
        if (i > taking->first[number] && sections->headings[i].level == 2)
            break;
        struct str plain = draft_plain(writing->arena, &sections->headings[i].text);
        out.failed |= !plain.data;
        buf_add(&out, plain.data ? plain.data : "", plain.len);
        buf_char(&out, ' ');
    }
    return writing_keep(writing, &out);
}

static size_t count_sections(const struct draft_part *sections)
{
    size_t count = 0;
    for (size_t i = 0; i < sections->count; i++)
        count += sections->headings[i].level == 2 && draft_has_text(sections, i);
    return count;
}

static enum status sections_text(struct writing *writing, struct taking *taking, struct str *text)
{
    struct buf out = {0};
    taking->first = ARENA_ARRAY(writing->arena, taking->sections->count + 1, size_t);
    if (!taking->first)
        return error_memory(writing->err);
    taking->count = 0;
    for (size_t i = 0; i < taking->sections->count; i++) {
        if (taking->sections->headings[i].level != 2 || !draft_has_text(taking->sections, i))
            continue;
        taking->first[taking->count++] = i;
        if (taking->only && taking->only != taking->count)
            continue;
        struct str plain = section_text(writing, taking, taking->count - 1);
        out.failed |= !plain.data;
        buf_printf(&out, "%zu. %.*s\n", taking->count, STR_ARG(taking->sections->headings[i].title));
        buf_add(&out, plain.data ? plain.data : "", plain.len);
        buf_char(&out, '\n');
    }
    *text = writing_keep(writing, &out);
    return text->data ? OK : error_memory(writing->err);
}

/* Can the sentence stand as a takeaway of its section? */
static enum status accepts(struct writing *writing, const struct taking *taking, const struct check_material *material,
                           size_t number, struct str text, const char **why)
{
    struct str section = section_text(writing, taking, number);
    size_t words = words_count(text);
    if (!section.data)
        return error_memory(writing->err);
    *why = check_line(material, section, text);
    if (!*why && (words < LEAST_WORDS || words > MOST_WORDS))
        *why = "a takeaway must have 8 to 22 words";
    if (!*why && check_copied(text, section) > most_copied)
        *why = "a takeaway repeats a sentence of the text";
    return OK;
}

static enum status read_takeaways(struct writing *writing, const struct question *question, const struct reply *reply,
                                  struct str *fault)
{
    struct taking *taking = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *list = json_object_get(reply->value, "takeaways");
    struct model_sentence *items = ARENA_ARRAY(writing->arena, MOST, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    const char *why = "it holds no takeaways";
    enum status status = items && block ? framing_allowed(writing, &material.allowed) : error_memory(writing->err);
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(list) && count < MOST && !status; i++) {
        const json_t *entry = json_array_get(list, i), *value = json_object_get(entry, "text");
        json_int_t number = json_integer_value(json_object_get(entry, "section"));
        struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
        const char *own = NULL, *copy = arena_copy_n(writing->arena, text.data, text.len);
        if (number < 1 || (size_t)number > taking->count || (taking->only && (size_t)number != taking->only))
            continue;
        status =
            copy ? accepts(writing, taking, &material, (size_t)number - 1, text, &own) : error_memory(writing->err);
        why = own ? own : why;
        if (!status && !own)
            items[count++] =
                (struct model_sentence){.text = {copy, text.len}, .source = OWN_WORDS, .id = -1, .has_code = true};
    }
    for (size_t i = 0; i < count; i++)
        items[i].item = (int)i + 1;
    if (!status && count < taking->least)
        *fault = str_from(why);
    *block = (struct model_block){.sentences = items, .count = count};
    *taking->text = (struct model_text){block, count ? 1 : 0};
    return status;
}

static enum status ask(struct writing *writing, struct taking *taking, const char *step)
{
    struct str text;
    enum status status = sections_text(writing, taking, &text);
    if (status)
        return status;
    size_t wanted = taking->only ? 1 : taking->count < MOST ? taking->count : MOST;
    const struct prompt_value values[] = {{"sections_text", text},
                                          {"n", str_from(arena_printf(writing->arena, "%zu", wanted))}};
    const struct question question = {.prompt = PROMPT_TAKEAWAYS,
                                      .step = step,
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = read_takeaways,
                                      .context = taking};
    return values[1].text.data ? question_ask(writing, &question) : error_memory(writing->err);
}

/* A weak model is asked for one at a time, each of one section; those that cannot be used are left out. */
static enum status ask_one_by_one(struct writing *writing, struct taking *taking)
{
    struct model_sentence *items = ARENA_ARRAY(writing->arena, MOST, struct model_sentence);
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_text *one = ARENA_NEW(writing->arena, struct model_text), *text = taking->text;
    size_t sections = count_sections(taking->sections);
    if (!items || !block || !one)
        return error_memory(writing->err);
    *block = (struct model_block){.sentences = items};
    taking->text = one;
    taking->least = 1;
    enum status status = OK;
    for (taking->only = 1; taking->only <= sections && block->count < MOST && !status; taking->only++) {
        char *step = arena_printf(writing->arena, "takeaways-%zu", taking->only);
        status = step ? ask(writing, taking, step) : error_memory(writing->err);
        if (!status && one->count) {
            items[block->count] = one->blocks[0].sentences[0];
            items[block->count].item = (int)block->count + 1;
            block->count++;
        }
        status = status == E_CORRUPT ? OK : status;
    }
    *text = (struct model_text){block, block->count ? 1 : 0};
    if (status || block->count)
        return status;
    return code_error(writing->err, E_CORRUPT, CODE_MODEL_UNAVAILABLE, "no answer of the model could be used");
}

enum status prompted_takeaways(struct writing *writing, const struct prompted *article, struct draft_part *part)
{
    struct taking taking = {.sections = draft_find(article->draft, ARTICLE_SECTIONS), .least = 2, .text = &part->text};
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    enum status status = writing_progress(writing, 0.75, "Writing the key takeaways");
    if (!status)
        status = writing->is_plain ? ask_one_by_one(writing, &taking) : ask(writing, &taking, "takeaways");
    if (status != E_CORRUPT)
        return status;
    part->text = (struct model_text){0};
    return writing_note(writing, "There are no key takeaways: %s.", writing->err->message);
}
