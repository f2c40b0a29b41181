// The report for gates: JUnit's XML, and the results file of lm-evaluation-harness.
#include <cassert>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/dataset/entry_id.h"
#include "core/render/visible.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

// As text is shown elsewhere, with its line ends. XML 1.0 has no way to write the two code points
// at the end of the plane.
std::string xml_text(std::string_view given) {
  const std::string clean = sanitize_utf8(given);
  std::string text;
  for (std::size_t at = 0; at < clean.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(clean, at);
    if (c == 0xFFFE || c == 0xFFFF) {
      append_utf8(text, kReplacementCharacter);
    } else if (c == '&') {
      text += "&amp;";
    } else if (c == '<') {
      text += "&lt;";
    } else if (c == '>') {
      text += "&gt;";
    } else if (c == '"') {
      text += "&quot;";
    } else if (c == '\t' || c == '\n' || c == '\r') {
      text += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      at = begin;
      append_visible(text, clean, at);
    }
  }
  return text;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_text(value) + "\"";
}

std::string attribute(std::string_view name, std::size_t count) {
  return attribute(name, std::to_string(count));
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", value);
  return text;
}

// How many cases of a suite, or of all, are what.
struct Counts {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }
  std::string attributes() const {
    return attribute("tests", tests) + attribute("failures", failures) +
           attribute("errors", errors) + attribute("skipped", skipped);
  }
};

// The missing entries of which no unusable line tells that it was meant for them.
std::vector<const Entry*> untold(const CategoryRun& run) {
  std::set<std::string> told;
  for (const ResultProblem& problem : run.problems) {
    if (problem.fatal) told.insert(canonical_id(problem.id));
  }
  std::vector<const Entry*> entries;
  for (const Entry* entry : run.missing) {
    if (told.count(canonical_id(entry->id)) == 0) entries.push_back(entry);
  }
  return entries;
}

Counts counts_of(const CategoryReport& category, const CategoryRun& run) {
  const CategorySummary& summary = category.summary;
  Counts counts;
  counts.failures = summary.entries - summary.right;
  counts.errors = untold(run).size() + summary.unknown + summary.unusable;
  counts.skipped = summary.skipped_in_all();
  counts.tests = summary.entries + counts.errors + counts.skipped;
  return counts;
}

