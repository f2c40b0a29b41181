#include "core/run/score_run.h"

#include <algorithm>
#include <memory>

#include "core/value/json.h"

namespace bfclx {
namespace {

void forget(ScoredReply& reply) {
  reply.verdict = {};
  reply.episode.reset();
  reply.agentic.reset();
  reply.executable.reset();
}

void score_one(ScoredReply& reply, const RunSettings& settings, Keep keep, std::size_t index,
               const ScoreHooks& hooks, const EntryGuard& guard) {
  const auto work = [&] {
    score_reply(reply, settings);
    if (hooks.scored) hooks.scored(index, reply);
  };
  if (!guard) {
    work();
  } else if (!guard(std::cref(work), [&] { forget(reply); })) {
    set_out_of_memory(reply);
    if (hooks.scored) hooks.scored(index, reply);
  }
  drop(reply, keep);
}

void drop_what_ran(ScoredReply& reply) {
  reply.reply = Value();
  reply.agentic.reset();
  reply.verdict.error = Value();
  reply.verdict.decoded.reset();
  reply.verdict.decode_error.reset();
  reply.verdict.why.reset();
  if (reply.executable != nullptr) {
    reply.executable->calls = {};
    reply.executable->truth = {};
    reply.executable->model_output.reset();
  }
  if (reply.episode == nullptr) return;
  reply.episode->turns = {};
  reply.episode->execution = {};
  reply.episode->shared_lists = {};
}

}  // namespace

void drop(ScoredReply& reply, Keep keep) {
  switch (keep) {
    case Keep::kCounts:
      return drop_what_ran(reply);
    case Keep::kReplies: {
      Value said = std::move(reply.reply);
      drop_what_ran(reply);
      reply.reply = std::move(said);
      return;
    }
    case Keep::kVerdicts:
      if (reply.episode != nullptr) drop_what_ran(reply);
      return;
    case Keep::kAll:
      return;
  }
}

ScoredReply counts_of(const ScoredReply& reply) {
  ScoredReply copy;
  copy.line = reply.line;
  copy.id = reply.id;
  copy.entry = reply.entry;
  copy.superseded = reply.superseded;
  copy.verdict.valid = reply.verdict.valid;
  copy.verdict.error_type = reply.verdict.error_type;
  if (reply.episode != nullptr) {
    copy.episode = std::make_unique<EpisodeVerdict>();
    copy.episode->turns_passed = reply.episode->turns_passed;
    copy.episode->turns_total = reply.episode->turns_total;
  }
  if (reply.executable != nullptr) {
    copy.executable = std::make_unique<ExecutableVerdict>();
    copy.executable->skip = reply.executable->skip;
    copy.executable->request = reply.executable->request;
    copy.executable->variable = reply.executable->variable;
    copy.executable->impossible = reply.executable->impossible;
  }
  return copy;
}

void score_run(ModelRun& model, Keep keep, const ScoreHooks& hooks, RunPart part,
               const EntryGuard& guard) {
  const std::size_t end = std::min(part.end, model.order.size());
  for (std::size_t index = part.begin; index < end; ++index) {
    if (hooks.wanted && !hooks.wanted(index)) continue;
    const Place& place = model.order[index];
    if (place.scored) {
      score_one(model.runs[place.part].replies[place.index], model.settings, keep, index, hooks,
                guard);
    } else if (hooks.unscored) {
      hooks.unscored(index);
    }
  }
}

void score_replies(std::span<ScoredReply> replies, const RunSettings& settings, Keep keep,
                   const ScoreHooks& hooks, const EntryGuard& guard) {
  for (std::size_t index = 0; index < replies.size(); ++index) {
    if (hooks.wanted && !hooks.wanted(index)) continue;
    score_one(replies[index], settings, keep, index, hooks, guard);
  }
}

std::string verdict_line(const ModelRun& model, std::size_t index) {
  const Place& place = model.order[index];
  if (place.scored) return verdict_json(model.reply(place));
  const Unscored& unscored = model.unscored[place.part];
  std::string line = "{\"id\": ";
  append_json_str(line, unscored.ids[place.index]);
  line += ", \"valid\": null, \"not_scored\": ";
  append_json_str(line, unscored.reason);
  line += '}';
  return line;
}

}  // namespace bfclx
