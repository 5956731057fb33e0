#include "link/link.h"

#include "link/choose/choose.h"

/* --- the format --- */

#define TEXT_OF(number)   #number
#define NUMBER_OF(number) TEXT_OF(number)

const char *link_format(void)
{
    bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    return is_little ? NUMBER_OF(INDEX_VERSION) "-little" : NUMBER_OF(INDEX_VERSION) "-big";
}

/* --- linking --- */

/* Is the content HTML from its first to its last character? An autolink <https://...> at its beginning is Markdown. */
static bool is_wholly_html(struct str content)
{
    struct str text = str_trim(content);
    return text.len > 2 && text.data[0] == '<' && text.data[text.len - 1] == '>' &&
           (ascii_is_alnum(text.data[1]) || text.data[1] == '!' || text.data[1] == '/') &&
           !markdown_autolink_length(text);
}

/* The tag of the content's language: as the caller says, else that of its page, else the site's; "": not known. */
static struct str language_tag(const struct link_index *index, const struct link_options *options,
                               struct own_page place)
{
    const struct language *language = options->language.len ? language_find(options->language) : NULL;
    if (options->language.len)
        return language ? str_from(language->tag) : options->language;
    struct str own = place.number != INDEX_NO_PAGE ? index_language(index, place.number) : STR("");
    return own.len ? own : index_language(index, INDEX_NO_PAGE);
}

/* The score from which links are made: a link must be twice as likely as usual for few, and half as likely for many. */
static double at_density(double score, enum link_density density)
{
    double odds = score / (1 - score) * (density < LINK_USUAL ? 2 : density > LINK_USUAL ? 0.5 : 1);
    return score < 1 ? odds / (1 + odds) : score;
}

static enum status link_choose(struct choosing *choosing, struct arena *arena, struct choices *choices,
                               struct error *err)
{
    struct candidates candidates;
    enum status status = candidates_find(choosing->index, choosing->content, choosing->lexed, choosing->own,
                                         choosing->language, arena, &candidates, err);
    if (status)
        return status;
    double threshold = rank_candidates(choosing->index, &candidates);
    const struct link_options *options = choosing->options;
    bool is_new = choosing->own.number == INDEX_NO_PAGE;
    choosing->min_score = options->min_score >= 0 ? options->min_score : at_density(threshold, options->density);
    choosing->takes_likely_names = options->min_score < 0 && options->density > LINK_USUAL;
    choosing->takes_sure_names =
        choosing->takes_likely_names || (options->min_score < 0 && options->density == LINK_USUAL && is_new);
    return choose_links(choosing, &candidates, arena, choices, err);
}

/* What a reader sees of the stretch that a link covers. data NULL: no memory. */
static struct str anchor_text(const struct choosing *choosing, const struct choice *choice, struct arena *arena)
{
    struct str markup = {choosing->content.data + choice->start, choice->end - choice->start};
    if (choosing->options->format != LINK_TEXT)
        return visible_text(arena, markup);
    char *text = arena_copy_n(arena, markup.data, markup.len);
    return (struct str){text, text ? text_squeeze_in_place(text, markup.len) : 0};
}

/* Adds what the option explain asks for. */
static void link_explain(const struct choosing *choosing, const struct choice *choice, struct arena *arena,
                         struct link *link)
{
    struct link_reason *reasons = ARENA_ARRAY(arena, FEATURE_COUNT, struct link_reason);
    for (size_t i = 0; reasons && i < FEATURE_COUNT; i++)
        reasons[i] = (struct link_reason){model_feature_name(i), (double)choice->candidate->features[i]};
    link->reasons = reasons;
    link->reason_count = FEATURE_COUNT;
    context_of(choosing, choice, arena, &link->before, &link->after);
}

static void describe_link(const struct choosing *choosing, const struct choice *choice, struct arena *arena,
                          struct link *link)
{
    *link = (struct link){
        .url = index_page_url(choosing->index, choice->candidate->page, arena),
        .title = index_page_title(choosing->index, choice->candidate->page, arena),
        .anchor_text = anchor_text(choosing, choice, arena),
        .start = choice->start,
        .end = choice->end,
        .score = choice->score,
    };
    if (choice->refusal) {
        link->refusal = link_refusals[choice->refusal].word;
        link->detail = link_refusals[choice->refusal].sentence;
    }
    if (choosing->options->explain && !choice->refusal)
        link_explain(choosing, choice, arena, link);
}

