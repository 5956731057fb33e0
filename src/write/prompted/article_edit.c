/* The editor's call; title, description and takeaways; what may not stand is taken out. */
#include "write/prompted/article.h"

enum {
    PROMPT_TOKENS = 1300,  /* of system, task and forms */
    FRAME_TOKENS = 300,    /* of title, description and takeaways */
    SINGLE_TOKENS = 400,   /* of the task of a single answer */
    LEAST_PASSAGES = 1500, /* tokens */
    TITLE_LEAST = 20,      /* characters that are accepted */
    TITLE_MOST = 80,
    META_LEAST = 60,
    META_MOST = 170,
    KEYWORD_MORE = 40, /* characters that a title may have beside a long keyword */
    MOST_TAKEAWAYS = 5,
    TAKEAWAY_LEAST = 5, /* words */
    TAKEAWAY_MOST = 34,
    TAKEAWAY_SENTENCES = 6,
    MOST_TOLD = 8,  /* sentences that went, by name */
    MOST_TERMS = 8, /* of the pages' terms: more would have to be forced */
};

/* How far the article is when it is edited: all of it is written (article_write.c). */
static const double editing = 0.75;

/* Of the words of a text, its draft with numbers and notes takes so many tokens each. */
static const double draft_tokens = 2.2;

/* A word of an article with its markers takes so many tokens. */
static const double text_tokens = 1.5;

/* An editor may take out this share of the words. */
static const double most_removed = 0.35;

/* Of the words that were written; with fewer left the text is worth nothing. */
static const double least_left = 0.5;

/* A text that is longer than wanted by this share is noted. */
static const double too_long = 0.08;

/* What one call of the editor sees: lines from `first` to before `end`. */
struct sitting {
    struct whole_article *article;
    size_t first, end;
    bool is_last;
    struct edit_report *report;
};

/* --- what goes around the text --- */

static struct str article_plain_text(const struct whole_article *article)
{
    struct buf out = {0};
    size_t sections = 0;
    for (size_t i = 0; i < article->manuscript.count; i++) {
        const struct line *line = &article->manuscript.list[i];
        sections += line->kind == LINE_HEADING && line->part == PART_BODY && line->level == 2;
        buf_printf(&out, "%.*s %.*s\n", STR_ARG(line->term), STR_ARG(line->text));
    }
    buf_printf(&out, "%zu", article->plan->items ? article->plan->items : sections); /* "5 lamps compared" */
    return writing_keep(article->writing, &out);
}

/* "2. A title": the number of an item, and no number that a title begins with. */
static struct str without_number(struct str line)
{
    size_t digits = 0;
    while (digits < line.len && ascii_is_digit(line.data[digits]))
        digits++;
    bool is_item =
        digits && digits + 1 < line.len && memchr(".)", line.data[digits], 2) && line.data[digits + 1] == ' ';
    return is_item ? (struct str){line.data + digits + 2, line.len - digits - 2} : line;
}

/* Markup and markers taken off. */
static struct str clean_line(const struct whole_article *article, struct str line)
{
    struct inline_text text;
    line = without_number(str_trim(line));
    while (line.len && memchr("-*#\" ", line.data[0], 5))
        line = (struct str){line.data + 1, line.len - 1};
    while (line.len && memchr("*\" ", line.data[line.len - 1], 3))
        line.len--;
    bool is_read =
        writing_made(article->writing, inline_read(article->writing->arena, line, false, (long)article->passage_count,
                                                   wording_of(article->manuscript.language), &text, NULL));
    return is_read ? text.text : (struct str){NULL, 0};
}

/* Does the title hold most of the keyword's content words, in any form? */
static bool names_keyword(const struct whole_article *article, struct str title)
{
    static const double most = 0.5;
    return check_support(article->manuscript.language, article->writing->brief.keyword, title) >= most;
}

/* Where all longer words begin with a capital no name can be told from them: then figures alone are compared. */
static struct str comparable(const struct whole_article *article, struct str title)
{
    enum { LONGER = 4 };
    const struct language *language = article->manuscript.language;
    struct str rest = title, word;
    bool is_large = language && language->phrases && language->phrases->titles_are_capitalised;
    while (is_large && str_split(&rest, ' ', &word))
        is_large = word.len < LONGER || !(word.data[0] >= 'a' && word.data[0] <= 'z');
    struct buf folded = {0};
    if (!is_large)
        return title;
    text_fold(&folded, title);
    return writing_keep(article->writing, &folded);
}

