import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type AccountCertificate, newAccountCertificate } from '../../src/audit/pdf-seal/account-certificate.ts';
import { sealPdf } from '../../src/audit/pdf-seal/seal-pdf.ts';
import { evidenceText } from '../../src/audit/pdf-seal/signature-evidence-json.ts';
import { checkPdfSeal, type PdfFault } from '../../src/audit/pdf-seal/verify-pdf-seal.ts';
import type { PrintedDocument } from '../../src/pdf/layout/printed-document.ts';
import { printedCertificate } from '../../src/pdf/layout/signature-certificate.ts';
import { openTypstCompiler } from '../../src/pdf/typst-compiler.ts';
import { examples } from '../pdf/examples.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { evidenceOf, SIGNED_AT } from '../support/audit/signed-evidence.ts';
import { timeAuthority } from '../support/audit/timestamp-authority.ts';
import { seeded, seedOf } from '../support/runner/seeded-random.ts';
import { MAIN } from '../support/service/main-program.ts';
import { pdfAFaults } from './pdf-a-rules.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice/>';
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the signature of a PDF', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-seal-'));
  let account: AccountCertificate;
  let plain: Buffer;
  let sealed: Buffer;
  let stamped: Buffer;
  let authority: Awaited<ReturnType<typeof timeAuthority>>;
  beforeAll(async () => {
    const typesetter = openTypstCompiler();
    const printed = examples()['invoice-ardoise'] as PrintedDocument;
    const shown = typesetter.set({ printed });
    const evidence = evidenceOf({ shownSha256: sha256(shown) });
    const certificate = printedCertificate(evidence, 'Europe/Paris', { isStamped: true });
    const signed = { certificate, evidence: evidenceText(evidence), shown, shownName: 'F.pdf' };
    plain = typesetter.set({ printed, xml: XML, signed });
    account = await newAccountCertificate(
      { name: 'Brûlerie, "d’Élise" + Fils', siren: '732829320', test: false },
      SIGNED_AT,
    );
    authority = await timeAuthority();
    sealed = (await sealPdf(plain, { ...account, at: SIGNED_AT })).bytes;
    stamped = (await sealPdf(plain, { ...account, at: Math.floor(Date.now() / 1000), stampBy: authority.url })).bytes;
  });
  afterAll(async () => {
    await authority.close();
    rmSync(folder, { recursive: true });
  });
  const faultsOf = async (bytes: Buffer): Promise<readonly PdfFault[]> => (await checkPdfSeal(bytes)).faults;
  const changedAt = (bytes: Buffer, place: number): Buffer => {
    const changed = Buffer.from(bytes);
    changed[place] = (changed[place] ?? 0) ^ 1;
    return changed;
  };

  test('is one incremental update; the original bytes, attachments and PDF/A-3a conformance stay', async () => {
    assert.deepEqual(sealed.subarray(0, plain.length), plain);
    assert.equal(sealed.toString('latin1', plain.length).split('startxref').length - 1, 1);
    const { attachments, metadata } = await readPdf(sealed);
    assert.deepEqual([...attachments.keys()].sort(), ['F.pdf', 'factur-x.xml', 'preuve.json']);
    assert.equal(attachments.get('factur-x.xml'), XML);
    assert.match(metadata, /<pdfaid:conformance>A</);
    const update = sealed.toString('latin1', plain.length);
    assert.match(update, /\/AF \[/);
    assert.match(update, /\/Rect \[0 0 0 0\]/);
  });

  test('keeps PDF/A-3a with a time stamp, by the rules of ISO 19005-3 it could break; a broken file is found', async () => {
    assert.deepEqual(await pdfAFaults(plain), [], 'before it is sealed');
    assert.deepEqual(await pdfAFaults(sealed), []);
    assert.deepEqual(await pdfAFaults(stamped), []);
    // The same length, so that no offset moves.
    const spoilt: readonly (readonly [from: string, to: string, seen: RegExp])[] = [
      ['/FontFile', '/FontFilx', /^6\.2\.11\.4\.1/],
      ['<pdfaid:part>3', '<pdfaid:part>4', /^6\.6\.4/],
      ['/OutputIntents', '/OutputIntentz', /OutputIntents/],
      ['/ID', '/IX', /^6\.1\.3/],
      ['/F 132', '/F 130', /^6\.3\.2/],
      ['/Rect [0 0 0 0]', '/Rect [0 0 9 9]', /^6\.3\.3/],
      ['/NeedAppearances false', '/NeedAppearances true ', /^6\.4\.1/],
    ];
    for (const [from, to, seen] of spoilt) {
      const at = sealed.lastIndexOf(from);
      assert.notEqual(at, -1, from);
      const changed = Buffer.from(sealed);
      changed.write(to, at, 'latin1');
      const faults = await pdfAFaults(changed);
      assert.ok(
        faults.some((fault) => seen.test(fault)),
        `${from}: ${faults.join('; ')}`,
      );
    }
  });

  test('says who signed, when and with which evidence, and verifies', async () => {
    const { faults, seal, evidence, stamp } = await checkPdfSeal(sealed);
    assert.deepEqual(faults, []);
    assert.equal(seal?.by, 'Brûlerie, "d’Élise" + Fils (NTRFR-732829320)');
    assert.equal(seal?.at, SIGNED_AT);
    assert.deepEqual(seal?.certificate, account.certificate);
    assert.equal(evidence?.said.signer.name, 'Élodie Marchand');
    assert.equal(evidence?.sha256, sha256(Buffer.from(evidenceText(evidence?.said as never))));
    assert.equal(stamp, undefined);
  });

  test('is valid in another PDF reader, which also finds a changed byte', async () => {
    const vouches = hasPdfsig() ? byPdfsig(folder) : byPkijs;
    console.log(`second opinion by ${hasPdfsig() ? 'pdfsig' : 'pkijs: pdfsig is not installed'}`);
    assert.equal(await vouches(sealed), true);
    assert.equal(await vouches(stamped), true);
    assert.equal(await vouches(changedAt(sealed, 5_000)), false);
  });

  const seed = seedOf('SEAL_SEED');
  test(`finds a changed byte at 60 random places of the file and everywhere in the signature (seed ${seed})`, async () => {
    const { next: draw } = seeded(seed);
    assert.deepEqual(await faultsOf(sealed), [], 'control: unchanged');
    const places = Array.from({ length: 60 }, () => Math.floor(draw() * sealed.length));
    const start = sealed.indexOf('/Contents <') + '/Contents <'.length;
    for (let place = start - 60; place < start + 2 * 1_200; place++) places.push(place);
    for (const place of places) {
      const faults = await faultsOf(changedAt(sealed, place));
      assert.notEqual(faults.length, 0, `byte ${place} of ${sealed.length}`);
    }
  });

  test(`finds a changed byte at 150 random places of signature and time stamp (seed ${seed})`, async () => {
    const { next: draw } = seeded(seed + 1);
    const { faults, stamp } = await checkPdfSeal(stamped);
    assert.deepEqual(faults, []);
    assert.match(stamp?.authority ?? '', /Horodatage Essai/);
    assert.ok(Math.abs((stamp?.at ?? 0) - Date.now() / 1000) < 3_600);
    const start = stamped.indexOf('/Contents <') + '/Contents <'.length;
    for (let count = 0; count < 150; count++) {
      const place = start + Math.floor(draw() * 2 * 2_400);
      assert.notEqual((await faultsOf(changedAt(stamped, place))).length, 0, `byte ${place}`);
    }
  });

  test('does not cover appended content, which is found; a PDF without a signature is reported as such', async () => {
    assert.deepEqual(await faultsOf(Buffer.concat([sealed, Buffer.from('\n')])), ['pdf_not_covered']);
    const updated = Buffer.concat([sealed, sealed.subarray(plain.length)]);
    assert.deepEqual(await faultsOf(updated), ['pdf_not_covered']);
    assert.deepEqual(await faultsOf(plain), ['pdf_unsealed']);
    assert.deepEqual(await faultsOf(Buffer.from('no PDF')), ['pdf_unsealed']);
    assert.deepEqual(await faultsOf(sealed.subarray(0, sealed.length - 1)), ['pdf_not_covered']);
  });

  test('is found if dated before its certificate was valid', async () => {
    const { bytes } = await sealPdf(plain, { ...account, at: SIGNED_AT - 60 });
    assert.deepEqual(await faultsOf(bytes), ['pdf_certificate_not_valid']);
  });

  test('is found if its time stamp belongs to another signature, though both are valid', async () => {
    const again = (await sealPdf(plain, { ...account, at: Math.floor(Date.now() / 1000), stampBy: authority.url }))
      .bytes;
    const from = (bytes: Buffer) => bytes.indexOf('/Contents <') + '/Contents <'.length;
    const swapped = Buffer.from(stamped);
    again.copy(swapped, from(stamped), from(again), from(again) + 20_480 * 2);
    assert.notDeepEqual(await faultsOf(swapped), []);
  });

  test('stays valid without the stamp if the authority fails or answers wrongly, and this is reported', async () => {
    for (const spoil of [{ isDown: true }, { wrong: 'the digest of another text' as const }]) {
      Object.assign(authority.state, spoil);
      const { bytes, stampFailure, stampedAt } = await sealPdf(plain, {
        ...account,
        at: SIGNED_AT,
        stampBy: authority.url,
      });
      Object.assign(authority.state, { isDown: false, wrong: undefined });
      assert.ok(stampFailure);
      assert.equal(stampedAt, undefined);
      assert.deepEqual(await faultsOf(bytes), []);
    }
  });

  test('is found if its evidence names another PDF, though the signature is valid', async () => {
    const typesetter = openTypstCompiler();
    const printed = examples()['estimate-marge'] as PrintedDocument;
    const evidence = evidenceOf({ shownSha256: '00'.repeat(32) });
    const certificate = printedCertificate(evidence, 'Europe/Paris', { isStamped: true });
    const shown = typesetter.set({ printed });
    const other = typesetter.set({
      printed,
      signed: { certificate, evidence: evidenceText(evidence), shown, shownName: 'D.pdf' },
    });
    assert.deepEqual(await faultsOf((await sealPdf(other, { ...account, at: SIGNED_AT })).bytes), [
      'pdf_shown_differs',
    ]);
    const bare = typesetter.set({ printed });
    assert.deepEqual(await faultsOf((await sealPdf(bare, { ...account, at: SIGNED_AT })).bytes), [
      'pdf_evidence_missing',
    ]);
  });

  test('is explained by verify --pdf in words and JSON without a data folder; a changed byte exits with 1', () => {
    const file = join(folder, 'signed.pdf');
    const ran = (...args: string[]) => {
      const env = { ...process.env, FACTURIER_DATA: join(folder, 'none'), LANG: 'fr_FR.UTF-8', LC_ALL: '' };
      return spawnSync(process.execPath, [MAIN, 'verify', '--pdf', file, ...args], { encoding: 'utf8', env });
    };
    writeFileSync(file, stamped);
    const sound = ran();
    assert.equal(sound.status, 0, sound.stderr);
    for (const said of [
      'intact',
      'Élodie Marchand',
      'Horodatage Essai',
      'signature électronique simple',
      'eIDAS, art. 25',
    ])
      assert.ok(sound.stdout.includes(said), `${said} in ${sound.stdout}`);
    assert.doesNotMatch(sound.stdout, /avancée|qualifiée/);
    const fingerprint = sha256(account.certificate);
    assert.ok(sound.stdout.includes(`--trust ${fingerprint}`));
    const trusted = JSON.parse(ran('--json', '--trust', fingerprint).stdout);
    assert.deepEqual([trusted.intact, trusted.level, trusted.isTrusted, trusted.faults], [true, 'simple', true, []]);
    assert.equal(trusted.evidence.said.document.number, 'D-2026-0042');
    const another = ran('--json', '--trust', '00'.repeat(32));
    assert.deepEqual([another.status, JSON.parse(another.stdout).faults], [1, ['pdf_of_another']]);
    writeFileSync(file, changedAt(stamped, 4_000));
    const spoilt = ran('--json');
    assert.deepEqual([spoilt.status, JSON.parse(spoilt.stdout).faults], [1, ['pdf_changed']]);
  });
});

const hasPdfsig = (): boolean => spawnSync('pdfsig', ['-v']).error === undefined;

const byPdfsig =
  (folder: string) =>
  (pdf: Buffer): boolean => {
    const file = join(folder, 'sealed.pdf');
    writeFileSync(file, pdf);
    const { stdout } = spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    return /Signature is Valid/.test(stdout) && /Total document signed/.test(stdout);
  };

async function byPkijs(pdf: Buffer): Promise<boolean> {
  const [, end = 0, next = 0, rest = 0] = (/\/ByteRange \[(\d+) (\d+) +(\d+) +(\d+)/.exec(pdf.toString('latin1')) ?? [])
    .slice(1)
    .map(Number);
  const cms = Buffer.from(pdf.toString('latin1', end + 1, next - 1), 'hex');
  const content = pkijs.ContentInfo.fromBER(new Uint8Array(cms).buffer);
  const data = Buffer.concat([pdf.subarray(0, end), pdf.subarray(next, next + rest)]);
  const signed = new pkijs.SignedData({ schema: content.content });
  return signed.verify({ signer: 0, data: new Uint8Array(data).buffer }).catch(() => false);
}
