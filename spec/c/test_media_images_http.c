/* Pictures from services: what is sent to them, and what becomes of their answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "loopback.h"
#include "media_files.h"
#include "pictures.h"

#include "text/text.h"

/* One answer of a service. */
struct step {
    int status; /* 0: 200 */
    struct str body;
    const char *header; /* beside Content-Type and Content-Length */
    const char *type;
    bool is_cut; /* the connection ends in the middle of the body */
};

enum { MOST_STEPS = 8, MOST_REQUEST = 4096 };

/* Answers with one step after another; the last repeats. */
struct script {
    struct step steps[MOST_STEPS];
    int count;
    char requests[MOST_STEPS][MOST_REQUEST]; /* as they came */
};

static struct loopback service, elsewhere;
static struct script at_service, at_elsewhere;
static struct net *net;
static struct images *images;

static bool play(struct loopback *server, int connection, const char *request)
{
    struct script *script = server->context;
    int number = atomic_load(&server->requests) - 1;
    const struct step *step = &script->steps[number < script->count ? number : script->count - 1];
    char head[400];
    if (number < MOST_STEPS)
        snprintf(script->requests[number], MOST_REQUEST, "%s", request);
    int length =
        snprintf(head, sizeof head,
                 "HTTP/1.1 %d Status\r\nContent-Type: %s\r\nContent-Length: %zu\r\nConnection: close\r\n%s%s\r\n",
                 step->status ? step->status : 200, step->type ? step->type : "application/json", step->body.len,
                 step->header ? step->header : "", step->header ? "\r\n" : "");
    loopback_send(connection, head, (size_t)length);
    loopback_send(connection, step->body.data, step->is_cut ? step->body.len / 2 : step->body.len);
    return false;
}

static int start(void **state)
{
    int failed = set_up(state);
    memset(&at_service, 0, sizeof at_service);
    memset(&at_elsewhere, 0, sizeof at_elsewhere);
    loopback_start(&service, play, &at_service);
    loopback_start(&elsewhere, play, &at_elsewhere);
    return failed;
}

static int stop(void **state)
{
    images_close(images);
    net_free(net);
    images = NULL;
    net = NULL;
    loopback_stop(&service);
    loopback_stop(&elsewhere);
    return tear_down(state);
}

static void open_net(bool allows_elsewhere)
{
    const char *address = arena_printf(arena, "127.0.0.1:%u", elsewhere.port);
    struct net_options options = {.allow_addresses = &address, .allow_count = allows_elsewhere};
    assert_int_equal(net_new(&options, &net, &err), OK);
}

/* An entry with base_url at the service; more: further members, "\"model\": \"x\"". */
static enum status try_open(const char *api, const char *path, const char *more)
{
    const char *text = arena_printf(arena, "{\"*\": {\"api\": \"%s\", \"base_url\": \"%s%s\"%s%s}}", api, service.url,
                                    path, *more ? ", " : "", more);
    json_t *entries = json_loads(text, 0, NULL);
    assert_non_null(entries);
    enum status status = images_open(entries, net, &images, &err);
    json_decref(entries);
    return status;
}

static void open_service(const char *api, const char *path, const char *more)
{
    if (try_open(api, path, more))
        fail_msg("%s", err.message);
}

static struct image image;

static enum status get(const struct images_query *query)
{
    struct lookup call = call_here();
    err.message[0] = '\0';
    return image_get(images_find(images, "any"), query, &call, &image);
}

static enum status make(const char *size, const char *model)
{
    struct images_query query = {
        .words = STR("Ferns"), .prompt = STR("A fern, \"watercolor\""), .size = size, .model = model};
    return get(&query);
}

static struct str text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static struct str text_of(const char *format, ...)
{
    va_list arguments;
    struct str text;
    char *memory = NULL;
    va_start(arguments, format);
    int length = vasprintf(&memory, format, arguments);
    va_end(arguments);
    assert_true(length >= 0);
    text = (struct str){arena_copy_n(arena, memory, (size_t)length), (size_t)length};
    free(memory);
    return text;
}

static struct str coded(struct str bytes)
{
    const char *text = base64_encode(arena, bytes);
    assert_non_null(text);
    return str_from(text);
}

/* The body of a request as JSON; it lives until the test ends. */
static const char *sent(const char *request)
{
    const char *body = strstr(request, "\r\n\r\n");
    assert_non_null(body);
    return body + 4;
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" does not have \"%s\"", text, part);
}

