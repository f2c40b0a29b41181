// A page of facts, once: paragraphs, tables, texts as they stand, and parts that open.
//
// Texts are as hostile as they come; the renderer makes them safe. The HTML is one file that loads
// nothing and holds no script; a policy in it forbids both, so that even a text that slipped
// through the escaping could do nothing.
#ifndef BFCLX_CORE_RENDER_DOCUMENT_H_
#define BFCLX_CORE_RENDER_DOCUMENT_H_

#include <string>
#include <utility>
#include <vector>

#include "core/render/chart.h"
#include "core/render/style.h"
#include "core/render/table.h"

namespace bfclx {

// A piece of a text in one style; a text is some of them, one after another.
struct Span {
  Span(std::string its_text, Style its_style = Style::kPlain)  // NOLINT: a text is a span
      : text(std::move(its_text)), style(its_style) {}
  Span(const char* its_text) : text(its_text) {}  // NOLINT: so is a literal

  std::string text;
  Style style = Style::kPlain;
};
using Spans = std::vector<Span>;

struct Block;
using Blocks = std::vector<Block>;

struct Block {
  enum class Kind {
    kParagraph,
    kHeading,  // below that of the section
    kText,     // lines as they stand
    kList,     // a bullet for each of `blocks`
    kTable,
    kPlot,  // one figure on its axis
    kChart,
    kDetails,  // `text` opens `blocks`
    kFacts,    // names and what belongs to them: each of `blocks` is a kFact
    kFact,     // `text` names `blocks`
    kPanels,   // side by side where there is room: each of `blocks` is a kPanel
    kPanel,    // just `blocks`
  };
  enum class Size { kSmall, kNormal, kLarge };
  enum class Level { kPlain, kNote, kGroup, kEntry };  // of kDetails: a group holds entries

  Kind kind = Kind::kParagraph;
  Spans text = {};
  Style style = Style::kPlain;  // of the whole text
  Size size = Size::kNormal;
  Blocks blocks = {};
  Table table = {};
  Axis axis = {};
  Plot plot = {};    // `text` is for those who cannot see it
  Chart chart = {};  // likewise
  Level level = Level::kPlain;
  bool open = false;
  std::string id = {};  // of kDetails, for links to it
};

Block paragraph(Spans text, Style style = Style::kPlain, Block::Size size = Block::Size::kNormal);
// A remark: small and dim.
Block remark(Spans text);
Block heading(Spans text);
Block text_as_it_stands(Spans text, Style style = Style::kPlain);
Block list_of(Blocks items);
Block table_block(Table table);
Block plot_block(Axis axis, Plot plot, std::string label);
Block chart_block(Chart chart, std::string label);
Block details(Block::Level level, Spans summary, Blocks blocks, bool open = false);
Block fact(std::string name, Blocks blocks);
Block facts(Blocks facts);
Block panel(Blocks blocks);
Block panels(Blocks panels);

struct Document {
  struct Section {
    std::string id;  // for links to it
    std::string title;
    Blocks blocks;  // a section without any is left out
  };
  std::string title;
  std::vector<std::string> basis = {};  // what it rests on, a line each
  bool contents = false;                // links to the sections
  Blocks blocks = {};                   // before the first section
  std::vector<Section> sections = {};
  std::string note = {};  // the last sentences
};

// The whole page, UTF-8, light or dark as the reader's system is.
std::string html_document(const Document& document);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_DOCUMENT_H_
