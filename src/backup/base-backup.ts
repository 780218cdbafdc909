import { Readable } from 'node:stream';
import pg from 'pg';

/** Bytes held between PostgreSQL and whoever writes them on. */
const HELD_BYTES_MAX = 1024 ** 2;

/** A copy of the whole cluster, on its way. */
export type BaseBackup = {
  /** A tar of the files, with the log that makes them one; read it once, to its end. */
  readonly bytes: Readable;
  /** Bytes there will be, as PostgreSQL reckons beforehand; known once the first of them come. */
  readonly about: () => number;
  /** Where the log stood when the copy was whole; known once its bytes are read. */
  readonly ended: Promise<WalLocation>;
};

/** A place in the write-ahead log, on one of its timelines. */
export type WalLocation = { readonly lsn: bigint; readonly timeline: number };

/**
 * Copies the cluster of this connection by the replication protocol, beside whoever is working. PostgreSQL checks every
 * page against its checksum on the way; a damaged one ends the copy with an error.
 */
export async function baseBackup(connection: pg.ClientConfig): Promise<BaseBackup> {
  const settings = { ...connection, replication: 'true', application_name: 'facturier backup' };
  const client = new pg.Client(settings as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  let about = 0;
  const ended = Promise.withResolvers<WalLocation>();
  // Whoever reads the bytes hears of a failure there; where the log stood may be of no interest to him.
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
      // The first result says where the copy starts, the second how large each tablespace is, the last where it ended.
      if (rows.length === 2) about = Number(values.at(-1)) * 1024;
    },
    data: (chunk) => {
      // A copy: the next message is read into the same memory.
      if (chunk[0] === DATA && !bytes.push(Buffer.from(chunk.subarray(1)))) stream.pause();
      if (chunk[0] === ARCHIVE && chunk.toString('latin1', 1, chunk.indexOf(0, 1)) !== 'base.tar')
        bytes.destroy(new Error('this cluster has tablespaces of its own, which are not copied'));
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

/** `0/2000060` as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The same the other way. */
export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;

/** What a statement of the replication protocol says. */
type Heard = {
  row: (values: string[]) => void;
  data: (chunk: Buffer) => void;
  failed: (error: Error) => void;
  done: () => void;
};

/** A statement whose answer is copied data: what `pg` itself has no form for. */
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
