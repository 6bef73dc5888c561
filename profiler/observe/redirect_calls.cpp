#include "profiler/observe/redirect_calls.hpp"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace rooflens::inject {
namespace {

#if defined(__x86_64__)
constexpr unsigned kJumpSlot = R_X86_64_JUMP_SLOT;
constexpr unsigned kGlobalData = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr unsigned kJumpSlot = R_AARCH64_JUMP_SLOT;
constexpr unsigned kGlobalData = R_AARCH64_GLOB_DAT;
#else
#error "say here which relocations name functions of other objects"
#endif

struct Search {
  std::span<const Redirection> redirections;
  std::uintptr_t own;
  std::span<const std::string_view> except;
  int changed = 0;
};

// What the dynamic section says of an object.
struct Tables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * calls = nullptr;
  std::size_t calls_size = 0;
  const ElfW(Rela) * data = nullptr;
  std::size_t data_size = 0;
  bool uses_rela = false;
};

Tables tables_of(const dl_phdr_info& object, const ElfW(Dyn) * entry) {
  Tables t;
  // The loader has made addresses of offsets, but not in every object.
  const auto address = [&](ElfW(Addr) value) { return value < object.dlpi_addr ? value + object.dlpi_addr : value; };
  for (; entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) at = address(entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_SYMTAB:
        t.symbols = reinterpret_cast<const ElfW(Sym)*>(at);
        break;
      case DT_STRTAB:
        t.names = reinterpret_cast<const char*>(at);
        break;
      case DT_JMPREL:
        t.calls = reinterpret_cast<const ElfW(Rela)*>(at);
        break;
      case DT_PLTRELSZ:
        t.calls_size = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
      case DT_RELA:
        t.data = reinterpret_cast<const ElfW(Rela)*>(at);
        break;
      case DT_RELASZ:
        t.data_size = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
      case DT_PLTREL:
        t.uses_rela = entry->d_un.d_val == DT_RELA;
        break;
      default:
        break;
    }
  }
  return t;
}

// Entries that the loader has finished with may be read-only, in pages that hold nothing but such entries.
bool replace(void** place, void* by) {
  const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto* const page = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(place) & ~(page_size - 1));
  if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  __atomic_store_n(place, by, __ATOMIC_RELEASE);
  return true;  // stays writable, as the table of a program that is linked lazily is
}

void redirect(const dl_phdr_info& object, const Tables& t, const ElfW(Rela) * first, std::size_t count,
              Search& search) {
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned type = ELF64_R_TYPE(first[i].r_info);
    if (type != kJumpSlot && type != kGlobalData) continue;
    const std::string_view name = t.names + t.symbols[ELF64_R_SYM(first[i].r_info)].st_name;
    for (const Redirection& redirection : search.redirections) {
      if (name != redirection.name) continue;
      auto** const place = reinterpret_cast<void**>(object.dlpi_addr + first[i].r_offset);
      if (*place != redirection.to && replace(place, redirection.to)) ++search.changed;
    }
  }
}

int visit(dl_phdr_info* object, std::size_t, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  const char* path = object->dlpi_name ? object->dlpi_name : "";
  const char* slash = std::strrchr(path, '/');
  const std::string_view file = slash ? slash + 1 : path;
  for (const std::string_view prefix : search.except) {
    if (file.starts_with(prefix)) return 0;
  }
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    if (segment.p_type == PT_LOAD && search.own >= begin && search.own < begin + segment.p_memsz) return 0;
  }
  if (!dynamic) return 0;
  const Tables tables = tables_of(*object, dynamic);
  if (!tables.symbols || !tables.names) return 0;
  if (tables.calls && tables.uses_rela) redirect(*object, tables, tables.calls, tables.calls_size, search);
  if (tables.data) redirect(*object, tables, tables.data, tables.data_size, search);
  return 0;
}

}  // namespace

int redirect_calls(std::span<const Redirection> redirections, const void* own,
                   std::span<const std::string_view> except) {
  Search search{redirections, reinterpret_cast<std::uintptr_t>(own), except};
  dl_iterate_phdr(visit, &search);
  return search.changed;
}

}  // namespace rooflens::inject
