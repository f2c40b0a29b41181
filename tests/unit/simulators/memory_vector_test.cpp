#include "core/simulators/apis/memory_vector.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/simulators/apis/embeddings.h"
#include "core/simulators/apis/memory.h"
#include "core/simulators/engine/effects.h"
#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

void use_stand_in(Session& session) {
  Services services;
  services.embeddings = Services::Embeddings::kStandIn;
  session.modules().set_services(services);
}

// Services that answer by way of `effects`.
void use_server(Session& session, EffectStore& effects) {
  Services services;
  services.embeddings = Services::Embeddings::kRequest;
  services.embeddings_url = "http://127.0.0.1:8080/v1/embeddings";
  services.embeddings_model = "small";
  session.modules().set_services(services);
  session.modules().set_effects(&effects);
}

EffectAnswer json_answer(std::string body) {
  EffectAnswer answer;
  answer.status = 200;
  answer.body = std::move(body);
  return answer;
}

TEST(MemoryVector, TiesGoAsFaissHasThem) {
  Session session("MemoryAPI_vector", "{}");
  use_stand_in(session);
  session.run_all({
      {"core_memory_retrieve(query=5, top_k='x')", R"({"result": []})"},
      {"core_memory_add('tea')", R"({"id": 0})"},
      {"core_memory_add('tea')", R"({"id": 1})"},
      {"core_memory_add('tea')", R"({"id": 2})"},
      {"core_memory_retrieve('tea', 2)",
       R"({"result": [{"id": 1, "similarity_score": 1.004150390625, "text": "tea"}, {"id": 0, "similarity_score": 1.004150390625, "text": "tea"}]})"},
      {"core_memory_update(2.0, 'coffee')", R"({"status": "ID 2.0 updated."})"},
      {"core_memory_retrieve('tea', 1)",
       R"({"result": [{"id": 0, "similarity_score": 1.004150390625, "text": "tea"}]})"},
      {"core_memory_retrieve('tea', 0)", "Error during execution: "},
      {"core_memory_retrieve('tea', True)", "Error during execution: an integer is required"},
      {"core_memory_retrieve('tea', 2.5)",
       "Error during execution: 'float' object cannot be interpreted as an integer"},
      {"core_memory_retrieve('tea', None)",
       "Error during execution: '<' not supported between instances of 'int' and 'NoneType'"},
      {"core_memory_add('x' * 301)",
       R"({"error": "Entry length exceeds maximum length of 300 characters."})"},
      {"core_memory_add(7)", "Error during execution: object of type 'int' has no len()"},
      {"core_memory_remove(True)", R"({"status": "ID True removed from store."})"},
      {"core_memory_remove(1)", R"({"error": "ID 1 not present in store."})"},
      {"core_memory_remove([1])", "Error during execution: unhashable type: 'list'"},
      {"core_memory_add('x')", R"({"id": 3})"},
      {"core_memory_clear()", R"({"status": "Memory cleared."})"},
      {"core_memory_add('x')", R"({"id": 0})"},
  });
  EXPECT_EQ(session.attribute("core_memory"),
            "{'next_id': 1, 'store': [[0, 'x']], 'index_ids': [0]}");
}

TEST(MemoryVector, AsksForAllTextsAtOnceWhenASearchNeedsThem) {
  Session session("MemoryAPI_vector", "{}");
  EffectStore effects;
  use_server(session, effects);
  session.run("core_memory_add('red')");
  session.run("core_memory_add('blue')");
  ASSERT_FALSE(effects.wanted().has_value());
  session.run("core_memory_retrieve('colour')");
  ASSERT_TRUE(effects.wanted().has_value());
  const EffectRequest request = *effects.wanted();
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(
      request.body,
      R"({"model": "small", "input": ["red", "blue", "colour"], "encoding_format": "float"})");
  effects.add(request, json_answer(R"({"data": [{"index": 2, "embedding": [3, 4]},
      {"index": 0, "embedding": [5.0, 0]}, {"index": 1, "embedding": [0, 2]}]})"));
  effects.forget_wanted();
  EXPECT_EQ(session.run("core_memory_retrieve('colour')"),
            R"({"result": [{"id": 1, "similarity_score": 0.800000011920929, "text": "blue"}, )"
            R"({"id": 0, "similarity_score": 0.6000000238418579, "text": "red"}]})");
  session.run("core_memory_retrieve('colour', 1)");
  EXPECT_FALSE(effects.wanted().has_value());  // nothing is asked for twice
}

