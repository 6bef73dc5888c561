"""Stands for Python's package duckdb, which CI cannot install: as much of its interface as rooflens uses, on libduckdb.so."""

import ctypes
import os

BOOLEAN, DOUBLE, VARCHAR = 1, 11, 17


class Result(ctypes.Structure):
    _fields_ = [("deprecated", ctypes.c_uint64 * 3), ("pointers", ctypes.c_void_p * 2), ("internal", ctypes.c_void_p)]


lib = ctypes.CDLL(os.environ["STAND_IN_LIBDUCKDB"])
for name, answers in {
    "result_error": ctypes.c_char_p, "column_name": ctypes.c_char_p, "column_count": ctypes.c_uint64, "row_count": ctypes.c_uint64,
    "value_is_null": ctypes.c_bool, "value_boolean": ctypes.c_bool, "value_int64": ctypes.c_int64, "value_double": ctypes.c_double,
    "value_varchar": ctypes.c_void_p,
}.items():  # fmt: skip
    getattr(lib, "duckdb_" + name).restype = answers


class Connection:
    def __init__(self):
        self.database, self.connection = ctypes.c_void_p(), ctypes.c_void_p()
        assert lib.duckdb_open(None, ctypes.byref(self.database)) == 0
        assert lib.duckdb_connect(self.database, ctypes.byref(self.connection)) == 0

    def execute(self, sql):
        self.result = Result()
        if lib.duckdb_query(self.connection, sql.encode(), ctypes.byref(self.result)) != 0:
            raise RuntimeError(lib.duckdb_result_error(ctypes.byref(self.result)).decode())
        columns = range(lib.duckdb_column_count(ctypes.byref(self.result)))
        self.types = [lib.duckdb_column_type(ctypes.byref(self.result), ctypes.c_uint64(c)) for c in columns]
        names = [lib.duckdb_column_name(ctypes.byref(self.result), ctypes.c_uint64(c)).decode() for c in columns]
        self.description = [(n, "VARCHAR" if t == VARCHAR else "NUMBER") for n, t in zip(names, self.types)]
        return self

    def value(self, type_, column, row):
        at = ctypes.byref(self.result), ctypes.c_uint64(column), ctypes.c_uint64(row)
        if lib.duckdb_value_is_null(*at):
            return None
        if type_ == VARCHAR:
            text = lib.duckdb_value_varchar(*at)
            found = ctypes.string_at(text).decode()
            lib.duckdb_free(ctypes.c_void_p(text))
            return found
        read = {BOOLEAN: lib.duckdb_value_boolean, DOUBLE: lib.duckdb_value_double}.get(type_, lib.duckdb_value_int64)
        return read(*at)

    def fetchall(self):
        rows = range(lib.duckdb_row_count(ctypes.byref(self.result)))
        return [tuple(self.value(t, c, r) for c, t in enumerate(self.types)) for r in rows]


connect = Connection
