#include "core/simulators/apis/message.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11.
TEST(MessageApi, LogsInAndSends) {
  Session session("MessageAPI", R"({})");
  session.run_all({
      {"list_users()", R"({"user_list": ["Alice", "Bob", "Catherine", "Daniel"]})"},
      {"message_get_login_status()", R"({"login_status": false})"},
      {"send_message('USR002', 'Hi')", R"({"error": "No user is currently logged in."})"},
      {"delete_message('USR002')", R"({"error": "No user is currently logged in."})"},
      {"view_messages_sent()", R"({"error": "No user is currently logged in."})"},
      {"search_messages('a')", R"({"error": "No user is currently logged in."})"},
      {"get_message_stats()", R"({"error": "No user is currently logged in."})"},
      {"get_user_id(user='Bob')", R"({"user_id": "USR002"})"},
      {"get_user_id('bob')", R"({"error": "User 'bob' not found in the workspace."})"},
      {"message_login(user_id='USR009')",
       R"({"login_status": false, "message": "User ID 'USR009' not found."})"},
      {"message_login(user_id='USR001')",
       R"({"login_status": true, "message": "User 'USR001' logged in successfully."})"},
      {"message_get_login_status()", R"({"login_status": true})"},
      {"send_message(receiver_id='Bob', message='Hi')",
       R"({"error": "Receiver ID 'Bob' not found."})"},
      {"send_message(receiver_id='USR002', message='Lunch at noon?')",
       R"({"sent_status": true, "message_id": {"new_id": 67410}, "message": "Message sent to 'USR002' successfully."})"},
      {"send_message(receiver_id='USR002', message='Or at one.')",
       R"({"sent_status": true, "message_id": {"new_id": 41772}, "message": "Message sent to 'USR002' successfully."})"},
      {"view_messages_sent()",
       R"({"messages": {"USR002": ["My name is Alice. I want to connect.", "Lunch at noon?", "Or at one."], "USR003": ["Could you upload the file?"], "USR004": ["Could you upload the file?"]}})"},
      {"search_messages(keyword='LUNCH')",
       R"({"results": [{"receiver_id": "USR002", "message": "Lunch at noon?"}]})"},
      {"get_message_stats()", R"({"stats": {"received_count": 5, "total_contacts": 3}})"},
      {"add_contact(user_name='Zoe')",
       R"({"added_status": true, "user_id": "USR005", "message": "Contact 'Zoe' added successfully."})"},
      {"send_message(receiver_id='USR005', message='Welcome')",
       R"({"sent_status": true, "message_id": {"new_id": 24547}, "message": "Message sent to 'USR005' successfully."})"},
      {"delete_message(receiver_id='USR002')",
       R"({"deleted_status": true, "receiver_id": "USR002", "message": "Receiver USR002's latest message deleted successfully."})"},
      {"delete_message(receiver_id='USR009')", R"({"error": "Receiver ID USR009 not found."})"},
      {"add_contact(user_name='Bob')", R"({"error": "User name 'Bob' already exists."})"},
  });
  EXPECT_EQ(session.attribute("generated_ids"), "{67410, 24547, 41772}");
  EXPECT_EQ(session.attribute("user_count"), "5");
  EXPECT_EQ(session.attribute("user_map"),
            "{'Alice': 'USR001', 'Bob': 'USR002', 'Catherine': 'USR003', 'Daniel': 'USR004', "
            "'Zoe': 'USR005'}");
  EXPECT_EQ(session.attribute("inbox"),
            "[{'USR002': 'My name is Alice. I want to connect.'}, {'USR003': 'Could you upload the "
            "file?'}, {'USR004': 'Could you upload the file?'}, {'USR002': 'Lunch at noon?'}, "
            "{'USR005': 'Welcome'}]");
  EXPECT_EQ(session.attribute("message_count"), "6");
  EXPECT_EQ(session.attribute("current_user"), "'USR001'");
}

TEST(MessageApi, TakesArgumentsOfAnyType) {
  Session session("MessageAPI", R"({"current_user": "USR001"})");
  session.run_all({
      {"get_user_id(['Bob'])", "Error during execution: unhashable type: 'list'"},
      {"get_user_id(None)", R"({"error": "User 'None' not found in the workspace."})"},
      {"message_login(7)", R"({"login_status": false, "message": "User ID '7' not found."})"},
      {"add_contact({})", "Error during execution: unhashable type: 'dict'"},
      {"add_contact(7)",
       R"({"added_status": true, "user_id": "USR005", "message": "Contact '7' added successfully."})"},
      {"get_user_id(7.0)", R"({"user_id": "USR005"})"},
      {"list_users()", R"({"user_list": ["Alice", "Bob", "Catherine", "Daniel", 7]})"},
      {"search_messages(7)", "Error during execution: 'int' object has no attribute 'lower'"},
      {"search_messages(b'FILE')",
       "Error during execution: 'in <string>' requires string as left operand, not bytes"},
      {"delete_message([1])", R"({"error": "Receiver ID [1] not found."})"},
      {"send_message('USR002', 5)",
       R"({"sent_status": true, "message_id": {"new_id": 67410}, "message": "Message sent to 'USR002' successfully."})"},
      {"view_messages_sent()",
       R"({"messages": {"USR002": ["My name is Alice. I want to connect.", 5], "USR003": ["Could you upload the file?"], "USR004": ["Could you upload the file?"]}})"},
      {"search_messages('file')", "Error during execution: 'int' object has no attribute 'lower'"},
      {"send_message('USR002')",
       "Error during execution: MessageAPI.send_message() missing 1 required positional argument: "
       "'message'"},
      {"send_message('USR002', 'a', 'b')",
       "Error during execution: MessageAPI.send_message() takes 3 positional arguments but 4 were "
       "given"},
  });
}

// list.remove() looks from the front.
TEST(MessageApi, DeletesTheFirstMessageThatEqualsTheLatest) {
  Session session(
      "MessageAPI",
      R"({"current_user": "USR001", "inbox": [{"USR002": "yes"}, {"USR003": "no"}, {"USR002": "yes", "USR004": "x"}, {"USR002": "yes"}]})");
  session.run_all({
      {"delete_message('USR002')",
       R"({"deleted_status": true, "receiver_id": "USR002", "message": "Receiver USR002's latest message deleted successfully."})"},
      {"view_messages_sent()", R"({"messages": {"USR003": ["no"], "USR002": ["yes", "yes"]}})"},
      {"delete_message('USR002')",
       R"({"deleted_status": true, "receiver_id": "USR002", "message": "Receiver USR002's latest message deleted successfully."})"},
      {"delete_message('USR002')",
       R"({"deleted_status": true, "receiver_id": "USR002", "message": "Receiver USR002's latest message deleted successfully."})"},
      {"get_message_stats()", R"({"stats": {"received_count": 1, "total_contacts": 1}})"},
  });
  EXPECT_EQ(session.attribute("inbox"), "[{'USR003': 'no'}]");
  EXPECT_EQ(session.attribute("message_count"), "3");
}

TEST(MessageApi, CountsUsersWhetherOrNotTheyWereAdded) {
  Session session("MessageAPI", R"({"user_count": 1, "user_map": {"Ann": "USR002"}})");
  session.run_all({
      {"add_contact('Ben')", R"({"error": "User ID 'USR002' already exists."})"},
      {"add_contact('Ben')",
       R"({"added_status": true, "user_id": "USR003", "message": "Contact 'Ben' added successfully."})"},
  });
  EXPECT_EQ(session.attribute("user_count"), "3");
}

// The sign stays in front.
TEST(MessageApi, FillsShortUserIdsWithZeros) {
  Session session("MessageAPI", R"({"user_count": -8})");
  session.run_all({
      {"add_contact('Ben')",
       R"({"added_status": true, "user_id": "USR-07", "message": "Contact 'Ben' added successfully."})"},
  });
}

TEST(MessageApi, KeepsLongUserIds) {
  Session session("MessageAPI", R"({"user_count": 12345})");
  session.run_all({
      {"add_contact('Ben')",
       R"({"added_status": true, "user_id": "USR12346", "message": "Contact 'Ben' added successfully."})"},
  });
}

TEST(MessageApi, DrawsIdsFromTheSeed) {
  Session session("MessageAPI", R"({"current_user": "USR001", "random_seed": 5})");
  session.run_all({
      {"send_message('USR002', 'a')",
       R"({"sent_status": true, "message_id": {"new_id": 91644}, "message": "Message sent to 'USR002' successfully."})"},
      {"send_message('USR003', 'b')",
       R"({"sent_status": true, "message_id": {"new_id": 43481}, "message": "Message sent to 'USR003' successfully."})"},
  });
  EXPECT_EQ(session.attribute("generated_ids"), "{43481, 91644}");
}

TEST(MessageApi, RaisesForMessagesWithoutReceiver) {
  Session session("MessageAPI", R"({"current_user": "x", "inbox": [{}]})");
  session.run_all({
      {"get_message_stats()", "Error during execution: list index out of range"},
      {"delete_message('x')", "Error during execution: list index out of range"},
  });
}

TEST(MessageApi, SendsNothingWhenNoIdCanBeKept) {
  Session session("MessageAPI", R"({"current_user": "USR001", "generated_ids": []})");
  session.run_all({
      {"send_message('USR002', 'a')",
       "Error during execution: 'list' object has no attribute 'add'"},
  });
  EXPECT_EQ(session.attribute("inbox"),
            "[{'USR002': 'My name is Alice. I want to connect.'}, {'USR003': 'Could you upload the "
            "file?'}, {'USR004': 'Could you upload the file?'}]");
  EXPECT_EQ(session.attribute("message_count"), "3");
}

TEST(MessageApi, ScenarioIsADict) {
  EXPECT_EQ(Session("MessageAPI", "[]").start_error(),
            "AttributeError: 'list' object has no attribute 'get'");
}

TEST(MessageApi, HasAttributesInOfficialOrder) {
  EXPECT_EQ(Session("MessageAPI", "{}").attribute_names(),
            "generated_ids user_count user_map inbox message_count current_user");
}

}  // namespace
}  // namespace bfclx