/* --- base64 --- */

static const char *decoded(const char *text)
{
    struct str bytes;
    if (base64_decode(arena, str_from(text), &bytes, &err))
        return "none";
    return arena_copy_n(arena, bytes.data, bytes.len);
}

static void test_base64(void **state)
{
    (void)state;
    assert_string_equal(decoded("Zm9vYmFy"), "foobar");
    assert_string_equal(decoded("Zm9vYmE="), "fooba");
    assert_string_equal(decoded("Zm9vYg=="), "foob");
    assert_string_equal(decoded("Zm9vYg"), "foob");
    assert_string_equal(decoded(" Zm9v\r\nYmFy\n"), "foobar");
    assert_string_equal(decoded("Pz8_Pj4-"), "?\?\?>>>");
    assert_string_equal(decoded("data:image/png;base64,Zm9v"), "foo");
    static const char *const wrong[] = {"", "=", "Z", "Zm9vY", "Zm9v!", "Zm9vYg=x", "Zm9vYg===", "data:,", "<html>"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_string_equal(decoded(wrong[i]), "none");
    assert_string_equal(base64_encode(arena, STR("foobar")), "Zm9vYmFy");
    assert_string_equal(base64_encode(arena, STR("fooba")), "Zm9vYmE=");
    assert_string_equal(base64_encode(arena, STR("foob")), "Zm9vYg==");
    assert_string_equal(base64_encode(arena, STR("")), "");
    struct str bytes, all = png(512, 258);
    assert_int_equal(base64_decode(arena, coded(all), &bytes, &err), OK);
    assert_true(str_eq(bytes, all));
}

/* --- openai --- */

static void answer_with(struct str bytes)
{
    at_service.steps[at_service.count++].body = text_of(
        "{\"created\": 1, \"data\": [{\"b64_json\": \"%s\", \"revised_prompt\": \"A fern.\"}]}", coded(bytes).data);
}

static void test_openai(void **state)
{
    (void)state;
    answer_with(png(1536, 1024));
    open_service("openai", "/v1/", "\"model\": \"gpt-image-1\", \"api_key\": \"sk-1\"");
    assert_int_equal(make("landscape", "alpha-image-2-fast"), OK);
    assert_string_equal(image.type, "image/png");
    assert_true(image.width == 1536 && image.height == 1024 && image.is_made);
    assert_null(image.note);
    assert_int_equal(strlen(image.key), 16);
    assert_true(str_eq(image.data, png(1536, 1024)));
    const char *request = at_service.requests[0];
    assert_has(request, "POST /v1/images/generations HTTP");
    assert_has(request, "Authorization: Bearer sk-1\r\n");
    assert_string_equal(sent(request), "{\"prompt\":\"A fern, \\\"watercolor\\\"\",\"n\":1,\"size\":\"1536x1024\","
                                       "\"model\":\"gpt-image-1\",\"quality\":\"low\"}");
}

static void test_long_prompt(void **state)
{
    (void)state;
    char *text = arena_alloc(arena, IMAGE_PROMPT + 2);
    assert_non_null(text);
    memset(text, 'a', IMAGE_PROMPT + 1);
    struct images_query query = {.prompt = {text, IMAGE_PROMPT + 1}};
    answer_with(png(1024, 1024));
    open_service("openai", "", "");
    assert_int_equal(get(&query), OK);
    json_t *body = json_loads(sent(service.last), 0, NULL);
    assert_int_equal(utf8_length(str_from(json_string_value(json_object_get(body, "prompt")))), IMAGE_PROMPT);
    json_decref(body);
}

static void test_openai_tiers(void **state)
{
    (void)state;
    static const struct {
        const char *more, *model, *sends;
    } cases[] = {
        {"\"model\": \"gpt-image-1\"", "alpha-image-2-medium", "\"quality\":\"medium\""},
        {"\"model\": \"dall-e-3\"", "alpha-image-2-fast", "\"quality\":\"standard\",\"response_format\":\"b64_json\""},
        {"\"model\": \"dall-e-3\"", "alpha-image-2-medium", "\"quality\":\"hd\""},
        {"\"model\": \"gpt-image-1\", \"quality\": \"high\"", "alpha-image-2-fast", "\"quality\":\"high\""},
        {"\"model\": \"dall-e-2\"", "alpha-image-2-fast", "\"model\":\"dall-e-2\",\"response_format\":\"b64_json\"}"},
        {"\"model\": \"gpt-image-1\"", "delta-2", "\"model\":\"gpt-image-1\"}"},
        {"\"model\": \"flux\"", "alpha-image-2-medium", "\"model\":\"flux\"}"},
        {"\"sizes\": [\"640x480\"]", NULL, "\"size\":\"640x480\"}"},
    };
    answer_with(png(1024, 1024));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        open_service("openai", "", cases[i].more);
        assert_int_equal(make("square", cases[i].model), OK);
        assert_has(at_service.requests[i], cases[i].sends);
        images_close(images);
    }
    images = NULL;
}

