// Hides the rows of tables that do not have every word of the field, their section's heading included, and sections of
// which none is left.
const field = document.getElementById('filter');
field?.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const heading of document.querySelectorAll('.md-content h2')) {
    const section = [heading];
    while (section.at(-1).nextElementSibling && section.at(-1).nextElementSibling.tagName !== 'H2')
      section.push(section.at(-1).nextElementSibling);
    let shown = 0;
    for (const row of section.flatMap((part) => [...part.querySelectorAll('tbody tr')])) {
      const text = `${heading.textContent} ${row.textContent}`.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) shown++;
    }
    for (const part of section) part.hidden = words.length > 0 && shown === 0;
  }
});
