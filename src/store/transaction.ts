import type pg from 'pg';
import { entering, enteringAsPerson, NO_ACCOUNT, requireUuid } from './entering.ts';
import { openTelling, type Telling, tellings } from './events/telling.ts';
import { cutConnection, pidOf } from './pool.ts';
import type { Positions } from './positions.ts';
import { type ChainTurns, openChainTurns } from './proof/chain-turns.ts';
import { type Standing, untold } from './proof/standing.ts';
import { isMoved } from './spread/is-moved.ts';
import { NodeSilent, type NodeWatch, type Visit } from './spread/node-watch.ts';
import { HOLD_PLACE, isSpread, nodeWatchOf, poolOf } from './spread/pool-of.ts';
import { sql } from './sql.ts';
import { openSending, type Result, type Row, type Statement, type Told } from './statement-batch.ts';

export { sql, unprepared } from './sql.ts';
export type { Row, Statement };

/**
 * One account's transaction. `read` asks and waits; `write` sends and goes on, so that a whole batch of statements
 * travels in one round trip. Every failure of a write surfaces at the latest when the transaction commits.
 */
export type Tx = {
  readonly accountId: string;
  /** The caller holds a test key: sees and makes test documents only. */
  readonly test: boolean;
  read: <R extends Row = Row>(statement: Statement, values?: readonly unknown[]) => Promise<R[]>;
  write: (statement: Statement, values?: readonly unknown[]) => void;
  /** Runs `then` once the transaction has committed, never otherwise. */
  afterCommit: (then: () => void) => void;
  /** Runs `then` once the transaction is over, whatever became of it; at once where it is. */
  whenOver: (then: (committed: boolean) => void) => void;
  /** The turns of this process at the audit chains of its accounts. */
  readonly chains: ChainTurns;
  /** Audit chains whose head it has locked: it waits for nobody's turn at them. */
  readonly heads: Set<string>;
  /** Whoever began it begins it again where an audit chain was not as it was foreseen. */
  readonly foresees: boolean;
  /** What was written and the audit chain must tell (standing.ts): the next link does. */
  readonly standing: Standing;
  /** What happened and is told behind all else, with the commit (telling.ts): its places in the feed are locked last. */
  readonly telling: Telling;
};

/** Ends the work of a request that was answered without it. */
class Answered extends Error {}

type Guard<T> = { ask: (tx: Tx) => Promise<T | undefined> };
type Work<T> = (tx: Tx) => Promise<{ commit: boolean; answer: T }>;
/**
 * `personId`: whose own rows are seen beside those of the account, where it is for a person himself. `foresees`: it is begun
 * again where it fails by 40001, and so need not lock an audit chain before it decides. `readsOnly`: PostgreSQL refuses every
 * write of it (25006). `about`: where it is nobody's, the accounts it asks about, `all` if it does not know which, `answering` if it goes
 * on with the nodes that answer: where tables are spread it then waits for no node of theirs that is silent.
 */
export type Whose = {
  accountId: string;
  test: boolean;
  personId?: string;
  foresees?: boolean;
  readsOnly?: boolean;
  about?: 'all' | 'answering' | readonly string[];
};

/**
 * Runs `work` in one transaction of one account. The statements that open it are sent ahead without waiting, and what
 * `work` reads first travels with them; what it writes travels with the commit. `guard`, when given, is asked with the
 * opening statements and may answer instead of `work` (a replayed request): then nothing is written. Where tables are spread and
 * a move of the account undid it, it is begun again, and `work` with it.
 */
export async function inTransaction<T>(pool: pg.Pool, whose: Whose, work: Work<T>, guard?: Guard<T>): Promise<T> {
  const nodes = nodeWatchOf(pool);
  if (!nodes) return onConnection(pool, whose, { work, guard });
  for (let tried = 1; ; tried++)
    try {
      return await onNodes(pool, whose, { nodes, work, guard });
    } catch (error) {
      if (tried === TRIES_MAX || !isMoved(error)) throw error;
    }
}

/** Times a transaction is tried whose account is being moved to another node. */
const TRIES_MAX = 4;

async function onNodes<T>(
  pool: pg.Pool,
  whose: Whose,
  { nodes, ...given }: Given<T> & { nodes: NodeWatch },
): Promise<T> {
  const visit = await visitFor(nodes, whose);
  let answered = false;
  try {
    const answer = await onConnection(pool, whose, { ...given, visit });
    answered = true;
    return answer;
  } finally {
    visit.leave(answered);
  }
}

const visitFor = (nodes: NodeWatch, { accountId, about = [] }: Whose): Promise<Visit> => {
  if (accountId !== NO_ACCOUNT) return nodes.enter(accountId);
  if (about === 'answering') return nodes.enterAnswering();
  return about === 'all' ? nodes.enterAll() : nodes.enter(...about);
};

type Given<T> = { work: Work<T>; guard?: Guard<T> | undefined; visit?: Visit };

