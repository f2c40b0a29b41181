// Lines of the dataset's files, and errors that name them.
#include <optional>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/json_scanner.h"
#include "core/dataset/lines.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

using std::string_view;

// The "id" of a line that cannot be parsed; empty where the fault comes before it.
std::string id_before_fault(string_view line) {
  const ReadBytes read = [line](std::uint64_t offset, char* buffer, std::size_t size) {
    return offset < line.size() ? line.substr(offset).copy(buffer, size) : std::size_t{0};
  };
  JsonScanner scanner(read);
  if (!scanner.open_object().ok()) return {};
  std::string key;
  for (Result<bool> more = scanner.next_key(key); more.ok() && *more;
       more = scanner.next_key(key)) {
    if (key != "id") {
      if (!scanner.value(JsonScanner::Form::kSkip).ok()) return {};
      continue;
    }
    const Result<Value> id = scanner.built();
    return id.ok() && id->is_str() ? std::string(id->as_str()) : std::string();
  }
  return {};
}

Error line_error(std::string text) {
  return Error{.kind = "DatasetError", .message = std::move(text)};
}

Result<Value> read_object(string_view line, DuplicateKeys duplicates) {
  Result<Value> object = json_loads(line, duplicates);
  if (!object.ok()) return line_error(json_fault(object.error()));
  if (object->is_dict()) return object;
  return line_error("the line is " + kind_text(&*object) + ", expected an object");
}

}  // namespace

Error dataset_error(string_view file, std::size_t line, string_view id, string_view text) {
  Error error{.kind = "DatasetError", .message = std::string(file)};
  error.place.file_size = static_cast<std::uint32_t>(file.size());
  error.place.line = static_cast<std::uint32_t>(line);
  if (line != 0) error.message += ":" + std::to_string(line);
  error.message += ": ";
  error.place.id_begin = static_cast<std::uint32_t>(error.message.size());
  error.place.id_size = static_cast<std::uint32_t>(id.size());
  if (!id.empty()) error.message.append(id).append(": ");
  error.message += text;
  return error;
}

std::vector<DatasetLine> read_dataset_lines(string_view bytes, DuplicateKeys duplicates) {
  bytes = without_byte_order_mark(bytes);
  const bool all_valid = !find_invalid_utf8(bytes).has_value();
  std::vector<DatasetLine> out;
  LineReader reader(bytes);
  Line line;
  while (reader.next(line)) {
    if (line.blank()) continue;
    const std::optional<std::size_t> invalid =
        all_valid ? std::nullopt : find_invalid_utf8(line.text);
    Result<Value> object = invalid ? line_error("invalid UTF-8 at byte " + std::to_string(*invalid))
                                   : read_object(line.text, duplicates);
    std::string id;
    if (!object.ok()) {
      id = id_before_fault(line.text);
    } else if (const Value* told = object->as_dict().find("id");
               told != nullptr && told->is_str()) {
      id = told->as_str();
    }
    out.push_back({line.number, std::move(id), std::move(object)});
  }
  return out;
}

Result<std::vector<JsonLine>> read_json_lines(string_view bytes, string_view file) {
  std::vector<JsonLine> out;
  for (DatasetLine& line : read_dataset_lines(bytes)) {
    if (!line.object.ok()) {
      return dataset_error(file, line.number, {}, line.object.error().message);
    }
    out.push_back({line.number, std::move(line.object).value()});
  }
  return out;
}

}  // namespace bfclx
