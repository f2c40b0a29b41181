// BatchService: the batch API of a provider, as requests out and responses in. No I/O.
//
// A batch is made of the requests that a conversation would send one by one: their bodies are put
// into it as they are. Where the service takes files, the requests are uploaded first. Responses
// are hostile: what is read from them is bounded, and an id is used in a path only where it can be
// part of one.
//
// Adding a service is one file with a class and one row in batch_service.cpp.
#ifndef BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICE_H_
#define BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/conversation/dialect.h"

namespace bfclx {

struct BatchItem {
  std::string custom_id;
  const HttpRequest* request = nullptr;
};

// What a service says about a batch.
struct BatchStatus {
  enum class State : std::uint8_t {
    kOpen,
    kEnded,     // there may be results
    kRefused,   // the whole batch failed, without results
    kCanceled,  // there may be results
  };
  std::string id;
  State state = State::kOpen;
  bool expired = false;      // of kEnded: not all requests were processed in time
  bool queue_full = false;   // of kRefused: too much is enqueued; fewer requests, or later
  std::string message = {};  // of kRefused, for people
  std::size_t total = 0;
  std::size_t done = 0;                          // requests that have ended
  std::vector<HttpRequest> results = {};         // to be sent for the results, in this order
  std::optional<double> created = std::nullopt;  // Unix time, where the service says it
};

// One result.
struct BatchLine {
  std::string custom_id;
  int status = 0;  // of the response; 0: the request has none, see `error`
  std::string body = {};
  std::string error = {};  // for people
};

// The results of one response, one by one.
class BatchLines {
 public:
  virtual ~BatchLines() = default;
  // nullopt at the end. A line that cannot be read has no custom_id.
  virtual std::optional<BatchLine> next() = 0;
};

// What a page of the list of batches says.
struct BatchPage {
  std::vector<BatchStatus> batches;  // that may be the one that is looked for
  std::string next;                  // path of the next page; empty at the end
};

class BatchService {
 public:
  BatchService() = default;
  BatchService(const BatchService&) = delete;
  BatchService& operator=(const BatchService&) = delete;
  virtual ~BatchService() = default;

  virtual std::string_view name() const = 0;   // as the journal has it: "openai"
  virtual std::string_view title() const = 0;  // for people: "OpenAI"
  virtual std::size_t most_requests() const = 0;
  virtual std::size_t most_bytes() const = 0;
  // Bytes that a request takes in a batch, its body aside.
  virtual std::size_t overhead() const { return 256; }
  // Whether batches are uploaded before they are created.
  virtual bool uploads() const { return true; }
  // Whether a batch that is found in the list is surely the one that was looked for. Else its
  // results decide.
  virtual bool names_batches() const { return true; }

  // Where it uploads; likewise the id of the file.
  virtual HttpRequest upload(std::string_view tag, std::span<const BatchItem> items) const;
  virtual Result<std::string> uploaded(std::string_view body) const;
  // `items` are those of the batch; their bodies are needed only where nothing was uploaded.
  virtual HttpRequest create(std::string_view tag, std::string_view file,
                             std::span<const BatchItem> items) const = 0;
  virtual HttpRequest cancel(std::string_view id) const = 0;
  virtual HttpRequest look_up(std::string_view id) const = 0;
  // Of the responses to the creation and to the look. An Error for what is none.
  virtual Result<BatchStatus> status(std::string_view body) const = 0;
  virtual HttpRequest list() const = 0;
  // `path`: of the request.
  virtual Result<BatchPage> page(std::string_view body, std::string_view tag,
                                 std::string_view path) const = 0;
  // Of a response that has results.
  // Whether what describes a batch has its results, too.
  virtual bool has_results_inside() const { return false; }
  virtual std::unique_ptr<BatchLines> lines(std::string body) const = 0;
};

// The service whose batches hold requests of a dialect; nullptr where there is none.
const BatchService* batch_service_for(const DialectInfo& dialect);
const BatchService* find_batch_service(std::string_view name);  // nullptr when unknown
// "OpenAI, Anthropic, Gemini and Mistral": for messages.
std::string batch_service_titles();

// A request without a body.
HttpRequest batch_get(std::string path);
// A file of requests as multipart/form-data, with purpose "batch".
HttpRequest batch_upload(std::string path, std::string_view tag, std::string_view lines);
// An id that may be part of a path: letters, digits, '-', '_', at most 200.
bool is_batch_id(std::string_view id);
// object[name], such an id; empty where it is none.
std::string batch_id_in(const Value& object, std::string_view name);
std::size_t batch_count_in(const Value& object, std::string_view name);
// Of a page {"data": [batch, ...]}: what `read` makes of those batches that may be the one that is
// looked for. An Error for what is none.
using BatchReader = Result<BatchStatus> (*)(const Value& batch);
Result<BatchPage> batches_of_page(const Value& page, BatchReader read,
                                  const std::function<bool(const Value& batch)>& may_be_it);
// Of such a page: the id of its last batch where "has_more" says that others follow; else empty.
std::string last_before_more(const Value& page);
// Whether object["metadata"][name] is that tag.
bool has_batch_tag(const Value& object, std::string_view name, std::string_view tag);
// The id of an uploaded file: {"id": ...}.
Result<std::string> uploaded_file(std::string_view body);
// Lines of JSON, each read by `read`.
using BatchLineReader = BatchLine (*)(const Value& line);
std::unique_ptr<BatchLines> json_lines(std::string body, BatchLineReader read);
// A response {"status_code", "body"} and an `error` of a line, as OpenAI and Mistral have them.
BatchLine read_response_line(const Value& line);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_BATCHES_BATCH_SERVICE_H_
