// Python expressions: parsed, printed and, in a closed subset, evaluated.
//
// The parser takes what CPython 3.11's `ast.parse(text, mode="eval")` takes. Nothing is ever
// executed: `evaluate` knows literals, containers, operators, pure builtins and what its caller
// provides, and is bounded in steps, sizes and depth.
#ifndef BFCLX_CORE_PYTHON_PYTHON_H_
#define BFCLX_CORE_PYTHON_PYTHON_H_

#include "core/python/evaluate/evaluate.h"
#include "core/python/evaluate/literal_eval.h"
#include "core/python/syntax/check_compilable.h"
#include "core/python/syntax/parse_expression.h"
#include "core/python/syntax/unparse.h"

#endif  // BFCLX_CORE_PYTHON_PYTHON_H_
