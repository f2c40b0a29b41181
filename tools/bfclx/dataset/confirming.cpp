#include "tools/bfclx/dataset/confirming.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/entry_builder.h"
#include "core/render/call_lines.h"
#include "core/render/function_lines.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/dataset/benchmark_files.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/raw_keys.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/whole_file.h"
#include "tools/bfclx/view/call_view.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIndent = 2;
constexpr std::string_view kKeys =
    "y keep, n drop, e edit as text, s skip the rest, q stop and continue later";

std::string readable_json(const Value& value) {
  const Result<std::string> json = json_dumps(
      value, {.ensure_ascii = false, .indent = 2, .item_separator = ",", .lenient = true});
  if (json.ok() && !find_invalid_utf8(*json)) return *json;
  return case_line(value);
}

// ---- one key ----

// The key that answers a prompt, shown behind it; '\0' at the end of input.
char answer_to(const std::string& prompt) {
  if (show(STDOUT_FILENO, prompt) != Written::kAll) return '\0';
  const char key = pressed_key();
  show(STDOUT_FILENO, std::string(1, key >= ' ' && key <= '~' ? key : ' ') + "\n");
  return key;
}

// ---- edit as text ----

// A file of this process alone, removed with the object.
class TextToEdit {
 public:
  explicit TextToEdit(std::string_view text) {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "bfclx-case-XXXXXX.json").string();
    constexpr int kExtension = 5;
    const int descriptor = mkstemps(name.data(), kExtension);
    if (descriptor < 0) return;
    path_ = name;
    const bool done =
        write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    is_written_ = close(descriptor) == 0 && done;
  }
  TextToEdit(const TextToEdit&) = delete;
  TextToEdit& operator=(const TextToEdit&) = delete;
  ~TextToEdit() {
    std::error_code error;
    if (!path_.empty()) fs::remove(path_, error);
  }

  // nullopt: nothing could be edited.
  std::optional<std::string> edited() const {
    const std::string word = shell_word(path_);
    if (!is_written_ || word.empty()) return std::nullopt;
    // The editor is a command of the user's own, as for git.
    if (std::system(("${VISUAL:-${EDITOR:-vi}} " + word).c_str()) != 0) return std::nullopt;
    FileBytes file = read_plain_file(path_);
    if (!file.error.empty()) return std::nullopt;
    return std::move(file.bytes);
  }

 private:
  std::string path_;
  bool is_written_ = false;
};

// ---- what is shown ----

void add_messages(Page& page, const Value& given) {
  const Value* messages = given_member(given, "messages");
  const Value* question = given_member(given, "question");
  if (question != nullptr && question->is_str()) {
    return page.paragraph(shortened(question->as_str()), kIndent + 2);
  }
  if (messages == nullptr) messages = question;
  if (messages == nullptr || !messages->is_list()) return;
  for (const Value& message : messages->items()) {
    page.paragraph(printable_line(find_text(message, "role")), kIndent + 2, Style::kDim);
    page.paragraph(shortened(message_text(message)), kIndent + 4);
  }
}

// [{name: arguments}] of calls {"name", "arguments"} with values alone.
std::optional<Value> plain_calls(const Value& expected) {
  if (!expected.is_list()) return std::nullopt;
  List calls;
  for (const Value& call : expected.items()) {
    const Value* name = given_member(call, "name");
    const Value* arguments = given_member(call, "arguments");
    if (name == nullptr || !name->is_str()) return std::nullopt;
    if (arguments != nullptr && !arguments->is_dict()) return std::nullopt;
    Dict one;
    one.set(*name, arguments != nullptr ? *arguments : Value::dict());
    calls.push_back(Value::dict(std::move(one)));
  }
  return Value::list(std::move(calls));
}

void add_expected(Page& page, const Value& given) {
  const Value* expected = given_member(given, "expected");
  if (expected == nullptr) return page.paragraph("missing", kIndent + 2, Style::kBad);
  if (expected->is_str()) {
    const bool is_none = expected->as_str() == "none";
    return page.paragraph(is_none ? "no call" : shortened(expected->as_str()), kIndent + 2);
  }
  const std::optional<Value> calls = plain_calls(*expected);
  if (!calls) return page.paragraph(shortened(readable_json(*expected)), kIndent + 2);
  page.add(print_lines(view_calls(*calls, {}), kIndent + 2, page.terminal(), {}));
}

