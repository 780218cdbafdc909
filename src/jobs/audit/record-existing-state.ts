import type { Logger } from 'pino';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { addCurrentDigests, chainsToCheckpoint, findUndigested, saveCheckpoint } from '../../db/audit/checkpoint.ts';
import { inTransaction, type TransactionScope } from '../../db/transaction.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';

/** Chains looked at by one statement: what is held in memory, however many accounts there are. */
const CHAINS_AT_ONCE = 1_000;
/** Milliseconds between two links of one chain, in which others finalize. */
const PAUSE_MS = 20;
/** Who notes, in the audit chain. */
const ACTOR = 'service';

/**
 * Notes what links of the first version left unsaid, in every chain, until nothing is left: from then on `verify` holds all
 * that stands against the chain. A chain that fails is told, and holds up no others. Ends early where `isEnding` says so.
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
        log.error({ err: error, account: whose.accountId, test: whose.test }, 'what stands could not be noted');
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
  if (noted > 0) log.info({ account, test, noted }, 'what stood before was noted in the audit chain');
}

/** Looks at one page of links, and notes what they left unsaid in a link. */
function notePage(
  { pool, environment: { seal }, now }: AppServices,
  whose: TransactionScope,
): Promise<{ things: number; more: boolean }> {
  const { test, accountId } = whose;
  return inTransaction(pool, whose, async (tx) => {
    // Without a lock: a long chain takes its time to be looked through.
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
