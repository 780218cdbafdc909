import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { ChainSigner } from '../../audit/chain/chain-signer.ts';
import { stateDigest } from '../../audit/chain/state-digest.ts';
import { fingerprintOf } from '../../audit/keys/public-keys.ts';
import { findDeletion } from '../../db/account/deletions.ts';
import { type ExportedTable, exportedTables } from '../../db/account/export/exported-tables.ts';
import {
  addKeyDigests,
  addStagedRows,
  beginRestore,
  hasForeignRow,
  insertRestoredAccount,
  isAccountThere,
  replaceStagedPeople,
  type StagedTable,
  signingKeysOf,
  stage,
  writeStagedRows,
} from '../../db/account/export/restore-tables.ts';
import { clockOffset } from '../../db/account/test-clock.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { addDigest } from '../../db/audit/pending-digests.ts';
import { storeFile } from '../../db/billing/stored-files.ts';
import type { ObjectStore } from '../../db/object-storage/object-store.ts';
import { insertPerson, personIdOf } from '../../db/people/persons.ts';
import { setPerson } from '../../db/row-security.ts';
import { inTransaction, sql, type Tx } from '../../db/transaction.ts';
import { foldedEmail } from '../../domain/people/person.ts';
import { unusablePassword } from '../../services/people/sign-in/password-hash.ts';
import { exportMembers } from './export-format.ts';
import { type ReadExport, RestoreRefused } from './read-export.ts';

/** What a restore writes to. */
export type RestoreTarget = {
  /** A pool of the tables’ owner, without time limits. */
  readonly owner: pg.Pool;
  readonly objects?: ObjectStore | undefined;
  readonly seal: ChainSigner;
  /** The public key of `seal`. */
  readonly key: KeyObject;
  readonly now: number;
  readonly actor: string;
  /** Keeps the public keys of the other installation, with which its links are verified. */
  readonly keepKeys: (keys: readonly KeyObject[]) => Promise<void>;
};

/** A restored account; `owners` had no user here and set a new password. */
export type RestoredAccount = {
  readonly rows: number;
  readonly files: number;
  readonly owners: readonly { readonly personId: string; readonly email: string }[];
  /**
   * Fingerprints of the keys that signed the audit chains, if this installation’s key had to
   * introduce itself: `verify` needs them to trust the chains. Otherwise empty.
   */
  readonly fingerprints: readonly string[];
};

/**
 * Restores the account of an export, with the IDs it had, in one transaction. Refuses
 * (`RestoreRefused`) an account that exists, and leaves nothing behind after any failure. Secrets
 * are not in the file: API keys end, webhooks are off, connections to providers are gone.
 */
export async function restoreAccount(read: ReadExport, target: RestoreTarget): Promise<RestoredAccount> {
  const { account } = read.manifest;
  return inTransaction(target.owner, { accountId: account, test: false }, async (tx) => {
    beginRestore(tx);
    if (await findDeletion(tx)) throw new RestoreRefused({ fault: 'account_deleted', account });
    if (await isAccountThere(tx)) throw new RestoreRefused({ fault: 'account_exists', account });
    const settings = await restoreSettings(tx, read);
    const files = await restoreFiles(tx, read, target.objects);
    const tables = await exportedTables((statement, values) => tx.read(statement, values));
    const staged: StagedTable[] = [];
    let rows = 1 + files;
    for (const table of tables.filter(({ name }) => name !== 'account' && name !== 'file')) {
      const added = await stageRows(tx, read, table);
      staged.push(added.staged);
      rows += added.rows;
    }
    const owners = await restorePeople(tx, read, target.now);
    await writeStagedRows(tx, staged);
    const fingerprints = await continueChains(tx, { read, target, settings });
    return { commit: true, answer: { rows, files, owners, fingerprints } };
  });
}

/** Connections to payment providers and to Urssaf are gone with their secrets. */
const CONNECTED = ['onlinePayment', 'agency'];

async function restoreSettings(tx: Tx, read: ReadExport): Promise<{ text: string; isChanged: boolean }> {
  for await (const [line] of read.rows('account')) {
    const row = JSON.parse(line ?? '') as { account_id: string; settings: string; version: number; created_at: number };
    if (row.account_id !== tx.accountId) throw new RestoreRefused({ fault: 'changed', at: 'billing.account' });
    const settings = JSON.parse(row.settings) as Record<string, unknown>;
    const isChanged = CONNECTED.some((name) => name in settings);
    for (const name of CONNECTED) delete settings[name];
    const text = isChanged ? JSON.stringify(settings) : row.settings;
    insertRestoredAccount(tx, { settings: text, version: row.version, createdAt: row.created_at });
    return { text, isChanged };
  }
  throw new RestoreRefused({ fault: 'changed', at: 'billing.account' });
}

/** Bytes of the largest stored file. */
const FILE_BYTES_MAX = 256 * 1_024 ** 2;
/** Bytes sent before their answer is awaited: bounds the memory. */
const BYTES_AT_ONCE = 16 * 1_024 ** 2;
const ANSWER = sql`select 1 as answer`;

