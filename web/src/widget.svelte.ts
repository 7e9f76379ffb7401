// The board in a notebook (`grundy.play` in Python): a module for anywidget.
//
// The game is shared with Python as values of the model. `start` and `moves` say what lies on the
// board; who changes them, here or there, changes it for all. Everything is shown inside of a
// shadow, so that the notebook's style does not come in and ours does not get out.
import { mount, unmount } from 'svelte';
import type { Convention } from './engine/contract';
import { behind } from './engine/index.ts';
import { WidgetEngine, type Model } from './engine/widget.ts';
import PlayElement from './elements/PlayElement.svelte';
import { lang } from './i18n.svelte.ts';
import { FRESH, type Level, type State } from './sections/play/state.ts';
import { theme } from './theme.svelte.ts';
import './palette.css?within';
import './tokens.css?within';
import './base.css?within';
import './elements/element.css';

const engine = new WidgetEngine();
behind(() => Promise.resolve(engine));

/** The build puts the style sheet here (vite.widget.config.ts). */
const STYLE = 'grundy:style';

const system = matchMedia('(prefers-color-scheme: dark)');

/** Whether the notebook is dark: each kind says it in its own way. */
function dark(): boolean {
  const { body, documentElement: page } = document;
  // JupyterLab and Notebook.
  const lab = body.dataset['jpThemeLight'];
  if (lab !== undefined) return lab === 'false';
  // VS Code; `vscode-high-contrast` is dark, and there is one that ends in `-light`.
  const code = body.dataset['vscodeThemeKind'];
  if (code !== undefined) return !code.endsWith('light');
  // Colab.
  const colab = page.getAttribute('theme');
  if (colab !== null) return colab === 'dark';
  return system.matches;
}

/** The names of what is shared with Python about a game. */
const NAMES = [
  ...['game', 'start', 'moves', 'convention', 'compound', 'params'],
  ...['two', 'first', 'level', 'seed', 'marks', 'numbers', 'why'],
] as const;

/** The game that the model says is on the board. */
function read(model: Model): State {
  const text = (name: string): string => String(model.get(name) ?? '');
  const moves = [...((model.get('moves') as string[] | undefined) ?? [])];
  return {
    ...FRESH,
    game: text('game'),
    position: text('start'),
    convention: text('convention') as Convention | '',
    compound: text('compound'),
    params: { ...(model.get('params') as Record<string, string> | undefined) },
    moves,
    at: moves.length,
    against: model.get('two') ? 'person' : 'engine',
    begins: model.get('first') === 'engine' ? 'engine' : 'you',
    level: Number(model.get('level') ?? FRESH.level) as Level,
    seed: Number(model.get('seed') ?? FRESH.seed),
    marks: Boolean(model.get('marks')),
    numbers: Boolean(model.get('numbers')),
    why: Boolean(model.get('why')),
  };
}

/** What Python is told of a game: the moves that lie on the board, not those taken back. */
function shared(state: State): Record<string, unknown> {
  return {
    start: state.position,
    moves: state.moves.slice(0, state.at),
    two: state.against === 'person',
    first: state.begins,
    level: state.level,
    seed: state.seed,
    marks: state.marks,
    numbers: state.numbers,
    why: state.why,
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Shows a board; what is given back takes it away. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const host = document.createElement('div');
  host.className = 'grundy-widget';
  // The keys of a notebook's own commands mean moves and letters here. JupyterLab asks for this;
  // others listen further out.
  host.dataset['lmSuppressShortcuts'] = 'true';
  const keys = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  };
  host.addEventListener('keydown', keys);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const target = document.createElement('div');
  target.className = 'grundy';
  root.append(target);
  el.append(host);

  const suit = (): void => {
    const asked = model.get('colours');
    const now = asked === 'light' || asked === 'dark' ? asked : dark() ? 'dark' : 'light';
    theme.chosen = now;
    target.dataset['theme'] = now;
  };
  const speak = (): void => {
    lang.now = model.get('lang') === 'zh' ? 'zh' : 'en';
    target.lang = lang.now === 'zh' ? 'zh-CN' : 'en';
  };
  suit();
  speak();
  const watch = new MutationObserver(suit);
  for (const each of [document.documentElement, document.body]) {
    watch.observe(each, { attributes: true, attributeFilter: ['theme', 'data-jp-theme-light', 'data-vscode-theme-kind'] });
  }
  system.addEventListener('change', suit);
  model.on('change:colours', suit);
  model.on('change:lang', speak);

  const leave = engine.join(model);
  /** The board as it was last told to Python. */
  let known = read(model);
  let looking = false;
  const told = (state: State): void => {
    // Python has just said something else: that will be shown, and told, next.
    if (looking) return;
    known = state;
    const changes = Object.entries(shared(state)).filter(([name, value]) => !same(value, model.get(name)));
    if (changes.length === 0) return;
    for (const [name, value] of changes) model.set(name, value);
    model.save_changes();
  };
  let begin = $state.raw(known);
  // Several values may change at once: they are looked at together.
  const changed = (): void => {
    if (looking) return;
    looking = true;
    queueMicrotask(() => {
      looking = false;
      const next = read(model);
      const cut = { ...known, moves: known.moves.slice(0, known.at) };
      if (same(next, { ...cut, review: next.review })) return;
      // What was taken back can still be made again, if the board is the same.
      if (same(next.moves, cut.moves)) [next.moves, next.at] = [known.moves, known.at];
      known = begin = next;
    });
  };
  for (const name of NAMES) model.on(`change:${name}`, changed);
  const made = mount(PlayElement, {
    target,
    props: {
      get begin() {
        return begin;
      },
      told,
    },
  });

  return () => {
    for (const name of NAMES) model.off(`change:${name}`, changed);
    model.off('change:colours', suit);
    model.off('change:lang', speak);
    system.removeEventListener('change', suit);
    watch.disconnect();
    host.removeEventListener('keydown', keys);
    void unmount(made);
    leave();
    host.remove();
  };
}

export default { render };
