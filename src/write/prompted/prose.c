#include "write/prompted/prose.h"

#include "write/prompted/framing.h"

enum { LEFT_PARTS = 3 }; /* of the least wanted, one must be left after doubtful sentences went */

/* What the check of an answer needs, and where its result goes. */
struct checking {
    const struct prose *prose;
    struct check_material material;
    struct checked *checked;
};

static enum status make_material(struct writing *writing, const struct prose *prose, size_t shown,
                                 struct check_material *material)
{
    *material = (struct check_material){
        .language = writing->brief.language, .excerpts = prose->question.excerpts, .count = shown};
    if (prose->evidence.count) {
        material->excerpts = prose->evidence.list;
        material->count = prose->evidence.count;
    }
    return framing_allowed(writing, &material->allowed);
}

/* More than this share of its 5-word runs: the answer has been copied. */
static const double most_copied = 0.05;

static enum status check_unlike(struct writing *writing, const struct prose *prose, const struct checked *checked,
                                struct str *fault)
{
    struct buf said = {0};
    for (size_t i = 0; i < checked->count; i++)
        for (size_t j = 0; j < checked->blocks[i].count; j++)
            buf_printf(&said, "%.*s ", STR_ARG(checked->blocks[i].sentences[j].text));
    double copied = check_copied(str_from(buf_text(&said)), prose->unlike);
    bool failed = said.failed;
    buf_free(&said);
    if (!failed && copied > most_copied)
        *fault = STR("it repeats runs of five words and more of the page; it must say the same in other words");
    return failed ? error_memory(writing->err) : OK;
}

bool prose_says(struct str text, struct str words)
{
    bool is_opening = text.len >= words.len && words.len > 1 &&
                      str_ieq((struct str){text.data, 1}, (struct str){words.data, 1}) &&
                      memcmp(text.data + 1, words.data + 1, words.len - 1) == 0;
    return is_opening || str_find(text, words, 0) < text.len;
}

/* Why the answer must be given again: words that it must hold are missing; empty: they are there. */
static struct str missing_words(struct writing *writing, const struct prose *prose, const struct checked *checked)
{
    size_t most = prose->must_say_within ? prose->must_say_within : SIZE_MAX, seen = 0;
    if (!prose->must_say.len)
        return STR("");
    for (size_t i = 0; i < checked->count; i++)
        for (size_t j = 0; j < checked->blocks[i].count && seen < most; j++, seen++)
            if (prose_says(checked->blocks[i].sentences[j].text, prose->must_say))
                return STR("");
    return str_from(prose->must_say_within
                        ? arena_printf(writing->arena, "\"%.*s\" must stand in the first %zu sentences, spelled so",
                                       STR_ARG(prose->must_say), prose->must_say_within)
                        : arena_printf(writing->arena, "it does not name \"%.*s\", which it must name once",
                                       STR_ARG(prose->must_say)));
}

static enum status check(struct writing *writing, const struct question *question, const struct reply *reply,
                         struct str *fault)
{
    struct checking *checking = question->context;
    struct check_wanted wanted = checking->prose->wanted;
    enum status status = make_material(writing, checking->prose, reply->shown, &checking->material);
    if (status)
        return status;
    checking->material.system = reply->system;
    wanted.needs_citations = wanted.needs_citations && reply->shown > 0;
    status = check_prose(writing->arena, &checking->material, &wanted, reply->text, checking->checked, writing->err);
    if (!status && checking->checked->fault.len && !(reply->is_last && !checking->checked->is_unusable))
        *fault = checking->checked->fault;
    if (!status && !fault->len && !reply->is_last && checking->prose->unlike.len)
        status = check_unlike(writing, checking->prose, checking->checked, fault);
    if (!status && !fault->len && !reply->is_last) {
        *fault = missing_words(writing, checking->prose, checking->checked);
        status = fault->data ? OK : error_memory(writing->err);
    }
    return status;
}

/* --- doubtful sentences --- */

struct verifying {
    struct verdict *verdicts;
    size_t count;
};

static enum status read_verdicts(struct writing *writing, const struct question *question, const struct reply *reply,
                                 struct str *fault)
{
    (void)fault;
    struct verifying *verifying = question->context;
    const json_t *faults = json_object_get(reply->value, "faults");
    verifying->verdicts = ARENA_ARRAY(writing->arena, json_array_size(faults) + 1, struct verdict);
    verifying->count = 0;
    if (!verifying->verdicts)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(faults); i++) {
        const json_t *entry = json_array_get(faults, i), *fix = json_object_get(entry, "fix");
        json_int_t number = json_integer_value(json_object_get(entry, "n"));
        const char *copy = arena_copy_n(writing->arena, json_string_value(fix), json_string_length(fix));
        if (!copy)
            return error_memory(writing->err);
        if (number > 0)
            verifying->verdicts[verifying->count++] = (struct verdict){(size_t)number, {copy, json_string_length(fix)}};
    }
    return OK;
}

/* The sentence before the doubtful one, which "it" and "that one" in it speak of; empty: there is none. */
static struct str before_doubt(const struct checked *checked, const struct doubt *doubt)
{
    const struct checked_block *block = &checked->blocks[doubt->block];
    bool has_one = block->kind == TEXT_RUNNING && doubt->place > 0;
    return has_one ? block->sentences[doubt->place - 1].text : STR("");
}

