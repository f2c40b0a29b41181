#include "tools/bfclx/generate/journal.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

// FNV-1a over path and body: the same everywhere.
std::uint64_t number_of(const HttpRequest& request) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const std::string_view part :
       {std::string_view(request.path), std::string_view(request.body)}) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  }
  return hash;
}

std::string hex(std::uint64_t number) {
  char text[16];
  const auto end = std::to_chars(text, text + sizeof text, number, 16);
  return std::string(text, end.ptr);
}

std::string line_of(std::string_view id, std::size_t index, const JournalAnswer& answer) {
  Value headers = Value::dict();
  for (const HttpHeader& header : answer.response.headers) {
    headers.mutable_dict().set(header.name, Value::str(sanitize_utf8(header.value)));
  }
  const Value line = make_dict({{"id", Value::str(id)},
                                {"i", Value::integer(static_cast<std::int64_t>(index))},
                                {"request", Value::str(hex(answer.request))},
                                {"status", Value::integer(answer.response.status)},
                                {"headers", headers},
                                {"body", Value::str(answer.response.body)},
                                {"seconds", Value::real(answer.seconds)}});
  const Result<std::string> text = json_dumps(line);
  return text.ok() ? *text + "\n" : std::string();
}

// False for a line of another form.
bool read_line(std::string_view line, std::string& id, std::size_t& index, JournalAnswer& answer) {
  const Result<Value> object = json_loads(line);
  if (!object.ok() || !object->is_dict()) return false;
  const Value* number = present(*object, "i");
  const Value* status = present(*object, "status");
  const Value* body = present(*object, "body");
  const Value* seconds = present(*object, "seconds");
  const std::string_view request = text_member(*object, "request");
  id = text_member(*object, "id");
  if (id.empty() || number == nullptr || !number->is_small_int() || number->as_int64() < 0 ||
      status == nullptr || !status->is_small_int() || body == nullptr || !body->is_str()) {
    return false;
  }
  index = static_cast<std::size_t>(number->as_int64());
  std::from_chars(request.data(), request.data() + request.size(), answer.request, 16);
  answer.response.status = static_cast<int>(status->as_int64());
  answer.response.body = body->as_str();
  if (seconds != nullptr && seconds->is_float()) answer.seconds = seconds->as_float();
  if (const Value* headers = present(*object, "headers"); headers && headers->is_dict()) {
    for (const auto& [name, value] : headers->as_dict()) {
      if (!name.is_str() || !value.is_str()) continue;
      answer.response.headers.push_back({std::string(name.as_str()), std::string(value.as_str())});
    }
  }
  return true;
}

}  // namespace

void Journal::read(std::string_view bytes, const std::function<bool(const std::string&)>& ended) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string id;
    std::size_t index = 0;
    JournalAnswer answer;
    if (read_line(bytes.substr(0, end), id, index, answer) && !ended(id)) {
      std::vector<JournalAnswer>& known = answers_[id];
      // A later answer to the same place takes it: what stood behind was of another way.
      if (index <= known.size()) {
        known.resize(index);
        known.push_back(std::move(answer));
      }
    }
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

const JournalAnswer* Journal::find(const std::string& id, std::size_t index,
                                   const HttpRequest& request) const {
  const auto known = answers_.find(id);
  if (known == answers_.end() || index >= known->second.size()) return nullptr;
  const JournalAnswer& answer = known->second[index];
  return answer.request == number_of(request) ? &answer : nullptr;
}

std::string Journal::text() const {
  std::string text;
  for (const auto& [id, known] : answers_) {
    for (std::size_t i = 0; i < known.size(); ++i) text += line_of(id, i, known[i]);
  }
  return text;
}

std::string Journal::line(std::string_view id, std::size_t index, const HttpRequest& request,
                          const HttpResponse& response, double seconds) {
  if (find_invalid_utf8(response.body).has_value()) return {};
  return line_of(id, index, {number_of(request), response, seconds});
}

}  // namespace bfclx::tools
