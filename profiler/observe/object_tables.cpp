#include "profiler/observe/object_tables.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <utility>

namespace rooflens::inject {
namespace {

#if defined(__x86_64__)
constexpr unsigned kJumpSlot = R_X86_64_JUMP_SLOT;
constexpr unsigned kGlobalData = R_X86_64_GLOB_DAT;
constexpr unsigned kPointer = R_X86_64_64;
#elif defined(__aarch64__)
constexpr unsigned kJumpSlot = R_AARCH64_JUMP_SLOT;
constexpr unsigned kGlobalData = R_AARCH64_GLOB_DAT;
constexpr unsigned kPointer = R_AARCH64_ABS64;
#else
#error "say here which relocations name functions of other objects"
#endif

// Never destroyed, as threads may fork while the program ends.
std::timed_mutex& iterating() {
  static auto* const mutex = new std::timed_mutex;
  return *mutex;
}

constexpr auto kForksPatience = std::chrono::milliseconds(500);
thread_local bool held_by_fork = false;  // by this thread, which forks

void end_fork() {
  if (std::exchange(held_by_fork, false)) iterating().unlock();
}

void let_forks_wait() {
  [[maybe_unused]] static const int once =
      pthread_atfork([] { held_by_fork = iterating().try_lock_for(kForksPatience); }, end_fork, end_fork);
}

LinkTables tables_of(const dl_phdr_info& object, const ElfW(Dyn) * entry) {
  LinkTables t;
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
      case DT_GNU_HASH:
        t.hashes = reinterpret_cast<const std::uint32_t*>(at);
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

// Whether the loader left entries of the object for their first calls. Where it left none, it filled all of them in
// when the object was loaded: whoever opens a library may ask for that, as Python does, and no flag of the object
// tells.
bool leaves_entries_open(const dl_phdr_info& object, const LinkTables& t) {
  for (std::size_t i = 0; i < t.calls_size; ++i) {
    const ElfW(Sym)& symbol = t.symbols[ELF64_R_SYM(t.calls[i].r_info)];
    if (ELF64_R_TYPE(t.calls[i].r_info) != kJumpSlot || symbol.st_shndx != SHN_UNDEF) continue;
    const auto* const place = reinterpret_cast<const std::uintptr_t*>(object.dlpi_addr + t.calls[i].r_offset);
    if (holds(object, *place)) return true;
  }
  return false;
}

}  // namespace

bool holds(const dl_phdr_info& object, std::uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    const std::uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && address >= begin && address < begin + segment.p_memsz) return true;
  }
  return false;
}

const ElfW(Sym) * exported(const LoadedObject& object, std::string_view name) {
  const LinkTables& t = object.tables;
  if (!t.hashes || t.hashes[0] == 0) return nullptr;
  std::uint32_t hash = 5381;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(c);
  const std::uint32_t buckets = t.hashes[0];
  const std::uint32_t first = t.hashes[1];
  const std::uint32_t* const bucket = t.hashes + 4 + t.hashes[2] * (sizeof(ElfW(Addr)) / sizeof(std::uint32_t));
  const std::uint32_t* const chain = bucket + buckets;
  for (std::uint32_t i = bucket[hash % buckets]; i >= first; ++i) {
    const ElfW(Sym)& symbol = t.symbols[i];
    if ((chain[i - first] | 1) == (hash | 1) && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
        symbol.st_shndx != SHN_UNDEF && t.names + symbol.st_name == name) {
      return &symbol;
    }
    if (chain[i - first] & 1) break;
  }
  return nullptr;
}

void iterate_objects(int (*visit)(dl_phdr_info*, std::size_t, void*), void* argument) {
  let_forks_wait();
  const std::lock_guard lock(iterating());
  dl_iterate_phdr(visit, argument);
}

void each_object(const void* own, const std::function<void(const LoadedObject&)>& visit) {
  struct Search {
    std::uintptr_t own;
    const std::function<void(const LoadedObject&)>& visit;
  } search{reinterpret_cast<std::uintptr_t>(own), visit};
  iterate_objects(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        const auto& s = *static_cast<const Search*>(argument);
        if (holds(*object, s.own)) return 0;
        const ElfW(Dyn)* dynamic = nullptr;
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr)& segment = object->dlpi_phdr[i];
          if (segment.p_type == PT_DYNAMIC) {
            dynamic = reinterpret_cast<const ElfW(Dyn)*>(object->dlpi_addr + segment.p_vaddr);
          }
        }
        if (!dynamic) return 0;
        LinkTables tables = tables_of(*object, dynamic);
        if (!tables.symbols || !tables.names) return 0;
        if (tables.calls && tables.uses_rela && !tables.binds_now) {
          tables.binds_now = !leaves_entries_open(*object, tables);
        }
        s.visit({*object, tables});
        return 0;
      },
      &search);
}

void each_entry(const LoadedObject& object, const std::function<void(const LinkEntry&)>& visit) {
  const LinkTables& t = object.tables;
  const auto look_through = [&](const ElfW(Rela) * first, std::size_t count) {
    for (std::size_t i = 0; first && i < count; ++i) {
      const unsigned type = ELF64_R_TYPE(first[i].r_info);
      if (type != kJumpSlot && type != kGlobalData && (type != kPointer || first[i].r_addend != 0)) continue;
      const std::string_view name = t.names + t.symbols[ELF64_R_SYM(first[i].r_info)].st_name;
      auto** const place = reinterpret_cast<void**>(object.info.dlpi_addr + first[i].r_offset);
      visit({name, place, type == kJumpSlot && !t.binds_now});
    }
  };
  if (t.uses_rela) look_through(t.calls, t.calls_size);
  look_through(t.data, t.data_size);
}

bool exports_any(const LoadedObject& object, std::span<const std::string_view> functions) {
  return std::any_of(functions.begin(), functions.end(),
                     [&](std::string_view name) { return exported(object, name) != nullptr; });
}

bool imports_any(const LoadedObject& object, std::span<const std::string_view> functions) {
  bool found = false;
  each_entry(object, [&](const LinkEntry& entry) {
    found |= std::find(functions.begin(), functions.end(), entry.name) != functions.end();
  });
  return found;
}

std::pair<std::uintptr_t, std::uintptr_t> reach_of(const void* address) {
  struct Reach {
    std::uintptr_t address;
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
  } reach{reinterpret_cast<std::uintptr_t>(address)};
  iterate_objects(
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

}  // namespace rooflens::inject