TEST(MemoryVector, AnInterruptedCallGoesOnWhereItStopped) {
  Session session("MemoryAPI_vector", "{}");
  EffectStore effects;
  use_server(session, effects);
  const std::string call = "(core_memory_add('red'), core_memory_retrieve('red'))";
  session.run(call);
  ASSERT_TRUE(effects.wanted().has_value());
  effects.add(*effects.wanted(), json_answer(R"({"data": [{"embedding": [1]}]})"));
  effects.forget_wanted();
  EXPECT_EQ(session.run(call),
            "({'id': 0}, {'result': [{'id': 0, 'similarity_score': 1.0, 'text': 'red'}]})");
  EXPECT_EQ(session.run("core_memory_add('blue')"), R"({"id": 1})");
}

TEST(MemoryVector, SaysWhatIsWrongWithAnAnswer) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"<html>", "is no JSON"},
      {"{}", "does not have a row for each text"},
      {R"({"data": [{"embedding": [1]}]})", "does not have a row for each text"},
      {R"({"data": [{"embedding": [1]}, {}]})", "has a row without an embedding"},
      {R"({"data": [{"embedding": [1]}, {"embedding": []}]})", "has a row without an embedding"},
      {R"({"data": [{"embedding": [1]}, {"embedding": [NaN]}]})",
       "has an embedding that is not of numbers"},
      {R"({"data": [{"embedding": [1]}, {"embedding": [1, 2]}]})",
       "has embeddings of several sizes"},
      {R"({"data": [{"index": 1, "embedding": [1]}, {"index": 1, "embedding": [1]}]})",
       "has rows of one index"},
      {R"({"data": [{"index": -1, "embedding": [1]}, {"embedding": [1]}]})",
       "has rows of one index"},
  };
  for (const auto& [body, problem] : cases) {
    Session session("MemoryAPI_vector", "{}");
    EffectStore effects;
    use_server(session, effects);
    session.run("core_memory_add('a')");
    session.run("core_memory_retrieve('b')");
    ASSERT_TRUE(effects.wanted().has_value());
    effects.add(*effects.wanted(), json_answer(body));
    EXPECT_EQ(session.run("core_memory_retrieve('b')"),
              "Error during execution: the embeddings server's response " + problem);
  }
}

// Quirk vector_memory_is_never_empty.
TEST(MemoryVector, IsNeverShownAsEmpty) {
  Session session("MemoryAPI_vector", "{}");
  const MemoryApi* const memory = memory_of(const_cast<Simulator&>(session.instance()));
  ASSERT_NE(memory, nullptr);
  EXPECT_EQ(*memory->context(), "{}");
}

TEST(MemoryVector, NeedsAnEmbeddingModelForSearchesAlone) {
  Session session("MemoryAPI_vector", "{}");
  session.run_all({
      {"core_memory_add('tea')", R"({"id": 0})"},
      {"core_memory_retrieve('tea')",
       "Error during execution: there is no embedding model; --embeddings URL names one"},
      {"core_memory_retrieve_all()", R"({"result": [{"id": 0, "text": "tea"}]})"},
  });
}

