#include "core/dataset/own_rules.h"

#include <utility>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

}  // namespace

Result<OwnRules> read_own_rules(const Entry& entry, ValueMatching otherwise,
                                EntryCheckers& checkers) {
  const bool says = given_member(entry.data, kMatchMember) != nullptr ||
                    given_member(entry.data, kOrderMember) != nullptr;
  if (entry.category->judging != Judging::kCalls) {
    if (says) return wrong("\"match\" and \"order\" are for entries whose calls are compared");
    return OwnRules{};
  }
  BFCLX_ASSIGN_OR_RETURN(const MatchRules rules,
                         read_match_rules(entry.data, {.match = otherwise}));
  if (rules.are_official()) return OwnRules{};
  if (entry.category->language != Language::kPython) {
    return wrong(
        "entries of this category are compared as official, in any order: "
        "write \"match\": \"official\" without an \"order\"");
  }
  OwnRules own{.order = rules.order, .checker = {}};
  BFCLX_ASSIGN_OR_RETURN(own.checker, checkers.of(entry.functions(), rules.match));
  return own;
}

Result<std::shared_ptr<const OwnMatch>> read_own_truth(const OwnRules& rules, const Value* truth) {
  constexpr std::string_view kMember = "ground_truth";
  const auto expected = [&](std::string_view what) {
    return wrong(concat({"\"", kMember, "\" is ", kind_text(truth), ", expected ", what}));
  };
  if (truth == nullptr) return expected("the expected calls");
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
