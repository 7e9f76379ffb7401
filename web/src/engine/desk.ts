// Written by scripts/types.mjs from the schema of the desk; do not edit.

/** The catalogue. */
export interface Games {
  /** Only games that have this word in one of their names. */
  search?: string;
  /** With a picture of the first example. */
  pictures?: boolean;
}

/** The games that were asked for, by families. */
export interface Catalogue {
  /** The families in their order. */
  families: FamilyName[];
  /** The games. */
  games: Card[];
}

/** A family of games. */
export interface FamilyName {
  /** Its name in questions. */
  id: string;
  /** Its name for people. */
  name: Both;
}

/** A text in both languages. */
export interface Both {
  /** English. */
  en: string;
  /** Chinese. */
  zh: string;
}

/** What a list tells of a game. */
export interface Card {
  /** Its name in questions. */
  id: string;
  /** Its family. */
  family: string;
  /** Its name for people. */
  name: Both;
  /** In a few words. */
  summary: Both;
  /** Every other name, in both languages. */
  names: string[];
  /** Games that are this one under other parameters or conventions. */
  variants: VariantCard[];
  /** Its parameters. */
  parameters: ParameterCard[];
  /** Positions; play begins at the first. */
  examples: string[];
  /** How many coordinates its table has; 0 if it has none. */
  dimension: number;
  /** The first example as a picture, if asked for. */
  svg?: string;
}

/** A variant of a game. */
export interface VariantCard {
  /** Its name in questions. */
  id: string;
  /** Its name for people. */
  name: Both;
  /** Who wins at the end. */
  convention: Convention;
  /** The parameters it sets. */
  params: Record<string, string>;
}

/** Who wins at the end: whoever moves last, or the other. */
export type Convention = "normal" | "misere";

/** A parameter of a game. */
export interface ParameterCard {
  /** Its name. */
  name: string;
  /** Its value unless it is set. */
  default: string;
  /** What it means. */
  meaning: Both;
}

/** The page about a game. */
export interface Game {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
}

/** A text; also a number, or a list of texts and numbers, as they would be written. */
export type Written = string | number | (string | number)[];

/** The page about a game. */
export interface Page {
  /** Its name in questions. */
  game: string;
  /** Its name for people. */
  name: string;
  /** Who wins at the end. */
  convention: Convention;
  /** How components are played, if not one at a time to the end. */
  compound?: string;
  /** Whether it is of the catalogue. */
  listed: boolean;
  /** The rules; empty for a rule text. */
  rules: string;
  /** The theorem that decides it; empty if none is known. */
  theorem: string;
  /** Where it is from. */
  source: string;
  /** How positions are written. */
  position: string;
  /** How moves are written. */
  moves: string;
  /** Its parameters. */
  parameters: ParameterValue[];
  /** Positions; play begins at the first. */
  examples: string[];
  /** How many coordinates its table has; 0 if it has none. */
  dimension: number;
  /** The game in the rule language, if it can be written in it. */
  rule_text?: string;
  /** Of a rule text: whether play ends, and why. */
  termination?: string;
  /** Of a rule text: how it is solved. */
  engine?: string;
  /** A position as a picture. */
  svg?: string;
  /** Of several games at once, such as `nim:3,5 + kayles:7`: each of them. */
  components?: ComponentPage[];
}

/** A parameter and its value. */
export interface ParameterValue {
  /** Its name. */
  name: string;
  /** Its value unless it is set. */
  default: string;
  /** Its value here. */
  value: string;
  /** What it means. */
  meaning: string;
}

/** One of several games that are played at once. */
export interface ComponentPage {
  /** Its name in questions. */
  game: string;
  /** Its name for people. */
  name: string;
  /** Where it begins. */
  position: string;
  /** Its rules; empty for a rule text. */
  rules: string;
  /** How its moves are written, behind the number of the component. */
  moves: string;
}

