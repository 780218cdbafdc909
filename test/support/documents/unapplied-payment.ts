import { randomUUID } from 'node:crypto';
import { insertSession, saveSession } from '../../../src/db/payments/payment-sessions.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { cents } from '../../../src/domain/money/cents.ts';
import type { PaymentSession } from '../../../src/domain/payments/payment-session.ts';
import type { TestService } from '../service/in-process-service.ts';

/** An unapplied card payment for a live document; returns the ID of the payment. */
export async function unappliedPayment(
  { services, accountId, clock }: Pick<TestService, 'services' | 'accountId' | 'clock'>,
  documentId: string,
  amount: number,
): Promise<string> {
  const nothing = cents(0);
  const session: PaymentSession = {
    ...{ id: randomUUID(), test: false, documentId, linkId: randomUUID(), provider: 'stripe', providerId: 'cs_live_1' },
    ...{ amount: cents(amount), currency: 'EUR', state: 'paid', received: cents(amount), unapplied: cents(amount) },
    ...{ refunded: nothing, restored: nothing, awaited: nothing, returned: nothing },
    ...{ openedAt: clock.now, expiresAt: clock.now, paidAt: clock.now },
  };
  await inTransaction(services.pool, { accountId, test: false }, async (tx) => {
    insertSession(tx, { ...session, state: 'opening' });
    saveSession(tx, session);
    return { commit: true, answer: undefined };
  });
  return session.id;
}
