#include "core/python/extensions/extensions.h"

#include "core/python/evaluate/builtin_functions.h"
#include "core/python/extensions/more_builtins.h"
#include "core/python/python.h"

namespace bfclx::python {
namespace {

constexpr Builtin kBuiltins[] = {
    {"callable", builtin_callable, 1, 1, Arity::kExactlyOne, "", false},
    {"enumerate", builtin_enumerate, 0, kAnyNumber, Arity::kExpected, " iterable start ", true},
    {"filter", builtin_filter, 2, 2, Arity::kExpected, "", true},
    {"getattr", builtin_getattr, 2, 3, Arity::kExpected, "", false},
    {"hasattr", builtin_hasattr, 2, 2, Arity::kExpected, "", false},
    {"hash", builtin_hash, 1, 1, Arity::kExactlyOne, "", false},
    {"isinstance", builtin_isinstance, 2, 2, Arity::kExpected, "", false},
    {"iter", builtin_iter, 1, 2, Arity::kExpected, "", false},
    {"map", builtin_map, 0, kAnyNumber, Arity::kExpected, "", true},
    {"next", builtin_next, 1, 2, Arity::kExpected, "", false},
    {"reversed", builtin_reversed, 1, 1, Arity::kExpected, "", true},
    {"type", builtin_type, 0, kAnyNumber, Arity::kExpected, "", true},
    {"zip", builtin_zip, 0, kAnyNumber, Arity::kExpected, " strict ", true},
};

}  // namespace

const Builtin* find_more_builtins(std::string_view name) { return find_builtin(kBuiltins, name); }

const Extensions& all_extensions() {
  static constexpr Extensions kAll{find_more_builtins, find_more_methods, evaluate_lambda,
                                   evaluate_generator};
  return kAll;
}

}  // namespace bfclx::python
