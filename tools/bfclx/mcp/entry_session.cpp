#include "tools/bfclx/mcp/entry_session.h"

#include <algorithm>
#include <utility>

#include "core/conversation/tools.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/own_turns.h"
#include "core/decode/decoder.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

// The schema of a tool's arguments, an object whatever the docs say.
Value schema_of(const Value& tool) {
  const Value* schema = find_member(tool, "input_schema");
  Dict dict = schema != nullptr && schema->is_dict() ? schema->as_dict() : Dict();
  dict.set("type", Value::str("object"));
  return Value::dict(std::move(dict));
}

std::string with_underscores(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

}  // namespace

bool EntrySession::plays(const Category& category) {
  return !category.varies_prompts && !is_own_turns(category) &&
         (category.judging == Judging::kMultiTurn || category.judging == Judging::kCalls ||
          category.judging == Judging::kRelevance || category.judging == Judging::kIrrelevance);
}

Result<EntrySession> EntrySession::open(const Entry& entry, RunSettings settings) {
  EntrySession session(entry, std::move(settings));
  if (entry.category->judging != Judging::kMultiTurn) return session;
  EpisodeSetup setup;
  setup.model_name = session.settings_.model_name;
  setup.id = entry.id;
  const auto member = [&](std::string_view name) {
    const Value* value = find_member(entry.data, name);
    return value != nullptr ? *value : Value();
  };
  setup.initial_config = member("initial_config");
  setup.involved_classes = member("involved_classes");
  setup.long_context = uses_long_context(*entry.category);
  BFCLX_ASSIGN_OR_RETURN(
      Playground services,
      Playground::open(std::move(setup), session.settings_.long_context, session.settings_.today));
  session.services_.emplace(std::move(services));
  return session;
}

std::size_t EntrySession::turns() const {
  if (!is_episode()) return 1;
  return entry_->question().is_list() ? entry_->question().items().size() : 0;
}

List EntrySession::functions(std::size_t turn, bool held_alone) const {
  List docs;
  if (!held_alone && entry_->functions().is_list()) docs = entry_->functions().items();
  const Value* missed = find_member(entry_->data, "missed_function");
  if (missed == nullptr) return docs;
  for (std::size_t i = held_alone ? turn : 0; i <= turn; ++i) {
    const Value* held = find_member(*missed, std::to_string(i));
    if (held == nullptr || !held->is_list()) continue;
    docs.insert(docs.end(), held->items().begin(), held->items().end());
  }
  return docs;
}

bool EntrySession::brings_tools() const { return !is_over() && !functions(turn(), true).empty(); }

Result<Value> EntrySession::tools() const {
  if (is_over()) return Value::list();
  BFCLX_ASSIGN_OR_RETURN(
      const Value docs,
      with_language_hints(Value::list(functions(turn(), false)), entry_->category->language));
  BFCLX_ASSIGN_OR_RETURN(const Value made, convert_to_tool(docs, ToolStyle::kAnthropic));
  List tools;
  for (const Value& tool : made.items()) {
    tools.push_back(dict_of({{"name", find_text(tool, "name")},
                             {"description", find_text(tool, "description")},
                             {"inputSchema", schema_of(tool)}}));
  }
  return Value::list(std::move(tools));
}

bool EntrySession::has_tool(std::string_view name) const {
  if (is_over()) return false;
  const List docs = functions(turn(), false);
  return std::any_of(docs.begin(), docs.end(), [&](const Value& doc) {
    return with_underscores(find_text(doc, "name")) == name;
  });
}

EntrySession::Answer EntrySession::call(std::string_view name, const Value& arguments) {
  const Result<std::string> text = json_dumps(arguments, {.lenient = true});
  if (!text.ok()) return {text.error().message, true};
  if (++calls_ > kMaxCalls || (call_bytes_ += text->size()) > kMaxCallBytes) {
    return {"no more calls are accepted: the limit of this session is reached", true};
  }
  const Value step = Value::list({dict_of({{name, *text}})});
  if (!is_episode()) {
    steps_.push_back(step.items().front());
    return {"recorded", false};
  }
  steps_.push_back(step);
  const Result<Value> calls = settings_.decoder->decode_execute(step, {});
  if (!calls.ok()) return {std::string(calls.error().kind) + ": " + calls.error().message, true};
  Answer answer;
  for (const Value& call : calls->items()) {
    if (call.is_str()) answer.text += services_->execute(call.as_str());
  }
  answer.failed = answer.text.starts_with(kExecutionError);
  return answer;
}

void EntrySession::end_turn() { done_.push_back(Value::list(std::exchange(steps_, {}))); }

Value EntrySession::turn_value() const {
  List messages;
  std::vector<std::string> names;
  if (!is_over()) {
    const Value& question = entry_->question();
    if (question.is_list() && turn() < question.items().size() &&
        question.items()[turn()].is_list()) {
      messages = question.items()[turn()].items();
    }
    for (const Value& doc : functions(turn(), true)) {
      names.push_back(with_underscores(find_text(doc, "name")));
    }
  }
  return dict_of({{"id", entry_->id},
                  {"turn", turn()},
                  {"turns", turns()},
                  {"over", is_over()},
                  {"messages", Value::list(std::move(messages))},
                  {"new_tools", list_of_texts(names)}});
}

ScoredResponse EntrySession::judged() const {
  ScoredResponse scored;
  scored.id = entry_->id;
  scored.entry = entry_;
  if (is_episode()) {
    List turns = done_;
    if (!steps_.empty()) turns.push_back(Value::list(steps_));
    while (turns.size() < this->turns()) turns.push_back(Value::list());
    scored.response = Value::list(std::move(turns));
  } else {
    scored.response = is_over() ? done_.front() : Value::list(steps_);
  }
  score_response(scored, settings_);
  return scored;
}

}  // namespace bfclx::tools