static struct link *describe_links(const struct choosing *choosing, const struct choice *choices, size_t count,
                                   struct arena *arena)
{
    struct link *links = ARENA_ARRAY(arena, count, struct link);
    for (size_t i = 0; links && i < count; i++)
        describe_link(choosing, &choices[i], arena, &links[i]);
    return links;
}

static void explain_rest(const struct choosing *choosing, const struct choices *choices, struct arena *arena,
                         struct link_result *result)
{
    result->model = model_number();
    result->candidate_count =
        choices->refused_count < LINK_MAX_CANDIDATES ? choices->refused_count : LINK_MAX_CANDIDATES;
    result->candidates = describe_links(choosing, choices->refused, result->candidate_count, arena);
    result->summary = ARENA_NEW(arena, struct link_summary);
    if (result->summary)
        summary_make(choosing, choices, arena, result->summary);
}

static void link_describe(const struct choosing *choosing, const struct choices *choices, struct arena *arena,
                          struct link_result *result)
{
    result->count = choices->count;
    result->links = describe_links(choosing, choices->list, choices->count, arena);
    if (choosing->options->explain)
        explain_rest(choosing, choices, arena, result);
}

static void put_links(const struct choosing *choosing, const struct choice *choices, size_t count, struct arena *arena,
                      struct link_result *result)
{
    struct buf out = {0};
    splice_links(&out, choosing, choices, count);
    result->content = buf_keep(&out, arena);
}

static enum status lex(struct str content, const struct link_options *options, struct arena *arena, struct lexed *lexed,
                       struct error *err)
{
    if (options->format == LINK_TEXT)
        return lex_text(arena, content, LINK_MAX_WORDS, NULL, lexed, err);
    const struct lexer_exclusion closed = closed_elements(options);
    if (options->format == LINK_MARKDOWN && !is_wholly_html(content))
        return lex_markdown(arena, content, LINK_MAX_WORDS, &closed, lexed, err);
    enum status status = lex_html(arena, content, LINK_MAX_WORDS, &closed, lexed, err);
    if (!status && options->format == LINK_MARKDOWN && !markdown_in_html(lexed, arena))
        return error_memory(err);
    return status;
}

/* Links content; what is needed for the length of the call only comes from the scratch arena. */
static enum status link_with(struct choosing *choosing, struct lexed *lexed, struct arena *scratch, struct arena *arena,
                             struct link_result *result, struct error *err)
{
    const struct link_options *options = choosing->options;
    choosing->own = own_page_of(choosing->index, page_url_resolve(scratch, options->url));
    enum status status = lex(choosing->content, options, scratch, lexed, err);
    if (status)
        return status;
    choosing->language_tag = language_tag(choosing->index, options, choosing->own);
    choosing->language = language_find(choosing->language_tag);
    frame_close(choosing->index, lexed);
    status = close_places(lexed, options, choosing->language, scratch, err);
    if (status)
        return status;
    site_links_find(choosing, lexed, scratch);
    struct choices choices = {0};
    status = link_choose(choosing, scratch, &choices, err);
    if (status)
        return status;
    link_describe(choosing, &choices, arena, result);
    put_links(choosing, choices.list, choices.count, arena, result);
    return arena_failed(arena) || arena_failed(scratch) ? error_memory(err) : OK;
}

enum status link_content(const struct link_index *index, struct str content, const struct link_options *options,
                         struct arena *arena, struct link_result *result, struct error *err)
{
    *result = (struct link_result){0};
    enum status status = index_check_size(index, err);
    if (status)
        return status;
    struct arena *scratch = index_take_arena(index);
    if (!scratch)
        return error_memory(err);
    struct lexed lexed = {0};
    struct choosing choosing = {.index = index,
                                .content = content.data ? content : STR(""),
                                .lexed = &lexed,
                                .options = options,
                                .arena = scratch};
    status = link_with(&choosing, &lexed, scratch, arena, result, err);
    result->words_analyzed = status ? 0 : lexed.words;
    index_give_arena(index, scratch);
    return status;
}
