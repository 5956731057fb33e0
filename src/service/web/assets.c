#include "service/web/assets.h"

#include "service/http/answer.h"

#include <stdio.h>

#include "assets.inc"

static const struct {
    const char *name, *type;
    const unsigned char *text; /* ends with a NUL */
    size_t size;               /* with it */
} assets[] = {
    {"pages.css", "text/css; charset=utf-8", asset_pages_css, sizeof asset_pages_css},
    {"pages.js", "text/javascript; charset=utf-8", asset_pages_js, sizeof asset_pages_js},
    {"preview.css", "text/css; charset=utf-8", asset_preview_css, sizeof asset_preview_css},
    {"icon.svg", "image/svg+xml", asset_icon_svg, sizeof asset_icon_svg},
};

void assets_show(struct request *request)
{
    size_t i = 0;
    while (i < COUNT_OF(assets) && strcmp(assets[i].name, request->id) != 0)
        i++;
    if (i == COUNT_OF(assets)) {
        answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
        return;
    }
    char etag[24];
    snprintf(etag, sizeof etag, "\"%llx\"", (unsigned long long)hash_bytes(assets[i].text, assets[i].size - 1));
    const char *known = request_header(request, "If-None-Match");
    answer_header(request, "ETag", "%s", etag);
    answer_header(request, "Cache-Control", "no-cache");
    if (known && strcmp(known, etag) == 0) {
        answer_empty(request, 304);
        return;
    }
    buf_add(&request->answer.body, assets[i].text, assets[i].size - 1);
    answer_body(request, 200, assets[i].type);
}
