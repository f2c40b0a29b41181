#include "tools/bfclx/report/html_report.h"

#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools {

std::string html_report(const HtmlReport& report) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>" +
      html_escaped(report.title) + "</title>\n<style>";
  out += html::style_sheet();
  out += "</style>\n</head>\n<body>\n<header>\n<h1>" + html_escaped(report.title) +
         "</h1>\n<div class=\"muted small\">Scored as the Berkeley Function-Calling Leaderboard "
         "does, by bfclx " BFCLX_VERSION "; dataset " +
         html_escaped(report.dataset) + "</div>\n<nav>";
  struct Section {
    std::string_view id;
    std::string_view title;
    std::string body;
  };
  const Section sections[] = {
      {"findings", "What makes the score lie", html::findings_section(report)},
      {"comparison", "Comparison", html::comparison_section(report)},
      {"errata", "By the errata", html::errata_section(report)},
      {"categories", "Categories", html::categories_section(report)},
      {"reasons", "Why entries failed", html::reasons_section(report)},
      {"failures", "Failures", html::failures_section(report)},
  };
  for (const Section& section : sections) {
    if (section.body.empty()) continue;
    out += "<a href=\"#" + std::string(section.id) + "\">" + std::string(section.title) + "</a>";
  }
  out += "</nav>\n</header>\n<main>\n" + html::summary_section(report);
  for (const Section& section : sections) {
    if (section.body.empty()) continue;
    out += "<section>\n<h2 id=\"" + std::string(section.id) + "\">" + std::string(section.title) +
           "</h2>\n" + section.body + "</section>\n";
  }
  return out +
         "</main>\n<footer class=\"muted small\">This page is one file, holds no script and loads "
         "nothing. Intervals are 95 % CIs; entries that depend on each other are taken together. "
         "Draws: " +
         std::to_string(report.options.replicates) + ", seed " +
         std::to_string(report.options.seed) + ".</footer>\n</body>\n</html>\n";
}

namespace html {

std::string letter_of(std::size_t run) {
  return run < 26 ? std::string(1, static_cast<char>('A' + run)) : std::to_string(run + 1);
}

std::string letter_mark(const HtmlReport& report, std::size_t run) {
  if (report.runs.size() < 2) return {};
  return "<span class=\"letter\">" + letter_of(run) + "</span>";
}

}  // namespace html
}  // namespace bfclx::tools
