#include "service/http/head.h"

/* --- the target --- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that %XX at `at` stands for, -1 when there is no valid escape. */
static int escaped_byte(const char *at)
{
    int high = at[0] == '%' ? hex_value(at[1]) : -1;
    int low = high < 0 ? -1 : hex_value(at[2]);
    return low < 0 ? -1 : high * 16 + low;
}

/* Decodes in place. keep: a byte whose escape is left as it is, '\0': none. plus: '+' becomes a blank. */
static void head_decode(char *text, char keep, bool plus)
{
    char *out = text;
    while (*text) {
        int byte = escaped_byte(text);
        if (byte >= 0 && !(keep && byte == keep)) {
            *out++ = (char)byte;
            text += 3;
        } else {
            *out++ = plus && *text == '+' ? ' ' : *text;
            text++;
        }
    }
    *out = '\0';
}

struct request_target head_target(struct arena *arena, const char *text)
{
    size_t length = strcspn(text, "?");
    char *path = arena_copy_n(arena, text, length);
    struct request_target target = {.text = arena_copy(arena, text), .path = path, .end = text + strlen(text)};
    if (!path || !target.text)
        return (struct request_target){0};
    head_decode(path, '/', false);
    target.query = target.text[length] ? target.text + length + 1 : "";
    return target;
}

static const char *decoded(struct arena *arena, struct str text)
{
    char *copy = arena_copy_n(arena, text.data ? text.data : "", text.len);
    if (copy)
        head_decode(copy, '\0', true);
    return copy;
}

bool head_arguments(const struct request_target *target, struct arena *arena,
                    void (*each)(void *context, const char *name, const char *value), void *context)
{
    struct str rest = str_from(target->query), value, key;
    while (str_split(&rest, '&', &value)) {
        str_split(&value, '=', &key);
        const char *name = decoded(arena, key), *text = decoded(arena, value);
        if (!name || !text)
            return false;
        if (name[0])
            each(context, name, text);
    }
    return true;
}

static const char *target_problem(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text <= ' ' || *text == 127)
            return "The request's address contains a blank or a control character.";
        int byte = escaped_byte(text);
        if (byte == 0)
            return "The request's address contains a zero byte.";
        if (*text == '%' && byte < 0)
            return "The request's address contains a % that two hexadecimal digits do not follow.";
    }
    return NULL;
}

/* --- the header fields --- */

struct head {
    const char *line_end; /* where the previous line ended in the library's memory; NULL: unknown */
    int hosts, lengths, encodings, authorizations;
    bool odd_name, odd_value, odd_line, odd_host, odd_framing;
};

/*
 * libmicrohttpd 0.9.75 to 0.9.77 read a head in place: they end each piece of it with a zero byte, so that what the
 * client sent behind a zero byte of its own, or (0.9.75) on a continuation line, is passed over without a word. But
 * then the pieces do not lie one behind another. Later versions refuse such heads themselves.
 */
static bool reads_in_place(void)
{
    static const char *const versions[] = {"0.9.75", "0.9.76", "0.9.77"};
    for (size_t i = 0; i < COUNT_OF(versions); i++)
        if (strcmp(MHD_get_version(), versions[i]) == 0)
            return true;
    return false;
}

/* Is there nothing but `least` to `most` bytes of line ends between two places in the library's memory? */
static bool follows(const char *end, const char *next, uintptr_t least, uintptr_t most)
{
    uintptr_t distance = (uintptr_t)next - (uintptr_t)end;
    return distance >= least && distance <= most;
}

static bool is_host(struct str text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:[]%";
    return text.len > 0 && strspn(text.data, allowed) == text.len;
}

static void look_at_line(struct head *head, const char *name, const char *value)
{
    if (!head->line_end)
        return;
    head->odd_line |= !follows(head->line_end, name, 1, 2);
    head->line_end = value + strlen(value);
}

