// THE CONTRACT between the desk (crates/desk, Rust, being written now) and every window.
// One question is one JSON object; one answer is one JSON object.
// The final types are generated from crates/desk/schema.json into web/src/engine/desk.d.ts; this file
// is what they will say. Texts in answers are in the language of the question (`lang`), unless Both.

export type Lang = "en" | "zh";
export interface Both { en: string; zh: string }
export type Convention = "normal" | "misere";
export type Outcome = "N" | "P" | "D"; // mover wins / mover loses / draw (P = player who just moved wins)

/** Fields of every question. */
export interface Common {
  ask: string;                 // the verb, see below; absent = "solve"
  id?: unknown;                // echoed
  lang?: Lang;
  limits?: { states?: number; bytes?: number; milliseconds?: number }; // capped by the window
}
/** Every failure: instead of the answer's fields. */
export interface Failure {
  id?: unknown;
  error: { code: string; message: string; column?: number; // 1-based, characters
           resource?: "states" | "bytes" | "milliseconds"; used?: number; limit?: number };
}
// codes: bad_json bad_request unknown_question unknown_game bad_position bad_move bad_parameter bad_rules
//        over_budget cancelled unsupported … ; HTTP status: 400 for the bad_*, 422 unsupported/bad_rules/bad_position…, 503 over_budget/overloaded, 413 too large

/** Which game: an id/alias of the catalogue ("nim", "anti-nim", "bachet:4"), or a rule text
 *  ("state n; move take(k in 1..3) -> [n-k]"), or, without a position, an expression of components
 *  "nim:3,5 + kayles:7". */
export interface OfGame {
  game: string;
  params?: Record<string, string | number>;
  convention?: Convention;     // default: as the game says
  compound?: string;           // "conjunctive", "selective", "upto:2", and/or "long" | "short" | "over-when-zero"
}

