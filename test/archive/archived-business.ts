import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { archivePeriod } from '../../src/cli/books/archive.ts';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { testCluster } from '../support/database/test-database.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { testService } from '../support/service/in-process-service.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

/**
 * Business of March and a day of April: invoices, an attachment, partial and reversed payments, an
 * estimate, a cancellation, books that were closed; and the command that archives it.
 */
export async function archivedBusiness() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier archived '));
  const seal = await openChainSigner(dataFolder, { lock: withFileLock });
  const service = await testService({ seal });
  const books = booksOf(service);
  await books.company();
  const customer = await books.contact();
  service.clock.now = at('2026-03-02T10:00:00+01:00');
  const draft = await books.invoice(customer);
  await books.done('attach-file', draft.id, { name: 'conditions.txt', content: btoa('conditions particulières') });
  const { id } = await books.finalized(draft);
  const payments = [{ amount: 50_000, receivedAt: at('2026-03-02T08:00:00+01:00'), method: 'transfer' }];
  await books.done('mark-paid', id, { payments });
  service.clock.now = at('2026-03-12T10:00:00+01:00');
  await books.signedEstimate(customer);
  const wrong = await books.finalized(books.invoice(customer));
  await books.done('cancel-invoice', wrong.id, {});
  await books.pay('invoice', id, 70_000);
  const lines = [
    { account: '512', label: 'Banque', debit: 420_000 },
    { account: '101', label: 'Capital', credit: 420_000 },
  ];
  const opening = await books.done('record-opening-balances', undefined, { on: '2026-01-01', lines });
  await books.done('reverse-opening-balances', opening.id);
  const purchase = await books.done('record-purchase', undefined, {
    ...{ paidOn: '2026-03-04', supplierName: 'Papeterie du Port', nature: 'other', amount: 2_400, method: 'cash' },
  });
  const car = { name: 'Clio', kind: 'car', power: 5, from: '2026-01-01' };
  const { id: vehicleId } = await books.done('create-vehicle', undefined, car);
  const trip = { on: '2026-03-04', origin: 'Lyon', destination: 'Grenoble', purpose: 'Visite', kilometers: 112 };
  await books.done('record-trip', undefined, { ...trip, vehicleId });
  const subject = { kind: 'purchase', id: purchase.id };
  const comment = await books.done('add-book-comment', undefined, { subject, text: 'Il manque le ticket.' });
  await books.done('resolve-book-comment', comment.id, { text: 'Ticket ajouté.' });
  await books.done('close-books', undefined, { through: '2026-03-10' });
  service.clock.now = at('2026-04-02T10:00:00+02:00');
  await books.finalized(books.invoice(customer));
  service.clock.now = at('2026-04-10T10:00:00+02:00');
  await service.call('make-closures');
  service.clock.now = at('2026-06-01T10:00:00+02:00');

  const { services, owner, database } = service;
  const place = { config: { dataFolder }, database, pool: services.pool, owner, seal, services };
  const pem = await readFile(join(dataFolder, 'keys', 'audit.key.pem'));
  const privateKey = createPrivateKey(pem);
  const superuser = new pg.Client({
    ...(await testCluster()).superuser,
    database: (database.serving as { database: string }).database,
  } as pg.ClientConfig);
  await superuser.connect();
  return {
    service,
    privateKey: { privateKey, publicKey: createPublicKey(pem) },
    /** Runs `facturier archive`. */
    make: (path: string, options: { from: string; to: string }) =>
      archivePeriod(place as unknown as CommandContext, path, options),
    /** The links of the live chain. */
    links: () => superuser.query('select seq, link from billing.chain_link where not test order by seq'),
    /** Changes a byte of every PDF and restores it after `work`. */
    tampered: async (work: () => Promise<void>): Promise<void> => {
      const flip = `update billing.file set bytes = set_byte(bytes, 100, get_byte(bytes, 100) # 1) where length(bytes) > 1000`;
      await superuser.query("set session_replication_role = 'replica'");
      await superuser.query(flip);
      try {
        await work();
      } finally {
        await superuser.query(flip);
      }
    },
    close: async () => {
      await superuser.end();
      await seal.close();
      await service.close();
      await rm(dataFolder, { recursive: true });
    },
  };
}

export type ArchivedBusiness = Awaited<ReturnType<typeof archivedBusiness>>;
