/*
 * TLS against nginx: HTTP/2 and its one connection for many calls, whom the client trusts, and what it shows of itself.
 */
#include "client_calls.h"
#include "nginx.h"

#include <string.h>
#include <sys/stat.h>

/* Each certificate is its own authority: what is not in the client's ca_file is unknown. */
static const char certificates[] =
    "cd %s && make() {\n"
    "  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout $1.key -out $1.csr -subj "
    "/CN=$1 &&\n"
    "  printf 'subjectAltName=%%s' $2 > $1.ext &&\n"
    "  openssl x509 -req -in $1.csr -key $1.key -days $3 -extfile $1.ext -out $1.pem || exit 1\n"
    "}\n"
    "exec 2>openssl.log; make good IP:127.0.0.1 2; make other DNS:other.example 2; make expired IP:127.0.0.1 0\n"
    "make unknown IP:127.0.0.1 2; make user DNS:user 2; cat user.pem user.key > both.pem\n"
    "openssl ec -in user.key -aes128 -passout pass:x -out locked.key\n"
    "cat good.pem other.pem expired.pem > trusted.pem";

enum server { GOOD, OTHER, EXPIRED, UNKNOWN, WANTS_USER, SERVERS };

static const char *const certificate_of[SERVERS] = {"good", "other", "expired", "unknown", "good"};

struct web {
    char folder[64];
    char trusted[96];
    char url[SERVERS][48];
    unsigned port[SERVERS];
    pid_t pid;
};

static bool write_configuration(struct web *web)
{
    char path[96];
    snprintf(path, sizeof path, "%s/nginx.conf", web->folder);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fputs("daemon off;\nmaster_process off;\npid pid;\nerror_log log crit;\nevents { worker_connections 256; }\n"
          "http {\n  access_log off;\n  client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f;\n"
          "  uwsgi_temp_path u; scgi_temp_path s;\n",
          file);
    for (int i = 0; i < SERVERS; i++) {
        web->port[i] = nginx_free_port();
        snprintf(web->url[i], sizeof web->url[i], "https://127.0.0.1:%u", web->port[i]);
        fprintf(file,
                "  server {\n    listen 127.0.0.1:%u ssl http2;\n"
                "    ssl_certificate %s.pem;\n    ssl_certificate_key %s.key;\n%s"
                "    location / { return 200 \"$http2 $connection\"; }\n"
                "    location /who { return 200 \"$ssl_client_verify\"; }\n  }\n",
                web->port[i], certificate_of[i], certificate_of[i],
                i == WANTS_USER ? "    ssl_verify_client on;\n    ssl_client_certificate user.pem;\n" : "");
    }
    fputs("}\n", file);
    return fclose(file) == 0;
}

static int set_up(void **state)
{
    static struct web web;
    char command[sizeof certificates + sizeof web.folder];
    web = (struct web){.folder = "/tmp/copydesk-tls-XXXXXX"};
    if (!mkdtemp(web.folder) || chmod(web.folder, 0755) != 0)
        return -1;
    snprintf(command, sizeof command, certificates, web.folder);
    snprintf(web.trusted, sizeof web.trusted, "%s/trusted.pem", web.folder);
    *state = &web;
    if (system(command) != 0)
        return -1;
    for (int attempt = 0; attempt < NGINX_ATTEMPTS && !web.pid; attempt++)
        if (write_configuration(&web))
            web.pid = nginx_start(web.folder, web.port[SERVERS - 1]);
    return web.pid ? 0 : -1;
}

static int tear_down(void **state)
{
    struct web *web = *state;
    char command[128];
    nginx_stop(web->pid);
    snprintf(command, sizeof command, "rm -rf '%s'", web->folder);
    return system(command);
}

/* --- tests --- */

static void many_calls_share_one_connection(void **state)
{
    const struct web *web = *state;
    enum { COUNT = 50 };
    struct client *client = open_client(&(struct client_options){.base_url = web->url[GOOD], .ca_file = web->trusted});
    struct client_call *calls[COUNT];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++)
            calls[i] = start_get(client, "/");
        for (int i = 0; i < COUNT; i++) {
            struct error err = {OK};
            finish(client, calls[i]);
            if (client_call_outcome(calls[i], &err) != OK)
                fail_msg("%s", err.message);
            assert_true(str_starts(client_call_body(calls[i]), STR("h2 ")));
            assert_true(str_eq(client_call_body(calls[i]), client_call_body(calls[0])));
        }
        for (int i = 0; i < COUNT; i++)
            client_call_free(calls[i]);
    }
    client_free(client);
}

