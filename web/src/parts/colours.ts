// Light colouring of programs that are shown: comments, words, numbers. Not a parser; what it does not know stays plain.

export interface Piece {
  kind: '' | 'comment' | 'word' | 'number' | 'string';
  text: string;
}

const WORDS: Record<'cpp' | 'python', ReadonlySet<string>> = {
  cpp: new Set(
    ('auto bool break case char class const constexpr continue do double else enum false for if inline int long namespace ' +
      'return short signed sizeof static struct switch template true typedef typename unsigned using void while ' +
      'int64_t uint64_t uint8_t uint16_t uint32_t int32_t size_t').split(' '),
  ),
  python: new Set(
    ('and as assert break class continue def del elif else except False finally for from global if import in is ' +
      'lambda None nonlocal not or pass raise return True try while with yield int range len').split(' '),
  ),
};

const TOKENS = {
  cpp: /(\/\/[^\n]*|\/\*[^]*?\*\/|^[ \t]*#[^\n]*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(\b\d[\w.']*)|([A-Za-z_]\w*)/gm,
  python: /(#[^\n]*|"""[^]*?""")|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(\b\d[\w.]*)|([A-Za-z_]\w*)/gm,
};

/** The pieces of a program, in order; together they are its text. */
export function colour(code: string, language: 'cpp' | 'python'): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of code.matchAll(TOKENS[language])) {
    const [text, comment, string, number, name] = match;
    const kind = comment ? 'comment' : string ? 'string' : number ? 'number' : name && WORDS[language].has(name) ? 'word' : '';
    if (kind === '') continue;
    if (match.index > at) pieces.push({ kind: '', text: code.slice(at, match.index) });
    pieces.push({ kind, text });
    at = match.index + text.length;
  }
  if (at < code.length) pieces.push({ kind: '', text: code.slice(at) });
  return pieces;
}
