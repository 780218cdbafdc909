import { toast } from '../../../app/components/toasts.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { RecurrenceActions } from '../../recurring/recurrence-actions.tsx';
import { RecurrenceDialog, type Recurring } from '../../recurring/recurrence-dialog.tsx';
import { OccurrenceSummary, RecurrenceSummary } from '../../recurring/recurrence-summary.tsx';
import type { Ask } from '../actions/open-dialog.ts';
import { useMayWrite, useRefresh } from '../document-queries.ts';
import { Part } from '../panel-section.tsx';

/** Recurrence of an invoice, and the invoice it was created from; nothing if neither applies. */
export function RecurrenceState({ billing, ask }: { billing: Recurring; ask: Ask }) {
  const words = useTranslations('recurring');
  const mayWrite = useMayWrite();
  const refresh = useRefresh();
  const { frequency, occurrence } = billing;
  if (!frequency && !occurrence) return null;
  return (
    <Part title={words.title}>
      {occurrence && <OccurrenceSummary occurrence={occurrence} />}
      {frequency && <RecurrenceSummary frequency={frequency} />}
      {frequency && mayWrite && <RecurrenceActions billing={billing} change={() => ask('recur')} after={refresh} />}
    </Part>
  );
}

/** Makes the invoice recurring, or changes its recurrence. */
export function EditRecurrence({ billing, onClose }: { billing: Recurring; onClose: () => void }) {
  const words = useTranslations('recurring');
  const refresh = useRefresh();
  return (
    <RecurrenceDialog
      billing={billing}
      onClose={onClose}
      say={async (body) => {
        await call(billing.frequency ? 'update-invoice-frequency' : 'create-invoice-frequency', {
          ...{ invoiceId: billing.id, body },
        });
        await refresh();
        onClose();
        toast(words.made);
      }}
    />
  );
}
