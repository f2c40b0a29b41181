#include "core/simulators/engine/effects.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

EffectRequest request() {
  EffectRequest made;
  made.url = "https://api.example.org/v1";
  made.query = {{"b", "2"}, {"a", "1"}};
  made.headers = {{"X-RapidAPI-Host", "API.example.org"}, {"Accept", "*/*"}};
  return made;
}

TEST(Effects, KeyDoesNotSeeOrderOfQueryOtherHeadersOrWaits) {
  EffectRequest other = request();
  other.query = {{"a", "1"}, {"b", "2"}};
  other.headers = {{"x-rapidapi-host", "api.example.org"}};
  other.wait_seconds = 2;
  EXPECT_EQ(request().key(), other.key());
}

TEST(Effects, KeySeesEverythingElse) {
  const auto changed = [](auto change) {
    EffectRequest other = request();
    change(other);
    return other.key();
  };
  const std::string key = request().key();
  EXPECT_NE(key, changed([](EffectRequest& r) { r.kind = EffectRequest::Kind::kPage; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.method = "POST"; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.url += "/"; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.query.pop_back(); }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.query[0] = {"b2", ""}; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.headers[0].second = "other"; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.body = "{}"; }));
  EXPECT_NE(key, changed([](EffectRequest& r) { r.attempt = 1; }));
}

TEST(Effects, AskStopsUntilThereIsAnAnswer) {
  EffectStore store;
  const Result<const EffectAnswer*> none = store.ask(request());
  ASSERT_FALSE(none.ok());
  EXPECT_TRUE(is_effect(none.error()));
  ASSERT_TRUE(store.wanted().has_value());
  EXPECT_EQ(store.wanted()->key(), request().key());

  EffectAnswer answer;
  answer.status = 200;
  store.add(request(), answer);
  store.forget_wanted();
  const Result<const EffectAnswer*> some = store.ask(request());
  ASSERT_TRUE(some.ok());
  EXPECT_EQ((*some)->status, 200);
  EXPECT_FALSE(store.wanted().has_value());
}

TEST(Effects, AnswersOfTheParentCountAndOwnOnesComeFirst) {
  EffectStore parent;
  EffectAnswer answer;
  answer.status = 200;
  parent.add(request(), answer);
  EffectStore store(&parent);
  ASSERT_TRUE(store.ask(request()).ok());
  answer.status = 404;
  store.add(request(), answer);
  EXPECT_EQ((*store.ask(request()))->status, 404);
  EXPECT_EQ((*parent.ask(request()))->status, 200);
}

TEST(Effects, LogHasWhatWasAskedFor) {
  std::vector<EffectRequest> log;
  EffectStore store;
  store.set_log(&log);
  EXPECT_FALSE(store.ask(request()).ok());
  EXPECT_EQ(log.size(), 1U);
}

}  // namespace
}  // namespace bfclx
