import { useTranslations } from '../../../locales/language.ts';
import { GroupSetting } from '../setting-group.tsx';
import { Settings } from '../settings-page.tsx';
import { type CompanyPatch, orNull } from './company-settings.ts';

/** Legal notices of some professions: insurance, mediator. */
export function Duties({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').company;
  return (
    <Settings title={words.duties}>
      <GroupSetting
        legend={words.insurance}
        hint={words.insuranceHint}
        fields={{
          insurer: words.insurer,
          contact: words.insurerContact,
          policyNumber: words.policyNumber,
          area: words.area,
        }}
        value={settings.insurance ?? {}}
        optional={['policyNumber']}
        disabled={disabled}
        save={(value) => save({ insurance: value && { ...value, policyNumber: orNull(value.policyNumber) } })}
      />
      <GroupSetting
        legend={words.mediator}
        hint={words.mediatorHint}
        fields={{ name: words.mediatorName, contact: words.mediatorContact, website: words.website }}
        value={settings.mediator ?? {}}
        optional={['website']}
        disabled={disabled}
        save={(value) => save({ mediator: value && { ...value, website: orNull(value.website) } })}
      />
    </Settings>
  );
}
