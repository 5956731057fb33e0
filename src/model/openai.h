/* Chat completions (https://platform.openai.com/docs/api-reference/chat): also Ollama, llama.cpp, vLLM, gateways. */
#ifndef COPYDESK_MODEL_OPENAI_H
#define COPYDESK_MODEL_OPENAI_H

#include "model/backend.h"

extern const struct model_backend openai_backend;

#endif
