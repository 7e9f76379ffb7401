// Searching the games by any of their names, in both languages.
import type { Both, GameCard } from '../engine/contract';

/** Letters and digits only, small: "Anti-Nim" and "anti nim" are the same. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

interface Entry {
  card: GameCard;
  names: string[];
  rest: string;
}

export function index(games: readonly GameCard[], families: ReadonlyMap<string, Both>): Entry[] {
  return games.map((card) => {
    const variants = card.variants.flatMap((each) => [each.id, each.name.en, each.name.zh]);
    const names = [card.id, card.name.en, card.name.zh, ...card.names, ...variants].map(plain);
    const family = families.get(card.family);
    const about = [card.summary.en, card.summary.zh, family?.en ?? '', family?.zh ?? ''];
    return { card, names, rest: about.map(plain).join(' ') };
  });
}

/** How well an entry fits a word: 0 not at all. */
function fits(entry: Entry, word: string): number {
  const squeezed = word.replaceAll(' ', '');
  let found = entry.rest.includes(word) ? 1 : 0;
  for (const name of entry.names) {
    const close = name.replaceAll(' ', '');
    if (close === squeezed) return 5;
    if (close.startsWith(squeezed)) found = Math.max(found, 4);
    else if (name.split(' ').some((each) => each.startsWith(word))) found = Math.max(found, 3);
    else if (close.includes(squeezed)) found = Math.max(found, 2);
  }
  return found;
}

/** The games that fit, the best first; all of them, in their order, for an empty search. */
export function find(entries: readonly Entry[], search: string): GameCard[] {
  const whole = plain(search);
  if (whole === '') return entries.map((entry) => entry.card);
  const words = whole.split(' ');
  const scored = entries.flatMap((entry) => {
    const together = fits(entry, whole);
    const apart = Math.min(...words.map((word) => fits(entry, word)));
    const score = Math.max(together * 2, apart);
    return score > 0 ? [{ card: entry.card, score }] : [];
  });
  return scored.sort((a, b) => b.score - a.score).map((each) => each.card);
}
