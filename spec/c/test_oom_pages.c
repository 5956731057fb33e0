/* The pages of a service when memory runs out at any allocation: a whole page or a problem, and the next one is fine.
 */
#include "base/base.h"
#include "service/service.h"

#include "database.h"
#include "oom.h"

#include <curl/curl.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { STEP = 7 }; /* behind the first hundred allocations, each that many'th is tried */

static char folder[] = "/tmp/copydesk-pages-XXXXXX";
static struct service *service;
static CURL *curl;
static char cookie[200];

struct answer {
    long status; /* 0: the connection was closed without an answer */
    struct buf body;
};

static size_t take_body(char *data, size_t size, size_t count, void *body)
{
    buf_add(body, data, size * count);
    return size * count;
}

/* Keeps the session's cookie. */
static size_t take_header(char *data, size_t size, size_t count, void *unused)
{
    static const char name[] = "Set-Cookie: ";
    (void)unused;
    if (size * count > strlen(name) && strncmp(data, name, strlen(name)) == 0) {
        const char *value = data + strlen(name);
        snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(value, ";"), value);
    }
    return size * count;
}

/* What a form is sent once by differs each time. */
static void hide_once(struct buf *body)
{
    static const char field[] = "name=\"once\" value=\"";
    char *found = body->len ? strstr(body->data, field) : NULL;
    for (char *at = found ? found + strlen(field) : NULL; at && *at && *at != '"'; at++)
        *at = 'x';
}

/* form: NULL for GET. Free the body. */
static struct answer ask(const char *path, const char *form, const char *key)
{
    char url[300], header[100] = "Expect:";
    struct answer answer = {0};
    if (key)
        snprintf(header, sizeof header, "Authorization: Bearer %s", key);
    struct curl_slist *headers = curl_slist_append(NULL, header);
    headers = curl_slist_append(headers, form && form[0] == '{' ? "Content-Type: application/json" : "Expect:");
    snprintf(url, sizeof url, "%s%s", service_url(service), path);
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 20L);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(curl, CURLOPT_COOKIE, cookie);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer.body);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_header);
    if (form)
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, form);
    CURLcode code = curl_easy_perform(curl);
    assert_int_not_equal(code, CURLE_OPERATION_TIMEDOUT);
    if (code == CURLE_OK)
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer.status);
    curl_slist_free_all(headers);
    assert_false(answer.body.failed);
    hide_once(&answer.body);
    return answer;
}

/* Makes something by the interface; its id. */
static void make(const char *path, const char *body, const char *member, char id[40])
{
    struct answer answer = ask(path, body, service_key(service));
    if (answer.status / 100 != 2)
        fail_msg("%s: %ld %s", path, answer.status, buf_text(&answer.body));
    json_t *made = json_loads(buf_text(&answer.body), 0, NULL);
    snprintf(id, 40, "%s", json_string_value(json_object_get(made, member)));
    json_decref(made);
    buf_free(&answer.body);
}

static char domain[40], brand[40], integration[40], article[40];

static int begin(void **state)
{
    struct error err = {0};
    (void)state;
    oom_is_test_thread = true;
    json_set_alloc_funcs(__wrap_malloc, free);
    assert_non_null(mkdtemp(folder));
    json_t *config =
        json_pack("{si s{si si si si}}", "workers", 0, "limits", "create", 0, "status", 0, "links", 0, "other", 0);
    database_configure(config, folder);
    if (service_start(config, false, &service, &err) != OK)
        fail_msg("%s", err.message);
    json_decref(config);
    curl = curl_easy_init();
    make("/api/domains", "{\"name\":\"herbs\"}", "domainId", domain);
    char pages[80], id[40];
    snprintf(pages, sizeof pages, "/api/domains/%s/pages", domain);
    make(pages, "{\"pages\":[{\"url\":\"https://herbs.example/\",\"title\":\"Herbs\",\"html\":\"<p>Herbs.</p>\"}]}",
         "domainId", id);
    make("/api/brands", "{\"name\":\"Windowsill\"}", "brandId", brand);
    make("/api/integrations",
         "{\"name\":\"hook\",\"kind\":\"webhook\",\"settings\":{\"url\":\"https://example.com/hook\"}}",
         "integrationId", integration);
    make("/api/articles/v2/", "{\"targetKeyword\":\"herb garden\"}", "articleId", article);
    char form[100];
    snprintf(form, sizeof form, "key=%s", service_key(service));
    struct answer answer = ask("/sign-in", form, NULL);
    assert_int_equal(answer.status, 303);
    assert_true(cookie[0]);
    buf_free(&answer.body);
    return 0;
}

