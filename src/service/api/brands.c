#include "service/api/fields.h"

enum {
    NAME_MAX_LENGTH = 120,
    TEXT_MAX = 20000,
    URL_MAX = 2000,
    AVOID_MAX = 200,
    LINKS_MAX = 100,
};

/* A request about one brand, for the transactions below. */
struct brands_change {
    struct request *request;
    struct brand brand;
    const json_t *body;
    const char *name, *url, *description, *voice, *knowledge, *audience;
    struct field_list avoid; /* of const char * */
    struct field_list links; /* of struct given_link */
};

/* --- what requests say and answers show ----------------------------------------------------------------------------
 */

struct given_link {
    const char *text, *url;
};

static const struct field link_list_of_fields[] = {
    {"text", FIELD_TEXT, offsetof(struct given_link, text), .required = true, .maximum = TEXT_MAX,
     .summary = "What the link says."},
    {"url", FIELD_URL, offsetof(struct given_link, url), .required = true, .maximum = URL_MAX,
     .summary = "Where it leads."},
};

static const struct fields link_fields_of_brand = {"BrandLink", "A link that a brand offers.", link_list_of_fields,
                                                   COUNT_OF(link_list_of_fields), sizeof(struct given_link)};

#define GIVEN(member) offsetof(struct brands_change, member)

static const struct field brand_list_of_fields[] = {
    {"name", FIELD_TEXT, GIVEN(name), .required = true, .maximum = NAME_MAX_LENGTH,
     .summary = "Its name, as articles write it."},
    {"url", FIELD_URL, GIVEN(url), .maximum = URL_MAX, .summary = "Its site."},
    {"description", FIELD_TEXT, GIVEN(description), .maximum = TEXT_MAX, .summary = "What it is and does."},
    {"voice", FIELD_TEXT, GIVEN(voice), .maximum = TEXT_MAX, .summary = "How it speaks."},
    {"knowledge", FIELD_TEXT, GIVEN(knowledge), .maximum = TEXT_MAX,
     .summary = "Facts of its own that articles may use."},
    {"audience", FIELD_TEXT, GIVEN(audience), .maximum = TEXT_MAX, .summary = "Whom it speaks to."},
    {"avoid", FIELD_TEXTS, GIVEN(avoid), .maximum = AVOID_MAX, .longest = TEXT_MAX,
     .summary = "Words and claims that it does not use."},
    {"links", FIELD_OBJECTS, GIVEN(links), .maximum = LINKS_MAX, .items = &link_fields_of_brand,
     .summary = "Links that it offers."},
};

const struct fields brand_fields = {"BrandRequest", "Makes a brand: whom articles are written for.",
                                    brand_list_of_fields, COUNT_OF(brand_list_of_fields), sizeof(struct brands_change)};

const struct fields brand_change_fields = {"BrandChange",
                                           "Changes a brand: what is absent stays, null removes it.",
                                           brand_list_of_fields,
                                           COUNT_OF(brand_list_of_fields),
                                           sizeof(struct brands_change),
                                           .partial = true};

/* Kept as JSON text, which is never empty. */
static void brands_write_list(struct buf *out, const void *object, const void *field)
{
    (void)object;
    buf_str(out, *(const char *const *)field);
}

#define SHOWN(member) offsetof(struct brand, member)

static const struct member shown[] = {
    {"brandId", "string", "Identifier of the brand.", write_text, SHOWN(id)},
    {"name", "string", "Its name.", write_text, SHOWN(name)},
    {"url", "string?", "Its site.", write_text, SHOWN(url)},
    {"description", "string?", "What it is and does.", write_text, SHOWN(description)},
    {"voice", "string?", "How it speaks.", write_text, SHOWN(voice)},
    {"knowledge", "string?", "Facts of its own that articles may use.", write_text, SHOWN(knowledge)},
    {"audience", "string?", "Whom it speaks to.", write_text, SHOWN(audience)},
    {"avoid", "string[]", "Words and claims that it does not use.", brands_write_list, SHOWN(avoid)},
    {"links", "BrandLink[]", "Links that it offers.", brands_write_list, SHOWN(links)},
    {"createdAt", "integer", "When it was made, in milliseconds since 1970.", write_integer, SHOWN(created_at)},
    {"updatedAt", "integer", "When it changed last, in milliseconds since 1970.", write_integer, SHOWN(updated_at)},
};

