// What an entry's id says of it, prerequisites of memory included, which are no entries of a
// category's own file.
#ifndef BFCLX_CORE_DATASET_ENTRY_ID_H_
#define BFCLX_CORE_DATASET_ENTRY_ID_H_

#include <string_view>

#include "core/dataset/category.h"

namespace bfclx {

struct EntryId {
  std::string_view text;               // "memory_kv_prereq" of "memory_kv_prereq_22-student-0"
  const Category* category = nullptr;  // of a prerequisite that of its questions; may be unknown
  bool prerequisite = false;           // utils.py:is_memory_prereq
};

// A view into `id`: utils.py:extract_test_category_from_id, with what follows from it.
EntryId read_entry_id(std::string_view id);

inline bool is_memory(const Category& category) { return category.family == "memory"; }

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_ENTRY_ID_H_
