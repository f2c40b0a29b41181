// The journal of batches: lines that name what was submitted.
//
//   {"batch": tag, "service": "openai", "server": url, "settings": id,
//    "requests": [[entry, index, hash], ...]}
//   {"batch": tag, "creating": unix time}     before the service is told to create it
//   {"batch": tag, "id": id}                  when it has
//   {"batch": tag, "unreadable": unix time}   since when its results cannot be read; 0: they can
//   {"batch": tag, "done": true}              all of its responses are kept elsewhere
#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/values.h"
#include "core/generation/batch_queue.h"
#include "core/generation/request_number.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kLongestTag = 32;

std::string line_of_batch(const Value& line) {
  std::string text;
  append_json(text, line);
  return text;
}

}  // namespace

std::string BatchQueue::begin_line(const Batch& batch) const {
  Value requests = Value::list();
  for (const Member& member : batch.members) {
    requests.mutable_list().push_back(
        Value::list({Value::str(member.id), Value::integer(static_cast<std::int64_t>(member.index)),
                     Value::str(hex_text(member.number))}));
  }
  Value line = make_dict({{"batch", Value::str(batch.tag)},
                          {"service", Value::str(service_.name())},
                          {"server", Value::str(settings_.server)}});
  if (!settings_.made_with.empty()) {
    line.mutable_dict().set("settings", Value::str(settings_.made_with));
  }
  line.mutable_dict().set("requests", std::move(requests));
  return line_of_batch(line);
}

void BatchQueue::keep_of(const Batch& batch, std::string_view name, const Value& value) {
  keep(line_of_batch(make_dict({{"batch", Value::str(batch.tag)}, {name, value}})));
}

BatchQueue::Batch* BatchQueue::find(std::string_view tag) {
  const auto at = std::find_if(batches_.begin(), batches_.end(),
                               [tag](const auto& one) { return one.second.tag == tag; });
  return at == batches_.end() ? nullptr : &at->second;
}

Status BatchQueue::restore(std::string_view line,
                           const std::function<bool(std::string_view)>& has_result) {
  const Result<Value> read = json_loads(line);
  if (!read.ok()) return {};
  const std::string_view tag = text_member(*read, "batch");
  if (!is_batch_id(tag) || tag.size() > kLongestTag) return {};
  if (present(*read, "requests") != nullptr) return restore_batch(tag, *read, has_result);
  Batch* const batch = find(tag);
  if (batch == nullptr) return {};
  const Value* creating = present(*read, "creating");
  if (creating != nullptr && creating->is_float()) {
    batch->created = creating->as_float();
    batch->stage = Stage::kFind;
  }
  if (std::string id = batch_id_in(*read, "id"); !id.empty()) {
    batch->id = std::move(id);
    batch->stage = Stage::kOpen;
  }
  const Value* unreadable = present(*read, "unreadable");
  if (unreadable != nullptr && unreadable->is_float()) {
    batch->unreadable_since = unreadable->as_float();
  }
  if (present(*read, "done") != nullptr) batches_.erase(batch->number);
  return {};
}

Status BatchQueue::restore_batch(std::string_view tag, const Value& line,
                                 const std::function<bool(std::string_view)>& has_result) {
  const Value* requests = present(line, "requests");
  if (!requests->is_list()) return {};
  const bool other = text_member(line, "service") != service_.name() ||
                     text_member(line, "server") != settings_.server;
  if (other && !settings_.server.empty()) {
    had_other_ = true;
    return Error{"ValueError", concat({"a batch is open at ", text_member(line, "server"), " (",
                                       text_member(line, "service"), ")"})};
  }
  Batch batch;
  batch.number = ++made_;
  batch.tag = tag;
  for (const Value& request : requests->items()) {
    Member member;
    if (request.is_list() && request.items().size() == 3 && request.items()[0].is_str() &&
        request.items()[1].is_small_int() && request.items()[2].is_str()) {
      member.id = request.items()[0].as_str();
      member.index = static_cast<std::size_t>(request.items()[1].as_int64());
      member.number = number_of_hex(request.items()[2].as_str());
    }
    member.closed = member.id.empty() || has_result(member.id);
    batch.members.push_back(std::move(member));
  }
  batches_.emplace(batch.number, std::move(batch));
  return {};
}

void BatchQueue::restored() {
  for (auto at = batches_.begin(); at != batches_.end();) {
    Batch& batch = at->second;
    const bool over =
        batch.created == 0 || std::all_of(batch.members.begin(), batch.members.end(),
                                          [](const Member& member) { return member.closed; });
    if (over) {
      keep_of(batch, "done", Value::boolean(true));
      at = batches_.erase(at);
      continue;
    }
    for (std::size_t i = 0; i < batch.members.size(); ++i) {
      const Member& member = batch.members[i];
      if (!member.closed) unclaimed_[{member.id, member.index}] = {batch.number, i};
    }
    ++at;
  }
  had_open_ = !batches_.empty();
}

std::vector<std::string> BatchQueue::records(
    const std::function<bool(std::string_view)>& has_result) const {
  std::vector<std::string> lines;
  for (const auto& [number, batch] : batches_) {
    const bool over =
        batch.created == 0 ||
        std::all_of(batch.members.begin(), batch.members.end(),
                    [&](const Member& member) { return member.closed || has_result(member.id); });
    if (over) continue;
    lines.push_back(begin_line(batch));
    const Value tag = Value::str(batch.tag);
    lines.push_back(
        line_of_batch(make_dict({{"batch", tag}, {"creating", Value::real(batch.created)}})));
    if (batch.id.empty() || !batch.certain) continue;
    lines.push_back(line_of_batch(make_dict({{"batch", tag}, {"id", Value::str(batch.id)}})));
    if (batch.unreadable_since == 0) continue;
    lines.push_back(line_of_batch(
        make_dict({{"batch", tag}, {"unreadable", Value::real(batch.unreadable_since)}})));
  }
  return lines;
}

}  // namespace bfclx
