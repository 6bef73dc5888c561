// Lets what is linked against glibc 2.34 or later start on glibc 2.28 (RHEL 8, Debian 10). Functions that have an older
// version are called by it; those that glibc 2.28 lacks are answered here. All are hidden: an application with our
// library in its process keeps its own. Each has a section of its own, so that a binary asks only for what it uses.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>

#define ROOFLENS_HIDDEN __attribute__((visibility("hidden")))

// ---- Functions whose older version does the same -------------------------------------------------------------------

// clang-format off
#define ROOFLENS_OLD_FUNCTIONS(X) \
  X(exp) X(log) X(pow) X(hypot) X(dladdr) X(dlclose) X(dlerror) X(dlopen) X(dlsym) X(dlvsym) X(shm_open) \
  X(shm_unlink) X(sem_init) X(sem_destroy) X(sem_post) X(sem_wait) X(sem_trywait) X(sem_timedwait) \
  X(__pthread_key_create) X(pthread_key_create) X(pthread_key_delete) X(pthread_getspecific) X(pthread_setspecific) \
  X(pthread_create) X(pthread_join) X(pthread_detach) X(pthread_kill) X(pthread_once) X(pthread_sigmask) \
  X(pthread_attr_setstacksize) X(pthread_attr_getstack) X(pthread_getattr_np) X(pthread_condattr_setpshared) \
  X(pthread_mutex_trylock) X(pthread_mutex_timedlock) \
  X(pthread_mutexattr_init) X(pthread_mutexattr_destroy) X(pthread_mutexattr_setpshared) X(pthread_mutexattr_settype) \
  X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock) X(pthread_rwlock_unlock) \
  X(pthread_rwlock_tryrdlock) X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedrdlock) X(pthread_rwlock_timedwrlock) \
  X(pthread_rwlockattr_init) X(pthread_rwlockattr_destroy) X(pthread_rwlockattr_setpshared) X(pthread_spin_init) \
  X(pthread_spin_destroy) X(pthread_spin_lock) X(pthread_spin_trylock) X(pthread_spin_unlock)
// clang-format on

// A jump, so that dlopen and dlsym still see who called them.
#define ROOFLENS_FORWARD_TO(name, version)                                     \
  asm(".section .text.rooflens_old." #name                                     \
      ",\"ax\",@progbits\n"                                                    \
      ".globl " #name "\n.hidden " #name "\n.type " #name ",@function\n" #name \
      ":\n"                                                                    \
      "  jmp *rooflens_old_" #name                                             \
      "@GOTPCREL(%rip)\n"                                                      \
      ".size " #name ", . - " #name                                            \
      "\n"                                                                     \
      ".symver rooflens_old_" #name "," #name "@" version "\n.text\n");
#define ROOFLENS_FORWARD(name) ROOFLENS_FORWARD_TO(name, "GLIBC_2.2.5")
ROOFLENS_OLD_FUNCTIONS(ROOFLENS_FORWARD)
ROOFLENS_FORWARD_TO(dlinfo, "GLIBC_2.3.3")
ROOFLENS_FORWARD_TO(dlmopen, "GLIBC_2.3.4")

// ---- Functions that glibc 2.28 lacks -------------------------------------------------------------------------------

namespace {

using ClockWait = int (*)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);
using ClockLock = int (*)(pthread_mutex_t*, clockid_t, const timespec*);
using FindObject = int (*)(void*, void*);

template <typename Function>
Function newer(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

// Looked up when the binary is loaded, since an exception may be thrown where nothing may be looked up.
ClockWait clock_wait;
ClockLock clock_lock;
FindObject find_object;
__attribute__((constructor(101))) void look_up() {
  clock_wait = newer<ClockWait>("pthread_cond_clockwait");
  clock_lock = newer<ClockLock>("pthread_mutex_clocklock");
  find_object = newer<FindObject>("_dl_find_object");
}

// The time of another clock on CLOCK_REALTIME. Who waits looks at the other clock again when woken.
timespec on_realtime(clockid_t clock, const timespec& until) {
  if (clock == CLOCK_REALTIME) return until;
  timespec there{}, here{};
  clock_gettime(clock, &there);
  clock_gettime(CLOCK_REALTIME, &here);
  constexpr long kSecond = 1'000'000'000;
  timespec result{here.tv_sec + (until.tv_sec - there.tv_sec), here.tv_nsec + (until.tv_nsec - there.tv_nsec)};
  for (; result.tv_nsec >= kSecond; result.tv_nsec -= kSecond) ++result.tv_sec;
  for (; result.tv_nsec < 0; result.tv_nsec += kSecond) --result.tv_sec;
  return result;
}

// What the unwinder reads of an object: struct dl_find_object of glibc 2.35.
struct FoundObject {
  unsigned long long flags;
  void* map_start;
  void* map_end;
  link_map* map;
  void* eh_frame;
  unsigned long long reserved[7];
};

struct Search {
  std::uintptr_t address;
  FoundObject* found;
};

int look_into(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  void* frames = nullptr;
  bool holds = false;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_EH_FRAME) frames = reinterpret_cast<void*>(begin);
    if (header.p_type != PT_LOAD || search.address - begin >= header.p_memsz) continue;
    holds = true;
    search.found->map_start = reinterpret_cast<void*>(begin);
    search.found->map_end = reinterpret_cast<void*>(begin + header.p_memsz);
  }
  if (!holds || !frames) return 0;
  search.found->eh_frame = frames;
  return 1;
}

}  // namespace

