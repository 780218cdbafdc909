import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import type { AttackRequest } from './attack-request.ts';

/** Target of raw bytes, source addresses, key and end time (Unix milliseconds). */
export type Field = {
  port: number;
  ca: string;
  key: string;
  until: number;
  atOnce: number;
  address: (at: number) => string;
  note: (status: string) => void;
};

type Connection = tls.TLSSocket | net.Socket;

/** List requests whose responses are never read. */
export const neverReading =
  (shot: AttackRequest) =>
  (field: Field): Promise<void> =>
    many(field, async (at) => {
      const socket = await secured(field, at);
      socket.pause();
      socket.write(textOf(field, shot));
      return socket;
    });

/** Bodies of one byte a second, and endless headers. */
export const slowSenders = (field: Field): Promise<void> =>
  many(field, async (at) => {
    const socket = await secured(field, at);
    const head = `POST /v2/catalog/product HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${field.key}\r\n`;
    const slowly =
      at % 2 === 0 ? `${head}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"x":"` : head;
    socket.write(slowly);
    const dripping = setInterval(() => socket.write(at % 2 === 0 ? 'x' : `X-${Date.now()}: 1\r\n`), 1_000);
    socket.once('close', () => clearInterval(dripping));
    return socket;
  });

/** Connections that send nothing, or stop within the first TLS record. */
export const stalledHandshakes = (field: Field): Promise<void> =>
  many(field, async (at) => {
    const socket = await plain(field, at);
    // The start of a ClientHello of 512 bytes, which never continues.
    if (at % 3 > 0) socket.write(Buffer.from([22, 3, 1, 2, 0, 1, 0, 1]));
    return socket;
  });

/** Idle connections after the TLS handshake. */
export const idleConnections = (field: Field): Promise<void> => many(field, (at) => secured(field, at));

/** Hundreds of pipelined requests per connection. */
export const pipelined =
  (shot: AttackRequest) =>
  (field: Field): Promise<void> =>
    many(field, async (at) => {
      const socket = await secured(field, at);
      socket.on('data', () => {});
      socket.write(textOf(field, shot).repeat(500));
      return socket;
    });

/** Requests whose client disconnects at once, repeatedly. */
export const hangingUp =
  (shots: readonly AttackRequest[]) =>
  async (field: Field): Promise<void> => {
    let sent = 0;
    const one = async (at: number): Promise<void> => {
      while (Date.now() < field.until) {
        const socket = await secured(field, at).catch(() => undefined);
        socket?.write(textOf(field, shots[sent++ % shots.length] as AttackRequest));
        await wait(30);
        socket?.destroy();
        field.note(socket ? 'hung up' : 'not connected');
      }
    };
    await Promise.all(Array.from({ length: field.atOnce }, (_, at) => one(at)));
  };

/** Connections opened at the same time. */
const OPENED_AT_ONCE = 20;

/**
 * Opens connections, keeps as many as the service allows until the time is up, and replaces lost
 * ones.
 */
async function many(field: Field, open: (at: number) => Promise<Connection>): Promise<void> {
  const sockets = new Set<Connection>();
  let at = 0;
  const opening = async (): Promise<void> => {
    while (Date.now() < field.until) {
      if (sockets.size >= field.atOnce) await wait(20);
      else {
        const socket = await open(at++).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
        field.note(typeof socket === 'string' ? socket : 'opened');
        if (typeof socket === 'string') await wait(20);
        else {
          sockets.add(socket);
          socket.once('close', () => sockets.delete(socket));
        }
      }
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, opening));
  for (const socket of sockets) socket.destroy();
}

const CONNECT_MS = 3_000;

function plain({ port, address }: Field, at: number): Promise<net.Socket> {
  return opened(net.connect({ host: '127.0.0.1', port, localAddress: address(at) }), 'connect');
}

const secured = ({ port, ca, address }: Field, at: number): Promise<tls.TLSSocket> =>
  opened(
    tls.connect({
      host: '127.0.0.1',
      servername: 'localhost',
      port,
      ca,
      localAddress: address(at),
    } as tls.ConnectionOptions),
    'secureConnect',
  );

function opened<S extends Connection>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(new Error('late')), CONNECT_MS);
    // Later errors are the service's response to an attack, not ours.
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once(event, () => {
      clearTimeout(late);
      resolve(socket);
    });
  });
}

function textOf({ key }: Field, { make }: AttackRequest): string {
  const { method, path, headers = {}, body = '' } = make();
  const all = {
    Host: 'localhost',
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
