// Corrections of ground truth, kept beside the dataset: a second score, never the official one.
//
//   Result<Errata> errata = parse_errata(bytes);       // errata/errata.schema.json
//   const CorrectedEntries corrected(*errata, dataset);
//   for (each response with corrected.concerns(*response.entry)) corrected.judge(response,
//   settings);
//
// The dataset is never changed: corrected entries are copies.
#ifndef BFCLX_CORE_AUDIT_ERRATA_H_
#define BFCLX_CORE_AUDIT_ERRATA_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/audit/audit.h"
#include "core/base/result.h"
#include "core/dataset/dataset.h"
#include "core/run/scorer.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kErrataSchema = "bfclx-errata-1";

struct Correction {
  enum class Kind : std::uint8_t {
    kAlternative,  // "alternative_answer": passes by the official truth or by this one
    kReplacement,  // "replaced_answer": this truth in place of the official one
    kVoid,         // "void": in no count
  };
  std::string id;
  Kind kind = Kind::kVoid;
  Value ground_truth;  // in the form of the dataset; None with kVoid
  std::string reason;
  std::string source;  // a link; may be empty in a draft, as may be the author
  std::string author;
};
std::string_view correction_kind_name(Correction::Kind kind);

struct Errata {
  std::string name;  // by which the second score is called
  std::vector<Correction> corrections;
};

// Errors say which correction, from 1, and its id. At most 100,000 corrections.
Result<Errata> parse_errata(std::string_view bytes);
// The ids of errata, or of lines that are each a JSON object with an "id", such as entries of the
// dataset.
Result<std::set<std::string, std::less<>>> corrected_ids(std::string_view bytes);
// Indented by two, a line end behind.
std::string errata_json(const Errata& errata);

// Why the correction does not fit the entry (form of its ground truth, kind of the category); empty
// if it does.
std::string unfit_correction(const Correction& correction, const Entry& entry);
// Why it is invalid (errata_fault.cpp): it does not fit, nobody has signed it, no link supports it,
// no response passes with it, or no verdict changes; empty if it is valid. Invalid corrections are
// never applied.
std::string fault_of_correction(const Correction& correction, const Entry& entry);
// The calls, and these with every other value that the entry's ground truth lists for one argument;
// which of them pass is for the checker to say.
std::vector<Value> listed_variants(const Value& calls, const Entry& entry);
// The entry with the correction's ground truth; not for kVoid.
Entry corrected_entry(const Correction& correction, const Entry& entry);

class CorrectedEntries {
 public:
  // Takes the corrections whose entries the dataset has loaded; both must outlive it.
  CorrectedEntries(const Errata& errata, const Dataset& dataset);

  std::size_t applied() const { return applied_.size(); }
  // Which, by their places in the file.
  const std::vector<std::size_t>& applied_places() const { return applied_; }
  // "id: why" of invalid corrections, which are left out.
  const std::vector<std::string>& problems() const { return problems_; }

  bool concerns(const Entry& entry) const { return by_entry_.count(&entry) != 0; }
  bool is_void(const Entry& entry) const;
  // Sets the verdict that the corrections give; as it is for entries without any.
  void judge(ScoredResponse& response, const RunSettings& settings) const;

 private:
  struct Corrected {
    bool is_void = false;
    bool replaced = false;       // the official verdict does not count
    std::vector<Entry> entries;  // one that passes is enough
  };
  std::unordered_map<const Entry*, Corrected> by_entry_;
  std::vector<std::size_t> applied_;
  std::vector<std::string> problems_;
};

// Calls of Python as ground truth, with the names that the functions have; None where that cannot
// be.
Value calls_as_ground_truth(const Value& calls, const Entry& entry);
// What an audit suggests, for people to judge: "void" for what is unreachable, "alternative_answer"
// for agreed alternatives of Python calls. Author and source are left to fill in.
Errata draft_errata(const AuditReport& report);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_ERRATA_H_
