// Java source text to Python values (ast_eval/type_convertor/java_type_converter.py).
#ifndef BFCLX_CORE_CHECK_JAVA_TYPES_H_
#define BFCLX_CORE_CHECK_JAVA_TYPES_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// java_type_converter: a value of the Java type `type`, one of type_mappings.py's; `nested_type` is
// that of the elements, empty for none. Text that is no literal of the type stays a str. Errors, as
// official: "NotImplementedError" for Set, Hashtable, Queue and Stack, "ValueError" for an unknown
// type and for integers of more than 4300 digits.
Result<Value> java_value(std::string_view text, std::string_view type,
                         std::string_view nested_type);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_JAVA_TYPES_H_
