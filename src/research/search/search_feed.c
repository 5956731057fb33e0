#include "research/search/search_feed.h"

#include "link/index/url_key.h"
#include "research/page/page.h"
#include "text/html/html.h"

/* What an element inside an entry says. */
enum feed_field {
    FIELD_NONE, /* nothing that is wanted; elements inside it say nothing either */
    FIELD_TITLE,
    FIELD_LINK,
    FIELD_ID,
    FIELD_SUMMARY,
    FIELD_CONTENT,
    FIELD_PUBLISHED,
    FIELD_UPDATED,
    FIELDS
};

static const struct {
    const char *name;
    enum feed_field field;
} names[] = {
    {"title", FIELD_TITLE},
    {"link", FIELD_LINK},
    {"id", FIELD_ID},
    {"guid", FIELD_ID},
    {"summary", FIELD_SUMMARY},
    {"description", FIELD_SUMMARY},
    {"content", FIELD_CONTENT},
    {"content:encoded", FIELD_CONTENT},
    {"pubDate", FIELD_PUBLISHED},
    {"published", FIELD_PUBLISHED},
    {"issued", FIELD_PUBLISHED},
    {"dc:date", FIELD_PUBLISHED},
    {"updated", FIELD_UPDATED},
    {"modified", FIELD_UPDATED},
};

struct feed_reader {
    struct arena *arena;
    const char *base;
    struct feed *feed;
    size_t cap;
    bool is_feed, is_atom, is_in_entry;
    bool is_plain;         /* the element that is open holds plain text, or XHTML, and no escaped markup */
    bool is_permanent;     /* the id may be an address */
    struct str open;       /* the name of the element inside the entry; data NULL: none */
    enum feed_field field; /* of it */
    struct buf text;
    struct str values[FIELDS]; /* of the entry, in the arena; data NULL: absent */
};

/* --- the document --- */

/* <![CDATA[...]]> is a comment to an HTML tokenizer: it becomes escaped text. */
static void write_without_cdata(struct buf *out, struct str xml)
{
    const struct str open = STR("<![CDATA["), close = STR("]]>");
    size_t at = 0;
    while (at < xml.len) {
        size_t start = str_find(xml, open, at), end = str_find(xml, close, start);
        buf_add(out, xml.data + at, start - at);
        if (start == xml.len)
            return;
        escape_html(out, (struct str){xml.data + start + open.len, end - start - open.len});
        at = end < xml.len ? end + close.len : end;
    }
}

static struct str charset_in(struct str type)
{
    size_t at = str_ifind(type, STR("charset="), 0);
    struct str rest = {type.data + at, type.len - at}, value = STR("");
    if (at == type.len)
        return value;
    str_split(&rest, '=', &value);
    str_split(&rest, ';', &value);
    value = str_trim(value);
    if (value.len > 1 && value.data[0] == '"' && value.data[value.len - 1] == '"')
        value = (struct str){value.data + 1, value.len - 2};
    return value;
}

static bool write_document(struct buf *out, struct arena *arena, struct str body, struct str type)
{
    struct str charset = charset_in(type);
    const char *name = arena_copy_n(arena, charset.data, charset.len);
    struct buf text = {0};
    bool is_done = name && html_to_utf8(&text, body, name);
    if (is_done)
        write_without_cdata(out, (struct str){buf_text(&text), text.len});
    buf_free(&text);
    return is_done && !out->failed;
}

/* --- an entry --- */

static enum feed_field field_of(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_ieq(name, str_from(names[i].name)))
            return names[i].field;
    return FIELD_NONE;
}

static bool is_entry(struct str name)
{
    return str_eq(name, STR("item")) || str_eq(name, STR("entry"));
}

/* Keeps a value; the first one counts. */
static void feed_keep(struct feed_reader *reader, enum feed_field field, struct str value)
{
    value = str_trim(value);
    if (field == FIELD_NONE || reader->values[field].data || !value.len)
        return;
    char *copy = arena_copy_n(reader->arena, value.data, value.len);
    reader->values[field] = (struct str){copy, value.len};
}

/* Frees a text; that it had no memory is noted. */
static void feed_free(struct feed_reader *reader, struct buf *text)
{
    if (text->failed)
        arena_fail(reader->arena);
    buf_free(text);
}

static void keep_attribute(struct feed_reader *reader, enum feed_field field, struct str value)
{
    struct buf text = {0};
    html_decode(&text, value, true);
    feed_keep(reader, field, (struct str){buf_text(&text), text.len});
    feed_free(reader, &text);
}

/* <link rel="alternate" href="..."/>, as Atom has it. */
static void read_link(struct feed_reader *reader, const struct html_token *token)
{
    struct str rel = html_attribute(token, STR("rel")), href = html_attribute(token, STR("href"));
    if (href.data && (!rel.data || str_ieq(rel, STR("alternate"))))
        keep_attribute(reader, FIELD_LINK, href);
}

static void open_element(struct feed_reader *reader, const struct html_token *token)
{
    struct str type = html_attribute(token, STR("type"));
    enum feed_field field = field_of(token->name);
    if (field == FIELD_LINK)
        read_link(reader, token);
    if (str_ieq(token->name, STR("guid")))
        reader->is_permanent = !str_ieq(html_attribute(token, STR("isPermaLink")), STR("false"));
    if (token->self_closing)
        return;
    reader->open = token->name;
    reader->field = field;
    reader->is_plain = reader->is_atom && (field == FIELD_TITLE || field == FIELD_SUMMARY || field == FIELD_CONTENT) &&
                       !str_ieq(type, STR("html")) && !str_ieq(type, STR("text/html"));
    buf_clear(&reader->text);
}

