#include "core/python/syntax/parser.h"

#include "core/base/unicode.h"
#include "core/python/syntax/format_string.h"
#include "core/python/syntax/literals.h"

namespace bfclx::python {
namespace {

// Binding power of a binary operator, 0 for other tokens.
int binary_power(TokenKind kind) {
  switch (kind) {
    case TokenKind::kBar:
      return 1;
    case TokenKind::kCaret:
      return 2;
    case TokenKind::kAmpersand:
      return 3;
    case TokenKind::kLeftShift:
    case TokenKind::kRightShift:
      return 4;
    case TokenKind::kPlus:
    case TokenKind::kMinus:
      return 5;
    case TokenKind::kStar:
    case TokenKind::kAt:
    case TokenKind::kSlash:
    case TokenKind::kPercent:
    case TokenKind::kDoubleSlash:
      return 6;
    default:
      return 0;
  }
}

BinaryOperator binary_operator(TokenKind kind) {
  static constexpr BinaryOperator kOperators[] = {
      BinaryOperator::kAdd,     BinaryOperator::kSub,    BinaryOperator::kMult,
      BinaryOperator::kMatMult, BinaryOperator::kDiv,    BinaryOperator::kMod,
      BinaryOperator::kPow,     BinaryOperator::kLShift, BinaryOperator::kRShift,
      BinaryOperator::kBitOr,   BinaryOperator::kBitXor, BinaryOperator::kBitAnd,
      BinaryOperator::kFloorDiv};
  return kOperators[static_cast<int>(kind) - static_cast<int>(TokenKind::kPlus)];
}

}  // namespace

#ifdef __EMSCRIPTEN__
// The workers of browsers have 500 KB of stack.
constexpr std::size_t kMaxParserDepth = 1000;
#else
// What nests deeper than a tree may be high is no tree in CPython either.
constexpr std::size_t kMaxParserDepth = kMaxHeight + kMaxBrackets;
#endif

// Bounds the recursion.
struct Parser::DepthGuard {
  explicit DepthGuard(Parser& parser) : depth(parser.depth_) {
    if (++depth > kMaxParserDepth) parser.fail(Outcome::kTooDeep);
  }
  ~DepthGuard() { --depth; }
  std::size_t& depth;
};

Tree Parser::make_tree(std::string_view source, std::size_t expected_bytes) {
  Tree tree;
  tree.source_ = source;
  tree.arena_.expect(expected_bytes);
  return tree;
}

Parser::Outcome Parser::parse_source() {
  const Node* const root = expressions();
  if (root == nullptr) return outcome_;
  while (take(TokenKind::kNewline)) {
  }
  if (kind() != TokenKind::kEnd) {
    no_expression();
  } else {
    tree_.root_ = root;
  }
  return outcome_;
}

const Node* Parser::parse_field() { return atom(); }

const Node* Parser::parse_strings_at(std::size_t first) {
  position_ = first;
  return strings();
}

NodeList Parser::take_nodes(std::size_t begin, Node* parent) {
  const std::size_t count = nodes_.size() - begin;
  for (std::size_t i = 0; i < count; ++i) contain(parent, nodes_[begin + i]);
  const NodeList result = tree_.arena_.copy(nodes_.from(begin), count);
  nodes_.shrink(begin);
  return result;
}

std::string_view Parser::name_text(const Token& token) {
  const std::string_view text = source_.substr(token.begin, token.end - token.begin);
  return token.special ? tree_.arena_.copy(nfkc(text)) : text;
}

const Node* Parser::constant(std::size_t offset, Value value, bool unicode_prefix) {
  Constant* const node = make<Constant>(offset);
  node->value = std::move(value);
  node->unicode_prefix = unicode_prefix;
  node->next = tree_.constants_;
  tree_.constants_ = node;
  return node;
}

// ---- From the loosest binding to the tightest.

const Node* Parser::expressions() {
  const std::size_t begin = token().begin;
  const Node* const first = expression();
  if (first == nullptr || kind() != TokenKind::kComma) return first;
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kComma)) {
    if (kind() == TokenKind::kNewline || kind() == TokenKind::kEnd) break;
    const Node* const next = expression();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  Tuple* const tuple = make<Tuple>(begin);
  tuple->elements = take_nodes(base, tuple);
  return finish(tuple);
}

