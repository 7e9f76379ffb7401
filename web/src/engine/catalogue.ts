// The list of games, asked for once: it holds both languages.
import { ask } from './index.ts';
import type { GameCard, GamesAnswer } from './contract';

let plain: Promise<GamesAnswer> | undefined;
let drawn: Promise<GamesAnswer> | undefined;

function once(pictures: boolean): Promise<GamesAnswer> {
  const asked = ask('games', pictures ? { pictures } : {});
  // A failure is not kept: who asks again may be luckier.
  asked.catch(() => {
    if (pictures) drawn = undefined;
    else plain = undefined;
  });
  return asked;
}

/** Every game, with its picture. */
export function pictured(): Promise<GamesAnswer> {
  return (drawn ??= once(true));
}

/** Every game. */
export function catalogue(): Promise<GamesAnswer> {
  return drawn ?? (plain ??= once(false));
}

/** The card of a game, by its name or that of a variant. */
export function card(games: readonly GameCard[], id: string): GameCard | undefined {
  return (
    games.find((each) => each.id === id) ??
    games.find((each) => each.variants.some((variant) => variant.id === id))
  );
}
