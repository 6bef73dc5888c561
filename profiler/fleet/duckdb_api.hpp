// What is used of DuckDB's C API, as its header duckdb.h declares it: the library comes from others, without a header.
#pragma once

#include <cstdint>

namespace rooflens::fleet::duckdb {

struct Result {
  std::uint64_t deprecated[3];
  void* deprecated_pointers[2];
  void* internal;
};

/// duckdb_string_t: at most 12 characters behind the length, or four of them and a pointer to all.
struct String {
  std::uint32_t length;
  char inlined[4];
  union {
    char more_inlined[8];
    const char* text;
  };
};

// duckdb_state, and the values of duckdb_type that answers have.
inline constexpr int kSuccess = 0;
enum Type { kBoolean = 1, kInteger = 4, kBigint = 5, kUbigint = 9, kDouble = 11, kVarchar = 17 };

#define ROOFLENS_DUCKDB_FUNCTIONS(X)                                 \
  X(library_version, const char*, ())                                \
  X(open, int, (const char*, void**))                                \
  X(close, void, (void**))                                           \
  X(connect, int, (void*, void**))                                   \
  X(disconnect, void, (void**))                                      \
  X(query, int, (void*, const char*, Result*))                       \
  X(destroy_result, void, (Result*))                                 \
  X(result_error, const char*, (Result*))                            \
  X(column_count, std::uint64_t, (Result*))                          \
  X(column_name, const char*, (Result*, std::uint64_t))              \
  X(column_type, int, (Result*, std::uint64_t))                      \
  X(fetch_chunk, void*, (Result))                                    \
  X(destroy_data_chunk, void, (void**))                              \
  X(data_chunk_get_size, std::uint64_t, (void*))                     \
  X(data_chunk_get_vector, void*, (void*, std::uint64_t))            \
  X(vector_get_data, void*, (void*))                                 \
  X(vector_get_validity, std::uint64_t*, (void*))                    \
  X(appender_create, int, (void*, const char*, const char*, void**)) \
  X(appender_error, const char*, (void*))                            \
  X(appender_flush, int, (void*))                                    \
  X(appender_destroy, int, (void**))                                 \
  X(appender_end_row, int, (void*))                                  \
  X(append_int64, int, (void*, std::int64_t))                        \
  X(append_double, int, (void*, double))                             \
  X(append_varchar_length, int, (void*, const char*, std::uint64_t)) \
  X(append_null, int, (void*))

}  // namespace rooflens::fleet::duckdb
