// The builtin functions that hardly any response uses; extensions.cpp has their table.
#ifndef BFCLX_CORE_PYTHON_EXTENSIONS_MORE_BUILTINS_H_
#define BFCLX_CORE_PYTHON_EXTENSIONS_MORE_BUILTINS_H_

#include "core/base/result.h"
#include "core/python/evaluate/builtins.h"
#include "core/value/value.h"

namespace bfclx::python {

// more_builtins_lazy.cpp
Result<Value> builtin_enumerate(Arguments& arguments);
Result<Value> builtin_filter(Arguments& arguments);
Result<Value> builtin_iter(Arguments& arguments);
Result<Value> builtin_map(Arguments& arguments);
Result<Value> builtin_next(Arguments& arguments);
Result<Value> builtin_reversed(Arguments& arguments);
Result<Value> builtin_zip(Arguments& arguments);

// more_builtins_types.cpp
Result<Value> builtin_callable(Arguments& arguments);
Result<Value> builtin_getattr(Arguments& arguments);
Result<Value> builtin_hasattr(Arguments& arguments);
Result<Value> builtin_hash(Arguments& arguments);
Result<Value> builtin_isinstance(Arguments& arguments);
Result<Value> builtin_type(Arguments& arguments);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EXTENSIONS_MORE_BUILTINS_H_
