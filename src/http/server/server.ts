import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { processLimits } from '../../limits/process-limits.ts';
import { type AppOptions, createApp } from '../app.ts';
import { sendSocketProblem, unreadable } from '../errors/socket-problem.ts';
import { limitConnections } from '../limits/connection-limits.ts';
import { noSecurityLog } from '../logging/security-log.ts';
import { socketsOf, stopServers } from './graceful-shutdown.ts';
import { httpsListener, plainHttpListener, trustedProxies } from './listeners.ts';

const HEADER_BYTES_MAX = 16_384;
/** TLS 1.2 and 1.3, authenticated ciphers with forward secrecy. */
const TLS_ALLOWED = {
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ].join(':'),
} as const;

export type HttpServerOptions = Omit<AppOptions, 'isStopping' | 'isTrusted'> & {
  tls: { key: string | Buffer; cert: string | Buffer };
  host: string;
  port: number;
  /** The port that refuses plain HTTP; 0 for any free port, undefined for none. */
  httpPort?: number | undefined;
  /** The same ports if they are already open, for instance inherited; they are taken over. */
  held?: { readonly PORT?: net.Server; readonly HTTP_PORT?: net.Server };
  trustedProxies: readonly string[];
  /** Answers the challenges of a certificate authority on the plain HTTP port (DOMAIN). */
  challengeAnswer?: ((path: string) => Promise<string | undefined>) | undefined;
  /**
   * Refuses requests still waiting at the end of the grace period, so that they get a response
   * before their connection closes.
   */
  refuseWaiting?: () => void;
  /** Maximum connections per address, trusted proxies excluded; 0 for no limit. */
  connectionsPerAddress?: number | undefined;
};

export type HttpServer = {
  port: number;
  httpPort: number | undefined;
  /** Uses a renewed certificate for new connections. */
  renew: (tls: HttpServerOptions['tls']) => void;
  /**
   * Reports not ready for this long and closes each connection after its next response, while still
   * answering.
   */
  drain: (ms: number) => Promise<void>;
  /**
   * Finishes requests in progress, accepts no new ones, and ends within seven seconds; requests
   * still waiting are refused.
   */
  stop: () => Promise<void>;
};

/** Serves the API over HTTPS, and optionally a port that refuses plain HTTP. */
export async function startServer(given: HttpServerOptions): Promise<HttpServer> {
  let stopping = false;
  const publicUrl = (): string => given.services.environment.publicUrl;
  const isTrusted = trustedProxies(given.trustedProxies);
  const api = await createApp({ ...given, isTrusted, isStopping: () => stopping });
  // A missing Host gets a problem response; Node would send an empty page.
  const { idleMs, lookMs, handshakeMs: handshakeTimeout } = processLimits.connections;
  const settings = {
    ...{ keepAliveTimeout: idleMs, connectionsCheckingInterval: lookMs },
    ...{ maxHeaderSize: HEADER_BYTES_MAX, requireHostHeader: false },
  };
  const behind = { isTrusted, api: api.routing, publicUrl };
  const secure = https.createServer(
    { ...settings, ...TLS_ALLOWED, handshakeTimeout, ...given.tls },
    httpsListener(behind),
  );
  refusePlainOn(secure, publicUrl);
  const plain = http.createServer(settings, plainHttpListener({ ...behind, challengeAnswer: given.challengeAnswer }));
  const { perAddressMax } = processLimits.connections;
  const connections = limitConnections({
    isTrusted,
    perAddressMax: given.connectionsPerAddress ?? perAddressMax,
    securityLog: given.services.environment.securityLog ?? noSecurityLog,
  });
  const sockets = socketsOf([secure, plain]);
  for (const server of [secure, plain]) {
    bound(server, publicUrl);
    connections.watch(server);
  }

  const listening: (http.Server | https.Server)[] = [];
  try {
    await listen(secure, given.held?.PORT ?? given);
    listening.push(secure);
    if (given.httpPort !== undefined) {
      await listen(plain, given.held?.HTTP_PORT ?? { port: given.httpPort, host: given.host });
      listening.push(plain);
    }
  } catch (error) {
    for (const server of listening) server.close();
    await api.close();
    throw error;
  }
  return {
    port: portOf(secure),
    httpPort: plain.listening ? portOf(plain) : undefined,
    renew: (tls) => secure.setSecureContext({ ...TLS_ALLOWED, ...tls }),
    drain: async (ms) => {
      stopping = true;
      await wait(ms);
    },
    stop: async () => {
      stopping = true;
      await stopServers(listening, { sockets, refuseWaiting: given.refuseWaiting });
      await api.close();
    },
  };
}

function bound(server: http.Server | https.Server, publicUrl: () => string): void {
  const { headersMs, requestMs, stalledMs } = processLimits.connections;
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.timeout = stalledMs;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else sendSocketProblem(socket as Socket, unreadable(error), publicUrl());
  });
  // CONNECT: this is not a proxy. Node would close the connection without a response.
  server.on('connect', (_request, socket) => {
    sendSocketProblem(socket as Socket, { refused: 'request_malformed' }, publicUrl());
  });
  server.on('checkExpectation', (_request, response: http.ServerResponse) => {
    sendSocketProblem(response.socket as Socket, { refused: 'expectation_failed' }, publicUrl());
  });
}

/**
 * Answers plain HTTP sent to the TLS port with an HTTP error. A TLS record never starts with a
 * letter.
 */
function refusePlainOn(server: https.Server, publicUrl: () => string): void {
  const [shakeHands] = server.listeners('connection') as ((socket: Socket) => void)[];
  if (!shakeHands) throw new Error('the TLS server has no connection listener');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const impatient = (): void => void socket.destroy();
    socket.setTimeout(processLimits.connections.firstByteMs, impatient);
    socket.on('error', impatient);
    socket.once('readable', () => {
      socket.removeListener('timeout', impatient);
      socket.setTimeout(0);
      const first: Buffer | null = socket.read(1);
      if (first === null) return socket.destroy();
      if (LETTER.test(first.toString('latin1')))
        return sendSocketProblem(socket, { refused: 'plain_http' }, publicUrl());
      socket.unshift(first);
      socket.removeListener('error', impatient);
      return shakeHands.call(server, socket);
    });
  });
}

const LETTER = /[A-Za-z]/;

async function listen(server: Server, where: net.Server | { port: number; host: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    const done = (): void => {
      server.removeListener('error', reject);
      resolve();
    };
    if (where instanceof net.Server) server.listen(where, done);
    else server.listen(where.port, where.host, done);
  });
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