static void test_openai_sizes(void **state)
{
    (void)state;
    answer_with(png(1536, 1024));
    answer_with(png(1024, 1024));
    open_service("openai", "", "");
    assert_int_equal(make("1792x1008", NULL), OK);
    assert_string_equal(image.note, "1792x1008 was asked for, 1536x1024 is the nearest");
    assert_int_equal(make("1536x1024", NULL), OK); /* a server that makes one size */
    assert_string_equal(image.note, "1536x1024 was asked for, 1024x1024 came");
}

/* The picture is where the service is: it is asked as that, with its key, though no guard lets anybody in there. */
static void test_openai_own_address(void **state)
{
    (void)state;
    open_net(false);
    at_service.count = 3;
    at_service.steps[0].body = text_of("{\"data\": [{\"url\": \"%s/images/7.png\"}]}", service.url);
    at_service.steps[1] = (struct step){.body = jpeg(640, 480), .type = "image/jpeg"};
    at_service.steps[2].body = STR("{\"data\": [{\"url\": \"/images/8.png\"}]}");
    open_service("openai", "/v1", "\"api_key\": \"sk-1\"");
    assert_int_equal(make(NULL, NULL), OK);
    assert_string_equal(image.type, "image/jpeg");
    assert_has(at_service.requests[1], "GET /images/7.png HTTP");
    assert_has(at_service.requests[1], "Authorization: Bearer sk-1\r\n");
    make(NULL, NULL);
    assert_has(at_service.requests[3], "GET /images/8.png HTTP");
}

static void test_openai_other_address(void **state)
{
    (void)state;
    at_service.count = 1;
    at_service.steps[0].body = text_of("{\"data\": [{\"url\": \"%s/7.png?sig=a\"}]}", elsewhere.url);
    at_elsewhere.count = 1;
    at_elsewhere.steps[0] = (struct step){.body = png(1024, 1024), .type = "image/png"};
    open_net(false);
    open_service("openai", "", "\"api_key\": \"sk-1\"");
    assert_int_equal(make(NULL, NULL), E_DENIED); /* nobody is sent into this machine */
    assert_int_equal(atomic_load(&elsewhere.requests), 0);
    images_close(images);
    net_free(net);
    open_net(true);
    open_service("openai", "", "\"api_key\": \"sk-1\"");
    assert_int_equal(make(NULL, NULL), OK);
    assert_has(at_elsewhere.requests[0], "GET /7.png?sig=a HTTP");
    assert_null(strstr(at_elsewhere.requests[0], "sk-1"));
    at_elsewhere.steps[0].status = 404;
    assert_int_equal(make(NULL, NULL), E_UPSTREAM);
    assert_says("the picture that it names answers with status 404");
}

