#include "service/doctor/check_machine.h"

#include "base/version.h"

#include <curl/curl.h>
#include <errno.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/timex.h>

#define BUILT_AFTER 1767225600000LL /* 2026-01-01, Unix ms */

enum { OLDEST_SQLITE = 3037000, FEW_FILES = 1024, FILES_APART = 128 /* that are no connections */ };

void check_clock(struct examination *examination)
{
    struct timex state = {0};
    int answer = adjtimex(&state);
    static const char ADVICE[] =
        "let the machine keep its time (chrony, systemd-timesyncd): leases, deliveries and TLS "
        "go by it";
    if (clock_now_ms() < BUILT_AFTER)
        found(examination, "clock", FAULT, ADVICE, "it shows a time before this program was made");
    else if (answer == TIME_ERROR || (answer >= 0 && (state.status & STA_UNSYNC)))
        found(examination, "clock", WARNING, ADVICE, "the system says that it is not synchronised");
    else
        found(examination, "clock", FINE, NULL,
              answer < 0 ? "the system does not say whether it is synchronised" : "synchronised");
}

/* A service serves fewer connections where it may not open as many files (http/http.h), and raises the limit itself for
 * a number that is configured. */
void check_files(struct examination *examination)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    long connections = examination->config.connections;
    rlim_t most = connections ? files.rlim_max : files.rlim_cur;
    if (connections && most < (rlim_t)connections + FILES_APART)
        found(examination, "open files", WARNING, "raise the limit (LimitNOFILE, ulimit -Hn), or lower that number",
              "at most %llu, which is too few for limits.connections = %ld: there will be fewer",
              (unsigned long long)most, connections);
    else if (most < FEW_FILES)
        found(examination, "open files", WARNING, "raise the limit (LimitNOFILE, ulimit -n): each connection takes one",
              "at most %llu", (unsigned long long)most);
    else
        found(examination, "open files", FINE, NULL, "at most %llu", (unsigned long long)most);
}

void check_libraries(struct examination *examination)
{
    const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
    if (sqlite3_libversion_number() < OLDEST_SQLITE || !sqlite3_threadsafe())
        found(examination, "libraries", FAULT, "install SQLite 3.37 or newer, built with threads", "SQLite %s",
              sqlite3_libversion());
    else if (!(curl->features & CURL_VERSION_SSL))
        found(examination, "libraries", FAULT, "install a libcurl with TLS", "libcurl %s speaks no TLS", curl->version);
    else
        found(examination, "libraries", FINE, NULL, "copydesk %s, SQLite %s, libcurl %s (%s)", COPYDESK_VERSION,
              sqlite3_libversion(), curl->version, curl->ssl_version);
}
