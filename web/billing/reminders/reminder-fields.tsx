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
  error,
}: {
  reminder: Reminder;
  put: (said: Partial<Reminder>) => void;
  error?: string | undefined;
}) {
  const words = useTranslations('reminders');
  return (
    <>
      <Switch label={words.active} isOn={reminder.active} onChange={(active) => put({ active })} />
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
          <Recipients recipients={reminder.recipients ?? []} put={(to) => put({ recipients: to })} error={error} />
          <Switch label={words.inCopy} isOn={reminder.inCopy} onChange={(inCopy) => put({ inCopy })} />
        </>
      )}
    </>
  );
}

function Recipients({
  recipients,
  put,
  error,
}: {
  recipients: readonly string[];
  put: (recipients: string[]) => void;
  error: string | undefined;
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
      value={typed ?? recipients.join(', ')}
      inputMode="email"
      autoComplete="off"
      // Parsed on blur, or as soon as it can be an address: a half typed address is invalid.
      onChange={({ target }) => {
        setTyped(target.value);
        if (addressesIn(target.value).every(isAddress)) put(addressesIn(target.value));
      }}
      onBlur={say}
      onKeyDown={({ key }) => key === 'Enter' && say()}
      error={error}
    />
  );
}

const addressesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((said) => said.trim())
    .filter((said) => said !== '');

const isAddress = (text: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(text);
