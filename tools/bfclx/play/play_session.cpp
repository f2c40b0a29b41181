#include "tools/bfclx/play/play_session.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/explain/method_docs.h"
#include "core/render/table.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/state_view.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kMaxStateRows = 400;
constexpr std::size_t kMaxResultBytes = 100'000;

std::string_view trimmed(std::string_view text) { return strip_chars(text, " \t\r\n\f\v"); }

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string signature(const Method& method) {
  std::string text = std::string(method.name) + "(";
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const Parameter& parameter = method.parameters[i];
    text += (i > 0 ? ", " : "") + std::string(parameter.name);
    const std::string otherwise = default_text(parameter.otherwise);
    if (!otherwise.empty()) text += "=" + otherwise;
  }
  return text + ")";
}

const Method* find_method(const ClassTable& table, std::string_view name) {
  for (const Method& method : table.methods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

void add_properties(Page& page, const Value* schema) {
  const Value* properties = schema != nullptr ? find_member(*schema, "properties") : nullptr;
  if (properties == nullptr || !properties->is_dict()) return;
  for (const auto& [name, property] : properties->as_dict()) {
    std::string text = str(name) + ": " + std::string(find_text(property, "type"));
    const std::string_view description = trimmed(find_text(property, "description"));
    if (!description.empty()) text += " - " + std::string(description);
    page.paragraph(printable_line(text), kIndent + 4);
  }
}

// Of the calls that are open before the cursor, the innermost one's method.
std::string_view open_call(std::string_view text) {
  std::vector<std::size_t> brackets;
  QuoteReader quotes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quotes.is_code(c)) continue;
    if (c == '(') {
      brackets.push_back(i);
    } else if (c == ')' && !brackets.empty()) {
      brackets.pop_back();
    }
  }
  if (quotes.inside() || brackets.empty()) return {};
  const std::size_t end = brackets.back();
  std::size_t begin = end;
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  while (begin > 0 && in_name(text[begin - 1])) --begin;
  return text.substr(begin, end - begin);
}

}  // namespace

const std::vector<PlaySession::Command>& PlaySession::commands() {
  static const std::vector<Command> kCommands = {
      {":state", "[CLASS]", "the services as they are now", &PlaySession::show_state_of},
      {":diff", "[last]", "changes since the start, or by the last call",
       &PlaySession::show_difference},
      {":reset", "", "restore the initial state", &PlaySession::reset},
      {":methods", "[CLASS]", "the functions to call", &PlaySession::list_methods},
      {":doc", "NAME", "what a method or a class does", &PlaySession::show_doc},
      {":help", "", "this list", &PlaySession::help},
      {":quit", "", "leave; so does the end of input", &PlaySession::quit},
  };
  return kCommands;
}

PlaySession::PlaySession(Playground playground, const Dataset* docs, std::string no_docs,
                         const Terminal& terminal)
    : playground_(std::move(playground)),
      docs_(docs),
      no_docs_(std::move(no_docs)),
      terminal_(terminal),
      start_(playground_.state().deep_copy()),
      before_last_(start_) {}

std::string PlaySession::answer(std::string_view line) {
  const std::string clean = sanitize_utf8(line);
  const std::string_view text = trimmed(clean);
  if (text.empty()) return "";
  return text.front() == ':' ? run_command(text) : run_call(text);
}

std::string PlaySession::run_call(std::string_view call) {
  before_last_ = playground_.state().deep_copy();
  last_call_ = excerpt(call, 0, 200);
  const std::string result = playground_.execute(call);
  const bool failed = starts_with(result, kExecutionError);
  std::string shown = printable(excerpt(result, 0, kMaxResultBytes));
  if (result.size() > kMaxResultBytes) {
    shown += "\n(" + grouped_digits(result.size()) + " bytes in all)";
  }
  return terminal_.styled(failed ? Style::kBad : Style::kPlain, shown) + "\n";
}

