// What a heat map is made of, without the page around it: which cell of a table stands where, its colour,
// the numbers along the axes, and the drawing of all that on a canvas. No element is made for a cell: the cells
// are the pixels of one small picture that the canvas stretches.

/** A table as the desk tells it: cells in rows, the last axis fastest. */
export interface Cells {
  size: number[];
  /** Values; -1 where there is no such position. */
  values?: readonly number[] | undefined;
  /** One letter a cell, where only outcomes are known; `.` where there is no such position. */
  outcomes?: string | undefined;
  largest: number;
}

/** The part of a table that is shown: a rectangle of cells found by counting. */
export interface Sheet {
  rows: number;
  cols: number;
  base: number;
  rowStep: number;
  colStep: number;
  /** Cells from here on do not exist (the last row of a wrapped table). */
  end: number;
  /** Coordinates of the cell in the whole table. */
  at(row: number, col: number): number[];
  /** The inverse; undefined if the cell is not on this sheet. */
  find(at: readonly number[]): [number, number] | undefined;
  rowName(row: number): string;
  colName(col: number): string;
}

/** How many cells of a one-dimensional table stand in a row, in a given width. */
export function wrap(length: number, width: number, widest: number): number {
  const room = Math.max(5, Math.floor(width / Math.max(28, 9 + 8 * String(widest).length)));
  if (length <= room) return length;
  for (const count of [50, 40, 32, 25, 20, 16, 12, 10, 8, 5]) if (count <= room) return count;
  return 5;
}

/** A sheet of a table. `fixed` holds the coordinates of the axes that are not shown: all but the last two. */
export function sheet(cells: Cells, fixed: readonly number[], perRow: number): Sheet {
  const { size } = cells;
  const end = size.reduce((product, length) => product * length, 1);
  if (size.length <= 1) {
    const cols = Math.max(1, Math.min(perRow, end));
    return {
      rows: Math.ceil(end / cols), cols, base: 0, rowStep: cols, colStep: 1, end,
      at: (row, col) => [row * cols + col],
      find: ([n]) => (n === undefined || n < 0 || n >= end ? undefined : [Math.floor(n / cols), n % cols]),
      rowName: (row) => String(row * cols),
      colName: (col) => (end > cols ? `+${col}` : String(col)),
    };
  }
  const axes = size.length;
  const cols = size[axes - 1] ?? 1;
  const rows = size[axes - 2] ?? 1;
  let base = 0;
  let step = rows * cols;
  for (let axis = axes - 3; axis >= 0; axis--) {
    base += (fixed[axis] ?? 0) * step;
    step *= size[axis] ?? 1;
  }
  const front = size.slice(0, -2).map((_, axis) => fixed[axis] ?? 0);
  return {
    rows, cols, base, rowStep: cols, colStep: 1, end,
    at: (row, col) => [...front, row, col],
    find: (at) => {
      const row = at[axes - 2] ?? -1;
      const col = at[axes - 1] ?? -1;
      if (row < 0 || col < 0 || row >= rows || col >= cols) return undefined;
      return front.every((value, axis) => at[axis] === value) ? [row, col] : undefined;
    },
    rowName: String,
    colName: String,
  };
}

/** Index into the table, or -1. */
export function cellIndex(sheet: Sheet, row: number, col: number): number {
  if (row < 0 || col < 0 || row >= sheet.rows || col >= sheet.cols) return -1;
  const index = sheet.base + row * sheet.rowStep + col * sheet.colStep;
  return index < sheet.end ? index : -1;
}

/** What stands in a cell: a value, a letter, or nothing. */
export function reading(cells: Cells, index: number): string {
  if (index < 0) return '';
  if (cells.values) {
    const value = cells.values[index] ?? -1;
    return value < 0 ? '' : String(value);
  }
  const letter = cells.outcomes?.[index] ?? '.';
  return letter === '.' ? '' : letter;
}

/** Is the position of a cell lost for the player to move? */
export function isLost(cells: Cells, index: number): boolean {
  return cells.values ? cells.values[index] === 0 : cells.outcomes?.[index] === 'P';
}

/** Colours of one theme, as `#rrggbb`. */
export interface Shades {
  heat: readonly string[];
  win: string;
  lose: string;
  draw: string;
  faint: string;
  text: string;
  dim: string;
  line: string;
  paper: string;
  accent: string;
}

type Rgb = [number, number, number];

export function rgb(colour: string): Rgb {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour);
  if (short) return [1, 2, 3].map((k) => parseInt((short[k] ?? '0').repeat(2), 16)) as Rgb;
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(colour);
  if (long) return [1, 2, 3].map((k) => parseInt(long[k] ?? '0', 16)) as Rgb;
  const listed = /^rgba?\(\s*([\d.]+)[,\s]+([\d.]+)[,\s]+([\d.]+)/.exec(colour);
  if (listed) return [1, 2, 3].map((k) => Math.round(Number(listed[k]))) as Rgb;
  return [128, 128, 128];
}

