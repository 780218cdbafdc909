import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { longDay, Moment } from '../../app/formats/dates.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Ask } from '../finalized/actions/open-dialog.ts';
import { type Claim, useMayWrite, useRefresh } from '../finalized/document-queries.ts';
import { Part } from '../finalized/panel-section.tsx';
import { saveFormalNotice } from './save-formal-notice.ts';

/** Reminder state of a finalized invoice: sent, next, or why none is sent. */
export function ReminderStatus({ billing, ask }: { billing: Claim; ask: Ask }) {
  const words = useTranslations('reminders');
  const mayWrite = useMayWrite();
  const { reminder, reminding } = billing;
  const isOpen = billing.settlement.remainingAmount > 0 && billing.canceledAt === undefined;
  if (!reminding && !isOpen) return null;
  const isActive = reminder?.active === true;
  const isRunning = reminding !== undefined && reminding.nextAt !== null;
  const stopped = reminding?.stopped ?? (isRunning ? undefined : 'off');
  return (
    <Part title={words.title}>
      <p>
        <Status state={isRunning ? 'ok' : 'final'}>{isRunning ? words.on : isActive ? words.over : words.off}</Status>
      </p>
      {stopped && stopped !== 'off' && <p className="quiet">{words.stopped[stopped]}</p>}
      {reminding && <Facts billing={billing} reminding={reminding} />}
      {mayWrite && isOpen && <Acts billing={billing} ask={ask} />}
      {billing.situation === 'late' && <LastNotice billingId={billing.id} />}
    </Part>
  );
}

function Facts({ billing, reminding }: { billing: Claim; reminding: NonNullable<Claim['reminding']> }) {
  const words = useTranslations('reminders');
  const { reminder, lastReminderSentAt } = billing;
  const to = reminder?.recipients?.length ? reminder.recipients.join(', ') : words.toCustomer;
  return (
    <dl className="pairs left followed">
      <dt>{words.rows.sent}</dt>
      <dd>{words.sent(reminding.sent, reminder?.numberOfRemindersToSend)}</dd>
      {lastReminderSentAt !== undefined && (
        <>
          <dt>{words.rows.last}</dt>
          <dd>
            <Moment when={lastReminderSentAt} />
          </dd>
        </>
      )}
      {reminding.nextAt !== null && (
        <>
          <dt>{words.rows.next}</dt>
          <dd>{longDay(reminding.nextAt)}</dd>
        </>
      )}
      {reminder?.active && (
        <>
          <dt>{words.rows.how}</dt>
          <dd>{words.frequencies[reminder.frequency]}</dd>
          <dt>{words.rows.to}</dt>
          <dd className="to">{reminder.inCopy ? `${to}, ${words.copied}` : to}</dd>
        </>
      )}
    </dl>
  );
}

/** Sends the next reminder now, or changes the automatic ones. */
function Acts({ billing, ask }: { billing: Claim; ask: Ask }) {
  const words = useTranslations('reminders');
  const refresh = useRefresh();
  const act = useAction(async () => {
    await call('remind-of-billing', { billingId: billing.id });
    await refresh();
    toast(words.reminded);
  });
  return (
    <>
      <div className="buttons">
        <button type="button" className="btn" onClick={() => ask('set-reminders')}>
          {words.change}
        </button>
        {billing.situation === 'late' && (
          <button type="button" className="btn quiet" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.now}
          </button>
        )}
      </div>
      <ErrorMessage error={act.error} />
    </>
  );
}

/** Downloads the last formal notice. */
function LastNotice({ billingId }: { billingId: string }) {
  const words = useTranslations('reminders').notice;
  const { data } = useOperation('get-formal-notice', { billingId, query: {} });
  if (!data?.made) return null;
  const save = async (): Promise<void> => {
    try {
      await saveFormalNotice(billingId);
    } catch (error) {
      toast(error instanceof Error && error.message ? error.message : words.notMade);
    }
  };
  return (
    <>
      <p className="quiet">{words.made(longDay(data.made.madeOn))}</p>
      <div className="buttons">
        <button type="button" className="btn" onClick={() => void save()}>
          {words.download}
        </button>
      </div>
    </>
  );
}
