#include "service/web/no_route.h"

#include "service/web/frame/page.h"

void no_route_show(struct request *request)
{
    const char *accept = request_header(request, "Accept");
    bool is_page = strcmp(request->method, "GET") == 0 && !str_starts(str_from(request->target.path), STR("/api/"));
    if (!is_page || !accept || !strstr(accept, "text/html"))
        return;
    struct web_page *page = page_open(request);
    if (page)
        page_problem(page);
}
