#include "core/simulators/apis/message.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

using python::BinaryOperator;

constexpr std::int64_t kDefaultSeed = 200191;
constexpr std::int64_t kFirstId = 10000;
constexpr std::int64_t kLastId = 99999;

// Messages that a fresh workspace has; each is {receiver: text}.
Value default_inbox() {
  return Value::list({
      dict_of({{"USR002", Value::str("My name is Alice. I want to connect.")}}),
      dict_of({{"USR003", Value::str("Could you upload the file?")}}),
      dict_of({{"USR004", Value::str("Could you upload the file?")}}),
  });
}

Value default_users() {
  return dict_of({{"Alice", Value::str("USR001")},
                  {"Bob", Value::str("USR002")},
                  {"Catherine", Value::str("USR003")},
                  {"Daniel", Value::str("USR004")}});
}

// text.zfill(width)
std::string zero_filled(std::string text, std::size_t width) {
  const std::size_t length = count_code_points(text);
  if (length >= width) return text;
  const bool is_signed = !text.empty() && (text[0] == '-' || text[0] == '+');
  text.insert(is_signed ? 1 : 0, width - length, '0');
  return text;
}

// f"{before}{value}{after}"
Result<Value> sentence(std::string_view before, const Value& value, std::string_view after) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(value));
  std::string whole(before);
  whole += text;
  whole += after;
  return Value::str(whole);
}

// list(message.items())[0]
Result<const Dict::Entry*> first_item(const Value& message) {
  if (!message.is_dict()) return no_attribute(message, "items");
  if (message.as_dict().empty()) return Error{"IndexError", "list index out of range"};
  return &message.as_dict().entry(0);
}

class MessageApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return message_api_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> list_users(Arguments a);
  Result<Value> get_user_id(Arguments a);
  Result<Value> message_login(Arguments a);
  Result<Value> message_get_login_status(Arguments a);
  Result<Value> send_message(Arguments a);
  Result<Value> delete_message(Arguments a);
  Result<Value> view_messages_sent(Arguments a);
  Result<Value> add_contact(Arguments a);
  Result<Value> search_messages(Arguments a);
  Result<Value> get_message_stats(Arguments a);

  Value generated_ids_;  // a set
  Value user_count_;
  Value user_map_;  // user name -> user id
  Value inbox_;     // list of {receiver id: text}
  Value message_count_;
  Value current_user_;  // user id, or None

 private:
  bool logged_in() const { return truthy(current_user_); }
  static Value not_logged_in() { return error_dict("No user is currently logged in."); }
  Result<bool> is_user_id(const Value& id) const;
  Result<List*> inbox();
  Result<Value> generate_id();

  std::optional<PythonRandom> random_;
};

Status MessageApi::load_scenario(const Value& scenario, bool /*long_context*/) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  BFCLX_ASSIGN_OR_RETURN(random_, modules().random(scenario_get(scenario, "random_seed",
                                                                Value::integer(kDefaultSeed))));
  generated_ids_ = scenario_get(scenario, "generated_ids", Value::set());
  user_count_ = scenario_get(scenario, "user_count", Value::integer(4));
  user_map_ = scenario_get(scenario, "user_map", default_users());
  inbox_ = scenario_get(scenario, "inbox", default_inbox());
  message_count_ = scenario_get(scenario, "message_count", Value::integer(3));
  current_user_ = scenario_get(scenario, "current_user");
  return {};
}

// id in user_map.values()
Result<bool> MessageApi::is_user_id(const Value& id) const {
  if (!user_map_.is_dict()) return no_attribute(user_map_, "values");
  for (const auto& [name, known] : user_map_.as_dict()) {
    if (same_or_equal(known, id)) return true;
  }
  return false;
}

Result<List*> MessageApi::inbox() {
  if (inbox_.is_list()) return &inbox_.mutable_list();
  return python::not_iterable(inbox_);
}

Result<Value> MessageApi::generate_id() {
  if (generated_ids_.is_set() && generated_ids_.as_set().size() > kLastId - kFirstId) {
    return Error{"Limit", "no message id is left"};  // Python would look for one forever
  }
  while (true) {
    Value id = Value::integer(random_->randint(kFirstId, kLastId));
    BFCLX_ASSIGN_OR_RETURN(const bool taken, is_member(id, generated_ids_));
    if (taken) continue;
    if (!generated_ids_.is_set()) return no_attribute(generated_ids_, "add");
    generated_ids_.mutable_set().insert(id);
    return dict_of({{"new_id", id}});
  }
}

