/*
 * The whole service under requests of every kind while one allocation in so many fails, in every thread. Answers may be
 * errors then; it must not crash, and must be whole again when memory is there again.
 */
#include "service/service.h"

#include "database.h"

#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static atomic_uint fail_one_in; /* 0: none */
static atomic_uint drawn = 1;

/* A sequence that looks random and is the same on every run (Knuth's MMIX constants), but for the order of threads. */
static bool may_allocate(void)
{
    unsigned rate = atomic_load_explicit(&fail_one_in, memory_order_relaxed);
    if (rate == 0)
        return true;
    uint64_t mixed = (atomic_fetch_add(&drawn, 1) + 1442695040888963407u) * 6364136223846793005u;
    return (mixed >> 33) % rate != 0;
}

void *__wrap_malloc(size_t size)
{
    return may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    return may_allocate() ? __real_realloc(memory, size) : NULL;
}

struct fixture {
    char folder[64], library[96];
    struct service *service;
    int port;
};

/* Sends a request on a connection of its own and reads until the other side closes; the status, 0 when there was none.
 */
static int request(const struct fixture *fixture, const char *method, const char *path, const char *headers,
                   const char *body, char *answer, size_t size)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)fixture->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    struct timeval limit = {.tv_sec = 20};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    char text[4096];
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer %s\r\n%s"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          method, path, service_key(fixture->service), headers, strlen(body), body);
    send(fd, text, (size_t)length, MSG_NOSIGNAL);
    size_t got = 0;
    ssize_t n = 1;
    while (n > 0 && got + 1 < size) {
        n = recv(fd, answer + got, size - got - 1, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    answer[got] = '\0';
    close(fd);
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

/* The value of a JSON member that is a string, from the text of an answer. */
static bool find_member(const char *answer, const char *name, char *value, size_t size)
{
    char label[40];
    snprintf(label, sizeof label, "\"%s\":\"", name);
    const char *at = strstr(answer, label);
    size_t length = at ? strcspn(at + strlen(label), "\"") : 0;
    if (!at || length >= size)
        return false;
    memcpy(value, at + strlen(label), length);
    value[length] = '\0';
    return true;
}

static const char page[] = "{\"pages\":[{\"url\":\"https://herbs.example/basil\",\"title\":\"Basil care\","
                           "\"html\":\"<h1>Basil care</h1><p>Basil care begins with warmth.</p>\"}]}";

static void use_brands(const struct fixture *fixture)
{
    char answer[65536], path[160], id[64], body[256];
    request(fixture, "POST", "/api/brands", "",
            "{\"name\":\"Hearth\",\"avoid\":[\"cheap\"],\"links\":[{\"text\":\"a\",\"url\":\"https://a.example/\"}]}",
            answer, sizeof answer);
    if (!find_member(answer, "brandId", id, sizeof id))
        return;
    snprintf(path, sizeof path, "/api/brands/%s", id);
    snprintf(body, sizeof body, "{\"targetKeyword\":\"herb garden\",\"brandId\":\"%s\"}", id);
    request(fixture, "POST", "/api/articles/v2/", "", body, answer, sizeof answer);
    request(fixture, "PATCH", path, "", "{\"voice\":\"warm\",\"avoid\":[\"cheap\",\"best\"]}", answer, sizeof answer);
    request(fixture, "GET", "/api/brands?limit=2", "", "", answer, sizeof answer);
    request(fixture, "DELETE", path, "", "", answer, sizeof answer);
    request(fixture, "POST", "/api/articles/v2/", "", body, answer, sizeof answer);
}

/* One of everything. */
static void use_everything(const struct fixture *fixture, int round)
{
    char answer[65536], path[160], id[64], body[256], headers[64];
    snprintf(headers, sizeof headers, "Idempotency-Key: round-%d\r\n", round);
    request(fixture, "POST", "/api/articles/v2/", headers, "{\"targetKeyword\":\"herb garden\",\"includeFaq\":true}",
            answer, sizeof answer);
    if (find_member(answer, "articleId", id, sizeof id)) {
        snprintf(path, sizeof path, "/api/articles/%s", id);
        request(fixture, "GET", path, "Prefer: wait=1\r\n", "", answer, sizeof answer);
        if (round % 3 == 0)
            request(fixture, "DELETE", path, "", "", answer, sizeof answer);
    }
    request(fixture, "POST", "/api/articles/", "", "{\"targetKeyword\":5,\"articleType\":\"x\"}", answer,
            sizeof answer);
    request(fixture, "GET", "/api/articles?limit=5", "", "", answer, sizeof answer);
    snprintf(body, sizeof body, "{\"name\":\"Herbs %d\"}", round);
    request(fixture, "POST", "/api/domains", "", body, answer, sizeof answer);
    if (find_member(answer, "domainId", id, sizeof id)) {
        snprintf(path, sizeof path, "/api/domains/%s/pages", id);
        request(fixture, "POST", path, "", page, answer, sizeof answer);
        snprintf(body, sizeof body, "{\"content\":\"<p>Good basil care.</p>\",\"format\":\"json\",\"domainId\":\"%s\"}",
                 id);
        request(fixture, "POST", "/api/internal-links/", headers, body, answer, sizeof answer);
        snprintf(path, sizeof path, "/api/domains/%s", id);
        request(fixture, "GET", path, "", "", answer, sizeof answer);
        request(fixture, "DELETE", path, "", "", answer, sizeof answer);
    }
    use_brands(fixture);
    static const char *const paths[] = {"/api/account", "/api/keys", "/api/languages",
                                        "/metrics",     "/nowhere",  "/readyz"};
    request(fixture, "GET", paths[round % 6], "", "", answer, sizeof answer);
}

static void the_service_survives(void **state)
{
    static const unsigned rates[] = {1000, 200, 50, 10, 3};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        atomic_store(&fail_one_in, rates[i]);
        for (int round = 0; round < 12; round++)
            use_everything(fixture, (int)i * 100 + round);
        atomic_store(&fail_one_in, 0);
    }
}

static void and_works_again_afterwards(void **state)
{
    struct fixture *fixture = *state;
    char answer[65536], path[160], id[64], status[32] = "";
    assert_int_equal(request(fixture, "GET", "/readyz", "", "", answer, sizeof answer), 200);
    assert_int_equal(
        request(fixture, "POST", "/api/articles/v2/", "", "{\"targetKeyword\":\"herb garden\"}", answer, sizeof answer),
        200);
    assert_true(find_member(answer, "articleId", id, sizeof id));
    snprintf(path, sizeof path, "/api/articles/%s", id);
    while (strcmp(status, "finished") != 0) {
        assert_int_equal(request(fixture, "GET", path, "Prefer: wait=20\r\n", "", answer, sizeof answer), 200);
        assert_true(find_member(answer, "status", status, sizeof status));
        assert_string_not_equal(status, "failed");
    }
}

static int start(void **state)
{
    static struct fixture fixture = {.folder = "/tmp/copydesk-oom-XXXXXX"};
    static const char text[] =
        "# Herb garden\n\nA herb garden needs six hours of light each day. Mint grows in shade.\n\n"
        "## Water\n\nWater the herb garden when its soil is dry. Rosemary wants dry soil.\n";
    if (!mkdtemp(fixture.folder))
        return -1;
    snprintf(fixture.library, sizeof fixture.library, "%s/library", fixture.folder);
    mkdir(fixture.library, 0700);
    char path[128];
    snprintf(path, sizeof path, "%s/herbs.md", fixture.library);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        return -1;
    json_t *config = json_pack("{s:s,s:s,s:i,s:{s:i,s:i,s:i,s:i}}", "library", fixture.library, "log", "error",
                               "least_words", 0, "limits", "create", 0, "status", 0, "links", 0, "other", 0);
    database_configure(config, fixture.folder);
    struct error err;
    enum status status = service_start(config, false, &fixture.service, &err);
    json_decref(config);
    log_set_level(LOG_ERROR - 1); /* what fails here is meant to */
    if (status != OK)
        return -1;
    fixture.port = atoi(strrchr(service_url(fixture.service), ':') + 1);
    *state = &fixture;
    return 0;
}

static int stop(void **state)
{
    struct fixture *fixture = *state;
    char command[128];
    service_stop(fixture->service);
    database_drop(fixture->folder);
    snprintf(command, sizeof command, "rm -rf '%s'", fixture->folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_service_survives),
        cmocka_unit_test(and_works_again_afterwards),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
