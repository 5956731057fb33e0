/* Does a heading say anything of its section? */
#include "write/compose/headings/headings.h"
#include "write/compose/outline/outline.h"

static bool is_light(const struct language *language, struct str word)
{
    return language->keyword_words && word_list_has(language->keyword_words->light, word);
}

static bool has_term(const struct terms *terms, uint32_t term)
{
    for (size_t i = 0; i < terms->count; i++)
        if (terms->ids[i] == term)
            return true;
    return false;
}

/* Sentences of the section that have one of the heading's stems. */
static size_t count_speaking(const struct corpus *corpus, size_t section)
{
    const struct terms *title = &corpus->sections[section].terms;
    size_t speaking = 0;
    for (size_t i = 0; i < corpus->statement_count; i++) {
        bool speaks = false;
        for (size_t j = 0; j < title->count && !speaks; j++)
            speaks = has_term(&corpus->statements[i].terms, title->ids[j]);
        speaking += speaks && outline_is_inside(corpus, corpus->statements[i].section, section);
    }
    return speaking;
}

enum status heading_is_weak(struct writing *writing, size_t section, bool *is_weak)
{
    const struct corpus *corpus = &writing->corpus;
    const struct language *language = writing->brief.language;
    const struct source_section *one = &corpus->sections[section];
    struct word *words;
    size_t count, bearing = 0;
    enum status status = words_split(writing->arena, one->title, language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        bearing += !words[i].is_stop && !is_light(language, words[i].folded);
    *is_weak = !status && !language->is_unspaced && count &&
               (!bearing || one->is_boilerplate || (one->terms.count == 1 && !count_speaking(corpus, section)));
    return status;
}
