// What the site, the module's JavaScript and their tests are held to; run
// from the root of the repository: site/lint.
import js from '@eslint/js';
import globals from 'globals';
import lit from 'eslint-plugin-lit';
import tseslint from 'typescript-eslint';

const rules = {
  eqeqeq: 'error',
  'no-console': 'error',
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  // Texts of models are searched for control characters on purpose.
  'no-control-regex': 'off',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
  ],
};

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/dist-test/**', '**/node_modules/**', 'build/**', 'third_party/**'],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { rules },
  {
    files: ['site/src/**/*.ts'],
    ...lit.configs['flat/recommended'],
    languageOptions: { globals: globals.browser },
    rules: {
      ...lit.configs['flat/recommended'].rules,
      // It takes the text `name=${value}` for an attribute.
      'lit/binding-positions': 'off',
    },
  },
  { files: ['site/public/**', 'bench/**'], languageOptions: { globals: globals.browser } },
  {
    files: ['wasm/**', 'tests/**', 'bench/**', 'cmake/**', 'site/tests/**', 'site/build-tools/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { 'no-console': 'off' },
  },
);
