#include "write/assemble.h"

#include "text/html/html.h"
#include "write/finish.h"
#include "write/parts.h"
#include "write/types/types.h"

enum { META_MAX = 160, META_MIN = 50 };

static void make_citations(struct writing *writing, struct citations *citations)
{
    citations->count = writing->source_count;
    citations->is_shown = config_bool(writing->config, "shouldCiteSources");
    citations->list = ARENA_ARRAY(writing->arena, writing->source_count + 1, struct citation);
    for (size_t i = 0; citations->list && i < writing->source_count; i++) {
        const struct source *source = &writing->sources[i];
        citations->list[i] = (struct citation){source->url, source->title, source->is_link, 0};
    }
}

static void list_sources(struct writing *writing, const struct citations *citations, json_t *sources)
{
    for (int number = 1; number <= citations->used; number++)
        for (size_t i = 0; i < citations->count; i++) {
            const struct citation *citation = &citations->list[i];
            if (citation->number != number)
                continue;
            json_t *entry = json_pack("{s:s%,s:s%}", "url", citation->url.data, citation->url.len, "title",
                                      citation->title.data, citation->title.len);
            if (json_array_append_new(sources, entry))
                arena_fail(writing->arena);
        }
}

/* --- internal links --- */

/* Quotations and what stands below pictures are somebody else's words. */
static const struct str unlinked_tags[] = {{"blockquote", 10}, {"figcaption", 10}};

/* To no page that the article cites. Its own address is not known yet. */
static enum status link_with(struct writing *writing, const struct link_index *index, const struct citations *citations,
                             struct str *html)
{
    struct str *urls = ARENA_ARRAY(writing->arena, citations->count + 1, struct str);
    struct link_result linked;
    if (!urls)
        return error_memory(writing->err);
    const struct language *language = writing->brief.language;
    struct link_options options = link_default_options;
    options.language = str_from(language ? language->tag : NULL);
    options.exclude_tags = (struct link_texts){unlinked_tags, COUNT_OF(unlinked_tags)};
    options.exclude_urls.list = urls;
    for (size_t i = 0; i < citations->count; i++)
        if (citations->list[i].number && citations->list[i].is_link && citations->is_shown)
            urls[options.exclude_urls.count++] = citations->list[i].url;
    enum status status = link_content(index, *html, &options, writing->arena, &linked, writing->err);
    if (status)
        return status;
    *html = linked.content;
    if (linked.count)
        return OK;
    return writing_note(writing, "No internal link was added: no phrase of the article fits a page of the domain.");
}

static enum status add_internal_links(struct writing *writing, const struct citations *citations, struct str *html)
{
    const char *domain = config_string(writing->config, "internalLinkingDomainId");
    struct link_index *index;
    if (!domain)
        return OK;
    enum status status = writing_progress(writing, 0.94, "Adding internal links");
    if (status)
        return status;
    status = writing->job->open_index(writing->job->context, domain, &index, writing->err);
    if (status == E_NOT_FOUND)
        return writing_note(writing, "No internal link was added: the domain is no longer there.");
    if (status == E_INVALID)
        return writing_note(writing, "No internal link was added: the domain has no pages yet.");
    if (status)
        return status;
    status = link_with(writing, index, citations, html);
    link_close(index);
    return status;
}

/* --- around the text --- */

/* Of the introduction; of a paragraph's first sentence; of the article's, which was chosen to answer the keyword. */
static const double lead_bonus = 0.5, first_bonus = 0.1, opening_bonus = 1;

struct assemble_description {
    struct str best, fallback; /* the best sentence of a suitable length; the first sentence of any length */
    double value;
};

static void try_description(struct writing *writing, const struct vector *keyword, const struct model_text *text,
                            double bonus, struct assemble_description *description)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_sentence *sentence = &text->blocks[i].sentences[j];
            const struct source_sentence *source = corpus_sentence(&writing->corpus, sentence->id);
            if (!source || sentence->item || !source->stands_alone || str_ends(sentence->text, STR(":")))
                continue;
            if (!description->fallback.len)
                description->fallback = sentence->text;
            size_t length = utf8_length(sentence->text);
            bool is_opening = bonus > 0 && !i && !j;
            double value = bonus + vector_coverage(keyword, &source->vector) + (j ? 0 : first_bonus) +
                           (is_opening ? opening_bonus : 0);
            if (length < META_MIN || length > META_MAX || value <= description->value)
                continue;
            description->best = sentence->text;
            description->value = value;
        }
}

/* The description is the sentence that covers most of the subject and can be shown whole; without one, the beginning of
 * the article's first sentence. */
static struct str describe_by_words(struct writing *writing, const struct draft *draft)
{
    struct vector keyword;
    struct assemble_description description = {.value = 0};
    if (!writing_made(writing, corpus_vector(&writing->corpus, writing->brief.subject, &keyword, writing->err)))
        return STR("");
    const struct draft_part *sections = draft_find(draft, ARTICLE_SECTIONS);
    try_description(writing, &keyword, &draft_find(draft, ARTICLE_INTRODUCTION)->text, lead_bonus, &description);
    for (size_t i = 0; i < sections->count; i++)
        try_description(writing, &keyword, &sections->headings[i].text, 0, &description);
    return description.best.len ? description.best : description.fallback;
}

