#include "core/dataset/own_rules.h"

#include <utility>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/check/places.h"
#include "core/checker/schema_doc.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

Status check_earlier_calls(const Value& question) {
  if (!has_earlier_calls(question)) return {};
  for (const Value& messages : question.items()) {
    if (!has_earlier_calls(messages)) continue;
    if (auto parts = split_at_calls(messages, "question"); !parts.ok()) {
      return wrong(parts.error().message);
    }
  }
  return {};
}

// How many turns an entry has, each with messages that end with one of the user or a result.
Result<std::size_t> turns_of(const Entry& entry) {
  const Value& question = entry.question();
  if (!question.is_list() || question.items().empty()) return wrong("\"question\" has no turns");
  for (std::size_t turn = 0; turn < question.items().size(); ++turn) {
    const List& messages = question.items()[turn].items();
    const auto in_turn = [&](std::string_view what) {
      return wrong(concat({"turn ", std::to_string(turn + 1), " of \"question\": ", what}));
    };
    for (const Value& message : messages) {
      const Value* content = find_member(message, "content");
      if (content != nullptr && content->is_str()) continue;
      return in_turn("expected messages whose \"content\" is text");
    }
    const std::string_view last =
        messages.empty() ? std::string_view() : find_text(messages.back(), "role");
    if (last != "user" && last != "tool") {
      return in_turn("the last message must be the user's, or the result of a call");
    }
  }
  return question.items().size();
}

}  // namespace

Result<OwnRules> read_own_rules(const Entry& entry, std::optional<ValueMatching> otherwise,
                                EntryCheckers& checkers) {
  if (!otherwise) return wrong("entries with several turns and expected calls need a dataset.json");
  BFCLX_RETURN_IF_ERROR(check_earlier_calls(entry.question()));
  const bool says = given_member(entry.data, kMatchMember) != nullptr ||
                    given_member(entry.data, kOrderMember) != nullptr;
  const bool has_turns = is_own_turns(*entry.category);
  if (entry.category->judging != Judging::kCalls && !has_turns) {
    if (says) return wrong("\"match\" and \"order\" are for entries whose calls are compared");
    return OwnRules{};
  }
  BFCLX_ASSIGN_OR_RETURN(const MatchRules rules,
                         read_match_rules(entry.data, {.match = *otherwise}));
  if (rules.match == ValueMatching::kOfficial && find_json_schema(entry.functions()) != nullptr) {
    return wrong(needs_other_match(entry.functions()));
  }
  if (rules.are_official() && !has_turns) return OwnRules{};
  if (entry.category->language != Language::kPython) {
    return wrong(
        "entries of this category are compared as official, in any order: "
        "write \"match\": \"official\" without an \"order\"");
  }
  OwnRules own{.order = rules.order, .checker = {}};
  if (has_turns) {
    BFCLX_ASSIGN_OR_RETURN(own.turns, turns_of(entry));
  }
  BFCLX_ASSIGN_OR_RETURN(own.checker, checkers.of(entry.functions(), rules.match));
  return own;
}

Result<std::shared_ptr<const OwnMatch>> read_own_truth(const OwnRules& rules, const Value& answer) {
  constexpr std::string_view kMember = "ground_truth";
  const Value* truth = find_member(answer, kMember);
  const auto expected = [&](std::string_view what) {
    return wrong(concat({"\"", kMember, "\" is ", kind_text(truth), ", expected ", what}));
  };
  if (truth == nullptr) return expected("the expected calls");
  const Value* results = find_member(answer, kTurnResults);
  if (rules.turns > 0) {
    const std::size_t found = truth->is_list() ? truth->items().size() : rules.turns;
    if (found == rules.turns) {
      return OwnMatch::make_turns(rules.checker, *truth, results, rules.order, kMember);
    }
    return wrong(concat({"\"", kMember, "\" has ", counted(found, "turn", "turns"),
                         ", but \"question\" has ", std::to_string(rules.turns)}));
  }
  BFCLX_ASSIGN_OR_RETURN(auto match, OwnMatch::make(rules.checker, *truth, rules.order, kMember));
  if (!match->possible_answers().is_none()) return match;
  return expected("a call: entries that expect no call belong to irrelevance");
}

Error unknown_member(const Value& name, std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 100;  // that is looked up
  const bool is_short = name.as_str().size() <= kLongest;
  return wrong(concat({"unknown member ", brief_repr(name), ".",
                       is_short ? did_you_mean(name.as_str(), known) : std::string()}));
}

Error cannot_send(const Value& value, std::string_view place) {
  if (value.is_sequence()) {
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (cannot_be_sent(value.items()[i])) {
        return cannot_send(value.items()[i], place_of_item(place, i));
      }
    }
  }
  if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      // A name that has one is no part of a place.
      if (cannot_be_sent(key)) break;
      if (!cannot_be_sent(item)) continue;
      return cannot_send(item, place.empty() ? str(key) : place_of_member(place, key));
    }
  }
  if (value.is_float()) {
    return schema_error(place, concat({brief_repr(value), " is not a value of JSON"}));
  }
  return schema_error(place, "has half of a surrogate pair, which cannot be sent");
}

Status check_other_member(std::string_view name) {
  if (name == kOrderMember) {
    return wrong("\"order\" is a member of cases: write it in the cases that need it");
  }
  for (const std::string_view member : kManifestMembers) {
    if (name.size() > member.size() + 1 || edit_distance(name, member, Swaps::kOneEdit) != 1) {
      continue;
    }
    return wrong(concat({"unknown member \"", name, "\". Did you mean ", member, "?"}));
  }
  return {};
}

}  // namespace bfclx
