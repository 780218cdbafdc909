/**
 * The records of a ZIP file (PKWARE APPNOTE 6.3.10), as this program writes them: sizes in the
 * local header, UTF-8 names, no comments, no times, ZIP64 only where a number needs it. The same
 * members always give the same bytes, so a reader recreates them for comparison.
 */
export type ZipMember = {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly crc32: number;
  /** Bytes in the file, and bytes of the content. */
  readonly packedBytes: number;
  readonly bytes: number;
};

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const DIRECTORY_END_64_LOCATOR = 0x07064b50;
const VERSION_DEFLATE = 20;
const VERSION_64 = 45;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** 1980-01-01, the first day a ZIP file can name. */
const DAY = 0x0021;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const EXTRA_64 = 1;
export const DIRECTORY_END_BYTES = 22;
const DIRECTORY_END_64_BYTES = 56;
const LOCATOR_BYTES = 20;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_ENTRY_BYTES = 46;
const EXTRA_HEADER_BYTES = 4;

/** The header before a member’s content. */
export function localHeader(member: ZipMember): Buffer {
  const name = Buffer.from(member.name);
  const isLong = member.bytes >= MAX_32 || member.packedBytes >= MAX_32;
  const extra = isLong ? longNumbers([member.bytes, member.packedBytes]) : Buffer.alloc(0);
  const head = Buffer.alloc(LOCAL_HEADER_BYTES);
  head.writeUInt32LE(LOCAL_HEADER, 0);
  head.writeUInt16LE(isLong ? VERSION_64 : VERSION_DEFLATE, 4);
  writeShared(head, { member, isLong, at: 6 });
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** Bytes of a member with its header. */
export const zipMemberBytes = (member: ZipMember): number => localHeader(member).length + member.packedBytes;

/** A member’s entry in the directory; `offset` is the place of its header in the file. */
export function directoryEntry(member: ZipMember, offset: number): Buffer {
  const name = Buffer.from(member.name);
  const isLong = [member.bytes, member.packedBytes, offset].some((number) => number >= MAX_32);
  const extra = isLong ? longNumbers([member.bytes, member.packedBytes, offset]) : Buffer.alloc(0);
  const entry = Buffer.alloc(DIRECTORY_ENTRY_BYTES);
  entry.writeUInt32LE(DIRECTORY_ENTRY, 0);
  entry.writeUInt16LE(VERSION_64, 4);
  entry.writeUInt16LE(isLong ? VERSION_64 : VERSION_DEFLATE, 6);
  writeShared(entry, { member, isLong, at: 8 });
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(isLong ? MAX_32 : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

/** Flags, method, day, checksum and sizes, which header and entry share. */
function writeShared(into: Buffer, { member, isLong, at }: { member: ZipMember; isLong: boolean; at: number }): void {
  into.writeUInt16LE(FLAGS, at);
  into.writeUInt16LE(member.isDeflated ? DEFLATE : 0, at + 2);
  into.writeUInt16LE(DAY, at + 6);
  into.writeUInt32LE(member.crc32, at + 8);
  into.writeUInt32LE(isLong ? MAX_32 : member.packedBytes, at + 12);
  into.writeUInt32LE(isLong ? MAX_32 : member.bytes, at + 16);
}

function longNumbers(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(EXTRA_HEADER_BYTES + 8 * numbers.length);
  extra.writeUInt16LE(EXTRA_64, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  numbers.forEach((number, place) => void extra.writeBigUInt64LE(BigInt(number), EXTRA_HEADER_BYTES + 8 * place));
  return extra;
}

/** The place and size of the directory, and the number of its entries. */
export type ZipDirectory = { readonly entries: number; readonly bytes: number; readonly offset: number };

/** The end of a ZIP file. */
export function directoryEnd({ entries, bytes, offset }: ZipDirectory): Buffer {
  const isLong = entries >= MAX_16 || bytes >= MAX_32 || offset >= MAX_32;
  const end = Buffer.alloc(DIRECTORY_END_BYTES);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(isLong ? MAX_16 : entries, 8);
  end.writeUInt16LE(isLong ? MAX_16 : entries, 10);
  end.writeUInt32LE(isLong ? MAX_32 : bytes, 12);
  end.writeUInt32LE(isLong ? MAX_32 : offset, 16);
  if (!isLong) return end;
  const long = Buffer.alloc(DIRECTORY_END_64_BYTES + LOCATOR_BYTES);
  long.writeUInt32LE(DIRECTORY_END_64, 0);
  long.writeBigUInt64LE(BigInt(DIRECTORY_END_64_BYTES - 12), 4);
  long.writeUInt16LE(VERSION_64, 12);
  long.writeUInt16LE(VERSION_64, 14);
  long.writeBigUInt64LE(BigInt(entries), 24);
  long.writeBigUInt64LE(BigInt(entries), 32);
  long.writeBigUInt64LE(BigInt(bytes), 40);
  long.writeBigUInt64LE(BigInt(offset), 48);
  long.writeUInt32LE(DIRECTORY_END_64_LOCATOR, DIRECTORY_END_64_BYTES);
  long.writeBigUInt64LE(BigInt(offset + bytes), DIRECTORY_END_64_BYTES + 8);
  long.writeUInt32LE(1, DIRECTORY_END_64_BYTES + 16);
  return Buffer.concat([long, end]);
}

/** Reads the short end of a ZIP file; undefined if it is none. Long numbers are in the long end. */
export function readDirectoryEnd(end: Buffer): (ZipDirectory & { readonly isLong: boolean }) | undefined {
  if (end.length !== DIRECTORY_END_BYTES || end.readUInt32LE(0) !== DIRECTORY_END) return undefined;
  const [entries, bytes, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  return { entries, bytes, offset, isLong: entries === MAX_16 || bytes === MAX_32 || offset === MAX_32 };
}

export const LONG_END_BYTES = DIRECTORY_END_64_BYTES + LOCATOR_BYTES;

/** Reads the long end, which stands before the short one; undefined if it is none. */
export function readLongEnd(end: Buffer): ZipDirectory | undefined {
  if (end.length !== LONG_END_BYTES || end.readUInt32LE(0) !== DIRECTORY_END_64) return undefined;
  const numberAt = (place: number): number => Number(end.readBigUInt64LE(place));
  return { entries: numberAt(32), bytes: numberAt(40), offset: numberAt(48) };
}

/** Reads the directory entry at a place of the directory; undefined if it is none. */
export function readEntry(directory: Buffer, at: number): { member: ZipMember; end: number } | undefined {
  if (at + DIRECTORY_ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
  const nameEnd = at + DIRECTORY_ENTRY_BYTES + directory.readUInt16LE(at + 28);
  const end = nameEnd + directory.readUInt16LE(at + 30);
  if (end > directory.length) return undefined;
  const isLong = end - nameEnd === EXTRA_HEADER_BYTES + 3 * 8;
  const numberAt = (short: number, place: number): number =>
    isLong
      ? Number(directory.readBigUInt64LE(nameEnd + EXTRA_HEADER_BYTES + 8 * place))
      : directory.readUInt32LE(short);
  return {
    member: {
      name: directory.toString('utf8', at + DIRECTORY_ENTRY_BYTES, nameEnd),
      isDeflated: directory.readUInt16LE(at + 10) === DEFLATE,
      crc32: directory.readUInt32LE(at + 16),
      packedBytes: numberAt(at + 20, 1),
      bytes: numberAt(at + 24, 0),
    },
    end,
  };
}
