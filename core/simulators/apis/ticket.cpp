#include "core/simulators/apis/ticket.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/python/objects/operators.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

namespace {

using python::BinaryOperator;

class TicketApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return ticket_api_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> create_ticket(Arguments arguments);
  Result<Value> get_ticket(Arguments arguments);
  Result<Value> close_ticket(Arguments arguments);
  Result<Value> resolve_ticket(Arguments arguments);
  Result<Value> edit_ticket(Arguments arguments);
  Result<Value> ticket_login(Arguments arguments);
  Result<Value> ticket_get_login_status(Arguments arguments);
  Result<Value> logout(Arguments arguments);
  Result<Value> get_user_tickets(Arguments arguments);

  Value ticket_queue_;
  Value ticket_counter_;
  Value current_user_;

 private:
  Result<Value> find_ticket(const Value& ticket_id) const;
};

// "Ticket with ID 7 not found."
Result<std::string> about_ticket(std::string_view before, const Value& ticket_id,
                                 std::string_view after) {
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_of(ticket_id));
  return std::string(before).append(id).append(after);
}

Result<Value> ticket_error(const Value& ticket_id, std::string_view what) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, about_ticket("Ticket with ID ", ticket_id, what));
  return error_dict(text);
}

Result<Value> ticket_status(const Value& ticket_id, std::string_view what) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, about_ticket("Ticket ", ticket_id, what));
  return dict_of({{"status", Value::str(text)}});
}

bool is_editable(const Value& field) {
  static constexpr std::array<std::string_view, 4> kFields = {"title", "description", "status",
                                                              "priority"};
  return field.is_str() &&
         std::find(kFields.begin(), kFields.end(), field.as_str()) != kFields.end();
}

// set(updates) - {'title', ...}, in the order of iteration.
List invalid_fields(const Dict& updates) {
  if (std::all_of(updates.begin(), updates.end(),
                  [](const Dict::Entry& entry) { return is_editable(entry.key); })) {
    return {};
  }
  Set given;
  for (const Dict::Entry& entry : updates) given.insert(entry.key);
  Set invalid;
  for (const Value& field : given.ordered_items()) {
    if (!is_editable(field)) invalid.insert(field);
  }
  return invalid.ordered_items();
}

}  // namespace

Status TicketApi::load_scenario(const Value& scenario, bool /*long_context*/) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  ticket_queue_ = scenario_get(scenario, "ticket_queue", Value::list());
  ticket_counter_ = scenario_get(scenario, "ticket_counter", Value::integer(1));
  current_user_ = scenario_get(scenario, "current_user");
  return {};
}

Result<Value> TicketApi::create_ticket(Arguments arguments) {
  const Value& title = arguments[0];
  const Value& description = arguments[1];
  const Value& priority = arguments[2];
  if (!truthy(current_user_)) {
    return error_dict("User not authenticated. Please log in to create a ticket.");
  }
  BFCLX_ASSIGN_OR_RETURN(bool invalid, is_less(priority, Value::integer(1)));
  if (!invalid) {
    BFCLX_ASSIGN_OR_RETURN(invalid, is_less(Value::integer(5), priority));
  }
  if (invalid) return error_dict("Invalid priority. Priority must be between 1 and 5.");
  Value ticket = dict_of({{"id", ticket_counter_},
                          {"title", title},
                          {"description", description},
                          {"status", Value::str("Open")},
                          {"priority", priority},
                          {"created_by", current_user_}});
  BFCLX_RETURN_IF_ERROR(list_append(ticket_queue_, ticket));
  BFCLX_ASSIGN_OR_RETURN(ticket_counter_, arithmetic_in_place(BinaryOperator::kAdd, ticket_counter_,
                                                              Value::integer(1)));
  return ticket;
}

// The ticket, a dict, or None.
Result<Value> TicketApi::find_ticket(const Value& ticket_id) const {
  BFCLX_ASSIGN_OR_RETURN(const List tickets, python::iterate(ticket_queue_));
  for (const Value& ticket : tickets) {
    BFCLX_ASSIGN_OR_RETURN(const Value id, get_item(ticket, "id"));
    if (equal(id, ticket_id)) return ticket;
  }
  return Value::none();
}

Result<Value> TicketApi::get_ticket(Arguments arguments) {
  const Value& ticket_id = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(Value ticket, find_ticket(ticket_id));
  if (ticket.is_none()) return ticket_error(ticket_id, " not found.");
  return ticket;
}

Result<Value> TicketApi::close_ticket(Arguments arguments) {
  const Value& ticket_id = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const Value ticket, find_ticket(ticket_id));
  if (ticket.is_none()) return ticket_error(ticket_id, " not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value status, get_item(ticket, "status"));
  if (equal(status, Value::str("Closed"))) return ticket_error(ticket_id, " is already closed.");
  ticket.mutable_dict().set("status", Value::str("Closed"));
  return ticket_status(ticket_id, " has been closed successfully.");
}

