// What hardly any response has in it: lambdas, comprehensions, `yield` and f-strings.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/str_repr.h"
#include "core/python/syntax/string_literal.h"
#include "core/python/syntax/unparser.h"

namespace bfclx::python {
namespace {

// A part of an f-string as it is written.
struct FString {
  std::string text;
  bool is_constant;
};

}  // namespace

void Unparser::visit_lambda(const Lambda& node, int precedence) {
  using Kind = Parameter::Kind;
  parenthesize_if(precedence > kTest, [&] {
    write("lambda");
    bool first = true, starred = false;
    for (std::size_t i = 0; i < node.parameters.size(); ++i) {
      const Parameter& parameter = node.parameters[i];
      write(first ? " " : ", ");
      first = false;
      if (parameter.kind == Kind::kVarPositional) {
        write("*");
        starred = true;
      } else if (parameter.kind == Kind::kVarKeyword) {
        write("**");
      } else if (parameter.kind == Kind::kKeywordOnly && !starred) {
        write("*, ");
        starred = true;
      }
      write(parameter.name);
      if (parameter.default_value != nullptr) {
        write("=");
        traverse(*parameter.default_value, kTest, 2 * kFramesPerNode);
      }
      const bool last_positional_only =
          parameter.kind == Kind::kPositionalOnly &&
          (i + 1 == node.parameters.size() || node.parameters[i + 1].kind != Kind::kPositionalOnly);
      if (last_positional_only) write(", /");
    }
    write(": ");
    traverse(*node.body, kTest);
  });
}

void Unparser::visit_comprehension(const ComprehensionNode& node) {
  static constexpr std::string_view kOpen[] = {"[", "{", "{", "("};
  static constexpr std::string_view kClose[] = {"]", "}", "}", ")"};
  const int which = static_cast<int>(node.kind) - static_cast<int>(NodeKind::kListComp);
  write(kOpen[which]);
  traverse(*node.element);
  if (node.value != nullptr) {
    write(": ");
    traverse(*node.value);
  }
  for (const Comprehension& generator : node.generators) {
    write(generator.is_async ? " async for " : " for ");
    traverse(*generator.target, kTuple, 2 * kFramesPerNode);
    write(" in ");
    traverse(*generator.iterable, tighter(kTest), 2 * kFramesPerNode);
    for (const Node* const condition : generator.conditions) {
      write(" if ");
      traverse(*condition, tighter(kTest), 2 * kFramesPerNode);
    }
  }
  write(kClose[which]);
}

void Unparser::visit_yield(const Node& node, int precedence) {
  const bool is_await = node.kind == NodeKind::kAwait;
  const Node* const value = as_wrapper(node).value;
  parenthesize_if(precedence > (is_await ? kAwaitPlace : kYieldPlace), [&] {
    write(is_await ? "await" : node.kind == NodeKind::kYield ? "yield" : "yield from ");
    if (value == nullptr) return;
    if (node.kind != NodeKind::kYieldFrom) write(" ");
    traverse(*value, kAtom);
  });
}

// ---- f-strings

void Unparser::str_avoiding_backslashes(std::string_view text) {
  Quotes possible;
  const std::string literal = literal_text(text, all_quotes(), false, possible);
  write(possible[0]);
  write(literal);
  write(possible[0]);
}

void Unparser::visit_joined_str(const JoinedStr& node) {
  write("f");
  const auto inner_text = [this](const Node& inner) {
    std::string before = std::move(out_);
    out_.clear();
    fstring_inner(inner);
    std::swap(before, out_);
    return before;
  };
  if (avoid_backslashes_) return str_avoiding_backslashes(inner_text(node));
  std::vector<FString> parts;
  for (const Node* const value : node.values) {
    parts.push_back({inner_text(*value), value->kind == NodeKind::kConstant});
  }
  Quotes quotes = all_quotes();
  std::string text;
  bool fall_back = false;
  for (const FString& part : parts) {
    Quotes possible;
    text += literal_text(part.text, quotes, part.is_constant, possible);
    fall_back = std::none_of(possible.begin(), possible.end(), [&](std::string_view quote) {
      return std::find(quotes.begin(), quotes.end(), quote) != quotes.end();
    });
    if (fall_back) break;
    quotes = possible;
  }
  if (fall_back) {
    quotes = {"'''"};
    text.clear();
    for (const FString& part : parts) {
      std::string printed;
      append_repr_str(printed, "\"" + part.text);  // so that repr takes single quotes
      text += std::string_view(printed).substr(2, printed.size() - 3);
    }
  }
  write(quotes[0]);
  write(text);
  write(quotes[0]);
}

void Unparser::fstring_inner(const Node& node) {
  switch (node.kind) {
    case NodeKind::kJoinedStr:
      for (const Node* const value : as<JoinedStr>(node).values) fstring_inner(*value);
      return;
    case NodeKind::kFormattedValue:
      return formatted_value(as<FormattedValue>(node));
    default:
      for (const char c : as<Constant>(node).value.as_str()) {
        if (c == '{' || c == '}') out_ += c;
        out_ += c;
      }
  }
}

void Unparser::formatted_value(const FormattedValue& node) {
  Unparser inner(/*avoid_backslashes=*/true, frames_ + kFramesPerNode);
  inner.traverse(*node.value, tighter(kTest));
  if (inner.failed()) {
    return fail(inner.take_error());
  }
  const std::string& text = inner.out();
  if (text.find('\\') != std::string::npos) {
    return fail({"ValueError", "Unable to avoid backslash in f-string expression part"});
  }
  write("{");
  if (!text.empty() && text[0] == '{') write(" ");
  write(text);
  if (node.conversion != '\0') {
    out_ += '!';
    out_ += node.conversion;
  }
  if (node.format_spec != nullptr) {
    write(":");
    fstring_inner(*node.format_spec);
  }
  write("}");
}

}  // namespace bfclx::python