const Node* Parser::expression() {
  const DepthGuard guard(*this);
  if (outcome_ != Outcome::kParsed) return nullptr;
  if (kind() == TokenKind::kLambda) return lambda();
  const std::size_t begin = token().begin;
  const Node* const body = disjunction();
  if (body == nullptr || kind() != TokenKind::kIf) return body;
  ++position_;
  const Node* const test = disjunction();
  if (test == nullptr) return nullptr;
  if (!take(TokenKind::kElse)) return no_expression();
  const Node* const orelse = expression();
  if (orelse == nullptr) return nullptr;
  IfExp* const node = make<IfExp>(begin);
  node->test = test;
  node->body = body;
  node->orelse = orelse;
  contain(node, test);
  contain(node, body);
  contain(node, orelse);
  return finish(node);
}

const Node* Parser::disjunction() {
  const std::size_t begin = token().begin;
  const Node* const first = conjunction();
  if (first == nullptr || kind() != TokenKind::kOr) return first;
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kOr)) {
    const Node* const next = conjunction();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  BoolOp* const node = make<BoolOp>(begin);
  node->op = BoolOperator::kOr;
  node->values = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::conjunction() {
  const std::size_t begin = token().begin;
  const Node* const first = inversion();
  if (first == nullptr || kind() != TokenKind::kAnd) return first;
  const std::size_t base = nodes_.size();
  nodes_.push(first);
  while (take(TokenKind::kAnd)) {
    const Node* const next = inversion();
    if (next == nullptr) return nullptr;
    nodes_.push(next);
  }
  BoolOp* const node = make<BoolOp>(begin);
  node->op = BoolOperator::kAnd;
  node->values = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::inversion() {
  if (kind() != TokenKind::kNot) return comparison();
  const DepthGuard guard(*this);
  if (outcome_ != Outcome::kParsed) return nullptr;
  const std::size_t begin = token().begin;
  ++position_;
  const Node* const operand = inversion();
  if (operand == nullptr) return nullptr;
  UnaryOp* const node = make<UnaryOp>(begin);
  node->op = UnaryOperator::kNot;
  node->operand = operand;
  contain(node, operand);
  return finish(node);
}

const Node* Parser::comparison() {
  const std::size_t begin = token().begin;
  const Node* const left = bitwise_or();
  if (left == nullptr) return nullptr;
  const std::size_t base = nodes_.size();
  std::string ops;  // short, so usually without heap
  for (;;) {
    CompareOperator op;
    if (kind() >= TokenKind::kEqual && kind() <= TokenKind::kGreaterEqual) {
      op = static_cast<CompareOperator>(static_cast<int>(kind()) -
                                        static_cast<int>(TokenKind::kEqual));
    } else if (kind() == TokenKind::kIn) {
      op = CompareOperator::kIn;
    } else if (kind() == TokenKind::kNot) {
      if (next_kind() != TokenKind::kIn) break;
      ++position_;
      op = CompareOperator::kNotIn;
    } else if (kind() == TokenKind::kIs) {
      op = CompareOperator::kIs;
      if (next_kind() == TokenKind::kNot) {
        ++position_;
        op = CompareOperator::kIsNot;
      }
    } else {
      break;
    }
    ++position_;
    const Node* const right = bitwise_or();
    if (right == nullptr) return nullptr;
    ops += static_cast<char>(op);
    nodes_.push(right);
  }
  if (ops.empty()) return left;
  Compare* const node = make<Compare>(begin);
  node->left = left;
  contain(node, left);
  node->ops = tree_.arena_.copy(reinterpret_cast<const CompareOperator*>(ops.data()), ops.size());
  node->comparators = take_nodes(base, node);
  return finish(node);
}

const Node* Parser::binary(int lowest) {
  const std::size_t begin = token().begin;
  const Node* left = factor();
  while (left != nullptr) {
    const int power = binary_power(kind());
    if (power < lowest || power == 0) return left;
    const BinaryOperator op = binary_operator(kind());
    ++position_;
    const Node* const right = binary(power + 1);
    if (right == nullptr) return nullptr;
    BinOp* const node = make<BinOp>(begin);
    node->op = op;
    node->left = left;
    node->right = right;
    contain(node, left);
    contain(node, right);
    left = finish(node);
  }
  return nullptr;
}

const Node* Parser::factor() {
  UnaryOperator op;
  switch (kind()) {
    case TokenKind::kPlus:
      op = UnaryOperator::kUAdd;
      break;
    case TokenKind::kMinus:
      op = UnaryOperator::kUSub;
      break;
    case TokenKind::kTilde:
      op = UnaryOperator::kInvert;
      break;
    default:
      return power();
  }
  const DepthGuard guard(*this);
  if (outcome_ != Outcome::kParsed) return nullptr;
  const std::size_t begin = token().begin;
  ++position_;
  const Node* const operand = factor();
  if (operand == nullptr) return nullptr;
  UnaryOp* const node = make<UnaryOp>(begin);
  node->op = op;
  node->operand = operand;
  contain(node, operand);
  return finish(node);
}

const Node* Parser::power() {
  const std::size_t begin = token().begin;
  const Node* const base = primary();
  if (base == nullptr || kind() != TokenKind::kDoubleStar) return base;
  const DepthGuard guard(*this);
  if (outcome_ != Outcome::kParsed) return nullptr;
  ++position_;
  const Node* const exponent = factor();
  if (exponent == nullptr) return nullptr;
  BinOp* const node = make<BinOp>(begin);
  node->op = BinaryOperator::kPow;
  node->left = base;
  node->right = exponent;
  contain(node, base);
  contain(node, exponent);
  return finish(node);
}

const Node* Parser::primary() {
  const std::size_t begin = token().begin;
  if (kind() != TokenKind::kAwait) return trailers(atom(), begin);
  ++position_;
  const std::size_t value_begin = token().begin;
  const Node* const value = trailers(atom(), value_begin);
  if (value == nullptr) return nullptr;
  Await* const node = make<Await>(begin);
  node->value = value;
  contain(node, value);
  return finish(node);
}

// `begin`: where the first atom begins, a parenthesis around it included.
const Node* Parser::trailers(const Node* node, std::size_t begin) {
  while (node != nullptr) {
    switch (kind()) {
      case TokenKind::kDot: {
        ++position_;
        if (kind() != TokenKind::kName) return no_expression();
        Attribute* const attribute = make<Attribute>(begin);
        attribute->value = node;
        attribute->attr = name_text(token());
        contain(attribute, node);
        ++position_;
        node = finish(attribute);
        break;
      }
      case TokenKind::kLeftParen:
        node = call(node, begin);
        break;
      case TokenKind::kLeftBracket:
        node = subscript(node, begin);
        break;
      default:
        return node;
    }
  }
  return nullptr;
}

const Node* Parser::atom() {
  const std::size_t begin = token().begin;
  switch (kind()) {
    case TokenKind::kName:
      return name();
    case TokenKind::kNumber:
      return number();
    case TokenKind::kString:
      return strings();
    case TokenKind::kTrue:
      ++position_;
      return constant(begin, Value::boolean(true));
    case TokenKind::kFalse:
      ++position_;
      return constant(begin, Value::boolean(false));
    case TokenKind::kNone:
      ++position_;
      return constant(begin, Value::none());
    case TokenKind::kEllipsis:
      ++position_;
      return constant(begin, Value::ellipsis());
    case TokenKind::kLeftParen:
      return parenthesized();
    case TokenKind::kLeftBracket:
      return list_display();
    case TokenKind::kLeftBrace:
      return brace_display();
    default:
      return no_expression();
  }
}

const Node* Parser::name() {
  Name* const node = make<Name>(token().begin);
  node->id = name_text(token());
  ++position_;
  return node;
}

const Node* Parser::number() {
  const Token& here = token();
  Result<Value> value = number_value(source_.substr(here.begin, here.end - here.begin));
  if (!value.ok()) {
    literal_error_ = {value.error().kind, value.error().message, line_number(source_, here.begin),
                      false};
    return fail(Outcome::kLiteralError);
  }
  ++position_;
  return constant(here.begin, std::move(value).value());
}

const Node* Parser::strings() {
  const std::size_t first = position_;
  const Token& here = token();
  while (kind() == TokenKind::kString) ++position_;
  const StringToken parts = split_string_token(source_.substr(here.begin, here.end - here.begin));
  const bool plain = position_ == first + 1 && !parts.is_format && !parts.is_bytes &&
                     (parts.is_raw || !here.special);
  if (plain) return constant(here.begin, Value::str(parts.body), parts.is_unicode);
  return FormatString(*this, {tokens_ + first, position_ - first}).parse();
}

}  // namespace bfclx::python
