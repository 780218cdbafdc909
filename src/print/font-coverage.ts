import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the typefaces lie: TrueType files under the Open Font License. */
export const FONT_FOLDER = fileURLToPath(new URL('../../fonts/', import.meta.url));

/** Whether some typeface of the folder draws a character. Asked of every character of every document, so it is a bitmap. */
export function coverageOf(folder: string): (codePoint: number) => boolean {
  const covered = new Uint8Array(CODE_POINTS / 8);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ttf')))
    for (const [first, last] of rangesOf(readFileSync(`${folder}${file}`)))
      for (let code = first; code <= last; code++) covered[code >> 3] = (covered[code >> 3] ?? 0) | (1 << (code & 7));
  return (codePoint) => ((covered[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
}

const CODE_POINTS = 0x110000;

type Range = readonly [first: number, last: number];

/** The characters a TrueType file has glyphs for, by its table `cmap` (OpenType specification, formats 4 and 12). */
function rangesOf(font: Buffer): Range[] {
  const cmap = tableAt(font, 'cmap');
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, n) =>
    font.readUInt32BE(cmap + 4 + 8 * n + 4),
  );
  return subtables.flatMap((offset) => {
    const at = cmap + offset;
    const format = font.readUInt16BE(at);
    if (format === 12) return groupsAt(font, at);
    return format === 4 ? segmentsAt(font, at) : [];
  });
}

function tableAt(font: Buffer, tag: string): number {
  for (let n = 0; n < font.readUInt16BE(4); n++) {
    const record = 12 + 16 * n;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`a typeface without the table ${tag}`);
}

const groupsAt = (font: Buffer, at: number): Range[] =>
  Array.from({ length: font.readUInt32BE(at + 12) }, (_, n) => {
    const group = at + 16 + 12 * n;
    return [font.readUInt32BE(group), font.readUInt32BE(group + 4)] as const;
  });

/** Segments may hold characters that map to glyph 0, "missing"; those are left out. */
function segmentsAt(font: Buffer, at: number): Range[] {
  const size = font.readUInt16BE(at + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map((n) => at + n) as [
    number,
    number,
    number,
    number,
  ];
  const ranges: Range[] = [];
  for (let n = 0; n < size; n += 2) {
    const [first, last] = [font.readUInt16BE(starts + n), font.readUInt16BE(ends + n)];
    const delta = font.readUInt16BE(deltas + n);
    const offset = font.readUInt16BE(offsets + n);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const place = offsets + n + offset + 2 * (code - first);
      const glyph = offset === 0 ? code + delta : font.readUInt16BE(place) && font.readUInt16BE(place) + delta;
      if ((glyph & 0xffff) !== 0) ranges.push([code, code]);
    }
  }
  return ranges;
}
