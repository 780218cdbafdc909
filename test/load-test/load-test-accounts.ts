import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openPool } from '../../src/db/connections/pool.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { copyDrafts } from '../support/database/copy-drafts.ts';
import { billedAccount } from '../support/documents/billed-account.ts';
import { COMPANY } from '../support/service/company.ts';
import { type Ask, httpClient } from '../support/service/http-client.ts';
import { MAIN } from '../support/service/main-program.ts';
import { type Ground, settingsOf } from '../support/service/server-process.ts';
import type { AttackerGiven } from './attack-processes.ts';
import type { BystanderGiven } from './bystander-process.ts';
import { longDocument } from './long-document.ts';

export const CONTACT = {
  firstname: 'Léa',
  lastname: 'Moreau',
  billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
};
/** Documents of 500 lines of the attacker: forty fill the largest list page. */
const LONG_DOCUMENTS = 60;

/** Data for attacker and bystander. */
export type Aims = { bystander: Omit<BystanderGiven, 'serverPid'>; attacker: AttackerGiven };

/**
 * Creates a customer for the bystander, and an account with a year of business and many long
 * documents for the attacker.
 */
export async function loadTestAccounts(
  on: Ground,
  given: { port: number; bystanderKey: string; seed: number },
): Promise<Aims> {
  const { port, bystanderKey, seed } = given;
  const ca = (await on.ca()).toString();
  const client = httpClient({ port, ca });
  const asking =
    (key: string) =>
    async (path: string, asked: Ask = {}) => {
      const answer = await client.ask(path, { key, ...asked });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer;
    };
  const opened = async (key: string): Promise<string> => {
    await asking(key)('/v2/company', { method: 'PATCH', body: COMPANY });
    return (await asking(key)('/contact', { body: CONTACT })).json.id;
  };
  try {
    const { accountId, key } = await accountWithKey(on);
    const ask = asking(key);
    const [bystanderCustomer, customerId] = await Promise.all([opened(bystanderKey), opened(key)]);
    const listedCustomerId = (await ask('/contact', { body: CONTACT })).json.id;
    const ids = await billedAccount({ ask });
    const invoice = async (customer: string, body: string): Promise<string> =>
      (await ask(`/v2/billing/invoice/${customer}`, { method: 'POST', body })).json.id;
    const draftId = await invoice(customerId, '{}');
    const longDraftId = await invoice(listedCustomerId, longDocument(40));
    await multiply(on, accountId, longDraftId);
    return {
      bystander: { port, ca, key: bystanderKey, customerId: bystanderCustomer },
      attacker: { port, ca, key, ids, seed, customerId, listedCustomerId, draftId, longDraftId },
    };
  } finally {
    client.close();
  }
}

/** A second account and its key with every scope, created as by an operator. */
export async function accountWithKey(on: Ground): Promise<{ accountId: string; key: string }> {
  const facturier = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args, '--json'], {
      env: { ...process.env, ...settingsOf(on) },
    });
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const { id: accountId } = await facturier('account', 'create', '--name', 'Attaque');
  const said = ['--name', 'Attaque', '--account', accountId, '--scopes', scopes.join(',')];
  return { accountId, key: (await facturier('key', 'create', ...said)).key };
}

const run = promisify(execFile);

async function multiply(on: Ground, accountId: string, documentId: string): Promise<void> {
  const owner = openPool(on.database.ownerUrl, { size: 1 });
  try {
    await copyDrafts(owner, { accountId, documentId, copies: LONG_DOCUMENTS });
  } finally {
    await owner.end();
  }
}
