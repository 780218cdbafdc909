import { createRequire } from 'node:module';

/** The driver's own way to write a value; its types leave it out. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null;
};

/** A prepared statement by its name, and its values. `early`: its answer is sent before those of what follows are known. */
export type Bound = { readonly name: string; readonly values: readonly unknown[]; readonly early?: boolean };

/** Bytes that are written into again and again; what is longer has some of its own. */
const KEPT_BYTES = 65_536;
/** A unit of a text of JavaScript takes at most so many bytes of UTF-8. */
const UNIT_BYTES = 3;
/** Texts of so few characters are written one by one, which is quicker than to have them written. */
const SHORT = 40;
/** What is below is a byte of its own in UTF-8. */
const ASCII_END = 0x80;

const [BIND, EXECUTE, FLUSH, SYNC] = [0x42, 0x45, 0x48, 0x53];
const [AS_TEXT, AS_BYTES] = [0, 1];
const NULL = -1;
const ALL_ROWS = 0;
const UNNAMED = '';

/**
 * What PostgreSQL is sent so that it executes prepared statements one after the other: Bind and Execute for each, and Sync
 * (PostgreSQL's documentation, "Message Formats"), in one piece that is the caller's own. Rows are asked for as text.
 * Throws what a value throws that cannot be written.
 */
export function bindMessages(statements: readonly Bound[]): Buffer {
  const messages = new Messages();
  for (const { name, values, early } of statements) {
    messages.bind(name, values);
    messages.execute();
    if (early) messages.bare(FLUSH);
  }
  messages.bare(SYNC);
  return messages.taken();
}

const kept = Buffer.allocUnsafeSlow(KEPT_BYTES);

class Messages {
  #bytes = kept;
  #at = 0;

  bind(name: string, values: readonly unknown[]): void {
    const start = this.#begin(BIND);
    this.#name(UNNAMED);
    this.#name(name);
    this.#reserve(4 + 2 * values.length);
    this.#int16(values.length);
    const formats = this.#at;
    this.#at += 2 * values.length;
    this.#int16(values.length);
    for (let n = 0; n < values.length; n++) {
      const format = this.#value(values[n]);
      this.#bytes[formats + 2 * n] = 0;
      this.#bytes[formats + 2 * n + 1] = format;
    }
    this.#reserve(2);
    // No format of a column: all are text.
    this.#int16(0);
    this.#end(start);
  }

  execute(): void {
    const start = this.#begin(EXECUTE);
    this.#name(UNNAMED);
    this.#reserve(4);
    this.#int32(ALL_ROWS);
    this.#end(start);
  }

  /** A message of nothing but its kind. */
  bare(kind: number): void {
    this.#end(this.#begin(kind));
  }

  /** All of it, as bytes that nothing else is written into. */
  taken(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#at));
  }

  /** Where the length of a message is written once it is known. */
  #begin(kind: number): number {
    this.#reserve(5);
    this.#bytes[this.#at] = kind;
    this.#at += 5;
    return this.#at - 4;
  }

  /** The length of a message counts itself, and not the kind before it. */
  #end(start: number): void {
    this.#lengthAt(start, this.#at - start);
  }

  #name(name: string): void {
    this.#reserve(UNIT_BYTES * name.length + 1);
    this.#text(name);
    this.#bytes[this.#at++] = 0;
  }

  /** Writes a value behind its length, and says in which format. */
  #value(value: unknown): number {
    const written = typeof value === 'string' ? value : prepareValue(value);
    if (written === null) {
      this.#reserve(4);
      this.#int32(NULL);
      return AS_TEXT;
    }
    const room = typeof written === 'string' ? UNIT_BYTES * written.length : written.length;
    this.#reserve(4 + room);
    const length = this.#at;
    this.#at += 4;
    if (typeof written === 'string') this.#text(written);
    else {
      this.#bytes.set(written, this.#at);
      this.#at += written.length;
    }
    this.#lengthAt(length, this.#at - length - 4);
    return typeof written === 'string' ? AS_TEXT : AS_BYTES;
  }

  /** Where there is room for it. */
  #text(text: string): void {
    if (text.length <= SHORT && this.#ascii(text)) return;
    this.#at += this.#bytes.write(text, this.#at);
  }

  /** Whether a text was ASCII alone; if not, nothing counts as written. */
  #ascii(text: string): boolean {
    const [bytes, at] = [this.#bytes, this.#at];
    for (let n = 0; n < text.length; n++) {
      const unit = text.charCodeAt(n);
      if (unit >= ASCII_END) return false;
      bytes[at + n] = unit;
    }
    this.#at = at + text.length;
    return true;
  }

  #int16(value: number): void {
    this.#at = this.#bytes.writeUInt16BE(value, this.#at);
  }

  #int32(value: number): void {
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  #lengthAt(at: number, length: number): void {
    this.#bytes.writeInt32BE(length, at);
  }

  #reserve(room: number): void {
    if (this.#at + room <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#at + room));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}
