import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, test } from 'vitest';
import { checkArchive } from '../../src/archive/check/archive.ts';
import { archiveTail, signed, statementIn, TAIL_BYTES } from '../../src/archive/signed-statement.ts';
import { fingerprintOf, keyIdOf } from '../../src/audit/keys/public-keys.ts';
import { type ArchivedBusiness, archivedBusiness } from './archived-business.ts';

let business: ArchivedBusiness;
let folder: string;
let archive: Buffer;
type Entry = { name: string; bytes: Buffer };
let entries: Entry[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier archive '));
  business = await archivedBusiness();
  await business.make(join(folder, 'whole.tar'), { from: '2026-03-01', to: '2026-03-31' });
  archive = await readFile(join(folder, 'whole.tar'));
  entries = await entriesOf(archive);
});
afterAll(async () => {
  await business.close();
  await rm(folder, { recursive: true });
});

async function entriesOf(tar: Buffer): Promise<Entry[]> {
  const reading = extract();
  reading.end(tar);
  const found: Entry[] = [];
  for await (const entry of reading) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk);
    found.push({ name: entry.header.name, bytes: Buffer.concat(chunks) });
  }
  return found;
}

let copies = 0;
async function faultsOf(bytes: Buffer, trust: readonly string[] = []): Promise<string[]> {
  const file = join(folder, `copy-${++copies}.tar`);
  await writeFile(file, bytes);
  const { findings } = await checkArchive(file, { trust });
  await rm(file);
  return findings.map(({ fault, at }) => `${fault} ${at}`);
}

/** Changed members under a valid signature, as someone with the key can make. */
async function signedAnew(changed: readonly Entry[], key = business.privateKey, of = archive): Promise<Buffer> {
  const packed = pack();
  const sums: string[] = [];
  for (const { name, bytes } of changed) {
    packed.entry({ name, mode: 0o644, mtime: new Date(0) }, bytes);
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  }
  packed.entry({ name: 'SHA256SUMS', mode: 0o644, mtime: new Date(0) }, sums.join(''));
  packed.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packed as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks).subarray(0, -1024);
  const statement = await statementIn(of.subarray(-TAIL_BYTES));
  assert.ok(statement);
  const { signature: _, keyId: __, ...said } = statement;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const signer = { keyId: keyIdOf(key.publicKey), sign: (hash: Buffer) => sign(null, hash, key.privateKey) };
  return Buffer.concat([body, await archiveTail(signed({ ...said, sha256, bytes: body.length }, signer))]);
}
const members = () => entries.filter(({ name }) => name !== 'SHA256SUMS' && name !== 'signature.json');
const changedAt = (name: string, change: (text: string) => string): Entry[] =>
  members().map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(change(entry.bytes.toString())) } : entry,
  );
const nameLike = (pattern: RegExp): string => {
  const found = members().find(({ name }) => pattern.test(name));
  assert.ok(found, `no member like ${pattern}`);
  return found.name;
};

test('the archive of March holds 4 documents, 2 payments, 3 closures and their PDFs, and verifies', async () => {
  const checked = await checkArchive(join(folder, 'whole.tar'), { trust: [] });
  assert.deepEqual(checked.findings, []);
  const { documents, payments, closures, bookClosings, files, links } = checked.counts;
  assert.deepEqual(
    { documents, payments, closures, bookClosings },
    { documents: 4, payments: 2, closures: 3, bookClosings: 1 },
  );
  // Three bills, each as PDF and CII; the invoice also has an attachment.
  assert.ok(files >= 4 && links > 8, `${files} files, ${links} links`);
  const names = members().map(({ name }) => name);
  for (const like of [
    ...[
      /^LISEZMOI\.txt$/,
      /^README\.txt$/,
      /^manifeste\.json$/,
      /^cles\/[0-9a-f]{16}\.pem$/,
      /^chaine\/000001\.jsonl$/,
    ],
    ...[/^documents\/F-2026-0001\.json$/, /^fichiers\/F-2026-0001\/F-2026-0001\.fr\.(facturx\.)?pdf$/],
    ...[
      /^fichiers\/F-2026-0001\/pj-1-conditions\.txt$/,
      /^paiements\/000001\.jsonl$/,
      /^clotures\/month-2026-03\.json$/,
    ],
    ...[/^chaine\/autres-000001\.jsonl$/, /^index\.html$/, /^documents\.csv$/, /^paiements\.csv$/, /^clotures\.csv$/],
  ])
    assert.ok(
      names.some((name) => like.test(name)),
      `${like} in ${names.join('\n')}`,
    );
});

