// How the games of the catalogue whose positions are graphs would write a drawing. Nothing here knows a game: the shape
// of its own examples says how edges, vertices and tokens are written, and the engine says whether it takes the result.
import type { GameCard } from '../../engine/index.ts';
import type { Plan } from './sketch.svelte.ts';

const EDGE = /^[\p{L}\p{N}]+([-><])[\p{L}\p{N}]+/u;

/** Ways to write the drawing as a position of a game, the likeliest first; none if the game has other positions. */
export function writings(card: GameCard, plan: Plan): string[] {
  const samples = card.examples.map((each) => each.split(' + ')[0] ?? '');
  const sign = EDGE.exec(samples[0] ?? '')?.[1];
  if (sign !== undefined) return asEdges(samples, plan, sign);
  if (samples.length > 0 && samples.every(isParents)) return asParents(plan);
  return [];
}

/** Numbers for the vertices: their names if these are numbers, else 1, 2, 3, … */
export function numbers(plan: Plan): string[] {
  const names = plan.v.map(([name]) => name);
  const plain = names.every((name) => /^(0|[1-9]\d{0,8})$/.test(name));
  return plain ? names : names.map((_, k) => String(k + 1));
}

function asEdges(samples: string[], plan: Plan, sign: string): string[] {
  const name = numbers(plan);
  const twoWays = sign === '-';
  const seen = new Set<string>();
  const edges: string[] = [];
  const joined = new Set<number>();
  for (const [a, b] of plan.e) {
    const key = twoWays && a > b ? `${b} ${a}` : `${a} ${b}`;
    if (seen.has(key)) continue;
    seen.add(key);
    edges.push(`${name[a]}${sign}${name[b]}`);
    joined.add(a);
    joined.add(b);
  }
  const single = plan.v.flatMap((_, k) => (joined.has(k) ? [] : [name[k] ?? '']));
  const bodies = [[...edges, ...single].join(',')];
  if (single.length > 0) bodies.push(edges.join(','));
  const always = samples.every((each) => each.includes('@') || !EDGE.test(each));
  const ever = samples.some((each) => each.includes('@'));
  const tokens = [...new Set(plan.t ?? [])].map((k) => name[k] ?? '');
  const marks: string[] = [];
  if (ever && tokens.length > 0) {
    marks.push(` @${(plan.t ?? []).map((k) => name[k]).join(',')}`);
    if (tokens.length > 1) marks.push(` @${tokens[0]}`);
  }
  if (!always && tokens.length === 0) marks.push('');
  if (ever && tokens.length === 0 && name.length > 0) marks.push(` @${name[0]}`);
  if (!always && tokens.length > 0) marks.push('');
  return bodies.filter((body) => body !== '').flatMap((body) => marks.map((mark) => body + mark));
}

/** `0,1,1,2`: the parent of each vertex, 0 for a root; a parent comes before its children. */
function isParents(text: string): boolean {
  if (!/^0(,\d+)*$/.test(text)) return false;
  return text.split(',').every((parent, k) => Number(parent) <= k);
}

/** A forest that hangs on its roots: arrows lead from parents to children, or all of them from children to parents. */
function asParents(plan: Plan): string[] {
  const count = plan.v.length;
  const ways = [plan.e, plan.e.map(([a, b]): [number, number] => [b, a])];
  for (const edges of ways) {
    const parent = new Array<number>(count).fill(-1);
    let forest = true;
    for (const [a, b] of edges) {
      if (parent[b] !== -1 || a === b) forest = false;
      parent[b] = a;
    }
    if (!forest) continue;
    const order = [...parent.keys()].filter((k) => parent[k] === -1);
    for (let at = 0; at < order.length; at++) parent.forEach((above, k) => above === order[at] && order.push(k));
    if (order.length !== count || count === 0) continue;
    const place = new Map(order.map((vertex, k) => [vertex, k + 1]));
    return [order.map((vertex) => place.get(parent[vertex] ?? -1) ?? 0).join(',')];
  }
  return [];
}

/** Edges one a line, `a b`, `a, b` or `a -> b`, whatever the vertices are called; undefined if the text is something else. */
export function edgeList(text: string): [string, string][] | undefined {
  const edges: [string, string][] = [];
  for (const line of text.split(/\r?\n/)) {
    const words = line.replace(/#.*/, '').trim();
    if (words === '') continue;
    const pair = /^([^\s,>{}<"]+?)(?:\s*(?:->|→|>)\s*|\s*,\s*|\s+)([^\s,>{}<"]+)$/.exec(words);
    if (!pair) return undefined;
    edges.push([pair[1] ?? '', pair[2] ?? '']);
  }
  return edges.length > 0 ? edges : undefined;
}
