import type { Reminder } from '../../../client/schemas.ts';
import { useTranslations } from '../../../locales/language.ts';
import { defaultReminder } from '../../reminders/default-reminder.ts';
import { ReminderFields } from '../../reminders/reminder-fields.tsx';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

/** Automatic reminders, starting when the document is finalized. */
export function ReminderDialog({ close }: { close: () => void }) {
  const { draft, document, edit, state } = useEditor();
  const words = useTranslations('editor');
  const reminder: Reminder = draft.reminder ?? defaultReminder;
  const refused = state.refused[`update-${document.type}-general-informations`];
  return (
    <SettingDialog title={words.panel.reminder} close={close}>
      <ReminderFields
        reminder={reminder}
        put={(said) => {
          const { recipients = [], ...put } = { ...reminder, ...said };
          edit('reminder', { reminder: { ...put, recipients: [...recipients] } });
        }}
        error={refused?.problem.message}
      />
    </SettingDialog>
  );
}