test('its lists are readable without the service: numbers, names, amounts and a link to every file', () => {
  const textOf = (name: string) => entries.find((entry) => entry.name === name)?.bytes.toString() ?? '';
  const row = textOf('documents.csv').split('\r\n')[1] ?? '';
  assert.match(row, /^F-2026-0001;Facture;2026-03-02;2026-03-02;.*Moreau.*;EUR;1000,00;200,00;1200,00;0,00;/);
  assert.match(textOf('paiements.csv'), /F-2026-0001;2026-03-02;2026-03-02;transfer;500,00;EUR;/);
  assert.match(textOf('clotures.csv'), /Mois;2026-03;1;EUR;2;2400,00;1;1200,00;1000,00;200,00;1200,00;/);
  assert.match(
    textOf('livres.csv'),
    /1;2026-01-01;2026-03-10;1;500,00;1;24,00;[0-9a-f]{64};livres\/cloture-000001\.json;/,
  );
  const [receipt] = textOf('livres/cloture-000001-recettes.jsonl').split('\n');
  assert.equal(JSON.parse(receipt ?? '').amount, 50_000);
  const page = textOf('index.html');
  for (const { name } of members().filter((entry) => entry.name.startsWith('fichiers/')))
    assert.ok(page.includes(`href="${name}"`), name);
});

test('creating it closed the past periods, rendered missing PDFs and added a chain link', async () => {
  const statement = await statementIn(archive.subarray(-TAIL_BYTES));
  const { rows } = await business.links();
  const made = rows.map(({ link }) => JSON.parse(link)).filter(({ type }) => type === 'archive_made');
  assert.deepEqual(
    made.map(({ sha256, subject }) => [sha256, subject.number]),
    [[statement?.sha256, '2026-03-01/2026-03-31']],
  );
  assert.deepEqual(await readdir(folder), ['whole.tar']);
});

test('a changed byte is found in every member, in member headers and between members', async () => {
  assert.deepEqual(await faultsOf(archive), []);
  const places = new Set<number>();
  let at = 0;
  for (const { bytes } of entries) {
    const padded = Math.ceil(bytes.length / 512) * 512;
    for (const place of [at, at + 120, at + 300, at + 512, at + 512 + Math.floor(bytes.length / 2)]) places.add(place);
    if (padded > bytes.length) places.add(at + 512 + padded - 1);
    at += 512 + padded;
  }
  for (let place = archive.length - TAIL_BYTES; place < archive.length; place += 37) places.add(place);
  places.add(archive.length - 1);
  const missed: number[] = [];
  for (const place of places) {
    const changed = Buffer.from(archive);
    changed[place] = (changed[place] ?? 0) ^ 1;
    if ((await faultsOf(changed)).length === 0) missed.push(place);
  }
  assert.ok(places.size > 150, `${places.size} places`);
  assert.deepEqual(missed, []);
});

test('a truncated archive, appended bytes and a file of another kind are found', async () => {
  for (const cut of [archive.subarray(0, -1), archive.subarray(0, -1024), archive.subarray(0, 5000), Buffer.alloc(0)])
    assert.notDeepEqual(await faultsOf(cut), []);
  assert.notDeepEqual(await faultsOf(Buffer.concat([archive, Buffer.alloc(1)])), []);
  assert.notDeepEqual(await faultsOf(Buffer.from('not an archive '.repeat(1000))), []);
});

test('control: members signed again with the key pass the file check, so the next tests check the content', async () => {
  assert.deepEqual(await faultsOf(await signedAnew(members())), []);
});

