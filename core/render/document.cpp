#include "core/render/document.h"

namespace bfclx {
namespace {

Block block_of(Block::Kind kind, Spans text, Blocks blocks = {}) {
  Block block;
  block.kind = kind;
  block.text = std::move(text);
  block.blocks = std::move(blocks);
  return block;
}

}  // namespace

Block paragraph(Spans text, Style style, Block::Size size) {
  Block block = block_of(Block::Kind::kParagraph, std::move(text));
  block.style = style;
  block.size = size;
  return block;
}

Block remark(Spans text) { return paragraph(std::move(text), Style::kDim, Block::Size::kSmall); }

Block heading(Spans text) { return block_of(Block::Kind::kHeading, std::move(text)); }

Block text_as_it_stands(Spans text, Style style) {
  Block block = block_of(Block::Kind::kText, std::move(text));
  block.style = style;
  return block;
}

Block list_of(Blocks items) { return block_of(Block::Kind::kList, {}, std::move(items)); }

Block table_block(Table table) {
  Block block = block_of(Block::Kind::kTable, {});
  block.table = std::move(table);
  return block;
}

Block plot_block(Axis axis, Plot plot, std::string label) {
  Block block = block_of(Block::Kind::kPlot, {Span(std::move(label))});
  block.axis = std::move(axis);
  block.plot = plot;
  return block;
}

Block chart_block(Chart chart, std::string label) {
  Block block = block_of(Block::Kind::kChart, {Span(std::move(label))});
  block.chart = std::move(chart);
  return block;
}

Block details(Block::Level level, Spans summary, Blocks blocks, bool open) {
  Block block = block_of(Block::Kind::kDetails, std::move(summary), std::move(blocks));
  block.level = level;
  block.open = open;
  return block;
}

Block fact(std::string name, Blocks blocks) {
  return block_of(Block::Kind::kFact, {Span(std::move(name))}, std::move(blocks));
}

Block facts(Blocks facts) { return block_of(Block::Kind::kFacts, {}, std::move(facts)); }

Block panel(Blocks blocks) { return block_of(Block::Kind::kPanel, {}, std::move(blocks)); }

Block panels(Blocks panels) { return block_of(Block::Kind::kPanels, {}, std::move(panels)); }

}  // namespace bfclx