/** Who wins, and by which moves. */
export interface Solve {
  /** A name of the catalogue, a rule text, or, without a position, an expression such as `nim:3,5 + kayles:7`. */
  game?: Written;
  /** Instead of a game: a graph as a text or as pairs of vertices; `position` names the vertices where tokens stand. */
  graph?: unknown;
  /** The position. */
  position?: Written;
  /** Values of parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** At most so many winning moves are named. */
  moves?: number;
  /** Name every move with who wins after it instead. */
  all?: boolean;
  /** Tell which engines were chosen, why, and what they were expected to cost. */
  explain?: boolean;
  /** Answer nothing but this: what is not asked for is not looked for either. */
  only?: Only;
}

/** What alone is asked for. */
export type Only = "outcome";

/** The answer about a game, or about a graph. */
export type SolvedOr = Solved | Tokens;

/** Who wins, and by which moves. */
export interface Solved {
  /** The game. */
  game: string;
  /** The position as the game writes it. */
  position: string;
  /** Who wins at the end. */
  convention: Convention;
  /** Who wins. */
  outcome: Outcome;
  /** The Grundy value, where it is known. */
  value?: string;
  /** How many moves are left under best play, where it is known. */
  remoteness?: number;
  /** In a draw: moves that keep it. */
  drawing_moves?: Move[];
  /** The winning moves. */
  winning_moves?: Move[];
  /** Whether there are more. */
  winning_moves_truncated?: boolean;
  /** Why. */
  reason: string;
  /** `proven`, `computed` or `observed to N`. */
  status: string;
  /** How components are played, if not one at a time to the end. */
  compound?: string;
  /** Every move, if all were asked for. */
  moves?: Rated[];
  /** Which engines were chosen, if that was asked for. */
  choice?: EngineChoice;
}

/** Who wins: the player to move (N), the one who moved last (P), nobody (D). */
export type Outcome = "N" | "P" | "D";

/** A move and where it leads. */
export interface Move {
  /** The move. */
  move: string;
  /** The position after it; empty where that would be very long. */
  to: string;
}

/** A move and who wins after it. */
export interface Rated {
  /** The move. */
  move: string;
  /** The position after it; empty where that would be very long. */
  to: string;
  /** Who wins then. */
  outcome: Outcome;
}

/** Which engines were chosen for a question, and which were not. */
export interface EngineChoice {
  /** What was begun, in order. */
  tried: Tried[];
  /** What was passed over. */
  passed_over: PassedOver[];
}

/** An engine that was begun for a question. */
export interface Tried {
  /** Which: `theorem`, `law`, `values`, `outcomes`, `components`, `cycles`, `blocking` or `compound`. */
  engine: string;
  /** What it is called. */
  name: string;
  /** Why it was chosen. */
  because: string;
  /** What it was expected to cost, before it began, in words. */
  expected: string;
  /** About so many positions, where that is known beforehand. */
  positions?: number;
  /** `answered`, `limit`, `silent` or `failed`. */
  ended: string;
  /** The same in words. */
  end: string;
}

/** An engine that was passed over. */
export interface PassedOver {
  /** Which. */
  engine: string;
  /** What it is called. */
  name: string;
  /** Why. */
  because: string;
}

/** Who wins with tokens on the vertices of a graph. */
export interface Tokens {
  /** The vertices where they stand. */
  position: string;
  /** Who wins at the end. */
  convention: Convention;
  /** Who wins. */
  outcome: Outcome;
  /** How many moves are left under best play; nothing where play need not end. */
  remoteness?: number;
  /** The value, of several tokens. */
  value?: string;
  /** A best move. */
  best?: string;
  /** The moves, if some were asked for. */
  moves?: TokenMove[];
  /** Why. */
  reason: string;
  /** `computed`. */
  status: string;
}

/** A move of a token. */
export interface TokenMove {
  /** Which token, from 1, if there are several. */
  token?: number;
  /** Where it goes. */
  to: string;
  /** Who wins then. */
  outcome: Outcome;
  /** How many moves are left then. */
  remoteness?: number;
  /** The value then, of several tokens. */
  value?: string;
}

/** The table after some moves. */
export interface Play {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** Where it began; the first example if absent. */
  position?: Written;
  /** The moves so far, as the answers called them. */
  moves?: string[];
  /** Let the engine move after them. */
  reply?: Level;
  /** Tell who wins after each move. */
  rate?: boolean;
  /** Tell who wins, and why. */
  why?: boolean;
  /** Tell the positions so far, and the mistakes. */
  history?: boolean;
}

