// Function docs of an entry as a schema: what its parameters may be. For core/audit and
// core/review.
#ifndef BFCLX_CORE_AUDIT_SCHEMA_H_
#define BFCLX_CORE_AUDIT_SCHEMA_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/value/value.h"

namespace bfclx {

// The doc of a function by its name, dots and underscores alike; nullptr when there is none.
const Value* find_function(const Entry& entry, std::string_view name);
// The default that the function's schema gives a parameter; nullptr where there is none.
const Value* default_of(const Value& function, std::string_view parameter);
std::vector<std::string> required_parameters(const Value& function);
bool is_required(const Value& function, std::string_view parameter);
const Value* parameter_schema(const Value& function, std::string_view parameter);
std::string schema_type(const Value& schema);  // empty when it has none

// Whole numbers fit "float". Types that are not known fit everything, and so do dicts of
// alternatives; None fits.
bool fits_type(const Value& value, const Value& schema);
bool fits_item_type(const Value& value, const Value& schema);
bool fits_enum(const Value& value, const Value& schema);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_SCHEMA_H_