async function restoreFiles(tx: Tx, read: ReadExport, objects: ObjectStore | undefined): Promise<number> {
  const members = new Map(read.manifest.members.map(({ name, sha256 }) => [sha256, name]));
  let [files, waiting] = [0, 0];
  for await (const rows of read.rows('file'))
    for (const line of rows) {
      const row = JSON.parse(line) as { sha256: string; created_at: number };
      const digest = row.sha256.replace('\\x', '');
      const name = members.get(digest);
      const bytes = name === undefined ? undefined : await read.zip.whole(name, FILE_BYTES_MAX);
      const sha256 = bytes && createHash('sha256').update(bytes).digest();
      if (!bytes || sha256?.toString('hex') !== digest) throw new RestoreRefused({ fault: 'changed', at: digest });
      await storeFile(tx, objects, { sha256, bytes, now: row.created_at });
      files += 1;
      waiting += bytes.length;
      if (waiting < BYTES_AT_ONCE) continue;
      await tx.read(ANSWER);
      waiting = 0;
    }
  return files;
}

async function stageRows(
  tx: Tx,
  read: ReadExport,
  table: ExportedTable,
): Promise<{ staged: StagedTable; rows: number }> {
  const known = new Set(table.columns.map(({ name }) => name));
  let staged: StagedTable = { table, columns: [...known] };
  let [rows, isStaged] = [0, false];
  for await (const texts of read.rows(table.name)) {
    if (!isStaged) {
      const columns = Object.keys(JSON.parse(texts[0] ?? '{}') as object);
      // A column that is gone since was moved by a migration, which a restore does not repeat.
      if (columns.some((name) => !known.has(name)))
        throw new RestoreRefused({ fault: 'older', software: read.manifest.software });
      staged = { table, columns };
      await stage(tx, staged);
      isStaged = true;
    }
    await addStagedRows(tx, staged, texts);
    rows += texts.length;
  }
  if (!isStaged) await stage(tx, staged);
  if (await hasForeignRow(tx, staged)) throw new RestoreRefused({ fault: 'changed', at: `billing.${table.name}` });
  return { staged, rows };
}

type ExportedPerson = { person_id: string; email: string; name: string; role: string } & {
  joined_at: number;
  left_at: number | null;
};

/** Bytes of the list of people. */
const PEOPLE_BYTES_MAX = 16 * 1_024 ** 2;
const DEVICE_SECRET_BYTES = 32;

/**
 * Creates the users of the account that this installation does not know, without a password. Those
 * whose address it knows are members as the users they are here.
 */
async function restorePeople(tx: Tx, { zip }: ReadExport, now: number): Promise<{ personId: string; email: string }[]> {
  const lines = (await zip.whole(exportMembers.people, PEOPLE_BYTES_MAX)).toString().split('\n').filter(Boolean);
  const owners: { personId: string; email: string }[] = [];
  const replaced = new Map<string, string>();
  for (const line of lines) {
    const { person_id: id, email, name, role, left_at } = JSON.parse(line) as ExportedPerson;
    const folded = foldedEmail(email);
    const known = await personIdOf(tx, folded);
    if (known !== undefined) {
      if (known !== id) replaced.set(id, known);
      continue;
    }
    tx.write(setPerson(id));
    const credentials = { passwordHash: unusablePassword(), deviceSecret: randomBytes(DEVICE_SECRET_BYTES) };
    const person = { id, email, name, createdAt: now, secondFactor: false, hasPasskey: false, stepsPutAway: false };
    insertPerson(tx, person, folded, credentials);
    if (role === 'owner' && left_at === null) owners.push({ personId: id, email });
  }
  await replaceStagedPeople(tx, replaced);
  return owners;
}

/**
 * Records the restore in both chains with the key of this installation. If another key signed them,
 * this one introduces itself, as after the loss of a key: `verify` reports it until its fingerprint
 * is trusted.
 */
async function continueChains(
  tx: Tx,
  {
    read,
    target,
    settings,
  }: { read: ReadExport; target: RestoreTarget; settings: { text: string; isChanged: boolean } },
): Promise<string[]> {
  const { now, actor, key } = target;
  const signer = target.seal.signer(undefined);
  const used = new Set(await signingKeysOf(tx));
  const others = [...read.keys].flatMap(([id, each]) => (used.has(id) && id !== signer.keyId ? each : []));
  await target.keepKeys(others);
  const publicKey = key.export({ type: 'spki', format: 'der' }).toString('base64');
  const introduced = { fingerprint: fingerprintOf(key), publicKey };
  const seal: ChainSigner = { ...target.seal, signer: () => signer };
  // The heads recorded outside the database start with the entry that says so.
  const restarting: ChainSigner = {
    ...seal,
    anchor: (whose, head, signed) => target.seal.anchor(whose, head, { ...signed, restarts: true }),
  };
  await addKeyDigests(tx);
  if (settings.isChanged) addDigest(tx.standing, 'account', tx.accountId, () => stateDigest.account(settings.text));
  let isKeyIntroduced = false;
  for (const test of [false, true]) {
    let head = await lockChainHead(tx, test);
    if (head.seq === 0) continue;
    const event = { at: now + (test ? await clockOffset(tx) : 0), actor, subject: { kind: 'chain', id: tx.accountId } };
    if (head.keyId !== signer.keyId) {
      isKeyIntroduced = true;
      const lost = { type: 'seal_key_lost', sha256: introduced.fingerprint, key: introduced } as const;
      head = append(tx, { test, head, seal }, { ...event, ...lost });
    }
    append(tx, { test, head, seal: restarting }, { ...event, type: 'restored', sha256: read.statement.sha256 });
  }
  return isKeyIntroduced ? [...others, key].map(fingerprintOf) : [];
}
