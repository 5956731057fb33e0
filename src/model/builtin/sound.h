/* The English article by the sound of the word that follows. */
#ifndef COPYDESK_MODEL_BUILTIN_SOUND_H
#define COPYDESK_MODEL_BUILTIN_SOUND_H

#include "text/text.h"

/* "a" or "an", whatever stands behind the phrase's first word. Static. */
const char *sound_article(struct str phrase);

#endif