/* The first sentence that announces nothing; empty: there is none. */
static struct str first_of(const struct model_text *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++)
            if (!str_ends(text->blocks[i].sentences[j].text, STR(":")))
                return text->blocks[i].sentences[j].text;
    return STR("");
}

static struct str first_sentence(const struct draft *draft)
{
    for (size_t i = 0; i < draft->count; i++) {
        const struct draft_part *part = &draft->parts[i];
        struct str first = first_of(&part->text);
        for (size_t j = 0; j < part->count && !first.len; j++)
            first = first_of(&part->headings[j].text);
        if (first.len)
            return first;
    }
    return STR("");
}

static void assemble_describe(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                              struct write_result *result)
{
    struct str text = draft->description;
    if (!text.len && writing->has_corpus)
        text = describe_by_words(writing, draft);
    if (!text.len)
        text = first_sentence(draft);
    /* One line each, whatever a model made of them. */
    result->title = text_squeeze(writing->arena, plan->title);
    const char *line = text.len ? text_squeeze(writing->arena, text) : result->title;
    result->meta_description = text_cut(writing->arena, str_from(line), META_MAX);
    result->slug = slug_from(writing->arena, plan->title, writing->brief.language);
    if (!result->title || !line || !result->meta_description || !result->slug)
        arena_fail(writing->arena);
}

/* Words as a reader sees them: without the markup. */
static int64_t count_visible(struct writing *writing, const char *html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(str_from(html));
    struct html_token token;
    struct buf text = {0};
    while (tokenizer && html_next(tokenizer, &token)) {
        if (token.kind == HTML_TEXT)
            html_decode(&text, token.data, false);
        else if (!html_is_inline(token.name))
            buf_char(&text, ' ');
    }
    if (!tokenizer || text.failed || html_tokenizer_failed(tokenizer))
        arena_fail(writing->arena);
    int64_t words = (int64_t)words_count(str_from(buf_text(&text)));
    buf_free(&text);
    html_tokenizer_free(tokenizer);
    return words;
}

/* The HTML: the body, with internal links, and behind it the list of sources, which gets none. */
static enum status render(struct writing *writing, const struct document *document, struct citations *citations,
                          struct write_result *result)
{
    struct buf body = {0}, end = {0};
    size_t tail = document_tail(document);
    document_html(document, 0, tail, citations, &body);
    document_html(document, tail, document->count, citations, &end);
    struct str html = str_from(buf_text(&body));
    enum status status = body.failed || end.failed ? error_memory(writing->err) : finish_easy(writing, &html);
    if (!status)
        status = add_internal_links(writing, citations, &html);
    if (!status) {
        result->html = arena_printf(writing->arena, "%.*s%s", STR_ARG(html), buf_text(&end));
        status = result->html ? OK : error_memory(writing->err);
    }
    buf_free(&body);
    buf_free(&end);
    return status;
}

enum status assemble(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                     struct write_result *result)
{
    struct document document = {.arena = writing->arena};
    parts_assemble(writing, plan, draft, &document);
    return assemble_document(writing, plan, draft, &document, result);
}

enum status assemble_document(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                              const struct document *document, struct write_result *result)
{
    const struct language *language = writing->brief.language;
    struct citations citations = {.colon = language && language->phrases ? language->phrases->colon : NULL};
    make_citations(writing, &citations);
    enum status status = writing_end(writing, OK);
    if (!status)
        status = render(writing, document, &citations, result);
    if (status)
        return status;
    list_sources(writing, &citations, result->sources);
    assemble_describe(writing, plan, draft, result);
    result->words = count_visible(writing, result->html);
    return writing_end(writing, OK);
}

/* --- a job opened --- */

enum status opening_begin(struct writing *writing, struct writing_shared *shared, const struct write_services *services,
                          const struct write_job *job, struct arena *arena, struct error *err)
{
    const char *name = config_string(job->config, "articleType");
    *writing = (struct writing){
        .services = services,
        .job = job,
        .config = job->config,
        .arena = arena,
        .err = err,
        .notes = json_array(),
        .run = json_array(),
        .searches = json_array(),
        .type = article_type_find(name ? name : "blog_post"),
        .model = job->model && model_is_language(job->model) ? job->model : NULL,
        .research = arena_new(),
        .pipeline = pipeline_find(job->engine),
    };
    writing_take_turn(writing);
    writing_open(writing, shared);
    if (!writing->notes || !writing->run || !writing->searches || !writing->research)
        return error_memory(err);
    if (writing->type)
        return OK;
    return code_error(err, E_INVALID, CODE_INTERNAL, "articles of type \"%s\" cannot be written yet", name);
}

void opening_end(struct writing *writing)
{
    json_decref(writing->notes);
    json_decref(writing->run);
    json_decref(writing->searches);
    arena_free(writing->research);
    writing_close(writing);
    writing_give_turn(writing);
}

/* --- the keyword behind the body --- */

