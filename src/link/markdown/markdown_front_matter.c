#include "link/markdown/markdown_front_matter.h"

#include "link/markdown/markdown_lines.h"

/* The front matter of YAML and of TOML: the line before it, and those that may end it. */
static const struct fence {
    const char *begin, *end, *other_end;
} fences[] = {{"---", "---", "..."}, {"+++", "+++", "+++"}};

static bool is_line(struct str line, const char *wanted)
{
    size_t length = strlen(wanted);
    return str_starts(line, (struct str){wanted, length}) &&
           markdown_is_blank((struct str){line.data + length, line.len - length});
}

/* Where the text begins behind the line that ends the front matter; 0 when none does. */
static size_t find_end(struct str content, const struct fence *fence, size_t start)
{
    for (size_t next; start < content.len; start = next) {
        size_t end = markdown_line_end(content, start, &next);
        struct str line = {content.data + start, end - start};
        if (is_line(line, fence->end) || is_line(line, fence->other_end))
            return next;
    }
    return 0;
}

size_t markdown_front_matter(struct str content, bool *open)
{
    size_t mark = str_starts(content, STR("\xEF\xBB\xBF")) ? 3 : 0;
    size_t next, end = markdown_line_end(content, mark, &next);
    struct str first = {content.data + mark, end - mark};
    *open = next == content.len && first.len < 3; /* of a part, the first line may be cut */
    for (size_t i = 0; i < COUNT_OF(fences); i++) {
        if (!is_line(first, fences[i].begin))
            continue;
        size_t text = find_end(content, &fences[i], next);
        *open = text == 0;
        return text;
    }
    return 0;
}
