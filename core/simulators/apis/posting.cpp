#include "core/simulators/apis/posting.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/python/objects/operators.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

Value status(std::string_view name, bool value) { return dict_of({{name, Value::boolean(value)}}); }
Value not_authenticated(std::string_view action) {
  return error_dict("User not authenticated. Please authenticate before " + std::string(action) +
                    ".");
}
Result<Value> no_tweet(const Value& tweet_id) {
  return error_about("Tweet with ID ", tweet_id, " not found.");
}

// {int(key): value for key, value in tweets.items()}
Result<Value> with_int_keys(const Value& tweets) {
  if (!tweets.is_dict()) return no_attribute(tweets, "items");
  Dict entries;
  entries.reserve(tweets.as_dict().size());
  for (const auto& [key, tweet] : tweets.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(Value number, call_builtin("int", key));
    entries.set(std::move(number), tweet);
  }
  return Value::dict(std::move(entries));
}

class TwitterApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return twitter_api_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> authenticate_twitter(Arguments a);
  Result<Value> posting_get_login_status(Arguments a);
  Result<Value> post_tweet(Arguments a);
  Result<Value> retweet(Arguments a);
  Result<Value> comment(Arguments a);
  Result<Value> mention(Arguments a);
  Result<Value> follow_user(Arguments a);
  Result<Value> list_all_following(Arguments a);
  Result<Value> unfollow_user(Arguments a);
  Result<Value> get_tweet(Arguments a);
  Result<Value> get_user_tweets(Arguments a);
  Result<Value> search_tweets(Arguments a);
  Result<Value> get_tweet_comments(Arguments a);
  Result<Value> get_user_stats(Arguments a);

  Value username_;
  Value password_;
  Value authenticated_;
  Value tweets_;  // always a dict
  Value comments_;
  Value retweets_;
  Value following_list_;
  Value tweet_counter_;

 private:
  Result<List> tweets_of(const Value& username) const;
};

Status TwitterApi::load_scenario(const Value& scenario, bool /*long_context*/) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  const auto get = [&scenario](std::string_view key, const Value& otherwise) {
    return scenario_get(scenario, key, otherwise);
  };
  username_ = get("username", Value::str("john"));
  password_ = get("password", Value::str("john123"));
  authenticated_ = get("authenticated", Value::boolean(false));
  BFCLX_ASSIGN_OR_RETURN(tweets_, with_int_keys(get("tweets", Value::dict())));
  comments_ = get("comments", Value::dict());
  retweets_ = get("retweets", Value::dict());
  following_list_ = get("following_list", Value::list({Value::str("alice"), Value::str("bob")}));
  tweet_counter_ = get("tweet_counter", Value::integer(0));
  return {};
}

Result<Value> TwitterApi::authenticate_twitter(Arguments a) {
  if (!equal(a[0], username_) || !equal(a[1], password_)) {
    return status("authentication_status", false);
  }
  authenticated_ = Value::boolean(true);
  return status("authentication_status", true);
}

Result<Value> TwitterApi::posting_get_login_status(Arguments) {
  return status("login_status", truthy(authenticated_));
}

Result<Value> TwitterApi::post_tweet(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("posting");
  Value tweet = dict_of({
      {"id", tweet_counter_},
      {"username", username_},
      {"content", a[0]},
      {"tags", a[1]},
      {"mentions", a[2]},
  });
  BFCLX_RETURN_IF_ERROR(set_item(tweets_, tweet_counter_, tweet));
  BFCLX_ASSIGN_OR_RETURN(tweet_counter_, arithmetic_in_place(python::BinaryOperator::kAdd,
                                                             tweet_counter_, Value::integer(1)));
  return tweet;
}

Result<Value> TwitterApi::retweet(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("retweeting");
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], tweets_));
  if (!is_known) return no_tweet(a[0]);
  BFCLX_ASSIGN_OR_RETURN(const bool has_list, is_member(username_, retweets_));
  if (!has_list) BFCLX_RETURN_IF_ERROR(set_item(retweets_, username_, Value::list()));
  BFCLX_ASSIGN_OR_RETURN(const Value list, get_item(retweets_, username_));
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], list));
  if (is_there) return text_result("retweet_status", "Already retweeted");
  BFCLX_RETURN_IF_ERROR(list_append(list, a[0]));
  return text_result("retweet_status", "Successfully retweeted");
}

