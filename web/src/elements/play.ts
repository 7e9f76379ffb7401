// <grundy-play>: a board to play on.
import { read, type State } from '../sections/play/state.ts';
import PlayElement from './PlayElement.svelte';
import { flag, game, shown, type Attributes, type Shown } from './shown.svelte.ts';

function state(attributes: Attributes): { begin: State } {
  const { position = '', against = '', begins = '', level = '', seed = '' } = attributes;
  const { params = {}, convention = '', compound = '', game: id } = game(attributes);
  const asked = { position, against, begins, level, seed, convention, compound, game: id };
  const on = { marks: flag(attributes['marks']), numbers: flag(attributes['numbers']), why: flag(attributes['why']) };
  return { begin: { ...read(asked), params, ...on } };
}

export const show = (target: HTMLElement, attributes: Attributes): Shown =>
  shown(PlayElement, target, state, attributes);
