// Every state of the page stands in the part of its address after `#`:
// `#/play?game=nim&position=3,5,7&moves=…`. So a link is a state, and back and forward work.

export interface Route {
  /** The section: 'games', 'play', 'write', …; whatever the address says. */
  section: string;
  params: Record<string, string>;
  /** Whether the address cannot be read, for example because it was cut in the middle of `%E5`. */
  broken: boolean;
}

/** Reads the part after `#`. */
export function parse(hash: string): Route {
  const text = hash.replace(/^#\/?/, '');
  const at = text.indexOf('?');
  const section = (at < 0 ? text : text.slice(0, at)).replace(/\/+$/, '') || 'games';
  const params: Record<string, string> = Object.create(null) as Record<string, string>;
  let broken = false;
  for (const pair of at < 0 ? [] : text.slice(at + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    try {
      params[decodeURIComponent(name)] = decodeURIComponent(value);
    } catch {
      broken = true;
    }
  }
  return { section, params, broken };
}

/** What an address may show as it is: the rest would be broken by chats and mails. */
const plain = (text: string): string =>
  encodeURIComponent(text).replace(/%(2C|3A|3B|2F|40)/g, (code) => decodeURIComponent(code));

export type Params = Record<string, string | number | boolean | undefined | null>;

/** The address of a state. Empty, false and absent values are left out; true is `1`. */
export function link(section: string, params: Params = {}): string {
  const pairs = Object.entries(params).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === '' || value === false) return [];
    return [`${plain(name)}=${plain(value === true ? '1' : String(value))}`];
  });
  return `#/${section}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
}

class Here {
  private now = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => this.read());
    addEventListener('popstate', () => this.read());
  }

  /** Looks at the address again. */
  read(): void {
    this.now = parse(location.hash);
  }

  get section(): string {
    return this.now.section;
  }
  get params(): Record<string, string> {
    return this.now.params;
  }
  get broken(): boolean {
    return this.now.broken;
  }
}

/** Where the reader is (reactive). */
export const route = new Here();

/** Goes to a state; `replace` leaves no step to go back to. */
export function go(section: string, params: Params = {}, how: { replace?: boolean } = {}): void {
  const to = link(section, params);
  if (to === location.hash) return;
  if (how.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  route.read();
}

/** The whole address of a state, to be sent to somebody. */
export function address(section: string, params: Params = {}): string {
  const url = new URL(location.href);
  url.search = '';
  url.hash = link(section, params);
  return url.href;
}
