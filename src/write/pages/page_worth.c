/* What each part is worth to the keyword. */
#include "write/pages/page.h"

/*
 * The weights are those of a prototype that readers scored on forty requests: what a heading names counts most, then
 * what the text does. A table or a formula is what a reader came for more often than the paragraph beside it, and so is
 * a list of steps. A part inherits from the one around it, since the tips below "How to lower it" need not repeat the
 * keyword; without that the tips went first.
 */
static const double of_heading = 2, of_deed = 2, of_text = 1.5, of_table = 1.2, of_steps = 0.5, of_facet = 0.4;
static const double inherited = 0.6, inherited_deed = 1.2, first_bonus = 1.5, deeper = 0.3;

size_t heads_count(head_set heads)
{
    size_t count = 0;
    for (; heads; heads &= heads - 1)
        count++;
    return count;
}

static double page_worth_share_of(head_set heads, head_set all)
{
    return all ? (double)heads_count(heads & all) / (double)heads_count(all) : 0;
}

/* The share of its words whose pieces name the noun. */
static double noun_share(const struct by_page *made, const struct page_view *view, size_t first, size_t end)
{
    size_t words = 0, with = 0;
    for (size_t i = first; i < end; i++)
        for (size_t j = 0; j < view->parts[i].count; j++) {
            const struct page_piece *piece = &view->parts[i].pieces[j];
            words += piece->words;
            with += piece->heads & sought_noun(made->sought) ? piece->words : 0;
        }
    return words ? (double)with / (double)words : 0;
}

static double worth_of_pieces(const struct page_part *part)
{
    double worth = 0;
    for (size_t i = 0; i < part->count; i++) {
        const struct page_piece *piece = &part->pieces[i];
        if (piece->kind == PIECE_TABLE)
            worth = of_table > worth ? of_table : worth;
        if (piece->kind == PIECE_LIST && piece->block.is_ordered)
            worth = of_steps > worth ? of_steps : worth;
    }
    return worth;
}

void page_parts_weigh(struct by_page *made, struct page_view *view)
{
    bool is_first = true;
    for (size_t i = 0; i < view->count; i++) {
        struct page_part *part = &view->parts[i];
        const struct page_part *above = part->parent == NO_PART ? NULL : &view->parts[part->parent];
        part->worth = of_heading * page_worth_share_of(part->hit.heads, sought_all(made->sought)) +
                      of_deed * part->hit.has_deed + of_facet * (double)part->hit.facets +
                      of_text * noun_share(made, view, i, part->end) + worth_of_pieces(part) -
                      deeper * (part->depth > 1 ? part->depth - 1 : 0);
        if (above)
            part->worth += above->worth * (above->hit.has_deed ? inherited_deed : inherited);
        if (part->depth == 1 && is_first) {
            part->worth += first_bonus;
            is_first = false;
        }
    }
}

/* Are so many of its pieces about all of the keyword: half of them, and two at least? */
static bool text_is_about(const struct by_page *made, const struct page_view *view, size_t first)
{
    size_t all = 0, with = 0;
    for (size_t i = first; i < view->parts[first].end; i++)
        for (size_t j = 0; j < view->parts[i].count; j++) {
            head_set heads = view->parts[i].pieces[j].heads;
            all++;
            with += (heads & sought_all(made->sought)) == sought_all(made->sought);
        }
    return with >= 2 && with * 2 >= all;
}

bool page_part_is_about(const struct by_page *made, const struct page_view *view, size_t number)
{
    const struct page_part *part = &view->parts[number];
    head_set all = sought_all(made->sought), named = part->hit.heads;
    bool has_noun = named & sought_noun(made->sought);
    if (part->says_nothing)
        return false; /* on a page about something else it is about that */
    if (has_noun && 2 * heads_count(named & all) >= heads_count(all))
        return true;
    for (size_t i = 0; has_noun && i < part->count; i++)
        if ((part->pieces[i].heads & all) == all)
            return true;
    return text_is_about(made, view, number);
}
