import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The font folder: TrueType files under the Open Font License. */
export const FONT_FOLDER = fileURLToPath(new URL('../../../fonts/', import.meta.url));

/**
 * Whether a font of the folder has a glyph for a character. A bitmap, because it is checked for
 * every character of every document.
 */
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

/**
 * Calls `cover` for the characters of a font, from its `cmap` table (OpenType specification,
 * formats 4 and 12).
 */
function forEachCharacter(cmap: Buffer, cover: Cover): void {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) => cmap.readUInt32BE(4 + 8 * n + 4));
  // Platforms share their subtables.
  for (const at of new Set(subtables)) {
    const format = cmap.readUInt16BE(at);
    if (format === 12) forEachInGroups(cmap, at, cover);
    if (format === 4) forEachInSegments(cmap, at, cover);
  }
}

/** Bytes of a TrueType header, and of an entry of its table directory. */
const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/**
 * Reads one table of a TrueType file, because whole fonts of several megabytes would stay in
 * memory.
 */
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
  throw new Error(`a font without the table ${tag}: ${file}`);
}

function bytesOf(opened: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(opened, bytes, 0, length, from) < length) throw new Error('a truncated font');
  return bytes;
}

function forEachInGroups(font: Buffer, at: number, cover: Cover): void {
  const groups = font.readUInt32BE(at + 12);
  for (let group = at + 16; group < at + 16 + 12 * groups; group += 12)
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code++) cover(code);
}

/** Segments may contain characters mapped to glyph 0, "missing"; those are skipped. */
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