static enum MHD_Result look_at_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    static const struct {
        const char *name;
        size_t offset;
    } counted[] = {
        {"Host", offsetof(struct head, hosts)},
        {"Content-Length", offsetof(struct head, lengths)},
        {"Transfer-Encoding", offsetof(struct head, encodings)},
        {"Authorization", offsetof(struct head, authorizations)},
    };
    struct head *head = context;
    struct str text = str_from(value ? value : "");
    (void)kind;
    look_at_line(head, name, text.data);
    for (size_t i = 0; i < COUNT_OF(counted); i++)
        if (str_ieq(str_from(name), str_from(counted[i].name)))
            ++*(int *)((char *)head + counted[i].offset);
    if (str_ieq(str_from(name), STR("Host")))
        head->odd_host |= !is_host(str_trim(text));
    if (str_ieq(str_from(name), STR("Content-Length")))
        head->odd_framing |= text.len == 0 || strspn(text.data, "0123456789") != text.len;
    if (str_ieq(str_from(name), STR("Transfer-Encoding")))
        head->odd_framing |= !str_ieq(text, STR("chunked"));
    head->odd_name |= name[0] == '\0' || strpbrk(name, " \t\r") != NULL;
    head->odd_value |= strchr(text.data, '\r') != NULL;
    return MHD_YES;
}

static const char *fields_problem(const struct head *head, const char *version)
{
    if (head->odd_name)
        return "A header has no name, or a name with white space in it.";
    if (head->odd_line)
        return "A header contains a zero byte, or goes on in a second line.";
    if (head->odd_value)
        return "A header contains a carriage return that no line feed follows.";
    if (head->hosts != 1 || head->odd_host)
        return "A request needs exactly one Host header, with the name of a host.";
    if (head->lengths > 1)
        return "There is more than one Content-Length header.";
    if (head->lengths && head->encodings)
        return "Content-Length and Transfer-Encoding exclude each other.";
    if (head->encodings > 1 || head->odd_framing)
        return "Content-Length must be a number, and chunked is the only Transfer-Encoding.";
    if (head->encodings && strcmp(version, "HTTP/1.0") == 0)
        return "HTTP/1.0 has no Transfer-Encoding.";
    if (head->authorizations > 1)
        return "There is more than one Authorization header.";
    return NULL;
}

const char *head_problem(struct MHD_Connection *connection, const struct request_target *target, const char *method,
                         const char *version)
{
    struct head head = {0};
    const char *wrong = target_problem(target->text);
    const union MHD_ConnectionInfo *info =
        reads_in_place() ? MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE) : NULL;
    if (wrong)
        return wrong;
    if (info && version != target->end + 1)
        return "The request's address contains a zero byte.";
    head.line_end = info ? version + strlen(version) : NULL;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at_header, &head);
    if (head.line_end)
        head.odd_line |= !follows(head.line_end, method + info->header_size, 2, 4);
    return fields_problem(&head, version);
}

/* How closely a range of the header names the type: 3 exactly, 2 by the main type, 1 as anything, 0 not. */
static int closeness(struct str range, struct str type)
{
    size_t main_type = str_find(type, STR("/"), 0) + 1;
    if (str_ieq(range, type))
        return 3;
    if (range.len == main_type + 1 && range.data[main_type] == '*' &&
        str_ieq((struct str){range.data, main_type}, (struct str){type.data, main_type}))
        return 2;
    return str_eq(range, STR("*/*")) ? 1 : 0;
}

/* "0.5" in thousandths; 1000 when it makes no sense. */
static int thousandths(struct str text)
{
    int value = 0, unit = 1000;
    bool is_fraction = false;
    for (size_t i = 0; i < text.len && unit; i++) {
        if (i == 1 && text.data[i] == '.')
            is_fraction = true;
        else if (ascii_is_digit(text.data[i]) && (i == 0 || is_fraction))
            value += (text.data[i] - '0') * unit, unit /= 10;
        else
            return 1000;
    }
    return text.len && value < 1000 ? value : 1000;
}

static int quality_of(struct str parameters)
{
    struct str parameter;
    while (str_split(&parameters, ';', &parameter)) {
        parameter = str_trim(parameter);
        if (str_istarts(parameter, STR("q=")))
            return thousandths((struct str){parameter.data + 2, parameter.len - 2});
    }
    return 1000;
}

/* How much the header likes the type, by the range that names it most closely. */
static int liking(struct str header, struct str type)
{
    struct str entry, range;
    int closest = 0, quality = 0;
    while (str_split(&header, ',', &entry)) {
        if (!str_split(&entry, ';', &range))
            continue;
        int close = closeness(str_trim(range), type);
        if (close > closest) {
            closest = close;
            quality = quality_of(entry);
        }
    }
    return quality;
}

int accept_choose(const char *header, const char *const *types, size_t count)
{
    int best = -1, most = 0;
    if (!header || !str_trim(str_from(header)).len)
        return 0;
    for (size_t i = 0; i < count; i++) {
        int likes = liking(str_from(header), str_from(types[i]));
        if (likes > most) {
            most = likes;
            best = (int)i;
        }
    }
    return best;
}