std::string PlaySession::run_command(std::string_view line) {
  const std::size_t space = line.find_first_of(" \t");
  const std::string_view name = line.substr(0, space);
  const std::string_view argument =
      space == std::string_view::npos ? std::string_view() : trimmed(line.substr(space));
  const Command* found = nullptr;
  std::size_t count = 0;
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    names.push_back(command.name);
    if (command.name == name) return (this->*command.run)(argument);
    if (name.size() > 1 && starts_with(command.name, name)) {
      found = &command;
      ++count;
    }
  }
  if (count == 1) return (this->*found->run)(argument);  // ":q"
  return wrong("unknown command `" + std::string(name) + "`." + did_you_mean(name, names) +
               " `:help` lists them.");
}

std::string PlaySession::show_state_of(std::string_view class_name) {
  if (tables(class_name).empty()) return no_such_class(class_name);
  std::string out;
  const Value states = playground_.state();
  for (const auto& [name, state] : states.as_dict()) {
    if (!class_name.empty() && name.as_str() != class_name) continue;
    out += terminal_.styled(Style::kBold, str(name)) + "\n";
    const std::string shown = show_state(state, kIndent, kMaxStateRows, terminal_);
    out += shown.empty() ? "  " + terminal_.styled(Style::kDim, "(no state)") + "\n" : shown;
  }
  return out;
}

std::string PlaySession::show_difference(std::string_view since) {
  if (!since.empty() && since != "last" && since != "start") {
    return wrong(
        "`:diff` compares with the start, `:diff last` with the state before the last call.");
  }
  const bool last = since == "last";
  if (last && last_call_.empty()) return wrong("no call has been made yet.");
  const Value& before = last ? before_last_ : start_;
  const Value now = playground_.state();
  std::string out;
  for (const auto& [name, state] : now.as_dict()) {
    const Value* old = before.as_dict().find(name);
    if (old == nullptr) continue;
    const std::vector<StateChange> changes = compare_states(*old, state);
    if (changes.empty()) continue;
    out += terminal_.styled(Style::kBold, str(name)) + "\n" +
           show_changes(changes, "before", "now", kIndent, terminal_);
  }
  if (!out.empty()) return out;
  return terminal_.styled(Style::kDim, last ? "nothing was changed by " + printable_line(last_call_)
                                            : "nothing has changed since the start") +
         "\n";
}

std::string PlaySession::reset(std::string_view) {
  if (const Status status = playground_.reset(); !status.ok()) {
    return wrong(status.error().message);
  }
  before_last_ = start_;
  last_call_.clear();
  return terminal_.styled(Style::kDim, "initial state restored") + "\n";
}

std::string PlaySession::list_methods(std::string_view class_name) {
  const std::vector<const ClassTable*> found = tables(class_name);
  if (found.empty()) return no_such_class(class_name);
  std::string out;
  for (const ClassTable* table : found) {
    out += terminal_.styled(Style::kBold, table->name) + "\n";
    for (const Method& method : table->methods) out += "  " + signature(method) + "\n";
  }
  return out;
}

std::string PlaySession::show_doc(std::string_view name) {
  if (name.empty()) return wrong("`:doc` needs the name of a method or a class.");
  std::string out;
  for (const ClassTable* table : tables({})) {
    const bool whole_class = table->name == name;
    if (whole_class) out += terminal_.styled(Style::kBold, table->name) + "\n";
    for (const Method& method : table->methods) {
      if (whole_class || method.name == name) out += doc_of(*table, method);
    }
  }
  if (out.empty()) {
    return wrong("unknown method `" + std::string(name) + "`." +
                 did_you_mean(name, method_names()) + " `:methods` lists them.");
  }
  if (docs_ == nullptr) {
    out += terminal_.styled(Style::kDim, "  " + printable_line(no_docs_)) + "\n";
  }
  return out;
}

