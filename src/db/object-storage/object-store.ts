import { createHash, randomBytes } from 'node:crypto';
import { type ObjectStoreConfig, signedRequest } from './sign-request.ts';

export type { ObjectStoreConfig } from './sign-request.ts';

/** The name of an object: its account and the hash of its bytes. */
export type ObjectName = { readonly accountId: string; readonly sha256: Buffer };

/**
 * Stores bytes under their hash, outside PostgreSQL. All methods throw `ObjectStoreUnreachable` if
 * there is no answer.
 */
export type ObjectStore = {
  /** Writes bytes; repeating it changes nothing. */
  put: (name: ObjectName, bytes: Buffer) => Promise<void>;
  /** Whether an object of this size exists. */
  has: (name: ObjectName, size: number) => Promise<boolean>;
  /** The bytes, checked against their hash. */
  get: (name: ObjectName) => Promise<Buffer>;
  /** Deletes an object; succeeds if it does not exist. */
  remove: (name: ObjectName) => Promise<void>;
};

/**
 * Milliseconds for one object in total: less than the timeout of a statement that waits for the
 * same row.
 */
const OBJECT_MS_MAX = 8_000;
/** Requests per object: the store may just be closing a kept-alive connection. */
const TRIES_MAX = 2;
/** Bytes of an object or of an error response. */
const OBJECT_BYTES_MAX = 32 * 1024 ** 2;
const FAULT_BYTES_MAX = 64 * 1024;

/** The store does not answer or denies access: temporarily, or because a setting is wrong. */
export class ObjectStoreUnreachable extends Error {}

/** The store answered with bytes other than those stored. */
export class ObjectDamaged extends Error {}

/** There is no object with that name. */
export class ObjectMissing extends ObjectDamaged {}

/**
 * Opens an S3-compatible store with path-style addresses; sends no request yet. Requests and
 * bodies are signed with Signature Version 4.
 */
export function openObjectStore(config: ObjectStoreConfig, { timeoutMs = OBJECT_MS_MAX } = {}): ObjectStore {
  const ask = (method: Method, name: ObjectName, bytes?: Buffer): Promise<StoreResponse> => {
    const path = [config.bucket, config.prefix, name.accountId, name.sha256.toString('hex')].filter(Boolean).join('/');
    return sendRequest(config, { method, url: `${config.endpoint}/${path}`, bytes, timeoutMs });
  };
  return {
    put: async (name, bytes) => {
      const response = await ask('PUT', name, bytes);
      if (response.status !== 200) throw refusedBy('PUT', response);
    },
    has: async (name, size) => {
      const response = await ask('HEAD', name);
      if (response.status !== 200 && response.status !== 404) throw refusedBy('HEAD', response);
      return response.status === 200 && response.size === size;
    },
    get: async (name) => {
      const response = await ask('GET', name);
      const hash = name.sha256.toString('hex');
      if (response.status === 404 && faultOf(response) !== 'NoSuchBucket')
        throw new ObjectMissing(`${hash} does not exist`);
      if (response.status !== 200) throw refusedBy('GET', response);
      if (!createHash('sha256').update(response.bytes).digest().equals(name.sha256))
        throw new ObjectDamaged(`the bytes kept as ${hash} are others`);
      return response.bytes;
    },
    remove: async (name) => {
      const response = await ask('DELETE', name);
      const gone = response.status === 204 || response.status === 200 || faultOf(response) === 'NoSuchKey';
      if (!gone) throw refusedBy('DELETE', response);
    },
  };
}

/** Writes, reads and deletes a test object; throws if something fails. */
export async function checkObjectStore(objects: ObjectStore): Promise<void> {
  const bytes = randomBytes(32);
  const name = { accountId: 'doctor', sha256: createHash('sha256').update(bytes).digest() };
  await objects.put(name, bytes);
  await objects.get(name);
  await objects.remove(name);
}

type Method = 'PUT' | 'HEAD' | 'GET' | 'DELETE';
type StoreRequest = { method: Method; url: string; bytes: Buffer | undefined; timeoutMs: number };
/** A response. `size` is from its header, the only source for HEAD. */
type StoreResponse = { status: number; size: number; bytes: Buffer };

async function sendRequest(
  config: ObjectStoreConfig,
  { method, url, bytes, timeoutMs }: StoreRequest,
): Promise<StoreResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  for (let tries = 1; ; tries++) {
    try {
      const request = await signedRequest(config, { method, url, bytes });
      const body = bytes ? new Uint8Array(bytes) : null;
      const answer = await fetch(request.url, { method, headers: request.headers, signal, redirect: 'error', body });
      const most = answer.ok ? OBJECT_BYTES_MAX : FAULT_BYTES_MAX;
      const size = Number(answer.headers.get('content-length') ?? -1);
      return { status: answer.status, size, bytes: await bodyOf(answer, most) };
    } catch (error) {
      if (error instanceof ObjectDamaged) throw error;
      if (signal.aborted || tries === TRIES_MAX)
        throw new ObjectStoreUnreachable(`${method}: the store of files does not answer`, { cause: error });
    }
  }
}

async function bodyOf(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > most) throw new ObjectDamaged(`the store answered more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The store's error code, reduced to safe characters. */
const faultOf = ({ bytes }: StoreResponse): string | undefined =>
  /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(bytes.toString('latin1'))?.[1];

const refusedBy = (method: Method, response: StoreResponse): ObjectStoreUnreachable =>
  new ObjectStoreUnreachable(
    `${method}: the store of files answered ${response.status} ${faultOf(response) ?? ''}`.trim(),
  );
