import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { type Claim, useRefresh } from '../finalized/document-queries.ts';
import { defaultReminder } from './default-reminder.ts';
import { ReminderFields } from './reminder-fields.tsx';

/** Reminder settings of a finalized invoice. */
export function ReminderDialog({ billing, onClose }: { billing: Claim; onClose: () => void }) {
  const form = useId();
  const words = useTranslations('reminders');
  const refresh = useRefresh();
  // Reminders start switched on: the user opened the dialog to enable them.
  const [reminder, setReminder] = useState(billing.reminder ?? { ...defaultReminder, active: true });
  const act = useAction(async () => {
    await call('update-billing-reminder', {
      billingId: billing.id,
      body: { ...reminder, recipients: [...(reminder.recipients ?? [])] },
    });
    await refresh();
    onClose();
    toast(words.saved);
  });
  const wrong = act.problem?.faults.find(({ property }) => property.startsWith('recipients'));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act.run();
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {words.abandon}
          </button>
          <button type="submit" form={form} className="btn primary" aria-disabled={act.isRunning}>
            {words.save}
          </button>
        </>
      }
    >
      <form id={form} className="setting" onSubmit={submit} noValidate>
        <ReminderFields
          reminder={reminder}
          put={(said) => setReminder((before) => ({ ...before, ...said }))}
          error={wrong?.text}
        />
        <ErrorMessage error={act.error} shown={wrong ? [wrong.property] : []} />
      </form>
    </Dialog>
  );
}
