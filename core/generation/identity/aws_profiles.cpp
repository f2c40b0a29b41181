#include "core/generation/identity/aws_profiles.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/unicode.h"

namespace bfclx {

namespace {

constexpr std::size_t kMostBytes = std::size_t{4} << 20;
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kMostNames = 100;

std::string_view trimmed(std::string_view text) { return strip_chars(text, " \t\r"); }

// A comment begins at the line's begin, or behind white space.
std::string_view without_comment(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = text[at] == '#' || text[at] == ';';
    if (begins && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t')) {
      return text.substr(0, at);
    }
  }
  return text;
}

Error line_error(std::size_t line, std::string_view what) {
  return {"CredentialsError", concat({std::to_string(line), ": ", what})};
}

}  // namespace

std::string_view setting_of(const AwsProfiles::Section& section, std::string_view name) {
  const auto found = section.find(name);
  return found != section.end() ? std::string_view(found->second) : std::string_view();
}

bool is_aws_region(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_lower_letter(c) || is_digit(c) || c == '-'; });
}

const AwsProfiles::Section* AwsProfiles::find(const Sections& all, std::string_view name) {
  const auto found = all.find(name);
  return found != all.end() ? &found->second : nullptr;
}

std::vector<std::string_view> AwsProfiles::names() const {
  std::vector<std::string_view> names;
  for (const auto& [name, section] : profiles_) {
    if (name.size() <= kLongestName && names.size() < kMostNames) names.push_back(name);
  }
  return names;
}

// nullptr for sections that are not read.
AwsProfiles::Section* AwsProfiles::section_of(std::string_view header, bool is_config) {
  constexpr std::string_view kProfile = "profile";
  constexpr std::string_view kSession = "sso-session";
  const std::size_t space = std::min(header.find_first_of(" \t"), header.size());
  const std::string_view kind = header.substr(0, space);
  const std::string_view name = trimmed(header.substr(space));
  if (!is_config) return &profiles_[std::string(header)];
  if (header == "default") return &profiles_[std::string(header)];
  if (name.empty()) return nullptr;
  if (kind == kProfile) return &profiles_[std::string(name)];
  return kind == kSession ? &sessions_[std::string(name)] : nullptr;
}

Status AwsProfiles::add(std::string_view text, bool is_config) {
  if (text.size() > kMostBytes) return line_error(1, "the file is larger than 4 MiB");
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  Section* section = nullptr;
  bool is_known = false;  // a section has begun, of whatever kind
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view line = trimmed(without_comment(whole));
    if (line.empty()) continue;
    // Settings of a setting ("s3 =").
    if ((whole.front() == ' ' || whole.front() == '\t') && is_known) continue;
    if (line.front() == '[') {
      if (line.back() != ']') return line_error(number, "a section without \"]\"");
      section = section_of(trimmed(line.substr(1, line.size() - 2)), is_config);
      is_known = true;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return line_error(number, "expected `name = value`");
    }
    if (!is_known) return line_error(number, "a setting before the first section");
    if (section == nullptr) continue;
    section->emplace(lower_ascii(trimmed(line.substr(0, equals))),
                     trimmed(line.substr(equals + 1)));
  }
  return {};
}

}  // namespace bfclx
