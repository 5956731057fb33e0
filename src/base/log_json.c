#include "base/log_json.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { ESCAPE_ROOM = 8 };

/* Takes the first character off the text; what it is in a JSON string goes to `as`. Returns that length. */
static size_t log_json_take(struct str *text, char as[ESCAPE_ROOM])
{
    unsigned char first = (unsigned char)text->data[0];
    size_t taken = first < 0x80 ? 1 : utf8_sequence(*text), length;
    if (!taken)
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\ufffd");
    else if (first < ' ' || first == 127)
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\u%04x", first);
    else if (first == '"' || first == '\\')
        length = (size_t)snprintf(as, ESCAPE_ROOM, "\\%c", first);
    else
        memcpy(as, text->data, length = taken);
    taken += !taken;
    *text = (struct str){text->data + taken, text->len - taken};
    return length;
}

size_t log_json_string(char *out, size_t length, size_t room, struct str text)
{
    char as[ESCAPE_ROOM];
    if (length + 2 > room)
        return length;
    out[length++] = '"';
    while (text.len) {
        size_t more = log_json_take(&text, as);
        if (length + more + 1 > room)
            break;
        memcpy(out + length, as, more);
        length += more;
    }
    out[length++] = '"';
    return length;
}
