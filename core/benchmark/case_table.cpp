#include "core/benchmark/case_table.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/benchmark/added_cases.h"
#include "core/benchmark/case_reader.h"
#include "core/check/findings.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kTurns = "turns";
constexpr char kSeparators[] = {',', ';', '\t'};
constexpr std::size_t kMostColumns = 100;  // more are a mistake

struct Row {
  std::size_t line = 0;
  std::vector<std::string> cells;  // the first kMostColumns
  std::size_t count = 0;           // of all
  bool unclosed = false;           // a quote that nothing closes; it takes the rest of the text
  bool trailing = false;           // text behind a closing quote
};

class TableReader {
 public:
  TableReader(string_view text, char separator) : text_(text), separator_(separator) {}

  bool next(Row& row) {
    if (at_ >= text_.size()) return false;
    row = {line_, {}, 0, false, false};
    do {
      std::string one = cell(row);
      if (row.count++ < kMostColumns) row.cells.push_back(std::move(one));
    } while (more_cells_);
    return true;
  }

 private:
  std::string cell(Row& row) {
    std::string cell;
    more_cells_ = false;
    const bool is_quoted = at_ < text_.size() && text_[at_] == '"';
    if (is_quoted) quoted(cell, row);
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == separator_) {
        more_cells_ = true;
        return cell;
      }
      if (c == '\n' || c == '\r') {
        if (c == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
        ++line_;
        return cell;
      }
      row.trailing = row.trailing || (is_quoted && c != ' ' && c != '\t');
      cell += c;
    }
    return cell;
  }

  // From the quote to behind the one that closes it; two are one that is meant.
  void quoted(std::string& cell, Row& row) {
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\n' || (c == '\r' && (at_ == text_.size() || text_[at_] != '\n'))) ++line_;
      if (c != '"') {
        cell += c;
      } else if (at_ < text_.size() && text_[at_] == '"') {
        cell += text_[at_++];
      } else {
        return;
      }
    }
    row.unclosed = true;
  }

  string_view text_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool more_cells_ = false;
};

bool is_among(string_view name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

string_view trimmed(string_view cell) { return strip_chars(cell, " \t\r\n"); }

void trim(std::vector<std::string>& cells) {
  for (std::string& cell : cells) cell = std::string(trimmed(cell));
}

bool asks(const Row& header) {
  return is_among("question", header.cells) || is_among("messages", header.cells);
}

// The separator with which the first row names members of a case, one at least.
std::optional<char> separator_of(string_view text) {
  if (text.starts_with('{') || text.starts_with('[')) return std::nullopt;
  const string_view first = text.substr(0, text.find_first_of("\r\n"));
  for (const char separator : kSeparators) {
    Row row;
    if (!TableReader(first, separator).next(row) || row.unclosed) continue;
    trim(row.cells);
    const bool known = std::any_of(row.cells.begin(), row.cells.end(), [](const std::string& name) {
      return !name.empty() && check_member_name(name).ok();
    });
    // A column alone is refused with a word, as `turns` are.
    if (known || is_among(kTurns, row.cells)) return separator;
  }
  return std::nullopt;
}

bool is_json(string_view cell) { return cell.starts_with('[') || cell.starts_with('{'); }

Value texts_between(string_view cell) {
  List texts;
  while (true) {
    const std::size_t end = std::min(cell.find(';'), cell.size());
    if (const string_view text = trimmed(cell.substr(0, end)); !text.empty()) {
      texts.push_back(Value::str(text));
    }
    if (end == cell.size()) return Value::list(std::move(texts));
    cell.remove_prefix(end + 1);
  }
}

Result<Value> cell_value(string_view name, string_view cell) {
  const bool is_list = name == "tags" || name == "tools";
  if (is_list && !is_json(cell)) return texts_between(cell);
  const bool is_value = name == "messages" || name == "results" || name == kTurns;
  if (!is_value && !is_list && !(name == "expected" && is_json(cell))) {
    return Value::str(cell);
  }
  Result<Value> value = json_loads(cell, DuplicateKeys::kRefused);
  if (value.ok()) return value;
  const bool is_call = cell.starts_with('[') && contains(cell, "(");
  if (name == "expected" && is_call) return Value::str(cell);
  return Error{.kind = "SchemaError", .message = concat({name, ": ", json_fault(value.error())})};
}

Result<Value> case_of(const Row& row, const std::vector<std::string>& names) {
  const auto wrong = [](std::string text) {
    return Error{.kind = "SchemaError", .message = std::move(text)};
  };
  if (row.unclosed) return wrong("a quote in this row is not closed");
  if (row.trailing) {
    return wrong("text after a closing quote: double the quotes inside a cell (\"\")");
  }
  if (row.count != names.size()) {
    return wrong(concat({"the row has ", std::to_string(row.count),
                         row.count == 1 ? " cell, expected " : " cells, expected ",
                         std::to_string(names.size()),
                         ". Put quotes around a cell that holds the separator"}));
  }
  Dict members;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const string_view cell = trimmed(row.cells[i]);
    if (cell.empty()) continue;
    if (find_invalid_utf8(cell)) return wrong(names[i] + ": invalid UTF-8");
    BFCLX_ASSIGN_OR_RETURN(Value value, cell_value(names[i], cell));
    members.set(names[i], std::move(value));
  }
  return Value::dict(std::move(members));
}

