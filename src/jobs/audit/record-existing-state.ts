import type { Logger } from 'pino';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { addCurrentDigests, chainsToCheckpoint, findUndigested, saveCheckpoint } from '../../db/audit/checkpoint.ts';
import { inTransaction, type TransactionScope } from '../../db/transaction.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

/** Chains per statement, to bound memory whatever the number of accounts. */
const CHAINS_AT_ONCE = 1_000;
/** Milliseconds between two links of one chain, so that others can finalize. */
const PAUSE_MS = 20;
/** Actor in the audit chain. */
const ACTOR = 'service';

/**
 * Records in every chain the state that version 1 links do not cover, until all is covered: from
 * then on `verify` checks all records against the chain. A failing chain is logged and delays no
 * others. Stops early if `isEnding` returns true.
 */
export async function recordExistingState(
  services: AppServices,
  log: Pick<Logger, 'error' | 'info'>,
  isEnding: () => boolean = () => false,
): Promise<void> {
  let past: TransactionScope | undefined;
  do {
    const { chains, last } = await chainsToCheckpoint(services.pool, { past, most: CHAINS_AT_ONCE });
    for (const whose of chains) {
      try {
        await noteChain(services, log, whose, isEnding);
      } catch (error) {
        log.error(
          { err: error, account: whose.accountId, test: whose.test },
          'the existing state could not be recorded',
        );
      }
      if (isEnding()) return;
    }
    past = last;
  } while (past);
}

async function noteChain(
  services: AppServices,
  log: Pick<Logger, 'info'>,
  whose: TransactionScope,
  isEnding: () => boolean,
): Promise<void> {
  const { test, accountId: account } = whose;
  let noted = 0;
  for (;;) {
    const { things, more } = await notePage(services, whose);
    noted += things;
    if (!more || isEnding()) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  if (noted > 0) log.info({ account, test, noted }, 'existing state was recorded in the audit trail');
}

/** Reads one page of links and records their uncovered state in a new link. */
function notePage(
  { pool, environment: { seal }, now }: AppServices,
  whose: TransactionScope,
): Promise<{ things: number; more: boolean }> {
  const { test, accountId } = whose;
  return inTransaction(pool, whose, async (tx) => {
    // Without a lock, because reading a long chain takes time.
    const unsaid = await findUndigested(tx, test);
    const { until, documents, payments, keys, settings } = unsaid;
    const isAny = settings || [documents, payments, keys].some(({ length }) => length > 0);
    const head = isAny ? await lockChainHead(tx, test) : undefined;
    const things = head ? await addCurrentDigests(tx, unsaid) : 0;
    if (head && things > 0) {
      const subject = { kind: 'account', id: accountId };
      const { now: at } = await clockIn(now, tx, test);
      const about = [...tx.standing.keys()].toSorted().join('\n');
      append(tx, { test, head, seal }, { type: 'noted', at, actor: ACTOR, subject, sha256: sha256Hex(about) });
    }
    saveCheckpoint(tx, test, until);
    return { commit: true, answer: { things, more: isAny } };
  });
}
