#include "model/model.h"

enum status model_reach(const struct model *model, struct model_call *call, struct model_reach *reach)
{
    (void)model, (void)reach;
    return error_set(call->err, E_INTERNAL, NULL, "not built");
}
