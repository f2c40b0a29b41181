// Addresses in brackets, as requests 2.34 with urllib3 2.8 on Python 3.11 sends or refuses them.
#include "core/simulators/apis/url.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/simulators/apis/requests.h"

namespace bfclx {
namespace {

struct UrlCase {
  std::string_view url;
  std::string_view outcome;  // of requests.Request("GET", url).prepare(): its url, or the exception
};

constexpr UrlCase kBracketed[] = {
    {"http://[::1]/p?q=1", "http://[::1]/p?q=1"},
    {"http://[::]/p?q=1", "http://[::]/p?q=1"},
    {"http://[2606:4700::1111]/p?q=1", "http://[2606:4700::1111]/p?q=1"},
    {"http://[2606:4700:0:0:0:0:0:1111]/p?q=1", "http://[2606:4700:0:0:0:0:0:1111]/p?q=1"},
    {"http://[1:2:3:4:5:6:7:8]/p?q=1", "http://[1:2:3:4:5:6:7:8]/p?q=1"},
    {"http://[1:2:3:4:5:6:7]/p?q=1",
     "InvalidURL: Failed to parse: '[1:2:3:4:5:6:7]' is not a valid host or port"},
    {"http://[1:2:3:4:5:6:7:8:9]/p?q=1",
     "InvalidURL: Failed to parse: '[1:2:3:4:5:6:7:8:9]' is not a valid host or port"},
    {"http://[1::3:4:5:6:7:8]/p?q=1", "http://[1::3:4:5:6:7:8]/p?q=1"},
    {"http://[1:2:3:4:5:6:7::]/p?q=1", "http://[1:2:3:4:5:6:7::]/p?q=1"},
    {"http://[::2:3:4:5:6:7:8]/p?q=1", "http://[::2:3:4:5:6:7:8]/p?q=1"},
    {"http://[1:2:3:4::5:6:7:8]/p?q=1",
     "InvalidURL: Failed to parse: '[1:2:3:4::5:6:7:8]' is not a valid host or port"},
    {"http://[::ffff:10.0.0.1]/p?q=1", "http://[::ffff:10.0.0.1]/p?q=1"},
    {"http://[::ffff:10.0.0.256]/p?q=1",
     "ValueError: '::ffff:10.0.0.256' does not appear to be an IPv4 or IPv6 address"},
    {"http://[::ffff:10.0.0.1000]/p?q=1",
     "InvalidURL: Failed to parse: '[::ffff:10.0.0.1000]' is not a valid host or port"},
    {"http://[::10.0.1]/p?q=1",
     "InvalidURL: Failed to parse: '[::10.0.1]' is not a valid host or port"},
    {"http://[1.2.3.4::]/p?q=1",
     "InvalidURL: Failed to parse: '[1.2.3.4::]' is not a valid host or port"},
    {"http://[1:2:3:4:5:6:1.2.3.4]/p?q=1", "http://[1:2:3:4:5:6:1.2.3.4]/p?q=1"},
    {"http://[1:2:3:4:5:6:7:1.2.3.4]/p?q=1",
     "InvalidURL: Failed to parse: '[1:2:3:4:5:6:7:1.2.3.4]' is not a valid host or port"},
    {"http://[fe80::1%eth0]/p?q=1", "http://[fe80::1%25eth0]/p?q=1"},
    {"http://[fe80::1%25eth0]/p?q=1", "http://[fe80::1%25eth0]/p?q=1"},
    {"http://[fe80::1%25]/p?q=1", "http://[fe80::1%25]/p?q=1"},
    {"http://[fe80::1%]/p?q=1",
     "InvalidURL: Failed to parse: '[fe80::1%]' is not a valid host or port"},
    {"http://[fe80::1%2]/p?q=1", "http://[fe80::1%2]/p?q=1"},
    {"http://[fe80::1%2541]/p?q=1", "http://[fe80::1A]/p?q=1"},
    {"http://[fe80::1%41]/p?q=1", "http://[fe80::1A]/p?q=1"},
    {"http://[fe80::1%25%41]/p?q=1", "http://[fe80::1%A]/p?q=1"},
    {"http://[fe80::1%25%0a]/p?q=1",
     "InvalidURL: Failed to parse: Host '[fe80::1%25%0a]' contains invalid percent-encoded control "
     "character '%0a'"},
    {"http://[fe80::1%25%7f]/p?q=1",
     "InvalidURL: Failed to parse: Host '[fe80::1%25%7f]' contains invalid percent-encoded control "
     "character '%7f'"},
    {"http://[fe80::1%25ETH.0-a_~]/p?q=1", "http://[fe80::1%25ETH.0-a_~]/p?q=1"},
    {"http://[fe80::1%25a b]/p?q=1",
     "InvalidURL: Failed to parse: Host '[fe80::1%25a b]' contains invalid character ' '"},
    {"http://[fe80::1%25a%zz]/p?q=1",
     "InvalidURL: Failed to parse: '[fe80::1%25a%zz]' is not a valid host or port"},
    {"http://[FE80::ABCD]/p?q=1", "http://[fe80::abcd]/p?q=1"},
    {"http://[::1/p?q=1", "InvalidURL: Failed to parse: '[::1' is not a valid host or port"},
    {"http://::1]/p?q=1", "InvalidURL: Failed to parse: '::1]' is not a valid host or port"},
    {"http://[]/p?q=1", "InvalidURL: Failed to parse: '[]' is not a valid host or port"},
    {"http://[::g]/p?q=1", "InvalidURL: Failed to parse: '[::g]' is not a valid host or port"},
    {"http://[12345::]/p?q=1",
     "InvalidURL: Failed to parse: '[12345::]' is not a valid host or port"},
    {"http://[::1]x/p?q=1", "InvalidURL: Failed to parse: '[::1]x' is not a valid host or port"},
    {"http://[::1]:/p?q=1", "http://[::1]/p?q=1"},
    {"http://[::1]:80/p?q=1", "http://[::1]:80/p?q=1"},
    {"http://[::1]:080/p?q=1", "http://[::1]:80/p?q=1"},
    {"http://[::1]:65536/p?q=1", "InvalidURL: Failed to parse: http://[::1]:65536/p?q=1"},
    {"http://[::1]:99999/p?q=1", "InvalidURL: Failed to parse: http://[::1]:99999/p?q=1"},
    {"http://[::1]:123456/p?q=1",
     "InvalidURL: Failed to parse: '[::1]:123456' is not a valid host or port"},
    {"http://[::1]:x/p?q=1", "InvalidURL: Failed to parse: '[::1]:x' is not a valid host or port"},
    {"http://a[::1]/p?q=1", "InvalidURL: Failed to parse: 'a[::1]' is not a valid host or port"},
    {"http://[[::1]]/p?q=1", "InvalidURL: Failed to parse: '[[::1]]' is not a valid host or port"},
    {"http://[::1][::1]/p?q=1",
     "InvalidURL: Failed to parse: '[::1][::1]' is not a valid host or port"},
    {"http://u:p@[::1]:8/p?q=1", "http://u:p@[::1]:8/p?q=1"},
    {"http://u@[fe80::1%25a]:8/p?q=1", "http://u@[fe80::1%a]:8/p?q=1"},
    {"http://[v1.abc]/p?q=1",
     "InvalidURL: Failed to parse: '[v1.abc]' is not a valid host or port"},
    {"http://[::1%25\t]/p?q=1",
     "InvalidURL: Failed to parse: Host '[::1%25\\t]' contains invalid character '\\t'"},
    {"http://[:::]/p?q=1", "InvalidURL: Failed to parse: '[:::]' is not a valid host or port"},
    {"http://[::::]/p?q=1", "InvalidURL: Failed to parse: '[::::]' is not a valid host or port"},
    {"http://[1::2::3]/p?q=1",
     "InvalidURL: Failed to parse: '[1::2::3]' is not a valid host or port"},
    {"http://[:1::]/p?q=1", "InvalidURL: Failed to parse: '[:1::]' is not a valid host or port"},
    {"http://[::1:]/p?q=1", "InvalidURL: Failed to parse: '[::1:]' is not a valid host or port"},
    {"http://[1:]/p?q=1", "InvalidURL: Failed to parse: '[1:]' is not a valid host or port"},
    {"http://[0:0:0:0:0:0:0:00001]/p?q=1",
     "InvalidURL: Failed to parse: '[0:0:0:0:0:0:0:00001]' is not a valid host or port"},
    {"http://[::ffff:1.2.3.4%25e]/p?q=1", "http://[::ffff:1.2.3.4%e]/p?q=1"},
    {"http://[::%25\u00e9]/p?q=1",
     "InvalidURL: Failed to parse: '[::%25\u00e9]' is not a valid host or port"},
    {"http://[fe80::1%a%2fb]/p?q=1",
     "ValueError: 'fe80::1%a%2Fb' does not appear to be an IPv4 or IPv6 address"},
    {"http://[fe80::1%25\u00e9]/p?q=1",
     "InvalidURL: Failed to parse: '[fe80::1%25\u00e9]' is not a valid host or port"},
};

TEST(PreparedUrl, TakesAddressesInBrackets) {
  for (const UrlCase& one : kBracketed) {
    const Result<std::string> url = prepared_url(Value::str(one.url), {});
    EXPECT_EQ(url.ok() ? *url : std::string(url.error().kind) + ": " + url.error().message,
              one.outcome)
        << one.url;
  }
}

}  // namespace
}  // namespace bfclx
