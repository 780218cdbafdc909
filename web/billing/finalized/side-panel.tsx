import { Status } from '../../app/components/status.tsx';
import { Moment, shortDay } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { TransmissionState } from '../../einvoicing/transmission.tsx';
import { useTranslations } from '../../locales/language.ts';
import { mailStatusDots } from '../../mail/mail-status-dots.ts';
import { RequestState } from '../../payments/agency/request-status.tsx';
import { ReminderStatus } from '../reminders/reminder-status.tsx';
import { NextSteps } from './actions/action-list.tsx';
import type { Ask } from './actions/open-dialog.ts';
import { Activity } from './activity.tsx';
import { CustomerLink } from './customer-link.tsx';
import {
  type Billing,
  isClaim,
  isCredit,
  isOffer,
  type Mail,
  type Payment,
  useMails,
  usePayments,
} from './document-queries.ts';
import { Part } from './panel-section.tsx';
import { BalanceDue } from './status/balance-due.tsx';
import { OfferStatus } from './status/offer-status.tsx';
import { OnlinePayment } from './status/online-payment-status.tsx';
import { RecurrenceState } from './status/recurrence-status.tsx';
import { RefundStatus } from './status/refund-status.tsx';
import { SignatureState } from './status/signature-status.tsx';

/** Side panel: balance, actions, payments, emails and activity. */
export function Panel({ billing, ask }: { billing: Billing; ask: Ask }) {
  const words = useTranslations('finalized');
  const { data: payments = [] } = usePayments(billing.id, isClaim(billing));
  const { data: mails = [] } = useMails(billing.id);
  return (
    <aside className="panel" aria-label={words.panel.name}>
      {isClaim(billing) && <BalanceDue billing={billing} payments={payments} ask={ask} />}
      {isOffer(billing) && <OfferStatus billing={billing} ask={ask} />}
      {isCredit(billing) && <RefundStatus billing={billing} ask={ask} />}
      {isOffer(billing) && <SignatureState billing={billing} ask={ask} />}
      <NextSteps billing={billing} payments={payments} ask={ask} />
      {!isOffer(billing) && <TransmissionState billing={billing} />}
      {billing.type === 'invoice' && billing.paymentRequest && <RequestState billing={billing} />}
      {billing.type === 'invoice' && <RecurrenceState billing={billing} ask={ask} />}
      {isClaim(billing) && <ReminderStatus billing={billing} ask={ask} />}
      {payments.length > 0 && <Payments payments={payments} currency={billing.currencyCode} />}
      {isClaim(billing) && <OnlinePayment billing={billing} />}
      <CustomerLink billingId={billing.id} />
      {mails.length > 0 && <Mails mails={mails} />}
      <Activity billingId={billing.id} />
    </aside>
  );
}

/** A payment from a bank transaction has its id as reference, which means nothing to users. */
const OF_STATEMENT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function Payments({ payments, currency }: { payments: readonly Payment[]; currency: string }) {
  const words = useTranslations('finalized');
  const { panel } = words;
  return (
    <Part title={words.payments.title}>
      <ul className="log sums-of">
        {payments.map(({ id, amount, method, otherMethod, receivedAt, reverses, transactionId }) => {
          const called = method === 'other' && otherMethod ? otherMethod : words.methods[method];
          const textOf = reverses === undefined ? panel.payment : panel.reversal;
          return (
            <li key={id}>
              <span>
                {textOf(called, shortDay(receivedAt))}
                {transactionId && (
                  <small className="quiet">
                    {' '}
                    {OF_STATEMENT.test(transactionId) ? panel.ofStatement : transactionId}
                  </small>
                )}
              </span>
              <span className="numeric">{money(amount, currency)}</span>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Mails({ mails }: { mails: readonly Mail[] }) {
  const words = useTranslations('finalized').mails;
  return (
    <Part title={words.title}>
      <ul className="log mails">
        {mails.map((mail) => (
          <li key={mail.id}>
            <span className="quiet">
              <Moment when={mail.createdAt} />
            </span>
            <span>
              <span className="to">{mail.recipients.map(({ email }) => email).join(', ')}</span>
              <Status state={mailStatusDots[mail.state]}>{words.states[mail.state]}</Status>
              <Tries mail={mail} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Number of attempts and the last server response, unless the first attempt succeeded. */
function Tries({ mail: { attempts, state, nextAttemptAt } }: { mail: Mail }) {
  const words = useTranslations('finalized').mails;
  const last = attempts.at(-1);
  if (!last || (state === 'sent' && attempts.length === 1)) return null;
  const answer = last.answer ?? last.fault;
  return (
    <small className="quiet attempts-description">
      {nextAttemptAt === null ? (
        words.tries(attempts.length)
      ) : (
        <>
          {words.tries(attempts.length)} · <Moment when={nextAttemptAt} />
        </>
      )}
      {answer && <> · {words.answered(answer)}</>}
    </small>
  );
}
