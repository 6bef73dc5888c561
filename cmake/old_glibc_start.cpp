// The start of an executable that is linked against glibc 2.34 or later, on glibc 2.28. Until 2.33 a program brought
// along the function that runs its constructors and passed it on as the fourth argument; later ones pass none.

using Constructor = void (*)(int, char**, char**);

extern "C" {

extern Constructor rooflens_first_constructor[] asm("__init_array_start") __attribute__((visibility("hidden")));
extern Constructor rooflens_end_of_constructors[] asm("__init_array_end") __attribute__((visibility("hidden")));
extern void rooflens_init() asm("_init");

/// What the C library calls before main.
__attribute__((visibility("hidden"), used)) void rooflens_run_constructors(int count, char** arguments,
                                                                           char** environment) {
  rooflens_init();
  for (Constructor* constructor = rooflens_first_constructor; constructor != rooflens_end_of_constructors;
       ++constructor)
    (*constructor)(count, arguments, environment);
}

}  // extern "C"

asm(R"(
.text
.globl __libc_start_main
.hidden __libc_start_main
.type __libc_start_main, @function
__libc_start_main:
  leaq rooflens_run_constructors(%rip), %rcx
  jmp *rooflens_old_libc_start_main@GOTPCREL(%rip)
.size __libc_start_main, . - __libc_start_main
.symver rooflens_old_libc_start_main, __libc_start_main@GLIBC_2.2.5
)");
