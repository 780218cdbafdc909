import pg from 'pg';
import { type AuditEvent, type ClockCorrection, lacksState } from '../../../audit/chain/chain-link.ts';
import { chainVerifier, type StoredLink } from '../../../audit/chain/verify-chain.ts';
import {
  type AccountHeads,
  type Known,
  knownHeadsFaults,
  knownHeadsOf,
  knownHeadsOfChain,
} from '../../../audit/heads/known-heads.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import { slices } from '../../../limits/time-slices.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import { setAccount } from '../../row-security.ts';
import { type Row, sql } from '../../transaction.ts';
import { closureFindings } from './closures.ts';
import { modesToVerify } from './erased-accounts.ts';
import { type Attached, keptFiles, verifyAttachments, verifyRenderings, verifySeals } from './files.ts';
import type { AskedStatement, Finding, Found, Note, QueryFn } from './finding.ts';
import { makeRoom, storeLastDigests } from './last-digests.ts';
import { countFindings, numberFindings } from './numbering.ts';
import { paymentFindings } from './payments.ts';
import { SEALED_COLUMNS, sealedDocumentFaults } from './sealed-document.ts';
import {
  stateFindings,
  type VerifyScope,
  verifyDocumentState,
  verifyEventState,
  verifyKeyState,
  verifySettingsState,
} from './stored-state.ts';

export type Verified = {
  accounts: number;
  links: number;
  documents: number;
  payments: number;
  closures: number;
  files: number;
  /**
   * Finalized documents whose mutable state the audit chain does not fully record: they were
   * finalized by the first version, and no checkpoint covers them yet.
   */
  uncovered: number;
  findings: Finding[];
  notes: Note[];
};

/** The records kept outside the database, and the object store, if files are there. */
export type KnownHere = Known & { objects?: ObjectStore | undefined };

/** Progress so far. */
export type Progress = { links: number; files: number };

/** Maximum findings listed; more would not add information. */
const FINDINGS_MAX = 1_000;
/** Entries read per batch; bounds the memory for chains of any length. */
const LINKS_AT_ONCE = 500;
/** Recorded last entries whose accounts are looked up per batch. */
const HEADS_AT_ONCE = 500;

const LINKS = sql`
  select seq, link, hash, key_id as "keyId", signature from billing.chain_link
  where account_id = $1 and test = $2 and seq > $3 order by seq limit ${String(LINKS_AT_ONCE)}`;
const HEAD = sql`select seq, hash from billing.chain_head where account_id = $1 and test = $2`;
const DOCUMENTS = sql`select ${SEALED_COLUMNS} from billing.document where account_id = $1 and id = any($2::uuid[])`;
// An entry is canonical JSON, so its subject begins with the ID. It is compared as text, because a
// forged entry may not be JSON.
const LINKED = `
  with linked as materialized (
    select seq, substring(link from '"subject":\\{"id":"([^"]*)"') as id from billing.chain_link
    where account_id = $1 and test = $2 and link like '%"type":"finalized"%')`;
const UNLINKED = sql`${LINKED}
  select d.id, d.number from billing.document d
  where d.account_id = $1 and d.test = $2 and d.number is not null
    and not exists (select from linked where linked.id = d.id::text)
  order by d.number limit ${String(FINDINGS_MAX)}`;
const LINKED_TWICE = sql`${LINKED}
  select id, max(seq) as seq from linked group by id having count(*) > 1 limit ${String(FINDINGS_MAX)}`;

/**
 * Verifies accounts one after the other, each on one snapshot, in constant memory, while the
 * service is running. Read the data folder first, so that nothing it knows is newer than the
 * snapshot.
 */
export async function verifyAccounts(
  serving: pg.ClientConfig,
  accounts: Iterable<string> | AsyncIterable<string>,
  known: KnownHere,
  onProgress?: (done: Progress) => void,
): Promise<Verified> {
  const client = verifyingClient(serving);
  await client.connect();
  try {
    return await verifyAccountsOn(client, accounts, known, onProgress);
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection for verification only. */
export function verifyingClient(serving: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...serving, statement_timeout: 0, application_name: 'facturier verify' });
  client.on('error', () => {});
  return client;
}

/**
 * Like `verifyAccounts`, on an open connection outside a transaction, so that repeated
 * verifications reuse prepared statements.
 */
export async function verifyAccountsOn(
  client: pg.Client,
  accounts: Iterable<string> | AsyncIterable<string>,
  known: KnownHere,
  onProgress: (done: Progress) => void = () => {},
): Promise<Verified> {
  const none = { accounts: 0, links: 0, documents: 0, payments: 0, closures: 0, files: 0, uncovered: 0 };
  const verified: Verified = { ...none, findings: [], notes: [] };
  for await (const account of accounts) {
    await verifyAccount(client, account, { known, verified, onProgress });
    verified.accounts += 1;
  }
  return verified;
}

