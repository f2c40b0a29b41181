#include "core/generation/key_refusals.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

RequestOutcome of_status(int status) {
  RequestOutcome outcome;
  outcome.status = status;
  return outcome;
}

TEST(KeyRefusals, A401AndAFirst403RefuseIt) {
  for (const int status : {401, 403}) {
    KeyRefusals key;
    EXPECT_FALSE(key.refused());
    key.received(of_status(status), 0, 1);
    EXPECT_TRUE(key.refused());
  }
}

TEST(KeyRefusals, One403OfAKeyThatSucceededMayBeAFirewalls) {
  KeyRefusals key;
  key.received(of_status(200), 0, 1);
  key.received(of_status(403), 1, 2);
  EXPECT_FALSE(key.refused());
  key.received(of_status(403), 2, 3);
  EXPECT_TRUE(key.refused());
}

TEST(KeyRefusals, OnlyASuccessThatWasSentLaterTakesItBack) {
  KeyRefusals key;
  key.received(of_status(401), 0, 5);
  key.received(of_status(200), 4, 6);
  EXPECT_TRUE(key.refused());
  key.received(of_status(500), 6, 7);
  EXPECT_TRUE(key.refused());
  key.received(of_status(200), 5, 8);
  EXPECT_FALSE(key.refused());
}

TEST(KeyRefusals, NoResponseSaysNothing) {
  KeyRefusals key;
  RequestOutcome outcome;
  outcome.failure = RequestFailure::kTimeout;
  key.received(outcome, 0, 1);
  EXPECT_FALSE(key.refused());
}

}  // namespace
}  // namespace bfclx
