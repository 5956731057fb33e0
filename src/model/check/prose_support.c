#include "model/check/prose.h"

/* The shares of notes on citation checks; see check.h. */
static const double REMOVED_BELOW = 0.25, MOVED_FROM = 0.35, DOUBTFUL_BELOW = 0.5, UNCITED_BELOW = 0.35;

/* A shorter sentence without a citation states too little to be doubted. */
enum { UNCITED_WORDS = 8 };

/* What the passages say to a sentence. */
struct judgement {
    struct claim claim;
    struct support *supports; /* of each excerpt */
    size_t best;              /* the excerpt with the highest share; the pack's count: none */
};

static bool judge(struct draft *draft, struct str text, struct judgement *judgement)
{
    struct pack *pack = &draft->pack;
    if (!text.data || claim_read(draft->arena, pack, text, &judgement->claim, NULL) != OK)
        return false;
    judgement->supports = ARENA_ARRAY(draft->arena, pack->count, struct support);
    judgement->best = pack->count;
    for (size_t i = 0; judgement->supports && i < pack->count; i++) {
        judgement->supports[i] = support_of(pack, &judgement->claim, &pack->passages[i]);
        bool is_better =
            judgement->best == pack->count || judgement->supports[i].share > judgement->supports[judgement->best].share;
        if (is_better && !pack->passages[i].is_foreign)
            judgement->best = i;
    }
    return judgement->supports != NULL;
}

/* Does the passage say all that can be looked up? */
static bool is_whole(const struct support *support)
{
    return support->share >= MOVED_FROM && support->has_figures && support->has_names;
}

/* The excerpt to which a citation may be moved: the one that says most of it, with all figures, names and code. */
static size_t find_better(const struct draft *draft, const struct judgement *judgement)
{
    size_t found = draft->pack.count;
    for (size_t i = 0; i < draft->pack.count; i++)
        if (is_whole(&judgement->supports[i]) && !draft->pack.passages[i].is_foreign &&
            (found == draft->pack.count || judgement->supports[i].share > judgement->supports[found].share))
            found = i;
    return found;
}

static bool cites_already(const int *cites, size_t count, int number)
{
    for (size_t i = 0; i < count; i++)
        if (cites[i] == number)
            return true;
    return false;
}

/* Moves and removes citations. Several of a sentence may each say a part of its figures and names. */
static void settle_cites(struct draft *draft, const struct judgement *judgement, struct checked_sentence *sentence)
{
    int kept[3] = {0};
    size_t count = 0, better = find_better(draft, judgement);
    bool is_single = sentence->cites[1] == 0;
    for (size_t i = 0; i < COUNT_OF(kept) && sentence->cites[i]; i++) {
        int number = sentence->cites[i];
        const struct support *support = &judgement->supports[number - 1];
        bool is_foreign = draft->pack.passages[number - 1].is_foreign;
        bool is_weak = support->share < REMOVED_BELOW;
        bool lacks = is_foreign ? is_weak : is_weak || (is_single && (!support->has_figures || !support->has_names));
        if (lacks && better < draft->pack.count)
            number = (int)better + 1;
        else if (is_weak && (!is_foreign || judgement->claim.facts.count))
            number = 0;
        if (number == 0)
            draft->checked->removed_citations++;
        else if (!cites_already(kept, count, number))
            kept[count++] = number;
    }
    memcpy(sentence->cites, kept, sizeof kept);
}

/* Is there a superlative in the claim that the passage does not have, or with a name that one passage alone knows? */
static bool praises(struct draft *draft, const struct claim *claim, const struct pack_passage *passage)
{
    const char *const *superlatives = draft->pack.wording ? draft->pack.wording->superlatives : NULL;
    struct pattern_place place;
    if (!pattern_find(superlatives, &claim->worded, 0, &place))
        return false;
    if (!passage || (!passage->is_foreign && !pattern_find(superlatives, &passage->worded, 0, &place)))
        return true;
    for (size_t i = 0; i < claim->worded.count; i++) {
        const struct word *word = &claim->worded.words[i];
        unsigned char first = (unsigned char)claim->worded.text.data[word->start];
        bool is_allowed, is_capital = (first >= 'A' && first <= 'Z') || first >= 0xC3;
        if (is_capital && !word->is_stop && draft->pack.count > 1 &&
            pack_count_name(&draft->pack, word->folded, &is_allowed) == 1 && !is_allowed)
            return true;
    }
    return false;
}

/* Facts that stand nowhere: an invented figure or command takes the sentence with it, another makes it doubtful. */
static bool has_only_known_facts(const struct draft *draft, const struct claim *claim, bool *is_doubtful)
{
    for (size_t i = 0; i < claim->facts.count; i++) {
        const struct fact *fact = &claim->facts.list[i];
        if (pack_has_fact(&draft->pack, fact))
            continue;
        if (fact->kind == FACT_FIGURE || (fact->kind == FACT_CODE && !pack_has_code_pieces(&draft->pack, fact->text)))
            return false;
        *is_doubtful = true;
    }
    return true;
}

