#include "tools/bfclx/generate/endpoint_list.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kMembers[] = {"base_url", "weight", "api_key_env", "concurrency"};
constexpr double kLeastWeight = 0.001;
constexpr double kMostWeight = 1000;

std::string_view stripped(std::string_view text) { return strip_chars(text, " \t\r\n"); }

bool has_scheme(std::string_view text) {
  const std::string begin = lower_ascii(stripped(text).substr(0, 8));
  return begin.starts_with("http://") || begin.starts_with("https://");
}

// What may be shown of a name that is not known: it may be a key.
bool is_word(std::string_view name) {
  constexpr std::size_t kLongestWord = 24;
  return name.size() <= kLongestWord && std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

std::optional<double> number_of(const Value& value) {
  if (value.is_small_int()) return static_cast<double>(value.as_int64());
  if (value.is_float()) return value.as_float();
  return std::nullopt;
}

// One row of the file.
class Row {
 public:
  Row(const Value& row, std::string where) : row_(row), where_(std::move(where)) {}

  GivenEndpoint read() const {
    if (!row_.is_dict()) refuse("expected an object with base_url");
    for (const auto& [name, value] : row_.as_dict()) check_name(std::string(name.as_str()));
    GivenEndpoint endpoint;
    endpoint.where = where_;
    endpoint.base_url = text("base_url");
    if (stripped(endpoint.base_url).empty()) refuse("base_url is missing");
    endpoint.api_key_env = text("api_key_env");
    if (!endpoint.api_key_env.empty() && !is_variable_name(endpoint.api_key_env)) {
      refuse("api_key_env takes the name of an environment variable, not a key");
    }
    if (const Value* value = present(row_, "weight")) {
      const double weight = number_of(*value).value_or(0);
      if (!(weight >= kLeastWeight && weight <= kMostWeight)) {
        refuse("weight takes a number from 0.001 to 1000");
      }
      endpoint.weight = weight;
    }
    if (const Value* value = present(row_, "concurrency")) {
      const std::int64_t most = value->is_small_int() ? value->as_int64() : 0;
      if (most < 1 || most > static_cast<std::int64_t>(kMostConcurrency)) {
        refuse("concurrency takes a whole number from 1 to " + std::to_string(kMostConcurrency));
      }
      endpoint.concurrency = static_cast<std::size_t>(most);
    }
    return endpoint;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw UsageError(where_ + ": " + why); }

  // Never shows a value: it may be a key.
  void check_name(const std::string& name) const {
    if (std::find(std::begin(kMembers), std::end(kMembers), name) != std::end(kMembers)) return;
    if (!is_word(name)) {
      refuse(
          "a member is not known. An endpoint has base_url, weight, api_key_env and concurrency");
    }
    if (lower_ascii(name).find("key") != std::string::npos) {
      refuse(name +
             ": not known. Put the key into an environment variable and name that in api_key_env");
    }
    refuse(name + ": not known." + did_you_mean(name, kMembers) +
           " An endpoint has base_url, weight, api_key_env and concurrency");
  }

  std::string text(std::string_view name) const {
    const Value* value = present(row_, name);
    if (value == nullptr) return {};
    if (!value->is_str()) refuse(std::string(name) + " takes a string");
    const std::string_view all = value->as_str();
    if (sanitize_utf8(all) != all || all.find('\0') != std::string_view::npos) {
      refuse(std::string(name) + " is not valid text");
    }
    return std::string(stripped(all));
  }

  const Value& row_;
  std::string where_;
};

void add(std::vector<GivenEndpoint>& all, GivenEndpoint one, const std::string& where) {
  if (all.size() == kMostEndpoints) {
    throw UsageError(where + ": more than " + std::to_string(kMostEndpoints) + " endpoints");
  }
  all.push_back(std::move(one));
}

}  // namespace

bool is_variable_name(std::string_view name) {
  const auto fits = [](unsigned char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
         std::all_of(name.begin(), name.end(), fits);
}

std::vector<GivenEndpoint> endpoints_of_urls(const std::vector<std::string>& texts) {
  std::vector<GivenEndpoint> all;
  for (const std::string& text : texts) {
    const bool plain = text.find_first_of("/@?") == std::string::npos;
    std::string_view left = text;
    while (!stripped(left).empty()) {
      std::size_t end = left.find(',');
      const auto is_inside = [&left](std::size_t at) {
        std::string_view rest = stripped(left.substr(at + 1));
        while (rest.starts_with(',')) rest = stripped(rest.substr(1));
        return !rest.empty() && !has_scheme(rest);
      };
      while (end != std::string_view::npos && !plain && is_inside(end)) {
        end = left.find(',', end + 1);
      }
      const std::string_view one = stripped(left.substr(0, end));
      if (!one.empty()) add(all, {.base_url = std::string(one)}, "--base-url");
      left = end == std::string_view::npos ? std::string_view() : left.substr(end + 1);
    }
  }
  return all;
}

std::vector<GivenEndpoint> endpoints_of_file(const std::string& path) {
  const FileBytes file = read_file(path);
  const std::string name = "--endpoints " + path;
  if (!file.error.empty()) throw UsageError(name + ": " + file.error);
  std::string_view left = without_byte_order_mark(file.bytes);
  std::vector<GivenEndpoint> all;
  if (stripped(left).starts_with('[')) {
    const Result<Value> rows = json_loads(left);
    if (!rows.ok()) throw UsageError(name + ": " + rows.error().message);
    for (const Value& row : rows->items()) {
      add(all, Row(row, name + ": endpoint " + std::to_string(all.size() + 1)).read(), name);
    }
  } else {
    for (std::size_t number = 1; !left.empty(); ++number) {
      const std::size_t end = std::min(left.find('\n'), left.size());
      const std::string_view line = stripped(left.substr(0, end));
      left.remove_prefix(std::min(end + 1, left.size()));
      if (line.empty() || line.starts_with('#')) continue;
      const std::string where = name + ":" + std::to_string(number);
      const Result<Value> row = json_loads(line);
      if (!row.ok()) {
        throw UsageError(where + ": malformed JSON (" + row.error().message +
                         "). Expected an object such as {\"base_url\": \"http://host:8000/v1\"}");
      }
      add(all, Row(*row, where).read(), name);
    }
  }
  if (all.empty()) throw UsageError(name + ": the file has no endpoints");
  return all;
}

}  // namespace bfclx::tools