static void test_openai_answers(void **state)
{
    (void)state;
    static char many[2 * 1024 * 1024]; /* libcurl says that memory runs out */
    memset(many, 'a', sizeof many - 1);
    const struct {
        const char *body, *says;
        enum status status;
    } cases[] = {
        {"{\"data\": []}", "its answer has no picture", E_UPSTREAM},
        {"{}", "its answer has no picture", E_UPSTREAM},
        {"[]", "its answer has no picture", E_UPSTREAM},
        {"{\"data\": [{}]}", "its answer has no picture", E_UPSTREAM},
        {"{\"data\": [{\"b64_json\": 5, \"url\": 5}]}", "its answer has no picture", E_UPSTREAM},
        {"{\"data\": [{\"b64_json\": \"not base64!\"}]}", "is no base64", E_UPSTREAM},
        {"{\"data\": [{\"b64_json\": \"PHN2Zy8+\"}]}", "what came is no picture", E_CORRUPT}, /* <svg/> */
        {"{\"data\": [{\"url\": \"ftp://x/y\"}]}", "the address of its picture is none", E_UPSTREAM},
        {"{\"data\": [{\"url\": \"file:///etc/passwd\"}]}", "the address of its picture is none", E_UPSTREAM},
        {text_of("{\"data\": [{\"url\": \"/%s\"}]}", many).data, "the address of its picture is none", E_UPSTREAM},
        {"{\"data\": [", "is no JSON", E_UPSTREAM},
        {"<!DOCTYPE html>", "is no JSON", E_UPSTREAM},
    };
    open_net(false);
    open_service("openai", "", "");
    at_service.count = 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        at_service.steps[0].body = str_from(cases[i].body);
        if (make(NULL, NULL) != cases[i].status)
            fail_msg("%s: %s", cases[i].body, err.message);
        assert_says(cases[i].says);
        assert_says("images[\"*\"]");
    }
    at_service.steps[0].body =
        text_of("{\"data\": [{\"url\": \"data:image/png;base64,%s\"}]}", coded(png(1024, 1024)).data);
    assert_int_equal(make(NULL, NULL), OK);
}

static void test_openai_refusals(void **state)
{
    (void)state;
    static const struct {
        int http;
        const char *body, *says;
        enum status status;
    } cases[] = {
        {400, "{\"error\": {\"code\": \"moderation_blocked\", \"message\": \"Rejected by the <b>safety</b> system.\"}}",
         "images[\"*\"] does not want to make this picture: Rejected by the safety system.", E_DENIED},
        {400, "{\"error\": {\"code\": \"content_policy_violation\"}}", "does not want to make this picture", E_DENIED},
        {400, "{\"error\": {\"code\": \"moderation_blocked\", \"message\": \"key sk-secret\"}}",
         "does not want to make this picture", E_DENIED},
        {400, "{\"error\": {\"code\": \"invalid_value\", \"message\": \"Invalid size.\"}}", "Invalid size.",
         E_UPSTREAM},
        {401, "{\"error\": {\"code\": \"invalid_api_key\", \"message\": \"Incorrect: sk-secret\"}}", "api_key",
         E_DENIED},
        {404, "{\"error\": {\"code\": \"model_not_found\", \"message\": \"No such model.\"}}", "No such model",
         E_UPSTREAM},
        {400, "broken", "status 400", E_UPSTREAM},
    };
    open_service("openai", "", "\"api_key\": \"sk-secret\"");
    at_service.count = 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        at_service.steps[0] = (struct step){.status = cases[i].http, .body = str_from(cases[i].body)};
        if (make(NULL, NULL) != cases[i].status)
            fail_msg("%s: %s", cases[i].body, err.message);
        assert_says(cases[i].says);
        assert_null(strstr(err.message, "sk-secret"));
    }
}

static void test_openai_tries(void **state)
{
    (void)state;
    at_service.count = 2;
    at_service.steps[0] = (struct step){.status = 429, .header = "Retry-After-Ms: 1", .body = STR("{}")};
    at_service.steps[1] = (struct step){.status = 500, .header = "Retry-After-Ms: 1", .body = STR("{}")};
    answer_with(png(1024, 1024));
    open_service("openai", "", "");
    assert_int_equal(make(NULL, NULL), OK);
    assert_int_equal(atomic_load(&service.requests), 3);
    at_service.count = 4;
    at_service.steps[3] = (struct step){.status = 429, .header = "Retry-After: 999", .body = STR("{}")};
    assert_int_equal(make(NULL, NULL), E_LIMIT);
    assert_int_equal(atomic_load(&service.requests), 4);
}

/* A picture may have been made and paid for when the connection breaks. */
static void test_openai_broken_connection(void **state)
{
    (void)state;
    at_service.count = 1;
    at_service.steps[0] = (struct step){.body = STR("{\"data\": []}"), .is_cut = true};
    open_service("openai", "", "");
    assert_int_equal(make(NULL, NULL), E_NETWORK);
    assert_int_equal(atomic_load(&service.requests), 1);
}