Result<Value> TwitterApi::comment(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("commenting");
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], tweets_));
  if (!is_known) return no_tweet(a[0]);
  BFCLX_ASSIGN_OR_RETURN(const bool has_list, is_member(a[0], comments_));
  if (!has_list) BFCLX_RETURN_IF_ERROR(set_item(comments_, a[0], Value::list()));
  BFCLX_ASSIGN_OR_RETURN(const Value list, get_item(comments_, a[0]));
  BFCLX_RETURN_IF_ERROR(list_append(list, dict_of({{"username", username_}, {"content", a[1]}})));
  return text_result("comment_status", "Comment added successfully");
}

Result<Value> TwitterApi::mention(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], tweets_));
  if (!is_known) return no_tweet(a[0]);
  BFCLX_ASSIGN_OR_RETURN(const Value tweet, get_item(tweets_, a[0]));
  BFCLX_ASSIGN_OR_RETURN(const Value mentions, get_item(tweet, "mentions"));
  modules().will_change(mentions);
  BFCLX_RETURN_IF_ERROR(list_extend(mentions, a[1]));
  return text_result("mention_status", "Users mentioned successfully");
}

Result<Value> TwitterApi::follow_user(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("following");
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], following_list_));
  if (is_there) return status("follow_status", false);
  BFCLX_RETURN_IF_ERROR(list_append(following_list_, a[0]));
  return status("follow_status", true);
}

Result<Value> TwitterApi::list_all_following(Arguments) {
  if (!truthy(authenticated_)) return not_authenticated("listing following");
  return dict_of({{"following_list", following_list_}});
}

Result<Value> TwitterApi::unfollow_user(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("unfollowing");
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], following_list_));
  if (!is_there) return status("unfollow_status", false);
  BFCLX_RETURN_IF_ERROR(list_remove(following_list_, a[0]));
  return status("unfollow_status", true);
}

Result<Value> TwitterApi::get_tweet(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], tweets_));
  if (!is_known) return no_tweet(a[0]);
  return get_item(tweets_, a[0]);
}

// [tweet for tweet in self.tweets.values() if tweet["username"] == username]
Result<List> TwitterApi::tweets_of(const Value& username) const {
  List found;
  for (const auto& [id, tweet] : tweets_.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(const Value author, get_item(tweet, "username"));
    if (equal(author, username)) found.push_back(tweet);
  }
  return found;
}

Result<Value> TwitterApi::get_user_tweets(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(List found, tweets_of(a[0]));
  return Value::list(std::move(found));
}

// keyword in tweet["content"].lower() or keyword in [tag.lower() for tag in tweet["tags"]]
Result<bool> matches(const Value& tweet, const Value& keyword) {
  BFCLX_ASSIGN_OR_RETURN(const Value content, get_item(tweet, "content"));
  BFCLX_ASSIGN_OR_RETURN(const Value text, lowered(content));
  BFCLX_ASSIGN_OR_RETURN(const bool in_content, is_member(keyword, text));
  if (in_content) return true;
  BFCLX_ASSIGN_OR_RETURN(const Value tags, get_item(tweet, "tags"));
  BFCLX_ASSIGN_OR_RETURN(List words, python::iterate(tags));
  for (Value& word : words) {
    BFCLX_ASSIGN_OR_RETURN(word, lowered(word));
  }
  return contains(words, keyword);
}

Result<Value> TwitterApi::search_tweets(Arguments a) {
  List found;
  if (tweets_.as_dict().empty()) return Value::list();  // the keyword is not looked at
  BFCLX_ASSIGN_OR_RETURN(const Value keyword, lowered(a[0]));
  for (const auto& [id, tweet] : tweets_.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_match, matches(tweet, keyword));
    if (is_match) found.push_back(tweet);
  }
  return Value::list(std::move(found));
}