void add_functions(Page& page, const Value& functions, const Value& given) {
  const Value* expected = given_member(given, "expected");
  const std::optional<Value> calls = expected != nullptr ? plain_calls(*expected) : std::nullopt;
  const OfferedFunctions offered = offered_functions(functions, calls.value_or(Value()), Value());
  for (const FunctionLines& function : offered.concerned) {
    page.paragraph(function.name, kIndent + 2, Style::kName);
    for (const std::string& parameter : function.parameters) page.paragraph(parameter, kIndent + 4);
  }
  if (offered.others.empty()) return;
  const char* head = offered.concerned.empty() ? "offered: " : "also offered: ";
  page.paragraph(head + joined(offered.others, ", "), kIndent + 2, Style::kDim);
}

std::string shown_case(const Value& given, const CheckedCase& checked, const Terminal& terminal) {
  Page page(terminal);
  const Value* turns = given_member(given, "turns");
  if (turns != nullptr && turns->is_list()) {
    std::size_t number = 0;
    for (const Value& turn : turns->items()) {
      page.section("Turn " + std::to_string(++number));
      add_messages(page, turn);
      page.paragraph("expected", kIndent + 2, Style::kDim);
      add_expected(page, turn);
    }
  } else {
    page.section("Question");
    add_messages(page, given);
  }
  if (!checked.functions.is_none()) {
    page.section("Functions");
    add_functions(page, checked.functions, given);
  }
  if (turns == nullptr) {
    page.section("Expected calls");
    add_expected(page, given);
  }
  if (!checked.fault.empty()) {
    page.section("Fault");
    page.paragraph(printable(checked.fault), kIndent + 2, Style::kBad);
  }
  return std::move(page).take();
}

// ---- the dialog ----

class Dialog {
 public:
  Dialog(Decisions& decisions, const TagWeights& weights, const CheckCase& check,
         Confirmed& confirmed)
      : decisions_(decisions), weights_(weights), check_(check), confirmed_(confirmed) {
    keys_.emplace();
  }

  // False: no more questions.
  bool ask(const ProposedCase& proposal, std::size_t number, std::size_t count) {
    Value object = proposal.object;
    std::string text;  // of a person, where it is no case
    CheckedCase checked = checked_as_tagged(object);
    const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
    const auto show_it = [&] {
      const std::string head = "Case " + std::to_string(number) + " of " + std::to_string(count);
      show(STDOUT_FILENO, "\n" + terminal.styled(Style::kBold, head) + "  " +
                              terminal.styled(Style::kDim, printable_line(proposal.from)) + "\n" +
                              shown_case(object, checked, terminal) + "\n");
    };
    show_it();
    while (true) {
      const char key = answer_to("Keep this case? [y/n/e/s/q, ? for help] ");
      switch (key) {
        case 'y':
          if (checked.fault.empty()) {
            if (needs_tag(object, weights_) && !ask_tag(object)) break;
            decisions_.keep(proposal.object, object);
            confirmed_.kept.push_back(object);
            return true;
          }
          show(STDOUT_FILENO, "The case has a fault: edit it (e) or drop it (n).\n");
          break;
        case 'n':
          decisions_.drop(proposal.object);
          ++confirmed_.dropped;
          return true;
        case 'e':
          if (edit(object, text, checked)) show_it();
          break;
        case 's':
          skips_ = true;
          return false;
        case '\n':
        case '\r':
          break;
        case 'q':
        case '\0':
          return stop();
        default:
          show(STDOUT_FILENO, std::string(kKeys) + "\n");
      }
    }
  }

  bool skips() const { return skips_; }

 private:
  bool stop() {
    confirmed_.stopped = true;
    return false;
  }

  // False: no tag was chosen.
  bool ask_tag(Value& object) const {
    if (weights_.size() > kMostKeys) {
      show(STDOUT_FILENO, "The case needs a tag with a weight: edit it (e), or pass --tag NAME.\n");
      return false;
    }
    std::string choices;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      choices +=
          concat({i > 0 ? ", " : "", std::to_string(i + 1), " ", printable_line(weights_[i].tag)});
    }
    const char key = answer_to("Tag of this case [" + choices + ", other keys: back] ");
    if (key < '1' || static_cast<std::size_t>(key - '1') >= weights_.size()) return false;
    add_tags(object, {weights_[static_cast<std::size_t>(key - '1')].tag}, weights_);
    return true;
  }

  // The tag that it needs is asked for once it is kept.
  CheckedCase checked_as_tagged(const Value& object) const {
    Value tagged = object;
    if (needs_tag(tagged, weights_)) add_tags(tagged, {weights_.front().tag}, weights_);
    return check_(confirmed_.kept, tagged);
  }

  // Whether there is something new to show.
  bool edit(Value& object, std::string& text, CheckedCase& checked) {
    const TextToEdit file(text.empty() ? readable_json(object) + "\n" : text);
    keys_.reset();  // the terminal is the editor's
    std::optional<std::string> edited = file.edited();
    keys_.emplace();
    if (!edited) {
      say("the editor did not start or failed; set EDITOR");
      return false;
    }
    text = std::move(*edited);
    const Result<Value> read = find_invalid_utf8(text)
                                   ? Error{.kind = "Text", .message = "the text is not UTF-8"}
                                   : json_loads(text, DuplicateKeys::kRefused);
    if (!read.ok() || !read->is_dict()) {
      checked.fault = read.ok() ? "expected a JSON object" : json_fault(read.error());
      return true;
    }
    object = *read;
    text.clear();
    checked = checked_as_tagged(object);
    return true;
  }

  static constexpr std::size_t kMostKeys = 9;

  Decisions& decisions_;
  const TagWeights& weights_;
  const CheckCase& check_;
  Confirmed& confirmed_;
  bool skips_ = false;
  std::optional<RawKeys> keys_;
};

}  // namespace

