// The questions and answers of the desk by the names that the page uses; what they are made of
// is written by scripts/types.mjs from the desk's own schema.
import type { Answers, Limits as Allowed, Play } from './desk';

export type * from './desk';
export type { Card as GameCard, Catalogue as GamesAnswer } from './desk';

export type Lang = 'en' | 'zh';
export type Limits = Allowed;
export type Exercise = Answers['exercise'];
export type NimTable = Answers['nim-table'];
export type Look = Answers['look'];
export type Words = Answers['words'];
export type GamePage = Answers['game'];
export type PlayQuestion = Play;

/** Which game, and how it is played. */
export interface OfGame extends Pick<Play, 'convention' | 'compound'> {
  game: string;
  params?: Record<string, string | number>;
}

/** Every failure, instead of the answer's fields. */
export interface Failure {
  id?: unknown;
  error: {
    code: string;
    message: string;
    column?: number;
    resource?: 'states' | 'bytes' | 'milliseconds';
    used?: number;
    limit?: number;
  };
}

/** How far long work is. */
export interface Progress {
  what: string;
  text: string;
  states: number;
  share?: number;
  seconds: number;
}
