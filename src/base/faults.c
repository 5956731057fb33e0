#include "base/faults.h"

#include "base/vec.h"

#include <stdio.h>

void faults_add_list(struct faults *faults, const char *pointer, const char *format, va_list arguments)
{
    char detail[1024];
    if (faults->most && faults->count == faults->most)
        return;
    vsnprintf(detail, sizeof detail, format, arguments);
    struct fault fault = {arena_copy(faults->arena, pointer), arena_copy(faults->arena, detail)};
    struct fault *list = vec_room(faults->arena, faults->list, faults->count, &faults->cap, sizeof fault);
    if (!fault.pointer || !fault.detail || !list) {
        faults->failed = true;
        return;
    }
    faults->list = list;
    faults->list[faults->count++] = fault;
}

void faults_add(struct faults *faults, const char *pointer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    faults_add_list(faults, pointer, format, arguments);
    va_end(arguments);
}

void faults_pointer_add(struct buf *pointer, struct str name)
{
    buf_char(pointer, '/');
    for (size_t i = 0; i < name.len; i++) {
        if (name.data[i] == '~' || name.data[i] == '/')
            buf_str(pointer, name.data[i] == '~' ? "~0" : "~1");
        else
            buf_char(pointer, name.data[i]);
    }
}
