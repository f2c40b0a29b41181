#include "core/vectors/conformance_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/render/visible.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kSituationsShown = 6;
constexpr std::size_t kMostOfAText = 700;
constexpr double kNearlyAll = 0.95;

// None of a few thousand is rounded away: 99.9 % of all but one.
std::string share_of(std::size_t part, std::size_t all) {
  if (all == 0) return "-";
  if (part == all) return "100 %";
  const double share = static_cast<double>(part) / static_cast<double>(all);
  return percent(std::min(share, 0.999)) + " %";
}

std::string verdict_word(bool passes) { return passes ? "passed" : "failed"; }

std::string summary_sentence(const ConformanceResult& result) {
  const VerdictCounts& counts = result.counts;
  std::string text = grouped_digits(counts.agree) + " of " +
                     counted(counts.vectors, "vector agrees", "vectors agree") + " (" +
                     share_of(counts.agree, counts.vectors) + "), " +
                     grouped_digits(counts.differ()) +
                     (counts.differ() == 1 ? " differs" : " differ");
  if (counts.unsupported > 0) {
    text += ", " + grouped_digits(counts.unsupported) + " unsupported";
  }
  return text;
}

std::string version_sentence() { return "vectors " + std::to_string(kVectorsVersion); }

bool differs(const RuleResult& rule) { return rule.counts.differ() > 0; }

Table rules_table(const ConformanceResult& result) {
  Table table;
  table.columns = {{"rule"},
                   {"vectors", Align::kRight, Fit::kDrop},
                   {"agree", Align::kRight},
                   {"false pass", Align::kRight, Fit::kDropLate},
                   {"false fail", Align::kRight, Fit::kDropLate}};
  const bool has_errors = result.counts.errors > 0;
  const bool has_unsupported = result.counts.unsupported > 0;
  if (has_errors) table.columns.push_back({"errors", Align::kRight, Fit::kDropLate});
  if (has_unsupported) table.columns.push_back({"unsupported", Align::kRight, Fit::kDropLate});
  for (const RuleResult& rule : result.rules) {
    const VerdictCounts& counts = rule.counts;
    const Style style = differs(rule) ? Style::kBad : Style::kPlain;
    const auto differing = [](std::size_t number) {
      return Cell(grouped_digits(number), number > 0 ? Style::kBad : Style::kDim);
    };
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {{std::string(rule.rule->name), style},
             grouped_digits(counts.vectors),
             {share_of(counts.agree, counts.vectors - counts.unsupported), style},
             differing(counts.false_passes),
             differing(counts.false_failures)};
    if (has_errors) cells.push_back(differing(counts.errors));
    if (has_unsupported) cells.push_back({grouped_digits(counts.unsupported), Style::kDim});
  }
  return table;
}

std::string situations_text(const RuleResult& rule) {
  return first_of(rule.situations, kSituationsShown, 0, [](const RuleResult::Situation& situation) {
    return situation.text + " (" + grouped_digits(situation.counts.differ()) + " of " +
           grouped_digits(situation.counts.vectors) + ")";
  });
}

std::string json_text(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

struct Fact {
  std::string name;
  std::string text;
};

// The smallest example of a rule that differs.
std::vector<Fact> example_facts(const RuleResult& rule, const ConformanceReport& report) {
  const ConformanceVector& vector = report.output.vectors()[rule.smallest];
  const ScorerVerdict& verdict = report.output.verdicts()[rule.smallest];
  const auto member = [&](std::string_view name) {
    const Value* found = vector.entry.data.as_dict().find(name);
    return found != nullptr ? json_text(*found) : std::string();
  };
  std::vector<Fact> facts = {
      {"differs in", situations_text(rule)},
      {"example",
       vector.id + ", " + std::string(vector.entry.category->name) + ": " + vector.situation}};
  const std::string functions = member("function");
  if (!functions.empty()) facts.push_back({"functions", functions});
  const std::string services = member("initial_config");
  if (!services.empty()) facts.push_back({"services", services});
  if (!vector.entry.ground_truth.is_none()) {
    facts.push_back({"ground truth", json_text(vector.entry.ground_truth)});
  }
  facts.push_back({"response", (vector.response.is_str() ? std::string(vector.response.as_str())
                                                         : json_text(vector.response)) +
                                   "  (" + std::string(vector.decoder->name) +
                                   (vector.underscore_to_dot ? ", underscore_to_dot" : "") + ")"});
  facts.push_back(
      {"expected", verdict_word(vector.passes) + (vector.passes ? "" : ": " + vector.reason)});
  facts.push_back({"scorer", verdict.kind == ScorerVerdict::Kind::kError
                                 ? "error: " + verdict.error
                                 : verdict_word(verdict.valid)});
  return facts;
}

void set_counts(Value& value, const VerdictCounts& counts) {
  const auto set = [&](std::string_view name, std::size_t number) {
    value.mutable_dict().set(name, Value::integer(static_cast<std::int64_t>(number)));
  };
  set("vectors", counts.vectors);
  set("agree", counts.agree);
  set("false_passes", counts.false_passes);
  set("false_failures", counts.false_failures);
  set("errors", counts.errors);
  set("unsupported", counts.unsupported);
}

Value example_value(const RuleResult& rule, const ConformanceReport& report) {
  const ScorerVerdict& verdict = report.output.verdicts()[rule.smallest];
  Result<Value> vector = json_loads(vector_json(report.output.vectors()[rule.smallest], true));
  Value example = vector.ok() ? std::move(vector).value() : Value::dict();
  Value given = Value::dict();
  if (verdict.kind == ScorerVerdict::Kind::kError) {
    given.mutable_dict().set("error", Value::str(sanitize_utf8(verdict.error)));
  } else {
    given.mutable_dict().set("valid", Value::boolean(verdict.valid));
  }
  example.mutable_dict().set("scorer", std::move(given));
  return example;
}

Value rule_value(const RuleResult& rule, const ConformanceReport& report) {
  Value value = Value::dict();
  value.mutable_dict().set("rule", Value::str(rule.rule->name));
  value.mutable_dict().set("text", Value::str(rule.rule->text));
  set_counts(value, rule.counts);
  if (!differs(rule)) return value;
  List situations;
  for (const RuleResult::Situation& situation : rule.situations) {
    Value one = Value::dict();
    one.mutable_dict().set("situation", Value::str(situation.text));
    set_counts(one, situation.counts);
    situations.push_back(std::move(one));
  }
  value.mutable_dict().set("situations", Value::list(std::move(situations)));
  value.mutable_dict().set("smallest_example", example_value(rule, report));
  return value;
}

Value badge_value(const ConformanceResult& result) {
  const auto agree = static_cast<double>(result.counts.agree);
  const auto supported = static_cast<double>(result.counts.supported());
  const std::string_view color = result.counts.agree == result.counts.vectors ? "brightgreen"
                                 : agree >= kNearlyAll * supported            ? "yellow"
                                                                              : "red";
  return dict_of({{"schemaVersion", std::size_t{1}},
                  {"label", "BFCL conformance"},
                  {"message", badge_text(result)},
                  {"color", color}});
}

}  // namespace