/** Which of these accounts exist in the database. */
type There = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** Faults outside the database, and accounts that only the records outside the database name. */
export async function findingsOutsideDatabase(there: There, known: Known, verified: Verified): Promise<Finding[]> {
  const begun = new Set(verified.notes.flatMap(({ note, at }) => (note === 'anchor_begun' && at ? [at] : [])));
  verified.notes.push(...stampNotes(known));
  return [...knownHeadsFaults(known, { links: verified.links, begun }), ...(await findMissingAccounts(there, known))];
}

function stampNotes({ stamps = [], stampFailure }: Known): Note[] {
  const last = stamps.at(-1);
  const { authority, fingerprint } = last?.stamp ?? {};
  return [
    ...(last && authority
      ? [{ note: 'stamped' as const, at: `${last.name}, ${authority}, SHA-256 ${fingerprint}` }]
      : []),
    ...(stampFailure ? [{ note: 'stamp_failed' as const, at: stampFailure.error }] : []),
  ];
}

/**
 * Accounts that are missing entirely although a last entry of theirs was recorded outside the
 * database; each account once.
 */
export async function findMissingAccounts(there: There, known: Known): Promise<Finding[]> {
  const highest = [...(known.kept?.values() ?? [])].flatMap(([first]) => first ?? []);
  const kept = Map.groupBy(highest, ({ account }) => account);
  const missing: Finding[] = [];
  for (const account of await goneOf(known.noted?.accounts() ?? [], there))
    missing.push(...(await headsOfMissing(known, account)));
  for (const account of await goneOf(kept.keys(), there))
    for (const { mode, seq } of kept.get(account) ?? []) missing.push({ fault: 'account_missing', account, mode, seq });
  return missing;
}

async function goneOf(named: Iterable<string> | AsyncIterable<string>, there: There): Promise<Set<string>> {
  const gone = new Set<string>();
  for await (const accounts of pagesOf(named)) {
    const found = await there(accounts);
    for (const account of accounts) if (!found.has(account)) gone.add(account);
  }
  return gone;
}

async function headsOfMissing(known: Known, account: string): Promise<Finding[]> {
  const { heads, unreadable } = await knownHeadsOf(known, account);
  return [
    ...[...heads.values()].flatMap(([first]): Finding[] =>
      first ? [{ fault: 'account_missing', account, mode: modeOf(first.test), seq: first.seq }] : [],
    ),
    ...unreadable.map((at): Finding => ({ fault: 'anchor_unreadable', account, at })),
  ];
}