/** How well the engine plays. */
export interface Level {
  /** Of five moves so many are good; 5, the default, never errs. */
  level?: number;
  /** Makes random moves the same every time. */
  seed?: number;
}

/** The table after some moves. */
export interface Table {
  /** What is played. */
  title: string;
  /** Where it began. */
  start: string;
  /** Where it is now. */
  position: string;
  /** Who wins at the end. */
  convention: Convention;
  /** How components are played, if not one at a time to the end. */
  compound?: string;
  /** All moves so far, a reply included. */
  played: string[];
  /** The move of the engine, if it made one. */
  replied?: string;
  /** The same moves as `annotate` reads them. */
  record: string[];
  /** Who has won, when play is over. */
  over?: Over;
  /** The position as a picture; its elements have `data-id`. */
  svg: string;
  /** The legal moves. */
  choices: Choice[];
  /** Whether there are more. */
  more: boolean;
  /** The numbers that decide, where there are some. */
  numbers?: Numbers;
  /** Who wins, and why, if asked for. */
  why?: Why;
  /** Why something that was asked for could not be told. */
  unrated?: string;
  /** The positions so far, if asked for. */
  history?: Turn[];
}

/** The end of a game. */
export interface Over {
  /** Who has won. */
  winner: Winner;
}

/** A player. */
export type Winner = "first" | "second";

/** A legal move. */
export interface Choice {
  /** What it is called. */
  move: string;
  /** The position after it, where that is short. */
  to?: string;
  /** The elements that a person points at. */
  touches: string[];
  /** Who wins after it, if asked for. */
  after?: Outcome;
}

/** The numbers that decide who wins. */
export interface Numbers {
  /** Their binary digits are added without carry, modulo this. */
  modulo: number;
  /** Whether all columns add up to 0: then whoever is to move loses. */
  balanced: boolean;
  /** The numbers. */
  each: Number[];
}

/** A number of some part of the position. */
export interface Number {
  /** Of what. */
  of: string;
  /** The number. */
  value: string;
  /** Whether it counts. */
  counts: boolean;
}

/** Who wins, and why. */
export interface Why {
  /** Who wins. */
  outcome: Outcome;
  /** The same in words. */
  text: string;
  /** The Grundy value, where it is known. */
  value?: string;
  /** How many moves are left under best play, where it is known. */
  remoteness?: number;
  /** The reason. */
  reason: string;
  /** `proven`, `computed` or `observed to N`. */
  status: string;
  /** A move that wins, or keeps a draw. */
  best?: string;
  /** In a lost position: the move after which play lasts longest. */
  defence?: Defence;
}

/** The longest defence. */
export interface Defence {
  /** The move. */
  move: string;
  /** How many moves are left after it. */
  left: number;
}

/** A position of a played game. */
export interface Turn {
  /** The move that led here; none at the start. */
  move?: string;
  /** The position; empty where that would be very long. */
  position: string;
  /** Who wins from here. */
  outcome: Outcome;
  /** Whether the move gave something away. */
  mistake: boolean;
  /** If so: one that did not. */
  better?: string;
}

/** The positions of a played game: who was winning, and the better move after a mistake. */
export interface Annotate {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** Where it began. */
  position: Written;
  /** What was played. */
  moves: string[];
}

/** The positions of a played game. */
export interface Annotated {
  /** The first, and the one after each move. */
  positions: Turn[];
}

/** A small position to practise on. */
export interface Exercise {
  /** Of one of these games; of any if there are none. */
  games?: string[];
  /** Of games of one of these families; of any if there are none. */
  families?: string[];
  /** Another number is another position. */
  seed: number;
}

/** A position to practise on. */
export interface Task {
  /** The game. */
  game: string;
  /** What people call it. */
  name: string;
  /** The position. */
  position: string;
  /** Who wins at the end. */
  convention: Convention;
}

/** Values over a line, a rectangle or a box. */
export interface Tabulate {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** The largest coordinate of each axis; one alone is for all axes of the game. */
  to: number[];
}