/* What a line around the text is held against, beside the text: what the customer says. */
static struct check_material frame_material(const struct whole_article *article)
{
    return (struct check_material){.language = article->writing->brief.language,
                                   .system = article->material.system,
                                   .allowed = framing_allowed(article->writing)};
}

static void take_title(struct whole_article *article, struct str line)
{
    struct writing *writing = article->writing;
    struct str title = clean_line(article, line), text = article_plain_text(article);
    struct str compared = comparable(article, title);
    struct check_material material = frame_material(article);
    size_t length = utf8_length(title), keyword = utf8_length(writing->brief.keyword);
    bool is_good = length >= TITLE_LEAST && (length <= TITLE_MOST || length <= keyword + KEYWORD_MORE) &&
                   names_keyword(article, title) && !heading_is_worn(writing->brief.language, title) &&
                   !check_line(&material, text, compared) &&
                   !(brand_is_avoided(writing) && brand_find(writing, title, 0) < title.len);
    if (is_good) {
        article->plan->title = title;
        article->is_titled = true;
    }
}

static void take_description(struct whole_article *article, struct str line)
{
    struct str description = clean_line(article, line), text = article_plain_text(article);
    struct check_material material = frame_material(article);
    size_t length = utf8_length(description);
    if (length >= META_LEAST && length <= META_MOST && !check_line(&material, text, description))
        article->draft->description = description;
}

/* The sentences that a takeaway names, "(S12, S30)", at its end; *line loses them. */
static struct str named_sentences(const struct whole_article *article, struct str *line)
{
    struct buf out = {0};
    size_t open = line->len;
    while (open > 0 && line->data[open - 1] != '(')
        open--;
    for (size_t at = open, named = 0; open && at < line->len && named < TAKEAWAY_SENTENCES; at++) {
        size_t number = 0;
        while (at < line->len && ascii_is_digit(line->data[at]) && number < 100000)
            number = number * 10 + (size_t)(line->data[at++] - '0');
        for (size_t i = 0; number && i < article->manuscript.count; i++) {
            const struct line *own = &article->manuscript.list[i];
            if (own->kind != LINE_HEADING && own->number == number)
                buf_printf(&out, "%.*s\n", STR_ARG(own->text));
        }
        named += number > 0;
    }
    if (open)
        line->len = open - 1;
    return writing_keep(article->writing, &out);
}

/* Figures and names of a takeaway stand in the sentences that it names, or, where those went, in the text. */
static void take_takeaway(struct whole_article *article, struct str line)
{
    struct check_material material = frame_material(article);
    struct str sentences = named_sentences(article, &line), text = clean_line(article, line);
    size_t words = words_count(text);
    if (!sentences.len)
        sentences = article_plain_text(article);
    if (words >= TAKEAWAY_LEAST && words <= TAKEAWAY_MOST && article->takeaway_count < MOST_TAKEAWAYS &&
        !check_line(&material, sentences, text))
        article->takeaways[article->takeaway_count++] = text;
}

static bool opens(struct str line, const char *name, struct str *rest)
{
    while (line.len && memchr("*# ", line.data[0], 3))
        line = (struct str){line.data + 1, line.len - 1};
    struct str word = str_from(name);
    if (!str_istarts(line, word) || line.len == word.len || !memchr(":*", line.data[word.len], 2))
        return false;
    *rest = str_trim((struct str){line.data + word.len, line.len - word.len});
    while (rest->len && memchr(":* ", rest->data[0], 3))
        *rest = (struct str){rest->data + 1, rest->len - 1};
    return true;
}

/* TITLE, META and TAKEAWAYS with the lines behind them. Returns how many of the names stood there. */
static size_t read_frame(struct whole_article *article, struct str answer)
{
    static const struct {
        const char *name;
        void (*take)(struct whole_article *article, struct str line);
    } parts[] = {{"TITLE", take_title}, {"META", take_description}, {"TAKEAWAYS", take_takeaway}};
    struct str line, rest;
    size_t part = COUNT_OF(parts), found = 0;
    while (str_split(&answer, '\n', &line)) {
        rest = str_trim(line);
        for (size_t i = 0; i < COUNT_OF(parts); i++)
            if (opens(rest, parts[i].name, &rest)) {
                part = i;
                found++;
            }
        bool is_wanted = part < COUNT_OF(parts) && rest.len && !(part == 0 && article->is_titled);
        if (is_wanted)
            parts[part].take(article, rest);
    }
    return found;
}

