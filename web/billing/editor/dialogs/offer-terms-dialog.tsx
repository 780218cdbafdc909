import { parseAmount, parseNumber } from '../../../app/formats/parse-number.ts';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { formatCents, formatQuantity } from '../fields/format-numbers.ts';
import { InlineNumber, InlineSelect } from '../fields/inline-field.tsx';
import { useTypedField } from '../fields/use-parsed-field.ts';
import { SettingDialog, Switch } from './setting-dialog.tsx';

const durationUnits = ['hour', 'day', 'week', 'month'] as const satisfies NonNullable<
  Draft['plannedDuration']
>['unit'][];

/** Offers only: the price of the estimate, and the planned duration. Empty fields are not sent. */
export function OfferedDialog({ close }: { close: () => void }) {
  const { draft, edit, state } = useEditor();
  const [ofFee, ofDuration] = [useTypedField('estimateFee'), useTypedField('plannedDuration')];
  const words = useTranslations('editor');
  const language = useLanguage();
  const { estimateFee: fee, plannedDuration: duration } = draft;
  const said = words.offered;
  const refused = state.refused['update-estimate-general-informations'];
  return (
    <SettingDialog title={said.title} close={close}>
      <div className="field">
        <span className="label">{said.fee}</span>
        <span className="asked-field">
          <InlineNumber
            className="numeric short"
            label={said.fee}
            errorText={words.priceFault}
            placeholder={said.free}
            value={fee?.amount}
            unread={ofFee.unread}
            parse={parseAmount}
            format={(value) => formatCents(value, language)}
            onChange={(amount, text) =>
              ofFee.put({ estimateFee: amount ? { amount, isDeducted: fee?.isDeducted ?? false } : null }, text)
            }
          />
          <span>{words.advance.withTax}</span>
        </span>
        <p className="hint">{said.feeHint}</p>
      </div>
      {fee && (
        <Switch
          label={said.deducted}
          isOn={fee.isDeducted}
          onChange={(isDeducted) => edit('estimateFee', { estimateFee: { ...fee, isDeducted } })}
        />
      )}
      <div className="field">
        <span className="label">{said.duration}</span>
        <span className="asked-field">
          <InlineNumber
            className="numeric short"
            label={said.duration}
            errorText={words.numberFault}
            value={duration?.value}
            unread={ofDuration.unread}
            parse={parseNumber}
            format={(value) => formatQuantity(value, language)}
            onChange={(value, text) =>
              ofDuration.put({ plannedDuration: value ? { value, unit: duration?.unit ?? 'day' } : null }, text)
            }
          />
          <InlineSelect
            className="fit"
            label={said.unit}
            value={duration?.unit ?? 'day'}
            disabled={!duration}
            options={durationUnits.map((value) => ({ value, text: said.units[value] }))}
            onChange={(unit) => duration && edit('plannedDuration', { plannedDuration: { ...duration, unit } })}
          />
        </span>
      </div>
      {refused && (
        <p className="field-error" role="alert">
          {refused.problem.message}
        </p>
      )}
    </SettingDialog>
  );
}
