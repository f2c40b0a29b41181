#include "core/explain/explanation.h"

#include <utility>

#include "core/explain/explained_episode.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// Of an episode the error is a dict whose message may be a list.
const Value& official_message(const ScoredReply& reply) {
  const Value& error = reply.verdict.error;
  const Value* message = reply.episode != nullptr ? find_member(error, "error_message") : nullptr;
  return message != nullptr ? *message : error;
}

std::vector<std::string> lines_of(const Value& message) {
  if (message.is_none()) return {};
  if (!message.is_list()) return {str(message)};
  std::vector<std::string> lines;
  for (const Value& line : message.items()) lines.push_back(str(line));
  return lines;
}

std::vector<std::string> details_of(const ScoredReply& reply) {
  const Value* details =
      reply.episode != nullptr ? find_member(reply.verdict.error, "details") : nullptr;
  std::vector<std::string> names;
  if (details == nullptr || !details->is_dict()) return names;
  for (const Dict::Entry& entry : details->as_dict()) names.push_back(str(entry.key));
  return names;
}

}  // namespace

std::string reply_text(const Value& reply) {
  if (reply.is_str()) return std::string(reply.as_str());
  std::string text;
  append_json(text, reply);
  return text;
}

Explanation explain(const ScoredReply& reply, const RunSettings& settings, Depth depth) {
  const Verdict& verdict = reply.verdict;
  Explanation out;
  out.reply = &reply;
  out.settings = &settings;
  out.raw = reply_text(reply.reply);
  if (verdict.why) out.rule = find_rule(verdict.why->rule);
  if (verdict.why && !verdict.valid) out.marked = verdict.why->path;
  out.official = lines_of(official_message(reply));
  out.official_details = details_of(reply);
  if (reply.episode != nullptr && depth != Depth::kReply) {
    out.episode = explain_episode(reply, settings, depth);
  }
  return out;
}

}  // namespace bfclx
