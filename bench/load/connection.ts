import { connect, type TLSSocket } from 'node:tls';

export type Reply = { status: number; body: Buffer };

/**
 * A keep-alive HTTPS connection: one request at a time, with minimal parsing of responses with a
 * Content-Length.
 */
export type Connection = { ask: (request: string) => Promise<Reply>; close: () => void };

const HEAD_END = Buffer.from('\r\n\r\n');

/** Connects to the server on this machine, trusting only the given authority. */
export async function openConnection(port: number, ca: string): Promise<Connection> {
  const socket = await secureSocket(port, ca);
  let received: Buffer[] = [];
  let missing: number | undefined;
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    // Concatenate only when the head is complete and when the whole response is.
    missing = missing === undefined ? missingIn(Buffer.concat(received)) : missing - chunk.length;
    if (missing === undefined || missing > 0) return;
    const reply = replyIn(Buffer.concat(received));
    received = [];
    missing = undefined;
    waiting?.resolve(reply);
  });
  const fail = (error?: Error): void => waiting?.reject(error ?? new Error('the server closed the connection'));
  socket.on('error', fail);
  socket.on('close', () => fail());
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function secureSocket(port: number, ca: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' }, () => resolve(socket));
    socket.setNoDelay(true);
    socket.once('error', reject);
  });
}

/** Bytes of a response still missing; undefined before the end of its head. */
function missingIn(received: Buffer): number | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const at = head.indexOf('content-length: ');
  const length = at < 0 ? 0 : Number.parseInt(head.slice(at + 16), 10);
  return headEnd + HEAD_END.length + length - received.length;
}

const replyIn = (received: Buffer): Reply => ({
  status: Number(received.toString('latin1', 9, 12)),
  body: received.subarray(received.indexOf(HEAD_END) + HEAD_END.length),
});

/** The bytes of a request. */
export function requestText(
  port: number,
  asked: { method: string; path: string; key: string; body?: string | undefined; idempotencyKey?: string | undefined },
): string {
  const { method, path, key, body, idempotencyKey } = asked;
  const once = idempotencyKey === undefined ? '' : `idempotency-key: ${idempotencyKey}\r\n`;
  const said =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${key}\r\n${once}${said}\r\n${body ?? ''}`;
}
