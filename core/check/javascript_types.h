// JavaScript source text to Python values (ast_eval/type_convertor/js_type_converter.py).
#ifndef BFCLX_CORE_CHECK_JAVASCRIPT_TYPES_H_
#define BFCLX_CORE_CHECK_JAVASCRIPT_TYPES_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// js_type_converter: a value of the type `type`, one of type_mappings.py's; `nested_type` is that
// of the elements, empty for none. Text that is no literal of the type stays a str. Error
// "ValueError", as official: an unknown type, an integer of more than 4300 digits, a Bigint with a
// line feed behind.
Result<Value> javascript_value(std::string_view text, std::string_view type,
                               std::string_view nested_type);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_JAVASCRIPT_TYPES_H_
