// The least file that kernel_code.cpp reads: a cubin whose kernels call nothing.
#pragma once

#include <elf.h>

#include <cstring>
#include <string>
#include <vector>

namespace rooflens::inject {

inline std::string plain_cubin(const std::vector<const char*>& kernels) {
  std::string names(1, '\0');
  std::vector<Elf64_Sym> symbols(1);
  for (const char* kernel : kernels) {
    Elf64_Sym symbol{};
    symbol.st_name = static_cast<Elf64_Word>(names.size());
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_other = 0x10;  // a kernel
    symbol.st_shndx = 1;
    symbols.push_back(symbol);
    names += kernel;
    names += '\0';
  }
  Elf64_Shdr sections[3]{};
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof(Elf64_Ehdr) + sizeof sections;
  sections[1].sh_size = names.size();
  sections[2].sh_type = SHT_SYMTAB;
  sections[2].sh_link = 1;
  sections[2].sh_offset = sections[1].sh_offset + names.size();
  sections[2].sh_size = symbols.size() * sizeof(Elf64_Sym);
  Elf64_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_machine = 190;  // CUDA
  head.e_flags = 90;
  head.e_shoff = sizeof head;
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = 3;
  std::string file(reinterpret_cast<const char*>(&head), sizeof head);
  file.append(reinterpret_cast<const char*>(sections), sizeof sections);
  file += names;
  return file.append(reinterpret_cast<const char*>(symbols.data()), sections[2].sh_size);
}

}  // namespace rooflens::inject
