// Parts of reading a schema that concern one node: types by name, enumerations, bounds (internal
// to core/checker).
#ifndef BFCLX_CORE_CHECKER_SCHEMA_KINDS_H_
#define BFCLX_CORE_CHECKER_SCHEMA_KINDS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/checker/json_schema.h"
#include "core/value/value.h"

namespace bfclx {

// 0 for a name that is none. Gemini writes names of JSON Schema in capitals.
KindSet kind_of_type(std::string_view name, bool is_bfcl);
// What is wrong with such a name, and what to write.
std::string unknown_type(std::string_view name, bool is_bfcl);

// `enum` and `const`, after the kinds. An Error where no value of `enum` has the type; in BFCL's
// dialect, where such a list is that of an array's items or of texts of numbers, it says nothing.
Status read_allowed(SchemaNode& node, const Value& given, bool is_bfcl);
// minimum, maxLength, ...; an Error where a bound is no number, or no value lies between two.
Status read_bounds(SchemaNode& node, const Value& given);

// Sets the declared kinds of all nodes. An Error for a schema that refers to itself without a
// property or an item between, and for one that no value fits because its types exclude each
// other.
Status declare_kinds(Schema& schema);

// Equality of JSON values: true is not 1, 2 is 2.0, arrays and tuples alike, NaN equals nothing.
// What JSON cannot hold equals nothing.
bool json_equal(const Value& a, const Value& b);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_SCHEMA_KINDS_H_