/* The share by what it cites, and whether that leaves doubts. */
static void weigh_cited(struct draft *draft, const struct judgement *judgement, struct checked_sentence *sentence)
{
    bool has_figures = false, has_names = false, keeps = true, is_foreign = true, is_praise = true;
    const struct pack_passage *passages[3] = {NULL};
    double best = 0, together;
    for (size_t i = 0; i < COUNT_OF(passages) && sentence->cites[i]; i++) {
        const struct support *support = &judgement->supports[sentence->cites[i] - 1];
        passages[i] = &draft->pack.passages[sentence->cites[i] - 1];
        best = support->share > best ? support->share : best;
        has_figures |= support->has_figures;
        has_names |= support->has_names;
        keeps &= support->keeps_qualifier;
        is_foreign &= passages[i]->is_foreign;
        is_praise &= praises(draft, &judgement->claim, passages[i]);
    }
    together = passages[1] ? support_together(&judgement->claim, passages[0], passages[1]) : best;
    sentence->support = best;
    bool is_split = passages[1] != NULL; /* facts of a sentence with two citations may stand one here, one there */
    sentence->is_doubtful |= is_foreign || !keeps || is_praise ||
                             (together > best ? together : best) < DOUBTFUL_BELOW ||
                             (!is_split && (!has_figures || !has_names));
}

static void weigh_uncited(struct draft *draft, const struct judgement *judgement, struct checked_sentence *sentence)
{
    const struct pack *pack = &draft->pack;
    bool is_known = judgement->best < pack->count;
    sentence->support = is_known ? judgement->supports[judgement->best].share : 0;
    bool is_long = words_count(sentence->text) > UNCITED_WORDS;
    bool has_figures = judgement->claim.facts.count == 0;
    for (size_t i = 0; i < pack->count; i++)
        has_figures |= judgement->supports[i].has_figures;
    sentence->is_doubtful |= (is_long && sentence->support < UNCITED_BELOW) || !has_figures ||
                             praises(draft, &judgement->claim, is_known ? &pack->passages[judgement->best] : NULL);
}

/* Nothing is known but what the customer says: a figure that is not theirs is invented. */
static bool is_free_of_figures(const struct draft *draft, const struct claim *claim)
{
    for (size_t i = 0; i < claim->facts.count; i++) {
        const struct fact *fact = &claim->facts.list[i];
        bool has_digit = false;
        for (size_t k = 0; k < fact->text.len; k++)
            has_digit |= ascii_is_digit(fact->text.data[k]);
        if (has_digit && fact->kind != FACT_QUOTATION && !pack_has_fact(&draft->pack, fact))
            return false;
    }
    return true;
}

enum status prose_check_sentence(struct draft *draft, struct checked_block *block, size_t place, bool *stays,
                                 struct error *err)
{
    struct checked_sentence *sentence = &block->sentences[place];
    struct judgement judgement;
    bool is_unsourced = draft->wanted && draft->wanted->is_unsourced;
    sentence->is_doubtful = false;
    if (!judge(draft, draft_claim(draft, block, place), &judgement))
        return error_memory(err);
    if (is_unsourced) {
        *stays = is_free_of_figures(draft, &judgement.claim);
        return OK;
    }
    *stays = has_only_known_facts(draft, &judgement.claim, &sentence->is_doubtful);
    if (!*stays || draft->pack.count == 0)
        return OK;
    if (sentence->cites[0])
        settle_cites(draft, &judgement, sentence);
    if (sentence->cites[0])
        weigh_cited(draft, &judgement, sentence);
    else
        weigh_uncited(draft, &judgement, sentence);
    return OK;
}

/* The cell of a row that carries its citations: the first that does, else the last. */
static size_t citing_cell(const struct checked_block *block, size_t row)
{
    for (size_t i = row; i < row + block->columns; i++)
        if (block->sentences[i].cites[0])
            return i;
    return row + block->columns - 1;
}

static enum status check_table(struct draft *draft, struct checked_block *block, struct error *err)
{
    bool stays;
    for (size_t row = block->columns; row + block->columns <= block->count;) {
        if (prose_check_sentence(draft, block, citing_cell(block, row), &stays, err) != OK)
            return E_MEMORY;
        if (stays)
            row += block->columns;
        else
            draft_remove(draft, block, row);
    }
    return OK;
}

/* Code stands byte for byte in an excerpt, but for blank lines around it, or it goes. */
static void check_code(struct draft *draft, struct checked_block *block)
{
    struct str code = block->code;
    while (code.len && (code.data[0] == '\n' || code.data[0] == '\r'))
        code = (struct str){code.data + 1, code.len - 1};
    while (code.len && ascii_is_space(code.data[code.len - 1]))
        code.len--;
    bool is_known = str_find(draft->material->allowed, code, 0) < draft->material->allowed.len;
    for (size_t i = 0; i < draft->material->count && !is_known; i++) {
        struct str text = draft->material->excerpts[i].text;
        is_known = str_find(text, code, 0) < text.len;
    }
    block->code = is_known ? code : STR("");
}

enum status prose_check_support(struct draft *draft, struct error *err)
{
    for (size_t b = 0; b < draft->checked->count; b++) {
        struct checked_block *block = &draft->checked->blocks[b];
        if (block->kind == TEXT_CODE)
            check_code(draft, block);
        if (block->kind == TEXT_TABLE && check_table(draft, block, err) != OK)
            return E_MEMORY;
        for (size_t i = 0; block->kind == TEXT_RUNNING && i < block->count; i++) {
            bool stays = true;
            if (draft_is_gone(&block->sentences[i]))
                continue;
            if (prose_check_sentence(draft, block, i, &stays, err) != OK)
                return E_MEMORY;
            if (stays)
                continue;
            if (!draft->removed.len)
                draft->removed = block->sentences[i].text;
            draft_remove(draft, block, i);
        }
    }
    return OK;
}