/** A table of values, or of outcomes where there are no values. */
export interface Values {
  /** How many cells there are along each axis. */
  size: number[];
  /** The values, the last coordinate running fastest; -1 where there is no position. */
  values?: number[];
  /** One letter for each cell: P, N, D, or `.` where there is no position. */
  outcomes?: string;
  /** The largest value. */
  largest: number;
  /** Why they are right. */
  reason: string;
  /** `proven`, `computed` or `observed to N`. */
  status: string;
}

/** The law of a game, and its proof. */
export interface StudyGame {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** A parameter of the game: a law for all its values is looked for instead, and is answered in `family`. */
  for_all?: string;
}

/** What was learned about a game or a table. */
export interface Study {
  /** What it is called. */
  game: string;
  /** The rules that were studied, where the study is from rules. */
  rules?: string;
  /** The names of the coordinates. */
  names: string[];
  /** The size of the table that was looked at. */
  size: number[];
  /** Whether its cells are outcomes: 0 for P, 1 for N. */
  outcomes: boolean;
  /** The first cells of a line; -1 where there is no position. */
  first: number[];
  /** The first lost positions. */
  lost: string[];
  /** The laws, proven ones first. */
  laws: Law[];
  /** The law for all values of a parameter, where that was asked for and is proven. */
  family?: FamilyLaw;
  /** What could not be done, and why. */
  notes: string[];
}

/** A law with what is known about it. */
export interface Law {
  /** As text. */
  law: string;
  /** For LaTeX. */
  latex: string;
  /** As a C++ function. */
  cpp: string;
  /** As a Python function. */
  python: string;
  /** Who found it. */
  finder: string;
  /** How many symbols it takes. */
  symbols: number;
  /** How many entries it explains. */
  explains: number;
  /** `proven`, `decided` (its independent check is not finished), `verified` or `observed`. */
  status: string;
  /** The same in words. */
  reason: string;
  /** Why there is no proof, if there is none. */
  unproven?: string;
  /** The numeration of the automaton by which it is proven. */
  numeration?: string;
  /** The states of that automaton. */
  states?: number;
  /** That automaton as a picture. */
  automaton?: string;
  /** The certificate of the proof. */
  certificate?: string;
}

/** A law for all values of a parameter: it is proven, or there is none. */
export interface FamilyLaw {
  /** The parameter. */
  parameter: string;
  /** As text. */
  law: string;
  /** Of which values it is proven, and how. */
  reason: string;
  /** The certificate of the proof. */
  certificate: string;
}

/** Whether a law of one's own is true of all positions of a game. */
export interface ProveGame {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** What is conjectured, as laws are printed: `g(n) = n mod 4`, `P iff x = y`, `g(x, y) >= g(x, 0)`. */
  conjecture?: string;
  /** An automaton in Walnut's format instead: of P-positions, or of positions with values. */
  automaton?: string;
  /** A parameter of the game: the conjecture is about all its values, as laws of `family` in `study` are printed. `for all k` in the conjecture says the same. */
  for_all?: string;
}

/** What was decided of a conjecture. */
export interface Decision {
  /** What the game is called. */
  game: string;
  /** The rules of which it was decided, where there are any. */
  rules?: string;
  /** The conjecture, as laws are printed. */
  law: string;
  /** `proven`, `refuted` or `open`. */
  verdict: string;
  /** The same in words. */
  reason: string;
  /** The law that it follows from, where it is none itself, and what is known of that. */
  ground?: Ground;
  /** Where it is false: numbers by name. */
  numbers: NamedNumber[];
  /** What it says there. */
  claimed?: string;
  /** What is true there. */
  found?: string;
  /** The moves that show it. */
  shown: string[];
  /** The sides of the table of which an open conjecture is true. */
  table: number[];
  /** The certificate of the proof, or of the law that it follows from. */
  certificate?: string;
  /** What else is to be known. */
  notes: string[];
}

/** A law that another one follows from. */
export interface Ground {
  /** As text. */
  law: string;
  /** What is known of it, in words. */
  reason: string;
}

/** A number and its name. */
export interface NamedNumber {
  /** The name. */
  name: string;
  /** The number. */
  number: number;
}

/** Laws of numbers from anywhere: a list, a matrix, coordinates with values, a b-file. */
export interface FindLaw {
  /** The numbers. */
  values: string;
}

