// LaTeX to MathML, by KaTeX, which is loaded when the first formula is shown.

const parser = new DOMParser();

/** The formula as a node, or nothing if KaTeX cannot read it (or cannot be loaded). */
export async function typeset(latex: string, display: boolean): Promise<Element | undefined> {
  try {
    const { default: katex } = await import('katex');
    const html = katex.renderToString(latex, { output: 'mathml', displayMode: display, throwOnError: true, strict: 'ignore' });
    const math = parser.parseFromString(html, 'text/html').querySelector('math');
    // The source travels with the formula for those who copy it; readers of screens need it not.
    return math ? document.importNode(math, true) : undefined;
  } catch {
    return undefined;
  }
}

/** A formula as the parts between which a line may break: after `,\\ ` outside of all brackets. */
export function clauses(latex: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < latex.length; at++) {
    const rest = latex.slice(at, at + 7);
    if (rest.startsWith('\\begin') || rest.startsWith('\\left')) depth++;
    else if (rest.startsWith('\\end') || rest.startsWith('\\right')) depth--;
    else if (depth === 0 && rest.startsWith(',\\ ')) {
      parts.push(latex.slice(from, at + 1));
      from = at + 3;
      at += 2;
      continue;
    }
    const letter = latex[at] ?? '';
    if ('{(['.includes(letter)) depth++;
    else if ('})]'.includes(letter)) depth--;
  }
  parts.push(latex.slice(from));
  return depth === 0 ? parts : [latex];
}
