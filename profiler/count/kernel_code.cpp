#include "profiler/count/kernel_code.hpp"

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflens::inject {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::uint16_t kCuda = 190;
constexpr unsigned char kKernel = 0x10;  // in a symbol's st_other
constexpr std::size_t kMostReading = 8;  // times the file's size, since functions lie in others
constexpr std::uint64_t kMostSections = std::uint64_t{1} << 24U;
constexpr std::size_t kMostSymbols = std::size_t{1} << 22U;

template <class T>
T at(Bytes bytes, std::size_t offset) {  // the caller knows that it is there
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// So many bytes from there on; none where the file ends before.
Bytes part(Bytes file, std::uint64_t offset, std::uint64_t size) {
  if (offset > file.size() || size > file.size() - offset) return {};
  return file.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::string_view text(Bytes names, std::size_t offset) {
  if (offset >= names.size()) return {};
  const char* begin = reinterpret_cast<const char*>(names.data()) + offset;
  const void* end = std::memchr(begin, 0, names.size() - offset);
  return end ? std::string_view(begin, static_cast<std::size_t>(static_cast<const char*>(end) - begin))
             : std::string_view();
}

struct Cubin {
  unsigned capability = 0;  ///< 90
  std::vector<Elf64_Shdr> sections;
  Bytes file, symbols, names, calls;
  Bytes places;  ///< the sections of symbols whose numbers are too large for these

  explicit Cubin(Bytes bytes) : file(bytes) {
    if (file.size() < sizeof(Elf64_Ehdr)) return;
    const auto head = at<Elf64_Ehdr>(file, 0);
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_machine != kCuda || head.e_shentsize != sizeof(Elf64_Shdr)) {
      return;
    }
    capability = head.e_flags >> (head.e_ident[EI_ABIVERSION] >= 8 ? 8U : 0U) & 0xffU;
    // Numbers that are too large for the header stand in the first section's.
    Elf64_Shdr first{};
    if (!part(file, head.e_shoff, sizeof first).empty()) first = at<Elf64_Shdr>(file, head.e_shoff);
    const std::uint64_t count = head.e_shnum > 0 ? head.e_shnum : std::min<std::uint64_t>(first.sh_size, kMostSections);
    const Bytes table = part(file, head.e_shoff, count * sizeof(Elf64_Shdr));
    for (std::size_t i = 0; i + sizeof(Elf64_Shdr) <= table.size(); i += sizeof(Elf64_Shdr)) {
      sections.push_back(at<Elf64_Shdr>(table, i));
    }
    const Bytes section_names = content(head.e_shstrndx == SHN_XINDEX ? first.sh_link : head.e_shstrndx);
    for (std::size_t i = 0; i < sections.size(); ++i) {
      if (sections[i].sh_type == SHT_SYMTAB) {
        symbols = content(i);
        names = content(sections[i].sh_link);
      } else if (sections[i].sh_type == SHT_SYMTAB_SHNDX) {
        places = content(i);
      } else if (text(section_names, sections[i].sh_name) == ".nv.callgraph") {
        calls = content(i);
      }
    }
  }
  [[nodiscard]] std::size_t section_of(std::size_t number, const Elf64_Sym& symbol) const {
    const Bytes place = part(places, number * sizeof(std::uint32_t), sizeof(std::uint32_t));
    return symbol.st_shndx == SHN_XINDEX && !place.empty() ? at<std::uint32_t>(place, 0) : symbol.st_shndx;
  }
  [[nodiscard]] Bytes content(std::size_t section) const {
    if (section >= sections.size() || sections[section].sh_type == SHT_NOBITS) return {};
    return part(file, sections[section].sh_offset, sections[section].sh_size);
  }
};

unsigned reach_of_call(std::string_view function) {
  if (function == "__assertfail") return Reach::asserts;  // which ends the program
  if (function == "vprintf") return Reach::prints;
  if (function == "malloc" || function == "free") return Reach::heap;
  for (const std::string_view beginning : {"__cuda_syscall_cnp", "__cudaCDP", "cudaLaunch", "cudaGraphLaunch"}) {
    if (function.starts_with(beginning)) return Reach::launches;
  }
  return Reach::other_calls;
}

// An instruction has 16 bytes: its kind in the lowest nine bits; for whom a fence is, in bits 76 and 77; and where one
// goes to memory, in bits 77 to 80 how strong it is for whom.
unsigned system_access(Bytes code, unsigned capability) {
  constexpr std::uint64_t kFence = 0x192;                                       // MEMBAR
  constexpr std::array<std::uint64_t, 2> kLoads{0x180, 0x181};                  // LD, LDG
  constexpr std::array<std::uint64_t, 4> kAtomics{0x18a, 0x18b, 0x1a8, 0x1a9};  // ATOM, ATOMG, and where they compare
  const auto is_any = [](const auto& kinds, std::uint64_t kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  const bool turing = capability == 75;
  if (!turing && (capability < 80 || capability > 121)) return 0;
  unsigned access = 0;
  for (std::size_t i = 0; i + 16 <= code.size(); i += 16) {
    const std::uint64_t kind = at<std::uint64_t>(code, i) & 0x1ffU;
    const auto upper = at<std::uint64_t>(code, i + 8);
    const std::uint64_t strength = upper >> 13U & 0xfU;
    const bool system = turing ? strength == 0xb || strength == 0xf : strength == 0xa || strength == 0xc;
    if (kind == kFence && (upper >> 12U & 3U) == 3) access |= Reach::system_order;
    if (system && is_any(kLoads, kind)) access |= Reach::system_reads;
    if (system && is_any(kAtomics, kind)) access |= Reach::kTalks;
  }
  return access;
}

// Who may call whom, from the called to its callers; one more than there are symbols stands for any pointer.
using Callers = std::vector<std::vector<std::uint32_t>>;

Callers read_calls(const Cubin& cubin, std::size_t count, std::vector<unsigned>& reach) {
  Callers callers(count + 1);
  const auto any = static_cast<std::uint32_t>(count);
  int kind = 0;
  for (std::size_t i = 0; i + 8 <= cubin.calls.size(); i += 8) {
    const auto caller = at<std::uint32_t>(cubin.calls, i);
    const auto called = at<std::uint32_t>(cubin.calls, i + 4);
    if (caller == 0 && called > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max())) {
      kind = static_cast<std::int32_t>(called);
    } else if (caller < count) {
      if (kind == -1 && called < count) callers[called].push_back(caller);
      if (kind == -2) callers[caller].push_back(any);
      if (kind == -3) callers[any].push_back(caller);
      if (kind == -4) reach[caller] |= Reach::launches;
    }
  }
  return callers;
}

void spread(const Callers& callers, std::vector<unsigned>& reach) {
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < reach.size(); ++i) {
    if (reach[i] != 0) changed.push_back(i);
  }
  while (!changed.empty()) {  // each at most once for each bit
    const std::uint32_t called = changed.back();
    changed.pop_back();
    for (const std::uint32_t caller : callers[called]) {
      if ((reach[caller] | reach[called]) == reach[caller]) continue;
      reach[caller] |= reach[called];
      changed.push_back(caller);
    }
  }
}

}  // namespace

