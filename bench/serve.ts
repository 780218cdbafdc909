import pino from 'pino';
import { v7 } from 'uuid';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/ground/database.ts';
import { withFileLock } from '../src/ground/file-lock.ts';
import { serverCertificate } from '../src/ground/server-certificate.ts';
import { findCaller } from '../src/http/caller.ts';
import { rateLimit } from '../src/http/rate-limit.ts';
import { startServer } from '../src/http/server.ts';
import { accountOperations } from '../src/operations/account/list.ts';
import { operations } from '../src/operations/index.ts';
import { openSeal } from '../src/seal/open-seal.ts';
import { migrate } from '../src/store/migrate.ts';
import { openPool } from '../src/store/pool.ts';

// The service's pieces, put together the way `facturier serve` does.
const config = readConfig(process.env);
const database = await openDatabase(config);
await migrate(database.ownerUrl);
const { certificate: cert, key } = await serverCertificate(config, new Date());
const pool = openPool(database.serving);
const seal = await openSeal(config.dataFolder, { lock: withFileLock });
const now = (): number => Math.floor(Date.now() / 1000);
const server = await startServer({
  operations: [...new Set([...operations, ...accountOperations])],
  world: {
    pool,
    surroundings: { serviceName: config.serviceName, publicUrl: config.publicUrl, seal },
    now,
    newId: () => v7(),
  },
  access: { findCaller: (bearer) => findCaller(pool, bearer, now()), rateLimit: rateLimit(config.rateLimit) },
  log: pino({ level: config.logLevel }),
  isReady: async () => true,
  tls: { cert, key },
  host: config.host,
  port: config.port,
  trustedProxies: [],
});
process.once('SIGTERM', async () => {
  await server.stop();
  await pool.end();
  await seal.close();
  await database.leave();
  process.disconnect?.();
});