async function onConnection<T>(pool: pg.Pool, whose: Whose, { work, guard, visit }: Given<T>): Promise<T> {
  const client = await poolOf(pool, whose.accountId).connect();
  let broken: unknown;
  try {
    visit?.holds({ pid: pidOf(client), cut: () => cutConnection(client) });
    const known = { ...whose, chains: chainsOf(pool), positions: positionsOf.get(pool) };
    return await conduct(client, known, { opening: openingOf(pool), work, guard });
  } catch (error) {
    broken = isConnectionLost(error) && !(error instanceof NodeSilent) ? error : undefined;
    throw error;
  } finally {
    client.release(broken instanceof Error ? broken : undefined);
  }
}

/** Per pool, since two services may live in one process (tests). */
const chainTurns = new WeakMap<pg.Pool, ChainTurns>();

function chainsOf(pool: pg.Pool): ChainTurns {
  const known = chainTurns.get(pool);
  if (known) return known;
  const opened = openChainTurns();
  chainTurns.set(pool, opened);
  return opened;
}

/** Whom to tell where the log stood after what was written through a pool; nobody, where no replica is read from. */
const positionsOf = new WeakMap<pg.Pool, Positions>();

/** From now on the end of every writing transaction of this pool is noted, in the round trip of its commit. */
export const notePositionsOf = (pool: pg.Pool, positions: Positions): void => void positionsOf.set(pool, positions);

async function conduct<T>(
  client: pg.PoolClient,
  whose: Whose & { readonly chains: ChainTurns; readonly positions: Positions | undefined },
  { opening, work, guard }: { opening: Opening; work: Work<T>; guard: Guard<T> | undefined },
): Promise<T> {
  const line = openLine(client);
  const afterwards: (() => void)[] = [];
  const over = openEnd();
  let answeredByGuard: { answer: T } | undefined;
  let committing: Positions | undefined;
  const tx: Tx = {
    ...whose,
    foresees: whose.foresees ?? false,
    whenOver: over.then,
    read: <R extends Row>(statement: Statement, values?: readonly unknown[]) =>
      minded(
        line.ask(statement, values).then((result) => {
          if (answeredByGuard) throw new Answered();
          return result.rows as R[];
        }),
      ),
    write: line.send,
    afterCommit: (then) => void afterwards.push(then),
    heads: new Set(),
    standing: new Map(),
    telling: openTelling(),
  };

  opening(line, whose);
  try {
    const asked = guard
      ?.ask({ ...tx, read: (s, v) => minded(line.ask(s, v).then(({ rows }) => rows as never)) })
      .then((answer) => {
        if (answer !== undefined) answeredByGuard = { answer };
      });
    asked?.catch(() => {});
    const worked = minded(work(tx));
    await asked;
    const { commit, answer } = await worked;
    if (answeredByGuard) throw new Answered();
    const untoldName = commit && untold(tx.standing);
    if (untoldName) throw new Error(`${untoldName} would change without a link of the audit chain`);
    if (commit) for (const [statement, values] of tellings(whose.accountId, tx.telling)) line.send(statement, values);
    const positions = commit && !whose.readsOnly ? whose.positions : undefined;
    committing = positions;
    const ended = await line.end(commit ? COMMIT : ROLLBACK, positions && POSITION);
    if (commit && ended.command !== 'COMMIT') throw new Error('the transaction could not be committed');
    // Before anybody is answered, who may read at once.
    if (positions) positions.note(whose, (await line.after())?.rows[0]?.position);
    over.is(commit);
    if (commit) for (const then of afterwards) then();
    return answer;
  } catch (error) {
    over.is(false);
    const answered = answeredByGuard as { answer: T } | undefined;
    // What the guard answers another process may have written a moment ago: its caller reads on behind that.
    const positions = answered && whose.positions;
    await line.end(ROLLBACK, positions && POSITION).catch(() => {});
    positions?.note(whose, (await line.after())?.rows[0]?.position);
    // Whatever became of the work, what the guard answered stands: the work was not to be done.
    if (answered) return answered.answer;
    // It may be written or not: who looks whether it is must not be told by a replica.
    if (committing && isConnectionLost(error)) committing.note(whose, undefined);
    throw causeOf(error, line.failure());
  }
}

/** Whom to tell that a transaction is over. */
function openEnd(): { then: Tx['whenOver']; is: (committed: boolean) => void } {
  const waiting: ((committed: boolean) => void)[] = [];
  let ended: { readonly committed: boolean } | undefined;
  return {
    then: (then) => (ended ? then(ended.committed) : void waiting.push(then)),
    is: (committed) => {
      ended = { committed };
      for (const then of waiting.splice(0)) then(committed);
    },
  };
}

type Line = {
  /** Asks and waits. Fails once the transaction is over. */
  readonly ask: (statement: Statement, values?: readonly unknown[]) => Promise<Result>;
  /** Sends and goes on. Its failure is told by the end of the transaction. */
  readonly send: (statement: Statement, values?: readonly unknown[]) => void;
  /** The last statement: nothing is sent after it but what is asked once it is over. Fails by what failed first. */
  readonly end: (statement: Statement, after?: Statement) => Promise<Result>;
  /** What was asked once it was over; undefined where nothing was, or it was not answered. */
  readonly after: () => Promise<Result | undefined>;
  readonly failure: () => unknown;
};