std::string PlaySession::doc_of(const ClassTable& table, const Method& method) const {
  Page page(terminal_);
  page.paragraph(std::string(table.name) + "." + signature(method), kIndent, Style::kName);
  const Value* doc = docs_ != nullptr ? method_doc(*docs_, table, method.name) : nullptr;
  if (doc == nullptr) {
    if (docs_ != nullptr) {
      page.paragraph("(no documentation in the dataset)", kIndent + 2, Style::kDim);
    }
    return std::move(page).take();
  }
  page.paragraph(printable(trimmed(find_text(*doc, "description"))), kIndent + 2);
  add_properties(page, find_member(*doc, "parameters"));
  if (const Value* response = find_member(*doc, "response")) {
    page.paragraph("gives", kIndent + 2, Style::kDim);
    add_properties(page, response);
  }
  return std::move(page).take();
}

std::string PlaySession::help(std::string_view) {
  std::string out = "Type a call, for example " + terminal_.styled(Style::kName, [this] {
    const auto found = tables({});
    for (const ClassTable* table : found) {
      if (!table->methods.empty()) return signature(table->methods.front());
    }
    return std::string("name()");
  }()) + ", or\n";
  Table table;
  table.columns = {{""}, {"", Align::kLeft, Fit::kWrap}};
  for (const Command& command : commands()) {
    table.rows.push_back({{std::string(command.name) + " " + std::string(command.arguments),
                           {std::string(command.help), Style::kDim}}});
  }
  return out + terminal_table(table, terminal_.screen());
}

std::string PlaySession::quit(std::string_view) {
  ended_ = true;
  return "";
}

std::string PlaySession::wrong(std::string_view text) const {
  return terminal_.styled(Style::kBad, printable_line(text)) + "\n";
}

std::vector<const ClassTable*> PlaySession::tables(std::string_view class_name) const {
  std::vector<const ClassTable*> found;
  for (const auto& instance : playground_.episode().instances()) {
    const ClassTable& table = instance->table();
    const bool known = std::find(found.begin(), found.end(), &table) != found.end();
    if (!known && (class_name.empty() || table.name == class_name)) found.push_back(&table);
  }
  return found;
}

std::string PlaySession::no_such_class(std::string_view name) const {
  if (name.empty()) return wrong("no services are loaded.");
  std::vector<std::string_view> names;
  std::string list;
  for (const ClassTable* table : tables({})) {
    names.push_back(table->name);
    list += (list.empty() ? "" : ", ") + std::string(table->name);
  }
  return wrong("unknown service `" + std::string(name) + "`." + did_you_mean(name, names) +
               " Loaded: " + list + ".");
}

std::vector<std::string_view> PlaySession::method_names() const {
  std::vector<std::string_view> names;
  for (const ClassTable* table : tables({})) {
    for (const Method& method : table->methods) names.push_back(method.name);
  }
  return names;
}

std::vector<std::string> PlaySession::completions(std::string_view before_cursor,
                                                  std::size_t& word_begin) const {
  constexpr std::string_view kEnds = " \t,(=[{:";
  const bool is_command = starts_with(before_cursor, ":");
  const std::size_t break_at = before_cursor.find_last_of(is_command ? " \t" : kEnds);
  word_begin = break_at == std::string_view::npos ? 0 : break_at + 1;
  const std::string_view word = before_cursor.substr(word_begin);
  std::vector<std::string> found;
  const auto offer = [&](std::string candidate) {
    if (starts_with(candidate, word)) found.push_back(std::move(candidate));
  };
  if (is_command && word_begin == 0) {
    for (const Command& command : commands()) offer(std::string(command.name) + " ");
  } else if (is_command) {
    const std::string_view name = before_cursor.substr(0, before_cursor.find_first_of(" \t"));
    for (const ClassTable* table : tables({})) offer(std::string(table->name));
    if (name == ":doc") {
      for (const std::string_view method : method_names()) offer(std::string(method));
    }
    if (name == ":diff") found = {"last"};
  } else {
    const std::string_view callee = open_call(before_cursor);
    for (const ClassTable* table : tables({})) {
      const Method* method = find_method(*table, callee);
      if (method == nullptr) continue;
      for (const Parameter& parameter : method->parameters) {
        offer(std::string(parameter.name) + "=");
      }
    }
    // Where an argument begins its name is likelier than another call.
    if (found.empty() || !word.empty()) {
      for (const std::string_view method : method_names()) offer(std::string(method) + "(");
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace bfclx::tools
