#include "tools/bfclx/play/line_editor.h"

#ifdef BFCLX_HAVE_LIBEDIT

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr int kHistorySize = 1000;
constexpr std::size_t kMaxListed = 120;

std::size_t common_length(const std::vector<std::string>& words) {
  std::size_t length = words.front().size();
  for (const std::string& word : words) {
    const auto end =
        std::mismatch(words.front().begin(), words.front().end(), word.begin(), word.end());
    length = std::min(length, static_cast<std::size_t>(end.first - words.front().begin()));
  }
  return length;
}

class Editor final : public LineEditor {
 public:
  Editor(std::string prompt, Completer completer)
      : prompt_(std::move(prompt)), completer_(std::move(completer)) {}
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;
  ~Editor() override {
    if (editor_ != nullptr) el_end(editor_);
    if (history_ != nullptr) history_end(history_);
  }

  bool start() {
    std::setlocale(LC_CTYPE, "C.UTF-8");  // whatever the user's locale is: this program is UTF-8
    editor_ = el_init("bfclx", stdin, stdout, stderr);
    history_ = history_init();
    if (editor_ == nullptr || history_ == nullptr) return false;
    HistEvent event;
    history(history_, &event, H_SETSIZE, kHistorySize);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Editor::prompt_of);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 1);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_ADDFN, "bfclx-complete", "Complete the word", &Editor::complete);
    el_set(editor_, EL_ADDFN, "bfclx-cancel", "Drop the line", &Editor::cancel);
    el_set(editor_, EL_BIND, "^I", "bfclx-complete", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_source(editor_, nullptr);  // the user's ~/.editrc
    // Ctrl-C comes as a key, so that it drops the line and not the program.
    el_set(editor_, EL_SETTY, "-d", "-isig", nullptr);
    el_set(editor_, EL_BIND, "^C", "bfclx-cancel", nullptr);
    return true;
  }

  std::optional<std::string> next() override {
    int count = 0;
    cancelled_ = false;
    const char* typed = el_gets(editor_, &count);
    if (cancelled_) {
      print(STDOUT_FILENO, "\n");
      return "";
    }
    if (typed == nullptr || count <= 0) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(count));
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.find_first_not_of(" \t") != std::string::npos) {
      HistEvent event;
      history(history_, &event, H_ENTER, line.c_str());
    }
    return line;
  }

 private:
  static Editor& self(EditLine* editor) {
    void* data = nullptr;
    el_get(editor, EL_CLIENTDATA, &data);
    return *static_cast<Editor*>(data);
  }

  static char* prompt_of(EditLine* editor) { return self(editor).prompt_.data(); }

  static int characters(const char* begin, const char* end) {
    return static_cast<int>(
        count_code_points(std::string_view(begin, static_cast<std::size_t>(end - begin))));
  }

  static unsigned char cancel(EditLine* editor, int) {
    const LineInfo* line = el_line(editor);
    el_cursor(editor, characters(line->cursor, line->lastchar));
    line = el_line(editor);
    el_deletestr(editor, characters(line->buffer, line->cursor));
    self(editor).cancelled_ = true;
    return CC_NEWLINE;
  }

  static unsigned char complete(EditLine* editor, int) {
    const LineInfo* line = el_line(editor);
    const std::string_view before(line->buffer,
                                  static_cast<std::size_t>(line->cursor - line->buffer));
    std::size_t word_begin = 0;
    const std::vector<std::string> words = self(editor).completer_(before, word_begin);
    if (words.empty()) return CC_ERROR;
    const std::size_t typed = before.size() - word_begin;
    const std::size_t shared = common_length(words);
    if (shared > typed) {
      el_insertstr(editor, words.front().substr(typed, shared - typed).c_str());
      return CC_REFRESH;
    }
    if (words.size() == 1) return CC_NORM;
    list(words);
    return CC_REDISPLAY;
  }

  static void list(const std::vector<std::string>& words) {
    const std::size_t width = Terminal::of_descriptor(STDOUT_FILENO).width();
    std::size_t longest = 0;
    for (const std::string& word : words) longest = std::max(longest, display_width(word));
    const std::size_t columns = std::max<std::size_t>(1, width / (longest + 2));
    std::string out = "\n";
    const std::size_t shown = std::min(words.size(), kMaxListed);
    for (std::size_t i = 0; i < shown; ++i) {
      const bool last = (i + 1) % columns == 0 || i + 1 == shown;
      out += last ? words[i] + "\n" : pad_right(words[i], longest + 2);
    }
    if (shown < words.size()) out += "... " + grouped_digits(words.size() - shown) + " more\n";
    std::fflush(stdout);
    print(STDOUT_FILENO, out);
  }

  std::string prompt_;
  Completer completer_;
  bool cancelled_ = false;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
};

}  // namespace

std::unique_ptr<LineEditor> LineEditor::open(std::string prompt, Completer completer) {
  auto editor = std::make_unique<Editor>(std::move(prompt), std::move(completer));
  if (!editor->start()) return nullptr;
  return editor;
}

}  // namespace bfclx::tools

#else

namespace bfclx::tools {

std::unique_ptr<LineEditor> LineEditor::open(std::string, Completer) { return nullptr; }

}  // namespace bfclx::tools

#endif  // BFCLX_HAVE_LIBEDIT
