#include "tools/bfclx/publish/board_metadata.h"

#include <nlohmann/json.hpp>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/visible.h"

namespace bfclx::tools {
namespace {

using Json = nlohmann::ordered_json;

// The context that the specification of Croissant 1.0 recommends.
constexpr const char* kContext = R"({
  "@language": "en", "@vocab": "https://schema.org/", "citeAs": "cr:citeAs", "column": "cr:column",
  "conformsTo": "dct:conformsTo", "cr": "http://mlcommons.org/croissant/",
  "rai": "http://mlcommons.org/croissant/RAI/",
  "data": {"@id": "cr:data", "@type": "@json"},
  "dataType": {"@id": "cr:dataType", "@type": "@vocab"}, "dct": "http://purl.org/dc/terms/",
  "examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract",
  "field": "cr:field", "fileProperty": "cr:fileProperty", "fileObject": "cr:fileObject",
  "fileSet": "cr:fileSet", "format": "cr:format", "includes": "cr:includes",
  "isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath", "key": "cr:key",
  "md5": "cr:md5", "parentField": "cr:parentField", "path": "cr:path",
  "recordSet": "cr:recordSet", "references": "cr:references", "regex": "cr:regex",
  "repeated": "cr:repeated", "replace": "cr:replace", "sc": "https://schema.org/",
  "separator": "cr:separator", "source": "cr:source", "subField": "cr:subField",
  "transform": "cr:transform"})";

struct ModelField {
  const char* name;
  const char* type;
  const char* path;
  const char* description;
};
// Members that every model has, so that the values of two fields belong together.
constexpr ModelField kFields[] = {
    {"label", "sc:Text", "label", "Name of the model"},
    {"name", "sc:Text", "name", "Name in paths and addresses"},
    {"status", "sc:Text", "status.name", "claimed, validated or reproduced"},
    {"score", "sc:Float", "overall.official", "Score, where missing categories count as 0"},
    {"weight", "sc:Float", "overall.weight", "Share of the score that the results cover"},
    {"basis", "sc:Text", "overall.basis.text", "What the results cover"}};

std::string sentence_of(const Json& index) {
  const std::size_t runs = index.at("models").size();
  std::size_t models = runs;
  if (index.contains("repeats")) {
    for (const Json& row : index.at("repeats")) models -= row.at("models").size() - 1;
  }
  return "A leaderboard of " + counted(models, "model", "models") +
         (models < runs ? " (" + grouped_digits(runs) + " runs)" : std::string()) + ": " +
         index.at("score").at("title").get<std::string>() + " on the dataset " +
         index.at("dataset").at("version").get<std::string>() + ", scored by bfclx " +
         index.at("program").at("version").get<std::string>();
}

Json file_object(const char* name, std::string_view bytes, const char* description) {
  return {{"@type", "cr:FileObject"},
          {"@id", name},
          {"name", name},
          {"description", description},
          {"contentUrl", name},
          {"encodingFormat", "application/json"},
          {"sha256", hex_of(sha256(bytes))}};
}

Json model_records() {
  Json fields = Json::array();
  for (const ModelField& field : kFields) {
    Json source = {{"fileObject", {{"@id", "index.json"}}},
                   {"extract", {{"jsonPath", std::string("$.models[*].") + field.path}}}};
    fields.push_back({{"@type", "cr:Field"},
                      {"@id", std::string("models/") + field.name},
                      {"name", field.name},
                      {"description", field.description},
                      {"dataType", field.type},
                      {"source", std::move(source)}});
  }
  return {{"@type", "cr:RecordSet"},
          {"@id", "models"},
          {"name", "models"},
          {"description", "The models with their scores"},
          {"field", std::move(fields)}};
}

