// Rows of functions whose instructions were looked at.
#include "profiler/session/tables.hpp"

#include <string>

#include "profiler/session/rows.hpp"

namespace rooflens::session {
namespace {

// Rows of instructions and their values come in the order of functions, so each belongs to the last one or is astray.
template <class Take>
void for_each_of(Database& database, std::vector<models::FunctionProfile>& functions,
                 const std::vector<std::int64_t>& ids, const char* query, Take&& take) {
  Statement select = database.prepare(query);
  std::size_t at = 0;
  while (select.step()) {
    const auto id = read<std::int64_t>(select, 0);
    while (at < ids.size() && ids[at] < id) ++at;
    if (at == ids.size() || ids[at] != id) {
      throw InvalidContents("an instruction names function " + std::to_string(id) +
                            ", which the session does not have");
    }
    take(functions[at], select);
  }
}

models::Instruction& instruction_at(models::FunctionProfile& function, std::uint64_t offset, std::size_t& hint) {
  if (hint >= function.instructions.size() || function.instructions[hint].offset > offset) hint = 0;
  while (hint < function.instructions.size() && function.instructions[hint].offset < offset) ++hint;
  if (hint < function.instructions.size() && function.instructions[hint].offset == offset) {
    return function.instructions[hint];
  }
  throw InvalidContents("a value names instruction " + std::to_string(offset) + " of '" + function.function +
                        "', which the session does not have");
}

}  // namespace

void insert_function(Database& database, const models::FunctionProfile& function) {
  Statement insert = prepare_insert<models::FunctionProfile>(database, "function", {"id"});
  const std::int64_t id = database.integer("SELECT coalesce(max(id), 0) + 1 FROM function");
  insert_row(insert, function, id);
  Statement instruction = prepare_insert<models::Instruction>(database, "instruction", {"function_id"});
  Statement value =
      database.prepare("INSERT INTO instruction_value (function_id, code_offset, name, value) VALUES (?, ?, ?, ?)");
  for (const models::Instruction& entry : function.instructions) {
    insert_row(instruction, entry, id);
    for (const auto& [name, number] : entry.values) insert_values(value, id, entry.offset, name, number);
  }
}

std::vector<models::FunctionProfile> read_functions(Database& database) {
  std::vector<models::FunctionProfile> functions;
  std::vector<std::int64_t> ids;
  Statement select = prepare_select<models::FunctionProfile>(database, "function", {"id"}, "ORDER BY id");
  while (select.step()) {
    ids.push_back(read<std::int64_t>(select, 0));
    functions.push_back(read_row<models::FunctionProfile>(select, 1));
  }
  const std::string instructions = "SELECT function_id, " + column_list<models::Instruction>({}) +
                                   " FROM instruction ORDER BY function_id, code_offset";
  for_each_of(database, functions, ids, instructions.c_str(), [](auto& function, auto& row) {
    function.instructions.push_back(read_row<models::Instruction>(row, 1));
  });
  std::size_t hint = 0;
  for_each_of(database, functions, ids,
              "SELECT function_id, code_offset, name, value FROM instruction_value ORDER BY function_id, code_offset",
              [&](auto& function, auto& row) {
                models::Instruction& instruction = instruction_at(function, read<std::uint64_t>(row, 1), hint);
                instruction.values[read<std::string>(row, 2)] = read<double>(row, 3);
              });
  return functions;
}

}  // namespace rooflens::session
