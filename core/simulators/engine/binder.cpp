#include "core/simulators/engine/binder.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/python/objects/errors.h"
#include "core/value/extent.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using python::type_error;

std::string qualified(const Signature& signature) {
  std::string text(signature.class_name);
  if (!text.empty()) text += '.';
  return text.append(signature.name).append("()");
}

// 1 for `self`.
std::size_t implicit_arguments(const Signature& signature) {
  return signature.class_name.empty() ? 0 : 1;
}

Value default_value(const Signature& signature, const Default& otherwise, EpisodeModules* modules) {
  switch (otherwise.kind) {
    case Default::Kind::kBool:
      return Value::boolean(otherwise.number != 0);
    case Default::Kind::kInt:
      return Value::integer(otherwise.number);
    case Default::Kind::kStr:
      return Value::str(otherwise.text);
    case Default::Kind::kSharedList:
      assert(modules != nullptr);
      return modules->shared_list(signature.class_name, otherwise.number);
    case Default::Kind::kNone:
    case Default::Kind::kRequired:
      break;
  }
  return Value::none();
}

Error too_many_positional(const Signature& signature, std::size_t given) {
  const std::size_t implicit = implicit_arguments(signature);
  const std::size_t most = signature.parameters.size() + implicit;
  std::size_t least = implicit;
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.otherwise.kind == Default::Kind::kRequired) ++least;
  }
  std::string takes = least < most ? "from " + std::to_string(least) + " to " + std::to_string(most)
                                   : std::to_string(most);
  const bool plural = least < most || most != 1;
  return type_error(qualified(signature) + " takes " + takes + " positional argument" +
                    (plural ? "s" : "") + " but " + std::to_string(given + implicit) +
                    (given + implicit == 1 ? " was given" : " were given"));
}

Error missing_arguments(const Signature& signature, const std::vector<std::string_view>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    append_repr_str(list, names[i]);
  }
  return type_error(qualified(signature) + " missing " + std::to_string(names.size()) +
                    " required positional argument" + (names.size() == 1 ? "" : "s") + ": " + list);
}

std::optional<std::size_t> find_parameter(const Signature& signature, std::string_view name) {
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    if (signature.parameters[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<List> bind_arguments(const Signature& signature, const List& positional,
                            const Dict& keywords, EpisodeModules* modules) {
  const std::size_t count = signature.parameters.size();
  List bound(count);
  std::vector<bool> given(count, false);
  for (std::size_t i = 0; i < positional.size() && i < count; ++i) {
    bound[i] = positional[i];
    given[i] = true;
  }
  for (const auto& [name, value] : keywords) {
    if (!name.is_str()) return type_error("keywords must be strings");
    if (name.as_str() == "self" && implicit_arguments(signature) > 0) {
      return type_error(qualified(signature) + " got multiple values for argument 'self'");
    }
    std::optional<std::size_t> place = find_parameter(signature, name.as_str());
    if (!place) {
      return type_error(qualified(signature) + " got an unexpected keyword argument " + "'" +
                        std::string(name.as_str()) + "'");
    }
    if (given[*place]) {
      return type_error(qualified(signature) + " got multiple values for argument '" +
                        std::string(name.as_str()) + "'");
    }
    bound[*place] = value;
    given[*place] = true;
  }
  if (positional.size() > count) return too_many_positional(signature, positional.size());
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < count; ++i) {
    if (given[i]) continue;
    const Parameter& parameter = signature.parameters[i];
    if (parameter.otherwise.kind == Default::Kind::kRequired) {
      missing.push_back(parameter.name);
    } else {
      bound[i] = default_value(signature, parameter.otherwise, modules);
    }
  }
  if (!missing.empty()) return missing_arguments(signature, missing);
  return bound;
}

std::optional<List> bind_plain(const Signature& signature, const PlainCall& call) {
  const std::size_t count = signature.parameters.size();
  std::uint64_t given = 0;
  constexpr std::size_t kMostParameters = 64;
  if (count > kMostParameters || call.positional.size() > count) return std::nullopt;
  std::optional<List> bound(std::in_place, count);
  const auto bind = [&](std::size_t place, const Value& value) {
    const std::uint64_t bit = std::uint64_t{1} << place;
    if ((given & bit) != 0) return false;
    given |= bit;
    (*bound)[place] = value;
    return true;
  };
  for (std::size_t i = 0; i < call.positional.size(); ++i) bind(i, call.positional[i]);
  for (const NamedArgument& argument : call.keywords) {
    const std::optional<std::size_t> place = find_parameter(signature, argument.name);
    if (!place || !bind(*place, argument.value)) return std::nullopt;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if ((given >> i & 1U) != 0) continue;
    const Default& otherwise = signature.parameters[i].otherwise;
    if (otherwise.kind == Default::Kind::kRequired) return std::nullopt;
    (*bound)[i] = default_value(signature, otherwise, nullptr);
  }
  return bound;
}

Result<List> bind_arguments(const ClassTable& table, const Method& method, const List& positional,
                            const Dict& keywords, EpisodeModules& modules) {
  return bind_arguments(Signature{table.name, method.name, method.parameters}, positional, keywords,
                        &modules);
}

namespace {

Status pay_for_call(Simulator& instance, const Method& method, const List& positional,
                    const Dict& keywords, EpisodeModules& modules) {
  constexpr std::size_t kCall = 64;
  constexpr std::size_t kScannedForOne = 64;
  std::size_t bytes = kCall;
  const auto add = [&](const Value& argument) -> Status {
    if (argument.is_sequence() || argument.is_dict() || argument.is_set()) {
      const Extent extent = extent_of(argument, modules.budget_left());
      if (extent.cyclic) return Error{"Limit", "an argument is inside itself"};
      if (extent.too_large && extent.bytes <= modules.budget_left()) {
        return Error{"Limit", "an argument nests too deeply"};
      }
      bytes += extent.bytes;
    } else {
      bytes += own_bytes(argument);
    }
    return {};
  };
  for (const Value& argument : positional) BFCLX_RETURN_IF_ERROR(add(argument));
  for (const Dict::Entry& entry : keywords) BFCLX_RETURN_IF_ERROR(add(entry.value));
  const std::size_t growth = instance.add_growth(bytes);
  return modules.spend(method.scans ? bytes + growth / kScannedForOne : bytes);
}

}  // namespace

Result<Value> call_method(Simulator& instance, const Method& method, const List& positional,
                          const Dict& keywords, EpisodeModules& modules) {
  BFCLX_RETURN_IF_ERROR(pay_for_call(instance, method, positional, keywords, modules));
  BFCLX_ASSIGN_OR_RETURN(const List bound,
                         bind_arguments(instance.table(), method, positional, keywords, modules));
  return method.call(instance, bound);
}

}  // namespace bfclx
