import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Field } from '../../app/components/field.tsx';
import { FormButtons } from '../../app/components/form-buttons.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Options } from '../../app/components/select-options.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { amountText, money } from '../../app/formats/money.tsx';
import { centsOf } from '../../app/formats/parse-number.ts';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Listed, listed } from '../../billing/lists/list-row.ts';
import { call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { Excess } from '../overpayment-field.tsx';
import { type OpenTransaction, useTransactionMoves } from './bank-queries.ts';

type Given = { readonly row: OpenTransaction; readonly onClose: () => void };

/** Number of documents offered: the oldest due first, then the last paid. */
const OFFERED = 100;
const PAID_OFFERED = 50;

/**
 * Matches a transaction without suggestion to a chosen document. Paid documents are offered too:
 * customers sometimes pay twice, and the overpayment is kept for them.
 */
export function ChooseDocument({ row, onClose }: Given) {
  const words = useTranslations('bank').left;
  const language = useLanguage();
  const test = useSession().mode === 'test';
  const query = {
    ...{ test, type: ['invoice', 'advance'] as ('invoice' | 'advance')[] },
    currency: row.currency as never,
  };
  const unpaid = useOperation('get-billing-rows', { query: { ...query, unpaid: true, limit: OFFERED } });
  const paid = useOperation('get-billing-rows', { query: { ...query, state: ['paid'], limit: PAID_OFFERED } });
  const error = unpaid.error ?? paid.error;
  const documents = unpaid.data &&
    paid.data && {
      open: unpaid.data.docs.map(listed),
      settled: paid.data.docs.map(listed).filter(({ isCanceled, remaining = 0 }) => !isCanceled && remaining === 0),
    };
  if (documents && documents.open.length + documents.settled.length > 0)
    return <Choice row={row} {...documents} onClose={onClose} />;
  return (
    <Dialog
      title={words.title(money(row.remaining, row.currency, language))}
      onClose={onClose}
      footer={
        <button type="button" className="btn" onClick={onClose}>
          {words.close}
        </button>
      }
    >
      <ErrorMessage error={error} />
      {documents ? <p>{words.noDocuments}</p> : !error && <Loading rows={2} />}
    </Dialog>
  );
}

type Offered = { readonly open: readonly Listed[]; readonly settled: readonly Listed[] };

function Choice({ row, open, settled, onClose }: Given & Offered) {
  const { left: words, confirm } = useTranslations('bank');
  const language = useLanguage();
  const form = useId();
  const said = (cents: number): string => money(cents, row.currency, language);
  const dueOn = (id: string): number => open.find((each) => each.id === id)?.remaining ?? 0;
  // On a paid document, the whole amount is an overpayment.
  const atMost = (id: string): number => (dueOn(id) === 0 ? row.remaining : Math.min(row.remaining, dueOn(id)));
  const [billingId, choose] = useState((open[0] ?? settled[0])?.id ?? '');
  const [typed, type] = useState(amountText(atMost(billingId), language));
  const [wrong, setWrong] = useState<string>();
  const [isKept, setKept] = useState(false);
  const keep = (is: boolean): void => {
    setKept(is);
    setWrong(undefined);
  };
  const amountTyped = centsOf(typed, language) ?? 0;
  const due = dueOn(billingId);
  const excess = Math.max(0, Math.min(amountTyped, row.remaining) - due);
  const moved = useTransactionMoves();
  const act = useAction(async (amount: number) => {
    const document = { billingId, amount, ...(excess > 0 && { keepExcess: true }) };
    await call('apply-bank-transaction', { transactionId: row.id, body: { documents: [document] } });
    await moved();
    toast(confirm.done(said(amount), [...open, ...settled].find(({ id }) => id === billingId)?.number ?? ''));
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = centsOf(typed, language);
    const isAmount = amount !== undefined && amount > 0;
    const isConfirmed = excess === 0 || isKept;
    setWrong(!isAmount ? words.notAnAmount : isConfirmed ? undefined : words.notConfirmed);
    if (isAmount && isConfirmed) void act.run(amount);
  };
  return (
    <Dialog
      title={words.title(said(row.remaining))}
      onClose={onClose}
      footer={
        <FormButtons {...{ form, onClose }} isBusy={act.isRunning} cancelLabel={words.cancel} submitLabel={words.go} />
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <p className="small quiet">{row.label}</p>
        <DocumentField
          {...{ open, settled, said, billingId }}
          choose={(id) => {
            choose(id);
            type(amountText(atMost(id), language));
          }}
        />
        <Field
          label={words.amount}
          hint={row.remaining > due ? words.hintMore(said(row.remaining), said(due)) : words.hint(said(row.remaining))}
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={wrong ?? act.problem?.at('amount')}
        />
        {excess > 0 && <Excess amount={said(excess)} {...{ isKept, keep }} />}
        <ErrorMessage error={act.error} shown={['amount']} />
      </form>
    </Dialog>
  );
}

/** Document select: number, customer and balance; paid documents come last. */
function DocumentField(
  props: Offered & { billingId: string; said: (cents: number) => string; choose: (id: string) => void },
) {
  const { open, settled, billingId, said, choose } = props;
  const { left: words } = useTranslations('bank');
  const field = useId();
  return (
    <div className="field">
      <label htmlFor={field}>{words.document}</label>
      <select id={field} className="input" value={billingId} onChange={({ target }) => choose(target.value)}>
        <Options
          options={open.map(({ id, number = '', customerName, remaining = 0 }) => ({
            value: id,
            text: words.option(number, customerName, said(remaining)),
          }))}
          others={{
            label: words.paid,
            options: settled.map(({ id, number = '', customerName, total }) => ({
              value: id,
              text: words.paidOption(number, customerName, said(total)),
            })),
          }}
        />
      </select>
    </div>
  );
}
