export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

/** Files in one ZIP, as they are: PDF files do not grow smaller (PKWARE APPNOTE 4.3; names in UTF-8, bit 11). */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const listing: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const called = new TextEncoder().encode(name);
    const about = numbers([
      [20, 2],
      [0x0800, 2],
      [0, 2],
      [0, 2],
      [DATE, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [called.length, 2],
      [0, 2],
    ]);
    const head = joined([numbers([[0x04034b50, 4]]), about, called]);
    listing.push(
      joined([
        numbers([
          [0x02014b50, 4],
          [20, 2],
        ]),
        about,
        numbers([
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [offset, 4],
        ]),
        called,
      ]),
    );
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const size = listing.reduce((all, { length }) => all + length, 0);
  const count = entries.length;
  const end = numbers([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return new Blob([...parts, ...listing, end], { type: 'application/zip' });
}

/** 1 January 1980, the first day it knows: days of files say nothing here. */
const DATE = 0x21;

function numbers(fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((all, [, bytes]) => all + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
