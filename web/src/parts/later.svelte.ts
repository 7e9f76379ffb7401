/** A value that follows another one when that has been still for a moment (reactive). */
export class Later<T> {
  now = $state.raw<T | undefined>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly pause: number) {}

  set(value: T): void {
    clearTimeout(this.timer);
    if (value === this.now) return;
    this.timer = setTimeout(() => (this.now = value), this.pause);
  }
}
