// What an element of a picture is called: the engine names it `b1-s0-2`, a person says
// "heap 1, stone 3". The names are those that pictures give to what can be pointed at.
import { t } from '../i18n.svelte.ts';

/** The name of an element for a person; `label` is what is written on it. */
export function element(id: string, label: string): string {
  const parts = /^b(\d+)(?:-([a-z])(.*))?$/.exec(id);
  if (!parts) return label || id;
  const [, board = '1', kind, rest = ''] = parts;
  const numbers = rest.match(/-?\d+/g)?.map((each) => Math.abs(Number(each))) ?? [];
  const [first = 0, second = 0] = numbers;
  const written = label ? t(` “${label}”`, `「${label}」`) : '';
  switch (kind) {
    case 's': {
      const heap = first === 0 ? Number(board) : first + 1;
      return t(`heap ${heap}, stone ${second + 1} from below`, `第 ${heap} 堆，自下第 ${second + 1} 枚`);
    }
    case 'h': {
      const heap = first === 0 ? Number(board) : first + 1;
      return t(`heap ${heap}${written}`, `第 ${heap} 堆${written}`);
    }
    case 'c':
      return t(`row ${first + 1}, column ${second + 1}${written}`, `第 ${first + 1} 行第 ${second + 1} 列${written}`);
    case 't':
      return t(`piece ${first + 1}${written}`, `棋子 ${first + 1}${written}`);
    case 'v':
      return t(`vertex ${label || first}`, `顶点 ${label || first}`);
    case 'e':
      return t(`edge ${first}–${second}`, `边 ${first}–${second}`);
    default:
      return t(`board ${board}${written}`, `第 ${board} 部分${written}`);
  }
}
