#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/dataset/models.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kLongest = 64;
constexpr std::size_t kEdits = 2;

// The member that was meant; empty where none is near, or where it is one.
string_view meant_by(string_view member, const std::vector<string_view>& names) {
  string_view meant;
  if (member.size() > kLongest) return meant;
  for (const string_view name : names) {
    if (member == name) return {};
    if (edit_distance(member, name, Swaps::kOneEdit) <= kEdits) meant = name;
  }
  return meant;
}

}  // namespace

Status check_model_slips(string_view json) {
  const Result<Value> root = json_loads(json);
  const Value* models = root.ok() && root->is_dict() ? root->as_dict().find("models") : nullptr;
  if (models == nullptr || !models->is_dict()) return {};
  const std::vector<string_view> names = model_members();
  for (const auto& [model, fields] : models->as_dict()) {
    if (!fields.is_dict()) continue;
    for (const auto& [key, unused] : fields.as_dict()) {
      const string_view meant = meant_by(key.as_str(), names);
      if (meant.empty()) continue;
      return Error{.kind = "DatasetError",
                   .message = concat({"\"", model.as_str(), "\": unknown member \"", key.as_str(),
                                      "\". Did you mean ", meant, "?"})};
    }
  }
  return {};
}

}  // namespace bfclx