Result<Value> MessageApi::list_users(Arguments /*a*/) {
  if (!user_map_.is_dict()) return no_attribute(user_map_, "keys");
  List names;
  for (const auto& [name, id] : user_map_.as_dict()) names.push_back(name);
  return dict_of({{"user_list", Value::list(std::move(names))}});
}

Result<Value> MessageApi::get_user_id(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(a[0], user_map_));
  if (!known) return error_about("User '", a[0], "' not found in the workspace.");
  if (!user_map_.is_dict()) return no_attribute(user_map_, "get");
  return dict_of({{"user_id", *user_map_.as_dict().find(a[0])}});
}

Result<Value> MessageApi::message_login(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_user_id(a[0]));
  if (!known) {
    BFCLX_ASSIGN_OR_RETURN(const Value refusal, sentence("User ID '", a[0], "' not found."));
    return dict_of({{"login_status", Value::boolean(false)}, {"message", refusal}});
  }
  current_user_ = a[0];
  BFCLX_ASSIGN_OR_RETURN(const Value done, sentence("User '", a[0], "' logged in successfully."));
  return dict_of({{"login_status", Value::boolean(true)}, {"message", done}});
}

Result<Value> MessageApi::message_get_login_status(Arguments /*a*/) {
  return dict_of({{"login_status", Value::boolean(logged_in())}});
}

Result<Value> MessageApi::send_message(Arguments a) {
  const Value& receiver = a[0];
  if (!logged_in()) return not_logged_in();
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_user_id(receiver));
  if (!known) return error_about("Receiver ID '", receiver, "' not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value id, generate_id());
  if (!inbox_.is_list()) return no_attribute(inbox_, "append");
  Value message = Value::dict();
  message.mutable_dict().set(receiver, a[1]);
  inbox_.mutable_list().push_back(std::move(message));
  BFCLX_ASSIGN_OR_RETURN(
      message_count_, arithmetic_in_place(BinaryOperator::kAdd, message_count_, Value::integer(1)));
  BFCLX_ASSIGN_OR_RETURN(const Value done,
                         sentence("Message sent to '", receiver, "' successfully."));
  return dict_of({{"sent_status", Value::boolean(true)}, {"message_id", id}, {"message", done}});
}

Result<Value> MessageApi::delete_message(Arguments a) {
  const Value& wanted = a[0];
  if (!logged_in()) return not_logged_in();
  BFCLX_ASSIGN_OR_RETURN(List* const inbox, inbox());
  for (std::size_t i = inbox->size(); i-- > 0;) {
    BFCLX_ASSIGN_OR_RETURN(const Dict::Entry* const item, first_item((*inbox)[i]));
    const Value receiver = item->key;
    if (!equal(receiver, wanted)) continue;
    // list.remove takes the first message that equals this one, which may be an older one: quirk
    // oldest_equal_message_goes.
    std::size_t first = 0;
    while (!same_or_equal((*inbox)[first], (*inbox)[i])) ++first;
    inbox->erase(inbox->begin() + static_cast<std::ptrdiff_t>(first));
    BFCLX_ASSIGN_OR_RETURN(
        const Value done, sentence("Receiver ", wanted, "'s latest message deleted successfully."));
    return dict_of(
        {{"deleted_status", Value::boolean(true)}, {"receiver_id", receiver}, {"message", done}});
  }
  return error_about("Receiver ID ", wanted, " not found.");
}

Result<Value> MessageApi::view_messages_sent(Arguments /*a*/) {
  if (!logged_in()) return not_logged_in();
  BFCLX_ASSIGN_OR_RETURN(List* const inbox, inbox());
  Dict sent;
  for (const Value& message : *inbox) {
    BFCLX_ASSIGN_OR_RETURN(const Dict::Entry* const item, first_item(message));
    if (const Value* texts = sent.find(item->key); texts != nullptr) {
      texts->mutable_list().push_back(item->value);
    } else {
      sent.set(item->key, Value::list({item->value}));
    }
  }
  return dict_of({{"messages", Value::dict(std::move(sent))}});
}

