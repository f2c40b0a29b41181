#include "core/simulators/apis/url.h"

#include <algorithm>

#include "core/base/str_repr.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

constexpr std::string_view kUserInfoMarks = "-._~!$&'()*+,;=:";
constexpr std::string_view kPathMarks = "-._~!$&'()*+,;=:@/";
constexpr std::string_view kQueryMarks = "-._~!$&'()*+,;=:@/?";
constexpr std::string_view kQuotedMarks = "-._~!#$%&'()*+,/:;=?@[]";
constexpr std::string_view kNone = std::string_view();

bool is_alphanumeric(char c) { return is_digit(c) || is_letter(c); }
bool is_one_of(char c, std::string_view marks) { return marks.find(c) != std::string_view::npos; }

bool is_escape(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && hex_value(text[at + 1]) >= 0 &&
         hex_value(text[at + 2]) >= 0;
}

void append_escape(std::string& out, char c) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

// Escapes everything but letters, digits and `marks`.
std::string quote(std::string_view text, std::string_view marks) {
  std::string out;
  for (const char c : text) {
    if (is_alphanumeric(c) || is_one_of(c, marks)) {
      out += c;
    } else {
      append_escape(out, c);
    }
  }
  return out;
}

// A component whose every "%" begins an escape keeps its escapes; in any other they are escaped.
std::string encode_component(std::string_view component, std::string_view marks) {
  std::string upper(component);
  bool all_escapes = true;
  for (std::size_t i = 0; i < upper.size(); ++i) {
    if (upper[i] != '%') continue;
    if (!is_escape(upper, i)) {
      all_escapes = false;
      continue;
    }
    for (std::size_t j = i + 1; j < i + 3; ++j) {
      if (upper[j] >= 'a') upper[j] = static_cast<char>(upper[j] - 'a' + 'A');
    }
    i += 2;
  }
  return quote(upper, all_escapes ? std::string(marks) + "%" : std::string(marks));
}

std::string remove_dot_segments(std::string_view path) {
  std::vector<std::string_view> output;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    begin = end + 1;
    if (segment == ".") continue;
    if (segment != "..") {
      output.push_back(segment);
    } else if (!output.empty()) {
      output.pop_back();
    }
  }
  const bool rooted = !path.empty() && path[0] == '/';
  if (rooted && (output.empty() || !output[0].empty())) output.insert(output.begin(), kNone);
  const auto ends_with = [&](std::string_view end) {
    return path.size() >= end.size() && path.substr(path.size() - end.size()) == end;
  };
  if (ends_with("/.") || ends_with("/..")) output.push_back(kNone);
  std::string joined;
  for (std::size_t i = 0; i < output.size(); ++i) {
    if (i > 0) joined += '/';
    joined += output[i];
  }
  return joined;
}

Error cannot_parse(std::string_view location) {
  return {"InvalidURL", "Failed to parse: " + std::string(location)};
}

// Length of "scheme:" at the beginning; 0 for none.
std::size_t scheme_length(std::string_view url, std::string_view marks) {
  if (url.empty() || !is_letter(url[0])) return 0;
  std::size_t end = 1;
  while (end < url.size() && (is_alphanumeric(url[end]) || is_one_of(url[end], marks))) ++end;
  return end < url.size() && url[end] == ':' ? end + 1 : 0;
}

// What a host with a blank or a control character in it is told; no error for others.
Status check_host_characters(std::string_view host) {
  for (const char& c : host) {
    if (static_cast<unsigned char>(c) > ' ' && c != 0x7f) continue;
    std::string text = "Host ";
    append_repr_str(text, host);
    text += " contains invalid character ";
    append_repr_str(text, std::string_view(&c, 1));
    return cannot_parse(text);
  }
  return {};
}

Error invalid_host(std::string_view text) {
  std::string quoted;
  append_repr_str(quoted, text);
  return cannot_parse(quoted + " is not a valid host or port");
}

// The groups of one side of "::": 1 to 4 hexadecimal digits each, the last two perhaps an IPv4
// address where `ends`. nullopt where it is none.
std::optional<std::size_t> ipv6_groups(std::string_view text, bool ends) {
  const auto all = [](std::string_view part, std::size_t most, bool (*fits)(int)) {
    return !part.empty() && part.size() <= most && std::all_of(part.begin(), part.end(), fits);
  };
  const auto is_ipv4 = [&](std::string_view part) {
    for (int dots = 3; dots > 0; --dots) {
      const std::size_t dot = part.find('.');
      if (dot == std::string_view::npos || !all(part.substr(0, dot), 3, is_digit)) return false;
      part.remove_prefix(dot + 1);
    }
    return all(part, 3, is_digit);
  };
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    if (colon == std::string_view::npos && ends && is_ipv4(part)) return count + 2;
    if (!all(part, 4, is_hex_digit)) return std::nullopt;
    ++count;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
    if (text.empty()) return std::nullopt;
  }
  return count;
}

