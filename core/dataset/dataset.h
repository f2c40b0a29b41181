// Dataset: questions, function docs and ground truth, loaded from the bytes of the official files.
//
// Nothing is read from disk here: the caller hands over bytes by category (tools read files, a page
// fetches them). Once loaded a Dataset is not changed and may be shared by threads.
#ifndef BFCLX_CORE_DATASET_DATASET_H_
#define BFCLX_CORE_DATASET_DATASET_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

struct Entry {
  std::string id;
  const Category* category = nullptr;
  // The question file's whole object (question, function, initial_config, ...).
  Value data;
  // `ground_truth` of the answer file; None for relevance categories.
  Value ground_truth;

  const Value& question() const;   // list of turns, each a list of messages; None when absent
  const Value& functions() const;  // list of function docs; an empty list when absent
};

class Dataset {
 public:
  // What the dataset is, for reports: "BFCL_v4 6ea5797", and a hash over its bytes, hex.
  std::string version;
  std::string hash;

  // Adds one category from its files. `questions` and `answers` are JSON lines; the official order
  // is kept and answers are aligned by line, as official. Errors name file, line and id.
  // For format_sensitivity `questions` is the mapping {category: [ids]}, and the categories it names
  // must have been added; for chatable, lines without id get "chatable_<line>".
  Status add(const Category& category, std::string_view questions, std::string_view answers);

  bool has(const Category& category) const;
  // In the official order; empty when not loaded.
  const std::vector<Entry>& entries(const Category& category) const;
  // nullptr when there is none.
  const Entry* find(std::string_view id) const;

 private:
  struct Part {
    std::vector<Entry> entries;
    std::unordered_map<std::string, std::uint32_t> by_id;
  };
  std::unordered_map<const Category*, std::unique_ptr<Part>> parts_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_DATASET_H_