/** A certificate to be checked from the rules alone. */
export interface Verify {
  /** Its text. */
  certificate: string;
}

/** What was verified. */
export interface Verified {
  /** The rules, the claim, the theorem, the status. */
  lines: Line[];
}

/** A line of a verdict. */
export interface Line {
  /** What it is about. */
  name: string;
  /** What it says. */
  text: string;
}

/** The period of a heap game, and its proof. */
export interface FindPeriod {
  /** `0.137`, `4.7`, `hex:0.3F`, `{1,3,4}`, `allbut{2}`, a name, or a rule text that is recognised as one of these. */
  code: string;
  /** So many values are told; 200 if absent. */
  heaps?: number;
}

/** What is known of a heap game. */
export interface Period {
  /** The code as it is written. */
  code: string;
  /** What its digits allow. */
  digits: Digit[];
  /** The values of heaps 0, 1, … */
  values: number[];
  /** The same as a plot, the period marked. */
  svg: string;
  /** The period, if there is one. */
  period?: number;
  /** The first heap of the first period. */
  preperiod?: number;
  /** What is added in each period. */
  saltus?: number;
  /** The largest value, of a plain period. */
  largest?: number;
  /** Where there is no period but a law for each residue class: the law. */
  law?: string;
  /** How many heaps are rare, where a sparse space is in use. */
  rares?: number;
  /** The mask of its common values, in binary. */
  mask?: string;
  /** The last rare heap. */
  last_rare?: number;
  /** How many heaps were computed. */
  computed: number;
  /** The engine. */
  engine: string;
  /** `proven`, `decided` (not checked independently), `observed to N` or `unknown`. */
  status: string;
  /** The same in words. */
  reason: string;
  /** The certificate, where there is a law. */
  certificate?: string;
}

/** A digit of a code. */
export interface Digit {
  /** The digit. */
  digit: string;
  /** How many stones are taken. */
  take: number;
  /** What may be left then. */
  meaning: string;
}

/** Values of a heap game. */
export interface FindSequence {
  /** The code, as `period` reads it. */
  code: string;
  /** The largest heap. */
  to: number;
}

/** Values of a heap game. */
export interface Sequence {
  /** The code as it is written. */
  code: string;
  /** The values of heaps 0, 1, … */
  values: number[];
}

/** The misère quotient of an octal game. */
export interface FindQuotient {
  /** The code. */
  code: string;
  /** Heaps up to this; 30 if absent. */
  heaps?: number;
  /** Who wins this sum of heaps, and how. */
  sum?: number[];
}

/** A misère quotient. */
export interface Quotient {
  /** The code as it is written. */
  code: string;
  /** Heaps up to this. */
  heaps: number;
  /** How many elements it has. */
  order: number;
  /** Its generators. */
  generators: Generator[];
  /** The relations between them. */
  relations: string[];
  /** The elements of lost sums. */
  lost: string[];
  /** The element of each heap. */
  pretend: string[];
  /** The genus of the first heaps. */
  genus: string[];
  /** At which heaps it grew, and to which order. */
  growth: ([number, number])[];
  /** From which heap on the elements repeat, and the period. */
  period?: [number, number];
  /** `proven`. */
  status: string;
  /** For which heaps. */
  reason: string;
  /** The certificate. */
  certificate: string;
  /** Who wins the sum, if one was asked about. */
  outcome?: Outcome;
  /** A winning move there. */
  winning_move?: HeapMove;
}

/** A generator of a quotient. */
export interface Generator {
  /** Its letter. */
  name: string;
  /** The heap that it stands for. */
  heap: number;
}

/** A move in a sum of heaps. */
export interface HeapMove {
  /** In which heap, from 1. */
  component: number;
  /** How many stones are taken. */
  take: number;
  /** What is left of it. */
  leaves: number[];
}

/** Every vertex of a graph decided. */
export interface SolveGraph {
  /** An edge list, DOT or GraphML as text, or a list of pairs of vertices. */
  graph: unknown;
  /** Who wins at the end. */
  convention?: Convention;
  /** Reaching one of these vertices wins at once. */
  targets?: string[];
  /** Tell Grundy values, loopy ones on graphs with cycles. */
  values?: boolean;
  /** Where tokens stand, if several are played at once. */
  start?: string[];
}

