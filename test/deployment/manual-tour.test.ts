import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { COMPANY } from '../support/service/company.ts';
import { codeIn, languagesRun, type ReaderShell, readerShell } from '../support/service/documented-commands.ts';
import { type Ground, ground, type ServerProcess, startProcess } from '../support/service/server-process.ts';

// The requests and commands of the sections "integrate" and "law" run as they are written, in the
// order of the pages: each page uses the variables of the quick start.

const PROJECT = new URL('../..', import.meta.url).pathname;
const PAGES = ['quick-start', 'requests', 'electronic-invoices', 'files', 'webhooks'].map(
  (page) => `integrate/${page}`,
);
const PROOFS = ['law/audit-trail', 'law/archive'];
const PURCHASES = 'Date de paiement;Fournisseur;Montant TTC\n02/03/2026;Papeterie du Port;49,90\n';
const STATEMENT = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>30004<BRANCHID>00001<ACCTID>00001234567<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260302<TRNAMT>1440.00<FITID>1<NAME>LEA MOREAU</STMTTRN></BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
/** With plain spaces where French has no-break ones. */
const plain = (said: string): string => said.replace(/[\u00a0\u202f]/g, ' ');
const text = (language: string, name: string): string =>
  readFileSync(join(PROJECT, `docs/${language}/${name}.md`), 'utf8');

let on: Ground;
let shell: ReaderShell;
let server: ServerProcess;
let env: Record<string, string>;
beforeAll(async () => {
  on = await ground();
  [shell, server] = await Promise.all([readerShell(on), startProcess(on)]);
  const { live = '' } = server.welcome.keys ?? {};
  env = { LIVE: live, CA: join(on.dataFolder, 'tls', 'ca.pem'), B: server.welcome.address };
  const said = await shell.run(
    `curl -sSf --cacert "$CA" -X PATCH -H "Authorization: Bearer $LIVE" -H 'Content-Type: application/json' "$B/v2/company" -d '${JSON.stringify(COMPANY)}' -o company.json`,
    env,
  );
  assert.equal(said.code, 0, said.out);
});
afterAll(async () => {
  await server.stop();
  await shell.discard();
  await on.discard();
});

/** The blocks of a page for the shell, against the running service instead of the reader's own. */
const script = (language: string, name: string): string =>
  codeIn(text(language, name), 'sh')
    .join('\n')
    .replace(/^export (?:KEY|CA)=.*$/gm, '')
    // The reader copies the key that the command prints.
    .replace(/^npx facturier key create .*$/m, 'export KEY="$($& | head -1)"')
    .replaceAll('https://localhost:8443', server.welcome.address)
    // Prints whatever a quiet request would hide.
    .replace(/^call\(\) \{ curl -sS /m, 'call() { curl -sS --fail-with-body ');

describe.each(languagesRun)('the commands of the sections in %s', (language) => {
  test('commands and requests run as written, from the key to the webhook', async () => {
    for (const page of PAGES)
      for (const block of codeIn(text(language, page), 'csv')) {
        const [, file = ''] = /--data-binary @(\S+\.csv)/.exec(text(language, page)) ?? [];
        await writeFile(join(shell.folder, file), block);
      }
    for (const file of ['achats.csv', 'purchases.csv']) await writeFile(join(shell.folder, file), PURCHASES);
    await writeFile(join(shell.folder, 'statement.ofx'), STATEMENT);
    await writeFile(join(shell.folder, 'releve.ofx'), STATEMENT);
    const { out, code } = await shell.run(PAGES.map((page) => script(language, page)).join('\n'), env);
    assert.equal(code, 0, out);
    assert.match(out, /^TEST-F-\d{4}-\d{4}$/m);
    assert.match(out, /^paid$/m);
    assert.match(out, /"url":"https:\/\/example\.com\/facturier"/);
    const [pdf, invoices] = language === 'fr' ? ['facture.pdf', 'factures.csv'] : ['invoice.pdf', 'invoices.csv'];
    assert.equal((await readFile(join(shell.folder, pdf))).subarray(0, 5).toString(), '%PDF-');
    assert.match(await readFile(join(shell.folder, invoices), 'utf8'), /TEST-F-\d{4}-0001/);
  });

  test('the audit trail is verified against heads kept elsewhere, and a period archived', async () => {
    const { out, code } = await shell.run(PROOFS.map((page) => script(language, page)).join('\n'), env);
    assert.equal(code, 0, out);
    assert.match(
      await readFile(join(shell.folder, language === 'fr' ? 'tetes.txt' : 'heads.txt'), 'utf8'),
      /^account /m,
    );
    await rm(join(shell.folder, '2026.tar'));
  });
});

describe.each(['fr', 'en'])('the section integrate in %s', (language) => {
  test('control: a wrong path in a page fails', async () => {
    const wrong = script(language, 'integrate/quick-start').replace('/contact ', '/contactz ');
    assert.notEqual(wrong, script(language, 'integrate/quick-start'));
    assert.notEqual((await shell.run(wrong, env)).code, 0);
  });

  test('the refusal it shows is what the request gets', async () => {
    const [body = '', shown = ''] = codeIn(text(language, 'integrate/errors'), 'json');
    const { out } = await shell.run(
      `${script(language, 'integrate/quick-start')
        .split('\n')
        .filter((line) => /^export KEY|^(?:call|field)\(\)|^ID=/.test(line))
        .join('\n')
        .replace('--fail-with-body ', '')}
      call -H 'Accept-Language: ${language}' $B/v2/billing/invoice/$ID -d '${body.replaceAll('\n', '')}'`,
      env,
    );
    const { errors, ...rest } = JSON.parse(out);
    const expected = JSON.parse(shown);
    assert.deepEqual(errors[0], expected.errors[0]);
    assert.deepEqual(Object.keys({ ...rest, errors }).sort(), Object.keys(expected).sort());
    assert.equal(rest.title, expected.title);
    assert.equal(plain(rest.detail), expected.detail);
  });
});

test('both languages show the same code, but for names of files and comments', () => {
  for (const page of [...PAGES, ...PROOFS]) {
    const shape = (language: string): string[] =>
      codeIn(text(language, page), 'sh').flatMap(
        (block) => block.match(/^\w+|https?:\S+|\/v2\/[\w/-]+|--[a-z-]+/gm) ?? [],
      );
    assert.deepEqual(shape('fr'), shape('en'), page);
    assert.ok(shape('fr').length > 0, page);
  }
});