const struct members brand_members = {"Brand", "Whom articles are written for, and how it speaks.", shown,
                                      COUNT_OF(shown)};

void brands_write(struct buf *out, const struct brand *brand)
{
    members_write(out, &brand_members, brand);
}

/* --- one brand -----------------------------------------------------------------------------------------------------
 */

static enum status get_brands(struct db *db, void *argument, struct error *err)
{
    struct brands_change *change = argument;
    const struct request *request = change->request;
    enum status status =
        brand_get(db, request->arena, caller_of(request)->account_id, request->id, &change->brand, err);
    return resource_missing(status, "brand", err);
}

static void brands_answer(struct brands_change *change, int http_status)
{
    struct request *request = change->request;
    if (http_status == 201)
        answer_header(request, "Location", "/api/brands/%s", change->brand.id);
    brands_write(&request->answer.body, &change->brand);
    answer_json(request, http_status);
}

void brands_get(struct request *request)
{
    struct brands_change change = {.request = request};
    if (resource_read(request, get_brands, &change))
        brands_answer(&change, 200);
}

static enum status delete_brand(struct db *db, void *argument, struct error *err)
{
    struct brands_change *change = argument;
    const struct request *request = change->request;
    enum status status = get_brands(db, change, err);
    return status ? status : brand_delete(db, caller_of(request)->account_id, request->id, err);
}

void brands_delete(struct request *request)
{
    struct brands_change change = {.request = request};
    if (resource_write(request, delete_brand, &change))
        answer_empty(request, 204);
}

/* --- create and update --- */

/* The text of a buffer, in the request's arena; NULL when memory ran out. */
static const char *brands_keep(const struct brands_change *change, struct buf *text)
{
    const char *copy = text->failed ? NULL : arena_copy(change->request->arena, buf_text(text));
    buf_free(text);
    return copy;
}

static bool brands_is_blank(const char *text)
{
    return !text || !str_trim(str_from(text)).len;
}

/* What is to be avoided, as JSON; blank entries say nothing. */
static const char *avoid_of(const struct brands_change *change)
{
    const char *const *list = change->avoid.items;
    struct buf out = {0};
    buf_char(&out, '[');
    for (size_t i = 0; i < change->avoid.count; i++) {
        if (brands_is_blank(list[i]))
            continue;
        buf_str(&out, out.len > 1 ? "," : "");
        json_text(&out, list[i]);
    }
    buf_char(&out, ']');
    return brands_keep(change, &out);
}

static const char *links_of(const struct brands_change *change)
{
    const struct given_link *list = change->links.items;
    struct buf out = {0};
    buf_char(&out, '[');
    for (size_t i = 0; i < change->links.count; i++) {
        buf_str(&out, i ? ",{\"text\":" : "{\"text\":");
        json_text(&out, list[i].text);
        buf_str(&out, ",\"url\":");
        json_text(&out, list[i].url);
        buf_char(&out, '}');
    }
    buf_char(&out, ']');
    return brands_keep(change, &out);
}

