// The profiles of AWS: the shared files `config` and `credentials`. Without I/O.
//
// Source: https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_AWS_PROFILES_H_
#define BFCLX_CORE_GENERATION_IDENTITY_AWS_PROFILES_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

class AwsProfiles {
 public:
  using Section = std::map<std::string, std::string, std::less<>>;  // settings by name

  // Adds a file; what is there already stays, so that `credentials` is added first. An Error
  // "CredentialsError" names the line, and shows nothing of it.
  Status add_credentials(std::string_view text) { return add(text, false); }
  Status add_config(std::string_view text) { return add(text, true); }

  const Section* profile(std::string_view name) const { return find(profiles_, name); }
  const Section* sso_session(std::string_view name) const { return find(sessions_, name); }
  std::vector<std::string_view> names() const;  // of profiles, to be suggested

 private:
  using Sections = std::map<std::string, Section, std::less<>>;
  Status add(std::string_view text, bool is_config);
  Section* section_of(std::string_view header, bool is_config);
  static const Section* find(const Sections& all, std::string_view name);

  Sections profiles_;
  Sections sessions_;
};

// A setting of a section; empty where there is none.
std::string_view setting_of(const AwsProfiles::Section& section, std::string_view name);

// "eu-west-1": what can be a part of a host's name.
bool is_aws_region(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_AWS_PROFILES_H_
