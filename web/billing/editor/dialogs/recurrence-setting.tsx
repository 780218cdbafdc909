import { useState } from 'react';
import { toast } from '../../../app/components/toasts.tsx';
import { call } from '../../../client/call.ts';
import { useTranslations } from '../../../locales/language.ts';
import { RecurrenceActions } from '../../recurring/recurrence-actions.tsx';
import { RecurrenceDialog } from '../../recurring/recurrence-dialog.tsx';
import { OccurrenceSummary, RecurrenceSummary } from '../../recurring/recurrence-summary.tsx';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

/** Recurrence of a draft invoice. */
export function RecurrenceOfDraft({ close }: { close: () => void }) {
  const { document, saving } = useEditor();
  const words = useTranslations('recurring');
  const [isChanging, setChanging] = useState(false);
  if (document.type !== 'invoice') return null;
  const { frequency, occurrence } = document;
  if (!frequency || isChanging)
    return (
      <RecurrenceDialog
        billing={document}
        onClose={close}
        say={async (body) => {
          // Save the edits first: the recurrence also changes the version of the document.
          await saving.saveNow();
          const name = frequency ? 'update-invoice-frequency' : 'create-invoice-frequency';
          await call(name, { invoiceId: document.id, body }).finally(() => saving.refresh());
          close();
          toast(words.made);
        }}
      />
    );
  return (
    <SettingDialog title={words.title} close={close}>
      {occurrence && <OccurrenceSummary occurrence={occurrence} />}
      <RecurrenceSummary frequency={frequency} />
      <RecurrenceActions billing={document} change={() => setChanging(true)} after={() => saving.refresh()} />
    </SettingDialog>
  );
}
