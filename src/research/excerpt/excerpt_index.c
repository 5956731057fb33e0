#include "research/excerpt/excerpt_index.h"

static struct str stem_of(const struct excerpt_index *index, size_t word)
{
    return (struct str){index->letters + index->starts[word], index->starts[word + 1] - index->starts[word]};
}

uint32_t excerpt_index_word(const struct excerpt_index *index, struct str stem)
{
    size_t low = 0, high = index->word_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(stem_of(index, middle), stem);
        if (!order)
            return (uint32_t)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_WORD;
}

double excerpt_index_weight(const struct excerpt_index *index, uint32_t word)
{
    return word == NO_WORD ? index->rarest : index->weights[word];
}

word_use excerpt_index_use(const struct excerpt_index *index, size_t excerpt, uint32_t word)
{
    size_t low = index->first[excerpt], high = index->first[excerpt + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t found = use_word(index->uses[middle]);
        if (found == word)
            return index->uses[middle];
        if (found < word)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

bool excerpt_index_title_has(const struct excerpt_index *index, size_t page, uint32_t word)
{
    for (size_t i = index->title_first[page]; i < index->title_first[page + 1]; i++)
        if (index->titles[i] == word)
            return true;
    return false;
}

double excerpt_index_likeness(const struct excerpt_index *index, size_t a, size_t b)
{
    double sum = 0, norms = (double)index->norms[a] * (double)index->norms[b];
    for (size_t i = index->first[a], j = index->first[b]; i < index->first[a + 1] && j < index->first[b + 1];) {
        uint32_t left = use_word(index->uses[i]), right = use_word(index->uses[j]);
        if (left == right) {
            double weight = index->weights[left];
            sum += weight * weight * use_in_text(index->uses[i]) * use_in_text(index->uses[j]);
        }
        i += left <= right;
        j += right <= left;
    }
    return norms > 0 ? sum / norms : 0;
}
