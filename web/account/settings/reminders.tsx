import { defaultReminder, reminderChoices } from '../../billing/reminders/default-reminder.ts';
import { useTranslations } from '../../locales/language.ts';
import type { CompanyPatch } from './company/company-settings.ts';
import { ChoiceSetting, SwitchSetting } from './setting-fields.tsx';
import { Settings } from './settings-page.tsx';

/** Default reminders of new invoices. */
export function Reminders({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('reminders');
  const { reminder = defaultReminder } = settings.defaults;
  const put = (said: Partial<typeof reminder>): Promise<void> =>
    save({ defaults: { reminder: { ...reminder, ...said } } });
  return (
    <Settings title={words.title}>
      <SwitchSetting
        label={words.usual}
        description={words.active}
        value={reminder.active}
        disabled={disabled}
        save={(active) => put({ active })}
      />
      {reminder.active && (
        <>
          <ChoiceSetting
            label={words.when}
            hint={words.hour}
            value={reminder.frequency}
            options={reminderChoices.frequencies.map((value) => ({ value, name: words.frequencies[value] }))}
            disabled={disabled}
            save={(frequency) => put({ frequency })}
          />
          <ChoiceSetting
            label={words.count}
            value={String(reminder.numberOfRemindersToSend)}
            options={reminderChoices.counts(reminder).map((value) => ({ value, name: value }))}
            disabled={disabled}
            save={(count) => put({ numberOfRemindersToSend: Number(count) })}
          />
          <SwitchSetting
            label={words.copy}
            description={words.inCopy}
            value={reminder.inCopy}
            disabled={disabled}
            save={(inCopy) => put({ inCopy })}
          />
        </>
      )}
    </Settings>
  );
}
