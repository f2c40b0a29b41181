#include "core/dataset/names.h"

#include <cstddef>
#include <utility>

#include "core/dataset/own_turns.h"

namespace bfclx {
namespace {

template <typename Enum, std::size_t kRows>
std::string_view name_in(const std::pair<Enum, std::string_view> (&rows)[kRows], Enum wanted) {
  for (const auto& [value, name] : rows) {
    if (value == wanted) return name;
  }
  return {};
}

}  // namespace

std::string_view name_of(Judging judging) {
  static constexpr std::pair<Judging, std::string_view> kNames[] = {
      {Judging::kCalls, "calls"},
      {Judging::kRelevance, "relevance"},
      {Judging::kIrrelevance, "irrelevance"},
      {Judging::kMultiTurn, "multi_turn"},
      {Judging::kAgentic, "agentic"},
      {Judging::kExecutable, "executable"},
  };
  return name_in(kNames, judging);
}

std::string_view name_of(Language language) {
  static constexpr std::pair<Language, std::string_view> kNames[] = {
      {Language::kPython, "python"},
      {Language::kJava, "java"},
      {Language::kJavaScript, "javascript"},
  };
  return name_in(kNames, language);
}

std::string_view name_of(CallCount count) {
  static constexpr std::pair<CallCount, std::string_view> kNames[] = {
      {CallCount::kSimple, "simple"},
      {CallCount::kParallel, "parallel"},
      {CallCount::kMultiple, "multiple"},
  };
  return name_in(kNames, count);
}

std::string_view name_of(Gate gate) {
  static constexpr std::pair<Gate, std::string_view> kNames[] = {
      {Gate::kNone, "nothing"},
      {Gate::kNetwork, "network"},
      {Gate::kKey, "key"},
      {Gate::kEmbeddings, "embeddings"},
  };
  return name_in(kNames, gate);
}

std::string_view judging_text(const Category& category) {
  switch (category.judging) {
    case Judging::kCalls:
      break;
    case Judging::kRelevance:
      return "passes when a call was made";
    case Judging::kIrrelevance:
      return "passes when no call was made";
    case Judging::kMultiTurn:
      return is_simulated(category)
                 ? "episodes on simulated services: state and responses after each turn"
                 : "the calls of each turn against those that are expected";
    case Judging::kAgentic:
      return "the last message against possible answers";
    case Judging::kExecutable:
      return is_rest(category)
                 ? "what a service returns against the recorded response"
                 : "results of executed calls against results of the ground truth's calls";
  }
  switch (category.language) {
    case Language::kJava:
      return "Java call against possible answers";
    case Language::kJavaScript:
      return "JavaScript call against possible answers";
    case Language::kPython:
      break;
  }
  switch (category.count) {
    case CallCount::kParallel:
      return "several calls against possible answers, in any order";
    case CallCount::kMultiple:
      return "one call, several functions offered, against possible answers";
    case CallCount::kSimple:
      break;
  }
  return "one call against possible answers";
}

}  // namespace bfclx
