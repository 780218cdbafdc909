import { useState } from 'react';
import { useTranslations } from '../../locales/language.ts';
import type { CompanyPatch } from './company/company-settings.ts';
import { ChoiceSetting, Setting } from './setting-fields.tsx';
import { Settings } from './settings-page.tsx';

/** Late payment penalties and early payment discount. */
export function Penalties({ settings, disabled, save }: CompanyPatch) {
  const words = useTranslations('settings').payment;
  const { latePenalty: late, lumpSumCompensation: lump, discountAdvancePayment: early } = settings.defaults;
  return (
    <Settings title={words.penalties}>
      <Term
        label={words.rate}
        names={words.rates}
        values={['three_time_legal_rate', 'bce_director_rate_plus_ten_points', 'other']}
        rule={late ?? { value: 'three_time_legal_rate' }}
        disabled={disabled}
        save={(latePenalty) => save({ defaults: { latePenalty } })}
      />
      <Term
        label={words.lump}
        names={words.lumps}
        values={['forty_euros', 'other']}
        rule={lump ?? { value: 'forty_euros' }}
        disabled={disabled}
        save={(lumpSumCompensation) => save({ defaults: { lumpSumCompensation } })}
      />
      <Term
        label={words.early}
        names={words.earlies}
        values={['none', 'other']}
        rule={early ?? { value: 'none' }}
        disabled={disabled}
        save={(discountAdvancePayment) => save({ defaults: { discountAdvancePayment } })}
      />
    </Settings>
  );
}

type Said<Value extends string> = { readonly value: Value; readonly otherValue?: string | undefined };

/** A term with its choices. "Other" is saved as soon as its text is written. */
function Term<Value extends string>({
  label,
  names,
  values,
  rule,
  disabled,
  save,
}: {
  label: string;
  names: Readonly<Record<Value, string>>;
  values: readonly Value[];
  rule: Said<Value>;
  disabled: boolean;
  save: (term: Said<Value>) => Promise<void>;
}) {
  const words = useTranslations('settings').payment;
  const [isChosen, setChosen] = useState(false);
  const value = isChosen ? ('other' as Value) : rule.value;
  return (
    <>
      <ChoiceSetting
        label={label}
        value={value}
        options={values.map((each) => ({ value: each, name: names[each] }))}
        disabled={disabled}
        save={async (chosen) => {
          setChosen(chosen === 'other');
          if (chosen !== 'other') await save({ value: chosen });
        }}
      />
      {value === 'other' && (
        <Setting
          label={words.otherRate}
          hint={isChosen ? words.otherHint : undefined}
          value={rule.otherValue ?? ''}
          disabled={disabled}
          save={async (otherValue) => {
            await save({ value, otherValue });
            setChosen(false);
          }}
        />
      )}
    </>
  );
}
