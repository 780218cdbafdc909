import type { Logger } from 'pino';
import { tell } from '../operations/events/tell.ts';
import type { World } from '../operations/perform.ts';
import { asAccount, type GivenUp } from '../store/deliveries.ts';
import type { Tx } from '../store/transaction.ts';

/**
 * Tells that an endpoint was given up: the account's other endpoints and its feed, in the transaction in which it
 * happened, and the log once that has committed. Whoever else is to hear of it, by mail say, hears of it here.
 */
export function tellGivenUp(tx: Tx, given: GivenUp, { world, log }: { world: World; log: Logger }): void {
  const { endpointId, url, reason, test } = given;
  const now = world.now();
  const context = { tx: asAccount(tx, given), now, newId: world.newId };
  const webhook = { id: endpointId, url, reason, disabledAt: new Date(now * 1000).toISOString() };
  tell(context, { type: 'webhook.disabled', subjectId: endpointId, test }, { webhook });
  // An address may hold what only its owner should know.
  const { host } = new URL(url);
  tx.afterCommit(() =>
    log.warn({ webhook: endpointId, account: given.accountId, host, reason }, 'a webhook was disabled'),
  );
}
