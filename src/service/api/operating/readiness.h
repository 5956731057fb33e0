/*
 * readiness: can the store be read and written? A thread of its own finds out, so that neither a database behind a dead
 * line nor a disk that hangs keeps whoever asks; those who ask at the same time share an answer.
 */
#ifndef COPYDESK_SERVICE_API_OPERATING_READINESS_H
#define COPYDESK_SERVICE_API_OPERATING_READINESS_H

#include "service/http/waiters.h"
#include "store/store.h"

/* What waiters_notify names when a check has ended. */
#define READINESS_ID "readiness"

struct readiness;

/* Both outlive it. E_MEMORY, also when no more threads can be made. */
enum status readiness_start(struct store *store, struct waiters *waiters, struct readiness **readiness,
                            struct error *err);

/* Waits for a check under way, as long as the store makes it wait. NULL is allowed. */
void readiness_stop(struct readiness *readiness);

/* Asks for a check that begins from now on; its number. Any thread; nothing here blocks. */
unsigned long readiness_ask(struct readiness *readiness);

/* False: the check with that number has not ended yet. Else *status and *err are those of it, or of a later one. */
bool readiness_known(struct readiness *readiness, unsigned long number, enum status *status, struct error *err);

#endif
