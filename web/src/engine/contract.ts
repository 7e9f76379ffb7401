// The questions and answers of the desk by the names that the page uses. What they hold is
// written by the desk itself (`desk.ts`, made from its schema); only what stands around
// every answer is said here.
import type { Answers, Questions } from './desk.ts';

export type { Answers, Both, Choice, Convention, Law, Outcome, Questions, Study, Table, Values } from './desk.ts';
export type { Card as GameCard, Palette } from './desk.ts';

export type Lang = 'en' | 'zh';

/** What stands in the place of an answer. */
export interface Failure {
  id?: unknown;
  error: {
    /** The library's, such as `bad_position`, or the server's. */
    code: string;
    message: string;
    /** Counted from 1, in characters. */
    column?: number;
    resource?: 'states' | 'bytes' | 'milliseconds';
    used?: number;
    limit?: number;
  };
}

/** How far long work is. */
export interface Progress {
  what: string;
  /** In words. */
  text: string;
  states: number;
  /** From 0 to 1, where it is known. */
  share?: number;
  seconds: number;
}

/** Which game: of the catalogue, a rule text, or a sum of games. */
export type OfGame = Omit<Questions['game'], 'game' | 'params'> & {
  game: string;
  params?: Record<string, string>;
};
export type PlayQuestion = Omit<Questions['play'], keyof OfGame | 'position'> & OfGame & { position?: string };
export type Annotated = Answers['annotate'];
export type Checked = Answers['check'];
export type Count = Answers['count'];
export type Drawn = Answers['draw'];
export type Exercise = Answers['exercise'];
export type Explained = Answers['explain'];
export type GamePage = Answers['game'];
export type GamesAnswer = Answers['games'];
export type Graph = Answers['graph'];
export type GraphQuestion = Questions['graph'];
export type Look = Answers['look'];
export type NimAnswer = Answers['nim'];
export type NimTable = Answers['nim-table'];
export type Period = Answers['period'];
export type Quotient = Answers['misere'];
export type Sequence = Answers['sequence'];
export type Tested = Answers['test'];
export type Verified = Answers['verify'];
export type Words = Answers['words'];
