// npm run measure-pages -- [--rows 100000] [--found 10000] [--runs 5] [--only phone,scroll]:
// measures page speed in the browser against its targets. Exits with 1 if one is missed. Figures of
// a busy machine are meaningless.
import { type Finding, isMet, machineOf, printTable } from '../../../bench/report.ts';
import { type Account, readModel, seedSealed, spread } from '../../../bench/seed/seed-accounts.ts';
import { copyCustomers } from '../../support/database/copy-customers.ts';
import { copyDrafts } from '../../support/database/copy-drafts.ts';
import { booksOf, TRAINING } from '../../support/documents/example-books.ts';
import { optionsOfScript } from '../../support/runner/script-options.ts';
import { chromiumPath, NO_CHROMIUM } from '../chromium.ts';
import { openE2eEnvironments } from '../e2e-environment.ts';
import type { Stage } from '../e2e-test.ts';
import { FIRST_LOAD_BYTES_MAX, firstLoadBytes } from '../first-load-size.ts';
import { measureEditor } from './editor.ts';
import { measurePalette } from './palette.ts';
import { measurePhone } from './phone.ts';
import { measurePublicPages } from './public-pages.ts';
import { measureScroll } from './scroll.ts';

const { values } = optionsOfScript(
  'npm run measure-pages -- [--rows 100000] [--found 10000] [--runs 5] [--only phone,public,editor,palette,scroll]',
  {
    options: {
      rows: { type: 'string', default: '100000' },
      found: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
    },
  },
);
/** Documents copied by one statement. */
const BATCH = 500;
const chromium = chromiumPath();
if (!chromium) {
  console.error(NO_CHROMIUM);
  process.exit(1);
}
const measures: Readonly<Record<string, (stage: Stage) => Promise<Finding[]>>> = {
  phone: async (stage) => {
    await figuresToShow(stage);
    return measurePhone(stage, { runs: Number(values.runs) });
  },
  public: measurePublicPages,
  editor: measureEditor,
  palette: amongMany,
  scroll: downALongList,
};
const stages = await openE2eEnvironments(chromium);
const findings: Finding[] = [];
try {
  findings.push({
    ...{ what: 'first load, script as gzip', unit: 'MB', value: firstLoadBytes(stages.folder) / 1e6 },
    target: { most: FIRST_LOAD_BYTES_MAX / 1e6 },
    how: `${firstLoadBytes(stages.folder)} bytes`,
  });
  for (const [name, measure] of Object.entries(measures)) {
    if (values.only !== '' && !values.only.split(',').includes(name)) continue;
    await stages.run({ name, run: async (stage) => void findings.push(...(await measure(stage))) });
  }
} finally {
  await stages.close();
}
printTable(machineOf(''), findings);
if (findings.some((each) => isMet(each) === false)) process.exitCode = 1;

/** A home page with data. */
async function figuresToShow({ books }: Stage): Promise<void> {
  const customer = await books.organization();
  for (let n = 0; n < 3; n++) await books.finalized(books.invoice(customer));
}

async function amongMany(stage: Stage): Promise<Finding[]> {
  const found = Number(values.found);
  const accountId = await accountOf(stage);
  const customer = await stage.books.organization({ name: 'Menuiserie Verdière' });
  const { id } = await stage.books.invoice(customer, { title: 'Escalier', lines: [TRAINING] });
  for (let made = 0; made < found; made += BATCH)
    await copyDrafts(stages.service.owner, { accountId, documentId: id, copies: Math.min(BATCH, found - made) });
  await copyCustomers(stages.service.owner, { accountId, customerId: customer, copies: found });
  return measurePalette(stage, { among: found });
}

async function downALongList(stage: Stage): Promise<Finding[]> {
  const { owner, accountId } = stages.service;
  // The original is in another account: its number is taken there.
  const [first, account] = [accountId, await accountOf(stage)].map((id) => ({ id, key: '' })) as [Account, Account];
  const books = booksOf(stages.service);
  const customer = await books.organization();
  const draft = await books.invoice(customer);
  const sealed = await books.finalized(books.invoice(customer));
  await spread(owner, [first, account]);
  const model = await readModel(owner, first, { draft: draft.id, sealed: sealed.id });
  await seedSealed(owner, account, model, Number(values.rows));
  return measureScroll(stage, { rows: Number(values.rows) });
}

/** The account a page is signed in to. */
async function accountOf({ page, address }: Stage): Promise<string> {
  const asked = await page.context().request.get(`${address}/v2/person`);
  const { accounts } = (await asked.json()) as { accounts: readonly { id: string }[] };
  return accounts[0]?.id ?? '';
}
