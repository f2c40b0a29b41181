// The lean module: what most responses need, in as few bytes as it takes.
//
// A page loads it for its first verdicts. It lacks what the small module lacks, and the parts of
// the core that hardly any response comes to (wasm/CMakeLists.txt lists them). What the rest calls
// of these stands here, and notes that it was called: from then on the instance answers every call
// with an error of the kind "core" (Build::lacks), so that nothing of what stands here is ever
// told, and the page takes the small module instead.
#include "core/base/suggest.h"
#include "core/base/unicode.h"
#include "core/check/java_types.h"
#include "core/check/javascript_types.h"
#include "core/dataset/entry_builder.h"
#include "core/findings/self_check.h"
#include "core/languages/languages.h"
#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/evaluate.h"
#include "core/python/extensions/views.h"
#include "core/python/objects/arithmetic.h"
#include "core/python/syntax/format_string.h"
#include "core/python/syntax/unparse.h"
#include "core/run/run_manifest.h"
#include "core/run/run_sample.h"
#include "core/simulators/apis/cassette.h"
#include "core/statistics/basis.h"
#include "core/value/bigint.h"
#include "wasm/src/carried.h"

namespace bfclx {
namespace {

bool was_lacking = false;

// For results and texts of any type.
struct Lacking {
  Lacking() { was_lacking = true; }
  template <typename T>
  operator T() const {  // NOLINT(google-explicit-constructor): stands for any result
    return T();
  }
  template <typename T>
  operator Result<T>() const {  // NOLINT(google-explicit-constructor)
    return Error{.kind = api::kinds::kCore, .message = std::string(api::kNeedsCore)};
  }
};

}  // namespace

// ---- Java and JavaScript

Result<Value> java_value(std::string_view, std::string_view, std::string_view) { return Lacking(); }
Result<Value> javascript_value(std::string_view, std::string_view, std::string_view) {
  return Lacking();
}

// ---- expressions that are no plain values, names outside of ASCII, f-strings

namespace python {

Result<Value> Environment::name(std::string_view, bool) { return Lacking(); }
bool Environment::has_callee(const Node&) { return Lacking(); }
Status Environment::check_callee(const Node&) { return Lacking(); }
Result<Value> Environment::call(const Node&, const List&, const Dict&) { return Lacking(); }
const Extensions* Environment::extensions() { return Lacking(); }
std::string Environment::callee_text(const Node&) { return Lacking(); }
Result<Value> evaluate(const Node&, Environment&, const EvaluateLimits&) { return Lacking(); }
Result<Value> unary_operation(UnaryOperator, const Value&) { return Lacking(); }
Result<std::string> unparse(const Node&) { return Lacking(); }
const Node* FormatString::parse() { return Lacking(); }

// Objects that only an evaluation makes: without one no value is of them.
std::string_view builtin_name(const Value&) { return {}; }
std::optional<View> view_of(const Value&) { return {}; }
List view_items(const View&) { return Lacking(); }
Result<bool> view_contains(const View&, const Value&) { return Lacking(); }
Iterator* iterator_in(const Value&) { return nullptr; }
Result<std::optional<Value>> Iterator::next() { return Lacking(); }
Result<List> Iterator::rest() { return Lacking(); }

}  // namespace python

std::string nfkc(std::string_view text) {
  Lacking();
  return std::string(text);
}

// ---- integers past 64 bits

struct BigInt::Rep {};
BigInt::BigInt(std::int64_t) { Lacking(); }
BigInt::BigInt(const BigInt&) { Lacking(); }
BigInt::BigInt(BigInt&&) noexcept = default;
BigInt::~BigInt() = default;
Result<BigInt> BigInt::parse(std::string_view, int) { return Lacking(); }
BigInt BigInt::from_double(double) { return BigInt(std::int64_t{0}); }
std::optional<std::int64_t> BigInt::to_int64() const { return Lacking(); }
double BigInt::to_double() const { return Lacking(); }
std::string BigInt::to_decimal() const { return Lacking(); }
std::size_t BigInt::bit_length() const { return Lacking(); }
bool BigInt::negative() const { return Lacking(); }
std::uint64_t BigInt::hash() const { return Lacking(); }
std::uint64_t BigInt::low_bits() const { return Lacking(); }
BigInt BigInt::negated() const { return BigInt(std::int64_t{0}); }
int compare(const BigInt&, const BigInt&) { return Lacking(); }

// ---- overall scores of reports

BasedScore own_score(const ScoredRun&, const ScorePart&, std::string_view) {
  Lacking();
  return {};
}
Value based_score_value(const BasedScore&) { return Lacking(); }

// ---- manifests and sampled runs

std::string manifest_text(std::string_view) { return Lacking(); }
RunManifest read_run_manifest(std::string_view) {
  Lacking();
  return {};
}
std::string sample_text(std::uint64_t, std::uint64_t, SampleScheme) { return Lacking(); }
std::optional<DrawnIds> sample_of_run(DatasetFiles&, const ManifestOfRun&, ResponseSorter&,
                                      ModelRun&) {
  Lacking();
  return std::nullopt;
}
void leave_out_unwanted(ModelRun&, const std::function<bool(std::string_view)>&) { Lacking(); }

// ---- XML, format sensitivity, ground truth against itself, recorded answers

Result<Value> parse_verbose_xml_calls(std::string_view) { return Lacking(); }
Result<Value> parse_concise_xml_calls(std::string_view) { return Lacking(); }
Result<std::vector<const Category*>> format_sensitivity_sources(std::string_view) {
  return Lacking();
}
Result<BuiltEntries> build_format_sensitivity(const Dataset&, const Category&, std::string_view) {
  return Lacking();
}
bool can_self_check(const Category&) { return Lacking(); }
SelfCheckFinding self_check(const Entry&, const Decoder&) { return Lacking(); }
std::string request_json(const EffectRequest&) { return Lacking(); }

// A name that nobody has is told without the one that may have been meant.
std::string did_you_mean(std::string_view, std::span<const std::string_view>, std::string_view) {
  return Lacking();
}

namespace wasm {

const api::Build& carried() {
  static const std::span<const api::Call> kTables[] = {
      api::list_calls(),    api::dataset_calls(), api::results_calls(),
      api::explain_calls(), api::forms_calls(),   api::runs_calls(),
  };
  static const api::Build kBuild = {
      .tables = kTables, .lacks = [] { return was_lacking ? api::kinds::kCore : lacking_full(); }};
  return kBuild;
}

}  // namespace wasm
}  // namespace bfclx
