// A drawing of vertices and arrows, with marks on vertices, and every step of it undone and redone.

export interface Vertex {
  /** Never used again, whatever the vertex is called. */
  id: number;
  name: string;
  x: number;
  y: number;
}

/** A drawing as plain data, as it stands in an address: indices instead of ids. */
export interface Plan {
  /** Name, x, y. */
  v: [string, number, number][];
  e: [number, number][];
  /** Vertices with tokens, one entry a token. */
  t?: number[];
  /** Vertices where whoever arrives wins. */
  w?: number[];
}

export const WIDE = 1000;
export const HIGH = 620;
/** More vertices are a list, not a drawing. */
export const MOST = 400;

/** Reads a drawing from an address; fails if it is none. */
export function planOf(text: string): Plan {
  const found: unknown = JSON.parse(text);
  const fail = (): never => {
    throw new TypeError('no drawing');
  };
  if (typeof found !== 'object' || found === null) return fail();
  const { v, e, t = [], w = [] } = found as Partial<Plan>;
  if (!Array.isArray(v) || !Array.isArray(e) || !Array.isArray(t) || !Array.isArray(w) || v.length > MOST || e.length > 20_000) return fail();
  const index = (k: unknown): k is number => Number.isInteger(k) && (k as number) >= 0 && (k as number) < v.length;
  const names = new Set<string>();
  for (const vertex of v as unknown[]) {
    if (!Array.isArray(vertex) || typeof vertex[0] !== 'string' || !Number.isFinite(vertex[1]) || !Number.isFinite(vertex[2])) return fail();
    names.add(vertex[0]);
  }
  if (names.size !== v.length || !e.every((pair: unknown) => Array.isArray(pair) && index(pair[0]) && index(pair[1]))) return fail();
  if (!t.every(index) || !w.every(index)) return fail();
  return { v, e, t, w };
}

export class Sketch {
  vertices = $state<Vertex[]>([]);
  edges = $state<[number, number][]>([]);
  tokens = $state<number[]>([]);
  targets = $state<number[]>([]);
  private next = 1;
  private past = $state.raw<string[]>([]);
  private future = $state.raw<string[]>([]);

  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** The drawing as data. */
  get plan(): Plan {
    const at = new Map(this.vertices.map((vertex, k) => [vertex.id, k]));
    const places = (ids: number[]) => ids.flatMap((id) => at.get(id) ?? []);
    return {
      v: this.vertices.map(({ name, x, y }) => [name, Math.round(x), Math.round(y)]),
      e: this.edges.map(([a, b]) => [at.get(a) ?? 0, at.get(b) ?? 0]),
      ...(this.tokens.length > 0 ? { t: places(this.tokens) } : {}),
      ...(this.targets.length > 0 ? { w: places(this.targets) } : {}),
    };
  }

  private show(plan: Plan): void {
    const ids = plan.v.map((_, k) => this.next + k);
    this.next += plan.v.length;
    this.vertices = plan.v.map(([name, x, y], k) => ({ id: ids[k] ?? 0, name, x, y }));
    this.edges = plan.e.map(([a, b]) => [ids[a] ?? 0, ids[b] ?? 0]);
    this.tokens = (plan.t ?? []).map((k) => ids[k] ?? 0);
    this.targets = (plan.w ?? []).map((k) => ids[k] ?? 0);
  }

  /** Another drawing in its place; nothing to undo. */
  begin(plan: Plan): void {
    this.show(plan);
    this.past = [];
    this.future = [];
  }

  /** Remembers the drawing as it is: called before each step. */
  step(): void {
    this.past = [...this.past.slice(-99), JSON.stringify(this.plan)];
    this.future = [];
  }
  undo(): void {
    const before = this.past.at(-1);
    if (before === undefined) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, JSON.stringify(this.plan)];
    this.show(JSON.parse(before) as Plan);
  }
  redo(): void {
    const after = this.future.at(-1);
    if (after === undefined) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, JSON.stringify(this.plan)];
    this.show(JSON.parse(after) as Plan);
  }

  /** Another drawing in its place, as a step. */
  replace(plan: Plan): void {
    this.step();
    this.show(plan);
  }

  vertex(id: number): Vertex | undefined {
    return this.vertices.find((each) => each.id === id);
  }
  named(name: string): Vertex | undefined {
    return this.vertices.find((each) => each.name === name);
  }

  /** A new vertex, called by the first number that is free. */
  add(x: number, y: number): number | undefined {
    if (this.vertices.length >= MOST) return undefined;
    const names = new Set(this.vertices.map((each) => each.name));
    let name = 1;
    while (names.has(String(name))) name++;
    const id = this.next++;
    this.vertices.push({ id, name: String(name), x: clamp(x, 24, WIDE - 24), y: clamp(y, 24, HIGH - 24) });
    return id;
  }
  join(from: number, to: number): void {
    if (!this.edges.some(([a, b]) => a === from && b === to)) this.edges.push([from, to]);
  }
  cut(from: number, to: number): void {
    this.edges = this.edges.filter(([a, b]) => a !== from || b !== to);
  }
  remove(id: number): void {
    this.vertices = this.vertices.filter((each) => each.id !== id);
    this.edges = this.edges.filter(([a, b]) => a !== id && b !== id);
    this.tokens = this.tokens.filter((each) => each !== id);
    this.targets = this.targets.filter((each) => each !== id);
  }
  move(id: number, x: number, y: number): void {
    const vertex = this.vertex(id);
    if (!vertex) return;
    vertex.x = clamp(x, 24, WIDE - 24);
    vertex.y = clamp(y, 24, HIGH - 24);
  }
  /** Calls a vertex something else; false if the name is taken or empty. */
  rename(id: number, name: string): boolean {
    const clean = name.trim();
    const vertex = this.vertex(id);
    if (!vertex || clean === '' || clean.length > 60) return false;
    if (this.vertices.some((each) => each.id !== id && each.name === clean)) return false;
    vertex.name = clean;
    return true;
  }
  toggle(list: 'tokens' | 'targets', id: number): void {
    this[list] = this[list].includes(id) ? this[list].filter((each) => each !== id) : [...this[list], id];
  }
  clear(): void {
    this.replace({ v: [], e: [] });
  }

  /** The graph as DOT, which knows vertices without arrows and names of any kind. */
  get dot(): string {
    const quote = (name: string) => `"${name.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
    const name = new Map(this.vertices.map((vertex) => [vertex.id, quote(vertex.name)]));
    const lines = this.vertices.map((vertex) => `  ${quote(vertex.name)};`);
    for (const [a, b] of this.edges) lines.push(`  ${name.get(a)} -> ${name.get(b)};`);
    return `digraph {\n${lines.join('\n')}\n}\n`;
  }
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
