// Entries for responses without an id: matched by the calls that they make, or named by somebody.
//
// A response is matched to an entry when three things hold; otherwise the entries that it may be of
// are listed, and nothing is guessed:
// 1. Exactly one entry offers all functions that the response calls.
// 2. Each call names a parameter of its function. A call without arguments fits a function that
//    takes none. `get_weather(city="x")` says nothing of an entry whose get_weather takes `lat`.
// 3. The entry expects calls. Only wrong responses to irrelevance entries make calls (and only
// right
//    ones to relevance entries), so scoring just these would distort the category.
#ifndef BFCLX_CORE_RUN_NAMING_H_
#define BFCLX_CORE_RUN_NAMING_H_

#include <cstddef>
#include <map>
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
  std::string_view as_entry;         // scored against this entry; empty: matched by calls
  const Decoder* decoder = nullptr;  // of texts; nullptr: chosen by them
  // What a person does who wants to name the entry, to end a sentence.
  std::string_view advice = "name the entry with --as-entry";
  // The same for the first so many responses, where these have candidates: the caller shows them.
  std::string_view advice_offered;
  std::size_t offered = 0;
  // A response that a person pasted. A file of text without a call is no result file instead.
  bool pasted = true;
};

// Moves the responses without an id to the others, with an id, where theirs is found. Those that
// stay become problems, with their candidates for the first few. Loads the categories that offer
// functions, unless as_entry is given.
void name_responses(DatasetFiles& dataset, const NamingRequest& request, ResultFile& file);

// Names of the functions that a response calls, each once, sorted. Empty for turns and for what no
// decoder reads.
std::vector<std::string> called_functions(const Value& response, const Decoder& decoder);

// Entries of the loaded categories that offer all of these functions, in the official order; dots
// may have become underscores. Episodes are none.
class FunctionIndex {
 public:
  explicit FunctionIndex(DatasetFiles& dataset);
  std::vector<const Entry*> entries(std::span<const std::string> names) const;

 private:
  std::unordered_map<std::string, std::vector<const Entry*>> by_name_;
};

struct EntryCandidate {
  const Entry* entry = nullptr;
  bool arguments_fit = false;  // rule 2
};

struct EntryMatch {
  std::vector<std::string> functions;      // that the response calls, sorted
  std::vector<EntryCandidate> candidates;  // offer them all; the first kMostCandidates
  std::size_t candidates_count = 0;
  const Entry* entry = nullptr;  // nullptr: ambiguous, or there is none
};
inline constexpr std::size_t kMostCandidates = 50;

std::vector<std::size_t> lines_of(std::span<const Response> responses);
// Counts these lines of responses without an entry as unusable, but for those that others are on.
// Each is told as a problem by the caller.
void count_unmatched(std::span<const std::size_t> lines, ResultFile& file);

// Matches the responses of a file; equal sets of functions are looked up once.
class EntryMatcher {
 public:
  // `texts` decodes what is text; lists of calls are read as openai_fc.
  EntryMatcher(DatasetFiles& dataset, const Decoder& texts) : index_(dataset), texts_(texts) {}
  EntryMatch match(const Value& response);

 private:
  FunctionIndex index_;
  const Decoder& texts_;
  std::map<std::vector<std::string>, std::vector<const Entry*>> found_;
};

// The first line of the first user message, for people who choose an entry; cut when it is long.
std::string question_line(const Entry& entry);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_NAMING_H_