/** Black or white, whichever is easier to read on a colour. */
export function lettersOn(colour: string): string {
  const [r, g, b] = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (light + 0.05) / 0.05 > 1.05 / (light + 0.05) ? '#000000' : '#ffffff';
}

/** The colour of a cell. */
export function shade(cells: Cells, index: number, shades: Shades, lostOnly: boolean): string | undefined {
  if (index < 0) return undefined;
  if (cells.values) {
    const value = cells.values[index] ?? -1;
    if (value < 0) return undefined;
    if (lostOnly) return value === 0 ? shades.lose : shades.faint;
    const last = shades.heat.length - 1;
    return shades.heat[cells.largest > 0 ? Math.round((value * last) / cells.largest) : 0];
  }
  switch (cells.outcomes?.[index]) {
    case 'P': return shades.lose;
    case 'N': return lostOnly ? shades.faint : shades.win;
    case 'D': return lostOnly ? shades.faint : shades.draw;
    default: return undefined;
  }
}

/** A sheet as a picture of one pixel a cell. */
export function pixels(cells: Cells, sheet: Sheet, shades: Shades, lostOnly: boolean): ImageData {
  const image = new ImageData(sheet.cols, sheet.rows);
  const out = new Uint32Array(image.data.buffer);
  const little = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
  const word = (colour: string): number => {
    const [r, g, b] = rgb(colour);
    return (little ? (255 << 24) | (b << 16) | (g << 8) | r : (r << 24) | (g << 16) | (b << 8) | 255) >>> 0;
  };
  const { rows, cols, base, rowStep, colStep, end } = sheet;
  if (cells.values) {
    // One colour for each value, so that a cell costs one look-up.
    const last = shades.heat.length - 1;
    const heat = shades.heat.map(word);
    const largest = cells.largest;
    const lose = word(shades.lose);
    const faint = word(shades.faint);
    const { values } = cells;
    for (let row = 0, to = 0; row < rows; row++) {
      for (let col = 0, index = base + row * rowStep; col < cols; col++, to++, index += colStep) {
        const value = index < end ? (values[index] ?? -1) : -1;
        if (value < 0) continue;
        out[to] = lostOnly ? (value === 0 ? lose : faint) : (heat[largest > 0 ? Math.round((value * last) / largest) : 0] ?? 0);
      }
    }
  } else {
    const colours: Record<string, number> = {
      P: word(shades.lose),
      N: word(lostOnly ? shades.faint : shades.win),
      D: word(lostOnly ? shades.faint : shades.draw),
    };
    for (let row = 0, to = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++, to++) {
        const index = base + row * rowStep + col * colStep;
        const colour = index < end ? colours[cells.outcomes?.[index] ?? '.'] : undefined;
        if (colour !== undefined) out[to] = colour;
      }
    }
  }
  return image;
}

/** Where the sheet stands on the canvas, in CSS pixels. */
export interface View {
  /** Room for the numbers of the rows and the columns. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Side of a cell. */
  scale: number;
  /** How far the sheet is pushed to the left and up. */
  x: number;
  y: number;
}

/** The first of 1, 2, 5, 10, 20, 50, … whose steps are wide enough. */
export function tickStep(scale: number, room: number): number {
  for (let ten = 1; ; ten *= 10) for (const digit of [1, 2, 5]) if (ten * digit * scale >= room) return ten * digit;
}

export interface Scene {
  cells: Cells;
  sheet: Sheet;
  shades: Shades;
  lostOnly: boolean;
  /** The sheet with one pixel a cell. */
  picture: CanvasImageSource;
  /** The cell that is pointed at. */
  cursor?: [number, number] | undefined;
  rowAxis: string;
  colAxis: string;
}

const FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "Noto Sans CJK SC", sans-serif';

