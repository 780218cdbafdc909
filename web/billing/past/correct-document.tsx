import { type FormEvent, useId, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { amountText, percent } from '../../app/formats/money.tsx';
import { centsOf } from '../../app/formats/parse-number.ts';
import { type Act, useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import type { ImportCorrection } from '../../client/schemas.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useImportMoved } from './import-moved.ts';
import type { Planned } from './planned-documents.ts';

/** VAT rates of France, in basis points. */
const RATES = [2000, 1000, 850, 550, 210, 0];
const BASIS = 10_000;
const SHOWN = ['number', 'issuedOn', 'customerName', 'paidOn'].map((name) => `documents.0.${name}`);

type Given = { readonly importId: string; readonly planned: Planned; readonly onClose: () => void };
type Typed = {
  readonly number: string;
  readonly issuedOn: string;
  readonly customerName: string;
  readonly net: string;
  readonly rate: number;
  readonly paidOn: string;
};

/** The fields of a document of the plan, in place. Saving confirms it. */
export function CorrectDocument({ planned, importId, onClose }: Given) {
  const words = useTranslations('moveIn').doubts;
  const { typed, set, start, wrong, act, submit } = useCorrection({ planned, importId, onClose });
  const hasRates = (planned.rates ?? []).length > 1;
  return (
    <form className="correct-document" onSubmit={submit} noValidate>
      <Stated typed={typed} set={set} act={act} />
      <Field
        label={words.fields.withoutTax}
        inputMode="decimal"
        value={typed.net}
        disabled={hasRates}
        onChange={({ target }) => set({ net: target.value })}
        {...(hasRates && { hint: words.fields.rates })}
        error={wrong}
      />
      {!hasRates && <RateField rate={typed.rate} start={start.rate} onChange={(rate) => set({ rate })} />}
      <Field
        label={words.fields.paidOn}
        type="date"
        hint={words.fields.paidHint}
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

function useCorrection({ importId, planned, onClose }: Given) {
  const words = useTranslations('moveIn').doubts;
  const language = useLanguage();
  const moved = useImportMoved();
  const { fileId, withoutTax = 0, rates = [] } = planned;
  const start: Typed = {
    ...{ number: planned.number ?? '', issuedOn: planned.issuedOn ?? '', customerName: planned.customerName ?? '' },
    ...{ net: amountText(withoutTax, language), rate: rates[0] ?? 0, paidOn: planned.paidOn ?? '' },
  };
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState<string>();
  const act = useAction(async (correction: ImportCorrection) => {
    await call('change-import-file', { importId, fileId, body: { documents: [correction] } });
    await moved();
    toast(words.saved(typed.number));
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const net = centsOf(typed.net, language);
    const isAmount = net !== undefined && net >= 0;
    setWrong(isAmount ? undefined : words.fields.notAnAmount);
    if (isAmount) void act.run(correctionOf(planned, { start, typed, net }));
  };
  const set = (change: Partial<Typed>): void => setTyped((before) => ({ ...before, ...change }));
  return { typed, set, start, wrong, act, submit };
}

/** What a person changed, and that the document is right as it stands now. */
function correctionOf(
  { place = '', withoutTax = 0 }: Planned,
  { start, typed, net }: { start: Typed; typed: Typed; net: number },
): ImportCorrection {
  // Amounts as the file states them are kept: their VAT may be rounded by line.
  const isSame = net === withoutTax && typed.rate === start.rate;
  const vat = Math.round((net * typed.rate) / BASIS);
  const isPaid = typed.paidOn !== '';
  return {
    ...{ place, confirmed: true },
    ...(typed.number !== start.number && { number: typed.number }),
    ...(typed.issuedOn !== start.issuedOn && { issuedOn: typed.issuedOn }),
    ...(typed.customerName !== start.customerName && { customerName: typed.customerName }),
    ...(!isSame && { sums: [{ rate: typed.rate, net, vat }] }),
    ...((typed.paidOn !== start.paidOn || (isPaid && !isSame)) && { paidOn: isPaid ? typed.paidOn : null }),
  };
}

/** What the document states besides its amounts. */
function Stated({
  typed,
  set,
  act,
}: {
  typed: Typed;
  set: (change: Partial<Typed>) => void;
  act: Act<[ImportCorrection]>;
}) {
  const { fields } = useTranslations('moveIn').doubts;
  return (
    <>
      <Field
        label={fields.number}
        value={typed.number}
        maxLength={60}
        onChange={({ target }) => set({ number: target.value })}
        error={act.problem?.at('documents.0.number')}
      />
      <Field
        label={fields.issuedOn}
        type="date"
        value={typed.issuedOn}
        onChange={({ target }) => set({ issuedOn: target.value })}
        error={act.problem?.at('documents.0.issuedOn')}
      />
      <Field
        label={fields.customerName}
        value={typed.customerName}
        onChange={({ target }) => set({ customerName: target.value })}
        error={act.problem?.at('documents.0.customerName')}
      />
    </>
  );
}

function RateField({ rate, start, onChange }: { rate: number; start: number; onChange: (rate: number) => void }) {
  const { fields } = useTranslations('moveIn').doubts;
  const language = useLanguage();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{fields.rate}</label>
      <select id={id} className="input" value={rate} onChange={({ target }) => onChange(Number(target.value))}>
        {[...new Set([start, ...RATES])].map((each) => (
          <option key={each} value={each}>
            {percent(each / BASIS, { decimals: 2 }, language)}
          </option>
        ))}
      </select>
    </div>
  );
}