Result<Value> TwitterApi::get_tweet_comments(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], tweets_));
  if (!is_known) return no_tweet(a[0]);
  return dict_get(comments_, a[0], Value::list());
}

Result<Value> TwitterApi::get_user_stats(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const List tweets, tweets_of(a[0]));
  Value following = Value::integer(0);
  if (equal(a[0], username_)) {
    BFCLX_ASSIGN_OR_RETURN(following, call_builtin("len", following_list_));
  }
  BFCLX_ASSIGN_OR_RETURN(const Value retweets, dict_get(retweets_, a[0], Value::list()));
  BFCLX_ASSIGN_OR_RETURN(const Value retweet_count, call_builtin("len", retweets));
  return dict_of({
      {"tweet_count", Value::integer(static_cast<std::int64_t>(tweets.size()))},
      {"following_count", following},
      {"retweet_count", retweet_count},
  });
}

constexpr std::array<Parameter, 2> kCredentials = {{{"username"}, {"password"}}};
constexpr std::array<Parameter, 3> kNewTweet = {
    {{"content"}, {"tags", default_shared_list(0)}, {"mentions", default_shared_list(1)}}};
constexpr std::array<Parameter, 1> kTweetId = {{{"tweet_id"}}};
constexpr std::array<Parameter, 2> kComment = {{{"tweet_id"}, {"comment_content"}}};
constexpr std::array<Parameter, 2> kMention = {{{"tweet_id"}, {"mentioned_usernames"}}};
constexpr std::array<Parameter, 1> kToFollow = {{{"username_to_follow"}}};
constexpr std::array<Parameter, 1> kToUnfollow = {{{"username_to_unfollow"}}};
constexpr std::array<Parameter, 1> kUsername = {{{"username"}}};
constexpr std::array<Parameter, 1> kKeyword = {{{"keyword"}}};

constexpr std::array<Method, 14> kMethods = {{
    {"authenticate_twitter", kCredentials, call_member<&TwitterApi::authenticate_twitter>},
    {"posting_get_login_status", {}, call_member<&TwitterApi::posting_get_login_status>},
    {"post_tweet", kNewTweet, call_member<&TwitterApi::post_tweet>},
    {"retweet", kTweetId, call_member<&TwitterApi::retweet>, kScans},
    {"comment", kComment, call_member<&TwitterApi::comment>},
    {"mention", kMention, call_member<&TwitterApi::mention>},
    {"follow_user", kToFollow, call_member<&TwitterApi::follow_user>, kScans},
    {"list_all_following", {}, call_member<&TwitterApi::list_all_following>},
    {"unfollow_user", kToUnfollow, call_member<&TwitterApi::unfollow_user>, kScans},
    {"get_tweet", kTweetId, call_member<&TwitterApi::get_tweet>},
    {"get_user_tweets", kUsername, call_member<&TwitterApi::get_user_tweets>, kScans},
    {"search_tweets", kKeyword, call_member<&TwitterApi::search_tweets>, kScans},
    {"get_tweet_comments", kTweetId, call_member<&TwitterApi::get_tweet_comments>},
    {"get_user_stats", kUsername, call_member<&TwitterApi::get_user_stats>, kScans},
}};

constexpr std::array<Attribute, 8> kAttributes = {{
    {"username", get_member<&TwitterApi::username_>},
    {"password", get_member<&TwitterApi::password_>},
    {"authenticated", get_member<&TwitterApi::authenticated_>},
    {"tweets", get_member<&TwitterApi::tweets_>},
    {"comments", get_member<&TwitterApi::comments_>},
    {"retweets", get_member<&TwitterApi::retweets_>},
    {"following_list", get_member<&TwitterApi::following_list_>},
    {"tweet_counter", get_member<&TwitterApi::tweet_counter_>},
}};

constexpr ClassTable kTable = {"TwitterAPI", false, kMethods, kAttributes};

}  // namespace

const ClassTable& twitter_api_table() { return kTable; }

std::unique_ptr<Simulator> make_twitter_api(EpisodeModules& modules) {
  return std::make_unique<TwitterApi>(modules);
}

}  // namespace bfclx
