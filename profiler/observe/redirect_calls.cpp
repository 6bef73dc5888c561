#include "profiler/observe/redirect_calls.hpp"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>

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

// A loaded object's entry for a function of another one.
struct Entry {
  std::string_view name;
  void** place;
  bool lazy;  // the loader fills it in at the first call
  const dl_phdr_info* object;
};

struct Search {
  std::uintptr_t own;
  std::span<const std::string_view> except;
  std::function<void(const Entry&)> found;
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
  bool binds_now = false;
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
      case DT_BIND_NOW:
        t.binds_now = true;
        break;
      case DT_FLAGS:
        t.binds_now |= (entry->d_un.d_val & DF_BIND_NOW) != 0;
        break;
      case DT_FLAGS_1:
        t.binds_now |= (entry->d_un.d_val & DF_1_NOW) != 0;
        break;
      default:
        break;
    }
  }
  // Asked once, in cuInit: later the library's own thread comes here, while the application may change its environment.
  static const bool binds_all_now = std::getenv("LD_BIND_NOW") != nullptr;
  t.binds_now |= binds_all_now;
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

bool holds(const dl_phdr_info& object, std::uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    const std::uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz) return true;
  }
  return false;
}

// Whether the loader left entries of the object for their first calls. Where it left none, it filled all of them in
// when the object was loaded: whoever opens a library may ask for that, as Python does, and no flag of the object
// tells.
bool leaves_entries_open(const dl_phdr_info& object, const Tables& t) {
  for (std::size_t i = 0; i < t.calls_size; ++i) {
    const ElfW(Sym)& symbol = t.symbols[ELF64_R_SYM(t.calls[i].r_info)];
    if (ELF64_R_TYPE(t.calls[i].r_info) != kJumpSlot || symbol.st_shndx != SHN_UNDEF) continue;
    const auto* const place = reinterpret_cast<const std::uintptr_t*>(object.dlpi_addr + t.calls[i].r_offset);
    if (holds(object, *place)) return true;
  }
  return false;
}

void look_through(const dl_phdr_info& object, const Tables& t, const ElfW(Rela) * first, std::size_t count,
                  const Search& search) {
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned type = ELF64_R_TYPE(first[i].r_info);
    if (type != kJumpSlot && type != kGlobalData) continue;
    const std::string_view name = t.names + t.symbols[ELF64_R_SYM(first[i].r_info)].st_name;
    auto** const place = reinterpret_cast<void**>(object.dlpi_addr + first[i].r_offset);
    search.found({name, place, type == kJumpSlot && !t.binds_now, &object});
  }
}

int visit(dl_phdr_info* object, std::size_t, void* argument) {
  const auto& search = *static_cast<const Search*>(argument);
  const char* path = object->dlpi_name ? object->dlpi_name : "";
  const char* slash = std::strrchr(path, '/');
  const std::string_view file = slash ? slash + 1 : path;
  for (const std::string_view prefix : search.except) {
    if (file.starts_with(prefix)) return 0;
  }
  if (holds(*object, search.own)) return 0;
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type == PT_DYNAMIC) {
      dynamic = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + segment.p_vaddr);
    }
  }
  if (!dynamic) return 0;
  Tables tables = tables_of(*object, dynamic);
  if (!tables.symbols || !tables.names) return 0;
  if (tables.calls && tables.uses_rela && !tables.binds_now) tables.binds_now = !leaves_entries_open(*object, tables);
  if (tables.calls && tables.uses_rela) look_through(*object, tables, tables.calls, tables.calls_size, search);
  if (tables.data) look_through(*object, tables, tables.data, tables.data_size, search);
  return 0;
}

void each_entry(const void* own, std::span<const std::string_view> except, std::function<void(const Entry&)> found) {
  Search search{reinterpret_cast<std::uintptr_t>(own), except, std::move(found)};
  dl_iterate_phdr(visit, &search);
}

// From where to where the object reaches that holds an address; empty where none does.
std::pair<std::uintptr_t, std::uintptr_t> reach_of(const void* address) {
  struct Reach {
    std::uintptr_t address;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  } reach{reinterpret_cast<std::uintptr_t>(address)};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        auto& s = *static_cast<Reach*>(argument);
        if (!holds(*object, s.address)) return 0;
        s.begin = object->dlpi_addr;
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = object->dlpi_phdr[i];
          if (segment.p_type == PT_LOAD) s.end = std::max(s.end, object->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
        return 1;
      },
      &reach);
  return {reach.begin, reach.end};
}

}  // namespace

int redirect_calls(std::span<const Redirection> redirections, const void* own,
                   std::span<const std::string_view> except) {
  int changed = 0;
  each_entry(own, except, [&](const Entry& entry) {
    for (const Redirection& redirection : redirections) {
      if (entry.name != redirection.name) continue;
      if (*entry.place != redirection.to && replace(entry.place, redirection.to)) ++changed;
    }
  });
  return changed;
}

bool may_have_called(std::span<const std::string_view> functions, const void* own,
                     std::span<const std::string_view> except) {
  const auto ours = reach_of(own);
  bool may = false;
  each_entry(own, except, [&](const Entry& entry) {
    if (std::find(functions.begin(), functions.end(), entry.name) == functions.end()) return;
    if (const auto to = reinterpret_cast<std::uintptr_t>(*entry.place); to >= ours.first && to < ours.second) return;
    const char* path = entry.object->dlpi_name;
    const bool program = !path || path[0] == '\0';
    const bool filled = !holds(*entry.object, reinterpret_cast<std::uintptr_t>(*entry.place));
    may |= entry.lazy ? filled : program;
  });
  return may;
}

}  // namespace rooflens::inject
