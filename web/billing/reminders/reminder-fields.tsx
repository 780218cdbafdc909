import { useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import type { Reminder } from '../../client/schemas.ts';
import { useTranslations } from '../../locales/language.ts';
import { Choice, Switch } from '../editor/dialogs/setting-dialog.tsx';
import { reminderChoices } from './default-reminder.ts';

/** Reminder settings: on or off, frequency, count, recipients. */
export function ReminderFields({
  reminder,
  put,
  wrong,
}: {
  reminder: Reminder;
  put: (said: Partial<Reminder>) => void;
  wrong?: string | undefined;
}) {
  const words = useTranslations('reminders');
  return (
    <>
      <Switch label={words.active} on={reminder.active} onChange={(active) => put({ active })} />
      {reminder.active && (
        <>
          <p className="quiet small">{words.hour}</p>
          <Choice
            label={words.when}
            value={reminder.frequency}
            options={reminderChoices.frequencies.map((value) => ({ value, text: words.frequencies[value] }))}
            onChange={(frequency) => put({ frequency })}
          />
          <Choice
            label={words.count}
            value={String(reminder.numberOfRemindersToSend)}
            options={reminderChoices.counts(reminder).map((value) => ({ value, text: value }))}
            onChange={(said) => put({ numberOfRemindersToSend: Number(said) })}
          />
          <Recipients said={reminder.recipients ?? []} put={(to) => put({ recipients: to })} wrong={wrong} />
          <Switch label={words.inCopy} on={reminder.inCopy} onChange={(inCopy) => put({ inCopy })} />
        </>
      )}
    </>
  );
}

function Recipients({
  said,
  put,
  wrong,
}: {
  said: readonly string[];
  put: (recipients: string[]) => void;
  wrong: string | undefined;
}) {
  const words = useTranslations('reminders');
  const [typed, setTyped] = useState<string>();
  const say = (): void => {
    if (typed !== undefined) put(addressesIn(typed));
  };
  return (
    <Field
      label={words.recipients}
      hint={words.recipientsHint}
      value={typed ?? said.join(', ')}
      inputMode="email"
      autoComplete="off"
      // Parsed on blur, or as soon as it can be an address: a half typed address is invalid.
      onChange={({ target }) => {
        setTyped(target.value);
        if (addressesIn(target.value).every(isAddress)) put(addressesIn(target.value));
      }}
      onBlur={say}
      onKeyDown={({ key }) => key === 'Enter' && say()}
      wrong={wrong}
    />
  );
}

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((said) => said.trim())
    .filter((said) => said !== '');

const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(text);
