import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Settings } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { shortDay, useToday } from '../app/formats/dates.tsx';
import { amountText, Money, numberText } from '../app/formats/money.tsx';
import { centsOf } from '../app/formats/parse-number.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { vatRates } from '../client/vat-rates.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type Sale = Answer<'list-counter-sales'>['docs'][number];
type Means = NonNullable<Sale['method']>;

/** The means of payment at a counter. */
const METHODS = ['cash', 'credit_card', 'cheque', 'transfer', 'other'] as const satisfies readonly Means[];

const RATES = [...new Set<number>(Object.values(vatRates))].toSorted((a, b) => b - a);
/** Entries shown; the list of the API has all. */
const ENTRIES = 20;

/** Takings without invoices: a line to enter those of a day, and the last entries. */
export function Takings() {
  const words = useTranslations('eReporting').takings;
  const language = useLanguage();
  const { methods } = useTranslations('payments');
  const { may } = useSession();
  const { data, error } = useOperation('list-counter-sales', { query: { limit: ENTRIES } });
  const [corrected, correct] = useState<Sale>();
  return (
    <Settings title={words.title}>
      <p className="quiet">{words.intro}</p>
      {may('billing:write') && <Line key={corrected?.id ?? ''} corrected={corrected} done={() => correct(undefined)} />}
      <ErrorMessage error={error} />
      <ul className="report-entries">
        {data?.docs.map((sale) => (
          <li key={sale.id} className={sale.replaced ? 'quiet' : undefined}>
            <span>{shortDay(sale.on, language)}</span>
            <span>
              {words.sold[sale.sold]}, {numberText(sale.rate / 100, language)} %
              {sale.method && `, ${methods[sale.method].toLowerCase()}`}
            </span>
            {sale.replaced && <span className="small">{words.replaced}</span>}
            <span className="numeric push">
              <Money cents={sale.amount} currency="EUR" />
            </span>
            {!sale.replaced && may('billing:write') && (
              <button
                type="button"
                className="btn text"
                aria-label={words.correctOf(shortDay(sale.on, language))}
                onClick={() => correct(sale)}
              >
                {words.correct}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Settings>
  );
}

/** One line: day, what was sold, rate, amount; with the entry it corrects, if any. */
function Line({ corrected, done }: { corrected: Sale | undefined; done: () => void }) {
  const words = useTranslations('eReporting').takings;
  const language = useLanguage();
  const today = useToday();
  const queries = useQueryClient();
  const [on, setOn] = useState(corrected?.on ?? today);
  const [sold, setSold] = useState<Sale['sold']>(corrected?.sold ?? 'goods');
  const [rate, setRate] = useState(corrected?.rate ?? 2000);
  const [method, setMethod] = useState<Means | ''>(corrected?.method ?? '');
  const [typed, setTyped] = useState(corrected ? amountText(corrected.amount, language) : '');
  const [isWrong, setWrong] = useState(false);
  const act = useAction(async (amount: number) => {
    const body = { on, sold, rate, amount, ...(method !== '' && { method }) };
    if (corrected) await call('correct-counter-sale', { counterSaleId: corrected.id, body });
    else await call('create-counter-sale', { body });
    await Promise.all(
      [
        'list-counter-sales',
        'get-e-report',
        'list-e-report-entries',
        'list-receipts-book',
        'get-receipts-book-totals',
      ].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
    toast(corrected ? words.corrected : words.entered);
    setTyped('');
    done();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = centsOf(typed, language);
    setWrong(amount === undefined);
    focusFirstFault(event, amount === undefined ? undefined : act.run(amount));
  };
  return (
    <form onSubmit={submit} noValidate>
      {corrected && <p className="small">{words.correcting(shortDay(corrected.on, language))}</p>}
      <div className="takings-line">
        <Field
          label={words.day}
          type="date"
          value={on}
          max={today}
          error={act.problem?.at('on')}
          onChange={({ target }) => setOn(target.value)}
        />
        <What sold={sold} setSold={setSold} rate={rate} setRate={setRate} />
        <Method method={method} setMethod={setMethod} />
        <Field
          label={words.amount}
          inputMode="decimal"
          value={typed}
          error={isWrong ? words.notAnAmount : act.problem?.at('amount')}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="btn primary" aria-disabled={act.isRunning}>
          {corrected ? words.correct : words.enter}
        </button>
        {corrected && (
          <button type="button" className="btn quiet" onClick={done}>
            {words.cancel}
          </button>
        )}
      </div>
      <ErrorMessage error={act.error} shown={['on', 'amount']} />
    </form>
  );
}

/** How it was paid: the receipts book states cash apart. */
function Method({ method, setMethod }: { method: Means | ''; setMethod: (method: Means | '') => void }) {
  const words = useTranslations('eReporting').takings;
  const { methods } = useTranslations('payments');
  return (
    <div className="field">
      <label htmlFor="takings-method">{words.method}</label>
      <select
        id="takings-method"
        className="input"
        value={method}
        onChange={({ target }) => setMethod(target.value as Means | '')}
      >
        <option value="">{words.anyMethod}</option>
        {METHODS.map((name) => (
          <option key={name} value={name}>
            {methods[name]}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What was sold, and its rate. */
function What({
  sold,
  setSold,
  rate,
  setRate,
}: {
  sold: Sale['sold'];
  setSold: (sold: Sale['sold']) => void;
  rate: number;
  setRate: (rate: number) => void;
}) {
  const words = useTranslations('eReporting').takings;
  const language = useLanguage();
  return (
    <>
      <div className="field">
        <label htmlFor="takings-what">{words.what}</label>
        <select
          id="takings-what"
          className="input"
          value={sold}
          onChange={({ target }) => setSold(target.value as Sale['sold'])}
        >
          {(['goods', 'services', 'margin'] as const).map((name) => (
            <option key={name} value={name}>
              {words.sold[name]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="takings-rate">{words.rate}</label>
        <select
          id="takings-rate"
          className="input"
          value={rate}
          onChange={({ target }) => setRate(Number(target.value))}
        >
          {RATES.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? words.noVat : `${numberText(each / 100, language)} %`}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
