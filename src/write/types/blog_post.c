/* A blog post: title, introduction, body sections, conclusion, questions. */
#include "write/writing.h"

/* Sentences this long are where easy reading ends. */
enum { EASY_SENTENCE_WORDS = 18 };

static enum status build_corpus(struct writing *writing)
{
    const char *readability = config_string(writing->config, "readabilityMode");
    struct corpus_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    if (readability && strcmp(readability, "8th_grade") == 0)
        options.max_sentence_words = EASY_SENTENCE_WORDS;
    enum status status =
        corpus_build(writing->arena, writing->pages, writing->page_count, &options, &writing->corpus, writing->err);
    if (status || writing->corpus.passage_count)
        return status;
    const char *language = writing->brief.language->name;
    return code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES,
                      "none of the %zu sources has sentences in %s that an article could draw on; add sources in %s",
                      writing->page_count, language, language);
}

enum status write_blog_post(struct writing *writing, struct write_result *result)
{
    struct article_outline outline = {0};
    struct draft draft = {0};
    enum status status = brief_read(writing);
    if (!status)
        status = sources_gather(writing);
    if (!status)
        status = build_corpus(writing);
    if (!status)
        status = brief_phrase(writing);
    if (!status)
        status = outline_make(writing, &outline);
    if (!status)
        status = draft_write(writing, &outline, &draft);
    if (!status)
        status = writing_progress(writing, 0.92, "Putting the article together");
    return status ? status : assemble(writing, &outline, &draft, result);
}
