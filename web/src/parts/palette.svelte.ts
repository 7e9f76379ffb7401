// The colours of the engine's pictures, for what the page draws by hand (canvases, and pictures that are
// downloaded): asked once, told for the theme in use.
import { ask, type Look } from '../engine/index.ts';
import { theme } from '../theme.svelte.ts';

class Palette {
  private look = $state.raw<Look | undefined>();
  private asked: Promise<void> | undefined;

  /** Whether the colours are there; asking for it fetches them. */
  get ready(): boolean {
    this.asked ??= ask('look', {}).then(
      (look) => {
        this.look = look;
      },
      () => {
        // Asked again when somebody needs colours again; till then everything is grey.
        this.asked = undefined;
      },
    );
    return this.look !== undefined;
  }

  /** Resolves when the colours are there, or cannot be had. */
  async wait(): Promise<void> {
    if (!this.ready) await this.asked;
  }

  /** From 0 to the largest value. */
  get heat(): readonly string[] {
    return this.look?.heat ?? ['#888888'];
  }

  /** A role's colour in the theme in use. */
  ink(name: string): string {
    return this.shade(name, theme.now === 'dark');
  }

  shade(name: string, dark: boolean): string {
    const ink = this.look?.inks.find((each) => each.name === name);
    return (dark ? ink?.dark : ink?.light) ?? '#808080';
  }

  /** The rules that a picture needs where the page's own style sheet is not. */
  get css(): string {
    const rules = (dark: boolean) =>
      (this.look?.inks ?? [])
        .map(({ name }) => `.f-${name}{fill:${this.shade(name, dark)}}.s-${name}{stroke:${this.shade(name, dark)}}`)
        .join('');
    return `${rules(false)}@media (prefers-color-scheme:dark){${rules(true)}}`;
  }
}

export const palette = new Palette();