/* --- the call --- */

/*
 * Tokens of passages for the editor: what the prompt leaves, and no more than twice what a single answer from the same
 * passages would cost in all, so that small sources do not make dear articles; but always some.
 */
static long editor_tokens(const struct whole_article *article, struct str draft, long left)
{
    long asked = PROMPT_TOKENS + model_tokens(draft), answer = model_tokens(draft) / 4 + FRAME_TOKENS;
    long single = article->shown_tokens + SINGLE_TOKENS + (long)((double)article->words * text_tokens);
    long fair = 2 * single - writing_tokens(article->writing) - asked - answer;
    fair = fair > LEAST_PASSAGES ? fair : LEAST_PASSAGES;
    return left < fair ? left : fair;
}

/* The passages that the lines cite, those of noted lines first, as many as the tokens allow. */
static bool *cited_passages(const struct sitting *sitting, long tokens)
{
    enum { NUMBER_TOKENS = 12 }; /* of its number and its share of a heading */
    const struct whole_article *article = sitting->article;
    bool *is_shown = ARENA_ARRAY(article->writing->arena, article->passage_count + 1, bool);
    for (int turn = 0; is_shown && turn < 2; turn++)
        for (size_t i = sitting->first; i < sitting->end; i++) {
            const struct line *line = &article->manuscript.list[i];
            for (size_t k = 0; (line->finding_count > 0) == (turn == 0) && k < LINE_CITES && line->cites[k]; k++) {
                size_t number = (size_t)line->cites[k] - 1;
                long more = model_tokens(article->passages[number].text) + NUMBER_TOKENS;
                if (is_shown[number] || more > tokens)
                    continue;
                is_shown[number] = true;
                tokens -= more;
            }
        }
    return is_shown;
}

static void note_length(const struct whole_article *article, struct buf *out)
{
    const struct manuscript *manuscript = &article->manuscript;
    size_t words = 0;
    for (enum manuscript_part part = PART_OPENING; part <= PART_CLOSE; part++)
        words += manuscript_words(manuscript, part);
    bool is_anew = article->writing->type->needs & NEEDS_PAGE; /* the page's matter decides */
    if (!is_anew && (double)words > (1 + too_long) * (double)article->words)
        buf_printf(out,
                   "- The text is too long by %zu words: delete whole sentences, those that the reader would miss "
                   "least.\n",
                   words - article->words);
}

static void note_keyword(struct whole_article *article, struct buf *out)
{
    const struct manuscript *manuscript = &article->manuscript;
    bool has = article->plan->is_given || !plan_wants_keyword(article->writing) || article->writing->type->is_list;
    for (size_t i = 0; i < manuscript->count && !has; i++)
        if (manuscript->list[i].kind == LINE_HEADING && manuscript->list[i].part == PART_BODY)
            writing_made(article->writing, plan_has_keyword(article->writing, manuscript->list[i].text, &has));
    if (!has)
        buf_str(out, "- No heading has the keyword or a natural form of it: change one if it comes easily.\n");
}

static void note_brand(const struct whole_article *article, struct str text, struct buf *out)
{
    const struct writing_brand *brand = &article->writing->brand;
    if (!brand->name.len)
        return;
    bool is_named = brand_find(article->writing, text, 0) < text.len;
    if (brand->mention == MENTION_NONE && is_named && brand_is_avoided(article->writing))
        buf_printf(out, "- \"%.*s\" must not be named.\n", STR_ARG(brand->name));
    if (brand->mention != MENTION_NONE && !is_named)
        buf_printf(out,
                   "- \"%.*s\" is not named: name it once, where it helps the reader, and say of it only what the "
                   "material says.\n",
                   STR_ARG(brand->name));
}

