/* A pass against repetition: sections are written side by side, and two may say the same. Code finds the pairs, the
 * model says what becomes of the second sentence. */
#include "model/check/check.h"
#include "write/finish/finish.h"
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"

enum { LEAST_WORDS = 6, MOST_PAIRS = 20 };

/* Share of the stems of both sentences that they have in common, from which they say the same. */
static const double alike = 0.6;

/* A sentence of the body, with its stems. */
struct said {
    struct model_block *block;
    size_t place, heading;
    struct str *stems;
    size_t count;
};

struct pair {
    size_t first, second; /* numbers of sentences */
    bool drops;
    struct str trimmed; /* in place of the second; empty: it stays as it is, or is dropped */
};

struct comparing {
    struct writing *writing;
    struct arena *arena; /* for the comparison alone */
    struct said *said;
    size_t count;
    struct pair pairs[MOST_PAIRS];
    size_t pair_count;
};

static enum status read_stems(const struct comparing *comparing, struct str text, struct said *said)
{
    struct writing *writing = comparing->writing;
    struct word *words;
    size_t count;
    enum status status = words_split(comparing->arena, text, writing->brief.language, &words, &count, writing->err);
    if (status)
        return status;
    said->stems = ARENA_ARRAY(comparing->arena, count + 1, struct str);
    if (!said->stems)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop)
            said->stems[said->count++] = words[i].stem;
    return OK;
}

static enum status collect(struct comparing *comparing, const struct draft_part *sections)
{
    size_t most = 0;
    enum status status = OK;
    for (size_t i = 0; i < sections->count; i++)
        for (size_t j = 0; j < sections->headings[i].text.count; j++)
            most += sections->headings[i].text.blocks[j].count;
    comparing->said = ARENA_ARRAY(comparing->arena, most + 1, struct said);
    if (!comparing->said)
        return error_memory(comparing->writing->err);
    for (size_t i = 0; i < sections->count; i++)
        for (size_t j = 0; j < sections->headings[i].text.count; j++) {
            struct model_block *block = &sections->headings[i].text.blocks[j];
            for (size_t k = 0; k < block->count && !status && block->kind == TEXT_RUNNING; k++) {
                struct said *said = &comparing->said[comparing->count++];
                *said = (struct said){.block = block, .place = k, .heading = i};
                status = read_stems(comparing, block->sentences[k].text, said);
            }
        }
    return status;
}

static double likeness(const struct said *a, const struct said *b)
{
    size_t shared = 0;
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = 0; j < b->count; j++)
            if (str_eq(a->stems[i], b->stems[j])) {
                shared++;
                break;
            }
    size_t most = a->count > b->count ? a->count : b->count;
    return most ? (double)shared / (double)most : 0;
}

static bool is_paired(const struct comparing *comparing, size_t second)
{
    for (size_t i = 0; i < comparing->pair_count; i++)
        if (comparing->pairs[i].second == second)
            return true;
    return false;
}

static void find_pairs(struct comparing *comparing)
{
    for (size_t i = 0; i < comparing->count; i++)
        for (size_t j = i + 1; j < comparing->count && comparing->pair_count < MOST_PAIRS; j++) {
            const struct said *a = &comparing->said[i], *b = &comparing->said[j];
            if (a->heading == b->heading || a->count < LEAST_WORDS || b->count < LEAST_WORDS)
                continue;
            if (likeness(a, b) >= alike && !is_paired(comparing, j))
                comparing->pairs[comparing->pair_count++] = (struct pair){.first = i, .second = j};
        }
}

static const struct model_sentence *sentence_of(const struct comparing *comparing, size_t number)
{
    const struct said *said = &comparing->said[number];
    return &said->block->sentences[said->place];
}

