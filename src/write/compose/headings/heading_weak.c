/* Does a heading say anything of its section? */
#include "write/compose/headings/headings.h"
#include "write/compose/outline/outline.h"

bool heading_is_light(const struct language *language, const struct word *word)
{
    const struct keyword_words *words = language->keyword_words;
    return words && (word_list_has(words->light, word->folded) || word_list_has(words->light, word->stem));
}

/* Sentences of the section that have the stem. */
static size_t count_speaking(const struct corpus *corpus, size_t section, uint32_t term)
{
    size_t speaking = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        speaking += terms_have(&corpus->statements[i].terms, term) &&
                    outline_is_inside(corpus, corpus->statements[i].section, section);
    return speaking;
}

/* Does the section speak of the one stem that the heading has, or is it the subject's? */
static bool is_spoken_of(const struct writing *writing, size_t section)
{
    enum { OFTEN = 2 };
    const struct terms *title = &writing->corpus.sections[section].terms;
    return title->count != 1 || topic_has(&writing->topics[0], title->ids[0]) ||
           count_speaking(&writing->corpus, section, title->ids[0]) >= OFTEN;
}

/* "CREATE VIEW" */
static bool is_command(struct str title)
{
    for (size_t i = 0; i < title.len; i++)
        if (title.data[i] >= 'a' && title.data[i] <= 'z')
            return false;
    return title.len > 1 && title.data[0] >= 'A' && title.data[0] <= 'Z' && str_find(title, STR(" "), 0) < title.len;
}

enum status heading_is_weak(struct writing *writing, size_t section, bool *is_weak)
{
    const struct source_section *one = &writing->corpus.sections[section];
    const struct language *language = writing->brief.language;
    struct word *words;
    size_t count, bearing = 0;
    enum status status = words_split(writing->arena, one->title, language, &words, &count, writing->err);
    for (size_t i = 0; i < count && !status; i++)
        bearing += !words[i].is_stop && !heading_is_light(language, &words[i]);
    *is_weak = !status && !language->is_unspaced && count && !is_command(one->title) &&
               (!bearing || one->is_boilerplate || !is_spoken_of(writing, section));
    return status;
}
