import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the typefaces lie: TrueType files under the Open Font License. */
export const FONT_FOLDER = fileURLToPath(new URL('../../../fonts/', import.meta.url));

/** Whether some typeface of the folder draws a character. Asked of every character of every document, so it is a bitmap. */
export function coverageOf(folder: string): (codePoint: number) => boolean {
  const covered = new Uint8Array(CODE_POINTS / 8);
  const cover = (code: number): void => {
    covered[code >> 3] = (covered[code >> 3] as number) | (1 << (code & 7));
  };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ttf')))
    forEachCharacter(tableOf(`${folder}${file}`, 'cmap'), cover);
  return (codePoint) => ((covered[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
}

const CODE_POINTS = 0x110000;

type Cover = (codePoint: number) => void;

/** The characters a typeface has glyphs for, by its table `cmap` (OpenType specification, formats 4 and 12). */
function forEachCharacter(cmap: Buffer, cover: Cover): void {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) => cmap.readUInt32BE(4 + 8 * n + 4));
  // Platforms share their tables.
  for (const at of new Set(subtables)) {
    const format = cmap.readUInt16BE(at);
    if (format === 12) forEachInGroups(cmap, at, cover);
    if (format === 4) forEachInSegments(cmap, at, cover);
  }
}

/** Bytes a TrueType file begins with, and those that say where one of its tables lies. */
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** One table of a TrueType file, and no more of it: typefaces are megabytes, which a process that read them whole would go on holding. */
function tableOf(file: string, tag: string): Buffer {
  const opened = openSync(file, 'r');
  try {
    const count = bytesOf(opened, 0, HEADER_BYTES).readUInt16BE(4);
    const records = bytesOf(opened, HEADER_BYTES, RECORD_BYTES * count);
    for (let at = 0; at < records.length; at += RECORD_BYTES)
      if (records.toString('latin1', at, at + 4) === tag)
        return bytesOf(opened, records.readUInt32BE(at + 8), records.readUInt32BE(at + 12));
  } finally {
    closeSync(opened);
  }
  throw new Error(`a typeface without the table ${tag}: ${file}`);
}

function bytesOf(opened: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(opened, bytes, 0, length, from) < length) throw new Error('a typeface that is cut off');
  return bytes;
}

function forEachInGroups(font: Buffer, at: number, cover: Cover): void {
  const groups = font.readUInt32BE(at + 12);
  for (let group = at + 16; group < at + 16 + 12 * groups; group += 12)
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code++) cover(code);
}

/** Segments may hold characters that map to glyph 0, "missing"; those are left out. */
function forEachInSegments(font: Buffer, at: number, cover: Cover): void {
  const size = font.readUInt16BE(at + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size].map((n) => at + n) as [
    number,
    number,
    number,
    number,
  ];
  for (let n = 0; n < size; n += 2) {
    const [first, last] = [font.readUInt16BE(starts + n), font.readUInt16BE(ends + n)];
    const delta = font.readUInt16BE(deltas + n);
    const offset = font.readUInt16BE(offsets + n);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const place = offsets + n + offset + 2 * (code - first);
      const glyph = offset === 0 ? code + delta : font.readUInt16BE(place) && font.readUInt16BE(place) + delta;
      if ((glyph & 0xffff) !== 0) cover(code);
    }
  }
}
