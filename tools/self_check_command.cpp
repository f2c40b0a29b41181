// `bfclx self-check`: the ground truth as the reply; which entries cannot be passed, and why.
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/scorer.h"
#include "tools/commands.h"
#include "tools/dataset_dir.h"
#include "tools/errors.h"
#include "tools/file_bytes.h"
#include "tools/options.h"
#include "tools/parallel.h"
#include "tools/possible_calls.h"
#include "tools/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kExamples = R"(Examples:
  bfclx self-check
  bfclx self-check --dataset sample
  bfclx self-check --category live_multiple,parallel

An entry cannot be passed when no value made from its possible answers satisfies the official
rules. Values are tried as structured calls; Python ones also as text, since some pass only for
models with function calling.)";

struct Finding {
  const Entry* entry = nullptr;
  PossibleReply reply;
  bool as_text = true;  // passes as Python text through the prompting decoder too
  std::string text_reason;
};

Finding examine(const Entry& entry, const Decoder* prompting) {
  Finding finding;
  finding.entry = &entry;
  finding.reply = possible_reply(entry);
  if (entry.category->language != Language::kPython || !finding.reply.passes) return finding;
  const Verdict verdict =
      score(entry, Value::str(python_text(finding.reply.calls)), *prompting, false);
  finding.as_text = verdict.valid;
  if (verdict.why) finding.text_reason = verdict.why->text;
  if (verdict.decode_error) {
    finding.text_reason =
        std::string(verdict.decode_error->kind) + ": " + verdict.decode_error->message;
  }
  return finding;
}

class SelfCheckReport {
 public:
  explicit SelfCheckReport(const Terminal& terminal) : terminal_(terminal) {
    table_ = terminal.styled(Style::kDim, pad_right("category", 26) +
                                              "entries  can be passed  only as structured calls\n");
  }

  void add(const Category& category, const std::vector<Finding>& findings) {
    std::size_t passed = 0;
    std::size_t structured = 0;
    std::string impossible;
    for (const Finding& finding : findings) {
      passed += finding.reply.passes ? 1 : 0;
      if (!finding.reply.passes) {
        add_entry(impossible, finding, finding.reply.rule, finding.reply.reason);
      } else if (!finding.as_text) {
        ++structured;
        add_entry(as_text_, finding, "as text", finding.text_reason);
      }
    }
    impossible_ += impossible;
    table_ += pad_right(category.name, 26) + pad_left(std::to_string(findings.size()), 7) +
              pad_left(std::to_string(passed), 15) +
              (structured > 0 ? pad_left(std::to_string(structured), 26) : "") + "\n";
  }

  std::string text(const Dataset& dataset) const {
    std::string out = table_;
    if (!impossible_.empty()) {
      out += "\n" + terminal_.styled(Style::kBold, "cannot be passed") + "\n" + impossible_;
    }
    if (!as_text_.empty()) {
      out +=
          "\n" + terminal_.styled(Style::kBold, "pass only as structured calls") + "\n" + as_text_;
    }
    return out + "\n" +
           terminal_.styled(Style::kDim, "dataset  " + dataset.version + "  " + dataset.hash) +
           "\n";
  }

 private:
  void add_entry(std::string& out, const Finding& finding, const std::string& rule,
                 const std::string& reason) {
    out += "  " + pad_right(finding.entry->id, 28) + "  " + terminal_.styled(Style::kBad, rule) +
           "\n" + wrapped(printable_line(reason), 6, terminal_.width());
  }

  const Terminal& terminal_;
  std::string table_;
  std::string impossible_;
  std::string as_text_;
};

std::vector<const Category*> wanted_categories(const RunOptions& options) {
  std::vector<const Category*> wanted = chosen_categories(options);
  const bool all = wanted.empty();
  if (all) {
    for (const Category& category : categories()) wanted.push_back(&category);
  }
  const auto unfit = [](const Category* category) {
    return category->judging != Judging::kCalls || category->answers.empty();
  };
  wanted.erase(std::remove_if(wanted.begin(), wanted.end(), unfit), wanted.end());
  if (wanted.empty()) {
    throw UsageError("none of these categories is judged by possible answers to one reply");
  }
  return wanted;
}

int run_self_check(const RunOptions& options) {
  DatasetDir dataset(options.dataset);
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  if (prompting == nullptr) throw UsageError("there is no decoder for prompting models");
  SelfCheckReport report(terminal);
  int code = kDone;
  for (const Category* category : wanted_categories(options)) {
    if (const Status status = dataset.load(*category); !status.ok()) {
      write_all(STDERR_FILENO, "bfclx: " + printable_line(status.error().message) + "\n");
      code = kSomeUnusable;
      continue;
    }
    const std::vector<Entry>& entries = dataset.dataset().entries(*category);
    std::vector<Finding> findings(entries.size());
    parallel_for(entries.size(), chosen_jobs(options),
                 [&](std::size_t i) { findings[i] = examine(entries[i], prompting); });
    report.add(*category, findings);
  }
  dataset.identify();
  return write_all(STDOUT_FILENO, report.text(dataset.dataset())) ? code : kSomeUnusable;
}

}  // namespace

Command add_self_check(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("self-check", "List entries that even their ground truth cannot pass");
  command->footer(kExamples);
  add_dataset_option(*command, *options);
  command->add_option("--category", options->categories, "Only these categories or groups")
      ->type_name("C,...");
  command->add_option("--jobs", options->jobs, "Threads; all cores when not given")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  return [options] { return run_self_check(*options); };
}

}  // namespace bfclx::tools
