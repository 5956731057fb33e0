#include "link/markdown/markdown_lines.h"

#include "link/markdown/markdown.h"

size_t markdown_line_end(struct str content, size_t start, size_t *next)
{
    size_t end = start;
    while (end < content.len && content.data[end] != '\n' && content.data[end] != '\r')
        end++;
    *next = end + (end < content.len);
    if (*next < content.len && content.data[end] == '\r' && content.data[*next] == '\n')
        ++*next;
    return end;
}

/* Nothing but spaces and tabs? */
static bool lines_is_blank(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] != ' ' && text.data[i] != '\t')
            return false;
    return true;
}

size_t markdown_find_unescaped(struct str text, size_t from, char wanted, char stop)
{
    for (size_t place = from; place < text.len; place++) {
        char character = text.data[place];
        if (character == wanted)
            return place;
        if (character == stop || (wanted == '>' && (character == '\n' || character == '\r')))
            return 0;
        place += character == '\\';
    }
    return 0;
}

/* How many times the first character of the text stands at its beginning. */
static size_t run_length(struct str text)
{
    size_t length = 0;
    while (length < text.len && text.data[length] == text.data[0])
        length++;
    return length;
}

static bool begins_with_one_of(struct str text, const char *characters)
{
    return text.len && text.data[0] && strchr(characters, text.data[0]);
}

bool markdown_is_thematic_break(struct str text)
{
    size_t count = 0;
    if (!begins_with_one_of(text, "*-_"))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == ' ' || text.data[i] == '\t')
            continue;
        if (text.data[i] != text.data[0])
            return false;
        count++;
    }
    return count >= 3;
}

size_t markdown_heading_level(struct str text)
{
    size_t length = begins_with_one_of(text, "#") ? run_length(text) : 0;
    bool ends = length == text.len || text.data[length] == ' ' || text.data[length] == '\t';
    return length <= 6 && ends ? length : 0;
}

size_t markdown_underline_level(struct str text)
{
    if (!begins_with_one_of(text, "=-") || !lines_is_blank(markdown_tail(text, run_length(text))))
        return 0;
    return text.data[0] == '=' ? 1 : 2;
}

size_t markdown_fence_length(struct str text, bool closing)
{
    size_t length = begins_with_one_of(text, "`~") ? run_length(text) : 0;
    if (length < 3)
        return 0;
    struct str info = markdown_tail(text, length);
    if (closing ? !lines_is_blank(info) : text.data[0] == '`' && memchr(info.data, '`', info.len))
        return 0;
    return length;
}

size_t markdown_list_marker(struct str text, bool interrupts)
{
    size_t length = 0;
    while (length < text.len && length < 9 && ascii_is_digit(text.data[length]))
        length++;
    bool is_one = length == 1 && text.data[0] == '1', is_ordered = length > 0;
    if (!begins_with_one_of(markdown_tail(text, length), is_ordered ? ".)" : "-+*"))
        return 0;
    struct str item = markdown_tail(text, length + 1);
    bool is_empty = lines_is_blank(item);
    if (!is_empty && item.data[0] != ' ' && item.data[0] != '\t')
        return 0;
    return interrupts && (is_empty || (is_ordered && !is_one)) ? 0 : length + 1;
}

/* --- what stands before the text --- */

/* The front matter of YAML and of TOML: the line before it, and those that may end it. */
static const struct fence {
    const char *begin, *end, *other_end;
} fences[] = {{"---", "---", "..."}, {"+++", "+++", "+++"}};

static bool is_line(struct str line, const char *wanted)
{
    size_t length = strlen(wanted);
    return str_starts(line, (struct str){wanted, length}) &&
           lines_is_blank((struct str){line.data + length, line.len - length});
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
        if (end < part.len && lines_is_blank((struct str){part.data + start, end - start}))
            settled = next;
    }
    return settled;
}
