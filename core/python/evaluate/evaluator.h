// The evaluator behind evaluate(): one for each evaluation. Its parts: evaluator.cpp (expressions),
// evaluator_calls.cpp (calls), evaluator_scopes.cpp (names that an expression binds), and of the
// extensions evaluator_lambdas.cpp and evaluator_loops.cpp (comprehensions and generators).
#ifndef BFCLX_CORE_PYTHON_EVALUATE_EVALUATOR_H_
#define BFCLX_CORE_PYTHON_EVALUATE_EVALUATOR_H_

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/python/evaluate/builtins.h"
#include "core/python/evaluate/evaluate.h"
#include "core/python/syntax/ast.h"

namespace bfclx::python {

class Evaluator final : public Meter {
 public:
  Evaluator(Environment& environment, const EvaluateLimits& limits)
      : environment_(environment), limits_(limits), run_(std::make_shared<Run>()) {
    run_->meter = this;
    run_->extensions = environment.extensions();
    scopes_.emplace_back();
    scope_ = &scopes_.back();
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  // What outlives the evaluation can do nothing any more.
  virtual ~Evaluator();

  Result<Value> value(const Node& node);

  // Names that a lambda or a comprehension binds; the first scope is the expression's own.
  struct Scope {
    struct Variable {
      std::string_view name;
      Value value;
    };
    std::vector<Variable> variables;
    Scope* outer = nullptr;     // nullptr where only globals are around
    std::string_view function;  // "<lambda>", "<listcomp>"
    bool is_comprehension() const { return !function.empty() && function != "<lambda>"; }

    Variable* find(std::string_view name);
    void set(std::string_view name, Value value);
  };

  // The lambda's body with its parameters bound. `defaults` in the order of the parameters that
  // have one; `name` for messages.
  Result<Value> call_lambda(const Lambda& node, Scope* outer, const List& defaults,
                            const std::string& name, const Arguments& arguments);
  // Moves to the next element of a comprehension in its scope: assigns its targets and gives true,
  // or false at the end. `open` has the iterators of the levels that have begun.
  Result<bool> advance(const ComprehensionNode& node, Scope* scope, List& open);
  // The value of a generator's element in its scope.
  Result<Value> element_in(const ComprehensionNode& node, Scope* scope);

  // A lambda and a generator as objects.
  Result<Value> lambda(const Lambda& node);
  Result<Value> generator(const ComprehensionNode& node);

  // Steps that were taken so far.
  std::size_t steps() const { return steps_; }

  Status step(std::size_t count) override;
  Status pay_for_all(const Value& value) override;

 private:
  // Goes into a scope for as long as it lives.
  class Inside {
   public:
    Inside(Evaluator& evaluator, Scope* scope) : evaluator_(evaluator), outer_(evaluator.scope_) {
      evaluator_.scope_ = scope;
    }
    ~Inside() { evaluator_.scope_ = outer_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Evaluator& evaluator_;
    Scope* outer_;
  };

  // What an operation takes that touches each byte of the object itself. Arithmetic of large
  // integers takes more than that; they are bounded in size.
  Status pay_for_bytes(const Value& value);
  Status pay_for(const Arguments& arguments);
  // Of a key of a dict or an item of a set, which is paid for.
  Status check_key(const Value& value);
  // The result of an operation, which is paid for.
  Result<Value> paid(Result<Value> result);

  const Value* variable(std::string_view name);
  Result<Scope*> new_scope(std::string_view name, Scope* outer);
  // __qualname__ of what is made in the scope: "<lambda>.<locals>.<genexpr>".
  static std::string qualified(const Scope* scope, std::string_view name);
  // The scope around what is made here. What the expression's own scope binds is local to eval()
  // and not in sight of functions.
  Scope* scope_around() { return scope_ == &scopes_.front() ? nullptr : scope_; }

  Result<Value> binary(BinaryOperator op, const Value& left, const Value& right);
  Result<Value> name(std::string_view name);
  Status append_items(NodeList nodes, List& items);
  Result<Value> sequence_value(const Node& node);
  Result<Value> bool_op(const BoolOp& node);
  Result<Value> compare(const Compare& node);
  Result<Value> set(const SetNode& node);
  Result<Value> dict(const DictNode& node);
  Result<Value> subscript_value(const Subscript& node);
  Result<Value> joined_str(const JoinedStr& node);

  Result<Value> call(const Call& node);
  Status arguments_of(const Call& node, Arguments& arguments);
  Status keyword_argument(const Call& node, const Keyword& keyword, Arguments& arguments);
  Result<Value> named_expr(const NamedExpr& node);
  Result<Value> comprehension(const ComprehensionNode& node);
  // The scope of a comprehension and the iterator of its first level.
  Result<Scope*> begin_comprehension(const ComprehensionNode& node, List& open);
  Status add_element(const ComprehensionNode& node, Value& result);
  Status assign(const Node& target, const Value& value);
  Status unpack(NodeList targets, const Value& value);

  static constexpr std::size_t kBytesPerStep = 64;

  Environment& environment_;
  const EvaluateLimits& limits_;
  std::shared_ptr<Run> run_;
  std::size_t steps_ = 0;
  std::deque<Scope> scopes_;
  Scope globals_;  // what := in a comprehension binds
  Scope* scope_ = nullptr;
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_EVALUATE_EVALUATOR_H_
