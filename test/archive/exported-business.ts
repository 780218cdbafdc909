import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { readKnownHeads } from '../../src/audit/heads/known-heads.ts';
import { accountRestore } from '../../src/cli/accounts/restore-account.ts';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { exportAccount } from '../../src/cli/import-export/export-account.ts';
import { verifyAccounts } from '../../src/db/audit/verify/verify-accounts.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { belongingsOf } from '../isolation/two-accounts.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { captured } from '../support/runner/captured-output.ts';
import { testService } from '../support/service/in-process-service.ts';

/** An installation with its own database, data folder and signing key, and its commands. */
export async function installation() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'facturier installation '));
  const seal = await openChainSigner(dataFolder, { lock: withFileLock });
  const service = await testService({ seal });
  service.services.environment.proof = {
    serving: service.database.serving,
    known: () => readKnownHeads(dataFolder),
  };
  const { services, owner, database } = service;
  const context = {
    ...{ config: { dataFolder }, database, pool: services.pool, owner, seal, services },
  } as unknown as CommandContext;
  return {
    service,
    dataFolder,
    context,
    /** Runs `facturier export --all FILE --json`; returns what it says. */
    exported: async (path: string, account: string, options: { test?: boolean } = {}) => {
      const { out } = await captured(() => exportAccount(context, path, { json: true, account, ...options }));
      return JSON.parse(out) as { tables: Record<string, number>; files: number; bytes: number; sha256: string };
    },
    /** Runs `facturier account restore FILE --json`; returns what it says. */
    restored: async (path: string) => {
      const { out } = await captured(() => accountRestore(context, path, { json: true }));
      return JSON.parse(out) as { account: string; rows: number; files: number } & {
        ownerLinks: { email?: string; link: string }[];
        fingerprints: string[];
      };
    },
    /** Runs `facturier verify`; `trust`: fingerprints of keys. */
    verified: async (account: string, trust: readonly string[] = []) => {
      const known = await readKnownHeads(dataFolder, { trust });
      return verifyAccounts(database.serving, [account], known);
    },
    close: async (): Promise<void> => {
      await seal.close();
      await service.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export type Installation = Awaited<ReturnType<typeof installation>>;

/** A name that would become HTML, end a script or calculate in a spreadsheet, if it could. */
export const HOSTILE = '</script><img src=x onerror=alert(1)>=1+1';

/**
 * A year of business of the live mode with everything an account keeps: documents of all kinds,
 * payments, purchases, trips, closings, recurring invoices and purchases, bank lines, received
 * invoices, webhooks, keys, members; and an invoice of test mode.
 */
export async function fullBusiness({ service }: Pick<Installation, 'service'>): Promise<void> {
  await belongingsOf(service, service.live, 'Durand', '73282932000074');
  const books = booksOf(service);
  const customer = await books.contact({ firstname: 'Zoé', lastname: HOSTILE });
  const invoice = await books.invoice(customer, { lines: [TRAINING], title: HOSTILE });
  await books.done('attach-file', invoice.id, { name: '../conditions.txt', content: btoa('conditions') });
  await books.finalized(invoice);
  await books.done('create-product', undefined, { designation: 'Vis', type: 1, unit: 14 });
  await books.done('update-company', undefined, { mailSignature: '<p>Zoé</p>' });
  const monthly = await books.invoice(customer);
  await books.done('create-invoice-frequency', monthly.id, MONTHLY);
  const wrong = await books.finalized(books.invoice(customer));
  await books.done('cancel-invoice', wrong.id, {});
  await books.done('import-bank-statement', undefined, { content: BANK_STATEMENT });
  const receipt = { name: 'ticket.png', content: PIXEL };
  const purchase = { paidOn: '2026-03-02', supplierName: '=2+3', nature: 'other', amount: 2_400, method: 'cash' };
  await books.done('record-purchase', undefined, { ...purchase, receipt });
  service.clock.now += 40 * DAY_SECONDS;
  await books.done('close-books', undefined, { through: '2026-03-10' });
  await service.call('make-closures');
  const tests = booksOf(service, service.test);
  await tests.finalized(tests.invoice(await tests.contact()));
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DAY_SECONDS = 86_400;
const AUTOMATIC = { finalizeInvoice: true, sendByMail: false, inCopy: false };
const MONTHLY = { from: '2026-06-05', to: '2027-06-05', frequency: 1, interval: 'month', ...AUTOMATIC };
const BANK_STATEMENT = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
CHARSET:1252

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>30006<BRANCHID>00001<ACCTID>12345678901<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260303<TRNAMT>1200.00<FITID>A1<NAME>VIR SEPA DURAND</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>1000.00<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
