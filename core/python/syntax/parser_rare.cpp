// The rules that hardly any response uses: lambdas, comprehensions and `yield`.
#include "core/python/syntax/parser.h"

namespace bfclx::python {

// ---- Lambda

const Node* Parser::lambda() {
  const std::size_t begin = token().begin;
  ++position_;
  const std::size_t base = parameters_.size();
  if (!lambda_parameters()) return no_expression();
  // The body is parsed with the parameters copied, so that inner lambdas find the stack clean.
  const std::size_t count = parameters_.size() - base;
  Lambda* const node = make<Lambda>(begin);
  for (std::size_t i = 0; i < count; ++i) contain(node, parameters_[base + i].default_value);
  node->parameters = tree_.arena_.copy(parameters_.from(base), count);
  parameters_.shrink(base);
  node->body = expression();
  if (node->body == nullptr) return nullptr;
  contain(node, node->body);
  return finish(node);
}

// From behind `lambda` to behind the colon.
bool Parser::lambda_parameters() {
  const std::size_t base = parameters_.size();
  Parameter::Kind mode = Parameter::Kind::kPlain;
  bool saw_slash = false, saw_default = false;
  while (!take(TokenKind::kColon)) {
    if (mode == Parameter::Kind::kVarKeyword) return false;  // nothing follows **name
    if (kind() == TokenKind::kSlash) {
      if (saw_slash || mode != Parameter::Kind::kPlain || parameters_.size() == base) return false;
      saw_slash = true;
      ++position_;
      for (std::size_t i = base; i < parameters_.size(); ++i) {
        parameters_[i].kind = Parameter::Kind::kPositionalOnly;
      }
    } else {
      Parameter parameter{mode, {}, nullptr};
      if (kind() == TokenKind::kStar) {
        if (mode != Parameter::Kind::kPlain) return false;
        ++position_;
        mode = Parameter::Kind::kKeywordOnly;
        parameter.kind = Parameter::Kind::kVarPositional;
        if (take(TokenKind::kComma)) {
          if (kind() != TokenKind::kName) return false;
          continue;
        }
      } else if (kind() == TokenKind::kDoubleStar) {
        ++position_;
        mode = parameter.kind = Parameter::Kind::kVarKeyword;
      }
      if (kind() != TokenKind::kName) return false;
      parameter.name = name_text(token());
      ++position_;
      const bool may_default = parameter.kind == Parameter::Kind::kPlain ||
                               parameter.kind == Parameter::Kind::kKeywordOnly;
      if (kind() == TokenKind::kAssign) {
        if (!may_default) return false;
        ++position_;
        parameter.default_value = expression();
        if (parameter.default_value == nullptr) return false;
        saw_default |= parameter.kind == Parameter::Kind::kPlain;
      } else if (parameter.kind == Parameter::Kind::kPlain && saw_default) {
        return false;
      }
      parameters_.push(parameter);
    }
    if (kind() != TokenKind::kColon && !take(TokenKind::kComma)) return false;
  }
  return true;
}

// ---- Comprehensions

const Node* Parser::comprehension(NodeKind node_kind, std::size_t begin, const Node* element,
                                  const Node* value, TokenKind close) {
  ComprehensionNode* const node = make<ComprehensionNode>(begin, node_kind);
  node->element = element;
  node->value = value;
  contain(node, element);
  contain(node, value);
  const std::size_t base = clauses_.size();
  while (kind() == TokenKind::kFor || kind() == TokenKind::kAsync) {
    if (!clause(node)) return no_expression();
  }
  if (!take(close)) return no_expression();
  const std::size_t count = clauses_.size() - base;
  node->generators = tree_.arena_.copy(clauses_.from(base), count);
  clauses_.shrink(base);
  return finish(node);
}

bool Parser::clause(Node* parent) {
  Comprehension clause{};
  clause.is_async = take(TokenKind::kAsync);
  if (!take(TokenKind::kFor)) return false;
  clause.target = targets();
  if (clause.target == nullptr || !take(TokenKind::kIn)) return false;
  clause.iterable = disjunction();
  if (clause.iterable == nullptr) return false;
  contain(parent, clause.target);
  contain(parent, clause.iterable);
  const std::size_t base = nodes_.size();
  while (take(TokenKind::kIf)) {
    const Node* const condition = disjunction();
    if (condition == nullptr) return false;
    nodes_.push(condition);
  }
  clause.conditions = take_nodes(base, parent);
  clauses_.push(clause);
  return true;
}

const Node* Parser::targets() {
  const std::size_t begin = token().begin;
  const Node* const first = target();
  if (first == nullptr || kind() != TokenKind::kComma) return first;
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kComma) && kind() != TokenKind::kIn) {
    const Node* const next = target();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  Tuple* const node = make<Tuple>(begin);
  node->elements = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::target() {
  const std::size_t begin = token().begin;
  const bool starred = take(TokenKind::kStar);
  const std::size_t value_begin = token().begin;
  const Node* const value = trailers(atom(), value_begin);
  if (value == nullptr || !is_target(*value, false)) return no_expression();
  if (!starred) return value;
  Starred* const node = make<Starred>(begin);
  node->value = value;
  contain(node, value);
  return finish(node);
}

bool Parser::is_target(const Node& node, bool may_be_starred) {
  switch (node.kind) {
    case NodeKind::kName:
    case NodeKind::kAttribute:
    case NodeKind::kSubscript:
      return true;
    case NodeKind::kStarred:
      return may_be_starred && is_target(*as<Starred>(node).value, false);
    case NodeKind::kTuple:
    case NodeKind::kList:
      for (const Node* const element : as_sequence(node).elements) {
        if (!is_target(*element, true)) return false;
      }
      return true;
    default:
      return false;
  }
}

// ---- Yield

// `yield` stands only in parentheses, so what follows it ends with one.
const Node* Parser::yield_expression() {
  const std::size_t begin = token().begin;
  ++position_;
  const bool from = take(TokenKind::kFrom);
  const Node* value = nullptr;
  if (from) {
    value = expression();
    if (value == nullptr) return nullptr;
  } else if (kind() != TokenKind::kRightParen) {
    const std::size_t base = nodes_.size();
    const std::size_t value_begin = token().begin;
    bool tuple = false;
    do {
      if (tuple && kind() == TokenKind::kRightParen) break;
      const Node* const item = kind() == TokenKind::kStar ? star_named_expression() : expression();
      if (item == nullptr) return nullptr;
      nodes_.push(item);
      value = item;
    } while (take(TokenKind::kComma) && (tuple = true));
    if (tuple) {
      Tuple* const node = make<Tuple>(value_begin);
      node->elements = take_nodes(base, node);
      value = finish(node);
      if (value == nullptr) return nullptr;
    }
    nodes_.shrink(base);
  }
  Wrapper* const node = from ? static_cast<Wrapper*>(make<YieldFrom>(begin)) : make<Yield>(begin);
  node->value = value;
  contain(node, value);
  return finish(node);
}

}  // namespace bfclx::python