Result<Value> MessageApi::add_contact(Arguments a) {
  const Value& name = a[0];
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(name, user_map_));
  if (known) return error_about("User name '", name, "' already exists.");
  BFCLX_ASSIGN_OR_RETURN(user_count_,
                         arithmetic_in_place(BinaryOperator::kAdd, user_count_, Value::integer(1)));
  BFCLX_ASSIGN_OR_RETURN(const std::string number, text_of(user_count_));
  const Value id = Value::str("USR" + zero_filled(number, 3));
  BFCLX_ASSIGN_OR_RETURN(const bool taken, is_user_id(id));
  if (taken) return error_about("User ID '", id, "' already exists.");
  user_map_.mutable_dict().set(name, id);
  BFCLX_ASSIGN_OR_RETURN(const Value done, sentence("Contact '", name, "' added successfully."));
  return dict_of({{"added_status", Value::boolean(true)}, {"user_id", id}, {"message", done}});
}

Result<Value> MessageApi::search_messages(Arguments a) {
  if (!logged_in()) return not_logged_in();
  BFCLX_ASSIGN_OR_RETURN(const Value keyword, lowered(a[0]));
  BFCLX_ASSIGN_OR_RETURN(List* const inbox, inbox());
  List found;
  for (const Value& message : *inbox) {
    BFCLX_ASSIGN_OR_RETURN(const Dict::Entry* const item, first_item(message));
    BFCLX_ASSIGN_OR_RETURN(const Value text, lowered(item->value));
    BFCLX_ASSIGN_OR_RETURN(const bool matches, is_member(keyword, text));
    if (matches) {
      found.push_back(dict_of({{"receiver_id", item->key}, {"message", item->value}}));
    }
  }
  return dict_of({{"results", Value::list(std::move(found))}});
}

Result<Value> MessageApi::get_message_stats(Arguments /*a*/) {
  if (!logged_in()) return not_logged_in();
  BFCLX_ASSIGN_OR_RETURN(List* const inbox, inbox());
  Set contacts;
  for (const Value& message : *inbox) {
    BFCLX_ASSIGN_OR_RETURN(const Dict::Entry* const item, first_item(message));
    contacts.insert(item->key);
  }
  const auto count = [](std::size_t n) { return Value::integer(static_cast<std::int64_t>(n)); };
  return dict_of({{"stats", dict_of({{"received_count", count(inbox->size())},
                                     {"total_contacts", count(contacts.size())}})}});
}

constexpr std::array<Parameter, 1> kUser = {{{"user"}}};
constexpr std::array<Parameter, 1> kUserId = {{{"user_id"}}};
constexpr std::array<Parameter, 2> kSend = {{{"receiver_id"}, {"message"}}};
constexpr std::array<Parameter, 1> kReceiver = {{{"receiver_id"}}};
constexpr std::array<Parameter, 1> kUserName = {{{"user_name"}}};
constexpr std::array<Parameter, 1> kKeyword = {{{"keyword"}}};

constexpr std::array<Method, 10> kMethods = {{
    {"list_users", {}, call_member<&MessageApi::list_users>, kScans},
    {"get_user_id", kUser, call_member<&MessageApi::get_user_id>},
    {"message_login", kUserId, call_member<&MessageApi::message_login>},
    {"message_get_login_status", {}, call_member<&MessageApi::message_get_login_status>},
    {"send_message", kSend, call_member<&MessageApi::send_message>},
    {"delete_message", kReceiver, call_member<&MessageApi::delete_message>, kScans},
    {"view_messages_sent", {}, call_member<&MessageApi::view_messages_sent>, kScans},
    {"add_contact", kUserName, call_member<&MessageApi::add_contact>},
    {"search_messages", kKeyword, call_member<&MessageApi::search_messages>, kScans},
    {"get_message_stats", {}, call_member<&MessageApi::get_message_stats>, kScans},
}};

constexpr std::array<Attribute, 6> kAttributes = {{
    {"generated_ids", get_member<&MessageApi::generated_ids_>},
    {"user_count", get_member<&MessageApi::user_count_>},
    {"user_map", get_member<&MessageApi::user_map_>},
    {"inbox", get_member<&MessageApi::inbox_>},
    {"message_count", get_member<&MessageApi::message_count_>},
    {"current_user", get_member<&MessageApi::current_user_>},
}};

}  // namespace

const ClassTable& message_api_table() {
  static constexpr ClassTable kTable = {"MessageAPI", false, kMethods, kAttributes};
  return kTable;
}

std::unique_ptr<Simulator> make_message_api(EpisodeModules& modules) {
  return std::make_unique<MessageApi>(modules);
}

}  // namespace bfclx
