// The rules for displays, calls and subscripts.
#include "core/python/syntax/parser.h"

namespace bfclx::python {

// ---- Brackets

const Node* Parser::named_expression() {
  if (kind() != TokenKind::kName || next_kind() != TokenKind::kColonAssign) return expression();
  const std::size_t begin = token().begin;
  const Node* const target = name();
  ++position_;
  const Node* const value = expression();
  if (value == nullptr) return nullptr;
  NamedExpr* const node = make<NamedExpr>(begin);
  node->target = target;
  node->value = value;
  contain(node, target);
  contain(node, value);
  return finish(node);
}

const Node* Parser::star_named_expression() {
  if (kind() != TokenKind::kStar) return named_expression();
  const std::size_t begin = token().begin;
  ++position_;
  const Node* const value = bitwise_or();
  if (value == nullptr) return nullptr;
  Starred* const node = make<Starred>(begin);
  node->value = value;
  contain(node, value);
  return finish(node);
}

const Node* Parser::parenthesized() {
  const std::size_t begin = token().begin;
  ++position_;
  if (take(TokenKind::kRightParen)) return make<Tuple>(begin);
  if (kind() == TokenKind::kYield) {
    const Node* const node = yield_expression();
    if (node == nullptr) return nullptr;
    return take(TokenKind::kRightParen) ? node : no_expression();
  }
  const Node* const first = star_named_expression();
  if (first == nullptr) return nullptr;
  const bool starred = first->kind == NodeKind::kStarred;
  switch (kind()) {
    case TokenKind::kRightParen:
      ++position_;
      return starred ? no_expression() : first;
    case TokenKind::kFor:
    case TokenKind::kAsync:
      if (starred) return no_expression();
      return comprehension(NodeKind::kGeneratorExp, begin, first, nullptr, TokenKind::kRightParen);
    case TokenKind::kComma:
      break;
    default:
      return no_expression();
  }
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kComma) && kind() != TokenKind::kRightParen) {
    const Node* const next = star_named_expression();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  if (!take(TokenKind::kRightParen)) return no_expression();
  Tuple* const node = make<Tuple>(begin);
  node->elements = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::list_display() {
  const std::size_t begin = token().begin;
  ++position_;
  const std::size_t base = nodes_.size();
  while (kind() != TokenKind::kRightBracket) {
    const Node* const item = star_named_expression();
    if (item == nullptr) return nullptr;
    if (nodes_.size() == base && (kind() == TokenKind::kFor || kind() == TokenKind::kAsync)) {
      if (item->kind == NodeKind::kStarred) return no_expression();
      return comprehension(NodeKind::kListComp, begin, item, nullptr, TokenKind::kRightBracket);
    }
    nodes_.push(item);
    if (!take(TokenKind::kComma)) break;
  }
  if (!take(TokenKind::kRightBracket)) return no_expression();
  ListNode* const node = make<ListNode>(begin);
  node->elements = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::brace_display() {
  const std::size_t begin = token().begin;
  ++position_;
  if (kind() == TokenKind::kRightBrace || kind() == TokenKind::kDoubleStar) {
    return dict_display(begin, nullptr);
  }
  const bool walrus = kind() == TokenKind::kName && next_kind() == TokenKind::kColonAssign;
  const Node* const first = star_named_expression();
  if (first == nullptr) return nullptr;
  if (kind() == TokenKind::kColon) {
    if (first->kind == NodeKind::kStarred || walrus) return no_expression();
    return dict_display(begin, first);
  }
  if (kind() == TokenKind::kFor || kind() == TokenKind::kAsync) {
    if (first->kind == NodeKind::kStarred) return no_expression();
    return comprehension(NodeKind::kSetComp, begin, first, nullptr, TokenKind::kRightBrace);
  }
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kComma) && kind() != TokenKind::kRightBrace) {
    const Node* const next = star_named_expression();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  if (!take(TokenKind::kRightBrace)) return no_expression();
  SetNode* const node = make<SetNode>(begin);
  node->elements = take_nodes(base, node);
  return finish(node);
}

// Pushes a key (nullptr for `**value`) and a value.
bool Parser::dict_item() {
  if (!take(TokenKind::kDoubleStar)) return key_and_value();
  const Node* const value = bitwise_or();
  if (value == nullptr) return false;
  nodes_.push(nullptr);
  nodes_.push(value);
  return true;
}

bool Parser::key_and_value() {
  const Node* const key = expression();
  if (key == nullptr || !take(TokenKind::kColon)) return false;
  const Node* const value = expression();
  if (value == nullptr) return false;
  nodes_.push(key);
  nodes_.push(value);
  return true;
}

// Behind the brace, or at the colon behind the first key.
const Node* Parser::dict_display(std::size_t begin, const Node* first_key) {
  const std::size_t base = nodes_.size();
  bool more = true;
  if (first_key != nullptr) {
    ++position_;
    const Node* const value = expression();
    if (value == nullptr) return nullptr;
    if (kind() == TokenKind::kFor || kind() == TokenKind::kAsync) {
      return comprehension(NodeKind::kDictComp, begin, first_key, value, TokenKind::kRightBrace);
    }
    nodes_.push(first_key);
    nodes_.push(value);
    more = take(TokenKind::kComma);
  }
  while (more && kind() != TokenKind::kRightBrace) {
    if (!dict_item()) return no_expression();
    more = take(TokenKind::kComma);
  }
  if (!take(TokenKind::kRightBrace)) return no_expression();
  DictNode* const node = make<DictNode>(begin);
  const std::size_t count = (nodes_.size() - base) / 2;
  auto** const keys =
      static_cast<const Node**>(tree_.arena_.allocate(2 * count * sizeof(const Node*)));
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = nodes_[base + 2 * i];
    keys[count + i] = nodes_[base + 2 * i + 1];
    contain(node, keys[i]);
    contain(node, keys[count + i]);
  }
  nodes_.shrink(base);
  node->keys = {keys, count};
  node->values = {keys + count, count};
  return finish(node);
}