Result<Value> TicketApi::resolve_ticket(Arguments arguments) {
  const Value& ticket_id = arguments[0];
  const Value& resolution = arguments[1];
  BFCLX_ASSIGN_OR_RETURN(const Value ticket, find_ticket(ticket_id));
  if (ticket.is_none()) return ticket_error(ticket_id, " not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value status, get_item(ticket, "status"));
  if (equal(status, Value::str("Resolved"))) {
    return ticket_error(ticket_id, " is already resolved.");
  }
  ticket.mutable_dict().set("status", Value::str("Resolved"));
  ticket.mutable_dict().set("resolution", resolution);
  return ticket_status(ticket_id, " has been resolved successfully.");
}

Result<Value> TicketApi::edit_ticket(Arguments arguments) {
  const Value& ticket_id = arguments[0];
  const Value& updates = arguments[1];
  BFCLX_ASSIGN_OR_RETURN(const Value ticket, find_ticket(ticket_id));
  if (ticket.is_none()) return ticket_error(ticket_id, " not found.");
  if (!updates.is_dict()) return no_attribute(updates, "keys");
  if (const List invalid = invalid_fields(updates.as_dict()); !invalid.empty()) {
    std::string text = "Invalid fields for update: ";
    for (std::size_t i = 0; i < invalid.size(); ++i) {
      if (!invalid[i].is_str()) {
        return Error{"TypeError", "sequence item " + std::to_string(i) +
                                      ": expected str instance, " +
                                      std::string(type_name(invalid[i])) + " found"};
      }
      if (i > 0) text += ", ";
      text += invalid[i].as_str();
    }
    return error_dict(text);
  }
  for (const auto& [key, value] : updates.as_dict()) {
    if (!value.is_none()) ticket.mutable_dict().set(key, value);
  }
  return ticket_status(ticket_id, " has been updated successfully.");
}

Result<Value> TicketApi::ticket_login(Arguments arguments) {
  const Value& username = arguments[0];
  const Value& password = arguments[1];
  const bool success = truthy(username) && truthy(password);
  if (success) current_user_ = username;
  return dict_of({{"success", Value::boolean(success)}});
}

Result<Value> TicketApi::ticket_get_login_status(Arguments /*arguments*/) {
  return dict_of({{"login_status", Value::boolean(truthy(current_user_))}});
}

Result<Value> TicketApi::logout(Arguments /*arguments*/) {
  const bool success = truthy(current_user_);
  if (success) current_user_ = Value::none();
  return dict_of({{"success", Value::boolean(success)}});
}

Result<Value> TicketApi::get_user_tickets(Arguments arguments) {
  const Value& status = arguments[0];
  if (!truthy(current_user_)) {
    return Value::list({error_dict("User not authenticated. Please log in to view tickets.")});
  }
  List mine;
  BFCLX_ASSIGN_OR_RETURN(const List tickets, python::iterate(ticket_queue_));
  for (const Value& ticket : tickets) {
    BFCLX_ASSIGN_OR_RETURN(const Value creator, get_item(ticket, "created_by"));
    if (equal(creator, current_user_)) mine.push_back(ticket);
  }
  if (!truthy(status)) return Value::list(std::move(mine));
  List selected;
  for (const Value& ticket : mine) {
    BFCLX_ASSIGN_OR_RETURN(const Value has, get_item(ticket, "status"));
    BFCLX_ASSIGN_OR_RETURN(const Value left, lowered(has));
    BFCLX_ASSIGN_OR_RETURN(const Value right, lowered(status));
    if (equal(left, right)) selected.push_back(ticket);
  }
  return Value::list(std::move(selected));
}

namespace {

constexpr std::array<Parameter, 3> kCreateTicket = {
    {{"title"}, {"description", default_str("")}, {"priority", default_int(1)}}};
constexpr std::array<Parameter, 1> kTicketId = {{{"ticket_id"}}};
constexpr std::array<Parameter, 2> kResolveTicket = {{{"ticket_id"}, {"resolution"}}};
constexpr std::array<Parameter, 2> kEditTicket = {{{"ticket_id"}, {"updates"}}};
constexpr std::array<Parameter, 2> kTicketLogin = {{{"username"}, {"password"}}};
constexpr std::array<Parameter, 1> kGetUserTickets = {{{"status", kDefaultNone}}};

constexpr std::array<Method, 9> kMethods = {{
    {"create_ticket", kCreateTicket, call_member<&TicketApi::create_ticket>},
    {"get_ticket", kTicketId, call_member<&TicketApi::get_ticket>, kScans},
    {"close_ticket", kTicketId, call_member<&TicketApi::close_ticket>, kScans},
    {"resolve_ticket", kResolveTicket, call_member<&TicketApi::resolve_ticket>, kScans},
    {"edit_ticket", kEditTicket, call_member<&TicketApi::edit_ticket>, kScans},
    {"ticket_login", kTicketLogin, call_member<&TicketApi::ticket_login>},
    {"ticket_get_login_status", {}, call_member<&TicketApi::ticket_get_login_status>},
    {"logout", {}, call_member<&TicketApi::logout>},
    {"get_user_tickets", kGetUserTickets, call_member<&TicketApi::get_user_tickets>, kScans},
}};

constexpr std::array<Attribute, 3> kAttributes = {{
    {"ticket_queue", get_member<&TicketApi::ticket_queue_>},
    {"ticket_counter", get_member<&TicketApi::ticket_counter_>},
    {"current_user", get_member<&TicketApi::current_user_>},
}};

constexpr ClassTable kTable = {.name = "TicketAPI", .methods = kMethods, .attributes = kAttributes};

}  // namespace

const ClassTable& ticket_api_table() { return kTable; }

std::unique_ptr<Simulator> make_ticket_api(EpisodeModules& modules) {
  return std::make_unique<TicketApi>(modules);
}

}  // namespace bfclx
