import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Section } from '../app/components/section.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { shortDay, useToday } from '../app/formats/dates.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Method, MethodSelect, type Nature, NatureSelect, usePurchasesMoved } from '../books/purchase-form.tsx';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import '../books/purchases.css';

type Invoice = NonNullable<Answer<'get-supplier-invoice'>['invoice']>;

/** Whether a received invoice is in the register of purchases, or a line to add it. */
export function ReceivedPurchase({ id, invoice }: { id: string; invoice: Invoice }) {
  const words = useTranslations('purchases');
  const language = useLanguage();
  const mayWrite = useSession().may('billing:write');
  const { data, error } = useOperation('list-purchases', { query: { supplierInvoiceId: id, limit: 100 } });
  const booked = data?.docs.find(({ corrected, correctsId }) => !corrected && correctsId === undefined);
  if (!data && !error) return null;
  if (!mayWrite && !booked) return null;
  return (
    <Section title={words.title}>
      <ErrorMessage error={error} />
      {booked && (
        <p>
          {words.booked(booked.number, shortDay(booked.paidOn, language))}{' '}
          <Link to="/livres/achats" search={{ periode: booked.paidOn.slice(0, 4) }}>
            {words.see}
          </Link>
        </p>
      )}
      {data && !booked && <Add id={id} invoice={invoice} />}
    </Section>
  );
}

function Add({ id, invoice: { currency, totals } }: { id: string; invoice: Invoice }) {
  const words = useTranslations('purchases');
  const language = useLanguage();
  const today = useToday();
  const moved = usePurchasesMoved();
  // The total says nothing about what was paid in euros, or after an advance.
  const isStated = currency !== 'EUR' || (totals.prepaid !== 0 && totals.prepaid !== totals.total);
  const [paidOn, setPaidOn] = useState(today);
  const [nature, setNature] = useState<Nature>('services');
  const [method, setMethod] = useState<Method>('transfer');
  const [typed, setTyped] = useState({ amount: '', vat: '' });
  const [isWrong, setWrong] = useState(false);
  const act = useAction(async (amounts: { amount?: number; deductibleVat?: number }) => {
    const body = { paidOn, nature, method, ...amounts };
    const { number } = await call('record-purchase-of-supplier-invoice', { supplierInvoiceId: id, body });
    toast(words.added(number));
    await moved();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isStated) return focusFirstFault(event, act.run({}));
    const amount = centsOf(typed.amount, language);
    const deductibleVat = typed.vat.trim() === '' ? 0 : centsOf(typed.vat, language);
    setWrong(!amount || deductibleVat === undefined);
    const isRead = amount && deductibleVat !== undefined;
    focusFirstFault(event, isRead ? act.run({ amount, deductibleVat }) : undefined);
  };
  return (
    <form onSubmit={submit} noValidate>
      <p className="quiet small">{isStated ? words.addInEuros : words.addSaid}</p>
      <div className="purchase-entry">
        <Field
          label={words.fields.paidOn}
          type="date"
          value={paidOn}
          max={today}
          error={act.problem?.at('paidOn')}
          onChange={({ target }) => setPaidOn(target.value)}
        />
        <NatureSelect value={nature} onChange={setNature} />
        <MethodSelect value={method} onChange={setMethod} />
        {isStated && (
          <>
            <Field
              label={words.fields.amount}
              inputMode="decimal"
              value={typed.amount}
              error={isWrong ? words.notAnAmount : act.problem?.at('amount')}
              onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
            />
            <Field
              label={words.fields.vat}
              inputMode="decimal"
              value={typed.vat}
              error={act.problem?.at('deductibleVat')}
              onChange={({ target }) => setTyped({ ...typed, vat: target.value })}
            />
          </>
        )}
      </div>
      <button type="submit" className="btn" aria-disabled={act.isRunning}>
        {words.add}
      </button>
      <ErrorMessage error={act.error} shown={isStated ? ['paidOn', 'amount', 'deductibleVat'] : ['paidOn']} />
    </form>
  );
}
