// What the engine says of an answer to an exercise. Nothing is decided here: the engine is asked, and its
// words are compared with the reader's and with the author's.
import { unreadable } from '../engine/engine.ts';
import { ask, DeskError, type OfGame, type Options, type Outcome, type Solved } from '../engine/index.ts';

export const KINDS = ['value', 'outcome', 'move', 'number', 'law'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind that an attribute names. */
export const kindOf = (name: string): Kind | undefined => KINDS.find((kind) => kind === name);

/** An exercise as its author wrote it. */
export interface Task {
  kind: Kind;
  of: OfGame;
  position: string;
  answer: string | undefined;
}

/** What is said of an answer. `book`: the author's answer is not what the engine says. */
export type Verdict =
  | { is: 'right'; reason?: string }
  | { is: 'wrong'; reason?: string }
  | { is: 'illegal'; reason: string }
  | { is: 'losing' }
  | { is: 'weak'; reason: string }
  | { is: 'open'; reason: string }
  | { is: 'book'; found: string };

/** As it is compared: full-width digits and letters as plain ones, without spaces and marks between thousands. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[\s,_']/g, '');

/** Compares what was written with what is true; but first what the author wrote. */
function compare(written: string, found: string, answer: string | undefined): Verdict {
  if (answer !== undefined && plain(answer) !== plain(found)) return { is: 'book', found };
  return { is: plain(written) === plain(found) ? 'right' : 'wrong' };
}

/** Which game and where; an expression such as `nim:3,5 + kayles:7` has its position in itself. */
const where = ({ of, position }: Task) => ({ ...of, ...(position === '' ? {} : { position }) });

async function solved(task: Task, options: Options, only?: 'outcome'): Promise<Solved> {
  const question = { ...where(task), ...(only ? { only } : { moves: 0 }) };
  // Without a graph in the question it is about a game.
  return (await ask('solve', question, options)) as Solved;
}

/** Who wins after some moves, or that one of them is none. */
async function after(task: Task, moves: string[], options: Options): Promise<Outcome | DeskError> {
  try {
    const { why, unrated } = await ask('play', { ...where(task), moves, why: true }, options);
    if (why) return why.outcome;
    throw unrated === undefined ? unreadable() : new DeskError('unrated', unrated);
  } catch (error) {
    if (error instanceof DeskError && error.code === 'bad_move') return error;
    throw error;
  }
}

async function judgeMove(task: Task, written: string, options: Options): Promise<Verdict> {
  const { answer } = task;
  // Whoever has moved wins from P.
  if (answer !== undefined && answer !== written) {
    const best = await after(task, [answer], options);
    if (best !== 'P') return { is: 'book', found: best instanceof DeskError ? best.message : best };
  }
  const reached = await after(task, [written], options);
  if (reached === 'P') return { is: 'right' };
  // Where nobody can win by moving, there is nothing to find.
  const before = await after(task, [], options);
  if (before !== 'N') return { is: 'book', found: before instanceof DeskError ? before.message : before };
  return reached instanceof DeskError ? { is: 'illegal', reason: reached.message } : { is: 'losing' };
}

async function judgeLaw(task: Task, written: string, options: Options): Promise<Verdict> {
  const { verdict, reason, ground, law } = await ask('prove', { ...task.of, conjecture: written }, options);
  const authors = task.answer !== undefined && plain(written) === plain(task.answer);
  if (verdict === 'proven' && (ground === undefined || authors)) return { is: 'right', reason };
  if (authors) return { is: 'book', found: reason };
  // True, but it follows from more than it says.
  if (verdict === 'proven') return { is: 'weak', reason: law };
  return { is: verdict === 'refuted' ? 'wrong' : 'open', reason };
}

/** How moves of the game are written; nothing if the engine does not say. */
export async function notation(task: Pick<Task, 'of'>): Promise<string> {
  return ask('game', task.of).then(
    (page) => page.moves,
    () => '',
  );
}

/** Judges an answer. Throws a `DeskError` if the engine cannot. */
export async function judge(task: Task, written: string, options: Options): Promise<Verdict> {
  switch (task.kind) {
    case 'value': {
      const { value } = await solved(task, options);
      return value === undefined ? { is: 'book', found: '—' } : compare(written, value, task.answer);
    }
    case 'outcome':
      return compare(written, (await solved(task, options, 'outcome')).outcome, task.answer);
    case 'move':
      return judgeMove(task, written, options);
    case 'law':
      return judgeLaw(task, written, options);
    case 'number':
      return task.answer ? compare(written, task.answer, task.answer) : { is: 'book', found: '—' };
  }
}
