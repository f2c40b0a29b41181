#include "tools/bfclx/generate/journal.h"

#include <array>
#include <cerrno>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/generation/request_number.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {
namespace {

std::string line_of(std::string_view id, std::size_t index, const JournalAnswer& answer) {
  Value headers = Value::dict();
  for (const HttpHeader& header : answer.response.headers) {
    headers.mutable_dict().set(header.name, Value::str(sanitize_utf8(header.value)));
  }
  const Value line = make_dict({{"id", Value::str(id)},
                                {"i", Value::integer(static_cast<std::int64_t>(index))},
                                {"request", Value::str(hex_text(answer.request))},
                                {"status", Value::integer(answer.response.status)},
                                {"headers", headers},
                                {"seconds", Value::real(answer.seconds)}});
  std::string text;
  append_json(text, line);
  text.pop_back();
  text += ", \"body\": ";
  append_json_str(text, answer.response.body);  // not copied on the way: it may be large
  text += "}";
  return text;
}

// What tells where an answer belongs; its body is not taken in.
struct Heading {
  std::string id;
  std::size_t index = 0;
  std::uint64_t request = 0;
};

std::optional<Heading> heading_of(std::string_view line) {
  constexpr std::array<std::string_view, 4> kMembers = {"id", "i", "request", "status"};
  const Result<Value> object = json_loads_object_filtered(line, kMembers);
  if (!object.ok()) return std::nullopt;
  const Value* number = present(*object, "i");
  const Value* status = present(*object, "status");
  Heading heading;
  heading.id = text_member(*object, "id");
  if (heading.id.empty() || number == nullptr || !number->is_small_int() ||
      number->as_int64() < 0 || status == nullptr || !status->is_small_int()) {
    return std::nullopt;
  }
  heading.index = static_cast<std::size_t>(number->as_int64());
  heading.request = number_of_hex(text_member(*object, "request"));
  return heading;
}

std::optional<JournalAnswer> answer_of(std::string_view line) {
  const Result<Value> object = json_loads(line);
  const Value* status = object.ok() ? present(*object, "status") : nullptr;
  const Value* body = object.ok() ? present(*object, "body") : nullptr;
  if (status == nullptr || !status->is_small_int() || body == nullptr || !body->is_str()) {
    return std::nullopt;
  }
  JournalAnswer answer;
  answer.response.status = static_cast<int>(status->as_int64());
  answer.response.body = body->as_str();
  const Value* seconds = present(*object, "seconds");
  if (seconds != nullptr && seconds->is_float()) answer.seconds = seconds->as_float();
  if (const Value* headers = present(*object, "headers"); headers && headers->is_dict()) {
    for (const auto& [name, value] : headers->as_dict()) {
      if (!name.is_str() || !value.is_str()) continue;
      answer.response.headers.push_back({std::string(name.as_str()), std::string(value.as_str())});
    }
  }
  return answer;
}

}  // namespace

Status Journal::read(Descriptor file, const std::function<bool(const std::string&)>& ended) {
  file_ = std::move(file);
  if (!file_) return {};
  const bool whole = for_each_file_line(file_.get(), [&](const FileLine& line) {
    const std::optional<Heading> heading = heading_of(line.text);
    if (!heading || ended(heading->id)) return;
    std::vector<Place>& known = answers_[heading->id];
    // A later answer to the same place takes it: what stood behind was of another way.
    if (heading->index > known.size()) return;
    known.resize(heading->index);
    known.push_back({heading->request, line.offset, line.size});
  });
  return whole ? Status() : Error{"FileError", reason_text(errno)};
}

Result<std::optional<JournalAnswer>> Journal::find(const std::string& id, std::size_t index,
                                                   const HttpRequest& request) const {
  const auto known = answers_.find(id);
  if (known == answers_.end() || index >= known->second.size())
    return std::optional<JournalAnswer>();
  const Place& place = known->second[index];
  if (place.request != request_number(request)) return std::optional<JournalAnswer>();
  const auto line = read_bytes(file_.get(), place.offset, place.size);
  if (!line) return Error{"FileError", reason_text(errno)};
  return answer_of(*line);
}

Status Journal::each_line(const std::function<void(std::string_view)>& line) const {
  for (const auto& [id, known] : answers_) {
    for (const Place& place : known) {
      const auto text = read_bytes(file_.get(), place.offset, place.size);
      if (!text) return Error{"FileError", reason_text(errno)};
      line(*text);
      line("\n");
    }
  }
  return {};
}

std::string Journal::line(std::string_view id, std::size_t index, const HttpRequest& request,
                          const HttpResponse& response, double seconds) {
  if (find_invalid_utf8(response.body).has_value()) return {};
  return line_of(id, index, {request_number(request), response, seconds});
}

}  // namespace bfclx::tools
