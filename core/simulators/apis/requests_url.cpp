// The URL of a request with its query, as requests prepares it.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/python/objects/protocol.h"
#include "core/simulators/apis/requests.h"
#include "core/simulators/apis/url.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

bool is_text(const Value& value) { return value.is_str() || value.is_bytes(); }
std::string_view octets(const Value& value) {
  return value.is_str() ? value.as_str() : value.as_bytes();
}

// ---- Query.

// What one value of a parameter becomes: several for a list.
Status append_parameter(std::string& query, std::string_view name, const Value& value) {
  const auto append = [&](std::string_view text) {
    if (!query.empty()) query += '&';
    query += name;
    query += '=';
    query += quote_plus(text);
  };
  if (is_text(value)) {
    append(octets(value));
    return {};
  }
  if (value.is_none()) return {};
  // A list inside of a list is repeated as well, what is in that is written by str().
  if (python::is_iterable(value)) {
    BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(value));
    for (const Value& item : items) append(is_text(item) ? octets(item) : str(item));
    return {};
  }
  append(str(value));
  return {};
}

Result<std::pair<Value, Value>> pair_of(const Value& item) {
  if (!python::is_iterable(item)) {
    return python::type_error(concat({"cannot unpack non-iterable ", type_name(item), " object"}));
  }
  BFCLX_ASSIGN_OR_RETURN(const List parts, python::iterate(item));
  if (parts.size() > 2) return Error{"ValueError", "too many values to unpack (expected 2)"};
  if (parts.size() < 2) {
    return Error{"ValueError", "not enough values to unpack (expected 2, got " +
                                   std::to_string(parts.size()) + ")"};
  }
  return std::pair<Value, Value>(parts[0], parts[1]);
}

Status append_parameters(std::string& query, const Value& name, const Value& values) {
  const std::string key = quote_plus(is_text(name) ? std::string(octets(name)) : str(name));
  if (is_text(values) || !python::is_iterable(values)) return append_parameter(query, key, values);
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(values));
  for (const Value& value : items) BFCLX_RETURN_IF_ERROR(append_parameter(query, key, value));
  return {};
}

// requests/models.py:_encode_params
Result<std::string> encode_params(const Value& params) {
  std::string query;
  if (!truthy(params)) return query;
  if (is_text(params)) return std::string(octets(params));
  if (!python::is_iterable(params)) return str(params);
  if (params.is_dict()) {
    for (const Dict::Entry& entry : params.as_dict()) {
      BFCLX_RETURN_IF_ERROR(append_parameters(query, entry.key, entry.value));
    }
    return query;
  }
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(params));
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(const auto pair, pair_of(item));
    BFCLX_RETURN_IF_ERROR(append_parameters(query, pair.first, pair.second));
  }
  return query;
}

// ---- URL.

Error invalid_url(const std::string& url, std::string_view what) {
  return {"InvalidURL", "Invalid URL " + repr(Value::str(url)) + ": " + std::string(what)};
}

// urllib.parse.urlsplit, which requests calls next, asks ipaddress about what stands in brackets:
// one "%" at most, and no number above 255 or with a leading zero between dots.
Status check_bracketed(std::string_view host) {
  if (host.empty() || host[0] != '[') return {};
  const std::string_view inside = host.substr(1, host.find(']') - 1);
  const std::size_t percent = std::min(inside.find('%'), inside.size());
  bool taken = inside.find('%', percent + 1) == std::string_view::npos;
  const std::string_view address = inside.substr(0, percent);
  if (address.find('.') != std::string_view::npos) {
    std::string_view numbers = address.substr(address.rfind(':') + 1);
    while (!numbers.empty()) {
      const std::string_view number = numbers.substr(0, numbers.find('.'));
      int value = 0;
      for (const char digit : number) value = value * 10 + (digit - '0');
      taken = taken && value <= 255 && (number.size() == 1 || number[0] != '0');
      numbers.remove_prefix(std::min(number.size() + 1, numbers.size()));
    }
  }
  if (taken) return {};
  return Error{"ValueError",
               repr(Value::str(inside)) + " does not appear to be an IPv4 or IPv6 address"};
}

}  // namespace

Result<std::string> prepared_url(const Value& given, const Value& params) {
  std::string url = is_text(given) ? std::string(octets(given)) : str(given);
  url = std::string(lstrip(url));
  if (url.find(':') != std::string::npos && lower(url.substr(0, 4)) != "http") return url;
  BFCLX_ASSIGN_OR_RETURN(UrlParts parts, parse_url(url));
  if (!parts.scheme) {
    return Error{"MissingSchema", "Invalid URL " + repr(Value::str(url)) +
                                      ": No scheme supplied. Perhaps you meant https://" + url +
                                      "?"};
  }
  if (!parts.host || parts.host->empty()) return invalid_url(url, "No host supplied");
  if ((*parts.host)[0] == '*' || (*parts.host)[0] == '.') {
    return Error{"InvalidURL", "URL has an invalid label."};
  }
  std::string netloc = parts.auth ? *parts.auth + "@" : "";
  netloc += *parts.host;
  if (parts.port != 0) netloc += ":" + std::to_string(parts.port);
  BFCLX_ASSIGN_OR_RETURN(const std::string encoded, encode_params(params));
  std::string query = parts.query.value_or("");
  if (!encoded.empty()) query += (query.empty() ? "" : "&") + encoded;
  std::string whole = *parts.scheme + "://" + netloc;
  whole += parts.path && !parts.path->empty() ? *parts.path : "/";
  if (!query.empty()) whole += "?" + query;
  if (parts.fragment && !parts.fragment->empty()) whole += "#" + *parts.fragment;
  std::string quoted = requote_uri(whole);
  if (parts.host->front() == '[') {
    BFCLX_RETURN_IF_ERROR(check_bracketed(std::string_view(quoted).substr(quoted.find('['))));
  }
  return quoted;
}

}  // namespace bfclx