/* A part that was asked for and is not there: the editor may write it. */
static void note_missing(const struct whole_article *article, struct buf *out)
{
    if (article_wants(article, ARTICLE_QUESTIONS) && !manuscript_words(&article->manuscript, PART_QUESTIONS))
        buf_str(out,
                "- The questions are missing. Behind your changes write a line \"== QUESTIONS\", then three to five "
                "that this reader still has, each as \"### ...\" with its answer in 30 to 70 words, with passage "
                "numbers, then a line \"== FRAME\".\n");
}

/* Where all that the material says was asked for: what no line cites; of lists the items all stay. */
static void note_uncovered(const struct whole_article *article, struct buf *out)
{
    bool covers_all = config_bool(article->writing->config, "rewriteAllSourceData");
    size_t told = 0;
    for (size_t i = 0; i < article->passage_count; i++) {
        const struct model_excerpt *passage = &article->passages[i];
        bool is_cited = false, is_item = false;
        for (size_t k = 0; k < article->manuscript.count; k++) {
            const struct line *line = &article->manuscript.list[k];
            for (size_t c = 0; c < LINE_CITES && line->cites[c]; c++) {
                is_cited |= line->cites[c] == (int)i + 1;
                is_item |= line->cites[c] == (int)i + 1 && line->item;
            }
        }
        bool is_wanted = !passage->is_mark && (covers_all || passage->is_item);
        if (is_wanted && !is_cited && told++ < MOST_TOLD)
            buf_printf(out, "- The text does not have passage [%zu]: %.*s\n", i + 1, STR_ARG(passage->text));
        else if (passage->is_item && is_cited && !is_item && told++ < MOST_TOLD)
            buf_printf(out, "- Passage [%zu] is an item of a list and stands in running text.\n", i + 1);
    }
}

/* What the pages share and the text has not, or what the customer wants it to name. */
static void note_terms(const struct writing *writing, struct str text, struct buf *out)
{
    size_t noted = 0, most = writing->terms.is_found ? MOST_TERMS : SIZE_MAX;
    for (size_t i = 0; i < writing->terms.count && noted < most; i++) {
        struct str term = writing->terms.list[i].text;
        if (str_ifind(text, term, 0) < text.len)
            continue;
        buf_printf(out, "%s\"%.*s\"", noted++ ? ", " : "- Missing, where it is true and reads well: ", STR_ARG(term));
    }
    if (noted)
        buf_str(out, ".\n");
}

/* What is to be said of the text as a whole. */
static struct str notes_text(struct whole_article *article)
{
    struct str text = article_plain_text(article);
    struct buf out = {0};
    note_length(article, &out);
    note_keyword(article, &out);
    note_brand(article, text, &out);
    note_missing(article, &out);
    note_uncovered(article, &out);
    note_terms(article->writing, text, &out);
    struct str notes = buf_keep(&out, article->writing->arena);
    return notes.len ? str_from(arena_printf(article->writing->arena, "NOTES on the whole\n%s", notes.data)) : notes;
}

static enum status finish_text(struct whole_article *article, struct str *text)
{
    struct writing *writing = article->writing;
    const struct prompt_lines lines = {0};
    const struct prompt_value own[] = {
        {"title", article->plan->title_is_given ? STR("") : STR("yes")},
        {"takeaways", article_wants(article, ARTICLE_TAKEAWAYS) ? STR("3 to 5") : STR("")},
    };
    struct prompt_value values[COUNT_OF(own) + FRAMING_VALUES];
    size_t count = COUNT_OF(own);
    memcpy(values, own, sizeof own);
    framing_values(writing, PROMPT_FINISH_FORM, values, &count);
    return prompt_fill(writing->arena, PROMPT_FINISH_FORM, &lines, values, count, text, writing->err);
}

static struct str draft_text(const struct sitting *sitting)
{
    struct buf out = {0};
    manuscript_print(&sitting->article->manuscript, sitting->first, sitting->end, &out);
    return writing_keep(sitting->article->writing, &out);
}

/* What the answer has between "== QUESTIONS" and "== FRAME", as the part that the manuscript lacks. */
static void add_questions(struct whole_article *article, struct str answer)
{
    size_t first = str_ifind(answer, STR("== QUESTIONS"), 0), end = str_ifind(answer, STR("== FRAME"), first);
    struct str questions = {answer.data + first, end - first};
    if (first < answer.len && !manuscript_words(&article->manuscript, PART_QUESTIONS))
        writing_made(article->writing,
                     manuscript_read(&article->manuscript, PART_QUESTIONS, questions, article->writing->err));
}