/** A graph with every vertex decided. */
export interface Graph {
  /** The vertices. */
  vertices: Vertex[];
  /** The moves, as numbers of vertices. */
  edges: ([number, number])[];
  /** How many vertices there are of each outcome. */
  counts: Counts;
  /** The longest way to the end under best play. */
  longest?: number;
  /** How it was decided. */
  reason: string;
  /** `computed`. */
  status: string;
  /** Who wins with all the tokens, if there are several. */
  sum?: SumOfTokens;
}

/** A vertex and what is known of it. */
export interface Vertex {
  /** Its name. */
  name: string;
  /** Who wins from it. */
  outcome: Outcome;
  /** How many moves are left under best play. */
  remoteness?: number;
  /** Its value, if asked for. */
  value?: string;
  /** Where a best move leads. */
  best?: string;
}

/** How many vertices there are of each outcome. */
export interface Counts {
  /** Won by the player to move. */
  N: number;
  /** Won by the other. */
  P: number;
  /** Drawn. */
  D: number;
}

/** Several tokens at once. */
export interface SumOfTokens {
  /** Who wins. */
  outcome: Outcome;
  /** The value. */
  value: string;
  /** A best move. */
  best?: string;
}

/** Lines of one calculation. */
export interface Nim {
  /** The lines; a name that one of them sets is known to those after it. */
  expressions: string[];
}

/** What each line gives. */
export interface Results {
  /** One for each line. */
  results: Calculated[];
  /** What can be written. */
  help: string;
}

/** A value, or what is wrong with a line. */
export type Calculated = {
  value: string;
} | {
  error: Wrong;
};

/** What is wrong with a line. */
export interface Wrong {
  /** A sentence. */
  message: string;
  /** The column, in characters from 1. */
  column: number;
}

/** Sums or products of the first nimbers. */
export interface NimTable {
  /** Which. */
  operation: Operation;
  /** The first so many. */
  size: number;
}

/** What is tabulated. */
export type Operation = "sum" | "product";

/** A square of nimbers. */
export interface Square {
  /** The length of a side. */
  size: number;
  /** The values, row by row. */
  values: number[];
}

/** Looks at a rule text without solving anything. */
export interface Check {
  /** The rules. */
  text: string;
}

/** What is known of a rule text. */
export interface Checked {
  /** What is wrong with it; nothing if it can be played. */
  diagnostics: Fault[];
  /** The games that it defines; the last is the one that is played. */
  games: Defined[];
  /** The text as it is usually written. */
  formatted?: string;
  /** Whether play ends, and why. */
  termination?: string;
  /** How it is solved. */
  engine?: string;
  /** How many coordinates its table has; 0 if it has none. */
  dimension?: number;
  /** The names of the state. */
  names?: string[];
  /** A small position that play can begin from. */
  example?: string;
}

/** Something that is wrong with a text. */
export interface Fault {
  /** Its stable code, which `explain` explains. */
  code: string;
  /** A sentence. */
  message: string;
  /** How to mend it, where that is known. */
  help?: string;
  /** Where it begins, in UTF-16 units of the text. */
  from: number;
  /** Where it ends. */
  to: number;
  /** The line where it begins, from 1. */
  line: number;
  /** The column there, in characters from 1. */
  column: number;
}

/** A game of a text. */
export interface Defined {
  /** Its name. */
  name: string;
  /** The names of its parameters. */
  parameters: string[];
}

/** The words of the rule language, and examples. */
export type Words = Record<string, never>;

/** The words of the rule language, and examples. */
export interface Vocabulary {
  /** Words with which a line begins. */
  statements: string[];
  /** Words that cannot be names. */
  keywords: string[];
  /** Functions. */
  functions: Function[];
  /** Texts to begin with. */
  examples: Example[];
}

/** A function of the rule language. */
export interface Function {
  /** Its name. */
  name: string;
  /** How it is called. */
  signature: string;
  /** What it gives. */
  meaning: Both;
}

/** A text to begin with. */
export interface Example {
  /** What it is called. */
  name: Both;
  /** The rules. */
  text: string;
}

/** Looks at the expectations of a rule text. */
export interface Test {
  /** The rules. */
  text: string;
}

