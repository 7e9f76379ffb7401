// Where a long formula may break.

/** A formula as the parts between which a line may break: after `,\ ` outside of all brackets. */
export function clauses(latex: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < latex.length; at++) {
    const rest = latex.slice(at, at + 8);
    if (/^\\(begin|left)(?![a-z])/.test(rest)) depth++;
    else if (/^\\(end|right)(?![a-z])/.test(rest)) depth--;
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