TEST(MemoryVector, LoadsSnapshotsInOrderOfIds) {
  const auto start = [](const std::string& snapshot) {
    return R"({"model_result_dir": "r", "scenario": "finance", "test_id": "memory_vector_1-finance-4",
               "snapshot": )" +
           snapshot + "}";
  };
  Session session("MemoryAPI_vector",
                  start(R"("{\"core_memory\": {\"next_id\": 9, \"store\": )"
                        R"({\"7\": \"b\", \" 2 \": \"a\"}}, )"
                        R"(\"archival_memory\": {\"next_id\": 0, \"store\": {}}}")"));
  ASSERT_EQ(session.start_error(), "");
  EXPECT_EQ(session.attribute("core_memory"),
            "{'next_id': 9, 'store': [[7, 'b'], [2, 'a']], 'index_ids': [2, 7]}");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("{\"core_memory\": 5}")", "TypeError: 'int' object is not subscriptable"},
      {R"("{\"core_memory\": {\"next_id\": 0, \"store\": []}}")",
       "AttributeError: 'list' object has no attribute 'items'"},
      {R"("{\"core_memory\": {\"next_id\": 0, \"store\": {\"x\": \"\"}}}")",
       "ValueError: invalid literal for int() with base 10: 'x'"},
      {R"("{\"core_memory\": {\"next_id\": 0, \"store\": {\"0\": null}}}")",
       "TypeError: the text to embed must be str, not NoneType"},
      {R"("{\"core_memory\": {\"next_id\": 0, \"store\": {}}}")", "KeyError: 'archival_memory'"},
  };
  for (const auto& [snapshot, error] : cases) {
    EXPECT_EQ(Session("MemoryAPI_vector", start(snapshot)).start_error(), error) << snapshot;
  }
}

// The config of an entry of one scenario.
std::string scenario(const std::string& id, const std::string& snapshot) {
  Dict config;
  config.set("model_result_dir", Value::str("r"));
  config.set("scenario", Value::str("finance"));
  config.set("test_id", Value::str(id));
  if (!snapshot.empty()) config.set("snapshot", Value::str(snapshot));
  return *json_dumps(Value::dict(std::move(config)));
}

auto memory(Session& session) { return memory_of(const_cast<Simulator&>(session.instance())); }

TEST(MemoryVector, SnapshotsGoOnWithTheNextEntry) {
  Session first("MemoryAPI_vector", scenario("memory_vector_prereq_0-finance-0", ""));
  ASSERT_EQ(first.start_error(), "");
  first.run_all({
      {"core_memory_add('t\u00e9a')", R"({"id": 0})"},
      {"core_memory_add('coffee')", R"({"id": 1})"},
      {"core_memory_remove(0)", R"({"status": "ID 0 removed from store."})"},
      {"core_memory_add('t\u00e9a')", R"({"id": 2})"},
      {"archival_memory_add('water')", R"({"id": 0})"},
  });
  const std::string folder = "r/agentic/memory/vector/memory_snapshot/";
  EXPECT_EQ(
      memory(first)->snapshot_files(),
      (std::vector<std::string>{folder + "prereq_checkpoints/memory_vector_prereq_0-finance-0.json",
                                folder + "finance_final.json"}));
  const std::string snapshot = *memory(first)->snapshot();
  EXPECT_EQ(snapshot, R"({
    "core_memory": {
        "next_id": 3,
        "store": {
            "1": "coffee",
            "2": "t\u00e9a"
        }
    },
    "archival_memory": {
        "next_id": 1,
        "store": {
            "0": "water"
        }
    }
})");
  Session second("MemoryAPI_vector", scenario("memory_vector_3-finance-4", snapshot));
  use_stand_in(second);
  second.run_all({
      {"core_memory_retrieve_all()",
       R"({"result": [{"id": 1, "text": "coffee"}, {"id": 2, "text": "t\u00e9a"}]})"},
      {"core_memory_add('milk')", R"({"id": 3})"},
      {"core_memory_remove(2)", R"({"status": "ID 2 removed from store."})"},
  });
  // What is loaded is embedded when a search first needs it.
  EXPECT_NE(second.run("archival_memory_retrieve('water', 1)").find(R"("text": "water")"),
            std::string::npos);
  EXPECT_EQ(*memory(second)->snapshot(), R"({
    "core_memory": {
        "next_id": 4,
        "store": {
            "1": "coffee",
            "3": "milk"
        }
    },
    "archival_memory": {
        "next_id": 1,
        "store": {
            "0": "water"
        }
    }
})");
}

}  // namespace
}  // namespace bfclx
