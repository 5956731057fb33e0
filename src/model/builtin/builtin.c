#include "model/builtin/builtin.h"

const struct model_backend model_builtin = {
    .api = "builtin",
    .outline = builtin_outline,
    .title = builtin_title,
    .text = builtin_text,
    .questions = builtin_questions,
};
