// What the server of --metrics and --live takes for a request, and for a place on this machine.
#include "tools/bfclx/net/loopback_server.h"

#include <gtest/gtest.h>

namespace bfclx::net {
namespace {

TEST(LoopbackAddress, IsOnThisMachine) {
  EXPECT_EQ(loopback_address("127.0.0.1:9464")->port, 9464);
  EXPECT_EQ(loopback_address("9464")->port, 9464);
  EXPECT_EQ(loopback_address("LocalHost:0")->port, 0);
  EXPECT_EQ(loopback_address("127.9.8.7:1")->ipv4, 0x7F090807u);
  EXPECT_TRUE(loopback_address("[::1]:80")->ipv6);
  for (const char* other :
       {"0.0.0.0:1", "10.0.0.1:1", "[::]:1", "[::ffff:127.0.0.1]:1", "example.org:1",
        "localhost.example.org:1", "127.0.0.1.example.org:1", "127.1:1", "2130706433:1"}) {
    const Result<LoopbackAddress> address = loopback_address(other);
    ASSERT_FALSE(address.ok()) << other;
    EXPECT_NE(address.error().message.find("ssh -L 1:127.0.0.1:1"), std::string::npos) << other;
  }
  for (const char* wrong : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", ":1", "127.0.0.1:65536",
                            "127.0.0.1:-1", "localhost", "http://127.0.0.1:1"}) {
    EXPECT_FALSE(loopback_address(wrong).ok()) << wrong;
  }
  EXPECT_EQ(loopback_address("here", "[::1]:1").error().message,
            "expected an address and a port, such as [::1]:1");
}

TEST(LoopbackHost, KeepsOtherNamesOut) {
  for (const char* good : {"localhost", "localhost:8000", "127.0.0.1:1", "[::1]:9", "LOCALHOST"}) {
    EXPECT_TRUE(is_loopback_host(good)) << good;
  }
  for (const char* bad :
       {"", "example.org", "localhost.example.org", "127.0.0.1.nip.io", "10.0.0.1",
        "localhost:", "localhost:x", "user@localhost", "[::1", "127.0.0.1 x"}) {
    EXPECT_FALSE(is_loopback_host(bad)) << bad;
  }
  EXPECT_TRUE(is_loopback_origin("http://localhost:8765"));
  EXPECT_FALSE(is_loopback_origin("null"));
  EXPECT_FALSE(is_loopback_origin("http://localhost.example.org"));
  EXPECT_FALSE(is_loopback_origin("file://localhost"));
}

TEST(ParseRequest, TakesHttpWithOneHost) {
  const auto request = parse_request("GET /a?b=c HTTP/1.1\r\nHOST: localhost\r\nX-A:  b \r\n");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->path, "/a");
  EXPECT_EQ(request->header("x-a"), "b");
  EXPECT_EQ(request->header("host"), "localhost");
  const std::string host = "\r\nHost: localhost";
  for (const std::string& bad :
       {"GET / HTTP/1.1" + host + host, std::string("GET / HTTP/1.1"), "GET  HTTP/1.1" + host,
        "GET / HTTP/2" + host, "GET http://a/ HTTP/1.1" + host, "GET / x HTTP/1.1" + host,
        "/ HTTP/1.1" + host, "GET / HTTP/1.1" + host + "\r\n folded", "G(T / HTTP/1.1" + host,
        "GET / HTTP/1.1" + host + "\r\nno colon", "GET /\x01 HTTP/1.1" + host, std::string(),
        "GET / HTTP/1.1" + host + "\r\na: b\nc: d", std::string("\x16\x03\x01\x02 x y")}) {
    EXPECT_FALSE(parse_request(bad)) << bad;
  }
}

}  // namespace
}  // namespace bfclx::net
