#include "core/simulators/apis/posting.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

const std::vector<testing::Step> kPosting = {
    {"posting_get_login_status()", R"({"login_status": false})"},
    {"post_tweet('Hi')",
     R"({"error": "User not authenticated. Please authenticate before posting."})"},
    {"retweet(3)",
     R"({"error": "User not authenticated. Please authenticate before retweeting."})"},
    {"comment(3, 'x')",
     R"({"error": "User not authenticated. Please authenticate before commenting."})"},
    {"follow_user('x')",
     R"({"error": "User not authenticated. Please authenticate before following."})"},
    {"unfollow_user('x')",
     R"({"error": "User not authenticated. Please authenticate before unfollowing."})"},
    {"list_all_following()",
     R"({"error": "User not authenticated. Please authenticate before listing following."})"},
    {"authenticate_twitter('zoe', password='no')", R"({"authentication_status": false})"},
    {"authenticate_twitter(username='zoe', password='pw')", R"({"authentication_status": true})"},
    {"posting_get_login_status()", R"({"login_status": true})"},
    {"post_tweet(content='Sun in Rome', tags=['#weather', '#rome'], mentions=['@max'])",
     R"({"id": 7, "username": "zoe", "content": "Sun in Rome", "tags": ["#weather", "#rome"], "mentions": ["@max"]})"},
    {"post_tweet('Bare')",
     R"({"id": 8, "username": "zoe", "content": "Bare", "tags": [], "mentions": []})"},
    {"get_tweet(7)",
     R"({"id": 7, "username": "zoe", "content": "Sun in Rome", "tags": ["#weather", "#rome"], "mentions": ["@max"]})"},
    {"get_tweet(9)", R"({"error": "Tweet with ID 9 not found."})"},
    {"search_tweets('#WEATHER')",
     "[{'id': 3, 'username': 'max', 'content': 'Rain in Oslo', 'tags': ['#Weather'], 'mentions': "
     "[]}, {'id': 7, 'username': 'zoe', 'content': 'Sun in Rome', 'tags': ['#weather', '#rome'], "
     "'mentions': ['@max']}]"},
    {"search_tweets(keyword='rain')",
     "[{'id': 3, 'username': 'max', 'content': 'Rain in Oslo', 'tags': ['#Weather'], 'mentions': "
     "[]}]"},
    {"get_user_tweets('max')",
     "[{'id': 3, 'username': 'max', 'content': 'Rain in Oslo', 'tags': ['#Weather'], 'mentions': "
     "[]}]"},
    {"retweet(tweet_id=3)", R"({"retweet_status": "Successfully retweeted"})"},
    {"retweet(3.0)", R"({"retweet_status": "Already retweeted"})"},
    {"retweet('3')", R"({"error": "Tweet with ID 3 not found."})"},
    {"comment(tweet_id=3, comment_content='Wet')",
     R"({"comment_status": "Comment added successfully"})"},
    {"get_tweet_comments(3)", "[{'username': 'zoe', 'content': 'Wet'}]"},
    {"get_tweet_comments(7)", "[]"},
    {"get_tweet_comments('3')", R"({"error": "Tweet with ID 3 not found."})"},
    {"follow_user('max')", R"({"follow_status": true})"},
    {"follow_user('alice')", R"({"follow_status": false})"},
    {"unfollow_user('bob')", R"({"unfollow_status": true})"},
    {"unfollow_user('eve')", R"({"unfollow_status": false})"},
    {"list_all_following()", R"({"following_list": ["alice", "max"]})"},
    {"get_user_stats('zoe')", R"({"tweet_count": 2, "following_count": 2, "retweet_count": 1})"},
    {"get_user_stats(username='max')",
     R"({"tweet_count": 1, "following_count": 0, "retweet_count": 0})"},
};

// Expected texts are what the official class gives in CPython 3.11.
TEST(TwitterApi, PostsAndFinds) {
  Session session(
      "TwitterAPI",
      R"py({"username": "zoe", "password": "pw", "tweet_counter": 7, "tweets": {"3": {"id": 3, "username": "max", "content": "Rain in Oslo", "tags": ["#Weather"], "mentions": []}}})py");
  session.run_all(kPosting);
  EXPECT_EQ(session.attribute("tweets"),
            "{3: {'id': 3, 'username': 'max', 'content': 'Rain in Oslo', 'tags': ['#Weather'], "
            "'mentions': []}, 7: {'id': 7, 'username': 'zoe', 'content': 'Sun in Rome', 'tags': "
            "['#weather', '#rome'], 'mentions': ['@max']}, 8: {'id': 8, 'username': 'zoe', "
            "'content': 'Bare', 'tags': [], 'mentions': []}}");
  EXPECT_EQ(session.attribute("comments"), "{3: [{'username': 'zoe', 'content': 'Wet'}]}");
  EXPECT_EQ(session.attribute("retweets"), "{'zoe': [3]}");
  EXPECT_EQ(session.attribute("following_list"), "['alice', 'max']");
  EXPECT_EQ(session.attribute("tweet_counter"), "9");
}

TEST(TwitterApi, SharesItsDefaultLists) {
  Session session("TwitterAPI", R"py({"authenticated": true})py");
  session.run_all({
      {"post_tweet('a')",
       R"({"id": 0, "username": "john", "content": "a", "tags": [], "mentions": []})"},
      {"post_tweet('b')",
       R"({"id": 1, "username": "john", "content": "b", "tags": [], "mentions": []})"},
      {"mention(0, ['@zoe'])", R"({"mention_status": "Users mentioned successfully"})"},
      {"get_tweet(1)",
       R"({"id": 1, "username": "john", "content": "b", "tags": [], "mentions": ["@zoe"]})"},
      {"post_tweet('c', mentions=get_tweet(1)['mentions'])",
       R"({"id": 2, "username": "john", "content": "c", "tags": [], "mentions": ["@zoe"]})"},
      {"mention(2, get_tweet(2)['mentions'])",
       R"({"mention_status": "Users mentioned successfully"})"},
      {"get_tweet(0)",
       R"({"id": 0, "username": "john", "content": "a", "tags": [], "mentions": ["@zoe", "@zoe"]})"},
      {"mention(0, [get_tweet(0)])", R"({"mention_status": "Users mentioned successfully"})"},
      {"get_tweet(1)",
       "{'id': 1, 'username': 'john', 'content': 'b', 'tags': [], 'mentions': ['@zoe', '@zoe', "
       "{'id': 0, 'username': 'john', 'content': 'a', 'tags': [], 'mentions': [...]}]}"},
  });
}

TEST(TwitterApi, TakesArgumentsOfAnyType) {
  Session session("TwitterAPI", R"py({"authenticated": true, "username": "zoe"})py");
  session.run_all({
      {"search_tweets(5)", "[]"},
      {"search_tweets(keyword=['a'])", "[]"},
      {"post_tweet((1, 2), tags='Ab', mentions='@max')",
       R"({"id": 0, "username": "zoe", "content": [1, 2], "tags": "Ab", "mentions": "@max"})"},
      {"mention(0, ['x'])", "Error during execution: 'str' object has no attribute 'extend'"},
      {"search_tweets('B')", "Error during execution: 'tuple' object has no attribute 'lower'"},
      {"post_tweet(b'Raw', 4)",
       "{'id': 1, 'username': 'zoe', 'content': b'Raw', 'tags': 4, 'mentions': []}"},
      {"search_tweets(b'raw')", "Error during execution: 'tuple' object has no attribute 'lower'"},
      {"search_tweets('raw')", "Error during execution: 'tuple' object has no attribute 'lower'"},
      {"get_tweet([])", "Error during execution: unhashable type: 'list'"},
      {"get_tweet({'a': 1})", "Error during execution: unhashable type: 'dict'"},
      {"get_tweet(None)", R"({"error": "Tweet with ID None not found."})"},
      {"get_tweet(False)",
       R"({"id": 0, "username": "zoe", "content": [1, 2], "tags": "Ab", "mentions": "@max"})"},
      {"get_tweet(1+2j)", R"({"error": "Tweet with ID (1+2j) not found."})"},
      {"comment(-5, {})", R"({"error": "Tweet with ID -5 not found."})"},
      {"follow_user({})", R"({"follow_status": true})"},
      {"follow_user([1.5])", R"({"follow_status": true})"},
      {"unfollow_user({})", R"({"unfollow_status": true})"},
      {"list_all_following()", R"({"following_list": ["alice", "bob", [1.5]]})"},
      {"get_user_stats([])", "Error during execution: unhashable type: 'list'"},
      {"get_user_stats(None)", R"({"tweet_count": 0, "following_count": 0, "retweet_count": 0})"},
      {"get_user_tweets({1})", "[]"},
      {"mention(True, 'ab')", R"({"mention_status": "Users mentioned successfully"})"},
      {"post_tweet('d', mentions=[])",
       R"({"id": 2, "username": "zoe", "content": "d", "tags": [], "mentions": []})"},
      {"mention(2, 5)", "Error during execution: 'int' object is not iterable"},
      {"mention(2, range(3))", R"({"mention_status": "Users mentioned successfully"})"},
      {"mention(2, {'k': 1})", R"({"mention_status": "Users mentioned successfully"})"},
      {"get_tweet(2)",
       R"({"id": 2, "username": "zoe", "content": "d", "tags": [], "mentions": [0, 1, 2, "k"]})"},
      {"post_tweet()",
       "Error during execution: TwitterAPI.post_tweet() missing 1 required positional argument: "
       "'content'"},
      {"post_tweet('a', 'b', 'c', 'd')",
       "Error during execution: TwitterAPI.post_tweet() takes from 2 to 4 positional arguments but "
       "5 were given"},
      {"retweet(tweet=1)",
       "Error during execution: TwitterAPI.retweet() got an unexpected keyword argument 'tweet'"},
  });
  EXPECT_EQ(session.attribute("tweet_counter"), "3");
}

TEST(TwitterApi, NeedsAScenarioOfTheRightForm) {
  EXPECT_EQ(Session("TwitterAPI", "[]").start_error(),
            "AttributeError: 'list' object has no attribute 'get'");
  EXPECT_EQ(Session("TwitterAPI", R"({"tweets": []})").start_error(),
            "AttributeError: 'list' object has no attribute 'items'");
  EXPECT_EQ(Session("TwitterAPI", R"({"tweets": {"x": {}}})").start_error(),
            "ValueError: invalid literal for int() with base 10: 'x'");
}

TEST(TwitterApi, ListsItsAttributesInOrder) {
  EXPECT_EQ(
      Session("TwitterAPI", "{}").attribute_names(),
      "username password authenticated tweets comments retweets following_list tweet_counter");
}

}  // namespace
}  // namespace bfclx
