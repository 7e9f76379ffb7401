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
