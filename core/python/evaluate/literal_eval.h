// ast.literal_eval.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_LITERAL_EVAL_H_
#define BFCLX_CORE_PYTHON_EVALUATE_LITERAL_EVAL_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::python {

// ast.literal_eval(text).
Result<Value> literal_eval(std::string_view text);

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_LITERAL_EVAL_H_
