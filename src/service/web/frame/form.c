#include "service/web/frame/frame.h"

struct form_reading {
    struct arena *arena;
    struct form *form;
    bool failed;
};

static void form_add(void *context, const char *name, const char *value)
{
    struct form_reading *reading = context;
    struct form *form = reading->form;
    if (form->count == form->room) {
        size_t room = form->room ? 2 * form->room : 16;
        struct form_field *fields = ARENA_ARRAY(reading->arena, room, struct form_field);
        if (!fields) {
            reading->failed = true;
            return;
        }
        if (form->count)
            memcpy(fields, form->fields, form->count * sizeof *fields);
        form->fields = fields;
        form->room = room;
    }
    form->fields[form->count++] = (struct form_field){name, value};
}

static bool read_target(struct request *request, const struct request_target *target, struct form *form)
{
    struct form_reading reading = {.arena = request->arena, .form = form};
    *form = (struct form){0};
    return head_arguments(target, request->arena, form_add, &reading) && !reading.failed;
}

bool form_read_body(struct request *request, struct form *form)
{
    const struct request_target body = {.query = buf_text(&request->body)};
    return read_target(request, &body, form);
}

bool form_read_query(struct request *request, struct form *form)
{
    return read_target(request, &request->target, form);
}

const char *form_value(const struct form *form, const char *name)
{
    for (size_t i = 0; i < form->count; i++)
        if (strcmp(form->fields[i].name, name) == 0)
            return form->fields[i].value;
    return "";
}
