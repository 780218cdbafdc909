import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { FormButtons } from '../app/components/form-buttons.tsx';
import { Loading } from '../app/components/loading.tsx';
import { toast } from '../app/components/toasts.tsx';
import { amountText, money } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Listed, listed } from '../billing/lists/list-row.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { OnlinePayment } from './online/online-queries.tsx';

type Given = { readonly kept: OnlinePayment; readonly onClose: () => void };

/** Number of documents offered, oldest due first. */
const OFFERED = 50;

/** Applies an unapplied payment to another document of the customer. */
export function ApplyDialog({ kept, onClose }: Given) {
  const words = useTranslations('payments').online.apart;
  const test = useSession().mode === 'test';
  const { organizationId, currency } = kept;
  // Any contact of an organization may pay for the organization and its other contacts.
  const customerId = organizationId ?? kept.customerId;
  const query = {
    ...{ test, unpaid: true, limit: OFFERED, type: ['invoice', 'advance'] as ('invoice' | 'advance')[] },
    ...{ currency: currency as never, ...(customerId !== undefined && { customerId }) },
  };
  const { data, error } = useOperation('get-billing-rows', { query });
  const open = data?.docs.map(listed);
  if (open && open.length > 0) return <ApplyForm kept={kept} open={open} onClose={onClose} />;
  return (
    <Dialog
      title={words.apply.title}
      onClose={onClose}
      footer={
        <button type="button" className="btn" onClick={onClose}>
          {words.close}
        </button>
      }
    >
      <ErrorMessage error={error} />
      {open ? <p>{words.apply.none}</p> : !error && <Loading rows={2} />}
    </Dialog>
  );
}

function ApplyForm({ kept, open, onClose }: Given & { open: readonly Listed[] }) {
  const words = useTranslations('payments').online.apart;
  const language = useLanguage();
  const [form, choice] = [useId(), useId()];
  const atMost = (id: string): number =>
    Math.min(kept.unappliedAmount, open.find((each) => each.id === id)?.remaining ?? 0);
  const [billingId, choose] = useState(open[0]?.id ?? '');
  const [typed, type] = useState(amountText(atMost(billingId), language));
  const [wrong, setWrong] = useState<string>();
  const said = (cents: number): string => money(cents, kept.currency, language);
  const refreshed = useRefreshed();
  const act = useAction(async (amount: number) => {
    await call('apply-online-payment', { onlinePaymentId: kept.id, body: { billingId, amount } });
    await refreshed();
    toast(words.apply.done(said(amount), open.find(({ id }) => id === billingId)?.number ?? ''));
    onClose();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = centsOf(typed, language);
    setWrong(amount === undefined || amount <= 0 ? words.apply.notAnAmount : undefined);
    if (amount !== undefined && amount > 0) void act.run(amount);
  };
  return (
    <Dialog
      title={words.apply.title}
      onClose={onClose}
      footer={
        <FormButtons
          {...{ form, onClose }}
          isBusy={act.isRunning}
          cancelLabel={words.cancel}
          submitLabel={words.apply.go}
        />
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <div className="field">
          <label htmlFor={choice}>{words.apply.document}</label>
          <select
            id={choice}
            className="input"
            value={billingId}
            onChange={({ target }) => {
              choose(target.value);
              type(amountText(atMost(target.value), language));
            }}
          >
            {open.map(({ id, number = '', remaining = 0 }) => (
              <option key={id} value={id}>
                {words.apply.option(number, said(remaining))}
              </option>
            ))}
          </select>
        </div>
        <Field
          label={words.apply.amount}
          hint={words.apply.hint(said(kept.unappliedAmount))}
          inputMode="decimal"
          value={typed}
          onChange={({ target }) => type(target.value)}
          error={wrong ?? act.problem?.at('amount')}
        />
        <p className="small quiet">{words.apply.said}</p>
        <ErrorMessage error={act.error} shown={['amount']} />
      </form>
    </Dialog>
  );
}

const ways = ['otherwise', 'provider'] as const;

/**
 * Records that unapplied money was returned: by transfer, or through the provider, which confirms
 * it later.
 */
export function ReturnOverpaymentDialog({ kept, onClose }: Given) {
  const { apart } = useTranslations('payments').online;
  const words = apart.giveBack;
  const language = useLanguage();
  const form = useId();
  const [by, choose] = useState<(typeof ways)[number]>('otherwise');
  const refreshed = useRefreshed();
  const act = useAction(async () => {
    await call('mark-online-payment-returned', {
      onlinePaymentId: kept.id,
      body: { by, amount: kept.unappliedAmount },
    });
    await refreshed();
    toast(words.done(money(kept.unappliedAmount, kept.currency, language)));
    onClose();
  });
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <FormButtons {...{ form, onClose }} isBusy={act.isRunning} cancelLabel={apart.cancel} submitLabel={words.go} />
      }
    >
      <form
        id={form}
        className="fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void act.run();
        }}
      >
        <p>{words.of(money(kept.unappliedAmount, kept.currency, language), kept.customerName ?? '')}.</p>
        {kept.source === 'online' && (
          <fieldset className="ways">
            <legend>{words.how}</legend>
            {ways.map((way) => (
              <label key={way}>
                <input className="check" type="radio" name={form} checked={by === way} onChange={() => choose(way)} />
                <span>
                  {words.by[way]}
                  <span className="hint">{words.hints[way]}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <p className="small quiet">{words.said}</p>
        <ErrorMessage error={act.error} />
      </form>
    </Dialog>
  );
}

/** Invalidates everything affected by a payment, including the home to-do list. */
function useRefreshed(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries();
  };
}