static void test_too_large(void **state)
{
    (void)state;
    struct str whole = png(1024, 1024);
    char *large = arena_alloc(arena, IMAGE_BYTES + 1);
    assert_non_null(large);
    memcpy(large, whole.data, whole.len);
    answer_with((struct str){large, IMAGE_BYTES + 1});
    open_service("openai", "", "");
    assert_int_equal(make(NULL, NULL), E_LIMIT);
    assert_says("more than 12582912 bytes");
    at_service.steps[0].body.len = 0;
    at_service.count = 0;
    answer_with((struct str){large, IMAGE_BYTES});
    assert_int_equal(make(NULL, NULL), OK);
    assert_int_equal(image.data.len, IMAGE_BYTES);
}

/* --- automatic1111 --- */

static void test_automatic1111(void **state)
{
    (void)state;
    at_service.count = 1;
    at_service.steps[0].body = text_of("{\"images\": [\"%s\"], \"info\": \"{}\"}", coded(png(1792, 1008)).data);
    open_service("automatic1111", "",
                 "\"user\": \"ada\", \"password\": \"p:w\", \"model\": \"base\", \"steps\": 20, "
                 "\"negative_prompt\": \"text\"");
    assert_int_equal(make("16:9", NULL), OK);
    assert_true(image.width == 1792 && image.height == 1008 && image.is_made && !image.note);
    const char *request = at_service.requests[0];
    assert_has(request, "POST /sdapi/v1/txt2img HTTP");
    assert_has(request, "Authorization: Basic YWRhOnA6dw==\r\n");
    assert_string_equal(sent(request), "{\"prompt\":\"A fern, \\\"watercolor\\\"\",\"negative_prompt\":\"text\","
                                       "\"width\":1792,\"height\":1008,\"steps\":20,"
                                       "\"override_settings\":{\"sd_model_checkpoint\":\"base\"}}");
    at_service.steps[0].body = text_of("{\"images\": [\"data:image/png;base64,%s\"]}", coded(png(1024, 1024)).data);
    assert_int_equal(make(NULL, NULL), OK);
}

static void test_automatic1111_faults(void **state)
{
    (void)state;
    static const struct {
        int http;
        const char *body, *says;
        enum status status;
    } cases[] = {
        {200, "{\"images\": []}", "its answer has no picture", E_UPSTREAM},
        {200, "{\"images\": {}}", "its answer has no picture", E_UPSTREAM},
        {200, "{\"images\": [7]}", "its answer has no picture", E_UPSTREAM},
        {200, "{\"images\": [\"?\"]}", "is no base64", E_UPSTREAM},
        {200, "{\"images\": [\"PGh0bWw+\"]}", "what came is no picture", E_CORRUPT},
        {401, "{\"detail\": \"Incorrect username or password\"}", "Incorrect username", E_DENIED},
        {404, "{\"detail\": \"Not Found\"}", "look at its base_url", E_UPSTREAM},
        {422, "{\"detail\": [{\"msg\": \"value is not a valid integer\"}]}", "valid integer", E_UPSTREAM},
    };
    open_service("automatic1111", "", "");
    at_service.count = 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        at_service.steps[0] = (struct step){.status = cases[i].http, .body = str_from(cases[i].body)};
        if (make(NULL, NULL) != cases[i].status)
            fail_msg("%s: %s", cases[i].body, err.message);
        assert_says(cases[i].says);
    }
}

/* --- openverse --- */

#define BY(id, more)                                                                                                   \
    "{\"id\": \"" id "\", \"title\": \"Fern " id "\", \"creator\": \"Ada\", \"license\": \"by\", "                     \
    "\"license_version\": \"2.0\", \"license_url\": \"https://creativecommons.org/licenses/by/2.0/\", "                \
    "\"foreign_landing_url\": \"https://photos.example/" id "\", \"filetype\": \"jpg\", \"width\": 1600, "             \
    "\"height\": 900, \"filesize\": null, \"mature\": false, " more "}"

static void answer_results(const char *results)
{
    at_service.steps[at_service.count++].body = text_of("{\"result_count\": 9, \"results\": [%s]}", results);
}

/* A result with its address elsewhere and a thumbnail at the service. */
static const char *result(const char *format)
{
    const char *at = strstr(format, "@@");
    assert_non_null(at);
    return arena_printf(arena, "%.*s\"url\": \"%s/a.jpg\", \"thumbnail\": \"%s/thumb/\"%s", (int)(at - format), format,
                        elsewhere.url, service.url, at + 2);
}

static enum status find(const char *words, const char *size, const char *used)
{
    struct images_query query = {.words = str_from(words),
                                 .size = size,
                                 .language = language_find(STR("en")),
                                 .used = &used,
                                 .used_count = used != NULL};
    return get(&query);
}

