// The batch APIs: what is sent, and how hostile responses are read.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/generation/batches/batch_service.h"

namespace bfclx {
namespace {

using State = BatchStatus::State;

const BatchService& service(std::string_view name) { return *find_batch_service(name); }

const HttpRequest kRequest = {"POST", "/chat/completions", {}, R"({"model": "m",  "n":1e5})"};

std::vector<BatchItem> two(const HttpRequest& request) {
  return {{"tag-0", &request}, {"tag-1", &request}};
}

std::vector<BatchLine> lines_of(std::string_view name, std::string body) {
  std::vector<BatchLine> all;
  const auto lines = service(name).lines(std::move(body));
  while (std::optional<BatchLine> line = lines->next()) all.push_back(*std::move(line));
  return all;
}

TEST(BatchServices, BodiesAreTakenAsTheyAre) {
  const std::vector<BatchItem> items = two(kRequest);
  const std::string body = kRequest.body;
  const HttpRequest upload = service("openai").upload("tag", items);
  EXPECT_EQ(upload.path, "/files");
  EXPECT_EQ(
      upload.body,
      "--bfclx-tag-boundary\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\n"
      "batch\r\n--bfclx-tag-boundary\r\nContent-Disposition: form-data; name=\"file\"; "
      "filename=\"bfclx-tag.jsonl\"\r\nContent-Type: application/jsonl\r\n\r\n"
      "{\"custom_id\": \"tag-0\", \"method\": \"POST\", \"url\": \"/v1/chat/completions\", "
      "\"body\": " +
          body +
          "}\n"
          "{\"custom_id\": \"tag-1\", \"method\": \"POST\", \"url\": \"/v1/chat/completions\", "
          "\"body\": " +
          body + "}\n\r\n--bfclx-tag-boundary--\r\n");
  const HttpRequest create = service("openai").create("tag", "file-1", items);
  EXPECT_EQ(create.path, "/batches");
  EXPECT_EQ(create.body, R"({"input_file_id": "file-1", "endpoint": "/v1/chat/completions", )"
                         R"("completion_window": "24h", "metadata": {"bfclx": "tag"}})");
  EXPECT_EQ(service("anthropic").create("tag", "", items).body,
            R"({"requests": [{"custom_id": "tag-0", "params": )" + body +
                R"(}, {"custom_id": "tag-1", "params": )" + body + "}]}");
  const HttpRequest gemini = {"POST", "/v1beta/models/g-1.5:generateContent", {}, "{}"};
  const HttpRequest batch = service("gemini").create("tag", "", two(gemini));
  EXPECT_EQ(batch.path, "/v1beta/models/g-1.5:batchGenerateContent");
  EXPECT_EQ(batch.body,
            R"({"batch": {"displayName": "bfclx-tag", "inputConfig": {"requests": {"requests": [)"
            R"({"request": {}, "metadata": {"key": "tag-0"}}, )"
            R"({"request": {}, "metadata": {"key": "tag-1"}}]}}}})");
  const HttpRequest job = service("mistral").create("tag", "f", items);
  EXPECT_EQ(job.body, R"({"input_files": ["f"], "model": "m", "endpoint": "/chat/completions", )"
                      R"("metadata": {"bfclx": "tag"}})");
}

TEST(BatchServices, DialectsThatHaveOne) {
  std::string names;
  for (const DialectInfo* dialect : dialects()) {
    const BatchService* one = batch_service_for(*dialect);
    if (one != nullptr) names += std::string(dialect->name) + ":" + std::string(one->name()) + " ";
  }
  EXPECT_EQ(names,
            "chat:openai openai-chat:openai responses:openai anthropic:anthropic gemini:gemini "
            "mistral:mistral ");
  EXPECT_EQ(find_batch_service("cohere"), nullptr);
  EXPECT_EQ(batch_service_titles(), "OpenAI, Anthropic, Gemini and Mistral");
}

TEST(BatchServices, States) {
  struct Case {
    const char* service;
    std::string body;
    State state;
    bool expired;
  };
  const auto openai = [](const std::string& name) {
    return R"({"id": "b", "output_file_id": "o", "error_file_id": "e", "status": ")" + name + "\"}";
  };
  const auto gemini = [](const std::string& name) {
    return R"({"name": "batches/b", "metadata": {"state": ")" + name + "\"}}";
  };
  const auto mistral = [](const std::string& name) {
    return R"({"id": "b", "status": ")" + name + "\"}";
  };
  const Case cases[] = {
      {"openai", openai("validating"), State::kOpen, false},
      {"openai", openai("finalizing"), State::kOpen, false},
      {"openai", openai("cancelling"), State::kOpen, false},
      {"openai", openai("completed"), State::kEnded, false},
      {"openai", openai("expired"), State::kEnded, true},
      {"openai", openai("failed"), State::kRefused, false},
      {"openai", openai("cancelled"), State::kCanceled, false},
      {"anthropic", R"({"id": "b", "processing_status": "canceling"})", State::kOpen, false},
      {"anthropic",
       R"({"id": "b", "processing_status": "ended", "request_counts": {"expired": 1}})",
       State::kEnded, true},
      {"anthropic",
       R"({"id": "b", "processing_status": "ended", "request_counts": {"canceled": 1}})",
       State::kCanceled, false},
      {"gemini", gemini("BATCH_STATE_PENDING"), State::kOpen, false},
      {"gemini", gemini("JOB_STATE_SUCCEEDED"), State::kEnded, false},
      {"gemini", gemini("BATCH_STATE_EXPIRED"), State::kEnded, true},
      {"gemini", gemini("BATCH_STATE_FAILED"), State::kRefused, false},
      {"mistral", mistral("QUEUED"), State::kOpen, false},
      {"mistral", mistral("TIMEOUT_EXCEEDED"), State::kEnded, true},
      {"mistral", mistral("CANCELLED"), State::kCanceled, false},
  };
  for (const Case& one : cases) {
    const Result<BatchStatus> status = service(one.service).status(one.body);
    ASSERT_TRUE(status.ok()) << one.body;
    EXPECT_EQ(status->state, one.state) << one.body;
    EXPECT_EQ(status->expired, one.expired) << one.body;
    EXPECT_EQ(status->id, "b");
  }
  const Result<BatchStatus> dated =
      service("anthropic")
          .status(
              R"({"id": "b", "processing_status": "in_progress", "created_at": "2024-08-20T18:37:24.1Z"})");
  ASSERT_TRUE(dated.ok() && dated->created);
  EXPECT_EQ(*dated->created, 1724179044);
}

