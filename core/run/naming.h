// Entries for replies that tell none: by the functions that they call, or as somebody names it.
//
// A reply whose functions only one entry offers is that entry's; where several offer them, or none,
// that is told with the entries, and nothing is guessed.
#ifndef BFCLX_CORE_RUN_NAMING_H_
#define BFCLX_CORE_RUN_NAMING_H_

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/dataset/dataset_files.h"
#include "core/dataset/results.h"
#include "core/decode/decoder.h"

namespace bfclx {

struct NamingRequest {
  std::string_view as_entry;         // scored against this entry; empty: by functions
  const Decoder* decoder = nullptr;  // of texts; nullptr: chosen by them
  // What a person does who wants to name the entry, to end a sentence.
  std::string_view advice = "name the entry with --as-entry";
};

// Moves the nameless replies of the file to the others, with an id, where theirs is found; those
// that stay become problems. Loads the categories that offer functions, unless as_entry is given.
void name_replies(DatasetFiles& dataset, const NamingRequest& request, ResultFile& file);

// Names of the functions that a reply calls, each once, sorted. Empty for turns and for what no
// decoder reads.
std::vector<std::string> called_functions(const Value& reply, const Decoder& decoder);

// Entries of the loaded categories that offer all of these functions, in the official order; dots
// may have become underscores. Episodes are none.
class FunctionIndex {
 public:
  explicit FunctionIndex(DatasetFiles& dataset);
  std::vector<const Entry*> entries(std::span<const std::string> names) const;

 private:
  std::unordered_map<std::string, std::vector<const Entry*>> by_name_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_NAMING_H_
