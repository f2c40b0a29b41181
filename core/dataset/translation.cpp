#include "core/dataset/translation.h"

#include <cstdint>

#include "core/base/text.h"
#include "core/dataset/entry_form.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::int64_t kMostEntries = 1'000'000;

Error wrong(string_view member, string_view text) {
  return Error{.kind = "DatasetError",
               .message = concat({"\"", kTranslationOf, "\"", member.empty() ? "" : ", \"", member,
                                  member.empty() ? "" : "\"", ": ", text})};
}

Result<std::string> text_of(const Value& given, string_view member) {
  const string_view text = find_text(given, member);
  if (!text.empty()) return std::string(text);
  return wrong(member, "expected text, found " + kind_text(given_member(given, member)));
}

}  // namespace

bool can_translate(const Category& category) { return category.scored && !category.varies_prompts; }

std::size_t count_of(const std::vector<std::pair<const Category*, std::size_t>>& entries) {
  std::size_t sum = 0;
  for (const auto& [unused, count] : entries) sum += count;
  return sum;
}

Result<std::shared_ptr<const Translation>> read_translation(const Value& given,
                                                            string_view language) {
  if (!given.is_dict()) return wrong("", "expected an object, found " + kind_text(&given));
  if (language.empty()) return wrong("", "a translation needs a \"language\"");
  auto read = std::make_shared<Translation>();
  BFCLX_ASSIGN_OR_RETURN(read->version, text_of(given, "version"));
  BFCLX_ASSIGN_OR_RETURN(read->hash, text_of(given, "hash"));
  const Value* entries = given_member(given, "entries");
  if (entries == nullptr || !entries->is_dict()) {
    return wrong("entries", "expected an object, found " + kind_text(entries));
  }
  std::size_t known = 0;
  for (const Category& category : categories()) {
    const Value* count = given_member(*entries, category.name);
    if (count == nullptr) continue;
    ++known;
    if (!can_translate(category) || !count->is_small_int() || count->as_int64() < 1 ||
        count->as_int64() > kMostEntries) {
      return wrong("entries", concat({category.name,
                                      " is not a number of entries of a category "
                                      "that can be translated"}));
    }
    read->entries.emplace_back(&category, static_cast<std::size_t>(count->as_int64()));
  }
  if (known != entries->as_dict().size()) return wrong("entries", "an unknown category");
  if (known == 0) return wrong("entries", "there is no category");
  read->remark = concat({" (", language, ", translation of ", read->version, ")"});
  return std::shared_ptr<const Translation>(std::move(read));
}

Value translation_value(const Translation& translation) {
  Dict entries;
  for (const auto& [category, count] : translation.entries) {
    entries.set(category->name, Value::integer(static_cast<std::int64_t>(count)));
  }
  return dict_of({{"version", translation.version},
                  {"hash", translation.hash},
                  {"entries", Value::dict(std::move(entries))}});
}

}  // namespace bfclx