TEST(BatchServices, ResponsesThatDescribeNoBatch) {
  for (const char* name : {"openai", "anthropic", "gemini", "mistral"}) {
    for (const char* body :
         {"", "[]", "7", "{}",
          R"({"id": "../../files/x", "status": "completed", "processing_status": "ended"})",
          R"({"id": "a?b", "status": "SUCCESS", "processing_status": "ended"})",
          R"({"id": ["b"], "status": "completed", "processing_status": 7})",
          R"({"name": "batches/../x", "metadata": {"state": "BATCH_STATE_RUNNING"}})",
          R"({"name": "models/x", "metadata": {"state": "BATCH_STATE_RUNNING"}})"}) {
      EXPECT_FALSE(service(name).status(body).ok()) << name << " " << body;
    }
    EXPECT_FALSE(service(name).page("[]", "t", "").ok()) << name;
  }
  // One that was created, whatever its state is called.
  for (const char* name : {"openai", "anthropic", "mistral"}) {
    for (const char* body : {R"({"id": "b"})", R"({"id": "b", "status": "weird"})"}) {
      const Result<BatchStatus> status = service(name).status(body);
      ASSERT_TRUE(status.ok()) << name << " " << body;
      EXPECT_EQ(status->state, State::kOpen) << name << " " << body;
    }
  }
  EXPECT_FALSE(service("openai").uploaded(R"({"id": "/etc/passwd"})").ok());
  EXPECT_EQ(*service("mistral").uploaded(R"({"id": "0-a"})"), "0-a");
}

