/* assets: style, script and icon of the pages, compiled in from the folder assets/. */
#ifndef COPYDESK_SERVICE_WEB_ASSETS_H
#define COPYDESK_SERVICE_WEB_ASSETS_H

#include "service/http/request.h"

/* GET /assets/{id} */
void assets_show(struct request *request);

#endif
