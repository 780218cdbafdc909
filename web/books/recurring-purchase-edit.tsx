import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { useToday } from '../app/formats/dates.tsx';
import { amountText } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { type Method, MethodSelect, type Nature, NatureSelect } from './purchase-form.tsx';
import { type TypedVat, typedVatOf, VatByRate, vatRowsOf } from './purchase-vat.tsx';

export type Recurring = Answer<'list-recurring-purchases'>['docs'][number];
type Change = NonNullable<Asked<'update-recurring-purchase'>['body']>;
type Pace = Recurring['every'];

export function PaceSelect({ value, onChange }: { value: Pace; onChange: (pace: Pace) => void }) {
  const words = useTranslations('purchases').recurring;
  return (
    <label className="field">
      <span className="label">{words.every}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value as Pace)}>
        {Object.entries(words.paces).map(([pace, name]) => (
          <option key={pace} value={pace}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

type Said = {
  readonly supplierName: string;
  readonly nature: Nature;
  readonly designation: string;
  readonly amount: string;
  readonly vat: string;
  readonly rows: readonly TypedVat[];
  readonly method: Method;
  readonly reference: string;
  readonly every: Pace;
  readonly from: string;
  readonly until: string;
};
type Wrong = { readonly [Member in 'supplierName' | 'amount' | 'vat' | 'rows']?: boolean };

/** Changes what a recurring purchase states from the next one on, and its days. */
export function EditRecurringDialog({ recurring, onClose }: { recurring: Recurring; onClose: () => void }) {
  const words = useTranslations('purchases');
  const form = useEdit(recurring, onClose);
  const { said, say, wrong, act } = form;
  const text = (member: 'designation' | 'reference', maxLength: number) => (
    <Field
      label={words.fields[member]}
      value={said[member]}
      maxLength={maxLength}
      error={act.problem?.at(member)}
      onChange={({ target }) => say({ [member]: target.value })}
    />
  );
  return (
    <Dialog
      title={words.recurring.editOf(recurring.supplierName)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.recurring.cancel}
          </button>
          <button type="submit" form="edit-recurring" className="btn primary" aria-disabled={act.isRunning}>
            {words.recurring.save}
          </button>
        </>
      }
    >
      <form id="edit-recurring" className="fields" onSubmit={form.submit} noValidate>
        <p className="small quiet">{words.recurring.editSaid}</p>
        <Field
          label={words.fields.supplier}
          value={said.supplierName}
          maxLength={255}
          error={wrong.supplierName ? words.supplierMissing : act.problem?.at('supplierName')}
          onChange={({ target }) => say({ supplierName: target.value })}
        />
        <NatureSelect value={said.nature} onChange={(nature) => say({ nature })} />
        {text('designation', 200)}
        <Field
          label={words.fields.amount}
          inputMode="decimal"
          value={said.amount}
          error={wrong.amount ? words.notAnAmount : act.problem?.at('amount')}
          onChange={({ target }) => say({ amount: target.value })}
        />
        {said.rows.length === 0 && (
          <Field
            label={words.fields.vat}
            inputMode="decimal"
            value={said.vat}
            error={wrong.vat ? words.notAnAmount : act.problem?.at('deductibleVat')}
            onChange={({ target }) => say({ vat: target.value })}
          />
        )}
        <VatByRate
          rows={said.rows}
          error={wrong.rows ? words.notAnAmount : act.problem?.at('vat')}
          onChange={({ rows }) => say({ rows })}
        />
        <MethodSelect value={said.method} onChange={(method) => say({ method })} />
        {text('reference', 100)}
        <Days form={form} />
        <ErrorMessage error={act.error} shown={SHOWN} />
      </form>
    </Dialog>
  );
}

const SHOWN = ['supplierName', 'designation', 'amount', 'deductibleVat', 'vat', 'reference', 'from', 'until'];

function Days({ form: { said, say, act, today } }: { form: ReturnType<typeof useEdit> }) {
  const words = useTranslations('purchases').recurring;
  return (
    <>
      <PaceSelect value={said.every} onChange={(every) => say({ every })} />
      <Field
        label={words.nextDay}
        type="date"
        value={said.from}
        min={today}
        error={act.problem?.at('from')}
        onChange={({ target }) => say({ from: target.value })}
      />
      <Field
        label={words.until}
        type="date"
        value={said.until}
        min={said.from}
        error={act.problem?.at('until')}
        onChange={({ target }) => say({ until: target.value })}
      />
    </>
  );
}

const saidAtFirst = (recurring: Recurring, language: ReturnType<typeof useLanguage>): Said => ({
  ...{ supplierName: recurring.supplierName, nature: recurring.nature, designation: recurring.designation ?? '' },
  ...{ amount: amountText(recurring.amount, language), rows: typedVatOf(recurring.vat, language) },
  vat: recurring.deductibleVat ? amountText(recurring.deductibleVat, language) : '',
  ...{ method: recurring.method, reference: recurring.reference ?? '', every: recurring.every },
  ...{ from: recurring.nextOn ?? '', until: recurring.until ?? '' },
});

function useEdit(recurring: Recurring, onClose: () => void) {
  const words = useTranslations('purchases').recurring;
  const language = useLanguage();
  const queries = useQueryClient();
  const today = useToday();
  const [said, setSaid] = useState<Said>(() => saidAtFirst(recurring, language));
  const [wrong, setWrong] = useState<Wrong>({});
  const say = (change: Partial<Said>): void => setSaid((before) => ({ ...before, ...change }));
  const act = useAction(async (body: Change) => {
    await call('update-recurring-purchase', { recurringPurchaseId: recurring.id, body });
    // A purchase that was due already is recorded first.
    for (const name of ['list-recurring-purchases', 'list-purchases', 'get-purchases-totals'])
      await queries.invalidateQueries({ queryKey: [name] });
    toast(words.changed);
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = centsOf(said.amount, language);
    const deductibleVat = said.vat.trim() === '' ? 0 : centsOf(said.vat, language);
    const rows = vatRowsOf(said.rows, language);
    const faults = {
      ...{ supplierName: said.supplierName.trim() === '', amount: !amount },
      ...{ vat: deductibleVat === undefined, rows: !rows },
    };
    setWrong(faults);
    if (!amount || deductibleVat === undefined || !rows || Object.values(faults).includes(true))
      return focusFirstFault(event);
    const { supplierName, nature, designation, method, reference } = said;
    const tax = rows.length > 0 ? { vat: rows } : { deductibleVat };
    const facts = { supplierName, nature, designation, amount, ...tax, method, reference };
    focusFirstFault(event, act.run({ ...facts, ...daysIn(said, recurring) }));
  };
  return { said, say, wrong, act, submit, today };
}

/** The days that differ: others count from the first day, as before. */
const daysIn = ({ every, from, until }: Said, recurring: Recurring): Change => ({
  ...(every !== recurring.every && { every }),
  ...(from !== '' && (from !== recurring.nextOn || every !== recurring.every) && { from }),
  ...(until !== (recurring.until ?? '') && { until: until === '' ? null : until }),
});