std::string croissant(const Json& index, const BoardTexts& texts, const std::string& date) {
  Json json = {{"@context", Json::parse(kContext)},
               {"@type", "sc:Dataset"},
               {"name", index.at("title")},
               {"description", sentence_of(index) + "."},
               {"conformsTo", "http://mlcommons.org/croissant/1.0"},
               {"isLiveDataset", true}};
  if (!date.empty()) json["datePublished"] = date;
  const Json& dataset = index.at("dataset");
  if (dataset.contains("citation")) json["citeAs"] = dataset["citation"];
  json["distribution"] = {
      file_object("index.json", texts.index,
                  "Models with scores, 95 % CIs, rank ranges and status"),
      file_object("ids.json", texts.ids, "Ids of the entries, by category"),
      file_object("audit.json", texts.audit, "Entries with suspicious ground truth")};
  json["recordSet"] = Json::array({model_records()});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string model_text(const Json& model) {
  // A row of repeats has no file: each repeat has its own.
  const std::string label = markdown_text(model.at("label").get<std::string>());
  std::string text = model.contains("repeats")
                         ? "- " + label + ": "
                         : "- [" + label + "](data/models/" + model.at("name").get<std::string>() +
                               "/model.json): ";
  const Json& overall = model.at("overall");
  if (overall.contains("score")) {
    const Json& range = overall.at("interval_95");
    text += percent(overall.at("score").get<double>()) + ", 95 % CI " +
            percent_range({range.at(0).get<double>(), range.at(1).get<double>()});
  } else {
    text += "no score";
  }
  text += ", " + overall.at("basis").at("text").get<std::string>();
  if (const Json& ranked = model.at("ranked"); ranked.is_object()) {
    text += ", rank " + rank_text({ranked.at("rank").get<std::size_t>(),
                                   ranked.at("rank_low").get<std::size_t>(),
                                   ranked.at("rank_high").get<std::size_t>()});
  }
  if (model.contains("repeats")) {
    text += ", " + model.at("repeats").at("short_text").get<std::string>();
  }
  return text + ", " + model.at("status").at("name").get<std::string>() + "\n";
}

// Licence and citation of the dataset, as far as it has them.
std::string paper_text(const Json& index) {
  const Json& dataset = index.at("dataset");
  std::string text;
  if (dataset.contains("licence")) {
    text +=
        "Licence of the dataset: " + markdown_text(dataset["licence"].get<std::string>()) + "\n\n";
  }
  if (dataset.contains("citation")) {
    std::string citation = printable(dataset["citation"].get<std::string>());
    for (std::size_t at = 0; (at = citation.find('\n', at)) != std::string::npos; at += 5) {
      citation.insert(at + 1, "    ");
    }
    text += "Cite the dataset as:\n\n    " + citation + "\n\n";
  }
  return text;
}

std::string llms(const Json& index) {
  std::string text = "# " + markdown_text(index.at("title").get<std::string>()) + "\n\n> " +
                     markdown_text(sentence_of(index)) +
                     ".\n\nThe pages show these files with scripts.\n\n" + paper_text(index) +
                     "## Data\n\n"
                     "- [Index](data/index.json): models with scores, 95 % CIs, rank ranges and "
                     "status\n"
                     "- [History](data/history.json): models that were added, replaced or removed\n"
                     "- [Ids](data/ids.json): ids of the entries, by category\n"
                     "- [Audit](data/audit.json): entries with suspicious ground truth\n"
                     "- [Croissant](data/croissant.json): metadata\n";
  if (index.value("languages", false)) {
    text += "- [Languages](data/languages.json): models compared by language\n";
  }
  text += "\n## Models\n\n";
  const Json repeats = index.value("repeats", Json::array());
  for (const Json& model : repeats) text += model_text(model);
  for (const Json& model : index.at("models")) {
    if (!model.contains("repeat_of")) text += model_text(model);
  }
  if (!repeats.empty()) text += "\n## Repeats\n\n";
  for (const Json& model : index.at("models")) {
    if (model.contains("repeat_of")) text += model_text(model);
  }
  return text;
}

}  // namespace

void write_metadata(const BoardTexts& texts, const std::string& date, PublishedFiles& files) {
  const Json index = Json::parse(texts.index);
  files.write("data/croissant.json", croissant(index, texts, date));
  files.write("llms.txt", llms(index));
}

}  // namespace bfclx::tools
