// LinkTables by which the loader links the objects that are loaded now: what they export, and their entries for
// functions of other objects.
#pragma once

#include <elf.h>
#include <link.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

namespace rooflens::inject {

/// What the dynamic section of an object says.
struct LinkTables {
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  const ElfW(Rela) * calls = nullptr;
  std::size_t calls_size = 0;
  const ElfW(Rela) * data = nullptr;
  std::size_t data_size = 0;
  const std::uint32_t* hashes = nullptr;  ///< as the GNU linkers write them
  bool uses_rela = false;
  bool binds_now = false;
};

/// A loaded object, for as long as it is visited.
struct LoadedObject {
  const dl_phdr_info& info;
  const LinkTables& tables;

  [[nodiscard]] void* address_of(const ElfW(Sym) & symbol) const {
    return reinterpret_cast<void*>(info.dlpi_addr + symbol.st_value);
  }
};

/// An object's entry for a function of another one, or of its own.
struct LinkEntry {
  std::string_view name;
  void** place;
  bool lazy;  ///< the loader fills it in at the first call
};

/// All but the one that holds `own`.
void each_object(const void* own, const std::function<void(const LoadedObject&)>& visit);
void each_entry(const LoadedObject& object, const std::function<void(const LinkEntry&)>& visit);

/// The function that an object exports by a name; null: it has none.
[[nodiscard]] const ElfW(Sym) * exported(const LoadedObject& object, std::string_view name);
/// Whether it has one of several, and whether it has an entry for one.
[[nodiscard]] bool exports_any(const LoadedObject& object, std::span<const std::string_view> functions);
[[nodiscard]] bool imports_any(const LoadedObject& object, std::span<const std::string_view> functions);

/// As dl_iterate_phdr, whose lock a fork in another thread would leave locked in the child: forks wait for its end.
void iterate_objects(int (*visit)(dl_phdr_info*, std::size_t, void*), void* argument);

/// Whether an address lies in the object.
[[nodiscard]] bool holds(const dl_phdr_info& object, std::uintptr_t address);
/// From where to where the object reaches that holds an address; empty where none does.
[[nodiscard]] std::pair<std::uintptr_t, std::uintptr_t> reach_of(const void* address);

}  // namespace rooflens::inject