Decisions::Decisions(const std::string& place)
    : path_((fs::path(place) / kDecisionsFile).string()) {
  const Result<std::optional<std::string>> bytes = bytes_below(place, std::string(kDecisionsFile));
  if (!bytes.ok()) throw UsageError(bytes.error().message);
  if (!*bytes) return;
  for (const DatasetLine& line : read_dataset_lines(**bytes)) {
    if (!line.object.ok()) continue;
    const Value* proposal = find_member(*line.object, "proposed");
    const Value* kept = find_member(*line.object, "kept");
    if (proposal == nullptr || kept == nullptr) continue;
    known_[case_line(*proposal)] = *kept;
  }
}

const Value* Decisions::find(const Value& proposal) const {
  const auto found = known_.find(case_line(proposal));
  return found == known_.end() ? nullptr : &found->second;
}

void Decisions::keep(const Value& proposal, const Value& as) { note(proposal, as); }
void Decisions::drop(const Value& proposal) { note(proposal, Value()); }

void Decisions::note(const Value& proposal, const Value& as) {
  known_[case_line(proposal)] = as;
  write_line(case_line(dict_of({{"proposed", proposal}, {"kept", as}})));
}

void Decisions::write_line(const std::string& line) {
  const int descriptor =
      open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  const bool done = descriptor >= 0 && write(descriptor, line.data(), line.size()) ==
                                           static_cast<ssize_t>(line.size());
  if (descriptor >= 0) close(descriptor);
  if (!done) throw UsageError(path_ + " cannot be written");
}

void Decisions::forget(const std::vector<ProposedCase>& proposals) {
  for (const ProposedCase& one : proposals) known_.erase(case_line(one.object));
  std::error_code error;
  if (known_.empty()) {
    fs::remove(path_, error);
    return;
  }
  WholeFile file(fs::path(path_), kBenchmarkAdvice);
  for (const auto& [line, kept] : known_) {
    const Result<Value> proposal = json_loads(line);
    if (proposal.ok()) file.write(case_line(dict_of({{"proposed", *proposal}, {"kept", kept}})));
  }
  if (const Status done = file.commit(); !done.ok()) throw UsageError(done.error().message);
}

Confirmed confirm_cases(const std::vector<ProposedCase>& proposals, Decisions& decisions,
                        const TagWeights& weights, const CheckCase& check) {
  Confirmed confirmed;
  std::set<std::size_t> kept_questions;
  const auto add_decided = [&](const ProposedCase& one) {
    const Value* decided = decisions.find(one.object);
    if (decided == nullptr) return false;
    if (decided->is_none()) {
      ++confirmed.dropped;
    } else if (kept_questions.insert(one.question).second) {
      confirmed.kept.push_back(*decided);
    }
    return true;
  };
  std::vector<const ProposedCase*> open;
  for (const ProposedCase& one : proposals) {
    if (!add_decided(one)) open.push_back(&one);
  }
  if (open.size() < proposals.size()) {
    note(counted(proposals.size() - open.size(), "case was", "cases were") + " already decided");
  }
  Dialog dialog(decisions, weights, check, confirmed);
  const std::size_t before = proposals.size() - open.size();
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (kept_questions.contains(open[i]->question)) continue;
    const std::size_t kept = confirmed.kept.size();
    if (dialog.ask(*open[i], before + i + 1, proposals.size())) {
      if (confirmed.kept.size() > kept) kept_questions.insert(open[i]->question);
      continue;
    }
    (dialog.skips() ? confirmed.skipped : confirmed.open) = open.size() - i;
    break;
  }
  return confirmed;
}

}  // namespace bfclx::tools