static void close_element(struct feed_reader *reader)
{
    struct str text = {buf_text(&reader->text), reader->text.len};
    struct buf escaped = {0};
    if (reader->is_plain) {
        escape_html(&escaped, text);
        text = (struct str){buf_text(&escaped), escaped.len};
    }
    feed_keep(reader, reader->field, text);
    reader->open = (struct str){NULL, 0};
    feed_free(reader, &escaped);
}

static void begin_entry(struct feed_reader *reader, const struct html_token *token)
{
    struct str about = html_attribute(token, STR("rdf:about"));
    memset(reader->values, 0, sizeof reader->values);
    reader->is_in_entry = true;
    reader->is_permanent = true;
    reader->open = (struct str){NULL, 0};
    if (about.data)
        keep_attribute(reader, FIELD_ID, about);
}

/* NULL: it is no address of the web. */
static const char *resolve(struct feed_reader *reader, struct str address)
{
    if (!address.len || !page_url_is_good(address))
        return NULL;
    return url_resolve(reader->arena, reader->base, address);
}

static int64_t time_of(struct str text)
{
    return text.len ? date_read(text, clock_now_ms()) : 0;
}

static void end_entry(struct feed_reader *reader)
{
    struct feed *feed = reader->feed;
    const struct str *values = reader->values;
    reader->is_in_entry = false;
    struct feed_entry *added = VEC_PUSH(reader->arena, feed->list, feed->count, reader->cap);
    if (!added)
        return;
    struct str id = values[FIELD_ID], summary = values[FIELD_SUMMARY], content = values[FIELD_CONTENT];
    struct str link = values[FIELD_LINK].data || !reader->is_permanent || !url_is_web(id) ? values[FIELD_LINK] : id;
    const char *text = content.len > summary.len ? content.data : summary.data;
    int64_t published = time_of(values[FIELD_PUBLISHED]);
    *added = (struct feed_entry){
        .url = resolve(reader, link),
        .id = id.data,
        .title = values[FIELD_TITLE].data ? values[FIELD_TITLE].data : "",
        .text = text ? text : "",
        .published_ms = published ? published : time_of(values[FIELD_UPDATED]),
    };
}

/* --- tokens --- */

static void feed_add_text(struct feed_reader *reader, const struct html_token *token)
{
    if (reader->text.len < FEED_TEXT)
        html_decode(&reader->text, token->data, false);
    if (reader->text.len > FEED_TEXT) {
        reader->text.len = utf8_valid_length((struct str){reader->text.data, FEED_TEXT});
        reader->text.data[reader->text.len] = '\0';
    }
}

static void read_root(struct feed_reader *reader, struct str name)
{
    bool is_atom = str_eq(name, STR("feed"));
    reader->is_feed = is_atom || str_eq(name, STR("rss")) || str_ieq(name, STR("rdf:RDF"));
    reader->is_atom = is_atom;
}

static void read_start(struct feed_reader *reader, const struct html_token *token)
{
    if (!reader->is_feed)
        read_root(reader, token->name);
    else if (!reader->is_in_entry && is_entry(token->name) && !token->self_closing)
        begin_entry(reader, token);
    else if (reader->is_in_entry && !reader->open.data)
        open_element(reader, token);
    else if (reader->open.data && !html_is_inline(token->name)) /* of XHTML */
        buf_char(&reader->text, ' ');
}

static void read_close(struct feed_reader *reader, struct str name)
{
    if (!reader->is_in_entry)
        return;
    if (reader->open.data && (str_eq(name, reader->open) || is_entry(name)))
        close_element(reader);
    if (is_entry(name))
        end_entry(reader);
}

static void read_tokens(struct feed_reader *reader, struct html_tokenizer *tokenizer)
{
    struct html_token token;
    while (!arena_failed(reader->arena) && reader->feed->count < FEED_ENTRIES && html_next(tokenizer, &token)) {
        if (token.kind == HTML_START)
            read_start(reader, &token);
        else if (token.kind == HTML_CLOSE)
            read_close(reader, token.name);
        else if (token.kind == HTML_TEXT && reader->open.data && reader->field != FIELD_NONE)
            feed_add_text(reader, &token);
    }
    if (html_tokenizer_failed(tokenizer))
        arena_fail(reader->arena);
}

enum status feed_read(struct arena *arena, struct str body, struct str type, const char *url, struct feed *feed,
                      struct error *err)
{
    struct feed_reader reader = {.arena = arena, .base = url, .feed = feed};
    struct buf document = {0};
    *feed = (struct feed){0};
    bool is_read = write_document(&document, arena, body, type);
    struct html_tokenizer *tokenizer =
        is_read ? html_tokenizer_new((struct str){buf_text(&document), document.len}) : NULL;
    if (tokenizer) {
        html_tokenizer_manual_modes(tokenizer);
        read_tokens(&reader, tokenizer);
    }
    html_tokenizer_free(tokenizer);
    buf_free(&document);
    feed_free(&reader, &reader.text);
    if (!tokenizer || arena_failed(arena))
        return error_memory(err);
    return reader.is_feed ? OK : error_set(err, E_CORRUPT, NULL, "it is no feed in RSS or Atom");
}
