import { setTimeout as wait } from 'node:timers/promises';
import { ObjectStoreUnreachable } from './object-store.ts';
import { type ObjectStoreConfig, signedRequest } from './sign-request.ts';

/** An object by its name below the prefix. `at` is Unix milliseconds by the store's clock. */
export type Listed = { readonly name: string; readonly bytes: number; readonly at: number };

/**
 * Objects of any size in an S3-compatible store. All methods throw `ObjectStoreUnreachable` on
 * failure.
 */
export type ObjectBucket = {
  /** Writes an object, completely or not at all, in constant memory. */
  write: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>;
  /** The bytes of an object, continued after lost connections; undefined if there is none. */
  read: (name: string) => Promise<AsyncIterable<Buffer> | undefined>;
  has: (name: string) => Promise<boolean>;
  /** Every object with this prefix. */
  list: (prefix: string) => Promise<Listed[]>;
  remove: (name: string) => Promise<void>;
};

/** Bytes of a part, held in memory: a store accepts at most 10,000, so 160 GB. */
const PART_BYTES = 16 * 1024 ** 2;
/** Milliseconds per request, and attempts. */
const REQUEST_MS_MAX = 10 * 60_000;
const TRIES_MAX = 3;
const AGAIN_MS = 1_000;
/** Status of an answer with the requested range. */
const PARTIAL_CONTENT = 206;
/** Bytes of a response document. */
const WORDS_BYTES_MAX = 4 * 1024 ** 2;

export function openObjectBucket(
  config: ObjectStoreConfig,
  { partBytes = PART_BYTES, againMs = AGAIN_MS } = {},
): ObjectBucket {
  const below = [config.bucket, config.prefix].filter(Boolean).join('/');
  const urlOf = (name: string) => `${config.endpoint}/${below}/${name}`;
  const ask = (method: string, url: string, bytes?: Buffer, more: Record<string, string> = {}) =>
    sendRequest({ ...config, againMs }, { method, url, bytes, more });
  const done = async (method: string, url: string, bytes?: Buffer): Promise<Response> => {
    const answer = await ask(method, url, bytes);
    if (!answer.ok) throw await refusedBy(method, answer);
    return answer;
  };
  const inParts = async (name: string, parts: AsyncGenerator<Buffer>): Promise<void> => {
    const begun = elementTexts(await bodyText(await done('POST', `${urlOf(name)}?uploads=`)), 'UploadId')[0] ?? '';
    const upload = `uploadId=${encodeURIComponent(begun)}`;
    try {
      const tags: string[] = [];
      for await (const part of parts) {
        const answer = await done('PUT', `${urlOf(name)}?partNumber=${tags.length + 1}&${upload}`, part);
        await spent(answer);
        tags.push(answer.headers.get('etag') ?? '');
      }
      const list = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const whole = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
      const body = await bodyText(await done('POST', `${urlOf(name)}?${upload}`, whole));
      // The status comes before the parts are joined: a body with status 200 can report a failure.
      if (/<Error>/.test(body)) throw new ObjectStoreUnreachable(`the store did not join the parts: ${faultIn(body)}`);
    } catch (error) {
      await ask('DELETE', `${urlOf(name)}?${upload}`).catch(() => {});
      throw error;
    }
  };
  return {
    write: async (name, bytes) => {
      const parts = inPieces(bytes, partBytes);
      const first = await parts.next();
      const second = first.done || first.value.length < partBytes ? { done: true } : await parts.next();
      if (second.done) await spent(await done('PUT', urlOf(name), first.value ?? Buffer.alloc(0)));
      else await inParts(name, startingWith([first.value as Buffer, (second as { value: Buffer }).value], parts));
    },
    read: async (name) => {
      const answer = await ask('GET', urlOf(name));
      if (answer.ok) return chunksOf(answer, (more) => ask('GET', urlOf(name), undefined, more));
      if (answer.status !== 404) throw await refusedBy('GET', answer);
      await spent(answer);
      return undefined;
    },
    has: async (name) => {
      const answer = await ask('HEAD', urlOf(name));
      if (answer.status === 404) return false;
      if (!answer.ok) throw await refusedBy('HEAD', answer);
      return true;
    },
    list: async (prefix) => {
      const found: Listed[] = [];
      const start = config.prefix === '' ? '' : `${config.prefix}/`;
      for (let next = ''; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start + prefix });
        if (next) query.set('continuation-token', next);
        const body = await bodyText(await done('GET', `${config.endpoint}/${config.bucket}/?${spaced(query)}`));
        found.push(...contentsIn(body).map((each) => ({ ...each, name: each.name.slice(start.length) })));
        [next = ''] = elementTexts(body, 'NextContinuationToken');
        if (!next) return found;
      }
    },
    remove: async (name) => {
      const answer = await ask('DELETE', urlOf(name));
      if (!answer.ok && answer.status !== 404) throw await refusedBy('DELETE', answer);
      await spent(answer);
    },
  };
}