static void serve_picture(struct str data)
{
    at_elsewhere.count = 1;
    at_elsewhere.steps[0] = (struct step){.body = data, .type = "image/jpeg"};
}

static void test_openverse(void **state)
{
    (void)state;
    open_net(true);
    answer_results(
        result(BY("7", "\"attribution\": \"\\\"Fern 7\\\" by Ada is licensed under CC BY 2.0. To view a copy "
                       "of this license, visit https://creativecommons.org/licenses/by/2.0/.\", @@")));
    serve_picture(jpeg(1600, 900));
    open_service("openverse", "", "");
    assert_int_equal(find("How to water a fern in the shade", "16:9", NULL), OK);
    assert_has(at_service.requests[0], "GET /v1/images/?q=water%20fern%20shade&page_size=20&"
                                       "license_type=commercial%2Cmodification&aspect_ratio=wide&mature=false HTTP");
    assert_null(strstr(at_service.requests[0], "Authorization"));
    assert_has(at_elsewhere.requests[0], "GET /a.jpg HTTP");
    assert_true(str_eq(image.data, jpeg(1600, 900)));
    assert_string_equal(image.key, "7");
    assert_string_equal(image.alt, "Fern 7");
    assert_string_equal(image.credit, "\"Fern 7\" by Ada");
    assert_string_equal(image.license, "CC BY 2.0");
    assert_string_equal(image.license_url, "https://creativecommons.org/licenses/by/2.0/");
    assert_string_equal(image.source_url, "https://photos.example/7");
    assert_true(!image.is_made && !image.note);
}

static void test_openverse_license(void **state)
{
    (void)state;
    open_net(true);
    answer_results(result(BY("odd", "\"license\": \"cc0\", \"license_version\": \"1.0, buy at x.example\", @@")));
    serve_picture(jpeg(1600, 900));
    open_service("openverse", "", "");
    assert_int_equal(find("fern", NULL, NULL), OK);
    assert_string_equal(image.license, "CC0");
}

static void test_openverse_choice(void **state)
{
    (void)state;
    open_net(true);
    answer_results(arena_printf(
        arena, "5, {}, %s, %s, %s, %s, %s, %s", result(BY("nc", "\"license\": \"by-nc\", @@")),
        result(BY("svg", "\"filetype\": \"svg\", @@")), result(BY("small", "\"width\": 200, @@")),
        result(BY("adult", "\"mature\": true, @@")), result(BY("used", "@@")),
        result(BY("good", "\"license\": \"cc0\", \"license_version\": \"1.0\", \"creator\": \"<i>Bo</i>\", @@"))));
    serve_picture(jpeg(1600, 900));
    open_service("openverse", "", "");
    assert_int_equal(find("fern", NULL, "used"), OK);
    assert_string_equal(image.key, "good");
    assert_string_equal(image.license, "CC0 1.0");
    assert_string_equal(image.credit, "\"Fern good\" by Bo");
    assert_int_equal(atomic_load(&elsewhere.requests), 1);
}

/* Any shape is better than none, and the note says so; what is no picture is passed over. */
static void test_openverse_second_choice(void **state)
{
    (void)state;
    open_net(true);
    answer_results("");
    answer_results(arena_printf(arena, "%s, %s", result(BY("1", "@@")), result(BY("2", "@@"))));
    at_elsewhere.count = 2;
    at_elsewhere.steps[0] = (struct step){.body = STR("<!DOCTYPE html>"), .type = "text/html"};
    at_elsewhere.steps[1] = (struct step){.body = jpeg(1600, 900), .type = "image/jpeg"};
    open_service("openverse", "", "");
    assert_int_equal(find("fern", "9:16", NULL), OK);
    assert_has(at_service.requests[0], "aspect_ratio=tall");
    assert_null(strstr(at_service.requests[1], "aspect_ratio"));
    assert_string_equal(image.key, "2");
    assert_string_equal(image.note, "9:16 was asked for, 1600x900 came");
}

