/* form: what a form sent, or the query of an address, as names and values in their order. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_FORM_H
#define COPYDESK_SERVICE_WEB_FRAME_FORM_H

#include "service/http/request.h"

struct form_field {
    const char *name, *value;
};

struct form {
    struct form_field *fields;
    size_t count, room;
};

/* Of a body as application/x-www-form-urlencoded; of the address. In the request's arena. False: no memory. */
bool form_read_body(struct request *request, struct form *form);
bool form_read_query(struct request *request, struct form *form);

/* The first of this name; "" when there is none. */
const char *form_value(const struct form *form, const char *name);

#endif
