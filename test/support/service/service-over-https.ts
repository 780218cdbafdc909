import type pg from 'pg';
import pino from 'pino';
import { createApiKey } from '../../../src/api/account/api-keys.ts';
import { updateCompany } from '../../../src/api/account/company.ts';
import { operations } from '../../../src/api/index.ts';
import type { ChainSigner } from '../../../src/audit/chain/chain-signer.ts';
import { openPool } from '../../../src/db/connections/pool.ts';
import { scopes } from '../../../src/domain/account/scope.ts';
import { isKnownKey } from '../../../src/http/auth/api-key-cache.ts';
import { findCaller } from '../../../src/http/auth/find-caller.ts';
import { rateLimit } from '../../../src/http/limits/key-rate-limit.ts';
import { type HttpServer, type HttpServerOptions, startServer } from '../../../src/http/server/server.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';
import type { FreshDatabase } from '../database/test-database.ts';
import { COMPANY } from './company.ts';
import { type Answered, type Ask, httpClient } from './http-client.ts';
import { type TestService, testService } from './in-process-service.ts';
import { sharedCertificate } from './test-certificate.ts';

/** A replica, and the write positions stored for it. */
type Reading = Required<Pick<AppServices, 'replica' | 'positions'>>;

const certificate = await sharedCertificate('service');

/**
 * A whole service in this process over real HTTPS, on a fresh database and with a clock that tests
 * set. `ask` uses a live key with every scope. `more` overrides server options. With `given.seal`,
 * other processes can continue its audit chains.
 */
export async function serviceOverHttps(
  more: Partial<HttpServerOptions> = {},
  given: { seal?: ChainSigner; database?: FreshDatabase; reading?: (pool: pg.Pool) => Promise<Reading> } = {},
) {
  const service = await testService(given);
  const answer = await service.call(updateCompany, { body: COMPANY });
  if (answer.refused) throw new Error(`the company was refused: ${JSON.stringify(answer)}`);
  const keys = { live: await keyOf(service, false), test: await keyOf(service, true) };
  const logged: string[] = [];
  const start = async () => {
    const pool = openPool(service.database.serving);
    const reading = await given.reading?.(pool);
    const server = await serve(service, pool, { logged, more, reading });
    const client = httpClient({ port: server.port, ca: certificate.cert });
    const stop = async (): Promise<void> => {
      client.close();
      await server.stop();
      await reading?.replica.close();
      await pool.end();
    };
    return { server, client, stop, pool, reading };
  };
  let running = await start();
  return {
    ...service,
    keys,
    /** Internal errors the server has logged: empty unless there is a bug. */
    logged,
    port: () => running.server.port,
    /** The port for trusted proxies, if it is open (`httpPort`). */
    httpPort: () => running.server.httpPort,
    /** The server's database connections. */
    pool: () => running.pool,
    /** The server's replica connections, if it has a replica. */
    reading: () => running.reading,
    certificate,
    ask: (path: string, asked: Ask = {}): Promise<Answered> => running.client.ask(path, { key: keys.live, ...asked }),
    /** Starts another server on the same database. */
    another: start,
    restart: async () => {
      await running.stop();
      running = await start();
    },
    close: async () => {
      await running.stop();
      await service.close();
    },
  };
}

export type ServiceOverHttps = Awaited<ReturnType<typeof serviceOverHttps>>;

async function keyOf(service: TestService, test: boolean): Promise<string> {
  const made = await service.call(createApiKey, {
    body: { name: 'Test', test, ...(!test && { scopes: [...scopes] }) },
  });
  if (made.refused) throw new Error(`no key: ${JSON.stringify(made)}`);
  return made.json.key;
}

const serve = (
  service: TestService,
  pool: ReturnType<typeof openPool>,
  { logged, more, reading }: { logged: string[]; more: Partial<HttpServerOptions>; reading: Reading | undefined },
): Promise<HttpServer> =>
  startServer({
    operations,
    services: { ...service.services, pool, ...reading },
    access: {
      findCaller: (bearer) => findCaller(pool, bearer, service.clock.now),
      isKnownKey: (bearer) => isKnownKey(pool, bearer),
      rateLimit: rateLimit(0),
    },
    log: pino({ level: 'error' }, { write: (line: string) => void logged.push(line) }),
    isReady: async () => true,
    tls: certificate,
    host: '127.0.0.1',
    port: 0,
    trustedProxies: [],
    // One test may simulate many clients at one address.
    connectionsPerAddress: 0,
    ...more,
  });
