import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionCut, json, type TrialAnswer } from './answer.ts';
import { ENVELOPE_BYTES_MAX, FILE_BYTES_MAX } from './limits.ts';
import type { TrialPlatform } from './platform.ts';

/** Milliseconds between two looks at what is due, so that webhooks are sent without a request. */
const ADVANCE_MS = 500;
/** Milliseconds a webhook's receiver has to answer. */
const CALLBACK_MS_MAX = 10_000;

export type ServedPlatform = { readonly url: string; readonly close: () => Promise<void> };

/** Puts a trial platform behind a port of this machine; port 0 is a free one. */
export async function serveTrialPlatform(platform: TrialPlatform, port: number): Promise<ServedPlatform> {
  const server = createServer((request, response) => void respond(platform, request, response));
  await listening(server, port);
  let advancing: Promise<void> | undefined;
  const timer = setInterval(() => {
    advancing ??= platform
      .advance()
      .catch(() => undefined)
      .finally(() => {
        advancing = undefined;
      });
  }, ADVANCE_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(timer);
      await advancing;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });

async function respond(platform: TrialPlatform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const { method = 'GET', url = '/' } = request;
    write(response, body ? await platform.answer({ method, url, headers, body }) : TOO_LARGE);
  } catch (error) {
    if (error instanceof ConnectionCut || response.headersSent) request.socket.destroy();
    else write(response, json(400, { errorCode: 'INVALID_REQUEST', errorMessage: 'The request was not read.' }));
  }
}

const TOO_LARGE = json(
  413,
  { errorCode: 'FILE_SIZE_EXCEEDED', errorMessage: `A file has at most ${FILE_BYTES_MAX} bytes.` },
  { connection: 'close' },
);

function write(response: ServerResponse, { status, headers, body }: TrialAnswer): void {
  response.writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': String(body.length) }) });
  response.end(status === 204 ? undefined : body);
}

/** The body; undefined beyond the limit, of which nothing is kept. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > FILE_BYTES_MAX + ENVELOPE_BYTES_MAX) {
    request.resume();
    return undefined;
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= FILE_BYTES_MAX + ENVELOPE_BYTES_MAX) parts.push(part);
    else parts.length = 0;
  }
  return length > FILE_BYTES_MAX + ENVELOPE_BYTES_MAX ? undefined : Buffer.concat(parts);
}

/** Sends a callback once; clients that miss one find the flow by searching. */
export async function postCallback(callback: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}): Promise<void> {
  const signal = AbortSignal.timeout(CALLBACK_MS_MAX);
  const { url, headers, body } = callback;
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await answer.body?.cancel();
  } catch {
    // The receiver does not answer: nothing waits for it.
  }
}