static enum status read_edit(struct writing *writing, const struct prompted_question *question,
                             const struct prompted_reply *reply, struct str *fault)
{
    struct sitting *sitting = question->context;
    struct whole_article *article = sitting->article;
    const char *copy = arena_copy_n(writing->arena, reply->text.data, reply->text.len);
    struct str answer = {copy, reply->text.len};
    struct edit_report report = {0};
    size_t found = 0;
    if (!copy)
        return error_memory(writing->err);
    enum status status = edit_apply(&article->manuscript, &article->check, answer, most_removed, &report, writing->err);
    if (!status && sitting->is_last) {
        found = read_frame(article, answer);
        add_questions(article, answer);
    }
    *sitting->report = report;
    if (!report.changes && !found)
        *fault = STR("no line of it is a change in one of the forms, such as \"S12: the new sentence [4].\"");
    return writing_end(writing, status);
}

static enum status sit(struct sitting *sitting, size_t number)
{
    struct whole_article *article = sitting->article;
    struct writing *writing = article->writing;
    long room = 0;
    struct prompt_value values[] = {{"pages", STR("")},
                                    {"plan", article->outline.brief},
                                    {"draft", draft_text(sitting)},
                                    {"notes", STR("")},
                                    {"finish", STR("")},
                                    {"marks", article->manuscript.has_marks ? STR("yes") : STR("")}};
    enum status status = sitting->is_last ? finish_text(article, &values[4].text) : OK;
    if (!status && sitting->is_last)
        values[3].text = notes_text(article);
    const struct prompted_question question = {
        .prompt = PROMPT_EDIT,
        .step = number ? arena_printf(writing->arena, "edit-%zu", number) : "edit",
        .values = values,
        .value_count = COUNT_OF(values),
        .has_material = article->passage_count > 0,
        .check = read_edit,
        .context = sitting,
    };
    if (!status)
        status = question_room(writing, &question, &room);
    if (status)
        return status;
    long most = editor_tokens(article, values[2].text, room), over = 0;
    const bool *is_shown = cited_passages(sitting, most);
    for (long budget = most; is_shown && budget > 0; budget -= over) { /* names of pages and headings come on top */
        over = article_material_tokens(article, is_shown) - most;
        if (over <= 0)
            break;
        is_shown = cited_passages(sitting, budget - over);
    }
    if (is_shown)
        values[0].text = article_material(article, is_shown);
    return question_ask(writing, &question);
}

/* The text before and behind which an editor sits: at a section, where a sitting is long enough. */
static size_t sitting_end(const struct whole_article *article, size_t first)
{
    const struct manuscript *manuscript = &article->manuscript;
    double room = (double)(question_most_tokens(article->writing->model) - PROMPT_TOKENS) / (2 * draft_tokens);
    size_t end = first, words = 0;
    for (; end < manuscript->count; end++) {
        const struct line *line = &manuscript->list[end];
        words += words_count(line->text);
        if (line->kind == LINE_HEADING && line->level == 2 && end > first) {
            size_t section = 0;
            for (size_t i = end + 1; i < manuscript->count && manuscript->list[i].kind != LINE_HEADING; i++)
                section += words_count(manuscript->list[i].text);
            if ((double)(words + section) > room)
                break;
        }
    }
    return end;
}

/* From the last sitting to the first, so that the numbers of the lines before stay. */
static enum status edit(struct whole_article *article)
{
    enum { MOST_SITTINGS = 16 };
    size_t starts[MOST_SITTINGS + 1] = {0}, count = 0, refused = 0, changes = 0;
    enum status status = OK;
    for (size_t first = 0; first < article->manuscript.count && count < MOST_SITTINGS; first = starts[count])
        starts[count++] = first, starts[count] = sitting_end(article, first);
    for (size_t i = count; i-- > 0 && !status;) {
        struct edit_report report = {0};
        struct sitting sitting = {
            .article = article, .first = starts[i], .end = starts[i + 1], .is_last = i + 1 == count, .report = &report};
        status = sit(&sitting, count > 1 ? i + 1 : 0);
        refused += report.refusal_count;
        changes += report.changes;
        if (status == E_CORRUPT)
            status = writing_note(article->writing, "The text was not edited: %s.", article->writing->err->message);
    }
    if (!status && refused)
        writing_note(article->writing, "Of the editor's %zu changes %zu were refused.", changes, refused);
    return status;
}

