/* Messages (https://docs.anthropic.com/en/api/messages). */
#ifndef COPYDESK_MODEL_ANTHROPIC_H
#define COPYDESK_MODEL_ANTHROPIC_H

#include "model/backend.h"

extern const struct model_backend anthropic_backend;

#endif
