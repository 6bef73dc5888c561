#include "profiler/observe/redirect_calls.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#include "profiler/observe/object_tables.hpp"

namespace rooflens::inject {
namespace {

// How the page of an address is protected; nothing where the kernel does not say.
std::optional<int> protection(std::uintptr_t address) {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (!maps) return std::nullopt;
  std::optional<int> found;
  char line[512];  // longer ones go on with a path, which does not look like a range
  while (!found && std::fgets(line, sizeof line, maps)) {
    unsigned long begin = 0;
    unsigned long end = 0;
    char may[5] = {};
    if (std::sscanf(line, "%lx-%lx %4s", &begin, &end, may) != 3 || address < begin || address >= end) continue;
    found = (may[0] == 'r' ? PROT_READ : 0) | (may[1] == 'w' ? PROT_WRITE : 0) | (may[2] == 'x' ? PROT_EXEC : 0);
  }
  std::fclose(maps);
  return found;
}

// In one store, whoever reads there meanwhile; memory that nobody may write stays so.
template <class Word>
bool replace(Word* place, Word by) {
  static_assert(sizeof(Word) == sizeof(void*));
  const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  const std::optional<int> may = protection(address);
  if (!may || address % sizeof(Word) != 0) return false;
  auto* const page = reinterpret_cast<void*>(address & ~(page_size - 1));
  const bool locked = (*may & PROT_WRITE) == 0;
  if (locked && mprotect(page, page_size, *may | PROT_WRITE) != 0) return false;
  __atomic_store_n(place, by, __ATOMIC_RELEASE);
  if (locked) static_cast<void>(mprotect(page, page_size, *may));
  return true;
}

// Whether a word of the object's variables is one of these; read as a debugger does, since the program may have
// protected them.
bool has_word(const LoadedObject& object, std::span<void* const> words, std::size_t most_bytes) {
  const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  if (memory < 0) return false;
  bool found = false;
  std::vector<void*> chunk(8192);
  for (int i = 0; i < object.info.dlpi_phnum && !found; ++i) {
    const ElfW(Phdr)& segment = object.info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W) == 0) continue;
    ElfW(Addr) at = (object.info.dlpi_addr + segment.p_vaddr + sizeof(void*) - 1) & ~(sizeof(void*) - 1);
    const ElfW(Addr) end = object.info.dlpi_addr + segment.p_vaddr + std::min<std::size_t>(segment.p_memsz, most_bytes);
    while (at < end && !found) {
      const ssize_t got = pread(memory, chunk.data(), std::min<std::size_t>(chunk.size() * sizeof(void*), end - at),
                                static_cast<off_t>(at));
      if (got <= 0) break;
      const auto* const last = chunk.data() + static_cast<std::size_t>(got) / sizeof(void*);
      found = std::find_first_of(chunk.data(), const_cast<void**>(last), words.begin(), words.end()) != last;
      at += static_cast<std::size_t>(got);
    }
  }
  close(memory);
  return found;
}

}  // namespace

std::vector<ExportedFunction> exported_functions(std::span<const std::string_view> names, const void* own) {
  const auto ours = reach_of(own);
  std::vector<ExportedFunction> all;
  each_object(own, [&](const LoadedObject& object) {
    for (const std::string_view name : names) {
      const ElfW(Sym)* const symbol = exported(object, name);
      if (!symbol) continue;
      void* const address = object.address_of(*symbol);
      const auto at = reinterpret_cast<std::uintptr_t>(address);
      if (at < ours.first || at >= ours.second) all.push_back({name, address});
    }
  });
  return all;
}

int redirect_calls(std::span<const Redirection> redirections, const void* own) {
  int changed = 0;
  each_object(own, [&](const LoadedObject& object) {
    for (const Redirection& r : redirections) {
      const ElfW(Sym)* const symbol = exported(object, r.name);
      if (!symbol || object.address_of(*symbol) != r.from) continue;
      const ElfW(Addr) value = reinterpret_cast<ElfW(Addr)>(r.to) - object.info.dlpi_addr;
      if (replace(const_cast<ElfW(Addr)*>(&symbol->st_value), value)) ++changed;
    }
    each_entry(object, [&](const LinkEntry& entry) {
      for (const Redirection& r : redirections) {
        if (entry.name == r.name && *entry.place == r.from && replace(entry.place, r.to)) ++changed;
      }
    });
  });
  return changed;
}

bool may_have_called(std::span<const std::string_view> functions, const void* own) {
  const auto ours = reach_of(own);
  bool may = false;
  each_object(own, [&](const LoadedObject& object) {
    if (exports_any(object, functions)) return;
    const char* path = object.info.dlpi_name;
    const bool program = !path || path[0] == '\0';
    each_entry(object, [&](const LinkEntry& entry) {
      if (std::find(functions.begin(), functions.end(), entry.name) == functions.end()) return;
      const auto to = reinterpret_cast<std::uintptr_t>(*entry.place);
      if (to >= ours.first && to < ours.second) return;
      may |= entry.lazy ? !holds(object.info, to) : program;
    });
  });
  return may;
}

bool are_at_hand(std::span<const std::string_view> functions, const void* own, std::size_t most_bytes) {
  std::vector<void*> addresses;
  for (const ExportedFunction& function : exported_functions(functions, own)) addresses.push_back(function.address);
  if (addresses.empty()) return false;
  constexpr std::string_view kLookUp[] = {"dlsym", "dlvsym"};
  bool found = false;
  each_object(own, [&](const LoadedObject& object) {
    found = found || (!exports_any(object, functions) && imports_any(object, kLookUp) &&
                      !imports_any(object, functions) && has_word(object, addresses, most_bytes));
  });
  return found;
}

}  // namespace rooflens::inject
