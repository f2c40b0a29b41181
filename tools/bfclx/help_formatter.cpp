#include "tools/bfclx/help_formatter.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <utility>

#include "core/render/visible.h"
#include "tools/bfclx/rare_options.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kWidth = 80;

// Where the range of a type begins, as in "N:1 to 9"; a colon in brackets is a part of the name.
std::size_t range_of(const std::string& type) {
  int open = 0;
  for (std::size_t at = 0; at < type.size(); ++at) {
    if (type[at] == '[') ++open;
    if (type[at] == ']') --open;
    if (type[at] == ':' && open == 0) return at;
  }
  return std::string::npos;
}

std::string value_text(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  std::string text;
  std::string type = shown_type(option);
  type.resize(std::min(type.size(), range_of(type)));
  if (!type.empty()) text += " " + type;
  const bool many = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  if (many && !text.ends_with("...")) text += "...";
  return text;
}

// "Threads (1 to 1024; default: all cores)": one parenthesis, also where the description ends with
// one.
std::string text_and_range(const CLI::Option& option) {
  std::string text = option.get_description();
  if (option.get_type_size() == 0) return text;
  const std::string type = shown_type(option);
  const std::size_t colon = range_of(type);
  const std::string range = colon == std::string::npos ? "" : type.substr(colon + 1);
  const std::string usual = option.get_default_str();
  const std::string added = range + (range.empty() || usual.empty() ? "" : "; ") +
                            (usual.empty() ? "" : "default: " + usual);
  if (added.empty()) return text;
  if (!text.ends_with(')')) return text + " (" + added + ")";
  constexpr std::string_view kDefault = "(default:";
  const std::size_t last = text.rfind('(');
  if (std::string_view(text).substr(last).starts_with(kDefault)) {
    return text.insert(last + 1, added + "; ");
  }
  return text + ". " + static_cast<char>(std::toupper(static_cast<unsigned char>(added.front()))) +
         added.substr(1) + ".";
}

// `command`: of its help that leaves out rare options, which are not named there either.
std::string names_of(const std::set<CLI::Option*>& options, const CLI::App* command) {
  std::set<std::string> sorted;  // the set of options is in the order of their addresses
  for (const CLI::Option* option : options) {
    if (command == nullptr || !is_rare(*command, *option)) sorted.insert(option->get_name());
  }
  std::string names;
  for (const std::string& name : sorted) names += (names.empty() ? "" : ", ") + name;
  return names;
}

std::string description_of(const CLI::Option& option, const CLI::App* command) {
  std::string text = text_and_range(option);
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  const auto add = [&](std::string_view words, const std::set<CLI::Option*>& others) {
    const std::string names = names_of(others, command);
    if (names.empty()) return;
    if (!text.empty() && text.back() != '.') text += ".";
    text.append(" ").append(words).append(" ").append(names).append(".");
  };
  if (option.get_required() && !option.get_positional()) text += ". Required.";
  add("Needs", option.get_needs());
  add("Not with", option.get_excludes());
  return text;
}

// `text` beside `head`, or below it where that is long.
std::string two_columns(const std::string& head, std::string_view text, std::size_t column) {
  const std::string body = wrapped(text, column, kWidth);
  if (text.empty()) return head + "\n";
  if (head.size() + 2 > column) return head + "\n" + body;
  return head + body.substr(head.size());
}

// An example or a term, and behind some spaces what it means. What is too long is laid out anew;
// a lone command stays one line, to be copied.
std::string example_row(const std::string& line) {
  constexpr std::size_t kMostLeft = 45;
  const std::size_t gap = line.rfind("  ");
  const std::size_t head = line.find_last_not_of(' ', gap);
  if (line.size() <= kWidth || gap == std::string::npos || head == std::string::npos) {
    return line + "\n";
  }
  const std::string_view remark = std::string_view(line).substr(gap + 2);
  return two_columns(line.substr(0, head + 1), remark, gap + 2 <= kMostLeft ? gap + 2 : 6);
}