static void whom_it_cannot_trust_it_names(void **state)
{
    const struct web *web = *state;
    static const struct {
        enum server server;
        const char *why;
    } cases[] = {{UNKNOWN, "self-signed certificate"},
                 {OTHER, "no alternative certificate subject name"},
                 {EXPIRED, "certificate has expired"}};
    struct client_attempt attempt;
    struct error err;
    bool retryable;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct client *client = open_client(&(struct client_options){.base_url = web->url[cases[i].server],
                                                                     .ca_file = web->trusted,
                                                                     .api_key = "secret-key",
                                                                     .retries = 3,
                                                                     .logs_attempts = true});
        for (int again = 0; again < 2; again++) {
            assert_int_equal(get_outcome(client, "/", &err, &retryable), E_NETWORK);
            assert_false(retryable);
            assert_non_null(strstr(err.message, cases[i].why));
            assert_non_null(strstr(err.message, web->url[cases[i].server]));
            assert_true(client_next_attempt(client, &attempt));
            assert_string_equal(attempt.message, err.message);
            assert_false(client_next_attempt(client, &attempt));
        }
        client_free(client);
    }
}

static void an_authority_file_that_is_missing_is_named(void **state)
{
    const struct web *web = *state;
    struct error err;
    bool retryable;
    struct client *client =
        open_client(&(struct client_options){.base_url = web->url[GOOD], .ca_file = "/nowhere/ca.pem"});
    assert_int_equal(get_outcome(client, "/", &err, &retryable), E_NETWORK);
    assert_false(retryable);
    assert_non_null(strstr(err.message, "/nowhere/ca.pem"));
    client_free(client);
}

static struct client *with_certificate(const struct web *web, const char *certificate, const char *key)
{
    static char paths[2][96];
    snprintf(paths[0], sizeof paths[0], "%s/%s", web->folder, certificate);
    snprintf(paths[1], sizeof paths[1], "%s/%s", web->folder, key ? key : "");
    return open_client(&(struct client_options){.base_url = web->url[WANTS_USER],
                                                .ca_file = web->trusted,
                                                .client_cert = paths[0],
                                                .client_key = key ? paths[1] : NULL,
                                                .retries = 0});
}

static void shows_its_certificate(void **state)
{
    const struct web *web = *state;
    static const char *const keys[] = {"user.key", NULL};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct client *client = with_certificate(web, keys[i] ? "user.pem" : "both.pem", keys[i]);
        struct client_call *call = start_get(client, "/who");
        struct error err = {OK};
        finish(client, call);
        if (client_call_outcome(call, &err) != OK)
            fail_msg("%s", err.message);
        assert_true(str_eq(client_call_body(call), STR("SUCCESS")));
        client_call_free(call);
        client_free(client);
    }
}

/* A key with a pass phrase must not make the library ask for it at the terminal. */
static void a_certificate_that_cannot_be_used_is_told(void **state)
{
    const struct web *web = *state;
    static const char *const keys[] = {"locked.key", "good.key", "nothing.key"};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct error err;
        bool retryable;
        struct client *client = with_certificate(web, "user.pem", keys[i]);
        assert_int_equal(get_outcome(client, "/who", &err, &retryable), E_NETWORK);
        assert_false(retryable);
        assert_true(strlen(err.message) > 20);
        client_free(client);
    }
}

static void without_a_certificate_the_server_says_so(void **state)
{
    const struct web *web = *state;
    struct client *client =
        open_client(&(struct client_options){.base_url = web->url[WANTS_USER], .ca_file = web->trusted});
    struct client_call *call = start_get(client, "/who");
    finish(client, call);
    assert_int_equal(client_call_outcome(call, NULL), OK);
    assert_int_equal(client_call_status(call), 400);
    assert_non_null(strstr(client_call_body(call).data, "No required SSL certificate"));
    client_call_free(call);
    client_free(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_calls_share_one_connection),
        cmocka_unit_test(whom_it_cannot_trust_it_names),
        cmocka_unit_test(an_authority_file_that_is_missing_is_named),
        cmocka_unit_test(shows_its_certificate),
        cmocka_unit_test(a_certificate_that_cannot_be_used_is_told),
        cmocka_unit_test(without_a_certificate_the_server_says_so),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
