import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { useToday, weekday } from '../app/formats/dates.tsx';
import { IconPlus } from '../app/icons.tsx';
import { openPalette } from '../app/palette/overlay-state.ts';
import { useSession } from '../app/session/session.ts';
import { UrssafCard } from '../books/urssaf-card.tsx';
import { VatCard } from '../books/vat-card.tsx';
import type { Dashboard } from '../client/schemas.ts';
import { useOperation } from '../client/use-query.ts';
import { ReadinessCard } from '../einvoicing/readiness.tsx';
import { RefusedKeysCard } from '../einvoicing/refused-keys.tsx';
import { ReportCard } from '../einvoicing/report-card.tsx';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { DeletionNotice } from '../people/deletion/cancel-deletion.tsx';
import { Activity } from './activity.tsx';
import { Start } from './empty-home.tsx';
import { FigureLink, Others, PastPart } from './figure-link.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Offers } from './open-offers.tsx';
import { Age } from './receivables-age.tsx';
import { ResultOfMonth } from './result.tsx';
import { Thresholds } from './thresholds.tsx';
import { Todo } from './todo.tsx';
import { Turnover } from './turnover.tsx';
import { VatOfPeriod, type VatPeriod } from './vat.tsx';
import './home.css';

/**
 * Home: amounts due, to-do list, turnover. All figures come from the service and link to their
 * lists.
 */
export function Screen() {
  const words = useTranslations('home');
  const language = useLanguage();
  const today = useToday();
  const [year, setYear] = useState<number>();
  const [vatPeriod, setVatPeriod] = useState<VatPeriod>();
  const asked = useOperation('get-dashboard', { query: { year, vatPeriod } });
  const dashboard = asked.data;
  return (
    <Page
      title={words.title}
      heading={weekday(dashboard?.day ?? today, language)}
      actions={dashboard && <Actions dashboard={dashboard} year={year} onYear={setYear} />}
    >
      <DeletionNotice />
      <ErrorMessage error={asked.error} />
      {asked.isPending && <Loading rows={12} />}
      {dashboard &&
        (isNew(dashboard) ? (
          <Start dashboard={dashboard} />
        ) : (
          <Figures dashboard={dashboard} onVatPeriod={setVatPeriod} />
        ))}
    </Page>
  );
}

const YEARS_SHOWN = 5;

function Actions({
  dashboard,
  year,
  onYear,
}: {
  dashboard: Dashboard;
  year: number | undefined;
  onYear: (year: number) => void;
}) {
  const words = useTranslations('home');
  const { pages } = useTranslations('app');
  const { may } = useSession();
  const running = Number(dashboard.day.slice(0, 4));
  return (
    <>
      <select
        className="input year"
        aria-label={words.year}
        value={year ?? dashboard.year}
        onChange={(event) => onYear(Number(event.target.value))}
      >
        {Array.from({ length: YEARS_SHOWN }, (_, ago) => running - ago).map((each) => (
          <option key={each} value={each}>
            {words.yearOf(each)}
          </option>
        ))}
      </select>
      {may('billing:write') && (
        <button type="button" className="btn primary wide-only" onClick={openPalette}>
          <IconPlus /> {pages.new}
        </button>
      )}
    </>
  );
}

function Figures({ dashboard, onVatPeriod }: { dashboard: Dashboard; onVatPeriod: (period: VatPeriod) => void }) {
  return (
    <>
      <Lead dashboard={dashboard} />
      <div className="home">
        <div>
          <FirstSteps dashboard={dashboard} />
          <RefusedKeysCard />
          <ReadinessCard />
          <Todo dashboard={dashboard} />
          <ResultOfMonth currency={dashboard.currency} />
          <Turnover dashboard={dashboard} />
          <Activity />
        </div>
        <div>
          <Age dashboard={dashboard} />
          <UrssafCard />
          <VatCard />
          <ReportCard />
          <Thresholds dashboard={dashboard} />
          {dashboard.vat && <VatOfPeriod vat={dashboard.vat} currency={dashboard.currency} onPeriod={onVatPeriod} />}
          <Offers dashboard={dashboard} />
        </div>
      </div>
    </>
  );
}

/** The summary sentence: due, late, to bill. */
function Lead({ dashboard: { owed, late, toBill, toRefund, currency } }: { dashboard: Dashboard }) {
  const words = useTranslations('home').lead;
  const link = (figure: Dashboard['owed'], className?: string) => (
    <FigureLink key={className ?? 'owed'} {...{ figure, currency, className }} isPastApart />
  );
  return (
    <div className="lead">
      <p>
        {owed.amount === 0
          ? words.nothingOwed
          : late.amount > 0
            ? words.owedLate(link(owed), link(late, 'late'))
            : words.owed(link(owed))}
        {toBill.amount > 0 && (
          <>
            <br />
            {words.toBill(link(toBill, 'to-bill'))}
          </>
        )}
        {toRefund.amount > 0 && (
          <>
            <br />
            {words.toRefund(link(toRefund, 'to-refund'))}
          </>
        )}
      </p>
      <PastPart figure={owed} />
      <Others figure={owed} />
    </div>
  );
}

/** New account: show how to start. */
const isNew = ({ owed, toBill, offers, todo, turnover }: Dashboard): boolean =>
  todo.length === 0 &&
  [
    owed,
    toBill,
    offers.waiting,
    offers.signed,
    offers.refused,
    turnover.invoiced.year,
    turnover.invoiced.lastYearToDate,
  ].every(({ count, amount, others }) => count === 0 && amount === 0 && others.length === 0);