test('signed again, a removed member of any kind is still found', async () => {
  for (const like of [
    ...[/^manifeste/, /^cles\//, /^chaine\/000001/, /^chaine\/autres/, /^documents\//, /\.pdf$/, /\.cii\.xml$/],
    ...[
      /\/pj-1/,
      /^paiements\//,
      /^clotures\/day/,
      /^clotures\/month/,
      /^livres\/.*1\.json$/,
      /recettes\.jsonl$/,
      /achats\.jsonl$/,
      /kilometres\.jsonl$/,
      /^livres\.csv/,
      /^documents\.csv/,
      /^index\.html/,
      /^LISEZMOI/,
    ],
  ]) {
    const name = nameLike(like);
    const faults = await faultsOf(await signedAnew(members().filter((entry) => entry.name !== name)));
    assert.ok(faults.length > 0, `${name} is not missed`);
  }
});

test('signed again, a changed member of any kind is still found', async () => {
  const change = async (like: RegExp, from: string | RegExp, to: string): Promise<string[]> => {
    const name = nameLike(like);
    const changed = changedAt(name, (text) => text.replace(from, to));
    assert.ok(
      changed.some(({ bytes }, place) => !bytes.equals(members()[place]?.bytes as Buffer)),
      `${name}: nothing was changed`,
    );
    return faultsOf(await signedAnew(changed));
  };
  assert.ok(
    (await change(/^documents\/F-2026-0001/, 'Formation', 'Formatiom')).includes('sealed_without_link F-2026-0001'),
  );
  assert.ok((await change(/^paiements\//, '50000', '40000')).some((fault) => fault.startsWith('sealed_without_link')));
  assert.ok(
    (await change(/^clotures\/month/, '240000', '250000')).some((fault) => fault.startsWith('sealed_without_link')),
  );
  assert.ok((await change(/^chaine\/000001/, 'EUR', 'USD')).some((fault) => fault.startsWith('chain_link_wrong')));
  assert.ok((await change(/\.cii\.xml$/, '1000', '1001')).some((fault) => fault.startsWith('sealed_without_link')));
  assert.ok((await change(/\/pj-1/, 'a', 'b')).some((fault) => fault.startsWith('sealed_without_link')));
  assert.ok((await change(/^livres\/.*1\.json$/, '50000', '60000')).some((fault) => fault.startsWith('sealed_')));
  assert.deepEqual(await change(/recettes\.jsonl$/, '50000', '60000'), [
    'sealed_without_link livres/cloture-000001-recettes.jsonl',
  ]);
  assert.deepEqual(await change(/achats\.jsonl$/, 'Papeterie', 'Boulangerie'), [
    'sealed_without_link livres/cloture-000001-achats.jsonl',
  ]);
  assert.deepEqual(await change(/kilometres\.jsonl$/, 'Grenoble', 'Annecy'), [
    'sealed_without_link livres/cloture-000001-kilometres.jsonl',
  ]);
  assert.deepEqual(await change(/^livres\.csv/, '500,00', '600,00'), ['index_differs livres.csv']);
  assert.deepEqual(await change(/^documents\.csv/, '1000,00', '1001,00'), ['index_differs documents.csv']);
  assert.deepEqual(await change(/^index\.html/, 'Moreau', 'Moreaux'), ['index_differs index.html']);
  assert.ok(
    (await change(/^manifeste/, '"to":"2026-03-31"', '"to":"2026-03-30"')).some((f) => f.startsWith('archive_differs')),
  );
});

test('signed again, an added document and a changed document number are found', async () => {
  const original = entries.find(({ name }) => name === 'documents/F-2026-0001.json') as Entry;
  const text = original.bytes.toString().replace('"F-2026-0001"', '"F-2026-0009"');
  const place = members().findIndex(({ name }) => name === original.name);
  const added = members().toSpliced(place, 0, { name: 'documents/F-2026-0009.json', bytes: Buffer.from(text) });
  assert.ok((await faultsOf(await signedAnew(added))).includes('sealed_without_link F-2026-0009'));
});

test('an archive signed by another key is intact but untrusted; the right key is trusted by fingerprint', async () => {
  const trust = [fingerprintOf(business.privateKey.publicKey)];
  assert.deepEqual(await faultsOf(archive, trust), []);
  const forger = generateKeyPairSync('ed25519');
  const pem = String(forger.publicKey.export({ type: 'spki', format: 'pem' }));
  const at = members().findIndex(({ name }) => name.startsWith('cles/'));
  const withKey = members().toSpliced(at, 0, {
    name: `cles/${keyIdOf(forger.publicKey)}.pem`,
    bytes: Buffer.from(pem),
  });
  const forged = await signedAnew(withKey, forger);
  assert.deepEqual(await faultsOf(forged), [], 'without --trust nobody can know');
  assert.deepEqual(await faultsOf(forged, trust), [`archive_key_untrusted ${fingerprintOf(forger.publicKey)}`]);
  // Without its public key in the archive it cannot be verified offline.
  assert.ok((await faultsOf(await signedAnew(members(), forger))).some((f) => f.startsWith('archive_key_missing')));
});

test('a PDF changed in the database prevents the archive', async () => {
  await business.tampered(async () => {
    await assert.rejects(
      business.make(join(folder, 'no.tar'), { from: '2026-03-01', to: '2026-03-31' }),
      /missing or was changed|manque/,
    );
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('no.tar')),
      [],
    );
  });
});

test('the next month’s archive continues this one, and an archive of a month without activity is refused', async () => {
  await business.make(join(folder, 'april.tar'), { from: '2026-04-01', to: '2026-04-30' });
  const april = await checkArchive(join(folder, 'april.tar'), { trust: [] });
  const march = await checkArchive(join(folder, 'whole.tar'), { trust: [] });
  assert.deepEqual(april.findings, []);
  assert.equal(april.manifest?.firstSeq, (march.manifest?.lastSeq ?? 0) + 1);
  await assert.rejects(
    business.make(join(folder, 'may.tar'), { from: '2025-05-01', to: '2025-05-31' }),
    /nothing was recorded|rien n’a été enregistré/,
  );
});

const textOf = (name: string): string => entries.find((entry) => entry.name === name)?.bytes.toString() ?? '';
const linesOf = (name: string): any[] =>
  textOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('it holds the typed opening balances with their reversal, and the comments on the books with their resolution', () => {
  const openings = linesOf('livres/reprises-000001.jsonl');
  assert.deepEqual(
    openings.map(({ number, on, lines, reversesId }) => [number, on, lines[0].amount, reversesId]),
    [
      [1, '2026-01-01', 420_000, undefined],
      [2, '2026-01-01', -420_000, openings[0].id],
    ],
  );
  const comments = linesOf('livres/commentaires.jsonl');
  assert.deepEqual(
    comments.map(({ subject, text, resolvesId }) => [subject.kind, text, resolvesId]),
    [
      ['purchase', 'Il manque le ticket.', undefined],
      ['purchase', 'Ticket ajouté.', comments[0].id],
    ],
  );
});

test('a changed or missing opening entry is found under a valid signature, and a changed comment without one', async () => {
  const openings = 'livres/reprises-000001.jsonl';
  const changed = await faultsOf(await signedAnew(changedAt(openings, (text) => text.replace('420000', '420001'))));
  assert.deepEqual(
    changed.map((fault) => fault.split(' ')[0]),
    ['sealed_without_link', 'sealed_missing'],
  );
  const without = await faultsOf(await signedAnew(members().filter(({ name }) => name !== openings)));
  assert.deepEqual(
    without.map((fault) => fault.split(' ')[0]),
    ['sealed_missing', 'sealed_missing'],
  );
  const at = archive.indexOf('Il manque le ticket.');
  assert.ok(at > 0);
  const flipped = Buffer.from(archive);
  flipped[at] = 'X'.charCodeAt(0);
  assert.ok((await faultsOf(flipped)).length > 0);
  // Control: the same members under a new signature.
  assert.deepEqual(await faultsOf(await signedAnew(members())), []);
});

test('an archive without comments verifies, and one of version 2, which has neither them nor opening balances', async () => {
  const withoutComments = members().filter(({ name }) => name !== 'livres/commentaires.jsonl');
  assert.deepEqual(await faultsOf(await signedAnew(withoutComments)), []);
  const asInVersion2 = (without: RegExp): Entry[] =>
    changedAt('manifeste.json', (text) => text.replace('"version":3', '"version":2')).filter(
      ({ name }) => !without.test(name),
    );
  assert.deepEqual(await faultsOf(await signedAnew(asInVersion2(/^livres\/(reprises|commentaires)/))), []);
  assert.deepEqual(await faultsOf(await signedAnew(asInVersion2(/^livres\/reprises/))), [
    'member_unexpected livres/commentaires.jsonl',
  ]);
});

test('an archive of version 1, which has no books, verifies as on the day it was made', async () => {
  const april = await readFile(join(folder, 'april.tar'));
  const old = (await entriesOf(april))
    .filter(({ name }) => !['livres.csv', 'SHA256SUMS', 'signature.json'].includes(name))
    .map(({ name, bytes }) => ({ name, bytes: asInVersion1[name]?.(bytes) ?? bytes }));
  assert.deepEqual(await faultsOf(await signedAnew(old, business.privateKey, april)), []);
});

const asInVersion1: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'manifeste.json': (bytes) => Buffer.from(bytes.toString().replace('"version":3', '"version":1')),
  'index.html': (bytes) => {
    const page = bytes.toString().replace(/ · <a href="#bookClosings">[^<]*<\/a>/, '');
    return Buffer.from(page.replace(/<\/table>\n<h2 id="bookClosings">[^]*?(?=<\/table>)/, ''));
  },
};