std::string badge_text(const ConformanceResult& result) {
  std::string text =
      grouped_digits(result.counts.agree) + " of " + grouped_digits(result.counts.supported());
  if (result.counts.unsupported > 0) {
    text += ", " + grouped_digits(result.counts.unsupported) + " unsupported";
  }
  return text + " (" + version_sentence() + ")";
}

std::string conformance_text(const ConformanceReport& report, const Screen& screen) {
  const ConformanceResult& result = report.result;
  std::string out = wrapped(printable_line(std::string(report.scorer)), 0, screen.width);
  out += styled(screen, result.agrees() ? Style::kGood : Style::kBad, summary_sentence(result)) +
         "\n\n" + terminal_table(rules_table(result), screen);
  for (const RuleResult& rule : result.rules) {
    if (!differs(rule)) continue;
    out += "\n" + styled(screen, Style::kBold, rule.rule->name) + "\n" +
           wrapped(rule.rule->text, 2, screen.width);
    Table table;
    table.columns = {{""}, {"", Align::kLeft, Fit::kWrap}};
    for (const Fact& fact : example_facts(rule, report)) {
      table.rows.push_back({{{fact.name, Style::kDim}, shortened(fact.text, kMostOfAText)}});
    }
    out += terminal_table(table, screen);
  }
  return out + "\nbadge: BFCL conformance: " + badge_text(result) + "\n";
}

std::string conformance_markdown(const ConformanceReport& report) {
  const ConformanceResult& result = report.result;
  std::string out = "# BFCL conformance\n\n" + markdown_text(report.scorer) + ": " +
                    markdown_text(summary_sentence(result)) + ", " +
                    markdown_text(version_sentence()) + ".\n\n" +
                    markdown_table(rules_table(result));
  for (const RuleResult& rule : result.rules) {
    if (!differs(rule)) continue;
    out +=
        "\n## " + markdown_text(rule.rule->name) + "\n\n" + markdown_text(rule.rule->text) + "\n\n";
    for (const Fact& fact : example_facts(rule, report)) {
      out += "- " + markdown_text(fact.name) + ": " +
             markdown_text(shortened(fact.text, kMostOfAText)) + "\n";
    }
  }
  return out + "\nBadge: BFCL conformance: " + markdown_text(badge_text(result)) + "\n";
}

std::string conformance_json(const ConformanceReport& report) {
  List rules;
  for (const RuleResult& rule : report.result.rules) rules.push_back(rule_value(rule, report));
  Value counts = Value::dict();
  set_counts(counts, report.result.counts);
  const Value json =
      dict_of({{"program",
                dict_of({{"name", Value::str("bfclx")}, {"version", Value::str(report.program)}})},
               {"scorer", Value::str(sanitize_utf8(report.scorer))},
               {"vectors", dict_of({{"version", Value::integer(kVectorsVersion)},
                                    {"hash", Value::str(vectors_hash(report.output.vectors()))}})},
               {"counts", counts},
               {"rules", Value::list(std::move(rules))},
               {"badge", badge_value(report.result)}});
  const Result<std::string> text = json_dumps(
      json, {.ensure_ascii = false, .indent = 2, .item_separator = ",", .lenient = true});
  return (text.ok() ? *text : std::string("{}")) + "\n";
}

}  // namespace bfclx
