#include "link/markdown/markdown_lines.h"

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

bool markdown_is_blank(struct str text)
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

static struct str tail(struct str text, size_t from)
{
    return (struct str){text.data + from, text.len - from};
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
    if (!begins_with_one_of(text, "=-") || !markdown_is_blank(tail(text, run_length(text))))
        return 0;
    return text.data[0] == '=' ? 1 : 2;
}

size_t markdown_fence_length(struct str text, bool closing)
{
    size_t length = begins_with_one_of(text, "`~") ? run_length(text) : 0;
    if (length < 3)
        return 0;
    struct str info = tail(text, length);
    if (closing ? !markdown_is_blank(info) : text.data[0] == '`' && memchr(info.data, '`', info.len))
        return 0;
    return length;
}

size_t markdown_list_marker(struct str text, bool interrupts)
{
    size_t length = 0;
    while (length < text.len && length < 9 && ascii_is_digit(text.data[length]))
        length++;
    bool is_one = length == 1 && text.data[0] == '1', is_ordered = length > 0;
    if (!begins_with_one_of(tail(text, length), is_ordered ? ".)" : "-+*"))
        return 0;
    struct str item = tail(text, length + 1);
    bool is_empty = markdown_is_blank(item);
    if (!is_empty && item.data[0] != ' ' && item.data[0] != '\t')
        return 0;
    return interrupts && (is_empty || (is_ordered && !is_one)) ? 0 : length + 1;
}
