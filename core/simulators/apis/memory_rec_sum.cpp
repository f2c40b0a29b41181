#include "core/simulators/apis/memory_rec_sum.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/memory.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

constexpr std::size_t kLimit = 10000;             // characters, official
constexpr std::size_t kMostCharacters = 4000000;  // ours, for what replacements make

Value too_long(std::string_view after) {
  return error_dict("Entry will be too long after " + std::string(after) +
                    ". Please shorten the entry to less than " + std::to_string(kLimit) +
                    " characters.");
}

// How often str.replace(part, ...) finds the part: between all characters when it is empty.
std::size_t count_of(std::string_view text, std::string_view part) {
  if (part.empty()) return count_code_points(text) + 1;
  std::size_t count = 0;
  for (std::size_t at = find_text(text, part); at != std::string_view::npos;
       at = find_text(text, part, at + part.size())) {
    ++count;
  }
  return count;
}

// text.replace(part, other)
std::string replaced(std::string_view text, std::string_view part, std::string_view other) {
  if (!part.empty()) return replace_all(text, part, other);
  std::string result(other);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    next_code_point(text, at);
    result.append(text.substr(begin, at - begin)).append(other);
  }
  return result;
}

class MemoryRecSum final : public MemoryApi {
 public:
  using MemoryApi::MemoryApi;

  const ClassTable& table() const override { return memory_rec_sum_table(); }
  Result<std::string> context() const override;
  bool is_one_text() const override { return true; }

  Result<Value> memory_append(Arguments a);
  Result<Value> memory_update(Arguments a);
  Result<Value> memory_clear(Arguments a);
  Result<Value> memory_replace(Arguments a);
  Result<Value> memory_retrieve(Arguments a);

  Value memory_ = Value::str("");  // always a str

 protected:
  Status load_snapshot(const Value& snapshot) override;
  Value snapshot_value() const override { return dict_of({{"memory", memory_}}); }

 private:
  std::string_view text() const { return memory_.as_str(); }
};

Status MemoryRecSum::load_snapshot(const Value& snapshot) {
  BFCLX_ASSIGN_OR_RETURN(const Value memory, get_item(snapshot, "memory"));
  if (!memory.is_str()) {
    return Error{"AssertionError", "Memory data should be a string, but got <class '" +
                                       std::string(type_name(memory)) + "'> instead."};
  }
  memory_ = memory;
  return {};
}

Result<std::string> MemoryRecSum::context() const {
  return std::string(text().empty() ? "There is no content in the memory at this point." : text());
}

Result<Value> MemoryRecSum::memory_append(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const std::string more, text_of(a[0]));
  if (count_code_points(text()) + count_code_points(more) > kLimit) return too_long("appending");
  memory_ = Value::str(std::string(text()) + more);
  return text_result("status", "Memory appended.");
}

Result<Value> MemoryRecSum::memory_update(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const std::string other, text_of(a[0]));
  if (count_code_points(other) > kLimit) return too_long("updating");
  memory_ = Value::str(other);
  return text_result("status", "Memory updated.");
}

Result<Value> MemoryRecSum::memory_clear(Arguments) {
  memory_ = Value::str("");
  return text_result("status", "Short term memory cleared.");
}

Result<Value> MemoryRecSum::memory_replace(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const std::string part, text_of(a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::string other, text_of(a[1]));
  const std::size_t count = count_of(text(), part);
  if (count == 0) return error_dict("Text '" + part + "' not found in memory.");
  const std::size_t length = count_code_points(other);
  if (length > kLimit) return too_long("replacing");
  if (count_code_points(text()) + count * length >
      kMostCharacters + count * count_code_points(part)) {
    return Error{"Limit", "the memory would grow too long"};
  }
  BFCLX_RETURN_IF_ERROR(modules().spend(text().size() + count * other.size()));
  memory_ = Value::str(replaced(text(), part, other));
  return text_result("status", "Memory updated.");
}

Result<Value> MemoryRecSum::memory_retrieve(Arguments) {
  if (text().empty()) return error_dict("Memory is empty.");
  return dict_of({{"memory_content", memory_}});
}

constexpr std::array<Parameter, 1> kText = {{{"text"}}};
constexpr std::array<Parameter, 2> kReplace = {{{"old_text"}, {"new_text"}}};

constexpr std::array<Method, 5> kMethods = {{
    {"memory_append", kText, call_member<&MemoryRecSum::memory_append>, kScans},
    {"memory_update", kText, call_member<&MemoryRecSum::memory_update>},
    {"memory_clear", {}, call_member<&MemoryRecSum::memory_clear>},
    {"memory_replace", kReplace, call_member<&MemoryRecSum::memory_replace>, kScans},
    {"memory_retrieve", {}, call_member<&MemoryRecSum::memory_retrieve>},
}};

constexpr std::array<Attribute, 5> kAttributes = {{
    {"memory", get_member<&MemoryRecSum::memory_>},
    {"snapshot_folder", get_member<&MemoryApi::snapshot_folder_>},
    {"test_id", get_member<&MemoryApi::test_id_>},
    {"scenario", get_member<&MemoryApi::scenario_>},
    {"latest_snapshot_file", get_member<&MemoryApi::latest_snapshot_file_>},
}};

constexpr ClassTable kTable = {"MemoryAPI_rec_sum", false, kMethods, kAttributes};

}  // namespace

const ClassTable& memory_rec_sum_table() { return kTable; }

std::unique_ptr<Simulator> make_memory_rec_sum(EpisodeModules& modules) {
  return std::make_unique<MemoryRecSum>(modules);
}

}  // namespace bfclx