std::map<std::string, unsigned> reach_of_kernels(std::span<const std::byte> bytes) {
  const Cubin cubin(bytes);
  const std::size_t count = cubin.symbols.size() / sizeof(Elf64_Sym);
  if (count > kMostSymbols) return {};
  std::vector<unsigned> reach(count + 1, 0);
  std::size_t left = kMostReading * bytes.size();
  const auto symbol = [&](std::size_t i) { return at<Elf64_Sym>(cubin.symbols, i * sizeof(Elf64_Sym)); };
  for (std::size_t i = 0; i < count; ++i) {
    const Elf64_Sym s = symbol(i);
    if (ELF64_ST_TYPE(s.st_info) != STT_FUNC) continue;
    if (s.st_shndx == SHN_UNDEF) {
      reach[i] = reach_of_call(text(cubin.names, s.st_name));
    } else if (const Bytes code = part(cubin.content(cubin.section_of(i, s)), s.st_value, s.st_size);
               code.size() <= left) {
      left -= code.size();
      reach[i] = system_access(code, cubin.capability);
    }
  }
  spread(read_calls(cubin, count, reach), reach);
  std::map<std::string, unsigned> found;
  for (std::size_t i = 0; i < count; ++i) {
    const Elf64_Sym s = symbol(i);
    if (s.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s.st_info) == STT_FUNC && (s.st_other & kKernel) != 0) {
      found[std::string(text(cubin.names, s.st_name))] |= reach[i];
    }
  }
  return found;
}

std::string words_of(unsigned reach) {
  constexpr std::array<std::pair<unsigned, std::string_view>, 4> kWords{{{Reach::prints, "prints"},
                                                                         {Reach::heap, "allocates or frees memory"},
                                                                         {Reach::launches, "launches kernels"},
                                                                         {Reach::other_calls, "calls the driver"}}};
  std::string words;
  for (const auto& [bit, word] : kWords) {
    if ((reach & bit) != 0) words.append(words.empty() ? "" : " and ").append(word);
  }
  return words.empty() ? words : words + " on the GPU";
}

bool KernelCode::add(const void* cubin, std::size_t size) {
  if (!cubin) return false;
  const auto found = reach_of_kernels({static_cast<const std::byte*>(cubin), size});
  const std::lock_guard lock(mutex_);
  for (const auto& [function, reach] : found) {
    known_[std::hash<std::string>()(function)] |= reach;
    all_ |= reach;
  }
  return !found.empty();
}

std::optional<unsigned> KernelCode::reach(const std::string& function) {
  const std::lock_guard lock(mutex_);
  const auto entry = known_.find(std::hash<std::string>()(function));
  return entry == known_.end() ? std::nullopt : std::optional(entry->second);
}

}  // namespace rooflens::inject