std::string property(std::string_view name, std::string_view value) {
  return "      <property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

class JunitWriter {
 public:
  JunitWriter(const Report& report, const Reasons& reasons) : report_(report), reasons_(reasons) {}

  std::string write() && {
    Counts all;
    std::string suites;
    for (std::size_t m = 0; m < report_.models.size(); ++m) {
      const ModelReport& model = report_.models[m];
      remember_reasons(m);
      for (std::size_t c = 0; c < model.categories.size(); ++c) {
        all.add(counts_of(model.categories[c], model.run->runs[c]));
        add_suite(suites, model, c);
      }
      add_unscored(suites, all, *model.run);
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "bfclx") +
           all.attributes() + ">\n" + suites + "</testsuites>\n";
  }

 private:
  void remember_reasons(std::size_t which) {
    reason_of_.clear();
    if (which >= reasons_.size()) return;
    const ModelRun& run = *report_.models[which].run;
    for (std::size_t i = 0; i < run.order.size() && i < reasons_[which].size(); ++i) {
      if (run.order[i].scored) reason_of_[&run.response(run.order[i])] = &reasons_[which][i];
    }
  }

  void add_suite(std::string& out, const ModelReport& model, std::size_t which) {
    const CategoryReport& category = model.categories[which];
    const CategorySummary& summary = category.summary;
    const CategoryRun& run = model.run->runs[which];
    const std::string name = model.run->name + "." + std::string(summary.category->name);
    out += "  <testsuite" + attribute("name", name) + counts_of(category, run).attributes() + ">\n";
    out += "    <properties>\n" + property("dataset", report_.dataset_version);
    if (summary.entries > 0) {
      out += property("accuracy", number(category.accuracy.share)) +
             property("interval_95_low", number(category.accuracy.interval.low)) +
             property("interval_95_high", number(category.accuracy.interval.high));
    }
    out += "    </properties>\n";
    for (const ScoredResponse& response : run.responses) {
      if (!response.superseded)
        add_case(out, name, response.id, response.line, outcome_of(response));
    }
    for (const Entry* entry : untold(run)) {
      add_case(out, name, entry->id, 0,
               "<error" + attribute("type", "missing") +
                   attribute("message", "the result files have no response to it") + "/>");
    }
    for (const ResultProblem& problem : run.problems) {
      if (!problem.fatal) continue;
      add_case(
          out, name,
          !problem.id.empty() ? problem.id
          : problem.line == 0 ? problem.file
                              : line_text(problem.line),
          problem.line,
          "<error" + attribute("type", "unusable") + attribute("message", problem.message) + "/>");
    }
    out += "  </testsuite>\n";
  }

  std::string outcome_of(const ScoredResponse& response) const {
    if (response.entry == nullptr) {
      return "<error" + attribute("type", "unknown") +
             attribute("message", "the dataset has no entry of this id") + "/>";
    }
    if (response.skipped()) {
      const Skip skip = response.executable->skip;
      return "<skipped" +
             attribute("message",
                       std::string(skip_name(skip)) + ": " + std::string(skip_explanation(skip))) +
             "/>";
    }
    if (response.verdict.valid) return "";
    const auto reason = reason_of_.find(&response);
    return "<failure" + attribute("type", response.verdict.error_type) +
           attribute("message", reason != reason_of_.end() ? *reason->second : std::string()) +
           "/>";
  }

  static std::string line_text(std::size_t line) { return "line " + std::to_string(line); }

  // Lines of one id are cases of their own, and readers tell cases by their names.
  std::string name_of(const std::string& suite, const std::string& id, std::size_t line) {
    if (take_name(suite, id)) return id;
    const std::string base = id + " (" + (line > 0 ? line_text(line) : "again");
    std::size_t& number = numbers_[suite + "\n" + base];
    std::string name;
    do {
      ++number;
      name = base + (number == 1 ? ")" : ", " + std::to_string(number) + ")");
    } while (!take_name(suite, name));
    return name;
  }

  bool take_name(const std::string& suite, const std::string& name) {
    return taken_.insert(xml_text(suite + "\n" + name)).second;
  }

  void add_case(std::string& out, const std::string& suite, const std::string& id, std::size_t line,
                const std::string& outcome) {
    out += "    <testcase" + attribute("classname", suite) +
           attribute("name", name_of(suite, id, line));
    out += outcome.empty() ? "/>\n" : ">\n      " + outcome + "\n    </testcase>\n";
  }

  // Categories that cannot be scored.
  void add_unscored(std::string& out, Counts& all, const ModelRun& run) {
    for (const Unscored& unscored : run.unscored) {
      Counts counts;
      counts.tests = counts.errors = unscored.ids.size();
      all.add(counts);
      const std::string name = run.name + "." + std::string(unscored.category->name);
      out += "  <testsuite" + attribute("name", name) + counts.attributes() + ">\n";
      for (std::size_t i = 0; i < unscored.ids.size(); ++i) {
        add_case(out, name, unscored.ids[i], unscored.lines[i],
                 "<error" + attribute("type", "not_scored") +
                     attribute("message", unscored.reason) + "/>");
      }
      out += "  </testsuite>\n";
    }
  }

  const Report& report_;
  const Reasons& reasons_;
  std::unordered_map<const ScoredResponse*, const std::string*> reason_of_;
  std::unordered_set<std::string> taken_;                 // names of cases behind their suites'
  std::unordered_map<std::string, std::size_t> numbers_;  // the last one of each repeated name
};

// One score as a task of lm-evaluation-harness has it, with our interval beside it.
Value task_value(std::string_view alias, bool any, double share, std::optional<double> error,
                 const Range& interval, std::size_t entries) {
  const auto real = [](bool there, double value) { return there ? Value::real(value) : Value(); };
  return dict_of({{"alias", alias},
                  {"sample_len", entries},
                  {"acc,none", real(any, share)},
                  {"acc_stderr,none", real(any && error.has_value(), error.value_or(0))},
                  {"acc_low_95,none", real(any && error.has_value(), interval.low)},
                  {"acc_high_95,none", real(any && error.has_value(), interval.high)}});
}

// The dicts of the file that have a member for each task.
struct Tasks {
  Dict results;
  Dict versions;
  Dict shots;
  Dict samples;
  Dict higher;

  void add(const std::string& task, Value result, std::string_view version) {
    results.set(task, std::move(result));
    versions.set(task, Value::str(version));
    shots.set(task, Value::integer(0));
    higher.set(task, dict_of({{"acc", true}}));
  }
};

void add_tasks(const Report& report, const ModelReport& model, const OwnBenchmark* own,
               Tasks& tasks) {
  const std::string prefix = evaluation_name(own) + "_";
  for (const CategoryReport& category : model.categories) {
    const CategorySummary& summary = category.summary;
    const std::string task = prefix + std::string(summary.category->name);
    const Accuracy& accuracy = category.accuracy;
    tasks.add(task,
              task_value(summary.category->name, summary.entries > 0, accuracy.share,
                         accuracy.standard_error, accuracy.interval, summary.entries),
              report.dataset_version);
    tasks.samples.set(task, dict_of({{"original", summary.total}, {"effective", summary.entries}}));
  }
  for (const PartReport& part : model.overall) {
    const std::string name = std::string(report.leaderboard) + " " + std::string(part.part->name);
    const PartScore& score = part.score;
    tasks.add(prefix + name,
              task_value(name, score.complete(), score.official, score.standard_error,
                         score.interval, model.totals.passed + model.totals.failed),
              report.dataset_version);
  }
}

}  // namespace

std::string junit_report(const Report& report, const Reasons& reasons) {
  return JunitWriter(report, reasons).write();
}

std::string lm_eval_report(const Report& report, const OwnBenchmark* own) {
  Tasks tasks;
  Value model;
  Value arguments;
  if (!report.models.empty()) {
    const ModelReport& first = report.models.front();
    add_tasks(report, first, own, tasks);
    const std::string& name = first.run->name;
    model = Value::str(find_invalid_utf8(name) ? sanitize_utf8(name) : name);
    if (const Decoder* decoder = first.run->settings.decoder) {
      arguments = Value::str("decoder=" + std::string(decoder->name) + ",underscore_to_dot=" +
                             (first.run->settings.underscore_to_dot ? "yes" : "no"));
    }
  }
  const Value json =
      dict_of({{"results", Value::dict(std::move(tasks.results))},
               {"configs", Value::dict()},
               {"versions", Value::dict(std::move(tasks.versions))},
               {"n-shot", Value::dict(std::move(tasks.shots))},
               {"higher_is_better", Value::dict(std::move(tasks.higher))},
               {"n-samples", Value::dict(std::move(tasks.samples))},
               {"config", dict_of({{"model", "bfclx " BFCLX_VERSION}, {"model_args", arguments}})},
               {"model_name", model},
               {"dataset_hash", report.dataset_hash}});
  Result<std::string> text = json_dumps(json, {.ensure_ascii = false, .indent = 2});
  assert(text.ok());
  return std::move(text).value() + "\n";
}

}  // namespace bfclx::tools
