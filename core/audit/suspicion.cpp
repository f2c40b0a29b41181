// Classes of suspicion and their reasons.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <set>

#include "core/audit/audit.h"
#include "core/audit/elementary.h"
#include "core/audit/meaning.h"
#include "core/base/text.h"

namespace bfclx {
namespace {

constexpr double kNoise = 0.02;       // of answers that say nothing: keeps the logit within 4
constexpr std::size_t kFrequent = 4;  // a fourth of the runs
constexpr std::size_t kShownAnswers = 160;

constexpr std::array<std::string_view, kSuspicions> kNames = {
    "unreachable",    "schema_conflict", "agreed_alternative", "negative_discrimination",
    "nobody_passes",  "format_only",     "ambiguous",          "underspecified",
    "variants_differ"};

std::string count_of(std::size_t part, std::size_t all) {
  return std::to_string(part) + " of " + std::to_string(all) + " runs";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

// "city='Paris' where the ground truth has ['London']".
std::string text_of(const ArgumentDifference& one) {
  const std::string spelled = one.varied ? " or another spelling of it" : "";
  switch (one.kind) {
    case ArgumentDifference::Kind::kMissing:
      return "leave out " + one.parameter + ", for which the ground truth requires " + one.truth;
    case ArgumentDifference::Kind::kExtra:
      return "give " + one.parameter + "=" + one.found + spelled +
             ", which the ground truth does not allow";
    case ArgumentDifference::Kind::kValue:
      return "give " + one.parameter + "=" + one.found + spelled + " where the ground truth has " +
             one.truth + (one.reason.empty() ? "" : " (" + one.reason + ")");
  }
  return {};
}

std::string text_of(const AnswerGroup& group, std::size_t runs) {
  std::string text = count_of(group.count(), runs);
  if (group.difference.arguments.empty()) return text + " return " + group.shown;
  for (std::size_t i = 0; i < group.difference.arguments.size(); ++i) {
    if (i == 3) return text + ", and more";
    text += (i > 0 ? ", and " : " ") + text_of(group.difference.arguments[i]);
  }
  // Runs that also give something else are another group.
  return text + ", and match the ground truth otherwise";
}

class Judge {
 public:
  Judge(AuditedEntry& audited, const CrowdTests& tests) : audited_(audited), tests_(tests) {}

  void add(Suspicion suspicion, std::string text) {
    audited_.reasons.push_back({suspicion, std::move(text)});
  }

  void add_truth() {
    std::string text;
    for (const TruthProblem& problem : audited_.truth) {
      if (!problem.proof) continue;
      text += (text.empty() ? "" : "; ") + problem.text;
    }
    if (!text.empty()) add(Suspicion::kSchemaConflict, std::move(text));
  }

  void add_crowd() {
    const AnswerGroup* agreed = tests_.agreed ? audited_.agreed_answer() : nullptr;
    if (agreed != nullptr && agreed->kind == AnswerKind::kMessage) add_message(*agreed);
    if (agreed != nullptr && agreed->difference.plausible()) {
      add(Suspicion::kAgreedAlternative, sentence_of(*agreed));
    }
    if (tests_.negative) {
      const Discrimination& its = audited_.discrimination;
      add(Suspicion::kNegativeDiscrimination,
          "strong runs fail more than weak ones: the correlation of passing with accuracy is " +
              number(its.value) + ", between " + number(its.interval.low) + " and " +
              number(its.interval.high));
    }
    if (tests_.nobody) {
      add(Suspicion::kNobodyPasses,
          "none of " + std::to_string(audited_.runs) + " runs passes" + expected_text());
    }
    if (agreed != nullptr && is_format(*agreed)) {
      add(Suspicion::kFormatOnly, sentence_of(*agreed, "only in form (spelling or type)"));
    }
    add_ambiguous();
    if (audited_.agreed_path.is_common()) {
      add(Suspicion::kAmbiguous, audited_.agreed_path.text(audited_.passes, audited_.runs));
    }
    if (agreed != nullptr && agreed->difference.only_optional()) {
      add(Suspicion::kUnderspecified, sentence_of(*agreed, "only in optional arguments"));
    }
    if (!tests_.variants.empty()) add(Suspicion::kVariantsDiffer, tests_.variants);
  }

 private:
  std::string passes() const { return std::to_string(audited_.passes) + " pass"; }

  // What a group of runs returns. Where another class has said it, only what this one adds.
  std::string sentence_of(const AnswerGroup& group, std::string_view difference = {}) {
    if (!said_.insert(&group).second) {
      return "the common response of these " + std::to_string(group.count()) +
             " runs differs from the ground truth " + std::string(difference);
    }
    return text_of(group, audited_.runs) + "; " + passes();
  }

  // Of an agentic entry: an answer that is not among the accepted ones.
  void add_message(const AnswerGroup& agreed) {
    if (gives_up(agreed.shown)) return;
    std::string text = count_of(agreed.count(), audited_.runs) + " answer " + agreed.shown +
                       ", and the ground truth accepts " +
                       short_value(audited_.entry->shown_answers(), kShownAnswers) + "; " +
                       passes();
    if (audited_.entry->category->family == "web_search") {
      text += ". The fact may have changed since the ground truth was written";
    }
    add(Suspicion::kAgreedAlternative, std::move(text));
  }

  // Runs that do not know agree with each other, and not on an answer.
  static bool gives_up(const std::string& shown) {
    const std::string text = lower_ascii(shown);
    static constexpr std::string_view kPhrases[] = {
        "not know",       "don't know",    "cannot",    "can't",     "unable",
        "no information", "not available", "not found", "could not", "couldn't"};
    return std::any_of(std::begin(kPhrases), std::end(kPhrases), [&](std::string_view phrase) {
      return text.find(phrase) != std::string::npos;
    });
  }

  // Of episodes, which may be hard: how many were expected to.
  std::string expected_text() const {
    if (!tests_.expected) return {};
    char share[16];
    std::snprintf(share, sizeof share, "%.0f %%", 100 * *tests_.expected);
    return ", although " + std::string(share) +
           " of them were expected to, judged by their other responses";
  }

  // A converter refused the form of what was said, or the spelling is another.
  static bool is_format(const AnswerGroup& agreed) {
    return agreed.difference.only_spelling() ||
           (agreed.difference.only_values() && agreed.error_type.compare(0, 10, "type_error") == 0);
  }

  void add_ambiguous() {
    std::vector<const AnswerGroup*> frequent;
    for (const AnswerGroup& group : audited_.groups) {
      // Of an episode a group is a place where it leaves the ground truth, and no answer.
      const bool is_answer = group.meaning != 0 && group.kind != AnswerKind::kEpisode;
      const bool is_frequent =
          is_answer && group.count() >= 2 && group.count() * kFrequent >= audited_.runs;
      if (is_frequent) frequent.push_back(&group);
    }
    if (frequent.size() < 2) return;
    const std::string second = text_of(*frequent[1], audited_.runs);
    add(Suspicion::kAmbiguous,
        said_.insert(frequent[0]).second
            ? text_of(*frequent[0], audited_.runs) + "; " + second + "; " + passes()
            : "another " + second);
  }

  AuditedEntry& audited_;
  const CrowdTests& tests_;
  std::set<const AnswerGroup*> said_;
};

}  // namespace

std::string_view suspicion_name(Suspicion suspicion) {
  return kNames[static_cast<std::size_t>(suspicion)];
}

double share_logit(double share) { return log_of((share + kNoise) / (1 - share + kNoise)); }

double crowd_logit(const AuditedEntry& audited) {
  return share_logit((audited.failing + audited.plausible) / 2);
}

void judge_suspicion(AuditedEntry& audited, const CrowdTests& tests,
                     const std::string& unreachable) {
  Judge judge(audited, tests);
  if (!unreachable.empty()) judge.add(Suspicion::kUnreachable, unreachable);
  judge.add_truth();
  judge.add_crowd();
}

}  // namespace bfclx
