// Entries of one category with given ground truths, and answers to them.
#ifndef BFCLX_TESTS_UNIT_AUDIT_AUDIT_ENTRIES_H_
#define BFCLX_TESTS_UNIT_AUDIT_AUDIT_ENTRIES_H_

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/audit.h"
#include "core/run/scorer.h"

namespace bfclx {

inline constexpr std::string_view kFunction =
    R"([{"name": "find", "description": "", "parameters": {"type": "dict", "properties": {)"
    R"("city": {"type": "string"}, "unit": {"type": "string", "enum": ["c", "f"], "default": "c"},)"
    R"("days": {"type": "integer"}, "deep": {"type": "boolean", "default": "false"},)"
    R"("how": {"type": "dict", "properties": {"unit": {"type": "string", "enum": ["c", "f"]}}}},)"
    R"( "required": ["city"]}}])";

class AuditOfEntries : public testing::Test {
 protected:
  // Entries simple_python_0, ... of these ground truths, all with the same question; or of another
  // category, three that share functions after each other.
  void load(const std::vector<std::string>& arguments, const std::string& name = "simple_python") {
    std::string questions;
    std::string answers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const std::string group =
          name == "simple_python" ? "" : "-" + std::to_string(i / 3) + "-" + std::to_string(i % 3);
      const std::string id = "{\"id\": \"" + name + "_" + std::to_string(i) + group + "\", ";
      questions += id + R"("question": [[{"role": "user", "content": "weather in Paris, number )" +
                   std::to_string(i * 7919) + R"(?"}]], "function": )" +
                   functions(group.empty() ? "" : std::to_string(i / 3)) + "}\n";
      answers += id + "\"ground_truth\": [{\"find\": " + arguments[i] + "}]}\n";
    }
    category_ = find_category(name);
    ASSERT_TRUE(dataset_.add(*category_, questions, answers).ok());
  }

  static std::string functions(const std::string& group) {
    std::string all(kFunction);
    if (group.empty()) return all;
    all.pop_back();
    return all + R"(, {"name": "other_)" + group +
           R"(", "description": "", "parameters": {"type": "dict", "properties": {}}}])";
  }

  const Entry& entry(std::size_t i) const { return dataset_.entries(*category_)[i]; }

  std::vector<std::string> kinds(std::size_t i) const {
    std::vector<std::string> out;
    for (const TruthProblem& problem : check_truth(entry(i))) {
      out.push_back((problem.proof ? "" : "hint ") + std::string(problem.kind));
    }
    return out;
  }

  // One response to an entry, a list of calls as Python text.
  Answer answer(std::size_t i, std::string_view response) const {
    ScoredResponse scored;
    scored.id = entry(i).id;
    scored.entry = &entry(i);
    scored.response = Value::str(response);
    RunSettings settings;
    settings.decoder = find_decoder("prompting");
    score_response(scored, settings);
    return answer_of(scored);
  }

  static std::set<Suspicion> classes(const AuditedEntry& audited) {
    std::set<Suspicion> out;
    for (const SuspicionReason& reason : audited.reasons) out.insert(reason.suspicion);
    return out;
  }

  Dataset dataset_;
  const Category* category_ = nullptr;
};

using Texts = std::vector<std::string>;

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_AUDIT_AUDIT_ENTRIES_H_
