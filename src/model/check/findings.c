/* What a check finds in a line of a manuscript, as a note in the margin for the editor. */
#include "model/check/check.h"

static const struct {
    const char *name;
    bool is_hard;
    const char *note; /* with what it is about; NULL: the note is the name */
} rows[FINDING_KINDS] = {
    [FINDING_FIGURE] = {"figure", true, "the figure %.*s stands in no passage"},
    [FINDING_NAME] = {"name", true, "\"%.*s\" stands in no passage"},
    [FINDING_QUOTATION] = {"quotation", true, "nobody says \"%.*s\" in what it cites"},
    [FINDING_CODE] = {"code", true, "`%.*s` stands in no passage"},
    [FINDING_NUMBER] = {"passage number", true, "there is no passage [%.*s] here"},
    [FINDING_COPIED] = {"copied", true, "copied: \"%.*s\""},
    [FINDING_RUN] = {"copied run", false, "copied: \"%.*s\""},
    [FINDING_TALK] = {"talk", true, "speaks of the text or its writer: \"%.*s\""},
    [FINDING_TRIED] = {"tried", true, "the writer has tried nothing: \"%.*s\""},
    [FINDING_REVIEWERS] = {"reviewers", true, "it cites fewer of them than it says: \"%.*s\""},
    [FINDING_ELSEWHERE] = {"elsewhere", false, "what it cites does not have %.*s"},
    [FINDING_SUM] = {"sum", false, "what it cites does not have %.*s, which may be a sum of the writer's own"},
    [FINDING_RECKONED] = {"reckoned", true,
                          "the figure %.*s stands in no passage, and may be a sum of the writer's own"},
    [FINDING_COUNT] = {"number word", false, "the number \"%.*s\" is not in what it cites"},
    [FINDING_LIMIT] = {"limit", false, "the passage limits %.*s (at least, up to, about), the sentence does not"},
    [FINDING_STRONGER] = {"stronger", false, "\"%.*s\" may be stronger than what it cites"},
    [FINDING_SUPPORT] = {"support", false, "hardly a word of it stands in what it cites%.*s"},
    [FINDING_UNCITED] = {"uncited", false, "states something, and cites nothing%.*s"},
    [FINDING_THEIRS] = {"theirs", false, "only reviewers say it: tell it as theirs%.*s"},
    [FINDING_SAID] = {"said before", false, "said before, in %.*s"},
    [FINDING_ALIKE] = {"alike", false, "the third sentence in a row that begins with \"%.*s\""},
    [FINDING_PHRASE] = {"phrase", false, "worn phrase: \"%.*s\""},
    [FINDING_PERSON] = {"person", false, "says \"%.*s\", which is not the person of this text"},
    [FINDING_WISH] = {"wish", false, "%.*s"},
};

bool finding_is_hard(enum finding_kind kind)
{
    return rows[kind].is_hard;
}

const char *finding_name(enum finding_kind kind)
{
    return rows[kind].name;
}

bool finding_add(struct arena *arena, struct line *line, enum finding_kind kind, struct str what)
{
    return finding_add_near(arena, line, kind, what, 0);
}

bool finding_add_near(struct arena *arena, struct line *line, enum finding_kind kind, struct str what, size_t near)
{
    for (size_t i = 0; i < line->finding_count; i++)
        if (line->findings[i].kind == kind && str_eq(line->findings[i].what, what))
            return true;
    struct finding *list = vec_room(arena, line->findings, line->finding_count, &line->finding_cap, sizeof *list);
    if (!list)
        return false;
    line->findings = list;
    list[line->finding_count++] = (struct finding){kind, what, near};
    return true;
}

bool finding_find(const struct line *line, enum finding_kind kind)
{
    for (size_t i = 0; i < line->finding_count; i++)
        if (line->findings[i].kind == kind)
            return true;
    return false;
}

const struct finding *finding_hard(const struct line *line)
{
    for (size_t i = 0; i < line->finding_count; i++)
        if (finding_is_hard(line->findings[i].kind))
            return &line->findings[i];
    return NULL;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
void finding_print(const struct finding *finding, struct buf *out)
{
    buf_printf(out, rows[finding->kind].note, STR_ARG(finding->what));
    if (finding->near)
        buf_printf(out, "; see [%zu]", finding->near);
}
