// The vectors: the same ones every time, and of every rule some that pass and some that fail.
#include "core/vectors/vectors.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

const std::vector<ConformanceVector>& vectors() {
  static const std::vector<ConformanceVector> kVectors = conformance_vectors();
  return kVectors;
}

// Published results name the version: whoever changes a vector, or a verdict, raises it.
TEST(Vectors, AreThoseOfTheirVersion) {
  EXPECT_EQ(kVectorsVersion, 3);
  EXPECT_EQ(vectors().size(), 5632U);
  EXPECT_EQ(vectors_hash(vectors()),
            "sha256:1df1e012a2a3f943c034e70d75538374610da694d2d3c08ebdfc911905e3e57f");
  EXPECT_EQ(vectors_hash(conformance_vectors()), vectors_hash(vectors()));
}

TEST(Vectors, HaveIdsOfTheirOwn) {
  std::set<std::string> ids;
  std::set<std::string> entries;
  for (const ConformanceVector& vector : vectors()) {
    EXPECT_TRUE(ids.insert(vector.id).second) << vector.id;
    EXPECT_TRUE(entries.insert(vector.entry.id).second) << vector.entry.id;
    EXPECT_EQ(category_of_id(vector.entry.id), vector.entry.category) << vector.entry.id;
  }
}

// Two situations with the same entry and response test one thing twice, and another never.
TEST(Vectors, DifferWithTheirSituationWithinARule) {
  std::map<std::pair<std::string_view, std::string>, std::string> situations;
  for (const ConformanceVector& vector : vectors()) {
    ConformanceVector nameless = vector;
    nameless.id.clear();
    nameless.entry.id.clear();
    const auto known = situations.try_emplace(
        {vector.rule->name, vector_json(nameless, false) + repr(vector.entry.ground_truth)},
        vector.situation);
    EXPECT_EQ(known.first->second, vector.situation) << vector.id;
  }
}

TEST(Vectors, PassAndFailUnderEachRule) {
  std::map<std::string_view, std::pair<int, int>> counts;
  for (const ConformanceVector& vector : vectors()) {
    ++(vector.passes ? counts[vector.rule->name].first : counts[vector.rule->name].second);
    EXPECT_EQ(vector.error_type.empty(), vector.passes) << vector.id;
    EXPECT_EQ(vector.reason.empty(), vector.passes) << vector.id;
  }
  for (const ConformanceRule& rule : conformance_rules()) {
    EXPECT_GE(counts[rule.name].first, 10) << rule.name;
    EXPECT_GE(counts[rule.name].second, 10) << rule.name;
  }
}

TEST(Vectors, LeaveOutWhereTheOfficialEvaluatorStops) {
  for (const ConformanceVector& vector : vectors()) {
    EXPECT_FALSE(vector.error_type.starts_with("official_evaluator_error")) << vector.id;
  }
}

// A scorer that reads `calls` in place of the response gets the same verdicts.
TEST(Vectors, HaveCallsThatJsonHolds) {
  const Decoder* as_they_are = find_decoder("nova_fc");
  for (const ConformanceVector& vector : vectors()) {
    const Judging judging = vector.entry.category->judging;
    if (judging == Judging::kMultiTurn || judging == Judging::kAgentic) continue;
    const Result<Value> line = json_loads(vector_json(vector, false));
    ASSERT_TRUE(line.ok()) << vector.id;
    const Value& calls = *line->as_dict().find("calls");
    const Verdict verdict = score(vector.entry, calls.is_none() ? Value::str("no calls") : calls,
                                  *as_they_are, vector.underscore_to_dot);
    EXPECT_EQ(verdict.valid, vector.passes) << vector_json(vector, true);
  }
}

TEST(Vectors, ShowVerdictsOnlyOnRequest) {
  const ConformanceVector& vector = vectors().front();
  const Value open = *json_loads(vector_json(vector, true));
  const Value closed = *json_loads(vector_json(vector, false));
  EXPECT_EQ(open.as_dict().find("valid")->as_bool(), vector.passes);
  for (const std::string_view name : {"valid", "error_type", "why", "rule", "situation"}) {
    EXPECT_FALSE(closed.as_dict().contains(name)) << name;
  }
  for (const std::string_view name : {"id", "category", "language", "entry", "decoder",
                                      "underscore_to_dot", "response", "calls"}) {
    EXPECT_TRUE(closed.as_dict().contains(name)) << name;
  }
}

}  // namespace
}  // namespace bfclx
