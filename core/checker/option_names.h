// The names of a checker's options, for whoever takes them as texts.
#ifndef BFCLX_CORE_CHECKER_OPTION_NAMES_H_
#define BFCLX_CORE_CHECKER_OPTION_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/checker/checker.h"

namespace bfclx {

template <typename Choice>
struct NamedOption {
  std::string_view name;
  Choice choice;
};

// The first of each is the default.
inline constexpr NamedOption<SchemaDialect> kDialectNames[] = {
    {"json_schema", SchemaDialect::kJsonSchema}, {"bfcl", SchemaDialect::kBfcl}};
inline constexpr NamedOption<ValueMatching> kMatchNames[] = {{"official", ValueMatching::kOfficial},
                                                             {"schema", ValueMatching::kSchema},
                                                             {"exact", ValueMatching::kExact}};
inline constexpr NamedOption<CallOrder> kOrderNames[] = {{"any", CallOrder::kAny},
                                                         {"given", CallOrder::kGiven}};

// The choice of that name; nullptr for a name that is none.
template <typename Choice, std::size_t count>
const Choice* find_option(const NamedOption<Choice> (&options)[count], std::string_view name) {
  for (const NamedOption<Choice>& option : options) {
    if (option.name == name) return &option.choice;
  }
  return nullptr;
}

template <typename Choice, std::size_t count>
std::string_view option_name(const NamedOption<Choice> (&options)[count], Choice choice) {
  for (const NamedOption<Choice>& option : options) {
    if (option.choice == choice) return option.name;
  }
  return {};
}

// What is wrong with such a name, and what to write.
template <typename Choice, std::size_t count>
std::string unknown_option(const NamedOption<Choice> (&options)[count], std::string_view option,
                           std::string_view name) {
  std::vector<std::string_view> names;
  std::string listed;
  for (const NamedOption<Choice>& known : options) {
    names.push_back(known.name);
    if (!listed.empty()) listed += names.size() == count ? " or " : ", ";
    listed += known.name;
  }
  return concat(
      {"unknown ", option, " `", name, "`: expected ", listed, ".", did_you_mean(name, names)});
}

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_OPTION_NAMES_H_
