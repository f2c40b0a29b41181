// The kinds of findings: code, title, what each means, its fix, how sure it is and what it does to
// the score. `bfclx list findings` and the documentation show this table; the diagnosis takes its
// texts from it.
#ifndef BFCLX_CORE_FINDINGS_FINDING_KINDS_H_
#define BFCLX_CORE_FINDINGS_FINDING_KINDS_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace bfclx {

enum class Certainty : std::uint8_t {
  kFact,      // the files or the manifest say so
  kScored,    // the responses were scored again
  kInferred,  // from how the responses look
};
std::string_view certainty_name(Certainty certainty);  // "fact", "scored", "inferred"
// "certain: the files say so".
std::string_view certainty_text(Certainty certainty);

// How its effect on the score is measured.
enum class ScoreEffect : std::uint8_t {
  kScored,    // by scoring again
  kEstimate,  // as if its entries passed as often as the others of their categories
  kRise,      // all its entries fail: at most as many more pass
  kLimit,     // at most as many entries as it has
  kCap,       // its entries fail in every run
  kNone,      // its responses do not count
  kUnknown,   // the responses do not tell
};

struct FindingKind {
  std::string_view code;   // stable
  std::string_view title;  // "Truncated responses"
  std::string_view about;  // when it is reported, and its effect on the score: sentences
  // A command that fixes it or shows what to fix: RUN, MODEL, DECODER, FILE, DIR, NAME and N stand
  // for what only the reader knows, CATEGORIES and ID for what the finding tells (fix_text()).
  std::string_view fix;
  Certainty certainty;
  ScoreEffect effect;
};

// In the order in which the diagnosis looks for them.
std::span<const FindingKind> finding_kinds();

struct FindingBrief {
  std::string_view code;  // empty: there is no such kind
  std::string_view title;
  std::string_view fix;
  Certainty certainty = Certainty::kFact;
  ScoreEffect effect = ScoreEffect::kUnknown;
};
FindingBrief finding_brief(std::string_view code);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_FINDING_KINDS_H_
