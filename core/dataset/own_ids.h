// The ids of a benchmark of someone's own: those that its author gave, each of one entry.
#ifndef BFCLX_CORE_DATASET_OWN_IDS_H_
#define BFCLX_CORE_DATASET_OWN_IDS_H_

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset.h"

namespace bfclx {

class OwnIds {
 public:
  using Read = std::function<Result<std::optional<std::string>>(const std::string& path)>;

  // `read` gives the files of the benchmark, named from its root (dataset_files.h). What cannot be
  // read is told by whoever loads it.
  explicit OwnIds(const Read& read);

  // The id of the entry that has this own id; empty where none has.
  std::string_view entry_of(std::string_view own_id) const;
  // Whether the own id is that of this line of questions alone, and of no other entry. The Error
  // names no place.
  Status check(std::string_view own_id, std::string_view file, std::size_t line) const;

 private:
  struct Owner {
    std::string entry;
    std::string_view file;
    std::size_t line = 0;
  };
  std::unordered_map<std::string, std::vector<Owner>> owners_;
  // By entry id; read where there are own ids.
  std::unordered_map<std::string, Owner> entries_;
};

// By its id, or by the own id of an entry.
const Entry* find_named(const Dataset& dataset, std::string_view id);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_IDS_H_
