// Everything about a game that is being played, as it stands in an address.
//
// `#/play?game=nim&position=3,5,7&moves=1-1;2-3&at=1&level=3`: the moves made so far, and at
// which of them one is looking (all of them, if `at` is absent).
import type { Both, Convention, PlayQuestion } from '../../engine/contract';
import type { Params } from '../../router.svelte.ts';

export type Level = 0 | 1 | 2 | 3 | 4 | 5;

/** What is played, from where, by which rules. */
export interface Setup {
  /** A name, a rule text, or an expression such as `nim:3,5 + kayles:7`; empty: the first game of the list. */
  game: string;
  /** Empty: where the game begins. */
  position: string;
  /** Empty: as the game says. */
  convention: Convention | '';
  params: Record<string, string>;
  compound: string;
}

export interface State extends Setup {
  moves: string[];
  /** How many of the moves lie on the board. */
  at: number;
  against: 'engine' | 'person';
  /** Who begins, against the engine. */
  begins: 'you' | 'engine';
  level: Level;
  seed: number;
  /** Signs on moves. */
  marks: boolean;
  /** The table of numbers. */
  numbers: boolean;
  why: boolean;
  /** Mistakes in the list of moves. */
  review: boolean;
}

export const FRESH: State = {
  game: '',
  position: '',
  convention: '',
  params: {},
  compound: '',
  moves: [],
  at: 0,
  against: 'engine',
  begins: 'you',
  level: 5,
  seed: 1,
  marks: false,
  numbers: false,
  why: false,
  review: false,
};

/** An address that says nothing sensible. */
export class BadState extends Error {
  constructor(readonly both: Both) {
    super(both.en);
  }
}

const escaped = (move: string): string => move.replace(/[%;]/g, (c) => (c === ';' ? '%3B' : '%25'));
const restored = (text: string): string => text.replace(/%(3B|25)/g, (_, code) => (code === '3B' ? ';' : '%'));

export const joined = (moves: readonly string[]): string => moves.map(escaped).join(';');
export const separated = (text: string): string[] => (text === '' ? [] : text.split(';').map(restored));

function whole(name: string, text: string | undefined, most: number, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (value <= most) return value;
  throw new BadState({
    en: `“${name}=${text}” in this link should be a whole number from 0 to ${most}.`,
    zh: `链接中的「${name}=${text}」应为 0 到 ${most} 的整数。`,
  });
}

function one_of<T extends string>(name: string, text: string | undefined, words: readonly T[], otherwise: T): T {
  if (text === undefined || text === '') return otherwise;
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new BadState({
    en: `“${name}=${text}” in this link should be one of: ${words.join(', ')}.`,
    zh: `链接中的「${name}=${text}」应为以下之一：${words.join('、')}。`,
  });
}

/** Reads an address; throws a `BadState` that says what is wrong with it. */
export function read(params: Readonly<Record<string, string>>): State {
  const moves = separated(params['moves'] ?? '');
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name.startsWith('p.')) own[name.slice(2)] = value;
  }
  const flag = (name: string): boolean => one_of(name, params[name], ['0', '1'], '0') === '1';
  return {
    game: params['game'] ?? '',
    position: params['position'] ?? '',
    convention: one_of<Convention | ''>('convention', params['convention'], ['normal', 'misere'], ''),
    params: own,
    compound: params['compound'] ?? '',
    moves,
    at: whole('at', params['at'], moves.length, moves.length),
    against: one_of('against', params['against'], ['engine', 'person'], FRESH.against),
    begins: one_of('begins', params['begins'], ['you', 'engine'], FRESH.begins),
    level: whole('level', params['level'], 5, FRESH.level) as Level,
    seed: whole('seed', params['seed'], 1e9, FRESH.seed),
    marks: flag('marks'),
    numbers: flag('numbers'),
    why: flag('why'),
    review: flag('review'),
  };
}

/** Writes it; what is as usual is left out. */
export function write(state: State): Params {
  const own = Object.entries(state.params).map(([name, value]) => [`p.${name}`, value] as const);
  const unless = <T>(value: T, usual: T): T | undefined => (value === usual ? undefined : value);
  return {
    game: state.game,
    position: state.position,
    convention: state.convention,
    ...Object.fromEntries(own),
    compound: state.compound,
    moves: joined(state.moves),
    at: unless(state.at, state.moves.length),
    against: unless(state.against, FRESH.against),
    begins: unless(state.begins, FRESH.begins),
    level: unless(state.level, FRESH.level),
    seed: unless(state.seed, FRESH.seed),
    marks: state.marks,
    numbers: state.numbers,
    why: state.why,
    review: state.review,
  };
}

/** Whether a game is a sum written out, such as `nim:3,5 + kayles:7`: it holds its own position. */
export function is_sum(game: string): boolean {
  return /^[^\s:;+]+:[^;\n]*\+[^;\n]*:/.test(game.trim());
}

/** The question about the game itself. */
export function of_game(setup: Setup): Pick<PlayQuestion, 'game' | 'params' | 'convention' | 'compound'> {
  return {
    game: setup.game,
    ...(Object.keys(setup.params).length > 0 ? { params: setup.params } : {}),
    ...(setup.convention === '' ? {} : { convention: setup.convention }),
    ...(setup.compound === '' ? {} : { compound: setup.compound }),
  };
}

/** The question about the board after the first `at` moves. */
export function question(state: State, at: number = state.at): PlayQuestion {
  return {
    ...of_game(state),
    ...(state.position === '' ? {} : { position: state.position }),
    moves: state.moves.slice(0, at),
  };
}

/** Whether the engine is to move when so many moves have been made. */
export function engine_turn(state: State, at: number): boolean {
  if (state.against !== 'engine') return false;
  return (at % 2 === 0) === (state.begins === 'engine');
}

/** Where undo leads: the last time that a person was to move. */
export function before(state: State): number | undefined {
  for (let at = state.at - 1; at >= 0; at -= 1) if (!engine_turn(state, at)) return at;
  return undefined;
}

/** Where redo leads. */
export function later(state: State): number | undefined {
  for (let at = state.at + 1; at <= state.moves.length; at += 1) {
    if (!engine_turn(state, at) || at === state.moves.length) return at;
  }
  return undefined;
}

/** A new game by the same people, from a setup. */
export function begun(state: State, setup: Partial<Setup> = {}): State {
  return { ...state, ...setup, moves: [], at: 0 };
}
