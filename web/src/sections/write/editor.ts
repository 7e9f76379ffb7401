// The editor of rule texts: CodeMirror, taught the rule language by the engine's own list of words. Loaded when the
// section is looked at, never before.
//
// It lives in a shadow root: there CodeMirror's styles are adopted sheets, which the page's policy allows; in the
// document itself they would be <style> elements, which it forbids.
import { autocompletion, acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting, type StreamParser } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Checked, Lang, Words } from '../../engine/index.ts';

export interface Editor {
  set(text: string): void;
  mark(diagnostics: Checked['diagnostics']): void;
  /** Shows a place of the text and puts the cursor there. */
  jump(from: number, to: number): void;
  speak(lang: Lang, label: string): void;
  destroy(): void;
}

export interface Setting {
  host: HTMLElement;
  text: string;
  words: Words;
  lang: Lang;
  label: string;
  changed(text: string): void;
  explain(code: string): void;
}

const NAME = /[\p{L}_][\p{L}\p{N}_]*/u;

interface Reading {
  /** Open brackets: a line inside them begins no statement. */
  depth: number;
  /** Nothing of the statement has been read. */
  fresh: boolean;
  /** The statement whose name comes next. */
  naming: boolean;
}

/** The words of the language, each once. */
function vocabulary(words: Words) {
  const first = new Set(words.statements.flatMap((each) => each.split(/\s+/).slice(0, 1)));
  const later = new Set([...words.keywords, ...words.statements.flatMap((each) => each.split(/\s+/).slice(1))]);
  const functions = new Map(words.functions.map((each) => [each.name, each]));
  return { first, later, functions };
}

