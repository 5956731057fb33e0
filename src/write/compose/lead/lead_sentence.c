/* What is asked of one sentence of a lead. */
#include "write/compose/lead/lead.h"

enum { LEAST_WORDS = 6, MOST_WORDS = 45, LABEL_WORDS = 4 };

const struct source_section *lead_root(const struct lead *lead, size_t section)
{
    return &lead->corpus->sections[corpus_section_root(lead->corpus, section)];
}

double lead_page_share(const struct lead *lead, size_t page)
{
    double best = lead->page_count ? lead->topic->pages[lead->pages[0]].score : 0;
    return best > 0 ? lead->topic->pages[page].score / best : 0;
}

/* "The preview area: ...", "(There can be ...)". */
static bool is_labelled(struct str text)
{
    size_t words = 1;
    for (size_t i = 0; i + 1 < text.len && words <= LABEL_WORDS; i++) {
        if (text.data[i] == ':' && text.data[i + 1] == ' ')
            return true;
        words += text.data[i] == ' ';
    }
    return str_starts(text, STR("("));
}

bool lead_is_fit(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *source = &lead->corpus->sentences[sentence->sentence];
    struct str text = source->text;
    if (!source->stands_alone || source->stays_in_section || source->item)
        return false;
    if (source->words < LEAST_WORDS || source->words > MOST_WORDS)
        return false;
    if (lead->corpus->sections[sentence->section].tells_of_attack ||
        lead->corpus->sections[sentence->section].is_example)
        return false;
    if (is_labelled(text))
        return false;
    size_t opened = 0, closed = 0;
    for (size_t i = 0; i < text.len; i++) {
        opened += text.data[i] == '(' || text.data[i] == '[';
        closed += text.data[i] == ')' || text.data[i] == ']';
    }
    return opened == closed && !str_ends(text, STR(":")) && !str_ends(text, STR("?")) && !str_ends(text, STR("\u061F"));
}

bool lead_holds_list(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct source_sentence *next = &lead->corpus->sentences[sentence->sentence + 1];
    return lead->corpus->passages[sentence->passage].is_list && (next->item || !next->stands_alone);
}

/* Does the passage behind this one stand only behind it? */
static bool is_leaned_on(const struct corpus *corpus, size_t passage)
{
    const struct passage *one = &corpus->passages[passage], *next = one + 1;
    return passage + 1 < corpus->passage_count && next->section == one->section && !next->stands_alone &&
           !next->is_list && next->first == one->first + one->count;
}

bool lead_is_loose(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct passage *passage = &lead->corpus->passages[sentence->passage];
    size_t next = sentence->sentence + 1, end = passage->first + passage->count;
    if (passage->is_list)
        return false;
    while (next < end && str_starts(lead->corpus->sentences[next].text, STR("("))) /* beside the text */
        next++;
    if (next == end)
        return !passage->code.len && !passage->row_count && !is_leaned_on(lead->corpus, sentence->passage);
    return lead->corpus->sentences[next].stands_alone;
}

bool lead_is_plain(const struct lead *lead, const struct lead_sentence *sentence)
{
    const struct definition *definition = &sentence->definition;
    return sentence->is_read && !sentence->points_back && !sentence->is_vague && !sentence->tells_of_screen &&
           !definition->is_imperative && !definition->is_subordinate && !definition->is_conditional &&
           lead_is_fit(lead, sentence) && !lead_holds_list(lead, sentence);
}
