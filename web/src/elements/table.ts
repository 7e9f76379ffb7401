// <grundy-table>: the values of a game, as a heat map.
import TableView from '../parts/TableView.svelte';
import { game, shown, type Attributes, type Shown } from './shown.svelte.ts';

function props(attributes: Attributes) {
  const sizes = (attributes['to'] ?? '').split(',').map(Number);
  const to = sizes.every((size) => Number.isInteger(size) && size > 0) ? sizes : undefined;
  return { ...game(attributes), to };
}

export const show = (target: HTMLElement, attributes: Attributes): Shown =>
  shown(TableView, target, props, attributes);
