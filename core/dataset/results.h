// Result files: what a model replied, one entry a line.
//
// The official reader (utils.py:load_file) stops at the first thing it does not expect. This one
// uses whatever can be used and says of everything else where it stands and what to do:
//
//   {"id": "simple_python_0", "result": "[f(x=1)]"}                a response
//   {"id": "simple_python_1", "result": "[f(x=                     a fatal problem with line and id
//   {"id": "simple_python_2", "result": null}                      a response, and a note
#ifndef BFCLX_CORE_DATASET_RESULTS_H_
#define BFCLX_CORE_DATASET_RESULTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/json_scanner.h"
#include "core/value/value.h"

namespace bfclx {

struct Response {
  std::size_t line = 0;  // from 1; the line on which the entry starts
  std::string id;        // as the file spells it
  Value result;
  // As the file has them, for cost and latency.
  std::optional<Value> input_token_count;
  std::optional<Value> output_token_count;
  std::optional<Value> latency;
  // Where the entry's text lies in the file, bytes: for whoever wants other members of it.
  std::uint64_t offset = 0;
  std::size_t size = 0;
  // What it was read from, where that is no result line: a name of response_forms.h.
  std::string_view form = {};
};

// A line that could not be used, or was used with a reservation.
struct ResultProblem {
  std::size_t line = 0;   // 0: of the whole file
  std::string id;         // empty when unknown
  std::string message;    // what is wrong and what to do
  bool fatal = true;      // the line gave no response
  std::string file = {};  // left empty here, for whoever reads several
  bool nameless = false;  // of a response without an id: why it has no entry, or which it may be of
  bool recognised = false;  // a note: kRecognised and the form of the responses
};
inline constexpr std::string_view kRecognised = "recognised: ";

// A file of more responses or more problems than this is read so far, which is one problem more:
// each takes memory, however short its line is. A run of the whole dataset has 5,000 responses.
inline constexpr std::size_t kMostOfAFile = 250'000;

// An id of more bytes is none, and its line unusable: ids are kept and shown whole everywhere.
inline constexpr std::size_t kLongestId = 1000;

// The lines of a file that are not blank, each counted once.
struct LineCounts {
  std::size_t used = 0;      // of entries that gave a response; of a run, one that is scored
  std::size_t unusable = 0;  // of entries that gave none: a problem says why
  std::size_t skipped = 0;   // of no entry (brackets of a list), past kMostOfAFile, or of
                             // responses that are not scored: unwanted, unknown, repeated

  std::size_t all() const { return used + unusable + skipped; }
  LineCounts& operator+=(const LineCounts& other) {
    used += other.used;
    unusable += other.unusable;
    skipped += other.skipped;
    return *this;
  }
};

struct ResultFile {
  std::vector<Response> responses;  // in the file's order
  std::vector<ResultProblem> problems;
  // Responses that tell no entry, of read_any_results alone: their id is empty, or one of a request
  // that is none of an entry (core/run/naming.h finds theirs).
  std::vector<Response> nameless = {};
  LineCounts lines = {};
  std::size_t left_out = 0;  // responses that were taken out (core/run/second_responses.h)
  // Where read_any_results bounds them: what the responses weigh, and whether some were skipped.
  std::size_t weight = 0;
  bool bounded = false;
};

// Takes JSON lines, one JSON array of entries, or pretty-printed entries one after the other; blank
// lines and a byte order mark (with a note) are passed over. Members that no checker reads
// (inference logs) are skipped without being built. Bytes that are no UTF-8 become U+FFFD, with a
// note on their entry, where Python would refuse the whole file. Never fails as a whole: what is
// wrong stands in `problems`, one of them fatal for each entry that gave no response. Past
// kMostOfAFile the rest is left. Ids are not compared with anything here. Linear in the file.
ResultFile read_results(std::string_view bytes);

// The same one by one, in the file's order, so that a large file costs little memory.
using ResponseSink = std::function<void(Response&&)>;
using ResultProblemSink = std::function<void(ResultProblem&&)>;
LineCounts read_results(std::string_view bytes, const ResponseSink& on_response,
                        const ResultProblemSink& on_problem);

// The same of a file that is read piece by piece, so that inference logs of any size cost no
// memory. Only of plain JSON lines in which nothing has to be mended or said: false otherwise,
// maybe after some responses, and the file is to be read whole. Sizes of the responses are not set.
bool read_plain_results(const ReadBytes& read, const ResponseSink& on_response);

// The same of whole bytes, and whatever else a person has in hand (response_forms.h): lines, lists
// and whole files in its forms are brought into that of result lines. Which they were, is a problem
// that is not fatal. With `any_text`, a text of no form is one response too.
// `most_responses` bounds the bytes of all responses together (texts, and 16 for each value), for
// files that were compressed: the first one past it is a fatal problem, and the rest is left.
inline constexpr std::size_t kAnyResponses = ~std::size_t{0};
ResultFile read_any_results(std::string_view bytes, bool any_text = false,
                            std::size_t most_responses = kAnyResponses);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESULTS_H_
