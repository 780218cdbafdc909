import { type FormEvent, useId, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { amountText, percent } from '../../app/formats/money.tsx';
import { centsOf } from '../../app/formats/parse-number.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import type { ImportCorrection } from '../../client/schemas.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useImportMoved } from './import-moved.ts';
import type { Planned } from './planned-documents.ts';

/** VAT rates of France, in basis points. */
const RATES = [2000, 1000, 850, 550, 210, 0];
const BASIS = 10_000;
const SHOWN = ['number', 'issuedOn', 'customerName', 'paidOn'].map((name) => `documents.0.${name}`);

/** The fields of a document of the plan, in place. Saving confirms it. */
export function CorrectDocument({
  importId,
  planned,
  onClose,
}: {
  importId: string;
  planned: Planned;
  onClose: () => void;
}) {
  const words = useTranslations('moveIn').doubts;
  const language = useLanguage();
  const moved = useImportMoved();
  const rateId = useId();
  const { fileId, place = '', withoutTax = 0, withTax = 0, rates = [] } = planned;
  const start = {
    ...{ number: planned.number ?? '', issuedOn: planned.issuedOn ?? '', customerName: planned.customerName ?? '' },
    ...{ net: amountText(withoutTax, language), rate: rates[0] ?? 0, paidOn: planned.paidOn ?? '' },
  };
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState<string>();
  const set = (change: Partial<typeof start>): void => setTyped((before) => ({ ...before, ...change }));
  const act = useAction(async (correction: ImportCorrection) => {
    await call('change-import-file', { importId, fileId, body: { documents: [correction] } });
    await moved();
    toast(words.saved(typed.number));
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const net = centsOf(typed.net, language);
    setWrong(net === undefined || net < 0 ? words.fields.notAnAmount : undefined);
    if (net === undefined || net < 0) return;
    // Amounts as the file states them are kept: their VAT may be rounded by line.
    const isSame = net === withoutTax && typed.rate === start.rate;
    const vat = Math.round((net * typed.rate) / BASIS);
    const isPaid = typed.paidOn !== '';
    void act.run({
      ...{ place, confirmed: true },
      ...(typed.number !== start.number && { number: typed.number }),
      ...(typed.issuedOn !== start.issuedOn && { issuedOn: typed.issuedOn }),
      ...(typed.customerName !== start.customerName && { customerName: typed.customerName }),
      ...(!isSame && { sums: [{ rate: typed.rate, net, vat }] }),
      ...((typed.paidOn !== start.paidOn || (isPaid && !isSame)) && { paidOn: isPaid ? typed.paidOn : null }),
    });
  };
  const hint = rates.length > 1 ? words.fields.rates : undefined;
  return (
    <form className="correct-document" onSubmit={submit} noValidate>
      <Field
        label={words.fields.number}
        value={typed.number}
        maxLength={60}
        onChange={({ target }) => set({ number: target.value })}
        error={act.problem?.at('documents.0.number')}
      />
      <Field
        label={words.fields.issuedOn}
        type="date"
        value={typed.issuedOn}
        onChange={({ target }) => set({ issuedOn: target.value })}
        error={act.problem?.at('documents.0.issuedOn')}
      />
      <Field
        label={words.fields.customerName}
        value={typed.customerName}
        onChange={({ target }) => set({ customerName: target.value })}
        error={act.problem?.at('documents.0.customerName')}
      />
      <Field
        label={words.fields.withoutTax}
        inputMode="decimal"
        value={typed.net}
        disabled={hint !== undefined}
        onChange={({ target }) => set({ net: target.value })}
        {...(hint !== undefined && { hint })}
        error={wrong}
      />
      {hint === undefined && (
        <div className="field">
          <label htmlFor={rateId}>{words.fields.rate}</label>
          <select
            id={rateId}
            className="input"
            value={typed.rate}
            onChange={({ target }) => set({ rate: Number(target.value) })}
          >
            {[...new Set([start.rate, ...RATES])].map((rate) => (
              <option key={rate} value={rate}>
                {percent(rate / BASIS, { decimals: 2 }, language)}
              </option>
            ))}
          </select>
        </div>
      )}
      <Field
        label={words.fields.paidOn}
        type="date"
        hint={withTax > 0 ? words.fields.paidHint : undefined}
        value={typed.paidOn}
        onChange={({ target }) => set({ paidOn: target.value })}
        error={act.problem?.at('documents.0.paidOn')}
      />
      <ErrorMessage error={act.error} shown={SHOWN} />
      <p className="drop-buttons">
        <button type="button" className="btn" onClick={onClose}>
          {words.cancel}
        </button>
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {words.save}
        </button>
      </p>
    </form>
  );
}
