// A run with everything that goes wrong with result files. Entries of that number are in every dataset, the responses are
// not meant for it.

const lines = (id: (category: string, number: number) => string) => [
  `{"id": "${id('simple_python', 0)}", "result": "[f(a=10, b=5"}`,
  `{"id": "${id('simple_python', 1)}", "result": "I would call the function for you."}`,
  `{"id": "${id('simple_python', 2)}", "result": "[f(x={'y': )]"}`,
  `{"id": "${id('simple_python', 2)}", "result": "[f(x=1)]"}`,
  'this line is not JSON',
  '{"result": "[f(a=1)]"}',
  '{"id": "no_such_entry_17", "result": "[f(a=1)]"}',
  `{"id": "${id('multiple', 0)}", "result": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}`,
  `{"id": "${id('multiple', 1)}", "result": "<b>not HTML</b>"}`,
  `{"id": "${id('multiple', 2)}"}`,
];

/** `first`: the number of the first entry of each category. */
export const damaged = (first: number): string =>
  `${lines((category, number) => `${category}_${first + number}`).join('\n')}\n`;
