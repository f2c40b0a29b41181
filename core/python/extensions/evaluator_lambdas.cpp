// Lambdas.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/python/evaluate/callable.h"
#include "core/python/evaluate/evaluator.h"
#include "core/python/extensions/extensions.h"
#include "core/python/objects/errors.h"
#include "core/value/repr.h"

namespace bfclx::python {
namespace {

class Function final : public Callable {
 public:
  Function(Evaluator& evaluator, std::shared_ptr<Run> run, const Lambda& node,
           Evaluator::Scope* outer, List defaults, std::string name)
      : Callable(std::move(defaults)),
        name_(std::move(name)),
        evaluator_(evaluator),
        run_(std::move(run)),
        node_(node),
        outer_(outer) {}

  Result<Value> call(Arguments& arguments) override {
    if (run_->meter == nullptr) {
      return Error{"Limit", "a function of another call is not supported"};
    }
    return evaluator_.call_lambda(node_, outer_, held, name_, arguments);
  }

 private:
  std::string name_;
  Evaluator& evaluator_;
  std::shared_ptr<Run> run_;
  const Lambda& node_;
  Evaluator::Scope* outer_;
};

// Binds the arguments of a lambda (Python/ceval.c: initialize_locals).
class LambdaBinder {
 public:
  LambdaBinder(const Lambda& node, const List& defaults, const std::string& name,
               const Arguments& arguments)
      : node_(node), defaults_(defaults), name_(name), arguments_(arguments) {}

  Status bind(Evaluator::Scope& scope);

 private:
  using Kind = Parameter::Kind;
  static bool is_positional(const Parameter& parameter) {
    return parameter.kind == Kind::kPositionalOnly || parameter.kind == Kind::kPlain;
  }
  static bool is_keyword(const Parameter& parameter) {
    return parameter.kind == Kind::kPlain || parameter.kind == Kind::kKeywordOnly;
  }
  Status bind_keywords(Evaluator::Scope& scope);
  Status bind_defaults(Evaluator::Scope& scope);
  Error too_many(const Evaluator::Scope& scope) const;
  Error missing(const std::vector<std::string_view>& names, std::string_view kind) const;
  Error fail(const std::string& what) const { return type_error(name_ + "() " + what); }

