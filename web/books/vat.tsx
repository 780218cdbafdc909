import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { Setting } from '../account/settings/setting-fields.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { Section } from '../app/components/section.tsx';
import { longDay, monthOf, shortDay } from '../app/formats/dates.tsx';
import { Money, money } from '../app/formats/money.tsx';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { Thresholds } from '../home/thresholds.tsx';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { DownloadsOfBook, TotalsOfBook, useBackToBooks } from './book-parts.tsx';
import { Lines } from './vat-lines.tsx';
import type { VatSearch } from './vat-url.ts';
import '../account/settings/settings.css';

type Return = Answer<'get-vat-return'>;

/** Cents of an euro. */
const EURO = 100;

/** The VAT return of a period: the amounts for the form, and links to their documents. */
export function Screen() {
  const words = useTranslations('vat');
  const back = useBackToBooks();
  const { jour } = useSearch({ strict: false }) as VatSearch;
  const query = jour === undefined ? {} : { on: jour };
  const { data, error } = useOperation('get-vat-return', { query });
  return (
    <Page title={words.title} back={back} actions={data?.declares && <Downloads of={data} />}>
      <p className="quiet book-intro">{words.intro}</p>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={12} />}
      {data && !data.declares && <NoReturn of={data} />}
      {data?.declares && <Declared of={data} />}
    </Page>
  );
}

function Downloads({ of: { from, to } }: { of: Return }) {
  const words = useTranslations('vat');
  const query = { on: from };
  return (
    <DownloadsOfBook
      other={{ to: '/livres/recettes', title: words.book }}
      name={`tva-${from}-${to}`}
      csv={() => call('export-vat-return', { query })}
      file={(format) => callWithVersion('download-vat-return', { query: { ...query, format } })}
    />
  );
}

function Declared({ of }: { of: Return }) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const { form, from, state, opensOn, dueOn, dueEuros, creditEuros, source } = of;
  return (
    <>
      <Period shown={from} />
      <p role="status">
        {words.forms[form]}. {words.states[state](longDay(opensOn, language), longDay(dueOn, language))}{' '}
        <span className="quiet small">{words.dayHint}</span>
      </p>
      {form === 'ca12' && <p className="notice">{words.simplifiedEnds}</p>}
      <TotalsOfBook
        parts={[
          [words.sums.due, dueEuros * EURO],
          ...(creditEuros > 0 ? [[words.sums.credit, creditEuros * EURO] as const] : []),
        ]}
      />
      <Warnings of={of} />
      <Lines of={of} />
      <p className="tiny faint">{source}</p>
      <Credit key={from} of={of} />
      <Union of={of} which="unionServices" />
      <Union of={of} which="unionGoods" />
      <NotCovered />
    </>
  );
}

function Period({ shown }: { shown: string }) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const navigate = useNavigate();
  const { data } = useOperation('list-vat-periods', {});
  if (!data) return null;
  const nameOf = (kind: Return['kind'], from: string): string => {
    const year = from.slice(0, 4);
    if (kind === 'year') return words.year(year);
    return kind === 'month' ? monthOf(from, language) : words.quarter(Math.ceil(Number(from.slice(5, 7)) / 3), year);
  };
  const isOffered = data.periods.some(({ from }) => from === shown);
  return (
    <div className="filters">
      <select
        className="input pick"
        aria-label={words.period}
        value={shown}
        onChange={({ target }) =>
          void navigate({ to: '/livres/tva', search: { jour: target.value }, replace: true, resetScroll: false })
        }
      >
        {data.periods.map(({ from, kind }) => (
          <option key={from} value={from}>
            {nameOf(kind, from)}
          </option>
        ))}
        {!isOffered && <option value={shown}>{shortDay(shown, language)}</option>}
      </select>
    </div>
  );
}

/** Amounts that belong on no line, with the reason. */
function Warnings({ of: { leftOut, withoutLine, withoutRate } }: { of: Return }) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const amount = (cents: number): string => money(cents, 'EUR', language);
  const alone = withoutLine.reduce((all, { net }) => all + net, 0);
  return (
    <>
      {withoutRate > 0 && <p className="notice warn">{words.withoutRate(withoutRate)}</p>}
      {withoutLine.length > 0 && <p className="notice warn">{words.withoutLine(amount(alone))}</p>}
      {leftOut.map(({ why, net }) => (
        <p key={why} className={why === 'margin' ? 'notice warn' : 'notice'}>
          {words.leftOut[why](amount(net))}
        </p>
      ))}
    </>
  );
}

/** The credit that the return carries over, computed or as its owner states it. */
function Credit({ of: { from, creditBefore } }: { of: Return }) {
  const words = useTranslations('vat').credit;
  const language = useLanguage();
  const queries = useQueryClient();
  const { mayChange } = useCompany();
  const save = async (text: string): Promise<void> => {
    const euros = Number(text.replaceAll(/\s/g, '').replace(',', '.'));
    await call('state-vat-credit', { body: { on: from, euros } });
    await queries.invalidateQueries({ queryKey: ['get-vat-return'] });
  };
  return (
    <Section title={words.title}>
      <Setting
        label={words.label}
        inputMode="numeric"
        hint={creditBefore.stated ? words.stated : words.hint(longDay(creditBefore.since, language))}
        disabled={!mayChange}
        value={String(creditBefore.euros)}
        save={save}
      />
    </Section>
  );
}

/** A statement to customs of sales to businesses of the Union, if there are any. */
function Union({ of, which }: { of: Return; which: 'unionServices' | 'unionGoods' }) {
  const words = useTranslations('vat').union;
  const language = useLanguage();
  const lines = of[which];
  if (lines.length === 0) return null;
  const title = which === 'unionServices' ? words.services : words.goods;
  return (
    <Section title={title}>
      <p className="quiet small">{words.intro}</p>
      <div className="book-scroll">
        <table className="book-periods">
          <caption className="screen-reader-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.month}</th>
              <th scope="col">{words.customer}</th>
              <th scope="col" className="numeric">
                {words.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ month, dueOn, vatNumber, customerName, amount }) => (
              <tr key={`${month} ${vatNumber ?? customerName}`}>
                <th scope="row">
                  {monthOf(month, language)}{' '}
                  <span className="quiet small">{words.dueOn(shortDay(dueOn, language))}</span>
                </th>
                <td>
                  {vatNumber ?? <span className="notice warn small">{words.noNumber}</span>}{' '}
                  <span className="quiet small">{customerName}</span>
                </td>
                <td className="numeric">
                  <Money cents={amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function NotCovered() {
  const words = useTranslations('vat').notCovered;
  return (
    <Section title={words.title}>
      <div className="vat-notes small quiet">
        <ul>
          {words.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{words.deduction}</p>
      </div>
    </Section>
  );
}

/** Under the franchise or an exemption: why there is no return, and how far the thresholds are. */
function NoReturn({ of }: { of: Return }) {
  const words = useTranslations('vat').none;
  const { settings } = useCompany();
  const { data } = useOperation('get-dashboard', {});
  const periods = useOperation('list-vat-periods', {});
  return (
    <>
      {(periods.data?.declares || of.unionServices.length > 0) && <Period shown={of.from} />}
      <Union of={of} which="unionServices" />
      <p>{settings?.vatRegime === 'exempt' ? words.exempt : words.franchise}</p>
      <p className="quiet">{words.abroad}</p>
      <p>
        <Link to="/reglages/tva" className="link">
          {words.settings}
        </Link>
      </p>
      {data && <Thresholds dashboard={data} />}
    </>
  );
}
