#include "model/check/check.h"

#include "base/vec.h"
#include "model/check/inline.h"
#include "model/check/line.h"
#include "model/check/marker.h"
#include "model/check/prose.h"

/* A model that finds more of the doubts at fault than this, and more than two, condemns everything. */
static const double MOST_CONDEMNED = 0.4;

enum { FEW_CONDEMNED = 2 };

enum status check_doubts(struct arena *arena, const struct checked *checked, struct doubt **doubts, size_t *count,
                         struct error *err)
{
    size_t cap = 0;
    *doubts = NULL;
    *count = 0;
    for (size_t b = 0; b < checked->count; b++)
        for (size_t i = 0; i < checked->blocks[b].count; i++) {
            const struct checked_sentence *sentence = &checked->blocks[b].sentences[i];
            if (!sentence->is_doubtful)
                continue;
            struct doubt *list = vec_room(arena, *doubts, *count, &cap, sizeof *list);
            if (!list)
                return error_memory(err);
            *doubts = list;
            list[(*count)++] = (struct doubt){sentence, b, i};
        }
    return OK;
}

/* The text of a sentence with the numbers that it cites; a fix may lack the old ones. */
static bool read_fix(struct draft *draft, struct str fix, struct checked_sentence *sentence)
{
    struct inline_text text;
    size_t count = 0;
    bool has_numbers = false;
    const struct wording *own = wording_of(draft->material->language);
    if (inline_read(draft->arena, fix, !marker_any_brackets(fix, own), (long)draft->material->count, own, &text, NULL))
        return false;
    for (size_t i = 0; i < text.count && count < COUNT_OF(sentence->cites); i++) {
        long number = text.marks[i].number;
        if (number < 1 || (size_t)number > draft->material->count)
            continue;
        if (!has_numbers)
            memset(sentence->cites, 0, sizeof sentence->cites);
        has_numbers = true;
        sentence->cites[count++] = (int)number;
    }
    bool has_address = str_find(text.text, STR(INLINE_ADDRESS), 0) < text.text.len;
    sentence->text = has_address ? STR("") : text.text;
    return true;
}

/* Puts a fix in the place of its sentence, if it passes the checks; else the sentence goes. In a table the row goes:
 * a fix is a sentence. */
static enum status apply_verdict(struct draft *draft, const struct doubt *doubt, struct str fix, struct error *err)
{
    struct checked_block *block = &draft->checked->blocks[doubt->block];
    struct checked_sentence *sentence = &block->sentences[doubt->place], old = *sentence;
    bool stays = fix.len > 0 && block->kind != TEXT_TABLE;
    if (stays && !read_fix(draft, fix, sentence))
        return error_memory(err);
    stays = stays && sentence->text.len;
    bool was_cited = old.cites[0] != 0;
    if (stays && prose_check_sentence(draft, block, doubt->place, &stays, err) != OK)
        return E_MEMORY;
    const char *reason = NULL;
    if (stays && line_judge(draft->arena, draft->material, STR(""), sentence->text, &reason, err) != OK)
        return E_MEMORY;
    stays = stays && (!was_cited || sentence->cites[0]) && !reason;
    sentence->is_doubtful = false;
    if (!stays)
        draft_remove(draft, block, doubt->place);
    return OK;
}

static const struct verdict *verdict_of(const struct verdict *verdicts, size_t count, size_t number)
{
    for (size_t i = 0; i < count; i++)
        if (verdicts[i].number == number)
            return &verdicts[i];
    return NULL;
}

/* How many doubts the verdicts name, each once. */
static size_t count_named(const struct verdict *verdicts, size_t count, size_t doubts)
{
    size_t named = 0;
    for (size_t i = 1; i <= doubts; i++)
        named += verdict_of(verdicts, count, i) != NULL;
    return named;
}

static void count_again(struct checked *checked)
{
    checked->citations = checked->words = 0;
    for (size_t b = 0; b < checked->count; b++)
        for (size_t i = 0; i < checked->blocks[b].count; i++) {
            const struct checked_sentence *sentence = &checked->blocks[b].sentences[i];
            checked->words += words_count(sentence->term) + words_count(sentence->text);
            for (size_t k = 0; k < COUNT_OF(sentence->cites); k++)
                checked->citations += sentence->cites[k] != 0;
        }
}