// _IPV6_PAT
bool is_ipv6(std::string_view text) {
  constexpr std::size_t kGroups = 8;
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return ipv6_groups(text, true) == kGroups;
  const auto before = ipv6_groups(text.substr(0, gap), false);
  const auto behind = ipv6_groups(text.substr(gap + 2), true);
  return before && behind && *before + *behind < kGroups;
}

// What a zone begins with; the rest is not empty.
std::size_t zone_mark(std::string_view zone) {
  return zone.size() > 3 && zone.substr(0, 3) == "%25" ? 3 : 1;
}

// _ZONE_ID_PAT
bool is_zone(std::string_view zone) {
  const std::string_view id = zone.substr(zone_mark(zone));
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (!is_alphanumeric(id[i]) && !is_one_of(id[i], "-._~") && !is_escape(id, i)) return false;
  }
  return !id.empty();
}

// Length of "[address]" or "[address%zone]" at the beginning; 0 for none.
std::size_t bracketed_length(std::string_view text) {
  const std::size_t end = text.find(']');
  if (text.empty() || text[0] != '[' || end == std::string_view::npos) return 0;
  const std::string_view inside = text.substr(1, end - 1);
  const std::size_t percent = std::min(inside.find('%'), inside.size());
  const std::string_view zone = inside.substr(percent);
  return is_ipv6(inside.substr(0, percent)) && (zone.empty() || is_zone(zone)) ? end + 1 : 0;
}

// Host and port of an authority without user info.
Status split_host(std::string_view text, std::string_view source, UrlParts& parts) {
  const auto refuse = [&]() -> Status {
    BFCLX_RETURN_IF_ERROR(check_host_characters(text));
    return invalid_host(text);
  };
  std::size_t end = bracketed_length(text);
  while (end == 0 || (end < text.size() && text[0] != '[')) {
    if (end == text.size() || is_one_of(text[end], "[]:/?#")) break;
    if (text[end] == '%' && !is_escape(text, end)) return refuse();
    ++end;
  }
  parts.host = std::string(text.substr(0, end));
  if (end == text.size()) return {};
  if (text[end] != ':') return refuse();
  std::string_view digits = text.substr(end + 1);
  while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
  constexpr std::size_t kMostDigits = 5;
  constexpr int kMostPort = 65535;
  if (digits.size() > kMostDigits || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    return refuse();
  }
  for (const char c : digits) parts.port = parts.port * 10 + (c - '0');
  if (parts.port > kMostPort) return cannot_parse(source);
  return {};
}

// "[fe80::1%25eth0]" becomes "[fe80::1%eth0]".
Status normalize_zone(std::string& host) {
  const std::size_t percent = host.find('%');
  std::transform(host.begin(),
                 host.begin() + static_cast<std::ptrdiff_t>(std::min(percent, host.size())),
                 host.begin(), lowered);
  if (percent == std::string::npos) return {};
  const std::string_view zone = std::string_view(host).substr(percent, host.size() - percent - 1);
  const std::string_view id = zone.substr(zone_mark(zone));
  for (std::size_t i = 0; i < id.size(); ++i) {
    if (id[i] != '%') continue;
    const int octet = hex_value(id[i + 1]) * 16 + hex_value(id[i + 2]);
    if (octet >= ' ' && octet != 0x7f) continue;
    std::string text = "Host ";
    append_repr_str(text, host);
    text += " contains invalid percent-encoded control character ";
    append_repr_str(text, id.substr(i, 3));
    return cannot_parse(text);
  }
  host = host.substr(0, percent) + "%" + encode_component(id, "-._~") + "]";
  return {};
}

Status normalize_host(std::string& host) {
  BFCLX_RETURN_IF_ERROR(check_host_characters(host));
  if (host[0] == '[') return normalize_zone(host);
  if (!is_ascii(host)) return cannot_parse("Name '" + host + "' is not a valid IDNA label");
  std::transform(host.begin(), host.end(), host.begin(), lowered);
  return {};
}