/** Yields accounts in batches without duplicates. */
async function* pagesOf(accounts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string[]> {
  let page = new Set<string>();
  for await (const account of accounts) {
    page.add(account);
    if (page.size < HEADS_AT_ONCE) continue;
    yield [...page];
    page = new Set();
  }
  if (page.size > 0) yield [...page];
}

const modeOf = (test: boolean): 'live' | 'test' => (test ? 'test' : 'live');

type Verifying = { known: KnownHere; verified: Verified; onProgress: (done: Progress) => void };

async function verifyAccount(client: pg.Client, account: string, options: Verifying): Promise<void> {
  // Named statements are parsed and planned once and run for both modes of every account.
  const ask = async ({ name, text }: AskedStatement, values: readonly unknown[]): Promise<Row[]> =>
    (await client.query({ ...(name && { name }), text, values: values as unknown[] })).rows;
  await makeRoom(client);
  const noted = await knownHeadsOf(options.known, account);
  await client.query('begin isolation level repeatable read read only');
  for (const { text } of setAccount({ accountId: account, test: false })) await client.query(text);
  for (const test of await modesToVerify(ask, account, options.known)) {
    const { findings } = options.verified;
    const places = new Set<string>();
    const find = (found: Found): void => {
      // Several checks can find the same fault.
      const place = JSON.stringify(found);
      if (findings.length >= FINDINGS_MAX || places.has(place)) return;
      places.add(place);
      findings.push({ ...found, account, mode: modeOf(test) });
    };
    const { coveredSince, corrected } = await verifyChain(ask, { account, test, find, noted }, options);
    for (const row of await ask(UNLINKED, [account, test])) {
      find({ fault: 'document_without_link', number: row.number, at: row.id });
    }
    for (const row of await ask(LINKED_TWICE, [account, test])) {
      find({ fault: 'document_linked_twice', seq: row.seq, at: row.id });
    }
    for (const found of await numberFindings(ask, { account, test }, corrected)) find(found);
    for (const found of await countFindings(ask, account, test)) find(found);
    for (const found of await stateFindings(ask, account, test)) find(found);
    const payments = await paymentFindings(ask, account, test);
    for (const found of payments.findings) find(found);
    options.verified.payments += payments.count;
    const closures = await closureFindings(ask, account, test);
    for (const found of closures.findings) find(found);
    options.verified.closures += closures.count;
    const scope = { ask, account, test, find };
    const { uncovered } = await verifyDocumentState(scope);
    options.verified.uncovered += uncovered;
    const now = Math.floor(Date.now() / 1000);
    await verifyEventState(scope, { now, coveredSince });
    await verifyRenderings(scope);
    await verifySeals(scope, options.known.objects);
    if (!test) for (const at of noted.unreadable) find({ fault: 'anchor_unreadable', at });
    if (!test) await verifyAccountItself(scope, options);
  }
  await client.query('commit');
}

/** Verifies what is common to both modes; the live audit chain records it. */
async function verifyAccountItself(scope: VerifyScope, { known, verified, onProgress }: Verifying): Promise<void> {
  await verifyKeyState(scope);
  await verifySettingsState(scope);
  await keptFiles(scope, {
    objects: known.objects,
    onFile: () => {
      verified.files += 1;
      onProgress(verified);
    },
  });
}

type Place = { account: string; test: boolean; find: (found: Found) => void };

type ChainContent = {
  /** Since when the entries record all state, in Unix seconds: 0 means always. */
  coveredSince: number;
  /** Series whose days an entry corrected. */
  corrected: ClockCorrection['series'][number][];
};

async function verifyChain(
  ask: QueryFn,
  { account, test, find, noted }: Place & { noted: AccountHeads },
  options: Verifying,
): Promise<ChainContent> {
  const corrected: ChainContent['corrected'] = [];
  let coveredSince = 0;
  const { known, verified, onProgress } = options;
  const verifier = chainVerifier({ accountId: account, test }, knownHeadsOfChain(known, { account, test, noted }));
  // Lets other requests run between entries.
  const turn = slices();
  for (let after = 0; ; ) {
    const links = (await ask(LINKS, [account, test, after])) as StoredLink[];
    const last = links.at(-1);
    if (!last) break;
    after = last.seq;
    const entries: { seq: number; said: AuditEvent }[] = [];
    for (const link of links) {
      await turn();
      const { said, findings } = verifier.next(link);
      for (const found of findings) find({ ...found, ...numberIn(said) });
      if (said?.type === 'clock_corrected' && Array.isArray(said.clock?.series)) corrected.push(...said.clock.series);
      if (said) entries.push({ seq: link.seq, said });
      if (said && lacksState(said)) coveredSince = Math.max(coveredSince, said.at + 1);
    }
    const finalized = entries.filter(({ said }) => said.type === 'finalized');
    await storeLastDigests(ask, test, entries);
    await verifyDocuments(ask, { account, test, find }, finalized);
    verified.links += links.length;
    verified.documents += finalized.length;
    onProgress(verified);
    if (links.length < LINKS_AT_ONCE) break;
  }
  const [head] = await ask(HEAD, [account, test]);
  for (const found of verifier.end(head as { seq: number; hash: Buffer } | undefined)) find(found);
  for (const note of verifier.notes().slice(0, FINDINGS_MAX))
    verified.notes.push({ ...note, account, mode: modeOf(test) });
  return { coveredSince, corrected };
}

const numberIn = (event: AuditEvent | undefined): { number?: string } =>
  typeof event?.subject.number === 'string' ? { number: event.subject.number } : {};

async function verifyDocuments(
  ask: QueryFn,
  { account, test, find }: Place,
  finalized: readonly { seq: number; said: AuditEvent }[],
): Promise<void> {
  if (finalized.length === 0) return;
  const ids = finalized.map(({ said }) => said.subject.id).filter((id) => UUID.test(id));
  const rows = new Map((await ask(DOCUMENTS, [account, ids])).map((row) => [row.id, row]));
  for (const { seq, said } of finalized) {
    for (const fault of sealedDocumentFaults(rows.get(said.subject.id), said)) {
      find({ fault, seq, at: said.subject.id, ...numberIn(said) });
    }
  }
  const whole = [...rows.values()].filter(({ number }) => number !== null);
  await verifyAttachments({ ask, account, test, find }, whole.flatMap(attachedTo));
}

/** The attachments named in a sealed text; none if it is not valid JSON. */
function attachedTo({ id, number, content }: Row): Attached[] {
  try {
    const { content: sealedContent } = JSON.parse(content) as BillingDocument;
    return [{ documentId: id, number, attachments: sealedContent.attachments ?? [] }];
  } catch {
    return [];
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
