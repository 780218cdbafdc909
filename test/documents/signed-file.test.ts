import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { checkArchive } from '../../src/archive/check/archive.ts';
import { readKnownHeads } from '../../src/audit/heads/known-heads.ts';
import { checkPdfSeal } from '../../src/audit/pdf-seal/verify-pdf-seal.ts';
import { archivePeriod } from '../../src/cli/books/archive.ts';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { originIn } from '../../src/cli/verify/signed-pdf-origin.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import type { SignatureEvidence } from '../../src/domain/billing/estimate/signature-evidence.ts';
import { cents } from '../../src/domain/money/cents.ts';
import { documentLookups, loadDocumentGroup } from '../../src/services/billing/document-group/load-document-group.ts';
import { signedFile } from '../../src/services/billing/signing/signed-file.ts';
import type { Caller } from '../../src/services/caller.ts';
import type { Context } from '../../src/services/context.ts';
import { faultsOf, type SignedChains, signedChains } from '../support/audit/signed-chains.ts';
import { DRAWN, evidenceOf } from '../support/audit/signed-evidence.ts';
import { timeAuthority } from '../support/audit/timestamp-authority.ts';
import { booksOf } from '../support/documents/example-books.ts';
import { testWebhooks } from '../support/stand-ins/test-webhooks.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the signed file of an estimate', () => {
  let service: SignedChains;
  let books: ReturnType<typeof booksOf>;
  let customer: string;
  beforeAll(async () => {
    service = await signedChains();
    books = booksOf(service);
    await books.company();
    customer = await books.contact();
  });
  afterAll(() => service.close());

  const within = <T>(
    work: (context: Context) => Promise<T>,
    caller: Caller = service.live,
    commit = true,
  ): Promise<T> =>
    inTransaction(service.services.pool, caller, async (tx) => {
      const now = service.services.now();
      const given = { tx, now, realNow: now, newId: service.services.newId, language: 'fr' as const };
      return { commit, answer: await work({ ...service.services.environment, ...caller, ...given }) };
    });
  /** A finalized, read estimate and the evidence of its signature. */
  const read = async (given: Partial<SignatureEvidence> = {}, caller: Caller = service.live) => {
    const desk = booksOf(service, caller);
    const { id, number } = await desk.finalized(
      desk.done('create-estimate', caller.test ? await desk.contact() : customer, { lines: [LINE] }),
    );
    const { bytes } = await file(id, { locale: given.language ?? 'fr' }, caller);
    const document = { kind: 'estimate' as const, id, number, total: cents(120_000), currency: 'EUR' as const };
    return { id, number, shown: bytes, evidence: evidenceOf({ document, shownSha256: sha256(bytes), ...given }) };
  };
  const file = async (id: string, query: object = {}, caller: Caller = service.live) => {
    const answer = await service.call('download-billing', { path: { id }, query: { ...query }, caller });
    assert.ok(answer.file, JSON.stringify(answer));
    return answer.file;
  };
  const prepared = (id: string, evidence: SignatureEvidence, how: { caller?: Caller; commit?: boolean } = {}) =>
    within(
      async (context) => {
        const family = await loadDocumentGroup(context, id, documentLookups.any);
        assert.ok(!('refused' in family));
        return signedFile(context, family, evidence);
      },
      how.caller,
      how.commit,
    );
  const signed = async (id: string, evidence: SignatureEvidence, how: { caller?: Caller; commit?: boolean } = {}) => {
    const made = await prepared(id, evidence, how);
    const bytes = await made.make();
    const kept = await within((context) => made.keep(context, bytes), how.caller);
    assert.ok('bytes' in kept, JSON.stringify(kept));
    return kept;
  };
  const asOwner = (statement: string, caller: Partial<Caller> = {}): Promise<Record<string, any>[]> =>
    inTransaction(service.owner, { accountId: service.accountId, test: false, ...caller }, async (tx) => ({
      commit: false,
      answer: await tx.read({ text: statement }, []),
    }));
  const seals = () =>
    asOwner('select test, place, name, siren, certificate from billing.account_seal order by test, place');
  const faults = async (): Promise<string[]> => faultsOf(await service.verified());

  test('contains its pages, certificate, evidence and the text read; it is sealed, stored once and in the audit chain', async () => {
    const { id, number, shown, evidence } = await read({ drawing: DRAWN });
    const { name, bytes } = await signed(id, evidence);
    assert.equal(name, `${number}-signe.pdf`);
    const checked = await checkPdfSeal(bytes);
    assert.deepEqual(checked.faults, []);
    assert.deepEqual(checked.evidence?.said, evidence);
    assert.match(checked.seal?.by ?? '', /Atelier Moreau/);
    assert.ok(bytes.length > shown.length);

    assert.deepEqual((await file(id, { format: 'signed' })).bytes, bytes);
    assert.deepEqual((await file(id, { format: 'signed', locale: 'de' })).bytes, bytes);
    const again = await signed(id, evidence);
    assert.deepEqual(again.bytes, bytes, 'asked again it is what was kept');
    const links = await asOwner(
      `select link from billing.chain_link where link like '%"type":"rendered"%' and link like '%${id}%'`,
    );
    assert.equal(links.length, 2, 'the paper that was read, and the signed file');
  });

  test('does not exist for an estimate that was not signed online or for an invoice', async () => {
    const { id } = await read();
    const refused = await service.call('download-billing', { path: { id }, query: { format: 'signed' } });
    assert.equal(refused.refused, 'not_signed_electronically');
    const invoice = await books.finalized(books.invoice(customer));
    const neither = await service.call('download-billing', { path: { id: invoice.id }, query: { format: 'signed' } });
    assert.equal(neither.refused, 'not_signed_electronically');
  });

  test('is made once by two concurrent requests, and concurrent signatures share one certificate', async () => {
    const [one, other] = [await read(), await read()];
    const files = await Promise.all([
      signed(one.id, one.evidence),
      signed(one.id, one.evidence),
      signed(other.id, other.evidence),
    ]);
    assert.deepEqual(files[0]?.bytes, files[1]?.bytes);
    assert.notDeepEqual(files[0]?.bytes, files[2]?.bytes);
    assert.equal((await seals()).length, 1);
  });

  test('is refused for missing evidence, changed words or another number: nothing is sealed', async () => {
    const { id, evidence } = await read();
    for (const wrong of [
      { shownSha256: '00'.repeat(32) },
      { consent: 'Bon pour accord, à moitié prix.' },
      { document: { ...evidence.document, number: 'D-1' } },
      { language: 'de' as const },
    ])
      await assert.rejects(prepared(id, { ...evidence, ...wrong }));
    assert.equal(
      (await service.call('download-billing', { path: { id }, query: { format: 'signed' } })).refused,
      'not_signed_electronically',
    );
  });

  test('of a test document is sealed by a separate certificate that says so', async () => {
    const { id, evidence } = await read({}, service.test);
    const { bytes } = await signed(id, evidence, { caller: service.test });
    assert.match((await checkPdfSeal(bytes)).seal?.by ?? '', /TEST Atelier Moreau/);
    const rows = await seals();
    assert.deepEqual(
      rows.map(({ test, place }) => [test, place]),
      [
        [false, 1],
        [true, 1],
      ],
    );
  });

  test('gets a new certificate after a name change or an unreadable key; the old one stays', async () => {
    const renamed = await read({ account: { name: 'Atelier Moreau et Fils', siren: '732829320' } });
    await signed(renamed.id, renamed.evidence);
    const { webhooks } = service.services.environment;
    Object.assign(service.services.environment, { webhooks: testWebhooks() });
    const lost = await read({ account: { name: 'Atelier Moreau et Fils', siren: '732829320' } });
    const { bytes } = await signed(lost.id, lost.evidence);
    Object.assign(service.services.environment, { webhooks });
    const rows = (await seals()).filter(({ test }) => !test);
    assert.deepEqual(
      rows.map(({ place, name }) => [place, name]),
      [
        [1, 'Atelier Moreau'],
        [2, 'Atelier Moreau et Fils'],
        [3, 'Atelier Moreau et Fils'],
      ],
    );
    assert.deepEqual((await checkPdfSeal(bytes)).seal?.certificate, rows[2]?.certificate);
    assert.ok(new X509Certificate(rows[0]?.certificate).verify(new X509Certificate(rows[0]?.certificate).publicKey));
  });

  test('keeps its certificate even if the transaction that created it rolled back', async () => {
    const name = `Atelier ${Math.random()}`;
    const one = await read({ account: { name } });
    await signed(one.id, one.evidence, { commit: false });
    assert.equal((await seals()).filter((row) => row.name === name).length, 1);
    const [mine, theirs] = [
      await read({ account: { name: `${name} B` } }),
      await read({ account: { name: `${name} B` } }),
    ];
    const early = await prepared(mine.id, mine.evidence, { commit: false });
    const bytes = await early.make();
    await signed(theirs.id, theirs.evidence);
    const kept = await within((context) => early.keep(context, bytes));
    assert.ok('bytes' in kept);
    assert.equal((await seals()).filter((row) => row.name === `${name} B`).length, 2, 'both that sealed something');
    assert.deepEqual(await faults(), []);
  });

  test('is stamped by the configured time-stamp authority; if that fails, the stamp is missing and reported', async () => {
    const authority = await timeAuthority();
    Object.assign(service.services.environment, { tsaUrl: authority.url });
    const stamp = async () => {
      const { id, evidence } = await read();
      const made = await prepared(id, evidence);
      const bytes = await made.make();
      return { told: made.stamp() ?? {}, checked: await checkPdfSeal(bytes) };
    };
    const sound = await stamp();
    authority.state.isDown = true;
    const without = await stamp();
    Object.assign(service.services.environment, { tsaUrl: undefined });
    await authority.close();
    assert.deepEqual(sound.told, { at: sound.checked.stamp?.at });
    assert.match(String(Object(without.told).failure), /503/);
    assert.deepEqual([without.checked.faults, without.checked.stamp], [[], undefined]);
  });

  test('uses certificates that are never changed or deleted, and that other accounts do not see', async () => {
    for (const statement of [
      'update billing.account_seal set name = name',
      'delete from billing.account_seal',
      'truncate billing.account_seal',
    ])
      await assert.rejects(asOwner(statement), statement);
    const stranger = await service.newAccount('Voisin');
    const seen = await inTransaction(service.services.pool, stranger.live, async (tx) => ({
      commit: false,
      answer: await tx.read({ text: 'select 1 from billing.account_seal' }, []),
    }));
    assert.equal(seen.length, 0);
    assert.ok(
      (await within((context) => context.tx.read({ text: 'select 1 from billing.account_seal' }, []))).length > 0,
    );
  });

  test('verified alone with the data folder, is confirmed as stored by the account, with its chain link', async () => {
    const { id, number, evidence } = await read();
    const { bytes } = await signed(id, evidence);
    await service.flushed();
    const { keys } = await readKnownHeads(service.folder);
    const { seal } = await checkPdfSeal(bytes);
    assert.ok(seal);
    const place = { pool: service.services.pool, owner: service.owner };
    const sought = { sha256: createHash('sha256').update(bytes).digest(), seal, isTrusted: false, keys };
    const found = await originIn(place, sought);
    assert.deepEqual(found.faults, []);
    assert.deepEqual([found.account, found.origin?.number], [service.accountId, number]);
    assert.equal(JSON.parse(found.origin?.link?.link ?? '{}').subject.id, id);
    // Controls: keys of another folder, unknown bytes, an unknown certificate, and a trusted one.
    const faultsIf = async (other: Partial<typeof sought>) => (await originIn(place, { ...sought, ...other })).faults;
    assert.deepEqual(await faultsIf({ keys: new Map() }), ['pdf_not_in_chain']);
    assert.deepEqual(await faultsIf({ sha256: Buffer.alloc(32) }), ['pdf_not_in_chain']);
    const stranger = { ...seal, certificate: Buffer.from('another') };
    assert.deepEqual(await faultsIf({ seal: stranger }), ['pdf_of_another']);
    assert.deepEqual(await faultsIf({ seal: stranger, isTrusted: true }), []);
  });

  test('is in the archive of its period and verifies alone', async () => {
    const { id, number, evidence } = await read();
    const { bytes } = await signed(id, evidence);
    const folder = await mkdtemp(join(tmpdir(), 'facturier signed '));
    const path = join(folder, 'march.tar');
    service.clock.now += 60 * DAY_SECONDS;
    const place = { ...service.workplace(await service.opened()), database: service.database };
    await archivePeriod(place as unknown as CommandContext, path, {
      account: service.accountId,
      from: '2026-03-01',
      to: '2026-03-31',
    });
    const { findings } = await checkArchive(path, { trust: [] });
    assert.deepEqual(findings, []);
    const tar = await readFile(path);
    assert.ok(tar.includes(`fichiers/${number}/${number}.fr.signe.pdf`));
    assert.ok(tar.includes(bytes));
    await rm(folder, { recursive: true });
  });

  test('passes verify; a foreign certificate and the file of another estimate are found', async () => {
    assert.deepEqual(await faults(), []);
    const [row] = await asOwner("select document_id as id from billing.rendering where format = 'signed' limit 1");
    const other = await asOwner(
      `select encode(sha256, 'hex') as sha256 from billing.rendering where format = 'signed' and document_id <> '${row?.id}' limit 1`,
    );
    const swap = `update billing.rendering set sha256 = '\\x${other[0]?.sha256}' where format = 'signed' and document_id = '${row?.id}'`;
    await service.forger.query(swap);
    assert.ok((await faults()).includes('signed_file_unsound'));
    await service.forger.query('delete from billing.account_seal where place = 1 and not test');
    assert.ok((await faults()).includes('signed_file_by_another'));
  });
});

const LINE = { designation: 'Formation', quantity: 1, unitPrice: 100_000, vatCode: 'FR_2000' } as const;
const DAY_SECONDS = 86_400;
