// <grundy-study>: laws of a game, with their proofs.
import StudyView from '../parts/StudyView.svelte';
import { game, shown, type Attributes, type Shown } from './shown.svelte.ts';

export const show = (target: HTMLElement, attributes: Attributes): Shown =>
  shown(StudyView, target, game, attributes);
