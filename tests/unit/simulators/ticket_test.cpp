#include "core/simulators/apis/ticket.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11.
TEST(TicketApi, CreatesAndClosesTickets) {
  Session session("TicketAPI", R"({})");
  session.run_all({
      {"ticket_get_login_status()", R"({"login_status": false})"},
      {"create_ticket(title='Printer')",
       R"({"error": "User not authenticated. Please log in to create a ticket."})"},
      {"get_user_tickets()",
       "[{'error': 'User not authenticated. Please log in to view tickets.'}]"},
      {"logout()", R"({"success": false})"},
      {"ticket_login(username='', password='x')", R"({"success": false})"},
      {"ticket_login(username='ann', password='secret')", R"({"success": true})"},
      {"ticket_get_login_status()", R"({"login_status": true})"},
      {"create_ticket(title='Printer', description='Out of ink', priority=2)",
       R"({"id": 1, "title": "Printer", "description": "Out of ink", "status": "Open", "priority": 2, "created_by": "ann"})"},
      {"create_ticket('Door')",
       R"({"id": 2, "title": "Door", "description": "", "status": "Open", "priority": 1, "created_by": "ann"})"},
      {"create_ticket(title='Window', priority=6)",
       R"({"error": "Invalid priority. Priority must be between 1 and 5."})"},
      {"get_ticket(ticket_id=1)",
       R"({"id": 1, "title": "Printer", "description": "Out of ink", "status": "Open", "priority": 2, "created_by": "ann"})"},
      {"get_ticket(ticket_id=9)", R"({"error": "Ticket with ID 9 not found."})"},
      {"resolve_ticket(ticket_id=1, resolution='New cartridge')",
       R"({"status": "Ticket 1 has been resolved successfully."})"},
      {"resolve_ticket(ticket_id=1, resolution='Again')",
       R"({"error": "Ticket with ID 1 is already resolved."})"},
      {"close_ticket(ticket_id=1)", R"({"status": "Ticket 1 has been closed successfully."})"},
      {"close_ticket(ticket_id=1)", R"({"error": "Ticket with ID 1 is already closed."})"},
      {"close_ticket(ticket_id=9)", R"({"error": "Ticket with ID 9 not found."})"},
      {"resolve_ticket(9, '')", R"({"error": "Ticket with ID 9 not found."})"},
      {"edit_ticket(ticket_id=2, updates={'title': 'Back door', 'description': None, 'priority': "
       "5})",
       R"({"status": "Ticket 2 has been updated successfully."})"},
      {"edit_ticket(ticket_id=2, updates={'owner': 'bob'})",
       R"({"error": "Invalid fields for update: owner"})"},
      {"edit_ticket(2, {'owner': 'bob', 'due': 'today', 'title': 'x', 'room': 5})",
       R"({"error": "Invalid fields for update: room, due, owner"})"},
      {"edit_ticket(9, {})", R"({"error": "Ticket with ID 9 not found."})"},
      {"get_user_tickets()",
       "[{'id': 1, 'title': 'Printer', 'description': 'Out of ink', 'status': 'Closed', "
       "'priority': 2, 'created_by': 'ann', 'resolution': 'New cartridge'}, {'id': 2, 'title': "
       "'Back door', 'description': '', 'status': 'Open', 'priority': 5, 'created_by': 'ann'}]"},
      {"get_user_tickets(status='OPEN')",
       "[{'id': 2, 'title': 'Back door', 'description': '', 'status': 'Open', 'priority': 5, "
       "'created_by': 'ann'}]"},
      {"get_user_tickets(status='Resolved')", "[]"},
      {"logout()", R"({"success": true})"},
      {"ticket_get_login_status()", R"({"login_status": false})"},
  });
  EXPECT_EQ(
      session.attribute("ticket_queue"),
      "[{'id': 1, 'title': 'Printer', 'description': 'Out of ink', 'status': 'Closed', 'priority': "
      "2, 'created_by': 'ann', 'resolution': 'New cartridge'}, {'id': 2, 'title': 'Back door', "
      "'description': '', 'status': 'Open', 'priority': 5, 'created_by': 'ann'}]");
  EXPECT_EQ(session.attribute("ticket_counter"), "3");
  EXPECT_EQ(session.attribute("current_user"), "None");
}

TEST(TicketApi, StartsFromItsScenario) {
  Session session(
      "TicketAPI",
      R"({"ticket_queue": [{"id": 7, "title": "Lamp", "status": "Open", "created_by": "ann"}, {"id": 8, "title": "No status", "created_by": "bob"}], "ticket_counter": 9, "current_user": "ann"})");
  session.run_all({
      {"create_ticket('Chair', priority=True)",
       R"({"id": 9, "title": "Chair", "description": "", "status": "Open", "priority": true, "created_by": "ann"})"},
      {"get_user_tickets('open')",
       "[{'id': 7, 'title': 'Lamp', 'status': 'Open', 'created_by': 'ann'}, {'id': 9, 'title': "
       "'Chair', 'description': '', 'status': 'Open', 'priority': True, 'created_by': 'ann'}]"},
      {"close_ticket(7.0)", R"({"status": "Ticket 7.0 has been closed successfully."})"},
      {"close_ticket(8)", "Error during execution: 'status'"},
      {"resolve_ticket(8, '')", "Error during execution: 'status'"},
      {"get_ticket(9)",
       R"({"id": 9, "title": "Chair", "description": "", "status": "Open", "priority": true, "created_by": "ann"})"},
      {"get_ticket(8)", R"({"id": 8, "title": "No status", "created_by": "bob"})"},
  });
  EXPECT_EQ(session.attribute("ticket_counter"), "10");
}

