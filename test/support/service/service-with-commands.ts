import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChainSigner } from '../../../src/audit/chain/open-chain-signer.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';
import { serviceOverHttps } from './service-over-https.ts';

/**
 * A service, and a data folder with its signing keys, so that commands a developer runs next to a
 * running server use both.
 */
export async function serviceWithCommands() {
  const folder = await mkdtemp(join(tmpdir(), 'facturier commands '));
  const dataFolder = join(folder, 'data');
  const seal = await openChainSigner(dataFolder, { lock: withFileLock });
  const service = await serviceOverHttps({}, { seal });
  // Other processes use the machine's clock.
  service.clock.now = Math.floor(Date.now() / 1000);
  const ca = join(folder, 'authority.pem');
  await writeFile(ca, service.certificate.cert);
  return {
    service,
    /** The file of the certificate authority that issued its certificate. */
    ca,
    /** The settings of a command that uses the same database and data folder. */
    beside: () => ({ FACTURIER_DATA: dataFolder, DATABASE_URL: service.database.databaseUrl }),
    close: async () => {
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}
