#include "core/simulators/apis/memory.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

// The classes, and where below the folder of a model's results their snapshots lie.
struct MemoryClass {
  std::string_view name;
  std::string_view folder;
};
constexpr std::array<MemoryClass, 3> kClasses = {{
    {"MemoryAPI_kv", "agentic/memory/kv"},
    {"MemoryAPI_vector", "agentic/memory/vector"},
    {"MemoryAPI_rec_sum", "agentic/memory/rec_sum"},
}};

const MemoryClass* find_class(std::string_view name) {
  const auto* const found =
      std::find_if(kClasses.begin(), kClasses.end(),
                   [name](const MemoryClass& row) { return row.name == name; });
  return found != kClasses.end() ? found : nullptr;
}

// bfcl_eval/utils.py: is_memory_prereq, is_first_memory_prereq_entry
bool is_prerequisite(std::string_view test_id) { return contains(test_id, "prereq"); }

bool is_first_prerequisite(std::string_view test_id) {
  return is_prerequisite(test_id) && test_id.size() >= 2 &&
         test_id.substr(test_id.size() - 2) == "-0";
}

// str(Path(a) / b), where b is no absolute path.
std::string joined(std::string_view a, std::string_view b) {
  std::string path;
  const bool absolute = !a.empty() && a[0] == '/';
  for (std::string_view rest : {a, b}) {
    while (!rest.empty()) {
      const std::string_view part = rest.substr(0, rest.find('/'));
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
      if (part.empty() || part == ".") continue;
      if (!path.empty()) path += '/';
      path += part;
    }
  }
  return absolute ? "/" + path : path.empty() ? "." : path;
}

// What UTF-8's decoder of CPython says of the first byte that is none (codecs.c:
// unicode_decode_utf8), as open(..., "r").read() raises it.
Error decode_error(std::string_view bytes, std::size_t at) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0xc2 || first > 0xf4 ? 0
                             : first < 0xe0               ? 2
                             : first < 0xf0               ? 3
                                                          : 4;
  std::string_view reason = "invalid start byte";
  std::size_t bad = 1;
  if (length != 0) {
    const unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    while (bad < length && at + bad < bytes.size() && byte(at + bad) >= (bad == 1 ? low : 0x80) &&
           byte(at + bad) <= (bad == 1 ? high : 0xbf)) {
      ++bad;
    }
    reason = at + bad == bytes.size() ? "unexpected end of data" : "invalid continuation byte";
  }
  std::string what = "byte 0x";
  what += kDigits[first >> 4];
  what += kDigits[first & 15];
  what += " in position " + std::to_string(at);
  if (bad > 1) {
    what = "bytes in position " + std::to_string(at) + "-" + std::to_string(at + bad - 1);
  }
  return Error{"UnicodeDecodeError",
               "'utf-8' codec can't decode " + what + ": " + std::string(reason)};
}

// json.load of the snapshot file.
Result<Value> parsed_snapshot(const Value& snapshot) {
  std::string_view text;
  if (snapshot.is_bytes()) {
    text = snapshot.as_bytes();
    if (const auto invalid = find_invalid_utf8(text)) return decode_error(text, *invalid);
  } else if (snapshot.is_str()) {
    text = snapshot.as_str();
  } else {
    return Error{"TypeError",
                 "the memory snapshot must be str, not " + std::string(type_name(snapshot))};
  }
  return json_loads(text);
}

// A member of the scenario that must be a text.
Result<std::string_view> text_member(const Value& scenario, std::string_view name) {
  const Value* found = scenario.as_dict().find(name);
  if (found == nullptr) return Error{"KeyError", repr(Value::str(name))};
  if (found->is_str()) return found->as_str();
  return Error{"TypeError",
               std::string(name) + " must be str, not " + std::string(type_name(*found))};
}

}  // namespace

bool is_memory_class(std::string_view class_name) { return find_class(class_name) != nullptr; }

MemoryApi* memory_of(Simulator& instance) {
  return is_memory_class(instance.table().name) ? static_cast<MemoryApi*>(&instance) : nullptr;
}

Status MemoryApi::load_scenario(const Value& scenario, bool /*long_context*/) {
  if (!scenario.is_dict()) return get_item(scenario, "model_result_dir").error();
  const Dict& members = scenario.as_dict();
  if (members.empty()) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string_view folder, text_member(scenario, "model_result_dir"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view id, text_member(scenario, "test_id"));
  BFCLX_ASSIGN_OR_RETURN(const std::string_view name, text_member(scenario, "scenario"));
  const std::string snapshots =
      joined(joined(folder, find_class(table().name)->folder), "memory_snapshot");
  snapshot_folder_ =
      Value::str(is_prerequisite(id) ? joined(snapshots, "prereq_checkpoints") : snapshots);
  test_id_ = Value::str(id);
  scenario_ = Value::str(name);
  latest_snapshot_file_ = Value::str(joined(snapshots, std::string(name) + "_final.json"));
  const Value* snapshot = members.find("snapshot");
  if (is_first_prerequisite(id) || snapshot == nullptr || snapshot->is_none()) return {};
  BFCLX_ASSIGN_OR_RETURN(const Value content, parsed_snapshot(*snapshot));
  return truthy(content) ? load_snapshot(content) : Status();
}

Result<std::string> MemoryApi::snapshot() const {
  JsonStyle style;
  style.indent = 4;
  return json_dumps(snapshot_value(), style);
}

std::vector<std::string> MemoryApi::snapshot_files() const {
  if (!test_id_.is_str()) return {};
  return {joined(snapshot_folder_.as_str(), std::string(test_id_.as_str()) + ".json"),
          std::string(latest_snapshot_file_.as_str())};
}

}  // namespace bfclx
