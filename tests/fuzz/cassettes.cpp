// Cassettes: what is read is read alike a second time, and what is written is found again.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/simulators/apis/cassette.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tests/fuzz/input.h"

namespace {

using namespace bfclx;

void read_it(std::string_view bytes) {
  CassetteLimits limits;
  limits.line_bytes = 3000;
  limits.exchanges = 20;
  EffectStore store;
  const Status read = read_cassette(bytes, store, limits);
  if (!read.ok()) {
    if (read.error().kind != "Cassette") fuzz::broken("another kind of error", bytes, "");
    if (store.size() != 0) fuzz::broken("something of a broken cassette was taken", bytes, "");
    return;
  }
  EffectStore again;
  if (!read_cassette(bytes, again, limits).ok() || again.size() != store.size()) {
    fuzz::broken("read otherwise a second time", bytes, "");
  }
}

// The fields of the input, which a zero byte ends.
std::vector<std::string> fields_of(const std::string& input) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= input.size();) {
    const std::size_t end = std::min(input.find('\0', begin), input.size());
    fields.push_back(input.substr(begin, end - begin));
    begin = end + 1;
  }
  constexpr std::size_t kFields = 8;
  fields.resize(std::max(fields.size(), kFields));
  return fields;
}

void write_it(const std::string& input) {
  const std::vector<std::string> fields = fields_of(input);
  EffectRequest request;
  request.kind = static_cast<EffectRequest::Kind>(fields[0].size() % 4);
  request.method = fields[0];
  request.url = fields[1];
  request.query = {{fields[2], fields[3]}, {fields[3], fields[2]}};
  request.headers = {{"X-RapidAPI-Key", fields[4]}, {"x-rapidapi-host", fields[5]}};
  request.body = fields[6];
  request.attempt = static_cast<unsigned>(fields[1].size() % 7);
  EffectAnswer answer;
  answer.status = 200;
  answer.reason = fields[2];
  answer.body = fields[7];
  const std::string line = cassette_line(request, answer, "fuzz");
  EffectStore store;
  const Status read = read_cassette(line, store);
  if (!read.ok()) fuzz::broken("what was written cannot be read", line, read.error().message);
  const EffectAnswer* const found = store.find(request.key());
  if (found == nullptr) fuzz::broken("what was written is not found", line, request.key());
  if (found->reason != answer.reason) fuzz::broken("another reason", line, found->reason);
  if (found->body == answer.body) return;
  // JSON may be written otherwise.
  const Result<Value> before = json_loads(answer.body);
  const Result<Value> after = json_loads(found->body);
  if (!before.ok() || !after.ok() || repr(*before) != repr(*after)) {
    fuzz::broken("another body", answer.body, found->body);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read_it({reinterpret_cast<const char*>(data), size});
  write_it(fuzz::text_of(data, size));
  return 0;
}