extern "C" {

/// Whether there is one thread only: unknown, so std::shared_ptr counts atomically.
ROOFLENS_HIDDEN char __libc_single_threaded = 0;

ROOFLENS_HIDDEN int rooflens_stat(const char* path, void* to) asm("stat");
ROOFLENS_HIDDEN int rooflens_stat64(const char* path, void* to) asm("stat64");
ROOFLENS_HIDDEN int rooflens_lstat(const char* path, void* to) asm("lstat");
ROOFLENS_HIDDEN int rooflens_lstat64(const char* path, void* to) asm("lstat64");
ROOFLENS_HIDDEN int rooflens_fstat(int file, void* to) asm("fstat");
ROOFLENS_HIDDEN int rooflens_fstat64(int file, void* to) asm("fstat64");
int rooflens_stat(const char* path, void* to) { return static_cast<int>(syscall(SYS_stat, path, to)); }
int rooflens_stat64(const char* path, void* to) { return static_cast<int>(syscall(SYS_stat, path, to)); }
int rooflens_lstat(const char* path, void* to) { return static_cast<int>(syscall(SYS_lstat, path, to)); }
int rooflens_lstat64(const char* path, void* to) { return static_cast<int>(syscall(SYS_lstat, path, to)); }
int rooflens_fstat(int file, void* to) { return static_cast<int>(syscall(SYS_fstat, file, to)); }
int rooflens_fstat64(int file, void* to) { return static_cast<int>(syscall(SYS_fstat, file, to)); }

ROOFLENS_HIDDEN int rooflens_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                       const timespec* until) asm("pthread_cond_clockwait");
int rooflens_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (clock_wait) return clock_wait(condition, mutex, clock, until);
  const timespec realtime = on_realtime(clock, *until);
  return pthread_cond_timedwait(condition, mutex, &realtime);
}

ROOFLENS_HIDDEN int rooflens_clocklock(pthread_mutex_t* mutex, clockid_t clock,
                                       const timespec* until) asm("pthread_mutex_clocklock");
int rooflens_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (clock_lock) return clock_lock(mutex, clock, until);
  const timespec realtime = on_realtime(clock, *until);
  return pthread_mutex_timedlock(mutex, &realtime);
}

/// Where the unwinder finds the frames of the code at `address`; -1 if no object holds it.
ROOFLENS_HIDDEN int rooflens_find_object(void* address, FoundObject* found) asm("_dl_find_object");
int rooflens_find_object(void* address, FoundObject* found) {
  if (find_object) return find_object(address, found);
  Search search{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

}  // extern "C"
