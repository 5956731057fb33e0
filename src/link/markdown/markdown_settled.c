#include "link/markdown/markdown.h"

#include "link/markdown/markdown_front_matter.h"
#include "link/markdown/markdown_lines.h"

size_t markdown_settled(struct str part)
{
    struct str text = str_trim(part);
    bool open;
    size_t settled = 0;
    markdown_front_matter(part, &open);
    if (!text.len || text.data[0] == '<' || open)
        return 0;
    for (size_t start = 0, next; start < part.len; start = next) {
        size_t end = markdown_line_end(part, start, &next);
        if (end < part.len && markdown_is_blank((struct str){part.data + start, end - start}))
            settled = next;
    }
    return settled;
}
