#include "text/url.h"

#include <stdio.h>

/* --- parsing --- */

/* A URI reference cut by the expression of RFC 3986, appendix B; absent parts have data NULL. */
struct reference {
    struct str scheme, authority, path, query, fragment;
};

static struct str url_slice(struct str text, size_t start, size_t end)
{
    return (struct str){text.data + start, end - start};
}

/* Offset of the first of the characters in `set` at or after `from`, or text.len. */
static size_t find_any(struct str text, const char *set, size_t from)
{
    while (from < text.len && (text.data[from] == '\0' || !strchr(set, text.data[from])))
        from++;
    return from;
}

static size_t scheme_length(struct str text)
{
    size_t end = find_any(text, ":/?#", 0);
    if (end == 0 || end == text.len || text.data[end] != ':')
        return 0;
    for (size_t i = 0; i < end; i++) {
        char character = text.data[i];
        bool letter = ascii_is_alnum(character) && !ascii_is_digit(character);
        if (!letter && (i == 0 || (!ascii_is_digit(character) && !memchr("+-.", character, 3))))
            return 0;
    }
    return end;
}

static struct reference url_cut(struct str text)
{
    struct reference reference = {{NULL, 0}};
    size_t at = scheme_length(text);
    if (at) {
        reference.scheme = url_slice(text, 0, at);
        at++;
    }
    if (str_starts(url_slice(text, at, text.len), STR("//"))) {
        size_t end = find_any(text, "/?#", at + 2);
        reference.authority = url_slice(text, at + 2, end);
        at = end;
    }
    size_t end = find_any(text, "?#", at);
    reference.path = url_slice(text, at, end);
    if (end < text.len && text.data[end] == '?') {
        at = end + 1;
        end = find_any(text, "#", at);
        reference.query = url_slice(text, at, end);
    }
    if (end < text.len)
        reference.fragment = url_slice(text, end + 1, text.len);
    return reference;
}

bool url_is_web(struct str text)
{
    return str_istarts(text, STR("https://")) || str_istarts(text, STR("http://"));
}

static bool is_http(struct str scheme)
{
    return str_ieq(scheme, STR("http")) || str_ieq(scheme, STR("https"));
}

static bool is_host(struct str host)
{
    bool literal = host.len > 2 && host.data[0] == '[' && host.data[host.len - 1] == ']';
    struct str inside = literal ? url_slice(host, 1, host.len - 1) : host;
    for (size_t i = 0; i < inside.len; i++) {
        unsigned char byte = (unsigned char)inside.data[i];
        if (literal ? !memchr("0123456789abcdefABCDEF:.", byte, 24)
                    : byte <= ' ' || byte == 0x7F || memchr("\"#%/:<>?@[\\]^`{|}", byte, 17))
            return false;
    }
    return inside.len > 0;
}

/* Does it hold no character over which URL parsers disagree? */
static bool is_userinfo(struct str userinfo)
{
    for (size_t i = 0; i < userinfo.len; i++) {
        unsigned char byte = (unsigned char)userinfo.data[i];
        if (byte <= ' ' || byte == 0x7F || memchr("\"<>@[\\]^`{|}", byte, 12))
            return false;
    }
    return true;
}

static bool is_port(struct str port)
{
    long value = 0;
    for (size_t i = 0; i < port.len; i++) {
        if (!ascii_is_digit(port.data[i]))
            return false;
        value = value * 10 + (port.data[i] - '0');
        if (value > 65535)
            return false;
    }
    return true;
}

/* Cuts userinfo@host:port. */
static void cut_authority(struct str authority, struct url *url)
{
    size_t start = 0;
    for (size_t i = 0; i < authority.len; i++)
        if (authority.data[i] == '@')
            start = i + 1;
    if (start)
        url->userinfo = url_slice(authority, 0, start - 1);
    size_t end = authority.len;
    for (size_t i = authority.len; i > start && authority.data[i - 1] != ']'; i--)
        if (authority.data[i - 1] == ':')
            end = i - 1;
    url->host = url_slice(authority, start, end);
    if (end < authority.len)
        url->port = url_slice(authority, end + 1, authority.len);
}

