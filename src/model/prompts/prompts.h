/*
 * prompts: the texts that language models are asked with, one file per kind of call: NAME.txt. A text says its sources
 * first, then the task, then numbered rules, then the form of the answer; it reads alone. To add a kind of call, write
 * its file and its row in PROMPTS.
 *
 * In a text:
 *   {{name}}            is filled in; a line of nothing but empty values goes
 *   [with material]     begins a line that is there only when the call has material, [without material] only when not
 *   [with name]         the same of a value that is not empty; [without name] of one that is empty
 *   [full], [plain]     begin a line for strong and for weak models alone
 *   ANSWER JSON {...}   ends it where the answer is JSON: the example is the form (model/form.h)
 */
#ifndef COPYDESK_MODEL_PROMPTS_PROMPTS_H
#define COPYDESK_MODEL_PROMPTS_PROMPTS_H

#include "model/model.h"

/* row(constant, file and name, temperature): 0.3 for plans, 0.6 for prose, 0 for checks, notes and fields. */
/* clang-format off */
#define PROMPTS(row) \
    row(SYSTEM, system, 0) \
    row(REPAIR, repair, 0) \
    row(QUERIES, queries, 0.3) \
    row(ARTICLE, article, 0.6) \
    row(PLAN, plan, 0.3) \
    row(PLAN_RULES, plan_rules, 0) \
    row(PLAN_FORM, plan_form, 0) \
    row(WRITE, write, 0.6) \
    row(RULES, rules, 0) \
    row(PARTS, parts, 0) \
    row(EDIT, edit, 0.3) \
    row(FINISH, finish, 0.3) \
    row(FINISH_FORM, finish_form, 0) \
    row(GAPS, gaps, 0.3) \
    row(TONE, tone, 0.3) \
    row(LABELS, labels, 0) \
    row(POLISH, polish, 0) \
    row(LISTICLE_PLAN, listicle_plan, 0) \
    row(LISTICLE_WRITE, listicle_write, 0) \
    row(SERVICE_PLAN, service_plan, 0) \
    row(SERVICE_WRITE, service_write, 0) \
    row(REWRITE, rewrite, 0.6) \
    row(REWRITE_PLAN, rewrite_plan, 0) \
    row(REWRITE_WRITE, rewrite_write, 0) \
    row(VIDEO_PLAN, video_plan, 0) \
    row(VIDEO_WRITE, video_write, 0) \
    row(PRODUCTS_WRITE, products_write, 0) \
    row(PLACES_WRITE, places_write, 0) \
    row(IMAGE, image, 0.6)
/* clang-format on */

#define PROMPT_CONSTANT(constant, name, temperature) PROMPT_##constant,
enum prompt { PROMPTS(PROMPT_CONSTANT) PROMPT_COUNT };
#undef PROMPT_CONSTANT

/* "outline_refine". Static. */
const char *prompt_name(enum prompt prompt);

double prompt_temperature(enum prompt prompt);

/* The example of the JSON that is wanted: a new reference in form->example. *form is empty where prose is wanted (then
 * form->example is NULL). E_MEMORY. */
enum status prompt_form(enum prompt prompt, struct model_form *form, struct error *err);

struct prompt_value {
    const char *name;
    struct str text;
};

/* Which lines of a text are there. */
struct prompt_lines {
    bool has_material, is_plain;
};

/* The text with its values filled in, in the arena. E_MEMORY; E_INTERNAL: a value is missing. */
enum status prompt_fill(struct arena *arena, enum prompt prompt, const struct prompt_lines *lines,
                        const struct prompt_value *values, size_t count, struct str *text, struct error *err);

#endif
