/* Questions: first those that the sources ask, then those that definitions in the sources answer. */
#include "model/builtin/builtin.h"
#include "model/builtin/letters.h"

enum { MAX_SUBJECT_WORDS = 5, MAX_DEFINITION_WORDS = 40 };

struct asker {
    const struct builtin_brief *brief;
    const struct builtin_questions_request *request;
    const struct phrases *phrases;
    struct builtin_question *questions;
    size_t count;
    struct arena *arena;
    struct error *err;
};

/* A sentence that says what something is: "Constraint exclusion is a ...". */
struct definition {
    struct str subject;
    struct str first_word; /* folded */
    int copula;
};

static bool find_definition(const struct asker *asker, struct str text, struct definition *found)
{
    struct word *words;
    size_t count;
    if (words_split(asker->arena, text, asker->brief->language, &words, &count, NULL) || count > MAX_DEFINITION_WORDS)
        return false;
    if (!count || (words[0].is_stop && !word_list_has(asker->phrases->articles, words[0].folded)))
        return false; /* "If the table is a ..." */
    bool has_content = false;
    for (size_t i = 0; i + 1 < count && i <= MAX_SUBJECT_WORDS; i++) {
        for (int copula = 0; i > 0 && has_content && copula < COPULAS; copula++) {
            if (!str_eq(words[i].folded, str_from(asker->phrases->copulas[copula])))
                continue;
            *found = (struct definition){
                {text.data + words[0].start, words[i - 1].end - words[0].start}, words[0].folded, copula};
            return word_list_has(asker->phrases->articles, words[i + 1].folded);
        }
        has_content |= !words[i].is_stop;
    }
    return false;
}

static bool is_plain(struct str subject)
{
    for (size_t i = 0; i < subject.len; i++)
        if (strchr(",;:()\"/", subject.data[i]))
            return false;
    return str_find(subject, STR("\xE2\x80\x9C"), 0) == subject.len;
}

/* Does the word occur in lower case anywhere? Then it was capitalised only because it began a sentence. */
static bool occurs_small(const struct asker *asker, struct str small)
{
    for (size_t i = 0; i < asker->request->count; i++) {
        const struct builtin_passage *passage = &asker->request->passages[i];
        for (size_t j = 0; j < passage->count; j++) {
            struct str text = passage->sentences[j].text;
            size_t at = str_find(text, small, 0);
            if (at < text.len && at > 0 && text.data[at - 1] == ' ')
                return true;
        }
    }
    return false;
}

static enum status phrase_question(const struct asker *asker, const struct definition *definition, struct str *question)
{
    struct buf subject = {0}, out = {0};
    bool is_article = word_list_has(asker->phrases->articles, definition->first_word);
    if (is_article || (!asker->phrases->nouns_are_capitalised && occurs_small(asker, definition->first_word)))
        add_uncapitalised(&subject, definition->subject);
    else
        buf_add(&subject, definition->subject.data, definition->subject.len);
    for (const char *at = asker->phrases->what_questions[definition->copula]; *at; at++) {
        if (*at == '%')
            buf_str(&out, buf_text(&subject));
        else
            buf_char(&out, *at);
    }
    char *copy = out.failed || subject.failed ? NULL : arena_copy(asker->arena, buf_text(&out));
    buf_free(&subject);
    buf_free(&out);
    if (!copy)
        return error_memory(asker->err);
    *question = str_from(copy);
    return OK;
}

static bool is_asked(const struct asker *asker, struct str question)
{
    for (size_t i = 0; i < asker->count; i++)
        if (str_ieq(asker->questions[i].text, question))
            return true;
    return false;
}

/* A subject that is known already ("the table") is defined by nothing that is said of it. */
static bool is_known(const struct asker *asker, const struct definition *definition)
{
    const char *article = asker->phrases->known_article;
    return article && str_eq(definition->first_word, str_from(article));
}

static enum status ask(struct asker *asker, const struct builtin_passage *passage)
{
    struct definition definition;
    if (!passage->count || !find_definition(asker, passage->sentences[0].text, &definition))
        return OK;
    if (!is_plain(definition.subject) || is_known(asker, &definition))
        return OK;
    struct str question;
    enum status status = phrase_question(asker, &definition, &question);
    if (!status && !is_asked(asker, question))
        asker->questions[asker->count++] = (struct builtin_question){question, *passage};
    return status;
}

enum status builtin_questions(const struct builtin_brief *brief, const struct builtin_questions_request *request,
                              struct arena *arena, struct builtin_question **questions, size_t *count,
                              struct error *err)
{
    struct asker asker = {brief, request, NULL, .arena = arena, .err = err};
    enum status status = phrases_for(brief->language, &asker.phrases, err);
    if (status)
        return status;
    asker.questions = ARENA_ARRAY(arena, request->max_questions + 1, struct builtin_question);
    if (!asker.questions)
        return error_memory(err);
    for (size_t i = 0; i < request->asked_count && asker.count < request->max_questions; i++)
        if (!is_asked(&asker, request->asked[i].text))
            asker.questions[asker.count++] = request->asked[i];
    for (size_t i = 0; i < request->count && asker.count < request->max_questions && !status; i++)
        status = ask(&asker, &request->passages[i]);
    *questions = asker.questions;
    *count = asker.count;
    return status;
}
