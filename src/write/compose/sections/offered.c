/* Which passages stand under a heading. */
#include "write/compose/compose.h"

enum {
    LEAST_LONE = 9,    /* words of a sentence that is a passage */
    FIRST = 2,         /* passages that lead into a section */
    MOST_LISTINGS = 3, /* of a section */
    MOST_LISTING_LINES = 25
};

/* By how much the last passage may go over what a section may have. */
static const double overrun = 1.2;

/* A passage that could stand under the heading. */
struct offered {
    const struct passage *passage;
    double value;
    bool is_taken;
};

/* What is worth keeping where not all of a section can be: what leads into it, speaks of the subject, shows or lists.
 */
static double offered_value_of(const struct writing *writing, const struct passage *passage, size_t number)
{
    double best = 0;
    for (size_t i = 0; i < passage->count && writing->topic_count; i++) {
        double share = topic_share(&writing->topics[0], &writing->corpus.sentences[passage->first + i].terms);
        best = share > best ? share : best;
    }
    best += number < FIRST ? 1 : 0;
    best += passage->is_ordered ? (writing->asked.shape == KEYWORD_HOW_TO ? 3 : 1) : 0;
    best += passage->code.len ? 1 : 0;
    return best - passage->position / 4;
}

/* Is there something to say in what is left of the passage, and nothing that is said already? `kept` has room for its
 * sentences. */
static bool is_new(const struct writing *writing, const struct passage *passage, size_t *kept)
{
    size_t count = compose_rest(writing, passage, kept), words = 0;
    for (size_t i = 0; i < count; i++) {
        if (compose_says(writing, kept[i]))
            return false;
        words += writing->corpus.sentences[kept[i]].words;
    }
    return count > 1 || (count && (passage->code.len || passage->row_count)) || words >= LEAST_LONE;
}

/* What needs the sentence before it stands only behind it. */
static bool follows(const struct writing *writing, const struct offered *before, const struct passage *passage)
{
    const struct passage *other = before->passage;
    return before->is_taken && other->section == passage->section && other->first + other->count == passage->first &&
           !writing->used.flags[passage->first - 1];
}

static size_t lines_of(struct str code)
{
    size_t lines = code.len > 0;
    for (size_t i = 0; i < code.len; i++)
        lines += code.data[i] == '\n';
    return lines;
}

/* Long output of a program buries the text around it: the listing stays out, and with it what announces it. */
static bool has_long_code(const struct writing *writing, const struct passage *passage)
{
    bool is_long = lines_of(passage->code) > MOST_LISTING_LINES;
    for (size_t i = passage->first; i < passage->first + passage->count; i++)
        is_long |= lines_of(writing->corpus.sentences[i].code) > MOST_LISTING_LINES;
    return is_long;
}

static size_t offer(const struct composer *composer, size_t heading, struct offered *list, size_t *kept)
{
    const struct writing *writing = composer->writing;
    const struct corpus *corpus = &writing->corpus;
    size_t count = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (composer->heading_of[passage->section] != (int)heading || has_long_code(writing, passage) ||
            !is_new(writing, passage, kept))
            continue;
        list[count] = (struct offered){passage, offered_value_of(writing, passage, count), false};
        count++;
    }
    return count;
}

/* Takes the best until there are words enough. begins: the first may lean on the heading. */
static size_t take_offered(const struct writing *writing, struct offered *list, size_t count, bool begins, size_t words)
{
    size_t taken = 0, listings = 0;
    for (size_t have = 0; have < words;) {
        size_t best = count;
        for (size_t i = 0; i < count; i++) {
            const struct passage *passage = list[i].passage;
            bool fits =
                passage->stands_alone || (i == 0 && begins) || (i > 0 && follows(writing, &list[i - 1], passage));
            bool has_room = !have || (double)(have + passage->words) <= overrun * (double)words;
            if (passage->code.len && listings >= MOST_LISTINGS)
                continue;
            if (!list[i].is_taken && fits && has_room && (best == count || list[i].value > list[best].value))
                best = i;
        }
        if (best == count)
            break;
        list[best].is_taken = true;
        listings += list[best].passage->code.len > 0;
        have += list[best].passage->words;
        taken++;
    }
    return taken;
}

/* Pages in the order of how well they speak of the subject, each in its own order. */
static size_t order(const struct writing *writing, const struct offered *list, size_t count,
                    const struct passage **passages)
{
    const struct topic_page *pages = writing->topics[0].pages;
    size_t ordered = 0;
    for (size_t i = 0; i < count; i++) {
        if (!list[i].is_taken)
            continue;
        size_t at = ordered++;
        while (at > 0 && passages[at - 1]->page != list[i].passage->page &&
               pages[passages[at - 1]->page].score < pages[list[i].passage->page].score) {
            passages[at] = passages[at - 1];
            at--;
        }
        passages[at] = list[i].passage;
    }
    return ordered;
}

/* Is it a list that stands right below the heading, which announces it? */
static bool is_list_of(const struct composer *composer, size_t heading, const struct passage *passage)
{
    const struct corpus *corpus = &composer->writing->corpus;
    const struct source_section *section = &corpus->sections[passage->section];
    bool is_first = passage->block > 0 && section->page == passage->page &&
                    corpus->pages[passage->page].blocks[passage->block - 1].kind == BLOCK_HEADING;
    return passage->is_list && corpus->sentences[passage->first].item && is_first && !section->is_boilerplate &&
           composer->plan->headings[heading].section == passage->section + 1;
}

enum status offered_take(const struct composer *composer, size_t heading, size_t words, const struct passage **passages,
                         size_t *count)
{
    struct writing *writing = composer->writing;
    size_t all = writing->corpus.passage_count + 1;
    struct offered *list = ARENA_ARRAY(writing->arena, all, struct offered);
    size_t *kept = ARENA_ARRAY(writing->arena, writing->corpus.sentence_count + 1, size_t);
    if (!list || !kept)
        return error_memory(writing->err);
    size_t offered = offer(composer, heading, list, kept);
    take_offered(writing, list, offered, offered && is_list_of(composer, heading, list[0].passage), words);
    *count = order(writing, list, offered, passages);
    return OK;
}