// Takes `text` apart; `source` is what stands in messages.
Status split_url(std::string_view text, std::string_view source, UrlParts& parts) {
  if (const std::size_t length = scheme_length(text, "+.-"); length > 0) {
    std::string scheme(text.substr(0, length - 1));
    std::transform(scheme.begin(), scheme.end(), scheme.begin(), lowered);
    parts.scheme = std::move(scheme);
    text.remove_prefix(length);
  }
  if (text.substr(0, 2) == "//") {
    text.remove_prefix(2);
    const std::size_t end = std::min(text.find_first_of("\\/?#"), text.size());
    const std::string_view authority = text.substr(0, end);
    text.remove_prefix(end);
    if (!authority.empty()) {
      const std::size_t at = authority.rfind('@');
      if (at != std::string_view::npos && at > 0) parts.auth = authority.substr(0, at);
      const std::size_t begin = at == std::string_view::npos ? 0 : at + 1;
      BFCLX_RETURN_IF_ERROR(split_host(authority.substr(begin), source, parts));
    }
  }
  const std::size_t hash = text.find('#');
  if (hash != std::string_view::npos) {
    parts.fragment = text.substr(hash + 1);
    text = text.substr(0, hash);
  }
  const std::size_t mark = text.find('?');
  if (mark != std::string_view::npos) {
    parts.query = text.substr(mark + 1);
    text = text.substr(0, mark);
  }
  parts.path = std::string(text);
  return {};
}

}  // namespace

Result<UrlParts> parse_url(std::string_view url) {
  UrlParts parts;
  if (url.empty()) return parts;
  std::string text(url);
  if (scheme_length(url, "+-") == 0 && url[0] != '/') text.insert(0, "//");
  BFCLX_RETURN_IF_ERROR(split_url(text, url, parts));
  const bool normalize = !parts.scheme || *parts.scheme == "http" || *parts.scheme == "https";
  if (normalize && parts.auth) parts.auth = encode_component(*parts.auth, kUserInfoMarks);
  if (normalize && parts.host) BFCLX_RETURN_IF_ERROR(normalize_host(*parts.host));
  if (normalize && parts.path) {
    parts.path = encode_component(remove_dot_segments(*parts.path), kPathMarks);
  }
  if (normalize && parts.query) parts.query = encode_component(*parts.query, kQueryMarks);
  if (normalize && parts.fragment) parts.fragment = encode_component(*parts.fragment, kQueryMarks);
  if (!parts.path->empty() && (*parts.path)[0] != '/') parts.path->insert(0, "/");
  return parts;
}

std::string requote_uri(std::string_view uri) {
  std::string unquoted;
  bool invalid = false;  // an escape of alphanumeric characters that are no hexadecimal digits
  for (std::size_t i = 0; i < uri.size(); ++i) {
    const bool has_two = uri[i] == '%' && i + 2 < uri.size() && is_alphanumeric(uri[i + 1]) &&
                         is_alphanumeric(uri[i + 2]);
    if (!has_two) {
      unquoted += uri[i];
      continue;
    }
    if (!is_escape(uri, i)) {
      invalid = true;
      break;
    }
    const char c = static_cast<char>(hex_value(uri[i + 1]) * 16 + hex_value(uri[i + 2]));
    if (is_alphanumeric(c) || is_one_of(c, "-._~")) {
      unquoted += c;
    } else {
      unquoted += uri.substr(i, 3);
    }
    i += 2;
  }
  if (!invalid) return quote(unquoted, kQuotedMarks);
  std::string marks(kQuotedMarks);
  marks.erase(marks.find('%'), 1);
  return quote(uri, marks);
}

std::string quote_plus(std::string_view text) {
  std::string quoted = quote(text, "-._~ ");
  std::replace(quoted.begin(), quoted.end(), ' ', '+');
  return quoted;
}

std::vector<std::pair<std::string, std::string>> parse_query(std::string_view query) {
  const auto unquoted = [](std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (is_escape(text, i)) {
        out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
        i += 2;
      } else {
        out += text[i] == '+' ? ' ' : text[i];
      }
    }
    return out;
  };
  std::vector<std::pair<std::string, std::string>> pairs;
  std::size_t begin = 0;
  while (begin < query.size()) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view part = query.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view value = equals < part.size() ? part.substr(equals + 1) : kNone;
    pairs.emplace_back(unquoted(part.substr(0, equals)), unquoted(value));
  }
  return pairs;
}

}  // namespace bfclx
