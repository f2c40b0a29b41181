// Saves a text or Blob as a file.

export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name.replace(/[^\w.()-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