// Paragraphs are wrapped, indented lines stay.
std::string footer_text(const std::string& footer) {
  std::string out;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += wrapped(paragraph, 0, kWidth);
    paragraph.clear();
  };
  for (const std::string& line : CLI::detail::split(footer, '\n')) {
    if (!line.empty() && line.front() != ' ' && line.back() != ':') {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    if (!line.empty() && line.front() != ' ') {  // it ends a paragraph, or heads a list
      paragraph += (paragraph.empty() ? "" : " ") + line;
      end_paragraph();
      continue;
    }
    end_paragraph();
    out += line.empty() ? "\n" : example_row(line);
  }
  end_paragraph();
  return out;
}

// The examples at the beginning of a footer, the first of them.
std::string first_examples(const std::string& footer) {
  constexpr std::size_t kMostExamples = 4;
  if (!footer.starts_with("Examples:")) return {};
  std::string out;
  std::size_t count = 0;
  for (const std::string& line : CLI::detail::split(footer, '\n')) {
    if (line.empty() || count++ > kMostExamples) break;  // the heading is a line too
    out += line + "\n";
  }
  return out;
}

// Whether --help-all has more of the command than --help, beside what every command takes.
bool has_more(const CLI::App& command, const std::string& footer) {
  const auto options = command.get_options(
      [&](const CLI::Option* option) { return is_rare(command, *option) && !is_global(*option); });
  return !options.empty() || (!footer.empty() && footer + "\n" != first_examples(footer));
}

}  // namespace

std::string command_words(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent == nullptr ? "" : command_words(*parent) + " ") + command.get_name();
}

// "NAME|auto" of "NAME|auto:{auto}": a set of choices stands behind a type that lists them already.
std::string shown_type(const CLI::Option& option) {
  std::string type = option.get_type_name();
  const std::size_t choices = type.find(":{");
  if (choices == std::string::npos) return type == "FILE:FILE" ? "FILE" : type;
  // An option without a type of its own has that of its variable.
  if (type.starts_with("TEXT:")) {
    std::string listed = type.substr(choices + 2, type.find('}') - choices - 2);
    std::replace(listed.begin(), listed.end(), ',', '|');
    return listed;
  }
  type.resize(choices);
  return type;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return row_of(*option, is_positional, nullptr);
}

std::string HelpFormatter::row_of(const CLI::Option& option, bool is_positional,
                                  const CLI::App* command) const {
  std::string name = make_option_name(&option, is_positional);
  name.resize(std::min(name.size(), name.find('{')));  // "--no-logs{false}": what the flag means
  const std::string head = "  " + name + value_text(option);
  return two_columns(head, description_of(option, command), get_column_width());
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  constexpr std::size_t kNames = 20;  // names of commands are short
  return two_columns("  " + command->get_name(), command->get_description(), kNames);
}

std::string HelpFormatter::options_of(const CLI::App* command, bool all) const {
  std::string out;
  for (const std::string& group : command->get_groups()) {
    const std::vector<const CLI::Option*> options =
        command->get_options([&](const CLI::Option* option) {
          return option->get_group() == group && option->nonpositional() &&
                 (all || !is_rare(*command, *option));
        });
    if (group.empty() || options.empty()) continue;
    out += "\n" + group + ":\n";
    for (const CLI::Option* option : options) {
      out += row_of(*option, false, all ? nullptr : command);
    }
    out += "\n";
  }
  return out;
}

std::string HelpFormatter::make_help(const CLI::App* command, std::string name,
                                     CLI::AppFormatMode mode) const {
  const std::string footer = command->get_footer();
  // What has commands has few options of its own: its help is the whole one.
  const bool all = mode == CLI::AppFormatMode::All ||
                   !command->get_subcommands([](const CLI::App*) { return true; }).empty();
  std::string out = make_description(command) + make_usage(command, std::move(name)) +
                    make_positionals(command) + options_of(command, all) +
                    make_subcommands(command, CLI::AppFormatMode::Normal) + "\n" +
                    footer_text(all ? footer : first_examples(footer));
  if (!all && has_more(*command, footer)) {
    out += "\n`" + command_words(*command) + " --help-all` shows all options and details.\n";
  }
  while (out.find("\n\n\n") != std::string::npos) {
    out = CLI::detail::find_and_replace(std::move(out), "\n\n\n", "\n\n");
  }
  return out;
}

}  // namespace bfclx::tools