/** Draws a sheet. The context is scaled so that one unit is a CSS pixel. */
export function draw(pen: CanvasRenderingContext2D, scene: Scene, view: View): void {
  const { sheet, shades, cells } = scene;
  const { left, top, width, height, scale } = view;
  pen.clearRect(0, 0, left + width, top + height);
  const across = Math.min(width, sheet.cols * scale - view.x);
  const down = Math.min(height, sheet.rows * scale - view.y);

  pen.save();
  pen.beginPath();
  pen.rect(left, top, across, down);
  pen.clip();
  // Cells smaller than a pixel are mixed, not dropped.
  pen.imageSmoothingEnabled = scale < 1;
  pen.drawImage(scene.picture, left - view.x, top - view.y, sheet.cols * scale, sheet.rows * scale);

  const firstCol = Math.max(0, Math.floor(view.x / scale));
  const firstRow = Math.max(0, Math.floor(view.y / scale));
  const lastCol = Math.min(sheet.cols - 1, Math.floor((view.x + across) / scale));
  const lastRow = Math.min(sheet.rows - 1, Math.floor((view.y + down) / scale));

  if (scene.lostOnly && scale < 3) {
    // A lost position among a hundred thousand cells must still be seen.
    const dot = Math.max(scale, 2);
    pen.fillStyle = shades.lose;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let col = firstCol; col <= lastCol; col++) {
        const index = cellIndex(sheet, row, col);
        if (index >= 0 && isLost(cells, index)) pen.fillRect(left + col * scale - view.x, top + row * scale - view.y, dot, dot);
      }
    }
  }

  if (scale >= 7) {
    pen.strokeStyle = shades.paper;
    pen.lineWidth = scale >= 14 ? 1 : 0.5;
    pen.beginPath();
    for (let col = firstCol; col <= lastCol + 1; col++) {
      const x = Math.round(left + col * scale - view.x) + 0.5;
      pen.moveTo(x, top);
      pen.lineTo(x, top + down);
    }
    for (let row = firstRow; row <= lastRow + 1; row++) {
      const y = Math.round(top + row * scale - view.y) + 0.5;
      pen.moveTo(left, y);
      pen.lineTo(left + across, y);
    }
    pen.stroke();
  }

  const widest = cells.values ? String(cells.largest).length : 1;
  const letter = Math.min(15, (scale - 4) / Math.max(1.3, 0.62 * widest));
  if (letter >= 7.5) {
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = `${letter.toFixed(1)}px ${FONT}`;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let col = firstCol; col <= lastCol; col++) {
        const index = cellIndex(sheet, row, col);
        const text = reading(cells, index);
        if (text === '' || (scene.lostOnly && !isLost(cells, index))) continue;
        pen.fillStyle = lettersOn(shade(cells, index, shades, scene.lostOnly) ?? shades.paper);
        pen.fillText(text, left + (col + 0.5) * scale - view.x, top + (row + 0.54) * scale - view.y);
      }
    }
  }

  if (scene.cursor) {
    const [row, col] = scene.cursor;
    const x = left + col * scale - view.x;
    const y = top + row * scale - view.y;
    const grow = Math.max(0, (7 - scale) / 2);
    pen.lineWidth = 3;
    pen.strokeStyle = shades.paper;
    pen.strokeRect(x - grow, y - grow, scale + 2 * grow, scale + 2 * grow);
    pen.lineWidth = 1.75;
    pen.strokeStyle = shades.accent;
    pen.strokeRect(x - grow, y - grow, scale + 2 * grow, scale + 2 * grow);
  }
  pen.restore();

  pen.strokeStyle = shades.line;
  pen.lineWidth = 1;
  pen.strokeRect(left - 0.5, top - 0.5, across + 1, down + 1);

  // Numbers along the axes, as many as there is room for.
  pen.fillStyle = shades.dim;
  pen.font = `11px ${FONT}`;
  pen.textBaseline = 'middle';
  const widestCol = pen.measureText(sheet.colName(sheet.cols - 1)).width;
  // The same steps along both axes of a square, where that can be.
  const rowRoom = tickStep(scale, 16);
  const colStep = Math.max(tickStep(scale, widestCol + 8), sheet.rowName === sheet.colName ? rowRoom : 0);
  pen.textAlign = 'center';
  for (let col = Math.ceil(firstCol / colStep) * colStep; col <= lastCol; col += colStep) {
    const x = left + (col + 0.5) * scale - view.x;
    if (x >= left && x + widestCol / 2 <= left + across + 8) pen.fillText(sheet.colName(col), x, top - 9);
  }
  const rowStep = sheet.rowName === sheet.colName ? colStep : rowRoom;
  pen.textAlign = 'right';
  for (let row = Math.ceil(firstRow / rowStep) * rowStep; row <= lastRow; row += rowStep) {
    const y = top + (row + 0.5) * scale - view.y;
    if (y >= top && y <= top + down) pen.fillText(sheet.rowName(row), left - 6, y);
  }
  // The names of the axes stand above the numbers, so that they never meet.
  pen.fillStyle = shades.text;
  pen.font = `italic 12px ${FONT}`;
  if (scene.colAxis) {
    pen.textAlign = 'left';
    pen.fillText(`${scene.colAxis} →`, left, 8);
  }
  if (scene.rowAxis) {
    pen.textAlign = 'right';
    pen.fillText(`${scene.rowAxis} ↓`, left - 6, 8);
  }
}

/** Room for the numbers of the rows. */
export function marginLeft(sheet: Sheet, rowAxis: string): number {
  return Math.max(28, 12 + 6.6 * Math.max(sheet.rowName(sheet.rows - 1).length, Math.min(10, rowAxis === '' ? 0 : rowAxis.length + 2)));
}
