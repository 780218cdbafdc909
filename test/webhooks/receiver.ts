import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sharedCertificate } from '../support/service/test-certificate.ts';

/** The self-signed certificate of the receivers. */
export const receiverCertificate = await sharedCertificate('receiver');
export const receiverCa = receiverCertificate.cert;

/** One received delivery. */
export type Received = {
  path: string;
  /** The header webhook-id. */
  id: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Milliseconds, by the clock of the test process. */
  at: number;
};

/** How a receiver answers; the default is status 200. */
export type Behaviour = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

export type Receiver = {
  /** Ends with a slash; the text after it distinguishes endpoints. */
  url: string;
  port: number;
  received: Received[];
  /** Sets the behaviour from now on. */
  behave: (behaviour: Behaviour) => void;
  close: () => Promise<void>;
};

const fine: Behaviour = (_, response) => void response.end('ok');

/** A server on this machine that receives deliveries, over TLS by default. */
export async function receiver(
  options: { clear?: boolean; behave?: Behaviour; host?: string } = {},
): Promise<Receiver> {
  let behave = options.behave ?? fine;
  const received: Received[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('error', () => {});
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const one = {
        ...{ path: request.url ?? '', id: headers['webhook-id'] ?? '', headers },
        ...{ body: Buffer.concat(parts).toString(), at: performance.now() },
      };
      received.push(one);
      behave(one, response, request);
    });
  };
  const server: Server = options.clear ? createServer(answer) : createTlsServer(receiverCertificate, answer);
  server.listen(0, options.host ?? '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.clear ? 'http' : 'https'}://${options.clear ? '127.0.0.1' : 'localhost'}:${port}/`,
    port,
    received,
    behave: (behaviour) => {
      behave = behaviour;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
