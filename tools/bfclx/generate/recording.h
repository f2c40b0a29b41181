// Recordings: every exchange of a run as JSON lines, written (--record) and answered from
// (--replay) without a network.
//
//   {"entry": id, "i": n, "request": {"method", "path", "body"},
//    "response": {"status", "headers", "body" | "sse" | "text"}, "seconds": 0.4}
//
// "i" counts the requests of an entry from 0. A response has "body" where it is JSON, "sse" where
// it is a stream of events, "text" otherwise; where there was none, "failure" names why. Two older
// forms are read as well: of hosted models with large values in a file of their own ({"$blob": k}
// stands for the value of that key in blobs.jsonl, beside the file or one folder up), and of served
// models, whose prompts are what they add to the one before.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_RECORDING_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_RECORDING_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/conversation/dialect.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx::tools {

// Behind the name of a recording: the file of what services answered.
inline constexpr const char* kCassetteSuffix = ".cassette";

struct Exchange {
  std::string method;
  std::string path;
  Value body;             // of the request
  HttpResponse response;  // status 0: there was none
  std::string failure;    // then: why
  std::optional<double> seconds;
};

class Recording {
 public:
  // A file, or a folder with exchanges.jsonl. UsageError when it cannot be read or a line is
  // damaged or none is whole; a last line that was cut is passed over, and told.
  explicit Recording(const std::string& path);

  // The exchange `index` of an entry; nullptr when the recording has none.
  const Exchange* find(const std::string& entry, std::size_t index) const;
  std::size_t count(const std::string& entry) const;
  std::size_t size() const { return size_; }
  // Whether it has an exchange of one of the category's entries.
  bool has(const Category& category) const;
  // Whether it says how long answers took.
  bool has_seconds() const { return has_seconds_; }

 private:
  void add_line(const std::string& path, std::size_t number, std::string_view line);
  void read_blobs(const std::string& path);
  Value expanded(const Value& value, int depth) const;
  Value rebuilt_prompt(const std::string& entry, const Value& line);

  std::unordered_map<std::string, std::vector<Exchange>> entries_;
  std::unordered_map<std::string, std::string> prompts_;  // last one of each entry
  std::unordered_map<std::string, Value> blobs_;
  std::size_t size_ = 0;
  bool has_seconds_ = false;
};

// The first difference between a request and the recorded one, as
// "body.messages[1].content: recorded 'a', asked 'b'"; empty when they are the same. Bodies are
// compared as JSON values of the same kinds; the order of keys counts in what models see (tools,
// functions, system instructions). `path` with the base address' own path in front.
std::string first_difference(const Exchange& recorded, std::string_view method,
                             std::string_view path, std::string_view body);

// One line, with its end. Nothing secret is in what it is given.
std::string recorded_line(std::string_view entry, std::size_t index, const HttpRequest& request,
                          std::string_view base_path, const HttpResponse& response,
                          std::string_view failure, double seconds);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_RECORDING_H_