  const Lambda& node_;
  const List& defaults_;
  const std::string& name_;
  const Arguments& arguments_;
  std::size_t positional_ = 0;  // parameters that take one positional argument
  bool takes_more_ = false;     // *arguments
};

Status LambdaBinder::bind(Evaluator::Scope& scope) {
  const List& given = arguments_.positional;
  std::string_view rest;
  for (const Parameter& parameter : node_.parameters) {
    if (is_positional(parameter)) {
      if (positional_ < given.size()) scope.set(parameter.name, given[positional_]);
      ++positional_;
    } else if (parameter.kind == Kind::kVarPositional) {
      takes_more_ = true;
      rest = parameter.name;
    }
  }
  if (takes_more_) {
    const std::size_t taken = std::min(positional_, given.size());
    scope.set(rest,
              Value::tuple(List(given.begin() + static_cast<std::ptrdiff_t>(taken), given.end())));
  }
  BFCLX_RETURN_IF_ERROR(bind_keywords(scope));
  if (given.size() > positional_ && !takes_more_) return too_many(scope);
  return bind_defaults(scope);
}

Status LambdaBinder::bind_keywords(Evaluator::Scope& scope) {
  const Parameter* rest = nullptr;
  for (const Parameter& parameter : node_.parameters) {
    if (parameter.kind == Kind::kVarKeyword) rest = &parameter;
  }
  Dict more;
  for (const Dict::Entry& entry : arguments_.keywords) {
    const std::string_view name = entry.key.as_str();
    const auto named = std::find_if(node_.parameters.begin(), node_.parameters.end(),
                                    [&](const Parameter& parameter) {
                                      return is_keyword(parameter) && parameter.name == name;
                                    });
    if (named == node_.parameters.end()) {
      if (rest != nullptr) {
        more.set(entry.key, entry.value);
        continue;
      }
      std::string positional_only;
      for (const Parameter& parameter : node_.parameters) {
        if (parameter.kind != Kind::kPositionalOnly) continue;
        if (!arguments_.keywords.contains(parameter.name)) continue;
        positional_only += (positional_only.empty() ? "" : ", ") + std::string(parameter.name);
      }
      if (!positional_only.empty()) {
        return fail("got some positional-only arguments passed as keyword arguments: '" +
                    positional_only + "'");
      }
      return fail("got an unexpected keyword argument '" + std::string(name) + "'");
    }
    if (scope.find(name) != nullptr) {
      return fail("got multiple values for argument '" + std::string(name) + "'");
    }
    scope.set(named->name, entry.value);
  }
  if (rest != nullptr) scope.set(rest->name, Value::dict(std::move(more)));
  return {};
}

Status LambdaBinder::bind_defaults(Evaluator::Scope& scope) {
  std::vector<std::string_view> positional, keyword_only;
  std::size_t next_default = 0;
  for (const Parameter& parameter : node_.parameters) {
    const bool has_default = parameter.default_value != nullptr;
    const std::size_t place = next_default;
    if (has_default) ++next_default;
    const bool is_rest =
        parameter.kind == Kind::kVarPositional || parameter.kind == Kind::kVarKeyword;
    if (is_rest || scope.find(parameter.name) != nullptr) continue;
    if (has_default) {
      scope.set(parameter.name, defaults_[place]);
    } else {
      (parameter.kind == Kind::kKeywordOnly ? keyword_only : positional).push_back(parameter.name);
    }
  }
  if (!positional.empty()) return missing(positional, "positional");
  if (!keyword_only.empty()) return missing(keyword_only, "keyword-only");
  return {};
}

Error LambdaBinder::missing(const std::vector<std::string_view>& names,
                            std::string_view kind) const {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    append_repr_str(list, names[i]);
  }
  return fail("missing " + std::to_string(names.size()) + " required " + std::string(kind) +
              " argument" + (names.size() == 1 ? "" : "s") + ": " + list);
}

Error LambdaBinder::too_many(const Evaluator::Scope& scope) const {
  std::size_t with_default = 0, keyword_only = 0;
  for (const Parameter& parameter : node_.parameters) {
    if (is_positional(parameter) && parameter.default_value != nullptr) ++with_default;
    const bool given = parameter.kind == Kind::kKeywordOnly &&
                       std::any_of(scope.variables.begin(), scope.variables.end(),
                                   [&](const auto& item) { return item.name == parameter.name; });
    if (given) ++keyword_only;
  }
  const std::size_t given = arguments_.positional.size();
  std::string takes = std::to_string(positional_);
  if (with_default > 0) {
    takes = "from " + std::to_string(positional_ - with_default) + " to " + takes;
  }
  const bool plural = with_default > 0 || positional_ != 1;
  std::string but = std::to_string(given);
  if (keyword_only > 0) {
    but += std::string(" positional argument") + (given == 1 ? "" : "s") + " (and " +
           std::to_string(keyword_only) + " keyword-only argument" +
           (keyword_only == 1 ? "" : "s") + ")";
  }
  return fail("takes " + takes + " positional argument" + (plural ? "s" : "") + " but " + but +
              (given == 1 && keyword_only == 0 ? " was given" : " were given"));
}

}  // namespace

Result<Value> Evaluator::lambda(const Lambda& node) {
  List defaults;
  for (const Parameter& parameter : node.parameters) {
    if (parameter.default_value == nullptr) continue;
    BFCLX_ASSIGN_OR_RETURN(Value item, value(*parameter.default_value));
    defaults.push_back(std::move(item));
  }
  Scope* const outer = scope_around();
  std::string name = qualified(outer, "<lambda>");
  const std::string text = "<function " + name + " at " + std::string(kAddress) + ">";
  return Value::opaque(
      {"function", text, text,
       std::make_shared<Function>(*this, run_, node, outer, std::move(defaults), std::move(name))});
}

Result<Value> Evaluator::call_lambda(const Lambda& node, Scope* outer, const List& defaults,
                                     const std::string& name, const Arguments& arguments) {
  BFCLX_ASSIGN_OR_RETURN(Scope* const scope, new_scope("<lambda>", outer));
  BFCLX_RETURN_IF_ERROR(LambdaBinder(node, defaults, name, arguments).bind(*scope));
  constexpr std::size_t kLevels = 4;
  const std::size_t levels = node.body->height + kLevels;
  if (run_->depth + levels > kMaxDepth) return too_deep();
  run_->depth += levels;
  const Inside inside(*this, scope);
  Result<Value> result = value(*node.body);
  run_->depth -= levels;
  return result;
}

Result<Value> evaluate_lambda(Evaluator& evaluator, const Lambda& node) {
  return evaluator.lambda(node);
}

}  // namespace bfclx::python
