// What an entry of the dataset must look like (internal to core/dataset).
#ifndef BFCLX_CORE_DATASET_ENTRY_FORM_H_
#define BFCLX_CORE_DATASET_ENTRY_FORM_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// What messages call a value: "missing" for nullptr, "null", "a number", "a list".
std::string kind_text(const Value* value);

// Where a message points at.
struct LinePlace {
  std::string_view file;
  std::size_t line;
  std::string_view id;

  Error error(std::string_view member, const Value* found, std::string_view expected) const;
  Error empty_list(std::string_view member, std::string_view expected) const;
};

Status check_class_names(const Value* names, const LinePlace& place);

// Brings the questions of v1 to v3 into the form of v4: a list of turns, each a list of messages.
Status normalise_question(Dict& data, const LinePlace& place);
// `is_own`: of an own benchmark, whose functions can have JSON Schema (checker/schema_doc.h).
Status check_functions(const Category& category, Dict& data, bool is_own, const LinePlace& place);
// Of an entry of an own benchmark; nullptr where it has none.
Status check_tags(const Value* tags, const LinePlace& place);
Status check_ground_truth(const Category& category, const Value* truth, const LinePlace& place);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_ENTRY_FORM_H_