/* Where the editor gave no title: a call for what stands around the text. */
static enum status read_finish(struct writing *writing, const struct prompted_question *question,
                               const struct prompted_reply *reply, struct str *fault)
{
    struct whole_article *article = question->context;
    const char *copy = arena_copy_n(writing->arena, reply->text.data, reply->text.len);
    if (!copy)
        return error_memory(writing->err);
    read_frame(article, (struct str){copy, reply->text.len});
    if (!article->is_titled && !article->plan->title_is_given)
        *fault =
            STR("it has no title of 20 to 80 characters that holds the keyword and says nothing that the text does "
                "not say");
    return writing_end(writing, OK);
}

static enum status ask_finish(struct whole_article *article)
{
    struct writing *writing = article->writing;
    const struct sitting all = {.article = article, .end = article->manuscript.count};
    struct str finish;
    manuscript_number(&article->manuscript);
    struct str draft = draft_text(&all);
    enum status status = finish_text(article, &finish);
    if (status)
        return status;
    const struct prompt_value values[] = {{"draft", draft}, {"finish", finish}};
    const struct prompted_question question = {.prompt = PROMPT_FINISH,
                                               .step = "finish",
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = read_finish,
                                               .context = article};
    status = question_ask(writing, &question);
    return status == E_CORRUPT ? OK : status;
}

/* --- what may not stand --- */

struct taking_out {
    struct whole_article *article;
    size_t count;
};

static enum status tell_removed(void *context, const struct line *line, const struct finding *why)
{
    struct taking_out *taking = context;
    struct writing *writing = taking->article->writing;
    if (++taking->count > MOST_TOLD)
        return OK;
    if (!why)
        return writing_note(writing, "A sentence went with the one before it: \"%.*s\"", STR_ARG(line->text));
    struct buf note = {0};
    finding_print(why, &note);
    struct str text = writing_keep(writing, &note);
    return writing_note(writing, "A sentence was taken out, since %.*s: \"%.*s\"", STR_ARG(text), STR_ARG(line->text));
}

static enum status take_out(struct whole_article *article)
{
    struct writing *writing = article->writing;
    struct taking_out taking = {.article = article};
    size_t written = manuscript_words(&article->manuscript, MANUSCRIPT_PARTS);
    enum status status = line_check_all(&article->check, &article->manuscript, writing->err);
    if (!status)
        status = edit_take_out(&article->manuscript, tell_removed, &taking);
    if (!status && taking.count > MOST_TOLD)
        writing_note(writing, "%zu more sentences were taken out.", taking.count - MOST_TOLD);
    if (status || (double)manuscript_words(&article->manuscript, MANUSCRIPT_PARTS) >= least_left * (double)written)
        return status;
    status = code_error(writing->err, E_CORRUPT, CODE_MODEL_UNUSABLE,
                        "of what it wrote %zu sentences are in none of the sources", taking.count);
    return model_error(writing->model, config_string(writing->config, "modelVersion"), status, writing->err);
}

/* The headings that were given stay as they are. */
static void keep_given(struct whole_article *article)
{
    const struct article_plan *plan = article->plan;
    for (size_t i = 0; i < article->manuscript.count; i++)
        for (size_t k = 0; plan->is_given && k < plan->count; k++) {
            struct line *line = &article->manuscript.list[i];
            struct str title = {line->text.data, str_find(line->text, STR(" | "), 0)};
            line->is_given |= line->kind == LINE_HEADING && str_ieq(title, plan->headings[k].title);
        }
}

enum status article_edit(struct whole_article *article)
{
    struct writing *writing = article->writing;
    manuscript_number(&article->manuscript); /* a note names another line by its number */
    enum status status = line_check_all(&article->check, &article->manuscript, writing->err);
    if (!status)
        status = writing_progress(writing, editing, "Editing");
    keep_given(article);
    if (!status)
        status = edit(article);
    if (!status)
        status = take_out(article);
    if (!status && !article->is_titled && !article->plan->title_is_given)
        status = ask_finish(article);
    return writing_end(writing, status);
}
