#include "write/video/video_link.h"

#include "media/videos/videos_address.h"
#include "text/text.h"

#include <stdio.h>

/* Sites whose addresses take a time, as a parameter or behind "#", in seconds; and the players of those that have one:
 * where a site has a player that sets no cookies, or is told not to follow its viewers, that one. "" stands for any
 * site with addresses of the form /watch?v=ID. */
static const struct video_site {
    const char *host;
    const char *path;   /* how the path of a film begins */
    const char *time;   /* what stands before the seconds */
    const char *player; /* what stands before the id; NULL: not known */
    const char *behind; /* what stands behind it */
    bool has_path_ids;  /* what follows `path` is the id */
} sites[] = {
    {"youtube.com", "/", "t=", "https://www.youtube-nocookie.com/embed/", ""},
    {"youtu.be", "/", "t=", "https://www.youtube-nocookie.com/embed/", ""},
    {"player.vimeo.com", "/video/", "#t=", "https://player.vimeo.com/video/", "?dnt=1", true},
    {"vimeo.com", "/", "#t=", "https://player.vimeo.com/video/", "?dnt=1", true},
    {"dailymotion.com", "/video/", "start=", "https://www.dailymotion.com/embed/video/", "", true},
    {"", "/watch", "t=", NULL, ""},
};

/* Files of films take a time as a media fragment (W3C Media Fragments URI 1.0). */
static const char *const file_names[] = {".mp4", ".webm", ".ogv", ".m4v", ".mov"};

static bool is_host(struct str host, struct str name)
{
    if (!name.len || str_ieq(host, name))
        return true;
    struct str behind = {host.data + host.len - name.len, name.len};
    return host.len > name.len && str_ieq(behind, name) && host.data[host.len - name.len - 1] == '.';
}

static const struct video_site *site_of(const struct url *url)
{
    for (size_t i = 0; i < COUNT_OF(sites); i++)
        if (is_host(url->host, str_from(sites[i].host)) && str_istarts(url->path, str_from(sites[i].path)))
            return &sites[i];
    return NULL;
}

static bool is_file(struct str path)
{
    for (size_t i = 0; i < COUNT_OF(file_names); i++) {
        size_t length = strlen(file_names[i]);
        if (path.len > length && str_ieq((struct str){path.data + path.len - length, length}, str_from(file_names[i])))
            return true;
    }
    return false;
}

void video_time_add(struct buf *out, int64_t ms)
{
    long long seconds = ms > 0 ? (long long)(ms / 1000) : 0;
    if (seconds >= 3600)
        buf_printf(out, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        buf_printf(out, "%lld:%02lld", seconds / 60, seconds % 60);
}

static bool is_own(struct str pair, const char *time)
{
    return str_starts(pair, str_from(time)) || str_starts(pair, STR("t=")) || str_starts(pair, STR("start="));
}

/* The address without a time of its own and without a fragment, and the time behind it. */
static void add_at(struct buf *out, const struct url *url, struct str whole, const char *time, int64_t ms)
{
    size_t end = str_find(whole, STR("?"), 0), hash = str_find(whole, STR("#"), 0);
    buf_add(out, whole.data, end < hash ? end : hash);
    char separator = '?';
    for (struct str query = url->query, pair; str_split(&query, '&', &pair);) {
        if (!pair.len || is_own(pair, time))
            continue;
        buf_printf(out, "%c%.*s", separator, STR_ARG(pair));
        separator = '&';
    }
    if (time[0] != '#')
        buf_char(out, separator);
    buf_printf(out, "%s%lld", time, (long long)(ms > 0 ? ms / 1000 : 0));
}

struct str video_link_at(struct arena *arena, struct str address, int64_t ms)
{
    struct url url;
    if (url_parse(address, &url, NULL))
        return STR("");
    const struct video_site *site = site_of(&url);
    const char *time = site ? site->time : is_file(url.path) ? "#t=" : NULL;
    if (!time)
        return STR("");
    struct buf out = {0};
    add_at(&out, &url, address, time, ms);
    char *copy = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    struct str link = {copy, out.len};
    buf_free(&out);
    return link;
}

/* The id of the film: what stands before the first "/" in the path behind `prefix`; only letters, digits, - and _. */
static struct str id_behind(struct str path, struct str prefix)
{
    size_t from = prefix.len, to = from;
    while (to < path.len && (ascii_is_alnum(path.data[to]) || path.data[to] == '-' || path.data[to] == '_'))
        to++;
    bool ends = to == path.len || path.data[to] == '/';
    return ends ? (struct str){path.data + from, to - from} : STR("");
}

static struct str site_player(struct arena *arena, struct str address)
{
    struct url url;
    if (url_parse(address, &url, NULL))
        return STR("");
    const struct video_site *site = site_of(&url);
    if (!site || !site->player)
        return STR("");
    const char *key = video_key(arena, address);
    if (!key)
        return (struct str){NULL, 0};
    bool is_id = str_find(str_from(key), STR("/"), 0) == strlen(key);
    struct str id = is_id ? str_from(key) : site->has_path_ids ? id_behind(url.path, str_from(site->path)) : STR("");
    if (!id.len)
        return STR("");
    char *player = arena_printf(arena, "%s%.*s%s", site->player, STR_ARG(id), site->behind);
    return str_from(player);
}

struct str video_player(struct arena *arena, struct str page, struct str embed)
{
    struct str player = site_player(arena, embed.len ? embed : page);
    return !player.data || player.len ? player : embed.len ? embed : STR("");
}