/* The kind of picture first, then the shape alone, then any; a note says what was not found. */
static void test_openverse_styles(void **state)
{
    (void)state;
    open_net(true);
    answer_results("");
    answer_results("");
    answer_results(result(BY("1", "@@")));
    answer_results(result(BY("2", "@@")));
    serve_picture(jpeg(1600, 900));
    open_service("openverse", "", "");
    struct images_query query = {.words = STR("ferns"), .style = "watercolor", .size = "portrait"};
    assert_int_equal(get(&query), OK);
    assert_has(at_service.requests[0], "aspect_ratio=tall&category=illustration%2Cdigitized_artwork&mature=false");
    assert_has(at_service.requests[1], "aspect_ratio=tall&mature=false");
    assert_has(at_service.requests[2], "license_type=commercial%2Cmodification&mature=false");
    assert_string_equal(image.note, "no picture of the style \"watercolor\" was found; portrait was asked for, "
                                    "1600x900 came");
    query = (struct images_query){.words = STR("ferns"), .style = "photo", .size = "landscape"};
    assert_int_equal(get(&query), OK);
    assert_has(at_service.requests[3], "aspect_ratio=wide&category=photograph&");
    assert_null(image.note);
}

static void test_openverse_large(void **state)
{
    (void)state;
    open_net(true);
    answer_results(result(BY("1", "\"filesize\": 99999999, @@")));
    at_service.steps[at_service.count++] = (struct step){.body = jpeg(600, 338), .type = "image/jpeg"};
    open_service("openverse", "", "");
    assert_int_equal(find("fern", NULL, NULL), OK);
    assert_has(at_service.requests[1], "GET /thumb/ HTTP");
    assert_int_equal(image.width, 600);
    assert_int_equal(atomic_load(&elsewhere.requests), 0);
}

static void test_openverse_nothing(void **state)
{
    (void)state;
    open_net(false);
    answer_results("");
    answer_results(result(BY("1", "@@")));
    at_service.steps[at_service.count++].body = STR("{\"detail\": \"odd\"}");
    open_service("openverse", "", "");
    assert_int_equal(find("fern", NULL, NULL), E_NOT_FOUND);
    assert_says("no picture with a free licence fits");
    assert_int_equal(find("moss", NULL, NULL), E_NOT_FOUND); /* the guard lets nobody in there */
    assert_says("can be fetched");
    assert_int_equal(find("lichen", NULL, NULL), E_UPSTREAM);
    assert_says("its answer has no results");
    assert_int_equal(find("fern", NULL, NULL), E_NOT_FOUND); /* the answer was kept */
    assert_int_equal(atomic_load(&service.requests), 3);
    assert_int_equal(find("how to", NULL, NULL), E_NOT_FOUND);
    assert_int_equal(find("", "1:1", NULL), E_NOT_FOUND);
    assert_int_equal(atomic_load(&service.requests), 3);
    at_service.steps[at_service.count++] = (struct step){.status = 404, .body = STR("{\"detail\": \"Not Found\"}")};
    assert_int_equal(find("bog", "1:1", NULL), E_UPSTREAM);
    assert_says("look at its base_url");
}

static void test_openverse_token(void **state)
{
    (void)state;
    open_net(true);
    at_service.steps[at_service.count++].body =
        STR("{\"access_token\": \"t1\", \"expires_in\": 36000, \"token_type\": \"Bearer\"}");
    answer_results(result(BY("1", "@@")));
    at_service.steps[at_service.count++] = (struct step){.status = 401, .body = STR("{\"detail\": \"expired\"}")};
    at_service.steps[at_service.count++].body = STR("{\"access_token\": \"t2\", \"expires_in\": -1e300}");
    answer_results(result(BY("2", "@@")));
    serve_picture(jpeg(1600, 900));
    open_service("openverse", "", "\"client_id\": \"id\", \"client_secret\": \"s&s\"");
    assert_int_equal(find("fern", NULL, NULL), OK);
    assert_has(at_service.requests[0], "POST /v1/auth_tokens/token/ HTTP");
    assert_has(at_service.requests[0], "Content-Type: application/x-www-form-urlencoded\r\n");
    assert_string_equal(sent(at_service.requests[0]), "grant_type=client_credentials&client_id=id&client_secret=s%26s");
    assert_has(at_service.requests[1], "Authorization: Bearer t1\r\n");
    assert_int_equal(find("moss", NULL, NULL), OK); /* a token that was called back */
    assert_has(at_service.requests[2], "Authorization: Bearer t1\r\n");
    assert_has(at_service.requests[4], "Authorization: Bearer t2\r\n");
    assert_string_equal(image.key, "2");
    assert_null(strstr(at_elsewhere.requests[0], "Authorization"));
}

