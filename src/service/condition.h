/* A condition variable whose timed waits follow the monotonic clock: setting the wall clock neither hurries nor delays them. */
#ifndef COPYDESK_SERVICE_CONDITION_H
#define COPYDESK_SERVICE_CONDITION_H

#include <pthread.h>

void condition_init(pthread_cond_t *condition);

#endif
