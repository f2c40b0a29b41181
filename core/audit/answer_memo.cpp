#include "core/audit/answer_memo.h"

#include <cstring>
#include <utility>

#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxKey = std::size_t{32} * 1024;
constexpr int kMaxDepth = 32;
constexpr std::size_t kOverhead = 64;  // of a node of the table

template <typename Number>
void append_bytes(const Number& number, std::string& out) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

// A text that differs wherever the values do, in type, order of members or anything else. False
// where there is none: JSON has no such value, or it is too large.
bool append_exactly(const Value& value, int depth, std::string& out) {
  if (depth > kMaxDepth || out.size() > kMaxKey) return false;
  out += static_cast<char>('A' + static_cast<int>(value.kind()));
  switch (value.kind()) {
    case Value::Kind::kNone:
      return true;
    case Value::Kind::kBool:
      out += value.as_bool() ? '1' : '0';
      return true;
    case Value::Kind::kInt:
      if (!value.is_small_int()) return false;
      append_bytes(value.as_int64(), out);
      return true;
    case Value::Kind::kFloat:
      append_bytes(value.as_float(), out);
      return true;
    case Value::Kind::kStr:
      append_bytes(value.as_str().size(), out);
      if (value.as_str().size() > kMaxKey) return false;
      out += value.as_str();
      return true;
    case Value::Kind::kList:
      append_bytes(value.items().size(), out);
      for (const Value& item : value.items()) {
        if (!append_exactly(item, depth + 1, out)) return false;
      }
      return true;
    case Value::Kind::kDict:
      append_bytes(value.as_dict().size(), out);
      for (const auto& [key, item] : value.as_dict()) {
        if (!append_exactly(key, depth + 1, out)) return false;
        if (!append_exactly(item, depth + 1, out)) return false;
      }
      return true;
    default:
      return false;
  }
}

std::size_t size_of(const Answer& answer) {
  std::size_t size = sizeof answer + answer.shown.capacity() + answer.calls.capacity() +
                     answer.error_type.capacity();
  for (const ArgumentDifference& one : answer.difference.arguments) {
    size += sizeof one + one.function.capacity() + one.parameter.capacity() + one.truth.capacity() +
            one.found.capacity();
  }
  return size;
}

}  // namespace

bool AnswerMemo::key_of(const ScoredReply& reply, const RunSettings& settings, std::string& key) {
  if (reply.entry == nullptr || reply.superseded || !settings.out_of_memory.empty()) return false;
  const Judging judging = reply.entry->category->judging;
  if (judging == Judging::kMultiTurn || judging == Judging::kExecutable) return false;
  key.clear();
  append_bytes(reply.entry, key);
  append_bytes(settings.decoder, key);
  key += settings.underscore_to_dot ? '1' : '0';
  return append_exactly(reply.reply, 0, key);
}

const Answer* AnswerMemo::find(const std::string& key) const {
  const auto place = answers_.find(key);
  return place != answers_.end() ? &place->second : nullptr;
}

void AnswerMemo::add(std::string key, const Answer& answer) {
  const std::size_t size = key.capacity() + size_of(answer) + kOverhead;
  if (size > left_) return;
  left_ -= size;
  answers_.try_emplace(std::move(key), answer);
}

}  // namespace bfclx
