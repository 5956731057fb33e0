#include "base/system/sigpipe.h"

#include <errno.h>
#include <time.h>

static bool is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

void sigpipe_block(struct sigpipe *sigpipe)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    sigpipe->was_pending = is_pending();
    pthread_sigmask(SIG_BLOCK, &only, &sigpipe->before);
}

void sigpipe_restore(const struct sigpipe *sigpipe)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    const struct timespec at_once = {0};
    if (!sigpipe->was_pending && is_pending())
        while (sigtimedwait(&only, NULL, &at_once) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &sigpipe->before, NULL);
}