function parser(words: Words): StreamParser<Reading> {
  const { first, later, functions } = vocabulary(words);
  return {
    name: 'rules',
    startState: () => ({ depth: 0, fresh: true, naming: false }),
    token(stream, state) {
      if (stream.sol() && state.depth === 0) {
        state.fresh = true;
        state.naming = false;
      }
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return 'comment';
      const word = stream.match(NAME_START);
      if (word && typeof word !== 'boolean') {
        const name = word[0];
        const fresh = state.fresh;
        state.fresh = false;
        if (state.naming) {
          state.naming = false;
          return 'definition';
        }
        if (fresh && first.has(name)) {
          // The two statements that give something a name.
          state.naming = /^\s+[\p{L}_]/u.test(stream.string.slice(stream.pos)) && NAMING.has(name);
          return 'statement';
        }
        if (functions.has(name) && /^\s*[(（]/.test(stream.string.slice(stream.pos))) return 'function';
        if (later.has(name)) return 'keyword';
        return 'name';
      }
      state.fresh = false;
      if (stream.match(/^\d+(\.[\d[\]]+)?/)) return 'number';
      if (stream.match(/^(->|→|:=|\.\.|<=|>=|!=|\*\*|<<|>>|[-+*/%&|~<>=?])/)) return 'operator';
      const letter = stream.next() ?? '';
      if ('([{（'.includes(letter)) state.depth++;
      else if (')]}）'.includes(letter)) state.depth = Math.max(0, state.depth - 1);
      else if (';；'.includes(letter)) {
        state.fresh = true;
        state.naming = false;
      }
      return 'punctuation';
    },
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{'] } },
    tokenTable: {
      statement: tags.definitionKeyword,
      keyword: tags.keyword,
      function: tags.standard(tags.function(tags.variableName)),
      definition: tags.definition(tags.variableName),
      name: tags.variableName,
      number: tags.number,
      operator: tags.operator,
      punctuation: tags.punctuation,
      comment: tags.lineComment,
    },
  };
}
const NAME_START = /^[\p{L}_][\p{L}\p{N}_]*/u;
const NAMING = new Set(['game', 'move']);

const colours = HighlightStyle.define([
  { tag: tags.definitionKeyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: tags.standard(tags.function(tags.variableName)), color: 'var(--good)' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
  { tag: tags.number, color: 'var(--bad)' },
  { tag: tags.operator, color: 'var(--dim)' },
  { tag: tags.lineComment, color: 'var(--dim)', fontStyle: 'italic' },
]);

const look = EditorView.theme({
  '&': { fontSize: '0.94rem', color: 'var(--text)', backgroundColor: 'var(--raised)', height: '100%' },
  '&.cm-focused': { outline: '2.5px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.6rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--dim)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--tint) 60%, transparent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-tint) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-tint) !important', outline: '1px solid var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line-strong)', borderRadius: '8px', boxShadow: 'var(--shadow)', fontFamily: 'var(--sans)', maxWidth: 'min(30rem, 90vw)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono) !important', maxHeight: '16rem !important' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '0.3rem 0.6rem !important' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent) !important', color: 'var(--on-accent) !important' },
  '.cm-completionInfo': { padding: '0.5rem 0.75rem !important', fontSize: '0.9rem' },
  '.cm-completionMatchedText': { textDecoration: 'none !important', fontWeight: '700' },
  '.cm-completionDetail': { fontStyle: 'normal !important', opacity: '0.8' },
  '.cm-diagnostic': { padding: '0.5rem 0.75rem', borderLeft: '4px solid var(--bad)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lint-marker-error': { content: '"!"', color: 'var(--bad)', fontWeight: '700', width: 'auto', height: 'auto' },
  '.hover': { padding: '0.5rem 0.75rem', fontSize: '0.9rem' },
  '.hover code, .say code': { fontFamily: 'var(--mono)' },
  '.say': { fontSize: '0.92rem', whiteSpace: 'pre-line' },
  '.say .help': { color: 'var(--dim)', marginTop: '0.2rem' },
  '.say button': { font: 'inherit', color: 'var(--accent)', background: 'none', border: '0', padding: '0.2rem 0', textDecoration: 'underline', cursor: 'pointer', minHeight: '28px' },
});

function element(kind: string, className: string, text: string): HTMLElement {
  const made = document.createElement(kind);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** What may stand here: statements at the start of one, else keywords, functions and the text's own names. */
function completion(words: Words, lang: () => Lang) {
  const { first, later, functions } = vocabulary(words);
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(NAME_BEFORE);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const before = context.state.doc.lineAt(context.pos);
    const lead = before.text.slice(0, from - before.from);
    if (lead.includes('#')) return null;
    if (/(^|[;；])\s*$/.test(lead)) {
      return { from, validFor: NAME_ONLY, options: words.statements.map((label, k) => ({ label, type: 'keyword', apply: `${label} `, boost: -k })) };
    }
    const own = new Set<string>();
    for (const match of context.state.doc.toString().slice(0, 200_000).replace(/#.*/g, '').matchAll(NAMES)) {
      const name = match[0];
      if (!first.has(name) && !later.has(name) && !functions.has(name)) own.add(name);
    }
    if (word) own.delete(word.text);
    const options: Completion[] = [
      ...[...own].map((label) => ({ label, type: 'variable' })),
      ...[...later].map((label) => ({ label, type: 'keyword' })),
      ...[...functions.values()].map((each) => ({
        label: each.name,
        type: 'function',
        detail: each.signature.startsWith(each.name) ? each.signature.slice(each.name.length) : each.signature,
        info: each.meaning[lang()],
        apply: each.signature.includes('(') ? call : each.name,
      })),
    ];
    return { from, validFor: NAME_ONLY, options };
  };
}
/** Writes a function with its brackets, the cursor between them. */
function call(view: EditorView, completion: Completion, from: number, to: number): void {
  const open = view.state.sliceDoc(to, to + 1) === '(';
  view.dispatch({
    changes: { from, to, insert: open ? completion.label : `${completion.label}()` },
    selection: { anchor: from + completion.label.length + 1 },
    userEvent: 'input.complete',
  });
}
const NAME_BEFORE = /[\p{L}_][\p{L}\p{N}_]*$/u;
const NAME_ONLY = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const NAMES = new RegExp(NAME.source, 'gu');

/** Words of CodeMirror itself. */
const PHRASES: Record<Lang, Record<string, string>> = {
  en: {},
  zh: {
    Completions: '补全',
    'No diagnostics': '没有错误',
    Diagnostics: '错误',
    'Control character': '控制字符',
    close: '关闭',
  },
};

/**
 * Typing over a selection. Left to the browser, it would leave elements with styles of their own where lines were
 * joined, which the page's policy forbids (and CodeMirror throws away); so the text is changed here.
 */
function overtype(event: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection;
  const text = event.data;
  if (event.inputType !== 'insertText' || !text || main.empty || view.composing || view.state.selection.ranges.length > 1) return false;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
  const handled = view.state.facet(EditorView.inputHandler).some((handler) => handler(view, main.from, main.to, text, insert));
  if (!handled) view.dispatch(insert());
  event.preventDefault();
  return true;
}

export function editor(setting: Setting): Editor {
  const root = setting.host.shadowRoot ?? setting.host.attachShadow({ mode: 'open' });
  root.replaceChildren();
  const parent = document.createElement('div');
  parent.style.height = '100%';
  root.append(parent);

  let { lang } = setting;
  const spoken = new Compartment();
  const inLanguage = (label: string) => [
    EditorState.phrases.of(PHRASES[lang]),
    EditorView.contentAttributes.of({ 'aria-label': label, lang: 'en', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off' }),
    placeholder('state n; move take(k in 1..3) -> [n-k]'),
  ];
  const { functions } = vocabulary(setting.words);
  let silent = false;

  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: setting.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [completion(setting.words, () => lang)], icons: false }),
        StreamLanguage.define(parser(setting.words)),
        syntaxHighlighting(colours),
        lintGutter(),
        hoverTooltip((at, pos) => {
          const line = at.state.doc.lineAt(pos);
          for (const match of line.text.matchAll(NAMES)) {
            const from = line.from + match.index;
            const known = functions.get(match[0]);
            if (!known || pos < from || pos > from + match[0].length) continue;
            return {
              pos: from,
              end: from + match[0].length,
              create: () => {
                const dom = element('div', 'hover', '');
                dom.append(element('code', '', known.signature), element('div', '', known.meaning[lang]));
                return { dom };
              },
            };
          }
          return null;
        }),
        EditorView.domEventHandlers({ beforeinput: overtype }),
        keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
        EditorView.lineWrapping,
        look,
        spoken.of(inLanguage(setting.label)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !silent) setting.changed(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    set(text) {
      if (text === view.state.doc.toString()) return;
      silent = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      silent = false;
    },
    mark(diagnostics) {
      const end = view.state.doc.length;
      const list = diagnostics.map((each): Diagnostic => {
        const from = Math.min(each.from, end);
        return {
          from,
          to: Math.max(from, Math.min(each.to, end)),
          severity: 'error',
          message: `${each.code}: ${each.message}`,
          renderMessage: () => {
            const dom = element('div', 'say', '');
            dom.append(element('div', '', each.message));
            if (each.help) dom.append(element('div', 'help', each.help));
            const more = element('button', '', lang === 'zh' ? `${each.code} 是什么意思？` : `What is ${each.code}?`) as HTMLButtonElement;
            more.type = 'button';
            more.onclick = () => setting.explain(each.code);
            dom.append(more);
            return dom;
          },
        };
      });
      view.dispatch(setDiagnostics(view.state, list));
    },
    jump(from, to) {
      const end = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
      view.focus();
    },
    speak(next, label) {
      lang = next;
      view.dispatch({ effects: spoken.reconfigure(inLanguage(label)) });
    },
    destroy() {
      view.destroy();
    },
  };
}
