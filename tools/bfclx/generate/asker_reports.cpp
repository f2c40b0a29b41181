// What metrics, spans and logs are told of each request.
#include <string>
#include <string_view>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"
#include "tools/bfclx/generate/unix_clock.h"

namespace bfclx::tools {

RequestReport Asker::report_of(const net::Response& response, std::size_t endpoint,
                               std::size_t number) const {
  const RequestOutcome outcome = response.outcome();
  RequestReport report;
  report.number = number;
  report.endpoint = endpoint;
  report.outcome = outcome_kind(outcome);
  report.status = response.answered() ? response.status : 0;
  report.ended = unix_seconds();
  report.seconds = response.seconds;
  report.request_id = request_id_of(response.headers);
  if (report.outcome != 0) {
    report.error = describe(outcome, server_.endpoint(endpoint).shown());
  }
  return report;
}

void Asker::open_report(Talk& talk, const net::Response& response) {
  if (!hooks_.requested) return;
  const Entry& entry = *plan_[talk.index].entry;
  RequestReport& report = talk.report.emplace(report_of(response, talk.endpoint, talk.request));
  report.id = entry.id;
  report.category = entry.category;
  report.entry = talk.index;
  report.attempt = talk.attempt;
  const ReportDetail& detail = how_.reports;
  if (detail.names && report.outcome == 0) add_response_names(report, response.body);
  if (detail.bodies == 0) return;
  report.request_body = talk.conversation.next().request.body.substr(0, detail.bodies);
  report.response_body = response.body.substr(0, detail.bodies);
}

void Asker::close_report(Talk& talk, RequestUse use) {
  if (use == RequestUse::kUsed || use == RequestUse::kEnded) talk.attempt = 0;
  if (use == RequestUse::kUsed) ++talk.used;
  if (!talk.report) return;
  talk.report->use = use;
  talk.report->tokens = talk.paid;
  const std::vector<StepNote>& notes = talk.conversation.notes();
  if (use == RequestUse::kUsed && !notes.empty()) {
    talk.report->finish_reason = notes.back().finish_reason;
  }
  hooks_.requested(*talk.report);
  talk.report.reset();
}

void Asker::report_check(std::size_t endpoint, std::size_t number, const net::Response& response) {
  if (!hooks_.requested) return;
  RequestReport report = report_of(response, endpoint, number);
  report.use = RequestUse::kCheck;
  hooks_.requested(report);
}

}  // namespace bfclx::tools