static enum status has_any(struct writing *writing, const struct draft_part *part, bool *has)
{
    enum status status = OK;
    *has = false;
    for (size_t i = 0; i < part->count && !status && !*has; i++)
        if (part->headings[i].level == 2 && draft_has_text(part, i))
            status = plan_has_keyword(writing, part->headings[i].title, has);
    return status;
}

/* What stands in the heading: the question that was asked, and of other frames the subject alone. */
static struct str keyword_heading_name_of(const struct writing *writing)
{
    const struct builtin_brief *brief = &writing->brief;
    enum keyword_shape shape = writing->asked.shape;
    bool is_subject = shape == KEYWORD_WHAT_IS || shape == KEYWORD_BEST || shape == KEYWORD_COUNTED;
    return is_subject && brief->subject.len ? brief->subject : brief->keyword;
}

static enum status name_part(struct writing *writing, const char *phrase, struct str name, struct draft_part *part)
{
    const struct language *language = writing->brief.language;
    struct buf title = {0};
    struct str filled = STR("");
    writing_made(writing, phrases_fill(phrase, name, writing->arena, &filled, NULL, writing->err));
    add_large_in(&title, filled, language);
    part->title = writing_keep(writing, &title);
    return writing_end(writing, OK);
}

static struct draft_part *part_of(struct draft *draft, enum article_part kind)
{
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == kind && (draft->parts[i].count || draft->parts[i].text.count))
            return &draft->parts[i];
    return NULL;
}

enum status keyword_heading(struct writing *writing, const struct article_plan *plan, struct draft *draft)
{
    const struct language *language = writing->brief.language;
    const struct phrases *phrases = language ? language->phrases : NULL;
    bool has;
    if (plan->is_given || writing->model || !plan_wants_keyword(writing)) /* an editor decides whether it fits */
        return OK;
    enum status status = has_any(writing, draft_find(draft, ARTICLE_SECTIONS), &has);
    if (status || has)
        return status;
    struct draft_part *conclusion = part_of(draft, ARTICLE_CONCLUSION), *questions = part_of(draft, ARTICLE_QUESTIONS);
    if (phrases && conclusion)
        return name_part(writing, phrases->short_heading, keyword_heading_name_of(writing), conclusion);
    if (phrases && questions && phrases->questions_heading) {
        struct str name =
            writing->brief.keyword_phrase.len ? writing->brief.keyword_phrase : keyword_heading_name_of(writing);
        return name_part(writing, phrases->questions_heading, name, questions);
    }
    return writing_note(writing, "No heading has the keyword: none of the sources' own does.");
}

/* --- the run of the article --- */

static enum status fates_add(struct writing *writing, const char *url, const char *title, enum source_reason reason)
{
    const struct source_fate fate = {url, title, reason, NULL};
    return source_report_add(writing->run, &fate, writing->err);
}

enum status fates_of_excerpts(struct writing *writing)
{
    static const enum source_reason reasons[] = {
        [EXCERPT_DUPLICATE] = SOURCE_REPEATS,
        [EXCERPT_ADDRESSES_MODEL] = SOURCE_ADDRESSES,
        [EXCERPT_BOILERPLATE] = SOURCE_REASONS, /* navigation is in every page, and no reason */
    };
    enum status status = OK;
    for (size_t i = 0; i < writing->excerpts.left_out_count && !status; i++) {
        const struct excerpt_left_out *left_out = &writing->excerpts.left_out[i];
        const struct page *page = &writing->pages[left_out->page];
        if (reasons[left_out->reason] != SOURCE_REASONS)
            status = fates_add(writing, page->url, page->title, reasons[left_out->reason]);
    }
    return status;
}

static bool is_cited(const json_t *cited, struct str url)
{
    for (size_t i = 0; i < json_array_size(cited); i++)
        if (str_eq(str_from(json_string_value(json_object_get(json_array_get(cited, i), "url"))), url))
            return true;
    return false;
}

/* Was the article written with passages of the source before it? */
static bool fates_is_shown(const struct writing *writing, size_t source)
{
    bool is_shown = writing->sources[source].is_shown;
    for (size_t i = 0; writing->has_corpus && i < writing->corpus.passage_count && !is_shown; i++)
        is_shown = writing->corpus.passages[i].page == source;
    return is_shown;
}

static enum source_reason reason_of(const struct writing *writing, size_t source, const json_t *cited)
{
    if (is_cited(cited, writing->sources[source].url))
        return SOURCE_CITED;
    if (writing->sources[source].is_foreign)
        return SOURCE_FOREIGN;
    return fates_is_shown(writing, source) ? SOURCE_UNCITED : SOURCE_UNFIT;
}

enum status fates_end(struct writing *writing, const json_t *cited)
{
    enum status status = OK;
    for (size_t i = 0; i < writing->source_count && !status; i++) {
        const struct source *source = &writing->sources[i];
        const char *url = arena_copy_n(writing->arena, source->url.data, source->url.len);
        const char *title = arena_copy_n(writing->arena, source->title.data, source->title.len);
        status =
            url && title ? fates_add(writing, url, title, reason_of(writing, i, cited)) : error_memory(writing->err);
    }
    return status;
}