/* What of the brand the body says; what it does not say stays as it was. null and "" remove a text. */
static enum status take_over(struct brands_change *change, struct error *err)
{
    const struct {
        const char *name, *given, **kept;
    } texts[] = {
        {"name", change->name, &change->brand.name},
        {"url", change->url, &change->brand.url},
        {"description", change->description, &change->brand.description},
        {"voice", change->voice, &change->brand.voice},
        {"knowledge", change->knowledge, &change->brand.knowledge},
        {"audience", change->audience, &change->brand.audience},
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++)
        if (json_object_get(change->body, texts[i].name))
            *texts[i].kept = texts[i].given;
    if (!change->brand.avoid || json_object_get(change->body, "avoid"))
        change->brand.avoid = avoid_of(change);
    if (!change->brand.links || json_object_get(change->body, "links"))
        change->brand.links = links_of(change);
    return change->brand.avoid && change->brand.links ? OK : error_memory(err);
}

static enum status check_name(struct db *db, const struct brands_change *change, const char *name, struct error *err)
{
    struct brand other;
    const struct request *request = change->request;
    enum status status = brand_named(db, request->arena, caller_of(request)->account_id, name, &other, err);
    return resource_name_free(status, "brand", other.id, name, err);
}

static enum status brands_insert(struct db *db, void *argument, struct error *err)
{
    struct brands_change *change = argument;
    enum status status = take_over(change, err);
    if (!status)
        status = account_check_there(db, change->brand.account_id, err);
    if (!status)
        status = check_name(db, change, change->brand.name, err);
    if (!status)
        status = brand_insert(db, &change->brand, err);
    if (status)
        return status;
    return bound_check(db, api_of(change->request)->bounds, BOUND_BRANDS, change->brand.account_id, err);
}

static enum status update_brands(struct db *db, void *argument, struct error *err)
{
    struct brands_change *change = argument;
    enum status status = get_brands(db, change, err);
    /* Databases may hold brands of one name from earlier versions: all but the name of such a one can be changed. */
    if (!status && change->name && strcmp(change->name, change->brand.name) != 0)
        status = check_name(db, change, change->name, err);
    if (!status)
        status = take_over(change, err);
    if (status)
        return status;
    change->brand.updated_at = clock_now_ms();
    return brand_update(db, &change->brand, change->brand.updated_at, err);
}

/* Reads the body, runs the transaction and answers with the brand. */
static void write_brand(struct brands_change *change, store_work work, int http_status)
{
    static const struct fault blank = {"/name", "name must not be blank."};
    struct request *request = change->request;
    json_t *body;
    if (!read_request(request, change, &body))
        return;
    change->body = body;
    if (change->name && brands_is_blank(change->name))
        answer_faults(request, &blank, 1);
    else if (resource_write(request, work, change))
        brands_answer(change, http_status);
    json_decref(body);
}

void brands_create(struct request *request)
{
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    int64_t now = clock_now_ms();
    struct brands_change change = {
        .request = request,
        .brand = {.id = id, .account_id = caller_of(request)->account_id, .created_at = now, .updated_at = now},
    };
    write_brand(&change, brands_insert, 201);
}

void brands_update(struct request *request)
{
    struct brands_change change = {.request = request};
    write_brand(&change, update_brands, 200);
}

/* --- list --- */

LISTING_TABLE(brand_list_fields, "BrandList", "Lists brands, oldest first.", "brands", LISTING_SIZE, LISTING_MAX, 0);

static enum status list_brands(struct db *db, void *argument, struct error *err)
{
    struct listing *l = argument;
    struct brand *brands = NULL;
    enum status status = brand_list(db, l->request->arena, caller_of(l->request)->account_id, l->cursor,
                                    listing_wanted(l), &brands, &l->count, err);
    l->entries = brands;
    return status;
}

static void brands_write_entry(struct request *request, const void *entry)
{
    brands_write(&request->answer.body, entry);
}

static const struct listing_kind listing_kind = {.is_cursor = uuid_is_valid,
                                                 .read = list_brands,
                                                 .size = sizeof(struct brand),
                                                 .cursor_at = offsetof(struct brand, id),
                                                 .write = brands_write_entry};

void brands_list(struct request *request)
{
    struct listing listing = {.request = request};
    listing_answer(&listing, &listing_kind);
}