// ---- ask: "games" -------------------------------------------------------------------------
export interface GamesQuestion { search?: string; pictures?: boolean }
export interface GamesAnswer { families: { id: string; name: Both }[]; games: GameCard[] }
export interface GameCard {
  id: string; family: string; name: Both; summary: Both;
  names: string[];             // every other name in both languages, for search
  variants: { id: string; name: Both; convention: Convention; params: Record<string, string> }[];
  parameters: { name: string; default: string; meaning: Both }[];
  examples: string[];          // positions; the first is where play begins
  dimension: number;           // 0: no table
  svg?: string;                // picture of the first example, if `pictures`
}
// ---- ask: "game" --------------------------------------------------------------------------
export interface GameQuestion extends OfGame {}
export interface GamePage {
  game: string; name: string; convention: Convention; compound?: string;
  listed: boolean;             // of the catalogue
  rules: string; theorem: string; source: string; position: string; moves: string; // texts, "" if none
  parameters: { name: string; default: string; value: string; meaning: string }[];
  examples: string[]; dimension: number;
  rule_text?: string;          // the game in the rule language, if it can be written in it
  termination?: string; engine?: string; // of rule texts
  svg?: string;                // first example (of rule texts: a small position)
}
// ---- ask: "solve" -------------------------------------------------------------------------
export interface SolveQuestion extends OfGame { position?: string | number | (number | string)[]; moves?: number; all?: boolean }
export interface Solved {
  game: string; position: string; convention: Convention; compound?: string;
  outcome: Outcome; value?: string; remoteness?: number;
  winning_moves: { move: string; to: string }[]; drawing_moves?: { move: string; to: string }[];
  winning_moves_truncated: boolean;
  moves?: { move: string; to: string; outcome: Outcome }[];   // if `all`: outcome after the move
  reason: string; status: string;                              // "proven" | "computed" | "observed to N"
}
// ---- ask: "play": the table after some moves ------------------------------------------------
export interface PlayQuestion extends OfGame {
  position?: string;           // default: first example; absent for expressions
  moves?: string[];            // played so far, as `play` called them (see Choice.move)
  reply?: { level?: 0|1|2|3|4|5; seed?: number }; // after them the engine moves, unless the game is over
  rate?: boolean;              // tell who wins after each move (Choice.after)
  why?: boolean;               // tell who wins, and why
  history?: boolean;           // tell each position so far and the mistakes
}
export interface Table {
  title: string; start: string; position: string; convention: Convention; compound?: string;
  played: string[];            // all moves so far, the reply included: send them as `moves` next time
  replied?: string;            // the move of the engine, if it made one
  record: string[];            // the same moves as `annotate` reads them
  over?: { winner: "first" | "second" };   // first = who made the first move of this record
  svg: string;                 // the position; elements are <g data-id="…" class="piece|cell|edge…">
  choices: Choice[]; more: boolean;        // legal moves (at most 2,000), whether there are more
  numbers?: { modulo: number; balanced: boolean; each: { of: string; value: string; counts: boolean }[] };
  why?: { outcome: Outcome; text: string; value?: string; remoteness?: number; reason: string; status: string;
          best?: string; defence?: { move: string; left: number } };
  unrated?: string;            // why ratings or `why` could not be had (budget), if they were asked for
  history?: { move?: string; position: string; outcome: Outcome; mistake: boolean; better?: string }[]; // [0] is the start
}
/** A legal move; a person points at what it touches. Several moves may touch the same set: ask which. */
export interface Choice { move: string; to?: string; touches: string[]; after?: Outcome } // after: for the player then to move, so "P" = winning move
// ---- ask: "table" -------------------------------------------------------------------------
export interface TableQuestion extends OfGame { to: number[]; }  // largest coordinate per axis; one number = all axes of the game
export interface Values {
  size: number[];              // cells along each axis; row-major, last axis fastest
  values?: number[];           // -1: no such position
  outcomes?: string;           // one letter a cell: P N D or . (where only outcomes are known)
  largest: number; reason: string; status: string;
}
// ---- ask: "study" (long: progress) ----------------------------------------------------------
export interface StudyQuestion extends OfGame {}
export interface Study {
  game: string; rules?: string; names: string[]; size: number[]; outcomes: boolean;
  first: number[];             // the first values (one-dimensional) 
  lost: string[];              // first lost positions
  laws: Law[]; notes: string[];
}
export interface Law {
  law: string; latex: string; cpp: string; python: string; finder: string; symbols: number; explains: number;
  status: "proven" | "observed" | string; reason: string; unproven?: string;
  numeration?: string; states?: number; automaton?: string /* svg */; certificate?: string;
}
// ---- ask: "period": octal, hexadecimal, subtraction codes (long) ---------------------------------
export interface PeriodQuestion { code: string; heaps?: number }   // heaps: how many values to show (default 200, at most 100000)
export interface Period {
  code: string; digits: { digit: string; take: number; meaning: string }[]; // what each digit allows
  values: number[]; svg: string;     // plot, period marked
  period?: number; preperiod?: number; saltus?: number; largest?: number;
  law?: string;                // no period, but a law for each residue class
  rares?: number; mask?: string; last_rare?: number;           // sparse space, if there is one
  computed: number; engine: string; status: string; reason: string; certificate?: string;
}
// ---- ask: "misere": the misère quotient ---------------------------------------------------------
export interface MisereQuestion { code: string; heaps?: number; sum?: number[] }
export interface Quotient {
  code: string; heaps: number; order: number; generators: { name: string; heap: number }[]; relations: string[];
  lost: string[]; pretend: string[]; genus: string[]; growth: [number, number][]; period?: [number, number];
  status: string; reason: string; certificate: string;
  outcome?: Outcome; winning_move?: { component: number; take: number; leaves: number[] } | null;
}
// ---- ask: "graph" -------------------------------------------------------------------------
export interface GraphQuestion {
  graph: string | [string | number, string | number][];  // edge list, DOT, GraphML text, or pairs
  convention?: Convention; targets?: string[]; values?: boolean; start?: string[];
}
export interface Graph {
  vertices: { name: string; outcome: Outcome; remoteness?: number; value?: string; best?: string }[];
  edges: [number, number][];   // indices into vertices; (at most 20,000 of each told)
  counts: { N: number; P: number; D: number }; longest?: number; reason: string; status: string;
  sum?: { outcome: Outcome; value: string; best?: string };   // of the tokens at `start`, if several
}
// ---- ask: "nim", "nim-table" -------------------------------------------------------------------
export interface NimQuestion { expressions: string[] }     // lines of one calculation: `x = 5`, `x ⊗ 9`, `_` is the last
export interface NimAnswer { results: ({ value: string } | { error: { message: string; column: number } })[]; help: string }
export interface NimTableQuestion { operation: "sum" | "product"; size: number }  // ≤ 256
export interface NimTable { size: number; values: number[] }
// ---- ask: "check": a rule text as it is typed (fast, no solving) -------------------------------------
export interface CheckQuestion { text: string }
export interface Checked {
  diagnostics: { code: string; message: string; help?: string; from: number; to: number; line: number; column: number }[]; // offsets in UTF-16 units of text; empty = fine
  games: { name: string; parameters: string[] }[];
  formatted?: string; termination?: string; engine?: string; dimension?: number; names?: string[];
  example?: string;            // a small position that play can begin from
}
// ---- ask: "words": the rule language for highlighting and completion --------------------------------
export interface Words { statements: string[]; keywords: string[]; functions: { name: string; signature: string; meaning: Both }[]; examples: { name: Both; text: string }[] }
// ---- others ---------------------------------------------------------------------------------
export interface TestQuestion { text: string }                 // ask "test": the `expect` lines
export interface Tested { games: { game: string; positions: number; failures: { line: number; position: string; expected: string; found: string; text: string }[] }[] }
export interface ExplainQuestion { code: string }              // ask "explain": an error code of the language
export interface Explained { code: string; title: string; text: string; wrong: string; right: string }
export interface DrawQuestion extends OfGame { position: string; depth?: number } // ask "draw": the game graph
export interface Drawn { svg: string; dot: string; positions: number }
export interface AnnotateQuestion extends OfGame { position: string; moves: string[] }
export interface Annotated { positions: { move?: string; position: string; outcome: Outcome; mistake: boolean; better?: string }[] }
export interface VerifyQuestion { certificate: string }        // ask "verify"
export interface Verified { lines: { name: string; text: string }[] }
export interface ExerciseQuestion { games?: string[]; families?: string[]; seed: number } // ask "exercise": a random small position
export interface Exercise { game: string; name: string; position: string; convention: Convention }
export interface CountQuestion extends OfGame { position: string; form?: string; size?: number; won?: boolean; modulo?: string } // ask "count"
export interface Count { count: string }
export interface SequenceQuestion { code: string; to: number } // ask "sequence"
export interface Sequence { code: string; values: number[] }
export interface LawQuestion { values: string }                // ask "law": numbers from anywhere; answers Study
export interface LookQuestion {}                               // ask "look": the palette
export interface Look { inks: { name: string; light: string; dark: string }[]; heat: string[] } // heat: 256 colours from 0 to the largest

/** Progress of long work (server-sent event "progress"; wasm: message). */
export interface Progress { what: string; text: string; states: number; share?: number; seconds: number }
