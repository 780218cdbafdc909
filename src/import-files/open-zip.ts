import { Unzip, UnzipInflate } from 'fflate';
import type { ImportFileFault } from '../domain/billing/past/foreign-document.ts';
import { isZip } from './form-of-bytes.ts';
import { NAME_CHARACTERS_MAX, tidyText } from './tidy-text.ts';

/** Files of an archive; bytes of all files unpacked; how many times an archive may grow. */
const ZIP_FILES_MAX = 1_000;
const ZIP_UNPACKED_BYTES_MAX = 200 * 1_048_576;
const GROWTH_MAX = 200;
/** Below this size growth says nothing: text packs well. */
const GROWTH_FROM_BYTES = 16 * 1_048_576;
/** Bytes unpacked in one step. */
const PIECE = 4_096;

type ZippedFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };
export type OpenedZip =
  | { readonly files: readonly ZippedFile[]; readonly leftOut: number }
  | { readonly fault: ImportFileFault };

/**
 * Opens a ZIP in memory. Its stated sizes are not trusted: it is refused while it is unpacked.
 * `leftOut` counts files that systems add, such as `__MACOSX`. Names are without folders; an
 * archive inside stays one file, which `readImportFile` refuses. Never throws for any bytes.
 */
export function openZip(bytes: Uint8Array): OpenedZip {
  if (bytes.length === 0) return { fault: 'empty' };
  if (!isZip(bytes) || !hasEnd(bytes)) return { fault: 'broken' };
  if (isEncrypted(bytes)) return { fault: 'encrypted' };
  const unpacking = unpack(bytes);
  if ('fault' in unpacking) return unpacking;
  const names = new Set<string>();
  const kept = unpacking.files.filter(({ name }) => !isSystemFile(name));
  const files = kept.map(({ name, pieces }) => ({ name: uniqueName(plainName(name), names), bytes: joined(pieces) }));
  if (files.length === 0) return { fault: 'empty' };
  return { files, leftOut: unpacking.files.length - files.length };
}

type Unpacked = { readonly name: string; readonly pieces: Uint8Array[] };

function unpack(bytes: Uint8Array): { readonly files: readonly Unpacked[] } | { readonly fault: ImportFileFault } {
  const files: Unpacked[] = [];
  let [unpacked, open, count] = [0, 0, 0];
  let fault: ImportFileFault | undefined;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > ZIP_FILES_MAX) fault ??= 'too_many_files';
    if (fault || file.name.endsWith('/')) return;
    const pieces: Uint8Array[] = [];
    files.push({ name: file.name, pieces });
    open += 1;
    file.ondata = (error, piece, isLast) => {
      if (error) fault ??= 'broken';
      unpacked += piece?.length ?? 0;
      if (unpacked > limitOf(bytes)) fault ??= 'too_large';
      else if (piece && piece.length > 0 && !fault) pieces.push(piece);
      if (isLast) open -= 1;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length && !fault; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch {
    // The library throws for methods of packing that it does not know, and for corrupt files.
    fault ??= 'broken';
  }
  if (!fault && (open > 0 || count === 0)) fault = count === 0 ? 'empty' : 'broken';
  return fault ? { fault } : { files };
}

const limitOf = (bytes: Uint8Array): number =>
  Math.min(ZIP_UNPACKED_BYTES_MAX, Math.max(GROWTH_FROM_BYTES, bytes.length * GROWTH_MAX));

/** Bytes in which the end of the archive is looked for: its comment has at most 65,535. */
const END_BYTES = 65_557;
const END_RECORD_BYTES = 22;
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Whether the directory at the end is there: a download that broke off has none. */
function hasEnd(bytes: Uint8Array): boolean {
  const last = bufferOf(bytes).subarray(-END_BYTES);
  const at = last.lastIndexOf(END);
  return at >= 0 && last.length - at >= END_RECORD_BYTES;
}

/** Bit 0 of the flags of the first entry of the directory. */
function isEncrypted(bytes: Uint8Array): boolean {
  const file = bufferOf(bytes);
  const entry = file.lastIndexOf(ENTRY);
  const first = entry < 0 ? -1 : file.indexOf(ENTRY);
  return [entry, first].some((at) => at >= 0 && at + 10 <= file.length && (file.readUInt16LE(at + 8) & 1) === 1);
}

const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._|Thumbs\.db$|desktop\.ini$)/i;
const isSystemFile = (name: string): boolean => SYSTEM_FILE.test(name.replaceAll('\\', '/'));

/** The name without folders, and without characters that no file name has. */
function plainName(path: string): string {
  const last = path.replaceAll('\\', '/').split('/').filter(Boolean).at(-1) ?? '';
  const name = tidyText(last.replace(/[:*?"<>|]/g, ' '), NAME_CHARACTERS_MAX)
    ?.replace(/^\.+/, '')
    .trim();
  return name || 'file';
}

/** Two files of different folders may have the same name. */
function uniqueName(name: string, taken: Set<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/.exec(name) ?? [];
  let unique = name;
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${ending}`;
  taken.add(unique.toLowerCase());
  return unique;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((all, { length }) => all + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