/* The sentence, with its term; of a table the whole row. */
static void add_claim(struct buf *out, const struct checked *checked, const struct doubt *doubt)
{
    const struct checked_block *block = &checked->blocks[doubt->block];
    size_t columns = block->kind == TEXT_TABLE ? block->columns : 1, first = doubt->place - doubt->place % columns;
    if (doubt->sentence->term.len)
        buf_printf(out, "%.*s: ", STR_ARG(doubt->sentence->term));
    for (size_t i = first; i < first + columns; i++)
        buf_printf(out, "%.*s%s", STR_ARG(block->sentences[i].text), i + 1 < first + columns ? " | " : " ");
}

/* The excerpts that the doubts cite; the others without their text, unless a doubt cites nothing. */
static struct model_excerpt *cited_excerpts(struct writing *writing, const struct check_material *material,
                                            const struct doubt *doubts, size_t count)
{
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, material->count + 1, struct model_excerpt);
    bool shows_all = false;
    for (size_t i = 0; list && i < count; i++) {
        const int *cites = doubts[i].sentence->cites;
        shows_all = shows_all || !cites[0];
        for (size_t j = 0; j < COUNT_OF(doubts[i].sentence->cites) && cites[j]; j++)
            list[cites[j] - 1] = material->excerpts[cites[j] - 1];
    }
    if (list && shows_all)
        memcpy(list, material->excerpts, material->count * sizeof *list);
    return list;
}

static enum status doubts_text(struct writing *writing, const struct checked *checked, const struct doubt *doubts,
                               size_t count, struct str *text)
{
    struct buf out = {0};
    for (size_t i = 0; i < count; i++) {
        const struct checked_sentence *sentence = doubts[i].sentence;
        struct str before = before_doubt(checked, &doubts[i]);
        buf_printf(&out, "%zu. ", i + 1);
        add_claim(&out, checked, &doubts[i]);
        if (sentence->cites[0])
            buf_printf(&out, "[%d]", sentence->cites[0]);
        else
            buf_str(&out, "(cites nothing)");
        if (before.len)
            buf_printf(&out, " (it follows: \"%.*s\")", STR_ARG(before));
        buf_char(&out, '\n');
    }
    *text = writing_keep(writing, &out);
    return text->data ? OK : error_memory(writing->err);
}

/* Shows the doubtful sentences to the model once more. Where its answer cannot be used, the lexical checks decide. */
static enum status verify(struct writing *writing, const struct prose *prose, const struct check_material *material,
                          struct checked *checked)
{
    struct doubt *doubts;
    size_t count;
    struct str sentences;
    struct verifying verifying = {0};
    enum status status = check_doubts(writing->arena, checked, &doubts, &count, writing->err);
    bool is_verified = !status && count && prose->is_verified && material->count && !writing->is_plain;
    if (is_verified)
        status = doubts_text(writing, checked, doubts, count, &sentences);
    if (!status && is_verified) {
        const struct model_excerpt *cited = cited_excerpts(writing, material, doubts, count);
        const struct prompt_value value = {"sentences", sentences};
        const struct question question = {
            .prompt = PROMPT_VERIFY,
            .step = arena_printf(writing->arena, "%s/verify", prose->question.step),
            .values = &value,
            .value_count = 1,
            .material = MATERIAL_PASSAGES,
            .excerpts = cited,
            .excerpt_count = material->count,
            .check = read_verdicts,
            .context = &verifying,
        };
        status = question.step && cited ? question_ask(writing, &question) : error_memory(writing->err);
        is_verified = status == OK;
        if (status == E_CORRUPT)
            status = OK;
    }
    if (status)
        return status;
    return check_settle(writing->arena, material, checked, verifying.verdicts, verifying.count, is_verified,
                        writing->err);
}

enum status prose_ask(struct writing *writing, const struct prose *prose, struct checked *checked)
{
    struct checking checking = {.prose = prose, .checked = checked};
    struct question question = prose->question;
    question.check = check;
    question.context = &checking;
    *checked = (struct checked){.count = 0};
    enum status status = question_ask(writing, &question);
    if (!status)
        status = verify(writing, prose, &checking.material, checked);
    if (status || checked->words * LEFT_PARTS >= prose->wanted.min_words)
        return status;
    return code_error(
        writing->err, E_CORRUPT, CODE_MODEL_UNAVAILABLE,
        "the model's answer to \"%s\" could not be used: %zu words are left without what is not supported",
        question.step, checked->words);
}

enum status prose_text(struct writing *writing, const struct prose *prose, const struct checked *checked,
                       struct model_text *text)
{
    const struct check_material material = {
        .language = writing->brief.language,
        .excerpts = prose->evidence.count ? prose->evidence.list : prose->question.excerpts,
        .count = prose->evidence.count ? prose->evidence.count : prose->question.excerpt_count};
    return checked_text(writing->arena, &material, checked,
                        prose->question.excerpt_count > 0 || prose->evidence.count == 0, text, writing->err);
}
