// What the official program puts into entries once their line is read (internal to core/dataset;
// bfcl_eval/utils.py).
#ifndef BFCLX_CORE_DATASET_ENTRY_COMPLETION_H_
#define BFCLX_CORE_DATASET_ENTRY_COMPLETION_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/dataset/dataset.h"
#include "core/dataset/entry_form.h"
#include "core/value/dict.h"

namespace bfclx {

// The simulated class of a memory category: "MemoryAPI_kv".
std::string memory_class_of(const Category& category);
// The id as the category has it: one file of questions serves several agentic categories.
std::string id_in_category(const Category& category, std::string_view id);
// The docs of the classes that the entry involves, and those that are held out. Does nothing when
// the docs of one of the classes have not been added.
Status fill_in_functions(const Dataset& dataset, Dict& data, const LinePlace& place);
// All of it, and what an entry must look like.
Status complete_entry(const Dataset& dataset, const Category& category, Entry& entry,
                      const LinePlace& place);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_ENTRY_COMPLETION_H_