enum status url_parse(struct str text, struct url *url, struct error *err)
{
    if (!text.data)
        text = STR("");
    struct reference reference = url_cut(text);
    *url = (struct url){
        .scheme = reference.scheme, .path = reference.path, .query = reference.query, .fragment = reference.fragment};
    if (!reference.scheme.data || !is_http(reference.scheme))
        return error_set(err, E_INVALID, NULL, "a URL must begin with http:// or https://");
    if (!reference.authority.data)
        return error_set(err, E_INVALID, NULL, "the URL has no host");
    cut_authority(reference.authority, url);
    if (!is_host(url->host) || !is_userinfo(url->userinfo))
        return error_set(err, E_INVALID, NULL, "the URL has no valid host");
    if (!is_port(url->port))
        return error_set(err, E_INVALID, NULL, "the port of the URL is no number up to 65535");
    return OK;
}

/* --- normalising --- */

static int hex_value(char character)
{
    if (ascii_is_digit(character))
        return character - '0';
    char lower = ascii_lower(character);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

int url_decode_octet(struct str text, size_t at)
{
    if (text.len - at < 3 || text.data[at] != '%')
        return -1;
    int high = hex_value(text.data[at + 1]), low = hex_value(text.data[at + 2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

void url_encode_octet(struct buf *out, unsigned char octet)
{
    static const char digits[] = "0123456789ABCDEF";
    buf_char(out, '%');
    buf_char(out, digits[octet >> 4]);
    buf_char(out, digits[octet & 15]);
}

bool url_is_unreserved(char character)
{
    return ascii_is_alnum(character) || character == '-' || character == '.' || character == '_' || character == '~';
}

/* How many bytes from `from` on may stand plain: unreserved, sub-delims, and what is in `also`. */
static size_t plain_length(struct str part, size_t from, const char *also)
{
    size_t end = from;
    while (end < part.len && part.data[end] &&
           (url_is_unreserved(part.data[end]) || strchr(also, part.data[end]) || strchr("!$&'()*+,;=", part.data[end])))
        end++;
    return end - from;
}

/* Appends a part with percent-encoding only where it is needed. */
static void append_encoded(struct buf *out, struct str part, const char *also)
{
    for (size_t i = 0, plain; i < part.len; i += plain) {
        plain = plain_length(part, i, also);
        buf_add(out, part.data + i, plain);
        if (plain)
            continue;
        int octet = url_decode_octet(part, i);
        plain = octet >= 0 ? 3 : 1;
        if (octet >= 0 && url_is_unreserved((char)octet))
            buf_char(out, (char)octet);
        else
            url_encode_octet(out, octet >= 0 ? (unsigned char)octet : (unsigned char)part.data[i]);
    }
}

static void append_lower(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_char(out, ascii_lower(text.data[i]));
}

static void append_origin(struct buf *out, const struct url *url)
{
    bool https = str_ieq(url->scheme, STR("https"));
    struct str port = url->port;
    while (port.len > 1 && port.data[0] == '0')
        port = url_slice(port, 1, port.len);
    append_lower(out, url->scheme);
    buf_str(out, "://");
    if (url->userinfo.data) {
        append_encoded(out, url->userinfo, ":");
        buf_char(out, '@');
    }
    append_lower(out, url->host);
    if (port.len && !str_eq(port, https ? STR("443") : STR("80"))) {
        buf_char(out, ':');
        buf_add(out, port.data, port.len);
    }
}

/*
 * Removes dot segments (RFC 3986 section 5.2.4) from the path that starts at out->data[start], in place. The path
 * begins with a slash. Percent-encoding is normal by now, so that "%2E" is a dot here.
 */
static void remove_dot_segments(struct buf *out, size_t start)
{
    char *path = out->data + start;
    size_t length = out->len - start, kept = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at + 1;
        while (end < length && path[end] != '/')
            end++;
        struct str segment = {path + at + 1, end - at - 1};
        bool up = str_eq(segment, STR("..")), last = end == length;
        if (up)
            while (kept > 0 && path[--kept] != '/')
                ;
        if (up || str_eq(segment, STR("."))) {
            if (last)
                path[kept++] = '/';
        } else {
            memmove(path + kept, path + at, end - at);
            kept += end - at;
        }
        at = end;
    }
    out->len = start + kept;
    path[kept] = '\0';
}

static void append_path(struct buf *out, struct str directory, struct str path)
{
    size_t start = out->len;
    if (directory.len + path.len == 0 || (directory.len ? directory.data[0] : path.data[0]) != '/')
        buf_char(out, '/');
    append_encoded(out, directory, "/:@");
    append_encoded(out, path, "/:@");
    if (!out->failed)
        remove_dot_segments(out, start);
}

static void append_query(struct buf *out, struct str query)
{
    if (!query.data)
        return;
    buf_char(out, '?');
    append_encoded(out, query, "/?:@");
}

static char *url_finish(struct arena *arena, struct buf *out)
{
    char *copy = out->failed ? NULL : arena_copy_n(arena, buf_text(out), out->len);
    if (out->failed)
        arena_fail(arena);
    buf_free(out);
    return copy;
}

char *url_normalise(struct arena *arena, struct str text)
{
    struct url url;
    if (url_parse(str_trim(text), &url, NULL))
        return NULL;
    struct buf out = {0};
    append_origin(&out, &url);
    append_path(&out, (struct str){NULL, 0}, url.path);
    append_query(&out, url.query);
    return url_finish(arena, &out);
}

/* --- resolving (RFC 3986 section 5.2.2) --- */

/* The path up to its last slash. */
static struct str directory_of(struct str path)
{
    while (path.len && path.data[path.len - 1] != '/')
        path.len--;
    return path;
}

/* A copy without the line ends and tabs inside an address, which browsers leave out too. */
static char *without_breaks(struct arena *arena, struct str text, size_t *length)
{
    char *copy = arena_alloc(arena, text.len + 1);
    *length = 0;
    for (size_t i = 0; copy && i < text.len; i++)
        if (!memchr("\t\r\n", text.data[i], 3))
            copy[(*length)++] = text.data[i];
    return copy;
}

/* Bytes of a scheme and host that are normal as they stand; 0: it does not begin with such. */
static size_t normal_origin(struct str url)
{
    size_t start = str_starts(url, STR("http://")) ? 7 : str_starts(url, STR("https://")) ? 8 : url.len, at = start;
    while (at < url.len && ((ascii_is_alnum(url.data[at]) && ascii_lower(url.data[at]) == url.data[at]) ||
                            url.data[at] == '-' || url.data[at] == '.'))
        at++;
    return at > start ? at : 0;
}

/* Is all from `at` on a path that is normal as it stands? Most are of letters, digits and few signs. */
static bool is_normal_path(struct str url, size_t at)
{
    if (at >= url.len || url.data[at] != '/')
        return false;
    while (++at < url.len)
        if (url.data[at] == '/' || url.data[at] == '.' ? url.data[at - 1] == '/' : !url_is_unreserved(url.data[at]))
            return false;
    return true;
}

/* Does the shortest work where it is enough; NULL: it is not, or memory ran out. */
static char *resolve_normal(struct arena *arena, struct str base, struct str reference)
{
    size_t origin = normal_origin(reference), of_base = origin ? 0 : normal_origin(base);
    if (!is_normal_path(reference, origin) || (!origin && !is_normal_path(base, of_base)))
        return NULL;
    char *copy = arena_alloc(arena, of_base + reference.len + 1);
    if (copy) {
        memcpy(copy, base.data, of_base);
        memcpy(copy + of_base, reference.data, reference.len);
    }
    return copy;
}

char *url_resolve(struct arena *arena, const char *base, struct str reference)
{
    struct str trimmed = str_trim(reference);
    char *normal = resolve_normal(arena, str_from(base), trimmed);
    if (normal)
        return normal;
    char *clean = without_breaks(arena, trimmed, &trimmed.len);
    if (!clean)
        return NULL;
    trimmed.data = clean;
    struct reference target = url_cut(trimmed);
    if (target.scheme.data)
        return url_normalise(arena, trimmed);
    struct url url;
    if (url_parse(str_from(base), &url, NULL))
        return NULL;
    if (target.authority.data) {
        const char *absolute = arena_printf(arena, "%.*s:%.*s", STR_ARG(url.scheme), STR_ARG(trimmed));
        return absolute ? url_normalise(arena, str_from(absolute)) : NULL;
    }
    struct buf out = {0};
    append_origin(&out, &url);
    bool same_path = target.path.len == 0;
    bool absolute = !same_path && target.path.data[0] == '/';
    if (same_path)
        append_path(&out, (struct str){NULL, 0}, url.path);
    else
        append_path(&out, absolute ? (struct str){NULL, 0} : directory_of(url.path), target.path);
    append_query(&out, same_path && !target.query.data ? url.query : target.query);
    return url_finish(arena, &out);
}

/* Length of scheme and authority of a normalised URL. */
static size_t origin_length(const char *url)
{
    const char *authority = strstr(url, "://");
    return authority ? (size_t)(authority - url) + 3 + strcspn(authority + 3, "/?#") : 0;
}

bool url_same_origin(const char *a, const char *b)
{
    size_t length = origin_length(a);
    return length && length == origin_length(b) && memcmp(a, b, length) == 0;
}
