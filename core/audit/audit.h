// Any number of runs side by side, entry by entry: which ground truth do their answers throw doubt
// on?
//
//   Audit audit;
//   const std::size_t run = audit.add_run("my-model");
//   for (...) audit.add(run, answer_of(response));     // answer.h; responses may be forgotten then
//   AuditReport report = audit.finish({});          // proven errors, then by probability
//
// Of an answer its meaning is kept, and a short text of those that fail and come twice, so that
// memory grows with what differs, not with responses.
#ifndef BFCLX_CORE_AUDIT_AUDIT_H_
#define BFCLX_CORE_AUDIT_AUDIT_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/audit/answer.h"
#include "core/audit/audit_models.h"
#include "core/audit/item_model.h"
#include "core/audit/item_statistics.h"
#include "core/audit/ranking.h"
#include "core/audit/signals.h"
#include "core/audit/truth_check.h"
#include "core/findings/run_warnings.h"
#include "core/run/run_manifest.h"
#include "core/statistics/comparison.h"
#include "core/value/value.h"

namespace bfclx {

// Answers of one meaning to one entry, none of which passes.
struct AnswerGroup {
  std::uint64_t meaning = 0;  // 0: those that could not be decoded, which mean nothing
  AnswerKind kind = AnswerKind::kUndecoded;
  std::string shown;
  std::string calls;  // as JSON; may be empty
  std::string error_type;
  AnswerDifference difference;
  bool plausible = false;  // AnswerDifference::plausible
  double share =
      0;  // of the runs, as accuracy squared over the square root of the runs of a family
  std::vector<std::uint32_t> runs;  // in order
  double counted = 0;               // of these, repeats of a model as parts of one

  // `counted` as a whole number, at least 1.
  std::size_t count() const;
};

// Why an entry is suspicious.
enum class Suspicion : std::uint8_t {
  kUnreachable,             // self-check: no answer made from the truth passes
  kSchemaConflict,          // the truth contradicts its own functions
  kAgreedAlternative,       // runs agree on an answer that is refused, fits the schema and keeps
                            // the question's literal values
  kNegativeDiscrimination,  // strong runs fail more than weak ones
  kNobodyPasses,            // not one of at least four runs; of episodes, some of which are hard
                            // for everybody, only where these runs were expected to pass it
                            // (item_model.h)
  kFormatOnly,              // the agreed answer differs by a spelling or a type's form alone
  kAmbiguous,               // two different refused answers, each of a quarter of the runs; of
                            // episodes, many runs agree on another path
  kUnderspecified,          // the agreed answer differs by optional arguments alone
  kVariantsDiffer,          // of an episode: the ground truth of its variants agrees on other calls
};
inline constexpr std::size_t kSuspicions = 9;
std::string_view suspicion_name(Suspicion suspicion);  // "agreed_alternative", ...

struct SuspicionReason {
  Suspicion suspicion = Suspicion::kAmbiguous;
  std::string text;  // a sentence that a person can check
};

struct AuditedEntry {
  const Entry* entry = nullptr;
  std::size_t runs = 0;    // repeats of a model count as one, that passes as often as they do:
  std::size_t passes = 0;  // rounded, but 0 or all only where that is exact
  std::vector<AnswerGroup> groups;  // refused answers, the commonest first; the undecoded last
  // Shares of the runs, each weighing the square of its accuracy on the other entries of the group:
  double failing = 0;
  double agreed = 0;     // of those that give the commonest refused answer
  double plausible = 0;  // of those that give a refused answer that could be right
  Discrimination discrimination;
  TwoParameterFit fit;
  // That those who give the commonest refused answer outnumber those who pass as much when both are
  // as likely (exact, times the number of refused answers); and as in Discrimination.
  double p_agreed = 1;
  double q = 1;  // of the smaller of both, over all entries: Benjamini and Hochberg, halves
  Signals signals{};
  double probability = 0;  // that the ground truth is wrong (ranking.h)
  double suspicion = 0;    // its log-odds, 20 more where the error is proven: the order of entries
  AuditList list = AuditList::kNone;
  std::vector<Evidence> evidence;  // the weightiest first
  AgreedAlternative alternative;
  std::vector<TruthEdit> correction;
  AgreedPath agreed_path;                // of an episode; of no models where there is none
  std::vector<SuspicionReason> reasons;  // in the order of the enum
  std::vector<TruthProblem> truth;       // what the truth contradicts
  std::vector<std::size_t> near;         // indices into `entries` of the report
  std::string one_spelling;  // "function.parameter" when all decoded failures differ by its
                             // spelling alone