// ---- Calls and subscripts

const Node* Parser::call(const Node* function, std::size_t begin) {
  ++position_;
  const std::size_t node_base = nodes_.size();
  const std::size_t keyword_base = keywords_.size();
  const Node* generator = nullptr;
  if (!arguments(generator)) return no_expression();
  Call* const node = make<Call>(begin);
  node->function = function;
  contain(node, function);
  if (generator != nullptr) nodes_.push(generator);
  node->arguments = take_nodes(node_base, node);
  const std::size_t count = keywords_.size() - keyword_base;
  for (std::size_t i = 0; i < count; ++i) {
    // A keyword is a node of its own in CPython.
    const Node* const value = keywords_[keyword_base + i].value;
    if (value->height + 1 >= node->height) {
      node->height = static_cast<std::uint16_t>(value->height + 2);
    }
  }
  node->keywords = tree_.arena_.copy(keywords_.from(keyword_base), count);
  keywords_.shrink(keyword_base);
  return finish(node);
}

// From behind the opening parenthesis to behind the closing one. `generator` is set when the only
// argument is a generator without parentheses of its own.
bool Parser::arguments(const Node*& generator) {
  const std::size_t open = tokens_[position_ - 1].begin;
  bool saw_keyword = false, saw_unpacking = false, first = true;
  for (; kind() != TokenKind::kRightParen; first = false) {
    if (kind() == TokenKind::kName && next_kind() == TokenKind::kAssign) {
      Keyword keyword{name_text(token()), nullptr};
      position_ += 2;
      keyword.value = expression();
      if (keyword.value == nullptr) return false;
      keywords_.push(keyword);
      saw_keyword = true;
    } else if (take(TokenKind::kDoubleStar)) {
      const Node* const value = expression();
      if (value == nullptr) return false;
      keywords_.push({{}, value});
      saw_keyword = saw_unpacking = true;
    } else if (kind() == TokenKind::kStar) {
      const std::size_t begin = token().begin;
      ++position_;
      const Node* const value = expression();
      if (value == nullptr || saw_unpacking) return false;
      Starred* const node = make<Starred>(begin);
      node->value = value;
      contain(node, value);
      nodes_.push(node);
    } else {
      const Node* const value = named_expression();
      if (value == nullptr || saw_keyword) return false;
      if (first && (kind() == TokenKind::kFor || kind() == TokenKind::kAsync)) {
        generator =
            comprehension(NodeKind::kGeneratorExp, open, value, nullptr, TokenKind::kRightParen);
        return generator != nullptr;
      }
      nodes_.push(value);
    }
    if (!take(TokenKind::kComma)) break;
  }
  return take(TokenKind::kRightParen);
}

const Node* Parser::subscript(const Node* value, std::size_t begin) {
  ++position_;
  const std::size_t index_begin = token().begin;
  const std::size_t base = nodes_.size();
  bool tuple = false;
  const Node* index = nullptr;
  do {
    if (tuple && kind() == TokenKind::kRightBracket) break;
    index = slice();
    if (index == nullptr) return nullptr;
    tuple |= index->kind == NodeKind::kStarred;
    nodes_.push(index);
  } while (take(TokenKind::kComma) && (tuple = true));
  if (!take(TokenKind::kRightBracket)) return no_expression();
  if (tuple) {
    Tuple* const node = make<Tuple>(index_begin);
    node->elements = take_nodes(base, node);
    index = node;
  }
  nodes_.shrink(base);
  Subscript* const node = make<Subscript>(begin);
  node->value = value;
  node->slice = index;
  contain(node, value);
  contain(node, index);
  return finish(node);
}

const Node* Parser::slice() {
  const std::size_t begin = token().begin;
  if (kind() == TokenKind::kStar) {
    ++position_;
    const Node* const value = expression();
    if (value == nullptr) return nullptr;
    Starred* const node = make<Starred>(begin);
    node->value = value;
    contain(node, value);
    return finish(node);
  }
  const Node* lower = nullptr;
  if (kind() != TokenKind::kColon) {
    const bool walrus = kind() == TokenKind::kName && next_kind() == TokenKind::kColonAssign;
    lower = named_expression();
    if (lower == nullptr || walrus || kind() != TokenKind::kColon) return lower;
  }
  Slice* const node = make<Slice>(begin);
  node->lower = lower;
  contain(node, lower);
  const auto bound = [this, node](const Node*& target) {
    if (kind() == TokenKind::kColon || kind() == TokenKind::kComma ||
        kind() == TokenKind::kRightBracket) {
      return true;
    }
    target = expression();
    contain(node, target);
    return target != nullptr;
  };
  ++position_;
  if (!bound(node->upper)) return nullptr;
  if (take(TokenKind::kColon) && !bound(node->step)) return nullptr;
  return finish(node);
}

}  // namespace bfclx::python
