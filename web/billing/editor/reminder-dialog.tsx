import { useState } from 'react';
import { Field } from '../../ground/parts/field.tsx';
import { useWords } from '../../words/language.ts';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { Choice, SettingDialog, Switch } from './setting-dialog.tsx';

const usual = { inCopy: false, frequency: 'every_week', numberOfRemindersToSend: 3, active: false } as const;
const counts = ['1', '2', '3', '4', '5'] as const;

/** Whether and how the customer is reminded. */
export function ReminderDialog({ close }: { close: () => void }) {
  const { draft, document, edit, state } = useEditor();
  const [typed, setTyped] = useState<string>();
  const words = useWords('editor');
  const reminder: NonNullable<Draft['reminder']> = draft.reminder ?? usual;
  const put = (said: Partial<typeof reminder>): void => edit('reminder', { reminder: { ...reminder, ...said } });
  const refused = state.refused[`update-${document.type}-general-informations`];
  const count = counts.find((each) => Number(each) === reminder.numberOfRemindersToSend) ?? '3';
  return (
    <SettingDialog title={words.panel.reminder} close={close}>
      <Switch label={words.reminder.active} on={reminder.active} onChange={(active) => put({ active })} />
      {reminder.active && (
        <>
          <Choice
            label={words.reminder.when}
            value={reminder.frequency}
            options={(['on_due_date', 'every_week'] as const).map((value) => ({ value, text: words.reminder[value] }))}
            onChange={(frequency) => put({ frequency })}
          />
          <Choice
            label={words.reminder.count}
            value={count}
            options={counts.map((value) => ({ value, text: value }))}
            onChange={(said) => put({ numberOfRemindersToSend: Number(said) })}
          />
          <Field
            label={words.recipients}
            hint={words.recipientsHint}
            value={typed ?? (reminder.recipients ?? []).join(', ')}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => typed !== undefined && put({ recipients: addressesIn(typed) })}
          />
          <Switch label={words.reminder.inCopy} on={reminder.inCopy} onChange={(inCopy) => put({ inCopy })} />
        </>
      )}
      {refused && (
        <p className="wrong" role="alert">
          {refused.problem.message}
        </p>
      )}
    </SettingDialog>
  );
}

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((said) => said.trim())
    .filter((said) => said !== '');