static void test_openverse_no_token(void **state)
{
    (void)state;
    static const struct {
        int http;
        const char *body, *says;
        enum status status;
    } cases[] = {
        {401, "{\"error\": \"invalid_client\"}", "gives no token: look at client_id", E_DENIED},
        {400, "{\"error\": \"s-secret\"}", "gives no token: look at client_id", E_DENIED},
        {200, "{}", "has no access_token", E_UPSTREAM},
        {200, "{\"access_token\": \"a b\\r\\nX: y\"}", "has no access_token", E_UPSTREAM},
        {200, "{\"access_token\": \"\"}", "has no access_token", E_UPSTREAM},
    };
    open_net(true);
    open_service("openverse", "", "\"client_id\": \"id\", \"client_secret\": \"s-secret\"");
    at_service.count = 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        at_service.steps[0] = (struct step){.status = cases[i].http, .body = str_from(cases[i].body)};
        assert_int_equal(find("fern", NULL, NULL), cases[i].status);
        assert_says(cases[i].says);
        assert_null(strstr(err.message, "s-secret"));
    }
}

/* --- entries --- */

static void test_wrong_entries(void **state)
{
    (void)state;
    static const struct {
        const char *api, *more, *says;
    } cases[] = {
        {"openai", "\"key\": 1", "images[\"*\"].key is unknown; beside api there are: \"base_url\""},
        {"openai", "\"model\": 1", "images[\"*\"].model must be a text"},
        {"openai", "\"quality\": \"\"", "images[\"*\"].quality must be a text"},
        {"openai", "\"sizes\": []", "images[\"*\"].sizes must be a list of 1 to 16 sizes"},
        {"openai", "\"seconds\": 0", "images[\"*\"].seconds must be a whole number from 1"},
        {"openai", "\"api_key\": \"a b\"", "images[\"*\"].api_key must be a key"},
        {"automatic1111", "\"user\": \"a\"", "images[\"*\"].user and images[\"*\"].password must be given together"},
        {"automatic1111", "\"user\": \"a:b\", \"password\": \"c\"", "the user without a colon"},
        {"automatic1111", "\"steps\": 500", "images[\"*\"].steps must be a whole number from 1 to 150"},
        {"automatic1111", "\"api_key\": \"a\"", "images[\"*\"].api_key is unknown"},
        {"automatic1111", "\"negative_prompt\": 7", "images[\"*\"].negative_prompt must be a text"},
        {"openverse", "\"client_id\": \"a\"", "images[\"*\"].client_id and images[\"*\"].client_secret must be given"},
        {"openverse", "\"model\": \"a\"", "images[\"*\"].model is unknown"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(try_open(cases[i].api, "", cases[i].more), E_INVALID);
        assert_says(cases[i].says);
    }
    json_t *entries = json_loads("{\"*\": {\"api\": \"openai\"}}", 0, NULL);
    assert_int_equal(images_open(entries, NULL, &images, &err), E_INVALID);
    assert_says("images[\"*\"].base_url must be");
    json_decref(entries);
    entries = json_loads("{\"*\": {\"api\": \"openverse\"}}", 0, NULL); /* the public one */
    assert_int_equal(images_open(entries, NULL, &images, &err), OK);
    assert_false(image_source_makes(images_find(images, "any")));
    json_decref(entries);
}

int main(void)
{
#define EACH(test) cmocka_unit_test_setup_teardown(test, start, stop)
    const struct CMUnitTest tests[] = {
        EACH(test_base64),
        EACH(test_openai),
        EACH(test_long_prompt),
        EACH(test_openai_tiers),
        EACH(test_openai_sizes),
        EACH(test_openai_own_address),
        EACH(test_openai_other_address),
        EACH(test_openai_answers),
        EACH(test_openai_refusals),
        EACH(test_openai_tries),
        EACH(test_openai_broken_connection),
        EACH(test_too_large),
        EACH(test_automatic1111),
        EACH(test_automatic1111_faults),
        EACH(test_openverse),
        EACH(test_openverse_choice),
        EACH(test_openverse_license),
        EACH(test_openverse_second_choice),
        EACH(test_openverse_styles),
        EACH(test_openverse_large),
        EACH(test_openverse_nothing),
        EACH(test_openverse_token),
        EACH(test_openverse_no_token),
        EACH(test_wrong_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
