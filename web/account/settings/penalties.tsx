import { useWords } from '../../words/language.ts';
import type { OfCompany } from './company-settings.ts';
import { ChoiceSetting, Setting } from './setting.tsx';
import { Settings } from './settings-page.tsx';

const CHOSEN = '-';

/** What late payers owe, and what early ones save. */
export function Penalties({ settings, disabled, save }: OfCompany) {
  const words = useWords('settings').payment;
  const { latePenalty: late, lumpSumCompensation: lump, discountAdvancePayment: early } = settings.defaults;
  return (
    <Settings title={words.penalties}>
      <ChoiceSetting
        label={words.rate}
        value={late?.value ?? 'three_time_legal_rate'}
        options={(['three_time_legal_rate', 'bce_director_rate_plus_ten_points', 'other'] as const).map((value) => ({
          value,
          name: words.rates[value],
        }))}
        disabled={disabled}
        save={(value) =>
          save({ defaults: { latePenalty: value === 'other' ? { value, otherValue: CHOSEN } : { value } } })
        }
      />
      {late?.value === 'other' && (
        <Setting
          label={words.otherRate}
          value={late.otherValue ?? ''}
          disabled={disabled}
          save={(otherValue) => save({ defaults: { latePenalty: { value: 'other', otherValue } } })}
        />
      )}
      <ChoiceSetting
        label={words.lump}
        value={lump?.value ?? 'forty_euros'}
        options={(['forty_euros', 'other'] as const).map((value) => ({ value, name: words.lumps[value] }))}
        disabled={disabled}
        save={(value) =>
          save({ defaults: { lumpSumCompensation: value === 'other' ? { value, otherValue: CHOSEN } : { value } } })
        }
      />
      {lump?.value === 'other' && (
        <Setting
          label={words.otherRate}
          value={lump.otherValue ?? ''}
          disabled={disabled}
          save={(otherValue) => save({ defaults: { lumpSumCompensation: { value: 'other', otherValue } } })}
        />
      )}
      <ChoiceSetting
        label={words.early}
        value={early?.value ?? 'none'}
        options={(['none', 'other'] as const).map((value) => ({ value, name: words.earlies[value] }))}
        disabled={disabled}
        save={(value) =>
          save({ defaults: { discountAdvancePayment: value === 'other' ? { value, otherValue: CHOSEN } : { value } } })
        }
      />
      {early?.value === 'other' && (
        <Setting
          label={words.otherRate}
          value={early.otherValue ?? ''}
          disabled={disabled}
          save={(otherValue) => save({ defaults: { discountAdvancePayment: { value: 'other', otherValue } } })}
        />
      )}
    </Settings>
  );
}
