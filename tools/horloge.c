/* The tests' clock for a PostgreSQL that they start (tools/horloge.ts): milliseconds, in HORLOGE,
   are added to what its libraries read of the time; what it waits for is untouched. Built by
   tools/jours.ts, and loaded before the C library's own (LD_PRELOAD). libfaketime will not do: it
   stops moving the clock inside a signal that comes during a wait, so that PostgreSQL's own
   time-outs (statements, locks) never end. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long decalage;

/* Before PostgreSQL begins, and writes its title over its environment. */
__attribute__((constructor)) static void lire(void) {
  const char *dit = getenv("HORLOGE");
  decalage = dit == NULL ? 0 : atoll(dit);
}

int clock_gettime(clockid_t horloge, struct timespec *lu) {
  int echec = syscall(SYS_clock_gettime, horloge, lu);
  if (echec == 0 && horloge == CLOCK_REALTIME) {
    long long ms = decalage + lu->tv_sec * 1000LL + lu->tv_nsec / 1000000;
    lu->tv_sec = ms / 1000;
    lu->tv_nsec = ms % 1000 * 1000000 + lu->tv_nsec % 1000000;
  }
  return echec;
}

int gettimeofday(struct timeval *restrict lu, void *restrict fuseau) {
  struct timespec exact;
  (void)fuseau;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  lu->tv_sec = exact.tv_sec;
  lu->tv_usec = exact.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *lu) {
  struct timespec exact;
  if (clock_gettime(CLOCK_REALTIME, &exact) != 0) return -1;
  if (lu != NULL) *lu = exact.tv_sec;
  return exact.tv_sec;
}