/**
 * One transaction's turn on a connection. Statements are answered in the order they were sent, so who has the answer to the
 * last knows that of all; only the first failure is remembered, and no row of a long transaction is held.
 */
function openLine(client: pg.PoolClient): Line {
  const send = openSending(client);
  let failed: { readonly error: unknown } | undefined;
  let over = false;
  let after: Promise<Result | undefined> = Promise.resolve(undefined);
  const speak = (statement: Statement, values: readonly unknown[] | undefined, told: Told | undefined): void =>
    send({
      statement,
      values,
      told: (error, result) => {
        if (error) failed ??= { error };
        told?.(error, result);
      },
    });
  const asked = (statement: Statement, values?: readonly unknown[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      speak(statement, values, (error, result) => (result ? resolve(result) : reject(error)));
    });
  return {
    // The connection may be another account's by now: what a failed work left running must not speak on it.
    ask: (statement, values) =>
      over ? Promise.reject(new Error('the transaction is over')) : asked(statement, values),
    send: (statement, values) => {
      if (!over) speak(statement, values, undefined);
    },
    end: async (statement, asking) => {
      over = true;
      const ending = asked(statement);
      if (asking) after = asked(asking).catch(() => undefined);
      const result = await ending;
      if (failed) throw failed.error;
      return result;
    },
    after: () => after,
    failure: () => failed?.error,
  };
}

/**
 * After a failed statement PostgreSQL refuses every other of its transaction, and the work may hear of that first: what
 * it waits for comes after what it only sent. The failure that counts, a deadlock say, is the first of what was sent.
 */
const causeOf = (error: unknown, first: unknown): unknown =>
  (error as { code?: string }).code === IN_FAILED_TRANSACTION ? (first ?? error) : error;

const IN_FAILED_TRANSACTION = '25P02';

/**
 * What is sent ahead may fail before anybody waits for it, or when whoever would have waited has failed already. That is
 * told by the transaction as a whole; unminded, it would end the process.
 */
function minded<R>(result: Promise<R>): Promise<R> {
  result.catch(() => {});
  return result;
}

/** Errors after which the connection is of no use any more. */
export function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return (
    // 25P03, 25P04: it was taken back as nothing was asked for too long, or it took too long.
    /^(08|57P0|25P0[34])/.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      String((error as Error).message),
    )
  );
}

// Prepared as all others are, so that they travel in the batch of what they open and end.
const BEGIN = sql`begin`;
const BEGIN_READING = sql`begin read only`;
const FOR_ACCOUNT = sql`select set_config('app.account_id', $1, true), set_config('app.test', $2, true)`;
const FOR_PERSON = sql`select set_config('app.person_id', $1, true)`;
const COMMIT = sql`commit`;
/** Beyond the commit that was just done, whether or not it is on the disk yet. */
const POSITION = sql`select (pg_current_wal_insert_lsn() - '0/0')::bigint as position`;
// Not prepared: in a batch it would not be done where what was sent before it fails.
const ROLLBACK: Statement = { text: 'rollback' };

/**
 * Lets a transaction that was begun for nobody go on as an account: what is asked from here on sees that account's rows, until it goes on
 * as another. Not where tables are spread over machines: a transaction of theirs tells the nodes whose it is as it begins.
 */
export function goOnAs(tx: Tx, { accountId, test }: Pick<Whose, 'accountId' | 'test'>): void {
  if (tx.accountId !== NO_ACCOUNT) throw new Error('a transaction of one account goes on as no other');
  requireUuid('an account', accountId);
  tx.write(FOR_ACCOUNT, [accountId, test ? 'on' : 'off']);
}

/** Begins a transaction and names for whom, for row-level security. */
type Opening = (line: Line, whose: Whose) => void;

const openingOf = (pool: pg.Pool): Opening => (isSpread(pool) ? openOnNodes : open);

const open: Opening = (line, { accountId, test, personId, readsOnly }) => {
  if (accountId !== NO_ACCOUNT) requireUuid('an account', accountId);
  if (personId !== undefined) requireUuid('a person', personId);
  line.send(readsOnly ? BEGIN_READING : BEGIN);
  line.send(FOR_ACCOUNT, [accountId, test ? 'on' : 'off']);
  if (personId !== undefined) line.send(FOR_PERSON, [personId]);
};

const openOnNodes: Opening = (line, whose) => {
  const named = [...entering(whose), ...(whose.personId === undefined ? [] : [enteringAsPerson(whose.personId)])];
  line.send(whose.readsOnly ? BEGIN_READING : BEGIN);
  for (const statement of named) line.send(statement);
  // What only reads holds off no move.
  if (whose.accountId !== NO_ACCOUNT && !whose.readsOnly) line.send(HOLD_PLACE, [whose.accountId]);
};