  // The commonest refused answer of at least two runs; nullptr when there is none.
  const AnswerGroup* agreed_answer() const;
  bool is_proven() const;      // unreachable or schema_conflict
  bool is_suspicious() const;  // proven or likely wrong
};

struct AuditedRun {
  std::string label;
  std::size_t entries = 0;
  std::size_t right = 0;
  RepeatFacts repeat;  // of its manifest
  std::vector<RunWarning> warnings;
};

struct AuditOptions {
  double false_discovery_rate = 0.05;
  // Ids of entries whose ground truth was corrected earlier (Signal::kHistory); empty: not known.
  std::set<std::string, std::less<>> corrected = {};
};

struct AuditReport {
  AuditOptions options;
  std::vector<AuditedRun> runs;
  std::size_t models = 0;             // runs, repeats of a model as one (audit_models.h)
  std::vector<AuditedEntry> entries;  // proven errors first, then the most probable
  std::size_t suspicious() const;     // entries that are proven or likely wrong
  std::size_t count(AuditList list) const;
};

class Audit {
 public:
  // Gives the number of the run.
  std::size_t add_run(std::string label);
  // Answers of one run come before those of the next; of an entry at most one.
  void add(std::size_t run, const Answer& answer);
  // What tells repeats of one model.
  void set_repeat(std::size_t run, RepeatFacts facts);
  // Reasons why the run's answers may not be the model's (core/findings/run_warnings.h).
  void set_warnings(std::size_t run, std::vector<RunWarning> warnings);
  // What self-check says of an entry that cannot be passed.
  void set_unreachable(const Entry& entry, std::string reason);

  // In the order in which they came.
  std::vector<const Entry*> entries() const;
  AuditModels models() const { return audit_models(runs_); }

  // Does work(i) for each i below `count`, in any order, on as many threads as it likes.
  using ForEach =
      std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;
  // `each` measures the entries; where it is not set, one after another.
  AuditReport finish(const AuditOptions& options, const ForEach& each = {}) const;
  // Verdicts of each run on the entries that all runs have, for scores and ranks; without those of
  // `left_out`.
  std::vector<JudgedRun> judged(const std::vector<const Entry*>& left_out) const;

 private:
  struct Seen {
    std::uint32_t run = 0;
    bool right = false;
  };
  struct Item {
    const Entry* entry = nullptr;
    std::vector<Seen> seen;
    std::vector<AnswerGroup> groups;
    std::string unreachable;
    std::vector<RunPath> paths;
  };
  Item& item_of(const Entry& entry);

  std::vector<AuditedRun> runs_;
  std::vector<Item> items_;
  std::unordered_map<const Entry*, std::size_t> by_entry_;
  // Of each run, by group of categories ("live"): entries and right ones.
  struct Tally {
    std::size_t entries = 0;
    std::size_t right = 0;
  };
  std::vector<std::unordered_map<std::string_view, Tally>> tallies_;

  std::size_t path_bytes_ = 0;  // of all items

  double ability_without(const Item& item, const Seen& seen) const;
  // What runs are, as finish needs it for every entry.
  struct Crowd {
    std::vector<double> accuracy;       // over all entries of the run
    std::vector<std::uint32_t> family;  // a number of the run's model family
    std::vector<double> size;           // square root of the models of that family
    AuditModels models;
  };
  Crowd crowd() const;
  // Of each entry, whether it is remarkable that no run passes it.
  struct NobodyTest {
    std::vector<double> p;  // 1 where somebody passes, or too few runs are there
    std::vector<std::optional<double>> expected;  // of episodes: the pass rate
  };
  static std::vector<ModelledItem::Answer> verdicts_of(const Item& item, const AuditModels& models);
  NobodyTest test_nobody(const std::vector<AuditedEntry>& entries, const Crowd& crowd) const;
  // Those of its runs, with these weights.
  static AgreedPath agreed_path_of(const Item& item, const Crowd& crowd,
                                   const std::vector<double>& weights);
  // Gives Signal::kStrongFailing.
  double measure(const Item& item, const Crowd& crowd, AuditedEntry& audited) const;
};

// With fewer runs their agreement says little.
inline constexpr std::size_t kFewestRunsThatTell = 4;

// logit of a share, kept within 4.
double share_logit(double share);

// Logit of the mean of `failing` and `plausible`.
double crowd_logit(const AuditedEntry& audited);
// Classes of an entry, once everything is measured (suspicion.cpp).
struct CrowdTests {
  bool agreed = false;    // more agree on one refused answer than pass, beyond chance
  bool negative = false;  // discrimination is below 0, beyond chance
  bool nobody = false;    // no run passes; of an episode, although some were expected to
  std::optional<double> expected = std::nullopt;  // of an episode: the expected pass rate
  std::string variants = {};  // of an episode: how its ground truth differs from its variants'
};
void judge_suspicion(AuditedEntry& audited, const CrowdTests& tests,
                     const std::string& unreachable);

// The whole report as JSON, indented by two, a line end behind: {"runs": [...], "warnings":
// [warning_value, ...], "entries": [{"id",
// "category", "suspicion", "suspicious", "classes", "reasons", "runs", "passes", "answers", ...}],
// ...}. Keys are added to, never renamed. `at_most` entries, 0 for all; `head` are members that
// come first.
std::string audit_json(const AuditReport& report, std::size_t at_most, const Value& head);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_AUDIT_H_
