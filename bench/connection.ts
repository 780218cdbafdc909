import { connect, type TLSSocket } from 'node:tls';

export type Reply = { status: number; body: Buffer };

/** A kept-alive HTTPS connection: one request at a time, as little parsing as an answer with a Content-Length takes. */
export type Connection = { ask: (request: string) => Promise<Reply>; close: () => void };

const HEAD_END = Buffer.from('\r\n\r\n');

/** Opens a connection to the server on this machine, trusting the given authority only. */
export async function openConnection(port: number, ca: string): Promise<Connection> {
  const socket = await secureSocket(port, ca);
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const reply = wholeReply(received);
    if (!reply) return;
    received = Buffer.alloc(0);
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

function wholeReply(received: Buffer): Reply | undefined {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const at = head.indexOf('content-length: ');
  const length = at < 0 ? 0 : Number.parseInt(head.slice(at + 16), 10);
  const bodyAt = headEnd + HEAD_END.length;
  if (received.length < bodyAt + length) return undefined;
  return { status: Number(head.slice(9, 12)), body: received.subarray(bodyAt, bodyAt + length) };
}

/** The bytes of a request. */
export function requestText(
  port: number,
  { method, path, key, body }: { method: string; path: string; key: string; body?: string | undefined },
): string {
  const said =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: Bearer ${key}\r\n${said}\r\n${body ?? ''}`;
}
