// Prints the records of a folder of spools as lines of JSON, for scripts.   usage: spool_text FOLDER.spool
// A field has its name, what it consists of is a list: {"record":"range","range":2,"path":"step"}.
#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>

#include "profiler/spool/fields.hpp"
#include "profiler/spool/spool.hpp"

namespace {

using json = nlohmann::json;
namespace spool = rooflens::collect::spool;

template <class Value>
json to_json(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return static_cast<int>(value);
  } else if constexpr (requires { json(value); }) {
    return json(value);
  } else if constexpr (requires { value.has_value(); }) {
    return value ? to_json(*value) : json();
  } else if constexpr (requires { value.size(); }) {
    json list = json::array();
    for (const auto& entry : value) list.push_back(to_json(entry));
    return list;
  } else {
    json list = json::array();
    spool::fields(value, [&](const char*, const auto& part) { list.push_back(to_json(part)); });
    return list;
  }
}

void print(const spool::Record& record) {
  std::visit(
      [](const auto& r) {
        json line{{"record", spool::Kind<std::remove_cvref_t<decltype(r)>>::name}};
        spool::fields(r, [&](const char* name, const auto& value) { line[name] = to_json(value); });
        std::puts(line.dump().c_str());
      },
      record);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: spool_text FOLDER.spool\n", stderr);
    return 2;
  }
  try {
    for (const auto& path : spool::spools_in(argv[1])) (void)spool::read_spool(path, print);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
