#include "tools/bfclx/audit/review_desk.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>

#include "core/base/counted.h"
#include "core/review/screen.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/raw_keys.h"
#include "tools/bfclx/play/line_reader.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kLongestLine = 65536;
constexpr char kShowAll = 'f';

// What the reader does: a key, or a comment.
struct KeyInput {
  char key = 'q';
  std::optional<std::string> comment;
};

class Keyboard {
 public:
  explicit Keyboard(bool typed) : typed_(typed), lines_(STDIN_FILENO, kLongestLine) {
    if (typed_) raw_.emplace();
  }

  // At the end of the input: q.
  KeyInput next() {
    if (typed_) return pressed();
    while (place_ == line_.size()) {
      place_ = 0;
      const LineReader::State state = lines_.next(line_);
      if (state == LineReader::State::kEnd) return {};
      if (state == LineReader::State::kError) {
        throw UsageError(std::string("standard input cannot be read: ") + std::strerror(errno));
      }
      if (state == LineReader::State::kTooLong) line_.clear();
      if (line_.substr(0, 2) == "c ") {
        place_ = line_.size();
        return {0, line_.substr(2)};
      }
      std::erase_if(line_, [](char c) { return c == ' ' || c == '\t'; });
    }
    return {line_[place_++], std::nullopt};
  }

 private:
  KeyInput pressed() {
    const char key = pressed_key();
    if (key == '\0') return {};
    if (key != 'c') return {key, std::nullopt};
    raw_.reset();  // a line is typed, with the terminal's own editing
    print(STDOUT_FILENO, "Comment: ");
    LineReader reader(STDIN_FILENO, kLongestLine);
    std::string text;
    const bool read = reader.next(text) == LineReader::State::kLine;
    raw_.emplace();
    return {0, read ? text : std::string()};
  }

  bool typed_;
  LineReader lines_;
  std::string line_;
  std::size_t place_ = 0;
  std::optional<RawKeys> raw_;
};

std::string question_text(const ReviewDesk& desk, const Entry& entry, const Terminal& terminal) {
  Page page(terminal);
  page.section("Question");
  for (const ReviewMessage& message : review_question(entry, desk.session())) {
    page.paragraph(printable_line(message.role) + ": " + printable(message.text), 2);
  }
  page.section("Functions");
  for (const FunctionLines& function : review_functions(entry, desk.entry())) {
    page.paragraph(function.name, 2, Style::kName);
    page.paragraph(function.description, 4);
    for (const std::string& parameter : function.parameters) page.paragraph(parameter, 4);
  }
  return std::move(page).take();
}

std::string answers_text(const ReviewDesk& desk, const Entry& entry, const Terminal& terminal,
                         bool whole = false) {
  Page page(terminal);
  page.section("Responses");
  for (std::size_t i = 0; i < desk.entry().answers.size(); ++i) {
    const AnswerMark mark = desk.marks()[i];
    const bool marked = mark != AnswerMark::kNone;
    const bool good = mark == AnswerMark::kAcceptable;
    const Style style = marked ? good ? Style::kGood : Style::kBad : Style::kPlain;
    std::string head = std::to_string(i + 1) + "  ";
    if (marked) head += good ? "[acceptable] " : "[not acceptable] ";
    std::istringstream lines(
        printable(review_answer_text(entry, desk.entry().answers[i], desk.session(), whole)));
    for (std::string line; std::getline(lines, line); head.clear()) {
      page.paragraph(head + line, head.empty() ? 5 : 2, style);
    }
  }
  if (!desk.comment().empty()) page.paragraph("Comment: " + printable_line(desk.comment()), 2);
  return std::move(page).take();
}

std::string keys_text(const ReviewDesk& desk, const Entry& entry, const Terminal& terminal) {
  Page page(terminal);
  page.add("\n");
  std::vector<ReviewKey> keys = review_keys(desk.entry().answers.size());
  if (has_more_to_show(entry, desk.entry(), desk.session())) {
    keys.insert(keys.begin(), {std::string(1, kShowAll), "show the responses in full"});
  }
  for (const ReviewKey& key : keys) {
    page.paragraph(pad_right(key.key, 3) + "  " + std::string(key.text), 2, Style::kDim);
  }
  return std::move(page).take();
}

std::string heading(const ReviewDesk& desk, const Terminal& terminal) {
  const std::size_t all = desk.session().entries.size();
  std::string text = "Entry " + grouped_digits(desk.voted() + desk.skipped() + 1) + " of " +
                     grouped_digits(all) + ": " + printable_line(desk.entry().id);
  return "\n" + terminal.styled(Style::kBold, text) + "\n";
}

}  // namespace

void sit_at_desk(ReviewDesk& desk, LineLog& log, const FindEntry& find, const ShownVotes& votes) {
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  Keyboard keyboard(terminal.interactive() && ::isatty(STDIN_FILENO) == 1);
  bool opened = true;
  while (!desk.ended()) {
    std::string text;
    if (opened) {
      text = heading(desk, terminal) + question_text(desk, find(desk.entry().id), terminal);
      for (const std::string& vote : votes(desk.entry())) {
        text += wrapped(printable_line(vote), 2, terminal.width());
      }
      text += answers_text(desk, find(desk.entry().id), terminal) +
              keys_text(desk, find(desk.entry().id), terminal);
    }
    if (!text.empty() && show(STDOUT_FILENO, text) != Written::kAll) return;
    const std::size_t before = desk.current();
    KeyInput input = keyboard.next();
    ReviewDesk::Step step;
    if (input.comment) {
      desk.set_comment(std::move(*input.comment));
    } else if (input.key == kShowAll) {
      print(STDOUT_FILENO, answers_text(desk, find(desk.entry().id), terminal, true));
      opened = false;
      continue;
    } else {
      step = desk.press(input.key);
    }
    if (!step.line.empty() && !log.append(step.line)) throw UsageError(log.error());
    opened = !step.line.empty() || (!desk.ended() && desk.current() != before);
    if (!step.message.empty()) {
      print(STDOUT_FILENO, "  " + step.message + "\n");
    } else if (!opened && !desk.ended()) {
      print(STDOUT_FILENO, answers_text(desk, find(desk.entry().id), terminal));
    }
  }
  if (!log.sync()) throw UsageError(log.error());
}

}  // namespace bfclx::tools
