#include "tools/bfclx/generate/service_journal.h"

#include <array>

#include "core/base/fnv.h"
#include "core/conversation/values.h"
#include "core/simulators/apis/cassette.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {

void ServiceJournal::read(Descriptor file) {
  file_ = std::move(file);
  if (!file_) return;
  for_each_file_line(file_.get(), [&](const FileLine& line) {
    constexpr std::array<std::string_view, 1> kMembers = {"request"};
    bytes_ = line.offset + line.size + 1;
    const Result<Value> object = json_loads_object_filtered(line.text, kMembers);
    const Value* request = object.ok() ? present(*object, "request") : nullptr;
    const Result<EffectRequest> asked =
        request != nullptr ? request_of(*request) : Result<EffectRequest>(Error{"Cassette", ""});
    if (!asked.ok()) return;
    places_[asked->key()] = {line.offset, line.size};
    lines_.insert(fnv1a(line.text));
  });
}

std::optional<EffectAnswer> ServiceJournal::find(const std::string& key) const {
  const auto place = places_.find(key);
  if (place == places_.end()) return std::nullopt;
  const auto line = read_bytes(file_.get(), place->second.offset, place->second.size);
  EffectStore one;
  if (!line || !read_cassette(*line, one).ok()) return std::nullopt;
  const EffectAnswer* answer = one.find(key);
  return answer != nullptr ? std::optional<EffectAnswer>(*answer) : std::nullopt;
}

bool ServiceJournal::takes(std::string_view line) {
  if (line.size() > kServiceLine || bytes_ + line.size() > kServiceBytes) return false;
  if (!lines_.insert(fnv1a(line)).second) return false;
  bytes_ += line.size() + 1;
  return true;
}

}  // namespace bfclx::tools
