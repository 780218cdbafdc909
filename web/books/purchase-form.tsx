import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { base64Of } from '../app/base64.ts';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { useToday } from '../app/formats/dates.tsx';
import { amountText } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { type TypedVat, typedVatOf, VatByRate, vatRowsOf } from './purchase-vat.tsx';
import { ReceiptField } from './receipt-field.tsx';
import { useReceiptProposal } from './receipt-proposal.ts';

export type PurchaseLine = Answer<'list-purchases'>['docs'][number];
export type Nature = PurchaseLine['nature'];
export type Method = PurchaseLine['method'];
type Facts = NonNullable<NonNullable<Asked<'correct-purchase'>['body']>['replacement']>;

/** Bytes of a receipt; the service has the same limit. */
const RECEIPT_BYTES_MAX = 5 * 1_048_576;

/** Reloads the register after a change. */
export function usePurchasesMoved(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const names = ['list-purchases', 'get-purchases-totals', 'list-purchase-suppliers'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}

/** A bank debit that becomes a purchase. */
type Debit = Answer<'list-bank-transactions'>['docs'][number];

type OfForm = { corrected: PurchaseLine | undefined; debit?: Debit | undefined; done: () => void };

/** One line to record a purchase, also of a bank debit, or to replace the line it corrects. */
export function PurchaseForm({ corrected, debit, done }: OfForm) {
  const words = useTranslations('purchases');
  const form = usePurchaseForm({ corrected, debit, done });
  const { said, say, wrong, proposal, act, withdraw } = form;
  const problem = (member: string) => act.problem?.at(member) ?? act.problem?.at(`replacement/${member}`);
  const hint = proposal.hintOf;
  return (
    <form onSubmit={form.submit} noValidate>
      {corrected && <p className="small">{words.correcting(corrected.number)}</p>}
      <div className="purchase-entry">
        <Field
          label={words.fields.paidOn}
          type="date"
          value={said.paidOn}
          max={form.today}
          hint={hint('paidOn', said.paidOn)}
          error={problem('paidOn')}
          onChange={({ target }) => say({ paidOn: target.value })}
        />
        <SupplierField
          value={said.supplierName}
          hint={hint('supplierName', said.supplierName)}
          error={wrong.supplierName ? words.supplierMissing : problem('supplierName')}
          onChange={say}
        />
        <NatureSelect value={said.nature} onChange={(nature) => say({ nature })} />
        <Field
          label={words.fields.designation}
          value={said.designation}
          maxLength={200}
          error={problem('designation')}
          onChange={({ target }) => say({ designation: target.value })}
        />
        <Amounts form={form} problem={problem} />
        <MethodSelect value={said.method} onChange={(method) => say({ method })} />
        <Field
          label={words.fields.reference}
          value={said.reference}
          maxLength={100}
          hint={hint('reference', said.reference)}
          error={problem('reference')}
          onChange={({ target }) => say({ reference: target.value })}
        />
        {!corrected && (
          <ReceiptField
            name={form.receipt?.name}
            state={proposal.isReading ? words.reading : proposal.hasNothing ? words.nothingRead : undefined}
            error={wrong.receipt ? words.tooLarge : problem('receipt')}
            onChoose={form.choose}
          />
        )}
        <VatByRate rows={said.rows} error={wrong.rows ? words.notAnAmount : problem('vat')} onChange={say} />
        <Acts isCorrection={corrected !== undefined} form={form} done={done} />
      </div>
      <ErrorMessage error={act.error ?? withdraw.error} shown={SHOWN} />
    </form>
  );
}

/** The amount, and its deductible VAT unless the VAT is given by rate. */
function Amounts({
  form: { said, say, wrong, proposal },
  problem,
}: {
  form: ReturnType<typeof usePurchaseForm>;
  problem: (member: string) => string | undefined;
}) {
  const words = useTranslations('purchases');
  const hint = proposal.hintOf;
  return (
    <>
      <Field
        label={words.fields.amount}
        inputMode="decimal"
        value={said.amount}
        hint={hint('amount', said.amount)}
        error={wrong.amount ? words.notAnAmount : problem('amount')}
        onChange={({ target }) => say({ amount: target.value })}
      />
      {said.rows.length === 0 && (
        <Field
          label={words.fields.vat}
          inputMode="decimal"
          value={said.vat}
          hint={hint('vat', said.vat)}
          error={wrong.vat ? words.notAnAmount : problem('deductibleVat')}
          onChange={({ target }) => say({ vat: target.value })}
        />
      )}
    </>
  );
}

/** Records or replaces; a line that is corrected can also be withdrawn. */
function Acts({
  isCorrection,
  form: { act, withdraw },
  done,
}: {
  isCorrection: boolean;
  form: ReturnType<typeof usePurchaseForm>;
  done: () => void;
}) {
  const words = useTranslations('purchases');
  return (
    <div className="purchase-acts">
      <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
        {isCorrection ? words.replace : words.record}
      </button>
      {isCorrection && (
        <>
          <button type="button" className="btn" aria-disabled={withdraw.isRunning} onClick={() => void withdraw.run()}>
            {words.withdraw}
          </button>
          <button type="button" className="btn quiet" onClick={done}>
            {words.cancel}
          </button>
        </>
      )}
    </div>
  );
}

const MEMBERS = ['paidOn', 'supplierName', 'designation', 'amount', 'deductibleVat', 'vat', 'reference'];
const SHOWN = [...MEMBERS, ...MEMBERS.map((member) => `replacement/${member}`), 'receipt'];

type Said = {
  readonly paidOn: string;
  readonly supplierName: string;
  readonly nature: Nature;
  readonly designation: string;
  readonly amount: string;
  readonly vat: string;
  /** The VAT by rate; empty until it is opened. */
  readonly rows: readonly TypedVat[];
  readonly method: Method;
  readonly reference: string;
};
type Wrong = { readonly [Member in 'supplierName' | 'amount' | 'vat' | 'rows' | 'receipt']?: boolean };

/** What the bank states of a debit. */
const ofDebit = ({ bookedOn, counterpart, label, amount, currency, method }: Debit) => ({
  ...{ paidOn: bookedOn, supplierName: counterpart ?? label },
  ...(method && { method }),
  ...(currency === 'EUR' && { amount: -amount }),
});

/** What the form states at first: the corrected line, the bank debit, or nothing but today. */
function saidAtFirst(
  { corrected, debit }: Pick<OfForm, 'corrected' | 'debit'>,
  { today, language }: { today: string; language: ReturnType<typeof useLanguage> },
): Said {
  const known: Partial<Pick<PurchaseLine, 'paidOn' | 'supplierName' | 'amount' | 'method'>> | undefined =
    corrected ?? (debit && ofDebit(debit));
  return {
    ...{ paidOn: known?.paidOn ?? today, supplierName: known?.supplierName ?? '' },
    ...{ nature: corrected?.nature ?? 'supplies', designation: corrected?.designation ?? '' },
    amount: known?.amount === undefined ? '' : amountText(known.amount, language),
    vat: corrected?.deductibleVat ? amountText(corrected.deductibleVat, language) : '',
    rows: typedVatOf(corrected?.vat ?? [], language),
    ...{ method: known?.method ?? 'credit_card', reference: corrected?.reference ?? '' },
  };
}

function usePurchaseForm({ corrected, debit, done }: OfForm) {
  const words = useTranslations('purchases');
  const language = useLanguage();
  const today = useToday();
  const moved = usePurchasesMoved();
  const [said, setSaid] = useState<Said>(() => saidAtFirst({ corrected, debit }, { today, language }));
  const [wrong, setWrong] = useState<Wrong>({});
  const [receipt, setReceipt] = useState<File>();
  const say = (change: Partial<Said>): void => setSaid((before) => ({ ...before, ...change }));
  // The file knows its day, and the bank better; what was typed before stays.
  const proposal = useReceiptProposal(({ paidOn, ...found }) =>
    setSaid((before) => {
      const typed = Object.entries(before).filter(([name, value]) => name in found && value !== '');
      return { ...before, ...found, ...Object.fromEntries(typed), ...(paidOn && !debit && { paidOn }) };
    }),
  );
  const choose = (file: File | undefined): void => {
    setReceipt(file);
    proposal.forget();
    if (file && file.size <= RECEIPT_BYTES_MAX) void proposal.read(file);
  };
  const act = useAction(async (facts: Facts) => {
    if (corrected) {
      await call('correct-purchase', { purchaseId: corrected.id, body: { replacement: facts } });
      toast(words.replaced);
    } else {
      const file = receipt && { receipt: { name: receipt.name, content: await base64Of(receipt) } };
      const body = { ...facts, ...file };
      const { number } = debit
        ? await call('record-purchase-of-bank-transaction', { transactionId: debit.id, body })
        : await call('record-purchase', { body });
      toast(words.recorded(number));
      // Day, nature and means stay: papers of a day are entered one after the other.
      say({ supplierName: '', designation: '', amount: '', vat: '', rows: [], reference: '' });
      choose(undefined);
    }
    await moved();
    done();
  });
  const withdraw = useAction(async () => {
    if (!corrected) return;
    await call('correct-purchase', { purchaseId: corrected.id, body: {} });
    toast(words.withdrawn);
    await moved();
    done();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [amount, vat] = [centsOf(said.amount, language), said.vat.trim() === '' ? 0 : centsOf(said.vat, language)];
    const rows = vatRowsOf(said.rows, language);
    const faults = {
      ...{ supplierName: said.supplierName.trim() === '', amount: !amount, vat: vat === undefined, rows: !rows },
      receipt: (receipt?.size ?? 0) > RECEIPT_BYTES_MAX,
    };
    setWrong(faults);
    if (!amount || vat === undefined || !rows || Object.values(faults).includes(true)) return focusFirstFault(event);
    const { paidOn, supplierName, nature, method, designation, reference } = said;
    const tax = rows.length > 0 ? { vat: rows } : { deductibleVat: vat };
    const facts = { paidOn, supplierName: supplierName.trim(), nature, amount, ...tax, method };
    const words = { ...(designation.trim() && { designation }), ...(reference.trim() && { reference }) };
    focusFirstFault(event, act.run({ ...facts, ...words }));
  };
  return { said, say, wrong, act, withdraw, submit, today, receipt, choose, proposal };
}

/** The supplier, with earlier ones suggested; a known one sets what is usually bought and how. */
function SupplierField({
  value,
  hint,
  error,
  onChange,
}: {
  value: string;
  hint: string | undefined;
  error: string | undefined;
  onChange: (change: { supplierName: string; nature?: Nature; method?: Method }) => void;
}) {
  const words = useTranslations('purchases');
  const list = useId();
  const { data } = useOperation('list-purchase-suppliers', { query: value.trim() ? { search: value.trim() } : {} });
  const choose = (supplierName: string): void => {
    const known = data?.docs.find(({ name }) => name === supplierName);
    onChange({ supplierName, ...(known && { nature: known.nature, method: known.method }) });
  };
  return (
    <>
      <Field
        label={words.fields.supplier}
        list={list}
        value={value}
        maxLength={255}
        autoComplete="off"
        hint={hint}
        error={error}
        onChange={({ target }) => choose(target.value)}
      />
      <datalist id={list}>
        {data?.docs.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

export function NatureSelect({ value, onChange }: { value: Nature; onChange: (nature: Nature) => void }) {
  const words = useTranslations('purchases');
  return (
    <Select
      label={words.fields.nature}
      value={value}
      names={words.natures}
      onChange={(chosen) => onChange(chosen as Nature)}
    />
  );
}

export function MethodSelect({ value, onChange }: { value: Method; onChange: (method: Method) => void }) {
  const words = useTranslations('purchases');
  const { methods } = useTranslations('payments');
  return (
    <Select
      label={words.fields.method}
      value={value}
      names={methods}
      onChange={(chosen) => onChange(chosen as Method)}
    />
  );
}

function Select({
  label,
  value,
  names,
  onChange,
}: {
  label: string;
  value: string;
  names: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(names).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
