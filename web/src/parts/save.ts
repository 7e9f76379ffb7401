/** Hands a file to the reader: the browser's own way of saving. */
export function save(name: string, content: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for a file from any text. */
export function fileName(text: string, fallback: string): string {
  const plain = text.trim().replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 40);
  return plain === '' ? fallback : plain;
}
