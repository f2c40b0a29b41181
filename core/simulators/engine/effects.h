// Effects: what a simulated API needs from outside (a REST answer, a search, a page, an embedding).
//
// The core fetches nothing. A method asks an EffectStore for the answer to a request; where there
// is none, the call stops with an Error of kind "Effect", the request stays behind in
// `EffectStore::wanted`, and the state is as before the call: a method asks before it changes
// anything. The driver (a recording, libcurl, the page's fetch, a test) puts the answer into the
// store and the call is evaluated again from its beginning. The core cannot tell where an answer
// comes from.
//
// Requests never hold a secret: a key is its placeholder ("YOUR-RAPID-API-KEY") from the beginning,
// and whoever sends the request puts the real one in.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_EFFECTS_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_EFFECTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

// Names and values, in the order in which they are sent.
using EffectPairs = std::vector<std::pair<std::string, std::string>>;

struct EffectRequest {
  enum class Kind : std::uint8_t { kHttp, kSearch, kPage, kEmbedding };

  Kind kind = Kind::kHttp;
  std::string method = "GET";
  std::string url;      // without query; scheme and host in lower case
  EffectPairs query;    // decoded
  EffectPairs headers;  // as they would be sent
  std::string body;     // empty for GET
  // Of a request that an API repeats until it likes the answer: how often it was sent before.
  unsigned attempt = 0;
  // What the API waits before it sends the request, in seconds: for a driver with a clock. Not part
  // of what is matched.
  double wait_seconds = 0;

  // Two requests with the same key have the same answer. In it are kind, method, URL, sorted query,
  // the headers X-RapidAPI-Key and X-RapidAPI-Host (no others, names and host in lower case), body
  // and attempt.
  std::string key() const;
};

// The headers that are matched, X-RapidAPI-Key and -Host: names and host in lower case, sorted.
EffectPairs matched_headers(const EffectPairs& headers);
// "http", "search", "page", "embedding"
std::string_view effect_kind_name(EffectRequest::Kind kind);

struct EffectAnswer {
  int status = 0;
  std::string reason;   // "Not Found"; the server's own words where it has some
  std::string url;      // after redirects; empty for the request's own
  EffectPairs headers;  // of the answer
  std::string body;     // bytes, decompressed
  // Not empty: no answer came. The Python exception's class and text.
  std::string error_class;
  std::string error;
};

// Answers by request. One store belongs to one thread; a store that nobody adds to may be the
// parent of several.
class EffectStore {
 public:
  // Answers of `parent`, which must outlive this store, are found as well; nullptr for none.
  explicit EffectStore(const EffectStore* parent = nullptr) : parent_(parent) {}

  // nullptr when there is none. Valid until an answer to the same request is added.
  const EffectAnswer* find(std::string_view key) const;
  // The answer; else an Error of kind "Effect", and the request is the wanted one.
  Result<const EffectAnswer*> ask(const EffectRequest& request);
  // An answer to a request that has one replaces it.
  void add(const EffectRequest& request, EffectAnswer answer);
  std::size_t size() const { return answers_.size(); }

  // The request that the last call stopped at; nullopt when it had all its answers.
  const std::optional<EffectRequest>& wanted() const { return wanted_; }
  void forget_wanted() { wanted_.reset(); }

  // With a log, every request that is asked for is appended to it, answered or not.
  void set_log(std::vector<EffectRequest>* log) { log_ = log; }
  // For a request that would have been asked for, had not something local gone wrong.
  void note(const EffectRequest& request) {
    if (log_ != nullptr) log_->push_back(request);
  }

 private:
  const EffectStore* parent_;
  std::unordered_map<std::string, EffectAnswer> answers_;
  std::optional<EffectRequest> wanted_;
  std::vector<EffectRequest>* log_ = nullptr;
};

// The Error that `ask` gives; whoever meets it lets it through.
inline constexpr std::string_view kEffectError = "Effect";
inline bool is_effect(const Error& error) { return error.kind == kEffectError; }

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_EFFECTS_H_
