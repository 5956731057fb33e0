/*
 * prompted: what is asked of a language model for an article. The front header of the folder.
 *
 *   prompted.h       this file
 *   article.h        an article written whole: material, plan, text, the editor, and the parts that become of it
 *   style.c          the style sheet of toneOfVoiceProfile "automatic"
 *   polished.h       a finished article polished
 *   question.h       one question: prompt, stored answer, check, one more try
 *   asking.h         a question on its way: filled in and sized (asking_fill.c), its answer stored (asking_answer.c)
 *   framing.h        what every prompt says of the article, and which wishes reach which kind of call
 *
 * What a call returns lives in the arena of the writing that it was given. E_CORRUPT: no usable answer could be had,
 * and the caller decides what stands in for it; err->message says what was wrong. Any other status but OK ends the
 * article.
 */
#ifndef COPYDESK_WRITE_PROMPTED_H
#define COPYDESK_WRITE_PROMPTED_H

#include "write/prompted/question.h"
#include "write/writing/draft.h"

/* The whole article, its plan and parts: planned, written, checked, edited. E_CORRUPT: the model gave nothing that can
 * be used. */
enum status prompted_article(struct writing *writing, struct article_plan *plan, struct draft *draft);

/* The style sheet of toneOfVoiceProfile "automatic"; empty when it could not be had. */
enum status prompted_style(struct writing *writing, struct str *style);

#endif
