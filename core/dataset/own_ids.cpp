#include "core/dataset/own_ids.h"

#include <utility>

#include "core/base/text.h"
#include "core/dataset/category.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_completion.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

struct Questions {
  const Category* category = nullptr;
  std::string bytes;
};

std::vector<Questions> read_questions(const OwnIds::Read& read) {
  std::vector<Questions> all;
  string_view before;  // the categories that share a file stand together
  for (const Category& category : all_categories()) {
    if (category.varies_prompts || category.questions == before) continue;
    before = category.questions;
    Result<std::optional<std::string>> bytes = read(concat({"data/", category.questions}));
    if (bytes.ok() && *bytes) all.push_back({&category, **std::move(bytes)});
  }
  return all;
}

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

}  // namespace

OwnIds::OwnIds(const Read& read) {
  const std::vector<Questions> all = read_questions(read);
  bool any = false;
  for (const Questions& one : all) any = any || one.bytes.find(kOwnId) != std::string::npos;
  if (!any) return;
  for (const Questions& one : all) {
    for (const DatasetLine& line : read_dataset_lines(one.bytes)) {
      const Owner owner{id_in_category(*one.category, line.id), one.category->questions,
                        line.number};
      entries_.emplace(owner.entry, owner);
      if (!line.object.ok()) continue;
      const string_view own_id = find_text(*line.object, kOwnId);
      if (!own_id.empty()) owners_[std::string(own_id)].push_back(owner);
    }
  }
}

string_view OwnIds::entry_of(string_view own_id) const {
  const auto found = owners_.find(std::string(own_id));
  return found == owners_.end() ? string_view() : found->second.front().entry;
}

const Entry* find_named(const Dataset& dataset, string_view id) {
  const Entry* entry = dataset.find(id);
  if (entry != nullptr || dataset.own_ids == nullptr) return entry;
  return dataset.find(dataset.own_ids->entry_of(id));
}

Status OwnIds::check(string_view own_id, string_view file, std::size_t line) const {
  const auto is_other = [&](const Owner& owner) {
    return owner.file != file || owner.line != line;
  };
  const std::string name(own_id);
  if (const auto owners = owners_.find(name); owners != owners_.end()) {
    for (const Owner& owner : owners->second) {
      if (!is_other(owner)) continue;
      return wrong(
          concat({"duplicate \"", kOwnId, "\": ", owner.entry, " has \"", own_id, "\" too"}));
    }
  }
  const auto entry = entries_.find(name);
  if (entry == entries_.end() || !is_other(entry->second)) return {};
  return wrong(concat({"\"", kOwnId, "\" is \"", own_id, "\", the id of another entry"}));
}

}  // namespace bfclx
