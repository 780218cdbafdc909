import { Field } from '../../../app/components/field.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import type { Draft } from '../draft/draft.ts';
import { PeriodSetting } from './period-setting.tsx';
import { Choice, SettingDialog, Switch } from './setting-dialog.tsx';
import { TextSettings } from './text-settings.tsx';

const methods = [
  ...(['transfer', 'direct_debit', 'credit_card', 'cheque', 'cash', 'paypal', 'stripe'] as const),
  ...(['universal_employment_service_cheque', 'other'] as const),
] satisfies Draft['paymentMethods'][number][];

/** Payment methods, late payment penalties and early payment discount. */
export function TermsDialog({ close }: { close: () => void }) {
  const { draft, edit } = useEditor();
  const words = useTranslations('editor');
  const { paymentMethods, otherPaymentMethod } = draft;
  const toggle = (method: (typeof methods)[number], on: boolean): void =>
    edit('paymentMethods', {
      paymentMethods: on ? [...paymentMethods, method] : paymentMethods.filter((each) => each !== method),
    });
  return (
    <SettingDialog title={words.panel.terms} close={close}>
      <fieldset className="methods">
        <legend className="label">{words.pay.methods}</legend>
        {methods.map((method) => (
          <label key={method} className="choice">
            <input
              type="checkbox"
              className="check"
              checked={paymentMethods.includes(method)}
              onChange={({ target }) => toggle(method, target.checked)}
            />
            <span>{words.methods[method]}</span>
          </label>
        ))}
      </fieldset>
      {paymentMethods.includes('other') && (
        <Field
          label={words.pay.other}
          value={otherPaymentMethod}
          error={otherPaymentMethod.trim() ? undefined : words.terms.ownMissing}
          onChange={({ target }) => edit('otherPaymentMethod', { otherPaymentMethod: target.value })}
        />
      )}
      {draft.onlinePayment !== undefined && (
        <Switch
          label={words.onlinePayment}
          isOn={draft.onlinePayment}
          onChange={(onlinePayment) => edit('onlinePayment', { onlinePayment })}
        />
      )}
      <Lateness />
      <TextSettings dialog="terms" />
      <PeriodSetting />
      <FrameworkSetting />
    </SettingDialog>
  );
}

const NONE = 'none' as const;

/** What is special about how an invoice is paid or reported (BT-23). */
function FrameworkSetting() {
  const { draft, edit } = useEditor();
  const { frameworks, ...words } = useTranslations('editor').framework;
  if (draft.framework === undefined) return null;
  const names = Object.keys(frameworks) as (keyof typeof frameworks)[];
  return (
    <Choice
      label={words.label}
      hint={draft.framework === 'already_paid' ? words.paidHint : words.hint}
      value={draft.framework ?? NONE}
      options={names.map((value) => ({ value, text: frameworks[value] }))}
      onChange={(value) => edit('framework', { framework: value === NONE ? null : value })}
    />
  );
}

function Lateness() {
  const { draft, edit } = useEditor();
  const words = useTranslations('editor');
  const { latePenalty, lumpSumCompensation, discountAdvancePayment } = draft;
  const said = words.terms;
  return (
    <>
      <Choice
        label={said.latePenalty}
        value={latePenalty?.value ?? NONE}
        options={(['three_time_legal_rate', 'bce_director_rate_plus_ten_points', 'other', NONE] as const).map(
          (value) => ({
            value,
            text: said.penalties[value],
          }),
        )}
        onChange={(value) => edit('latePenalty', { latePenalty: value === NONE ? null : { value } })}
      />
      {latePenalty?.value === 'other' && (
        <Field
          label={said.own}
          value={latePenalty.otherValue ?? ''}
          error={latePenalty.otherValue?.trim() ? undefined : said.ownMissing}
          onChange={({ target }) => edit('latePenalty', { latePenalty: { value: 'other', otherValue: target.value } })}
        />
      )}
      <Choice
        label={said.lumpSum}
        hint={said.lumpSumHint}
        value={lumpSumCompensation?.value ?? NONE}
        options={(['forty_euros', 'other', NONE] as const).map((value) => ({ value, text: said.lumpSums[value] }))}
        onChange={(value) => edit('lumpSumCompensation', { lumpSumCompensation: value === NONE ? null : { value } })}
      />
      {lumpSumCompensation?.value === 'other' && (
        <Field
          label={said.own}
          value={lumpSumCompensation.otherValue ?? ''}
          error={lumpSumCompensation.otherValue?.trim() ? undefined : said.ownMissing}
          onChange={({ target }) =>
            edit('lumpSumCompensation', { lumpSumCompensation: { value: 'other', otherValue: target.value } })
          }
        />
      )}
      <Choice
        label={said.discount}
        value={discountAdvancePayment?.value ?? NONE}
        options={(['none', 'other'] as const).map((value) => ({ value, text: said.discounts[value] }))}
        onChange={(value) => edit('discountAdvancePayment', { discountAdvancePayment: { value } })}
      />
      {discountAdvancePayment?.value === 'other' && (
        <Field
          label={said.own}
          value={discountAdvancePayment.otherValue ?? ''}
          error={discountAdvancePayment.otherValue?.trim() ? undefined : said.ownMissing}
          onChange={({ target }) =>
            edit('discountAdvancePayment', { discountAdvancePayment: { value: 'other', otherValue: target.value } })
          }
        />
      )}
    </>
  );
}
