// An approved platform to be killed, with its settings as JSON. Its state survives in PostgreSQL.
import { v7 } from 'uuid';
import { openPool } from '../../../src/db/connections/pool.ts';
import { openEmbeddedDatabase } from '../../../src/runtime/cluster/embedded-database.ts';
import { storedTrialStore } from '../../../src/services/einvoicing/trial-platform/stored-trial-state.ts';
import { ownCompany, trialCompanies } from '../../../src/trial-platform/companies.ts';
import { createTrialPlatform } from '../../../src/trial-platform/platform.ts';
import { serveTrialPlatform } from '../../../src/trial-platform/serve.ts';
import type { TrialStore } from '../../../src/trial-platform/store.ts';

const { dataFolder, accountId, port, siren, faults, isUnguarded } = JSON.parse(process.argv[2] ?? '');

/** Control: nothing sent before is found or named again, so the same invoice is taken twice. */
const unguarded = (store: TrialStore): TrialStore => ({
  change: (work) =>
    store.change((state) =>
      work({
        ...state,
        flowsTracked: async () => [],
        invoiceFlow: async () => undefined,
        saveFlow: ({ invoiceKey: _, trackingId: __, ...flow }, file) => state.saveFlow(flow, file),
      }),
    ),
});

const database = await openEmbeddedDatabase(dataFolder, { keepRunning: true });
const store = storedTrialStore(openPool(database.serving), accountId);
const secretOf = () => 'secret';
const platform = createTrialPlatform({
  store: isUnguarded ? unguarded(store) : store,
  now: () => Date.now() / 1000,
  newId: () => v7(),
  companies: [...trialCompanies(secretOf), ownCompany(siren, secretOf)],
  faults,
});
const { url } = await serveTrialPlatform(platform, port);
process.stdout.write(`${url}\n`);