TEST(TicketApi, TakesArgumentsOfAnyType) {
  Session session(
      "TicketAPI",
      R"({"ticket_queue": [{"id": 1, "title": "Lamp", "status": "Open", "created_by": "ann"}], "ticket_counter": 2, "current_user": "ann"})");
  session.run_all({
      {"create_ticket('x', priority='high')",
       "Error during execution: '<' not supported between instances of 'str' and 'int'"},
      {"create_ticket('x', priority=None)",
       "Error during execution: '<' not supported between instances of 'NoneType' and 'int'"},
      {"create_ticket('x', priority=[1])",
       "Error during execution: '<' not supported between instances of 'list' and 'int'"},
      {"create_ticket(['x'], {1: 2}, 1.5)",
       R"({"id": 2, "title": ["x"], "description": {"1": 2}, "status": "Open", "priority": 1.5, "created_by": "ann"})"},
      {"get_ticket('1')", R"({"error": "Ticket with ID 1 not found."})"},
      {"get_ticket([1, None])", R"({"error": "Ticket with ID [1, None] not found."})"},
      {"get_ticket(True)", R"({"id": 1, "title": "Lamp", "status": "Open", "created_by": "ann"})"},
      {"edit_ticket(1, 'title')", "Error during execution: 'str' object has no attribute 'keys'"},
      {"edit_ticket(1, {3: 'x'})",
       "Error during execution: sequence item 0: expected str instance, int found"},
      {"edit_ticket(1, {'status': 5})", R"({"status": "Ticket 1 has been updated successfully."})"},
      {"get_user_tickets(status=5)",
       "Error during execution: 'int' object has no attribute 'lower'"},
      {"get_user_tickets('open')", "Error during execution: 'int' object has no attribute 'lower'"},
      {"edit_ticket(1, {'status': b'OPEN'})",
       R"({"status": "Ticket 1 has been updated successfully."})"},
      {"get_user_tickets(b'open')",
       "[{'id': 1, 'title': 'Lamp', 'status': b'OPEN', 'created_by': 'ann'}]"},
      {"ticket_login(['ann'], 1)", R"({"success": true})"},
      {"get_user_tickets()", "[]"},
      {"close_ticket()",
       "Error during execution: TicketAPI.close_ticket() missing 1 required positional argument: "
       "'ticket_id'"},
      {"close_ticket(1, 2)",
       "Error during execution: TicketAPI.close_ticket() takes 2 positional arguments but 3 were "
       "given"},
      {"close_ticket(ticket=1)",
       "Error during execution: TicketAPI.close_ticket() got an unexpected keyword argument "
       "'ticket'"},
  });
  EXPECT_EQ(
      session.attribute("ticket_queue"),
      "[{'id': 1, 'title': 'Lamp', 'status': b'OPEN', 'created_by': 'ann'}, {'id': 2, 'title': "
      "['x'], 'description': {1: 2}, 'status': 'Open', 'priority': 1.5, 'created_by': 'ann'}]");
  EXPECT_EQ(session.attribute("current_user"), "['ann']");
}

TEST(TicketApi, FollowsScenariosOfOtherForms) {
  Session session("TicketAPI",
                  R"({"ticket_queue": {"id": 1}, "ticket_counter": "5", "current_user": "ann"})");
  session.run_all({
      {"get_ticket(1)", "Error during execution: string indices must be integers, not 'str'"},
      {"create_ticket('x')", "Error during execution: 'dict' object has no attribute 'append'"},
      {"get_user_tickets()", "Error during execution: string indices must be integers, not 'str'"},
  });
  EXPECT_EQ(session.attribute("ticket_queue"), "{'id': 1}");
}

TEST(TicketApi, CountsAfterQueueing) {
  Session session(
      "TicketAPI",
      R"({"ticket_queue": [{"title": "no id"}], "ticket_counter": "5", "current_user": "ann"})");
  session.run_all({
      {"create_ticket('x')",
       R"(Error during execution: can only concatenate str (not "int") to str)"},
      {"get_ticket(1)", "Error during execution: 'id'"},
  });
  EXPECT_EQ(session.attribute("ticket_queue"),
            "[{'title': 'no id'}, {'id': '5', 'title': 'x', 'description': '', 'status': 'Open', "
            "'priority': 1, 'created_by': 'ann'}]");
}

}  // namespace
}  // namespace bfclx
