// Pointing at a move: which moves are still meant after some elements have been clicked.
//
// A move touches a set of elements. A player clicks elements one after another; the moves that
// touch all of them are still meant. A move is *named* when exactly its elements have been
// clicked. If it is the only one still meant, it is made at once. If others are still meant (one
// pin, or this pin and the next), the player clicks the same element again, or goes on.
// If several moves are named (they touch the same set), the player is asked which.
import type { Choice, Outcome } from '../engine/contract';

/** What has been clicked, in that order. */
export type Picked = readonly string[];

export interface Meant {
  /** The moves that touch everything clicked. */
  moves: Choice[];
  /** Those of them that touch nothing else. */
  named: Choice[];
  /** By element: the moves still meant that touch it. What has been clicked is not in it. */
  next: Map<string, Choice[]>;
}

export type Click =
  /** The move is made. */
  | { do: 'move'; choice: Choice }
  /** Several moves are named: which? */
  | { do: 'choose'; among: Choice[]; picked: Picked }
  /** Not clear yet. */
  | { do: 'pick'; picked: Picked };

/** What is meant by the elements clicked so far. */
export function meant(choices: readonly Choice[], picked: Picked): Meant {
  const moves = choices.filter((choice) => picked.every((id) => choice.touches.includes(id)));
  const named = picked.length === 0 ? [] : moves.filter((choice) => distinct(choice).length === picked.length);
  const next = new Map<string, Choice[]>();
  for (const choice of moves) {
    for (const id of distinct(choice)) {
      if (picked.includes(id)) continue;
      const through = next.get(id);
      if (through) through.push(choice);
      else next.set(id, [choice]);
    }
  }
  return { moves, named, next };
}

/** What a click on an element does. */
export function click(choices: readonly Choice[], picked: Picked, id: string): Click {
  const at = picked.indexOf(id);
  if (at >= 0) {
    const { named } = meant(choices, picked);
    // The last one again: that is all.
    if (named.length > 0 && at === picked.length - 1) return settle(named, picked);
    return { do: 'pick', picked: picked.filter((other) => other !== id) };
  }
  const further = [...picked, id];
  if (choices.some((choice) => further.every((each) => choice.touches.includes(each)))) {
    return after(choices, further);
  }
  // No move touches all of them: the player has changed his mind.
  if (choices.some((choice) => choice.touches.includes(id))) return after(choices, [id]);
  return { do: 'pick', picked };
}

/** What follows from a new set of clicked elements. */
function after(choices: readonly Choice[], picked: Picked): Click {
  const { moves, named } = meant(choices, picked);
  return named.length === moves.length ? settle(named, picked) : { do: 'pick', picked };
}

function settle(named: Choice[], picked: Picked): Click {
  const [first, ...others] = named;
  if (first && others.length === 0) return { do: 'move', choice: first };
  return { do: 'choose', among: named, picked };
}

function distinct(choice: Choice): string[] {
  return [...new Set(choice.touches)];
}

/** The best that the player to move can get by one of these moves. */
export function best(choices: readonly Choice[]): 'win' | 'draw' | 'lose' | undefined {
  let found: 'draw' | 'lose' | undefined;
  for (const choice of choices) {
    const result = result_of(choice.after);
    if (result === undefined) return undefined;
    if (result === 'win') return 'win';
    if (result === 'draw' || found === undefined) found = result;
  }
  return found;
}

/** What a move brings to who makes it; `after` is about the player who moves then. */
export function result_of(after: Outcome | undefined): 'win' | 'draw' | 'lose' | undefined {
  if (after === undefined) return undefined;
  return after === 'P' ? 'win' : after === 'N' ? 'lose' : 'draw';
}

/** A place to go to by arrow keys. */
export interface Place {
  id: string;
  x: number;
  y: number;
}

/** The nearest place in a direction: what lies straight ahead before what lies aside. */
export function neighbour(places: readonly Place[], from: string, dx: number, dy: number): string | undefined {
  const start = places.find((place) => place.id === from);
  if (!start) return undefined;
  let found: string | undefined;
  let least = Infinity;
  for (const place of places) {
    const [x, y] = [place.x - start.x, place.y - start.y];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy - y * dx);
    if (place.id === from || ahead <= 0.5 || aside > 2.5 * ahead) continue;
    const far = ahead + 2 * aside;
    if (far < least) [least, found] = [far, place.id];
  }
  return found;
}
