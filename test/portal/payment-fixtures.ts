import { claimJobs, settleJob } from '../../src/db/job-queue.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { pollOnlinePayment } from '../../src/jobs/payments/poll-online-payment.ts';
import type { Job, JobContext } from '../../src/queue/job.ts';
import type { AppServices } from '../../src/services/app-dependencies.ts';
import type { CallProvider } from '../../src/services/payments/online/provider-client.ts';
import { type Books, booksOf } from '../support/documents/example-books.ts';
import { serviceOverHttps } from '../support/service/service-over-https.ts';
import { cardProviders } from '../support/stand-ins/card-providers.ts';
import { mollieStandIn } from '../support/stand-ins/mollie-stand-in.ts';
import { superuserQuery } from '../webhooks/superuser-query.ts';

export const STRIPE_KEY = { provider: 'stripe_connect', apiKey: 'sk_live_right', webhookSecret: 'whsec_of_stripe' };
export const MOLLIE_KEY = { provider: 'mollie', apiKey: 'live_right', payoutKey: 'access_right' };

/** A service over real HTTPS with in-memory simulators of the payment providers. */
export async function paymentFixtures() {
  const service = await serviceOverHttps();
  const books = booksOf(service);
  const above = await superuserQuery(service.database);
  const stripe = cardProviders(service.clock);
  const mollie = mollieStandIn(service.clock);
  const ask: CallProvider = (question) =>
    new URL(question.url).host === 'api.mollie.com' ? mollie.ask(question) : stripe.ask(question);
  service.services.environment.callProvider = ask;

  const opened = (path: string, form?: string) =>
    service.ask(path, {
      key: undefined,
      ...(form !== undefined && {
        method: 'POST',
        body: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    });
  /** A finalized invoice of 1,200.00 with online payment, and its customer’s path. */
  const payable = async (asked: Books = books, customerId?: string) => {
    const invoice = await asked.finalized(asked.invoice(customerId ?? (await asked.contact())));
    await asked.done('activate-invoice-online-payment', invoice.id);
    const { url } = await asked.done('link-billing', invoice.id);
    return { id: invoice.id as string, number: invoice.number as string, path: new URL(url).pathname };
  };
  const paymentsOf = async (id: string, asked: Books = books): Promise<any[]> => asked.done('get-billing-payments', id);
  const amounts = async (id: string, asked: Books = books): Promise<number[]> =>
    (await paymentsOf(id, asked)).map(({ amount }) => amount);
  const sessions = async (asked: Books = books): Promise<any[]> =>
    (await asked.done('list-online-payments')).onlinePayments;

  /** Claims the due jobs of a queue as the worker does. */
  const claimed = async ({ lane }: Job = pollOnlinePayment) => {
    const { services, clock } = service;
    const claim = { lane: lane.name, troubled: false, now: clock.now, leaseSeconds: 60, room: 2_000 };
    const more = {
      perAccount: 2_000,
      perShare: 2_000,
      busyAccounts: new Map(),
      busyShares: new Map(),
      past: undefined,
    };
    await services.pool.query('select billing.wake_jobs($1)', [clock.now]);
    return inTransaction(services.pool, { accountId: '', test: false }, async (tx) => ({
      commit: true,
      answer: await claimJobs(tx, { ...claim, ...more }),
    }));
  };
  const turnIn = (services: AppServices): JobContext =>
    ({ services, chance: () => 0.5, log: { warn: () => {} } }) as unknown as JobContext;
  /** Runs due jobs and stores their results. */
  const worked = async (job: Job = pollOnlinePayment): Promise<void> => {
    const { services } = service;
    for (const held of await claimed(job)) {
      const became = await job.run(held, turnIn(services));
      if (became)
        await inTransaction(services.pool, held, async (tx) => ({
          commit: true,
          answer: await settleJob(tx, held, became),
        }));
    }
  };
  const close = async (): Promise<void> => {
    await above.close();
    await service.close();
  };
  return {
    ...{ service, books, above, stripe, mollie, opened, payable, paymentsOf, amounts, sessions },
    ...{ claimed, turnIn, worked, close },
  };
}

export type Paying = Awaited<ReturnType<typeof paymentFixtures>>;
