import { Readable } from 'node:stream';
import pg from 'pg';

/** Bytes buffered between PostgreSQL and the writer. */
const HELD_BYTES_MAX = 1024 ** 2;

/** A running base backup. */
export type BaseBackup = {
  /** A tar of the files with the WAL that makes them consistent; read it once, to the end. */
  readonly bytes: Readable;
  /** Estimated size from PostgreSQL; known once the first bytes arrive. */
  readonly about: () => number;
  /** WAL position at the end; known once all bytes have been read. */
  readonly ended: Promise<WalLocation>;
};

/** A WAL position and its timeline. */
export type WalLocation = { readonly lsn: bigint; readonly timeline: number };

/**
 * Copies the cluster over the replication protocol while it is in use. PostgreSQL verifies page
 * checksums; a damaged page fails the backup.
 */
export async function baseBackup(connection: pg.ClientConfig): Promise<BaseBackup> {
  const settings = { ...connection, replication: 'true', application_name: 'facturier backup' };
  const client = new pg.Client(settings as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  let about = 0;
  const ended = Promise.withResolvers<WalLocation>();
  // Errors reach the reader through the bytes; the end position may not be awaited.
  ended.promise.catch(() => {});
  const { stream } = (client as unknown as { connection: { stream: NodeJS.ReadableStream } }).connection;
  const close = (): void => void client.end().catch(() => {});
  const bytes = new Readable({
    highWaterMark: HELD_BYTES_MAX,
    read: () => void stream.resume(),
    destroy: (error, done) => {
      stream.resume();
      close();
      done(error);
    },
  });
  const rows: string[][] = [];
  const heard: Heard = {
    row: (values) => {
      rows.push(values);
      // The first result is the start position, the second the size of each tablespace, the last
      // the end position.
      if (rows.length === 2) about = Number(values.at(-1)) * 1024;
    },
    data: (chunk) => {
      // Copy the chunk: the next message reuses its memory.
      if (chunk[0] === DATA && !bytes.push(Buffer.from(chunk.subarray(1)))) stream.pause();
      if (chunk[0] === ARCHIVE && chunk.toString('latin1', 1, chunk.indexOf(0, 1)) !== 'base.tar')
        bytes.destroy(new Error('the cluster has tablespaces, which backups do not support'));
    },
    failed: (error) => {
      ended.reject(error);
      bytes.destroy(error);
    },
    done: () => {
      const [lsn = '', timeline = ''] = rows.at(-1) ?? [];
      ended.resolve({ lsn: parseLsn(lsn), timeline: Number(timeline) });
      bytes.push(null);
      close();
    },
  };
  client.query(new Copying(BASE_BACKUP, heard));
  return { bytes, about: () => about, ended: ended.promise };
}

const BASE_BACKUP = "BASE_BACKUP (LABEL 'facturier', PROGRESS true, CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
const ARCHIVE = 'n'.charCodeAt(0);
const DATA = 'd'.charCodeAt(0);

/** Parses `0/2000060` to bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Formats bytes as `0/2000060`. */
export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;

/** Callbacks for a replication command. */
type Heard = {
  row: (values: string[]) => void;
  data: (chunk: Buffer) => void;
  failed: (error: Error) => void;
  done: () => void;
};

/** A replication command that returns copied data, which `pg` does not support. */
class Copying implements pg.Submittable {
  readonly #text: string;
  readonly #heard: Heard;
  #isOver = false;
  constructor(text: string, heard: Heard) {
    this.#text = text;
    this.#heard = heard;
  }
  submit(connection: pg.Connection): void {
    (connection as unknown as { query: (text: string) => void }).query(this.#text);
  }
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#heard.row(fields.map((field) => field ?? ''));
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#heard.data(chunk);
  }
  handleError(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#heard.failed(error);
  }
  handleReadyForQuery(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#heard.done();
  }
}
