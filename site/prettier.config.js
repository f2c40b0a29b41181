// How the sources of the site and the module's JavaScript are laid out: site/lint.
export default {
  printWidth: 100,
  singleQuote: true,
  // Blanks between tags are seen in a page.
  embeddedLanguageFormatting: 'off',
};
