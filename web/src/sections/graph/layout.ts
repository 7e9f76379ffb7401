// Where vertices are put when only the arrows are known: in layers, or by forces. Both give the same drawing for
// the same graph every time.
import { HIGH, WIDE } from './sketch.svelte.ts';

export type Place = [number, number];

const MARGIN = 50;

/** How far each vertex is from the ends, along the longest way; undefined if arrows run in a circle. */
export function heights(count: number, edges: readonly [number, number][]): number[] | undefined {
  const out = new Array<number>(count).fill(0);
  const into: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    out[a] = (out[a] ?? 0) + 1;
    into[b]?.push(a);
  }
  const height = new Array<number>(count).fill(0);
  const ready = [...height.keys()].filter((k) => out[k] === 0);
  let done = 0;
  for (let at = 0; at < ready.length; at++) {
    const vertex = ready[at] ?? 0;
    done++;
    for (const before of into[vertex] ?? []) {
      height[before] = Math.max(height[before] ?? 0, (height[vertex] ?? 0) + 1);
      out[before] = (out[before] ?? 0) - 1;
      if (out[before] === 0) ready.push(before);
    }
  }
  return done === count ? height : undefined;
}

/** Layers from top to bottom, arrows pointing down, few crossings (barycentres, swept a few times). */
export function layered(count: number, edges: readonly [number, number][]): Place[] {
  const height = heights(count, edges) ?? distances(count, edges);
  const top = Math.max(0, ...height);
  const layers: number[][] = Array.from({ length: top + 1 }, () => []);
  height.forEach((h, vertex) => layers[top - h]?.push(vertex));
  const near: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    near[a]?.push(b);
    near[b]?.push(a);
  }
  const at = new Array<number>(count).fill(0);
  const spread = () => layers.forEach((layer) => layer.forEach((vertex, k) => (at[vertex] = (k + 1) / (layer.length + 1))));
  spread();
  for (let sweep = 0; sweep < 8; sweep++) {
    for (const layer of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      const centre = new Map(layer.map((vertex) => {
        const around = near[vertex] ?? [];
        const mean = around.length === 0 ? (at[vertex] ?? 0) : around.reduce((sum, other) => sum + (at[other] ?? 0), 0) / around.length;
        return [vertex, mean];
      }));
      layer.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0) || a - b);
    }
    spread();
  }
  return at.map((x, vertex) => [
    MARGIN + x * (WIDE - 2 * MARGIN),
    top === 0 ? HIGH / 2 : MARGIN + ((top - (height[vertex] ?? 0)) / top) * (HIGH - 2 * MARGIN),
  ]);
}

/** Steps from a first vertex, for graphs that have circles. */
function distances(count: number, edges: readonly [number, number][]): number[] {
  const near: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) near[a]?.push(b);
  const distance = new Array<number>(count).fill(-1);
  for (let start = 0; start < count; start++) {
    if (distance[start] !== -1) continue;
    distance[start] = 0;
    const queue = [start];
    for (let at = 0; at < queue.length; at++) {
      for (const next of near[queue[at] ?? 0] ?? []) {
        if (distance[next] !== -1) continue;
        distance[next] = (distance[queue[at] ?? 0] ?? 0) + 1;
        queue.push(next);
      }
    }
  }
  const far = Math.max(0, ...distance);
  return distance.map((d) => far - d);
}

/** Springs along arrows, repulsion between all vertices (Fruchterman and Reingold), from a spiral. */
export function forced(count: number, edges: readonly [number, number][]): Place[] {
  const places: Place[] = Array.from({ length: count }, (_, k) => {
    const angle = k * 2.399963;
    const radius = 30 * Math.sqrt(k + 0.5);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const ideal = 90;
  const rounds = count > 200 ? 120 : 300;
  for (let round = 0; round < rounds; round++) {
    const heat = ideal * (1 - round / rounds) + 0.5;
    const push: Place[] = places.map(() => [0, 0]);
    for (let a = 0; a < count; a++) {
      for (let b = a + 1; b < count; b++) {
        const [pa, pb, fa, fb] = [places[a]!, places[b]!, push[a]!, push[b]!];
        const dx = pa[0] - pb[0] || 0.01 * (a - b);
        const dy = pa[1] - pb[1] || 0.013;
        const squared = dx * dx + dy * dy + 0.01;
        const force = (ideal * ideal) / squared;
        fa[0] += dx * force;
        fa[1] += dy * force;
        fb[0] -= dx * force;
        fb[1] -= dy * force;
      }
    }
    for (const [a, b] of edges) {
      if (a === b) continue;
      const [pa, pb, fa, fb] = [places[a]!, places[b]!, push[a]!, push[b]!];
      const [dx, dy] = [pa[0] - pb[0], pa[1] - pb[1]];
      const force = Math.hypot(dx, dy) / ideal;
      fa[0] -= dx * force;
      fa[1] -= dy * force;
      fb[0] += dx * force;
      fb[1] += dy * force;
    }
    places.forEach((place, k) => {
      // A pull to the middle keeps parts that are not joined together.
      const force: Place = [push[k]![0] - 0.06 * place[0], push[k]![1] - 0.1 * place[1]];
      const length = Math.hypot(force[0], force[1]) || 1;
      place[0] += (force[0] / length) * Math.min(length, heat);
      place[1] += (force[1] / length) * Math.min(length, heat);
    });
  }
  return fitted(places);
}

/** The same drawing, filling the paper but never stretched beyond what looks natural. */
export function fitted(places: Place[]): Place[] {
  if (places.length === 0) return places;
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(2, (WIDE - 2 * MARGIN) / Math.max(1, right - left), (HIGH - 2 * MARGIN) / Math.max(1, bottom - top));
  return places.map(([x, y]) => [WIDE / 2 + (x - (left + right) / 2) * scale, HIGH / 2 + (y - (top + bottom) / 2) * scale]);
}
