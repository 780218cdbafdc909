import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const KEYS = { keyId: 'AKIAFACTURIER', secret: 'a/secret+with=signs' };
export const BUCKET = 'factures';
const REGION = 'eu-west-3';
/** Seconds a request's time may differ from the server's clock, as in AWS. */
const SKEW_SECONDS = 900;

/**
 * How the store behaves: normally, as temporarily unavailable, closing the connection, closing it
 * after half of each object, or never answering.
 */
type Mood = 'well' | 'busy' | 'closing' | 'halving' | 'silent';

/**
 * A store with the S3 protocol in path style, on loopback. It checks Signature Version 4 of each
 * request by the public specification, without the library that signed it.
 */
export async function objectStore() {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const state: { mood: Mood; onPut?: () => Promise<void> } = { mood: 'well' };
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    asked.push(`${request.method} ${request.url}`);
    if (state.mood === 'silent') return;
    if (state.mood === 'closing') return void request.socket.destroy();
    if (state.mood === 'busy') return fault(response, 503, 'SlowDown');
    const wrong = wrongSignature(request, body);
    if (wrong) return fault(response, 403, wrong);
    if (request.method === 'PUT') await state.onPut?.();
    answer(objects, request, response, { body, halving: state.mood === 'halving' });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    /** The stored objects, by path below the bucket. */
    objects,
    /** Methods and paths, in order of arrival. */
    asked,
    state,
    given: { endpoint: `http://127.0.0.1:${port}`, region: REGION, bucket: BUCKET, prefix: 'prod', ...KEYS },
    url: `s3://${KEYS.keyId}:${encodeURIComponent(KEYS.secret)}@127.0.0.1:${port}/${BUCKET}/prod?region=${REGION}&tls=0`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestObjectStore = Awaited<ReturnType<typeof objectStore>>;

function answer(
  objects: Map<string, Buffer>,
  { method, url = '', headers }: IncomingMessage,
  to: ServerResponse,
  { body, halving }: { body: Buffer; halving: boolean },
) {
  const { pathname, searchParams: query } = new URL(url, 'http://store');
  const [, bucket, ...rest] = pathname.split('/');
  const path = rest.join('/');
  if (bucket !== BUCKET) return fault(to, 404, 'NoSuchBucket');
  if (query.has('list-type')) return list(objects, query, to);
  if (query.has('uploads') || query.has('uploadId')) return part({ objects, method, path, query, to, body });
  const kept = objects.get(path);
  if (method === 'PUT') {
    objects.set(path, body);
    return void to.writeHead(200).end();
  }
  if (method === 'DELETE') {
    objects.delete(path);
    return void to.writeHead(204).end();
  }
  if (!kept) return fault(to, 404, 'NoSuchKey');
  const etag = `"${createHash('md5').update(kept).digest('hex')}"`;
  if (headers['if-match'] && headers['if-match'] !== etag) return fault(to, 412, 'PreconditionFailed');
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
  const bytes = kept.subarray(Number(from ?? 0));
  to.writeHead(from ? 206 : 200, { 'content-length': bytes.length, etag });
  if (method === 'HEAD') return void to.end();
  if (halving && bytes.length > 1) return void to.write(bytes.subarray(0, bytes.length / 2), () => to.destroy());
  return void to.end(bytes);
}

/** Two per page, so that a client has to read several pages. */
const LISTED_MAX = 2;

function list(objects: Map<string, Buffer>, query: URLSearchParams, to: ServerResponse): void {
  const after = query.get('continuation-token') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after);
  const page = names.toSorted().slice(0, LISTED_MAX);
  const contents = page.map(
    (name) =>
      `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key><LastModified>2026-11-22T02:30:00.000Z</LastModified><Size>${objects.get(name)?.length}</Size></Contents>`,
  );
  const next = names.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  to.writeHead(200, { 'content-type': 'application/xml' });
  to.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
}

/** Multipart uploads: an object appears once its parts are joined. */
const uploads = new Map<string, Buffer[]>();

function part(given: {
  objects: Map<string, Buffer>;
  method: string | undefined;
  path: string;
  query: URLSearchParams;
  to: ServerResponse;
  body: Buffer;
}): void {
  const { objects, method, path, query, to, body } = given;
  const id = query.get('uploadId') ?? `upload-${uploads.size}&`;
  if (method === 'POST' && query.has('uploads')) {
    uploads.set(id, []);
    return void to.writeHead(200).end(`<R><UploadId>${id.replaceAll('&', '&amp;')}</UploadId></R>`);
  }
  const parts = uploads.get(id);
  if (!parts) return fault(to, 404, 'NoSuchUpload');
  if (method === 'PUT') {
    parts[Number(query.get('partNumber')) - 1] = body;
    return void to.writeHead(200, { etag: `"${parts.length}"` }).end();
  }
  uploads.delete(id);
  if (method === 'DELETE') return void to.writeHead(204).end();
  const told = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\d+)"<\/ETag>/g)].length;
  if (told !== parts.length) return fault(to, 400, 'InvalidPart');
  objects.set(path, Buffer.concat(parts));
  return void to.writeHead(200).end('<CompleteMultipartUploadResult/>');
}

/** Uploads that were started and neither completed nor aborted. */
export const uploadsLeft = (): number => uploads.size;

const fault = (to: ServerResponse, status: number, code: string): void =>
  void to.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

/** What is wrong with a request's signature, as an S3 error code; undefined if it is valid. */
function wrongSignature({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  const said = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (!said) return 'AccessDenied';
  const [, keyId, scope = '', names = '', signature = ''] = said;
  const at = String(headers['x-amz-date']);
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (keyId !== KEYS.keyId) return 'InvalidAccessKeyId';
  if (scope !== `${at.slice(0, 8)}/${REGION}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  if (Math.abs(Date.now() - momentOf(at)) > SKEW_SECONDS * 1000) return 'RequestTimeTooSkewed';
  // The host and every x-amz header must be signed, and the hash must match the received body.
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (mustBeSigned.some((name) => !names.split(';').includes(name))) return 'AccessDenied';
  if (headers['x-amz-content-sha256'] !== bodyHash) return 'XAmzContentSHA256Mismatch';

  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = scope.split('/').reduce<Buffer>((under, part) => hmac(under, part), Buffer.from(`AWS4${KEYS.secret}`));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** `20260302T090000Z` in milliseconds. */
const momentOf = (at: string): number =>
  Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