/** Discards the body to free the connection. */
const spent = async (answer: Response): Promise<void> => answer.body?.cancel();

async function sendRequest(
  config: ObjectStoreConfig & { againMs: number },
  given: { method: string; url: string; bytes: Buffer | undefined; more: Record<string, string> },
): Promise<Response> {
  const { method, url, bytes, more } = given;
  for (let tries = 1; ; tries++) {
    try {
      const { headers, url: signed } = await signedRequest(config, { method, url, bytes });
      for (const [name, value] of Object.entries(more)) headers.set(name, value);
      const body = bytes ? new Uint8Array(bytes) : null;
      // Reads take as long as the reader; writes come from memory and have a timeout.
      const signal = method === 'GET' ? null : AbortSignal.timeout(REQUEST_MS_MAX);
      const answer = await fetch(signed, { method, headers, signal, redirect: 'error', body });
      if (answer.status < 500 || tries === TRIES_MAX) return answer;
      await spent(answer);
    } catch (error) {
      if (tries === TRIES_MAX)
        throw new ObjectStoreUnreachable(`${method}: the store does not answer`, { cause: error });
    }
    await wait(config.againMs * tries);
  }
}

/** Joins chunks to pieces of exactly this size, except the last. */
async function* inPieces(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let rest = chunk;
    while (length + rest.length >= size) {
      yield Buffer.concat([...held, rest.subarray(0, size - length)]);
      rest = rest.subarray(size - length);
      held = [];
      length = 0;
    }
    if (rest.length > 0) held.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(held);
}

async function* startingWith(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}

/**
 * The bytes of an object. Stores close connections whose reader is slow: after a lost connection,
 * the rest of the same version is requested (RFC 9110, sections 13.1.1 and 14.2). Gives up after
 * `TRIES_MAX` connections that brought nothing.
 */
async function* chunksOf(
  first: Response,
  rest: (headers: Record<string, string>) => Promise<Response>,
): AsyncGenerator<Buffer> {
  const version = first.headers.get('etag');
  let at = 0;
  for (let [answer, tries] = [first, 1]; ; tries++) {
    try {
      for await (const chunk of answer.body ?? []) {
        tries = 0;
        at += chunk.byteLength;
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      }
      return;
    } catch (error) {
      if (!version || tries === TRIES_MAX)
        throw new ObjectStoreUnreachable('GET: the store stopped answering', { cause: error });
    }
    answer = await rest({ range: `bytes=${at}-`, 'if-match': version });
    if (answer.status !== PARTIAL_CONTENT) throw await refusedBy('GET', answer);
  }
}

async function bodyText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > WORDS_BYTES_MAX) throw new ObjectStoreUnreachable('the response of the store is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The signature requires %20 for spaces, not +. */
const spaced = (query: URLSearchParams): string => query.toString().replaceAll('+', '%20');

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** Elements with text in the store's responses. */
const ELEMENTS = /<(UploadId|NextContinuationToken|Key|Size|LastModified)>([^<]*)</g;

const elementTexts = (xml: string, name: string): string[] =>
  [...xml.matchAll(ELEMENTS)].filter(([, element]) => element === name).map(([, , text]) => plain(text ?? ''));

const contentsIn = (xml: string): Listed[] =>
  [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, each = '']) => ({
    name: elementTexts(each, 'Key')[0] ?? '',
    bytes: Number(elementTexts(each, 'Size')[0]),
    at: Date.parse(elementTexts(each, 'LastModified')[0] ?? ''),
  }));

/** The store's error code, reduced to safe characters. */
const faultIn = (text: string): string => /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? '';

async function refusedBy(method: string, answer: Response): Promise<ObjectStoreUnreachable> {
  const body = await bodyText(answer).catch(() => '');
  return new ObjectStoreUnreachable(`${method}: the store answered ${answer.status} ${faultIn(body)}`.trim());
}
