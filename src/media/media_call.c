#include "media/media_call.h"

enum status media_call_check(const struct media_call *call)
{
    if (call->cancel && atomic_load(call->cancel))
        return error_set(call->err, E_CANCELLED, "cancelled", "the work was called off");
    if (call->deadline && clock_mono_ms() >= call->deadline)
        return error_set(call->err, E_TIMEOUT, NULL, "the time for this work has passed");
    return OK;
}