// Texts that can be written between semicolons.
bool is_plain_list(const Value& value) {
  if (!value.is_list() || value.items().empty()) return false;
  return std::all_of(value.items().begin(), value.items().end(), [](const Value& item) {
    return item.is_str() && !item.as_str().empty() && !contains(item.as_str(), ";") &&
           trimmed(item.as_str()) == item.as_str() && !is_json(item.as_str());
  });
}

std::string joined(const Value& texts) {
  std::string text;
  for (const Value& item : texts.items()) {
    text += concat({text.empty() ? "" : "; ", item.as_str()});
  }
  return text;
}

// With line breaks, for who edits it.
std::string readable_json(const Value& value) {
  const Result<std::string> json = json_dumps(
      value, {.ensure_ascii = false, .indent = 2, .item_separator = ",", .lenient = true});
  if (json.ok() && !find_invalid_utf8(*json)) return *json;
  std::string plain;
  append_json(plain, value);
  return plain;
}

// Each turn a row of its own.
Value rows_of_turns(const List& turns) {
  List rows;
  for (const Value& turn : turns) rows.push_back(cells_of_case(turn));
  return Value::list(std::move(rows));
}

Value turns_of_rows(const List& rows, std::vector<std::string>& faults) {
  List turns;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> inside;
    turns.push_back(case_of_cells(rows[i], inside));
    for (const std::string& fault : inside) {
      faults.push_back(concat({place_of_item(kTurns, i), ".", fault}));
    }
  }
  return Value::list(std::move(turns));
}

bool is_blank(const Row& row) {
  return row.cells.size() == 1 && trimmed(row.cells.front()).empty();
}

}  // namespace

bool is_case_table(string_view text) {
  return separator_of(without_byte_order_mark(text)).has_value();
}

std::vector<DatasetLine> read_case_table(string_view text) {
  text = without_byte_order_mark(text);
  std::vector<DatasetLine> cases;
  const std::optional<char> separator = separator_of(text);
  if (!separator) return cases;
  TableReader rows(text, *separator);
  Row header;
  rows.next(header);
  trim(header.cells);
  const auto fail = [&](std::string what) {
    cases.push_back({1, {}, Error{.kind = "SchemaError", .message = std::move(what)}});
    return cases;
  };
  if (header.count > kMostColumns) return fail("more than 100 columns");
  for (const std::string& name : header.cells) {
    if (find_invalid_utf8(name)) return fail("invalid UTF-8");
    if (const Status known = check_member_name(name); !known.ok()) {
      constexpr string_view kMember = "unknown member";
      const std::string& message = known.error().message;
      return fail(message.starts_with(kMember)
                      ? concat({"unknown column", string_view(message).substr(kMember.size())})
                      : message);
    }
    if (name == kTurns) {
      return fail(
          "`turns`: a row has only one turn. Write cases with several turns as JSON "
          "lines");
    }
    if (std::count(header.cells.begin(), header.cells.end(), name) > 1) {
      return fail("duplicate column `" + name + "`");
    }
  }
  if (!asks(header) || !is_among("expected", header.cells)) {
    std::string columns;
    for (const std::string& column : header.cells) {
      columns += (columns.empty() ? "`" : ", `") + column + "`";
    }
    return fail("the table needs the columns `question` (or `messages`) and `expected`; it has " +
                columns);
  }
  for (Row row; rows.next(row) && cases.size() <= kMaxCases;) {
    if (!is_blank(row)) cases.push_back({row.line, {}, case_of(row, header.cells)});
  }
  if (cases.empty()) return fail("no cases below the header row");
  return cases;
}

Value case_of_cells(const Value& cells, std::vector<std::string>& faults) {
  Dict members;
  if (!cells.is_dict()) return Value::dict(std::move(members));
  for (const auto& [key, value] : cells.as_dict()) {
    const string_view name = key.is_str() ? key.as_str() : string_view();
    if (name == kTurns && value.is_list()) {
      members.set(name, turns_of_rows(value.items(), faults));
      continue;
    }
    const string_view cell = value.is_str() ? trimmed(value.as_str()) : string_view();
    if (cell.empty()) continue;
    Result<Value> member = cell_value(name, cell);
    if (member.ok()) {
      members.set(name, std::move(member).value());
    } else {
      faults.push_back(member.error().message);
    }
  }
  return Value::dict(std::move(members));
}

Value cells_of_case(const Value& given) {
  Dict cells;
  if (!given.is_dict()) return Value::dict(std::move(cells));
  for (const auto& [key, value] : given.as_dict()) {
    if (value.is_none()) continue;
    const string_view name = key.is_str() ? key.as_str() : string_view();
    const bool is_text = value.is_str() && name != "messages";
    if (name == kTurns && value.is_list()) {
      cells.set(name, rows_of_turns(value.items()));
    } else if (is_text && name == "question" && trimmed(value.as_str()) != value.as_str()) {
      // A cell would lose the white space around it.
      const Value message = dict_of({{"role", "user"}, {"content", value}});
      cells.set("messages", Value::str(readable_json(Value::list({message}))));
    } else if (is_text) {
      cells.set(name, value);
    } else if ((name == "tags" || name == "tools") && is_plain_list(value)) {
      cells.set(name, Value::str(joined(value)));
    } else if (name == "question" && value.is_list()) {
      cells.set("messages", Value::str(readable_json(value)));
    } else {
      cells.set(name, Value::str(readable_json(value)));
    }
  }
  return Value::dict(std::move(cells));
}

}  // namespace bfclx