static enum status read_pairs(struct writing *writing, const struct question *question, const struct reply *reply,
                              struct str *fault)
{
    (void)fault;
    struct comparing *comparing = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *list = json_object_get(reply->value, "pairs");
    enum status status = framing_allowed(writing, &material.allowed);
    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        const json_t *entry = json_array_get(list, i), *value = json_object_get(entry, "text");
        const char *what = json_string_value(json_object_get(entry, "do"));
        json_int_t number = json_integer_value(json_object_get(entry, "n"));
        if (number < 1 || (size_t)number > comparing->pair_count || !what)
            continue;
        struct pair *pair = &comparing->pairs[number - 1];
        struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
        struct str old = sentence_of(comparing, pair->second)->text;
        pair->drops = strcmp(what, "drop") == 0;
        bool is_shorter = text.len && text.len < old.len && !check_line(&material, old, text);
        if (strcmp(what, "trim") != 0 || !is_shorter)
            continue;
        const char *copy = arena_copy_n(writing->arena, text.data, text.len);
        pair->trimmed = (struct str){copy, text.len};
        status = copy ? OK : error_memory(writing->err);
    }
    return status;
}

/* The sentence is taken out of its block; what it cites goes over to the first one, which says the same. */
static void drop(const struct comparing *comparing, const struct pair *pair)
{
    struct said *said = &comparing->said[pair->second];
    struct model_block *block = said->block;
    const struct said *kept = &comparing->said[pair->first];
    struct model_sentence *first = &kept->block->sentences[kept->place];
    int source = block->sentences[said->place].source;
    if (source >= 0 && source != first->source && !first->also)
        first->also = source + 1;
    block->sentences[said->place].text = STR("");
}

/* Blocks without the sentences that are empty now. */
static void close_gaps(const struct draft_part *sections)
{
    for (size_t i = 0; i < sections->count; i++)
        for (size_t j = 0; j < sections->headings[i].text.count; j++) {
            struct model_block *block = &sections->headings[i].text.blocks[j];
            size_t kept = 0;
            for (size_t k = 0; k < block->count; k++)
                if (block->kind != TEXT_RUNNING || block->sentences[k].text.len)
                    block->sentences[kept++] = block->sentences[k];
            block->count = kept;
        }
}

static struct str pairs_text(const struct comparing *comparing)
{
    struct buf out = {0};
    for (size_t i = 0; i < comparing->pair_count; i++)
        buf_printf(&out, "%zu. first: %.*s\n   second: %.*s\n", i + 1,
                   STR_ARG(sentence_of(comparing, comparing->pairs[i].first)->text),
                   STR_ARG(sentence_of(comparing, comparing->pairs[i].second)->text));
    return writing_keep(comparing->writing, &out);
}

static enum status mend(struct comparing *comparing, const struct draft_part *sections)
{
    struct writing *writing = comparing->writing;
    enum status status = collect(comparing, sections);
    if (status)
        return status;
    find_pairs(comparing);
    if (!comparing->pair_count || writing->is_plain)
        return OK;
    const struct prompt_value value = {"pairs", pairs_text(comparing)};
    const struct question question = {.prompt = PROMPT_REPEATS,
                                      .step = "repeats",
                                      .values = &value,
                                      .value_count = 1,
                                      .check = read_pairs,
                                      .context = comparing};
    status = value.text.data ? question_ask(writing, &question) : error_memory(writing->err);
    if (status)
        return status == E_CORRUPT ? OK : status;
    for (size_t i = 0; i < comparing->pair_count; i++) {
        const struct pair *pair = &comparing->pairs[i];
        struct said *second = &comparing->said[pair->second];
        if (pair->drops)
            drop(comparing, pair);
        else if (pair->trimmed.len)
            second->block->sentences[second->place].text = pair->trimmed;
    }
    close_gaps(sections);
    return OK;
}

enum status finish_repeats(struct writing *writing, struct draft_part *sections)
{
    struct comparing comparing = {.writing = writing, .arena = arena_new()};
    enum status status = comparing.arena ? mend(&comparing, sections) : error_memory(writing->err);
    arena_free(comparing.arena);
    return status;
}
