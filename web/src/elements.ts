// The page's components as elements for other pages (a book, a notebook):
//
//   <script type="module" src="…/elements.js"></script>
//   <grundy-play game="nim" position="3,5,7"></grundy-play>
//   <grundy-table game="wythoff" to="20"></grundy-table>
//   <grundy-study game="subtraction"></grundy-study>
//   <grundy-exercise kind="value" game="nim" position="3,5" answer="6">
//     What is its value? <details><summary>Answer</summary> 3 ⊕ 5 = 6.</details>
//   </grundy-exercise>
//
// Attributes: `game`, `position`, `misere` (or `convention`), `compound`, `params` ("a=1, b=2");
// of grundy-play also `against`, `begins`, `level`, `marks`, `numbers`, `why`; of grundy-exercise `kind` (value,
// outcome, move, number, law) and `answer`, which the engine checks too. The language is that of
// the page (`<html lang>`); light or dark is as `color-scheme` says, or the attribute `theme`.
//
// This file is small: what an element shows is loaded when it is first seen.
import type { Shown } from './elements/shown.svelte.ts';

type Attributes = Record<string, string>;
type Load = () => Promise<{ show(target: HTMLElement, attributes: Attributes): Shown }>;

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting && target instanceof Part) target.open();
  }
}, { rootMargin: '300px' });

abstract class Part extends HTMLElement {
  static observedAttributes = [
    ...['game', 'position', 'misere', 'convention', 'compound', 'params', 'to'],
    ...['against', 'begins', 'level', 'marks', 'numbers', 'why', 'theme'],
    ...['kind', 'answer'],
  ];
  protected abstract readonly load: Load;
  private shown: Shown | undefined;
  private opening = false;

  connectedCallback(): void {
    this.classList.add('grundy');
    sight.observe(this);
  }

  disconnectedCallback(): void {
    sight.unobserve(this);
    // An element that is only moved comes back at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.shown?.close();
      this.shown = undefined;
    });
  }

  attributeChangedCallback(): void {
    this.shown?.change(this.read());
  }

  /** Shows it; called when it comes into sight. */
  open(): void {
    sight.unobserve(this);
    if (this.shown || this.opening) return;
    this.opening = true;
    void this.load().then(({ show }) => {
      this.opening = false;
      if (!this.isConnected || this.shown) return;
      this.shown = show(this, this.read());
    });
  }

  private read(): Attributes {
    return Object.fromEntries([...this.attributes].map((each) => [each.name, each.value]));
  }
}

class GrundyPlay extends Part {
  protected readonly load: Load = () => import('./elements/play.ts');
}
class GrundyTable extends Part {
  protected readonly load: Load = () => import('./elements/table.ts');
}
class GrundyStudy extends Part {
  protected readonly load: Load = () => import('./elements/study.ts');
}
class GrundyExercise extends Part {
  protected readonly load: Load = () => import('./elements/exercise.ts');
}

for (const [name, part] of [
  ['grundy-play', GrundyPlay],
  ['grundy-table', GrundyTable],
  ['grundy-study', GrundyStudy],
  ['grundy-exercise', GrundyExercise],
] as const) {
  if (!customElements.get(name)) customElements.define(name, part);
}
