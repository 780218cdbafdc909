import { type JobOutcome, type LeasedJob, settleJob } from '../../db/job-queue.ts';
import { queueAgencyCustomer } from '../../db/payments/agency.ts';
import { beginRequest, requestBegunAt } from '../../db/payments/payment-requests.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Finalized, Invoice } from '../../domain/billing/document/document.ts';
import type { AgencyRead } from '../../domain/payments/agency/apply-agency-status.ts';
import { agencyRequestOf } from '../../domain/payments/agency/build-request.ts';
import type { NextStep } from '../../domain/payments/agency/next-step.ts';
import { AGENCY_DAY_SECONDS, nextLookAt } from '../../domain/payments/agency/request-progress.ts';
import { lanes } from '../../domain/queue/queues.ts';
import { retryAfterFailure } from '../../domain/queue/retry-delay.ts';
import type { Job } from '../../queue/job.ts';
import { realTimeOf } from '../../services/account/account-clock.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import type { Context } from '../../services/context.ts';
import type { AgencyOfAccount, RunInTransaction } from '../../services/payments/agency/agency-for-account.ts';
import type { Answered } from '../../services/payments/agency/agency-messages.ts';
import {
  bookRefusal,
  bookRequest,
  loadPaymentRequest,
  lookUpRequest,
  sendRequest,
  type ToSend,
} from '../../services/payments/agency/payment-request.ts';
import { contextOf } from '../../services/payments/online/open-session.ts';

/**
 * Polls per Urssaf day (shorter in test mode) of a request that waits for a person, in case a
 * wake-up was missed: hourly.
 */
const SHARE_OF_DAY = 24;
/**
 * Error codes of the Urssaf after which the customer's status is checked: they may not be asked to
 * pay, or no longer.
 */
const OF_CUSTOMER: ReadonlySet<string> = new Set([
  ...['ERR_PARTICULIER_INCONNU', 'ERR_CMPT_BLOQUE', 'ERR_LIEN_PARTICULIER_PRESTATAIRE', 'ERR_MANDAT_ECHU'],
]);

/**
 * Sends a payment request for an invoice to the Urssaf once and follows it to its end. A request
 * without a response is looked up before it is sent again.
 */
export const pollPaymentRequest: Job = {
  lane: lanes.payment_requests,
  run: async (held, { services, chance, log }) => {
    const found = await begun(services, held);
    if ('became' in found) return found.became;
    const answered = await asked(found);
    if ('ok' in answered || 'refused' in answered) return written(services, held, answered, found.customerId);
    const reason = 'away' in answered ? answered.away : 'the agency refuses the credentials';
    log.warn({ account: held.accountId, invoice: held.subjectId, reason }, 'the agency does not respond');
    return retryAfterFailure(reason, { before: held.tried, now: services.now(), chance: chance() });
  },
};

/**
 * A call to the Urssaf: submit a request, look for one whose response was lost, or read its status.
 */
type Question = { readonly customerId: string | undefined; readonly of: AgencyOfAccount } & (
  | ({ readonly step: 'sending' | 'looking_up'; readonly mayBeOnItsWay: boolean } & ToSend)
  | { readonly step: 'agency'; readonly id: string }
);

type Found = Question | { readonly became: JobOutcome };

/**
 * Reads the next step; before sending, stores that it is being sent, so that no other turn sends it
 * too.
 */
function begun(services: AppServices, held: LeasedJob): Promise<Found> {
  const inTx: RunInTransaction = (work) =>
    inTransaction(services.pool, held, async (tx) => ({ commit: true, answer: await work(tx) }));
  return inTransaction<Found>(services.pool, held, async (tx) => {
    const context = await contextOf(services, tx, held.test);
    const found = await loadDocumentGroup(context, held.subjectId, documentLookups.invoice);
    if ('refused' in found) return { commit: false, answer: { became: {} } };
    const { document, facts } = found.asked;
    const { step, customer, asked: of } = await loadPaymentRequest(context, { document, facts }, inTx);
    if (!of || !isAsked(step)) return { commit: false, answer: { became: waiting(step, held, context) } };
    const customerId = document.customerId;
    if (step === 'agency')
      return { commit: false, answer: { step, of, customerId, id: document.life.agency?.id as string } };
    const request = agencyRequestOf(document as Finalized<Invoice>, { zone: facts.settings.zone });
    const parties = customer && {
      customerId: customer.agencyId,
      bornOn: context.webhooks.secrets.open(customer.lockedBornOn, customer.customerId),
      billingId: of.billingId,
    };
    const isFirst = step === 'sending' && (await beginRequest(tx, document, context.now));
    const mayBeOnItsWay = !isFirst && (await requestBegunAt(tx, document.id)) > context.now - onItsWaySeconds(held);
    const known = { of, customerId, request, parties, mayBeOnItsWay };
    return { commit: true, answer: { step: isFirst ? 'sending' : 'looking_up', ...known } };
  });
}

/**
 * Seconds for which a sent request may still arrive: five minutes of an Urssaf day, which is
 * shorter in test mode.
 */
const onItsWaySeconds = ({ test }: LeasedJob): number => Math.floor(AGENCY_DAY_SECONDS[test ? 'test' : 'live'] / 288);

const isAsked = (step: NextStep): step is Question['step'] =>
  step === 'sending' || step === 'looking_up' || step === 'agency';

/**
 * A request that waits for a person is polled hourly, and at once when that person acts; one with a
 * final status is done.
 */
const waiting = (step: NextStep, { test }: LeasedJob, { realNow }: Context): JobOutcome =>
  step === 'nothing' || step === 'correction' || step === 'finalization'
    ? {}
    : { nextAt: realNow + Math.floor(AGENCY_DAY_SECONDS[test ? 'test' : 'live'] / SHARE_OF_DAY), fresh: true };

async function asked(question: Question): Promise<Answered<AgencyRead>> {
  const { agency } = question.of;
  if (question.step === 'agency') {
    const found = await agency.find({ ids: [question.id] });
    if (!('ok' in found)) return 'refused' in found ? { away: found.refused.code } : found;
    const read = found.ok.find(({ id }) => id === question.id);
    return read ? { ok: read } : { away: 'the agency does not find a request it accepted' };
  }
  if (question.step === 'sending') return sendRequest(agency, question);
  const known = await lookUpRequest(agency, question);
  // Do not resend what cannot be looked up: the Urssaf may have received it.
  if (!('ok' in known)) return 'refused' in known ? { away: known.refused.code } : known;
  if (known.ok) return { ok: known.ok };
  return question.mayBeOnItsWay ? { away: 'a request may still be on its way' } : sendRequest(agency, question);
}

const written = (
  services: AppServices,
  held: LeasedJob,
  answered: { ok: AgencyRead } | { refused: { code: string } },
  customerId: string | undefined,
): Promise<undefined> =>
  inTransaction(services.pool, held, async (tx) => {
    const context = await contextOf(services, tx, held.test);
    let nextAt: number | undefined;
    if ('refused' in answered) {
      await bookRefusal(context, held.subjectId, answered.refused.code);
      if (customerId !== undefined && OF_CUSTOMER.has(answered.refused.code))
        queueAgencyCustomer(tx, { customerId, test: held.test }, context.realNow);
    } else nextAt = nextLookAt(await bookRequest(context, held.subjectId, answered.ok), context.now, held.test);
    const became = nextAt === undefined ? {} : { nextAt: realTimeOf(context, nextAt), fresh: true };
    return { commit: await settleJob(tx, held, became), answer: undefined };
  });
