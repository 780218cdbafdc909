import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Loading } from '../../app/components/loading.tsx';
import { useSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';
import { Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import type { CompanyPatch } from './company/company-settings.ts';
import { settingsKey, useCompany } from './company/company-settings.ts';
import { ContinueSeries } from './continue-series.tsx';
import { exampleOf, formatNumberPattern, formatOfExample } from './number-format.ts';
import { type NumberingSearch, seriesOfNumber } from './numbering-url.ts';
import { parseInteger } from './parse-integer.ts';
import { useReadOnlyReason } from './read-only-reason.ts';
import { Setting } from './setting-fields.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

const SERIES = ['F', 'AV', 'D', 'BC'] as const;
type Series = (typeof SERIES)[number];
/** A document type of each series: all types of a series share its next number. */
const KIND_OF = { F: 'invoice', AV: 'asset', D: 'estimate', BC: 'purchase_order' } as const;

/** Number formats per series, with a live preview. */
export function Screen() {
  const words = useTranslations('settings');
  const whyUnchanged = useReadOnlyReason();
  const { settings, mayChange, savedAt, save } = useCompany();
  const { dernier } = useSearch({ strict: false }) as NumberingSearch;
  return (
    <SettingsPage
      title={words.numbering.title}
      intro={mayChange ? words.numbering.intro : whyUnchanged}
      savedAt={savedAt}
    >
      {settings ? (
        SERIES.map((series) => (
          <OneSeries
            key={series}
            {...{ series, settings, save }}
            last={dernier !== undefined && seriesOfNumber(dernier) === series ? dernier : undefined}
            disabled={!mayChange}
          />
        ))
      ) : (
        <Loading rows={8} />
      )}
    </SettingsPage>
  );
}

/** The error code for an unreadable format. */
const UNREAD = 400;

function OneSeries({
  series,
  settings,
  disabled,
  save,
  last,
}: CompanyPatch & { series: Series; last: string | undefined }) {
  const words = useTranslations('settings').numbering;
  const { format, startsAt } = settings.numbering[series];
  const [typed, setTyped] = useState<string>();
  const next = useNext(series, format);
  const at = { series, year: next?.year ?? thisYear(), counter: next?.counter ?? startsAt };
  const of = { series, year: at.year };
  const number = formatNumberPattern(typed === undefined ? format : formatOfExample(typed, of), at);
  return (
    <Settings title={words.series[series]}>
      <div onInput={({ target }) => setTyped((target as HTMLInputElement).value)}>
        <Setting
          className="mono"
          label={words.format}
          hint={words.formatHint(exampleOf('{series}-{year}-{counter:4}', of))}
          value={exampleOf(format, of)}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          save={(text) => {
            const written = formatOfExample(text, of);
            if (!written.includes('{')) throw new Problem(UNREAD, { detail: words.formatUnread(at.year) });
            return save({ numbering: { [series]: { format: written } } });
          }}
        />
      </div>
      <div className="set-row">
        <span className="setting-name">{words.next}</span>
        <div>
          <p className="next-numbers">
            <output>{number}</output>
          </p>
        </div>
      </div>
      {!disabled && at.counter === startsAt && <ContinueSeries series={series} save={save} start={last} />}
      <Setting
        label={words.startsAt}
        hint={words.startsAtHint}
        inputMode="numeric"
        value={String(startsAt)}
        disabled={disabled}
        save={(text) => save({ numbering: { [series]: { startsAt: parseInteger(text) } } })}
      />
    </Settings>
  );
}

/** The next number under the saved format. */
function useNext(series: Series, format: string) {
  const { account } = useSession();
  const { data } = useQuery({
    queryKey: ['get-next-number', series, format],
    queryFn: () => call('get-next-number', { query: { type: KIND_OF[series] } }, settingsKey(account)),
  });
  return data;
}

/** The current year of the numbering. */
function thisYear(): number {
  return new Date().getFullYear();
}
