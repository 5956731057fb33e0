#include "service/web/manual/chapters.h"

/* chapters[], with a row behind the last that has no name, and manual_README: made by the Makefile. */
#include "manual.inc"

const struct chapter *chapter_at(size_t i)
{
    return chapters[i].name ? &chapters[i] : NULL;
}

const struct chapter *chapter_find(const char *name)
{
    for (size_t i = 0; chapters[i].name; i++)
        if (strcmp(chapters[i].name, name) == 0)
            return &chapters[i];
    return NULL;
}

struct str chapter_contents(void)
{
    return (struct str){(const char *)manual_README, sizeof manual_README - 1};
}

struct str chapter_title(const struct chapter *chapter)
{
    struct str rest = chapter->text, line;
    str_split(&rest, '\n', &line);
    return (struct str){line.data + 2, line.len - 2};
}
