// Texts inside addresses: squeezed (deflate, then base64 with the letters that addresses allow) where the browser can,
// plainly encoded where it cannot. The first letter says which: `z` squeezed, `p` plain.

/** Longest packed text that is put into an address: what browsers and most chats carry. */
export const LONGEST = 16_000;
/** Beyond this no text is unpacked: a rule text has at most 2^20 bytes. */
const LARGEST = 1 << 20;

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

async function through(input: Uint8Array<ArrayBuffer>, stream: GenericTransformStream, most: number): Promise<Uint8Array> {
  const reader = (new Blob([input]).stream().pipeThrough(stream) as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > most) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

interface GenericTransformStream {
  readable: ReadableStream;
  writable: WritableStream;
}

/** A text for an address. */
export async function pack(text: string): Promise<string> {
  const plain = new TextEncoder().encode(text);
  try {
    const squeezed = await through(plain, new CompressionStream('deflate-raw'), Infinity);
    return 'z' + base64(squeezed);
  } catch {
    return 'p' + base64(plain);
  }
}

/** The text of an address; fails if the address is damaged. */
export async function unpack(packed: string): Promise<string> {
  const kind = packed[0];
  const raw = bytes(packed.slice(1));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  if (kind === 'p') return decoder.decode(raw);
  if (kind === 'z') return decoder.decode(await through(raw, new DecompressionStream('deflate-raw'), LARGEST));
  throw new Error('unknown packing');
}
