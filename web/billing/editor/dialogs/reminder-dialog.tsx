import type { Reminder } from '../../../client/schemas.ts';
import { useWords } from '../../../locales/language.ts';
import { usualReminder } from '../../reminders/default-reminder.ts';
import { ReminderFields } from '../../reminders/reminder-fields.tsx';
import { useEditor } from '../context.ts';
import { SettingDialog } from './setting-dialog.tsx';

/** Whether and how the customer is reminded once it is finalized. */
export function ReminderDialog({ close }: { close: () => void }) {
  const { draft, document, edit, state } = useEditor();
  const words = useWords('editor');
  const reminder: Reminder = draft.reminder ?? usualReminder;
  const refused = state.refused[`update-${document.type}-general-informations`];
  return (
    <SettingDialog title={words.panel.reminder} close={close}>
      <ReminderFields
        reminder={reminder}
        put={(said) => {
          const { recipients = [], ...put } = { ...reminder, ...said };
          edit('reminder', { reminder: { ...put, recipients: [...recipients] } });
        }}
        wrong={refused?.problem.message}
      />
    </SettingDialog>
  );
}