static int end(void **state)
{
    char command[128];
    (void)state;
    curl_easy_cleanup(curl);
    service_stop(service);
    json_set_alloc_funcs(malloc, free);
    database_drop(folder);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static bool is_problem(const struct answer *answer)
{
    return answer->status == 0 || answer->status == 500 || answer->status == 503;
}

static bool is_same(const struct answer *answer, const struct answer *whole)
{
    return answer->status == whole->status && strcmp(buf_text(&answer->body), buf_text(&whole->body)) == 0;
}

static void fail_difference(const char *path, long allowed, const struct answer *answer, const struct answer *whole)
{
    const char *given = buf_text(&answer->body), *wanted = buf_text(&whole->body);
    while (*given && *given == *wanted) {
        given++;
        wanted++;
    }
    fail_msg("%s after %ld allocations: %ld %.100s\ninstead of %ld %.100s", path, allowed, answer->status, given,
             whole->status, wanted);
}

/* Lets one more allocation through each time, until it is enough: then the answer is that of a service with all memory.
 */
static void ask_until_it_works(const char *path, const char *form)
{
    bool works = false;
    struct answer whole = ask(path, form, NULL);
    for (long allowed = 0; !works; allowed += allowed < 100 ? 1 : STEP) {
        atomic_store(&oom_others_left, allowed);
        struct answer answer = ask(path, form, NULL);
        bool ran_out = atomic_exchange(&oom_others_left, -1) == 0;
        works = is_same(&answer, &whole);
        if (!works && !is_problem(&answer)) { /* it tells the time, which may have moved on */
            buf_free(&whole.body);
            whole = ask(path, form, NULL);
            works = is_same(&answer, &whole);
        }
        if (!works && !(ran_out && is_problem(&answer)))
            fail_difference(path, allowed, &answer, &whole);
        assert_true(allowed < 100000);
        buf_free(&answer.body);
    }
    if (whole.status != (form && strstr(form, "saves=") ? 303 : 200))
        fail_msg("%s: %ld %s", path, whole.status, strstr(buf_text(&whole.body), "<h1>"));
    buf_free(&whole.body);
}

static void a_page_is_whole_or_a_problem(void **state)
{
    static const struct {
        const char *path, *id;
    } pages[] = {
        {"/queue?q=herb", ""},
        {"/articles/%s", article},
        {"/articles/new", ""},
        {"/articles/new?articleType=product", ""},
        {"/articles/bulk", ""},
        {"/domains", ""},
        {"/domains/%s", domain},
        {"/domains/%s/link", domain},
        {"/brands", ""},
        {"/brands/%s", brand},
        {"/integrations", ""},
        {"/integrations/new?kind=wordpress", ""},
        {"/integrations/%s", integration},
        {"/usage", ""},
        {"/keys", ""},
        {"/sign-in", ""},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        char path[120];
        snprintf(path, sizeof path, pages[i].path, pages[i].id);
        ask_until_it_works(path, NULL);
    }
}

/* Of the session, as every form has it. */
static void read_token(char token[80])
{
    static const char field[] = "name=\"token\" value=\"";
    struct answer page = ask("/queue", NULL, NULL);
    const char *found = strstr(buf_text(&page.body), field);
    assert_non_null(found);
    found += strlen(field);
    snprintf(token, 80, "%.*s", (int)strcspn(found, "\""), found);
    buf_free(&page.body);
}

static void a_form_is_taken_or_a_problem(void **state)
{
    static const struct {
        const char *path, *id, *form;
    } forms[] = {
        {"/articles/bulk", "", "action=check&articleType=blog_post&once=11112222&list=basil%%0Amint"},
        {"/articles/new", "", "saves=1&once=11112222&articleType=blog_post&targetKeyword=basil"},
        {"/brands/%s", brand, "saves=1&name=Windowsill&details=Plain+words"},
        {"/domains/%s/link", domain, "format=html&content=%%3Cp%%3EMany+herbs+grow+here.%%3C%%2Fp%%3E"},
        {"/domains/%s", domain, "saves=1&name=herbs"},
    };
    char token[80], path[120], form[300];
    (void)state;
    read_token(token);
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        int length = snprintf(form, sizeof form, "token=%s&", token);
        snprintf(form + length, sizeof form - (size_t)length, forms[i].form, "");
        snprintf(path, sizeof path, forms[i].path, forms[i].id);
        ask_until_it_works(path, form);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_whole_or_a_problem),
        cmocka_unit_test(a_form_is_taken_or_a_problem),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
