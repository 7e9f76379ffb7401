// <grundy-exercise>: a question of the page around it, judged by the engine. The question and its answer in a
// <details> stand in the element and stay there; the field is put before the answer.
import ExerciseElement from './ExerciseElement.svelte';
import { kindOf } from './judge.ts';
import { game, shown, type Attributes, type Shown } from './shown.svelte.ts';

function props(attributes: Attributes) {
  const { kind = '', position = '', answer } = attributes;
  return { kind: kindOf(kind), of: game(attributes), position, answer: answer?.trim() };
}

export const show = (target: HTMLElement, attributes: Attributes): Shown =>
  shown(ExerciseElement, target, props, attributes, target.querySelector(':scope > details'));