/** What became of the expectations. */
export interface Tested {
  /** For each game of the text. */
  games: TestedGame[];
}

/** What became of the expectations of a game. */
export interface TestedGame {
  /** The game. */
  game: string;
  /** How many positions were looked at. */
  positions: number;
  /** What was not as expected. */
  failures: Unmet[];
}

/** An expectation that was not met. */
export interface Unmet {
  /** Its line, from 1. */
  line: number;
  /** The position. */
  position: string;
  /** What was expected. */
  expected: string;
  /** What was found. */
  found: string;
  /** All of it as a sentence. */
  text: string;
}

/** What a code of the rule language means. */
export interface Explain {
  /** The code, such as E020. */
  code: string;
}

/** The page about a code. */
export interface Explained {
  /** The code. */
  code: string;
  /** What it is about. */
  title: string;
  /** What it means. */
  text: string;
  /** A text with this fault; empty if there is none to show. */
  wrong: string;
  /** The same without it. */
  right: string;
}

/** The graph of everything that can happen from a position. */
export interface Draw {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** The position. */
  position: Written;
  /** Show the first moves only. */
  depth?: number;
}

/** A graph of positions. */
export interface Drawn {
  /** As a picture. */
  svg: string;
  /** For Graphviz. */
  dot: string;
  /** How many positions it shows. */
  positions: number;
}

/** How many choices of components of a position are lost (or won). */
export interface Count {
  /** A name of the catalogue, a rule text, or an expression such as `nim:3,5 + kayles:7`. */
  game: Written;
  /** Values of its parameters. */
  params?: Record<string, Written>;
  /** Who wins at the end; as the game says, if absent. */
  convention?: Convention;
  /** How components are played: a kind, an end, or both. */
  compound?: string;
  /** The components. */
  position: Written;
  /** `subsets` (default), `tuples`, `arrangements` or `multisets`. */
  form?: string;
  /** How many components are chosen; any number of them if absent, for subsets. */
  size?: number;
  /** Count won ones instead. */
  won?: boolean;
  /** Give the count modulo this. */
  modulo?: Written;
}

/** A count. */
export interface Counted {
  /** The number. */
  count: string;
}

/** The colours of pictures. */
export type Look = Record<string, never>;

/** The colours of pictures. */
export interface Palette {
  /** By their roles. */
  inks: InkColours[];
  /** The scale of heat maps, from 0 to the largest value. */
  heat: string[];
}

/** A role and its colours. */
export interface InkColours {
  /** The role. */
  name: string;
  /** On light paper. */
  light: string;
  /** On dark paper. */
  dark: string;
}

/** What a question may cost at most; the desk's own limits hold as well. */
export interface Limits {
  /** Positions visited or values computed. */
  states?: number;
  /** Bytes held in tables. */
  bytes?: number;
  /** Milliseconds on the clock. */
  milliseconds?: number;
}

/** What each question asks. */
export interface Questions {
  "games": Games;
  "game": Game;
  "solve": Solve;
  "play": Play;
  "annotate": Annotate;
  "exercise": Exercise;
  "table": Tabulate;
  "study": StudyGame;
  "prove": ProveGame;
  "law": FindLaw;
  "verify": Verify;
  "period": FindPeriod;
  "sequence": FindSequence;
  "misere": FindQuotient;
  "graph": SolveGraph;
  "nim": Nim;
  "nim-table": NimTable;
  "check": Check;
  "words": Words;
  "test": Test;
  "explain": Explain;
  "draw": Draw;
  "count": Count;
  "look": Look;
}

/** What each question is answered. */
export interface Answers {
  "games": Catalogue;
  "game": Page;
  "solve": SolvedOr;
  "play": Table;
  "annotate": Annotated;
  "exercise": Task;
  "table": Values;
  "study": Study;
  "prove": Decision;
  "law": Study;
  "verify": Verified;
  "period": Period;
  "sequence": Sequence;
  "misere": Quotient;
  "graph": Graph;
  "nim": Results;
  "nim-table": Square;
  "check": Checked;
  "words": Vocabulary;
  "test": Tested;
  "explain": Explained;
  "draw": Drawn;
  "count": Counted;
  "look": Palette;
}
