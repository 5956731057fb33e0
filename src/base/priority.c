#include "base/priority.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __linux__

/* Added to the nice value of the thread: about a tenth of the time of a thread that it competes with for one core. */
enum { STEPS = 10, LOWEST = 19 };

/* On Linux the nice value is a thread's, though POSIX has it the process', and a thread may always raise its own. */
void priority_lower(void)
{
    id_t thread = (id_t)syscall(SYS_gettid);
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, thread);
    if (nice == -1 && errno)
        return;
    setpriority(PRIO_PROCESS, thread, nice + STEPS < LOWEST ? nice + STEPS : LOWEST);
}

#else

void priority_lower(void)
{
}

#endif
