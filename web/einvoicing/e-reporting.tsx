import { useState } from 'react';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { RadioSetting } from '../account/settings/setting-fields.tsx';
import { Settings, SettingsPage } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { type StateName, Status } from '../app/components/status.tsx';
import { longDay, shortDay, useToday } from '../app/formats/dates.tsx';
import type { Answer } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { Report } from './report.tsx';
import { ReportMaker } from './report-maker.tsx';
import { isToSend } from './report-to-send.ts';
import { dotOfTransmission } from './report-transmission.tsx';
import { Takings } from './takings.tsx';
import './e-reporting.css';

type Period = Answer<'list-e-report-periods'>['periods'][number];

const states: Readonly<Record<Period['state'], StateName>> = {
  not_required: 'draft',
  running: 'waiting',
  to_report: 'sent',
  overdue: 'late',
};

/** E-reporting: periods with their last day, the figures of one, and takings without invoices. */
export function Screen() {
  const words = useTranslations('eReporting');
  const { data, error } = useOperation('list-e-report-periods', {});
  const [chosen, choose] = useState<Period>();
  const today = useToday();
  const shown = chosen ?? (data && firstShown(data.periods, today));
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={8} />}
      {data && (
        <Settings title={words.periods}>
          <p className="quiet">{words.regimes[data.regime]}</p>
          <Rhythm />
          <ReportMaker />
          <Periods periods={data.periods} shown={shown} choose={choose} />
        </Settings>
      )}
      {shown && (
        <Report
          key={`${shown.kind} ${shown.from}`}
          kind={shown.kind}
          from={shown.from}
          to={shown.to}
          lastPlatform={lastPlatform(data?.periods ?? [])}
        />
      )}
      <Takings />
    </SettingsPage>
  );
}

/** The number of the platform that the last report names; empty if no report names one. */
const lastPlatform = (periods: readonly Period[]): string => {
  const sent = periods.flatMap(({ transmission }) => transmission ?? []);
  const [last] = sent.toSorted((a, b) => b.createdAt - a.createdAt);
  return !last || last.platform === NO_NUMBER ? '' : last.platform;
};
/** A report without the number of its platform. */
const NO_NUMBER = '0000';

/** The first period to report, otherwise the sales of the period of today. */
const firstShown = (periods: readonly Period[], today: string): Period | undefined =>
  periods.find(isToSend) ??
  periods.find(({ kind, from, to }) => kind === 'transactions' && from <= today && to >= today);

/** By month or by quarter: only the normal regime has the choice. */
function Rhythm() {
  const words = useTranslations('eReporting').rhythm;
  const { settings, mayChange, save } = useCompany();
  if (settings?.vatRegime !== 'normal') return null;
  return (
    <RadioSetting
      legend={words.legend}
      value={settings.vatDeclaredQuarterly ? 'quarter' : 'month'}
      options={[
        { value: 'month', name: words.month, description: words.monthSaid },
        { value: 'quarter', name: words.quarter, description: words.quarterSaid },
      ]}
      disabled={!mayChange}
      save={(value) => save({ vatDeclaredQuarterly: value === 'quarter' })}
    />
  );
}

function Periods({
  periods,
  shown,
  choose,
}: {
  periods: readonly Period[];
  shown: Period | undefined;
  choose: (period: Period) => void;
}) {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  return (
    <ul className="report-periods">
      {periods.map((period) => {
        const { kind, from, to, lastDay, state, transmission } = period;
        return (
          <li key={`${kind} ${from}`}>
            <button
              type="button"
              className="btn text"
              aria-pressed={shown?.kind === kind && shown.from === from}
              onClick={() => choose(period)}
            >
              {words.kinds[kind]}, {words.span(shortDay(from, language), shortDay(to, language))}
            </button>
            <span className="quiet small">{words.until(longDay(lastDay, language))}</span>
            <span className="push">
              {transmission ? (
                <Status state={dotOfTransmission[transmission.state]}>
                  {words.transmission.states[transmission.state]}
                </Status>
              ) : (
                <Status state={states[state]}>{words.states[state]}</Status>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
