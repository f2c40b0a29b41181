// A run with everything that goes wrong with result files. The ids are in every dataset, the replies are not
// meant for it.

const LINES = [
  '{"id": "simple_python_0", "result": "[f(a=10, b=5"}',
  '{"id": "simple_python_1", "result": "I would call the function for you."}',
  '{"id": "simple_python_2", "result": "[f(x={\'y\': )]"}',
  '{"id": "simple_python_2", "result": "[f(x=1)]"}',
  'this line is no JSON',
  '{"result": "[f(a=1)]"}',
  '{"id": "no_such_entry_17", "result": "[f(a=1)]"}',
  '{"id": "multiple_0", "result": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}',
  '{"id": "multiple_1", "result": "<b>not HTML</b>"}',
  '{"id": "multiple_2"}',
];

export const DAMAGED = `${LINES.join('\n')}\n`;