static enum status settle(struct draft *draft, const struct verdict *verdicts, size_t count, bool is_verified,
                          struct error *err)
{
    struct checked *checked = draft->checked;
    struct doubt *doubts;
    size_t doubt_count;
    if (pack_read(draft->arena, draft->material, &draft->pack, err) != OK ||
        check_doubts(draft->arena, checked, &doubts, &doubt_count, err) != OK)
        return E_MEMORY;
    size_t named = count_named(verdicts, count, doubt_count);
    bool condemns = named > FEW_CONDEMNED && (double)named > MOST_CONDEMNED * (double)doubt_count;
    for (size_t i = doubt_count; i-- > 0;) { /* from the end: the row of a table leaves the places before it */
        struct checked_block *block = &checked->blocks[doubts[i].block];
        struct checked_sentence *sentence = &block->sentences[doubts[i].place];
        const struct verdict *verdict = is_verified && !condemns ? verdict_of(verdicts, count, i + 1) : NULL;
        if (verdict && apply_verdict(draft, &doubts[i], verdict->fix, err) != OK)
            return E_MEMORY;
        if (!verdict && !sentence->cites[0] && (!is_verified || condemns))
            draft_remove(draft, block, doubts[i].place);
        else if (!verdict)
            sentence->is_doubtful = false;
    }
    if (draft_repair(draft, err) != OK)
        return E_MEMORY;
    count_again(checked);
    return OK;
}

enum status check_settle(struct arena *arena, const struct check_material *material, struct checked *checked,
                         const struct verdict *verdicts, size_t count, bool is_verified, struct error *err)
{
    struct draft draft = {
        .arena = arena_new(), .material = material, .wording = wording_of(material->language), .checked = checked};
    enum status status = draft.arena ? settle(&draft, verdicts, count, is_verified, err) : error_memory(err);
    if (!status)
        status = draft_keep(arena, checked, err);
    arena_free(draft.arena);
    return status;
}

/* --- the text for an article --- */

static void set_sources(const struct check_material *material, const struct checked_sentence *from,
                        struct model_sentence *to)
{
    to->source = OWN_WORDS;
    for (size_t i = 0; i < COUNT_OF(from->cites) && from->cites[i]; i++) {
        int source = material->excerpts[from->cites[i] - 1].source;
        if (to->source == OWN_WORDS)
            to->source = source;
        else if (source != to->source && !to->also)
            to->also = source + 1;
    }
}

static bool add_block_text(struct arena *arena, const struct check_material *material, const struct checked_block *from,
                           bool shows_sources, struct model_block *to)
{
    bool is_heading = from->kind == TEXT_SUBHEADING;
    *to = (struct model_block){
        .kind = from->kind, .is_ordered = from->is_ordered, .columns = from->columns, .code = from->code};
    to->count = is_heading ? 1 : from->count;
    to->sentences = ARENA_ARRAY(arena, to->count, struct model_sentence);
    if (!to->sentences)
        return false;
    for (size_t i = 0; i < to->count; i++) {
        struct model_sentence *sentence = &to->sentences[i];
        *sentence = (struct model_sentence){.source = OWN_WORDS, .id = -1, .text = from->heading};
        if (is_heading)
            continue;
        sentence->text = from->sentences[i].text;
        sentence->item = from->sentences[i].item;
        sentence->term = from->sentences[i].term;
        sentence->has_code = memchr(sentence->text.data, '`', sentence->text.len) != NULL;
        if (shows_sources)
            set_sources(material, &from->sentences[i], sentence);
    }
    return true;
}

enum status checked_text(struct arena *arena, const struct check_material *material, const struct checked *checked,
                         bool shows_sources, struct model_text *text, struct error *err)
{
    *text = (struct model_text){.count = checked->count};
    text->blocks = ARENA_ARRAY(arena, checked->count, struct model_block);
    if (!text->blocks)
        return error_memory(err);
    for (size_t i = 0; i < checked->count; i++)
        if (!add_block_text(arena, material, &checked->blocks[i], shows_sources, &text->blocks[i]))
            return error_memory(err);
    return OK;
}
