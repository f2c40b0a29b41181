#include "tools/bfclx/net/address.h"

#include <gtest/gtest.h>

#include "tools/bfclx/net/http.h"

namespace bfclx::net {
namespace {

TEST(Address, PublicOnes) {
  for (const char* text :
       {"1.1.1.1", "8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "100.63.255.255",
        "100.128.0.1", "192.167.255.255", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
        "2a00:1450:4001::200e", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"}) {
    EXPECT_TRUE(is_public_address(text)) << text;
  }
}

TEST(Address, AllOthers) {
  for (const char* text : {"127.0.0.1",
                           "127.8.9.10",
                           "10.0.0.1",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "100.64.0.1",
                           "0.0.0.0",
                           "192.0.0.8",
                           "192.0.2.1",
                           "198.18.0.1",
                           "198.51.100.1",
                           "203.0.113.1",
                           "224.0.0.1",
                           "240.0.0.1",
                           "255.255.255.255",
                           "::1",
                           "::",
                           "fe80::1",
                           "fc00::1",
                           "fd12:3456::1",
                           "ff02::1",
                           "::ffff:10.0.0.1",
                           "::ffff:127.0.0.1",
                           "::127.0.0.1",
                           "64:ff9b::a00:1",
                           "2002:7f00:1::1",
                           "2002:c0a8:101::1",
                           "2001::1",
                           "2001:db8::1",
                           "3fff::1",
                           "localhost",
                           "",
                           "1.2.3",
                           "8.8.8.8.8"}) {
    EXPECT_FALSE(is_public_address(text)) << text;
  }
}

TEST(Address, OriginsAndWhatIsShown) {
  EXPECT_EQ(origin_of("https://API.example.com/v1/x?key=s3cret#f"), "https://api.example.com:443");
  EXPECT_EQ(origin_of("http://user:pass@host:8080/v1"), "http://host:8080");
  EXPECT_EQ(shown_url("https://user:pass@example.com/v1/x?key=s3cret"), "https://example.com/v1/x");
  EXPECT_EQ(shown_url("http://[::1]:80/a"), "http://[::1]:80/a");
  EXPECT_EQ(shown_url("no address @ all?key=s3cret"), " all");
}

}  // namespace
}  // namespace bfclx::net