TEST(BatchServices, LinesOfResults) {
  const std::vector<BatchLine> openai = lines_of(
      "openai",
      "\xef\xbb\xbf{\"custom_id\": \"a\", \"response\": {\"status_code\": 200, \"body\": {\"x\": "
      "1.0}}}\r\n\n"
      "{\"custom_id\": \"b\", \"response\": {\"status_code\": 400, \"body\": \"no\"}}\n"
      "{\"custom_id\": \"c\", \"response\": null, \"error\": {\"message\": \"late\"}}\n"
      "{\"custom_id\": \"d\", \"response\": {\"status_code\": 99999999999999999999, \"body\": "
      "{}}}\n"
      "{\"custom_id\": 5}\nnonsense\n[1]");
  ASSERT_EQ(openai.size(), 7u);
  EXPECT_EQ(openai[0].body, R"({"x": 1.0})");
  EXPECT_EQ(openai[1].status, 400);
  EXPECT_EQ(openai[1].body, "no");
  EXPECT_EQ(openai[2].error, "late");
  EXPECT_EQ(openai[3].status, 0);
  for (std::size_t i = 4; i < 7; ++i) EXPECT_EQ(openai[i].custom_id, "");

  const std::vector<BatchLine> anthropic = lines_of(
      "anthropic",
      R"({"custom_id": "a", "result": {"type": "succeeded", "message": {"content": []}}})"
      "\n"
      R"({"custom_id": "b", "result": {"type": "errored", "error": {"type": "error", "error": )"
      R"({"type": "overloaded_error", "message": "m"}}}})"
      "\n"
      R"({"custom_id": "c", "result": {"type": "errored", "error": {"type": "new_error"}}})"
      "\n"
      R"({"custom_id": "d", "result": {"type": "expired"}})"
      "\n"
      R"({"custom_id": "e", "result": {"type": "succeeded"}})"
      "\n");
  ASSERT_EQ(anthropic.size(), 5u);
  EXPECT_EQ(anthropic[0].body, R"({"content": []})");
  EXPECT_EQ(anthropic[1].status, 529);
  EXPECT_EQ(anthropic[2].status, 500);
  EXPECT_EQ(anthropic[2].body, R"({"type": "error", "error": {"type": "new_error"}})");
  EXPECT_EQ(anthropic[3].error, "the batch expired before the request was processed");
  EXPECT_EQ(anthropic[4].error, "its line in the results has no response");

  const std::vector<BatchLine> gemini =
      lines_of("gemini", R"({"response": {"inlinedResponses": {"inlinedResponses": [)"
                         R"({"response": {"candidates": []}, "metadata": {"key": "a"}}, 7, )"
                         R"({"error": {"code": 8, "message": "m"}, "metadata": {"key": "b"}}]}}})");
  ASSERT_EQ(gemini.size(), 3u);
  EXPECT_EQ(gemini[0].body, R"({"candidates": []})");
  EXPECT_EQ(gemini[1].custom_id, "");
  EXPECT_EQ(gemini[2].status, 429);
  EXPECT_EQ(gemini[2].body, R"({"error": {"code": 429, "message": "m"}})");
}

TEST(BatchServices, Pages) {
  const Result<BatchPage> openai = service("openai").page(
      R"({"data": [{"id": "x", "status": "completed", "metadata": {"bfclx": "other"}}, 5, )"
      R"({"id": "y", "status": "completed", "metadata": {"bfclx": "t"}}], "has_more": true})",
      "t", "");
  ASSERT_TRUE(openai.ok());
  ASSERT_EQ(openai->batches.size(), 1u);
  EXPECT_EQ(openai->batches[0].id, "y");
  EXPECT_EQ(openai->next, "/batches?limit=100&after=y");
  const Result<BatchPage> gemini =
      service("gemini").page(R"({"operations": [], "nextPageToken": "a/b&c=1"})", "t", "");
  EXPECT_EQ(gemini->next, "/v1beta/batches?pageSize=100&pageToken=a%2Fb%26c%3D1");
  const Result<BatchPage> mistral = service("mistral").page(
      R"({"data": [{"id": "x"}], "total": 250})", "t", "/v1/batch/jobs?page_size=100&page=1");
  EXPECT_EQ(mistral->next, "/v1/batch/jobs?page_size=100&page=2");
}

// Changed bytes of responses: every reading ends, and no id leaves its place in a path.
TEST(BatchServices, ChangedBytes) {
  const std::string texts[] = {
      R"({"id": "b", "status": "completed", "output_file_id": "o", "request_counts": {"total": 3}})",
      R"({"id": "b", "processing_status": "ended", "request_counts": {"expired": 1}})",
      R"({"name": "batches/b", "done": true, "metadata": {"state": "BATCH_STATE_SUCCEEDED"},)"
      R"( "response": {"inlinedResponses": {"inlinedResponses": [{"metadata": {"key": "k"}}]}}})",
      R"({"custom_id": "a", "response": {"status_code": 200, "body": {}}, "error": null})"};
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text = texts[random() % 4];
    for (std::size_t i = 0; i < 1 + random() % 3; ++i) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    for (const char* name : {"openai", "anthropic", "gemini", "mistral"}) {
      const Result<BatchStatus> status = service(name).status(text);
      if (status.ok()) {
        EXPECT_TRUE(is_batch_id(status->id)) << text;
      }
      (void)lines_of(name, text);
      (void)service(name).page(text, "t", "");
    }
  }
}

}  // namespace
}  // namespace bfclx
