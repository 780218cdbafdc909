import { useState } from 'react';
import { Waiting } from '../../ground/parts/waiting.tsx';
import { useWords } from '../../words/language.ts';
import type { OfCompany } from './company-settings.ts';
import { useCompany } from './company-settings.ts';
import { filledFormat } from './filled-format.ts';
import { Setting } from './setting.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

const SERIES = ['F', 'AV', 'D', 'BC'] as const;
type Series = (typeof SERIES)[number];

/** How documents are numbered, series by series; the number a format makes is seen as it is typed. */
export function Screen() {
  const words = useWords('settings');
  const { settings, mayChange, savedAt, save } = useCompany();
  return (
    <SettingsPage
      title={words.numbering.title}
      intro={mayChange ? words.numbering.intro : words.notYours}
      savedAt={savedAt}
    >
      {settings ? (
        SERIES.map((series) => (
          <OneSeries key={series} series={series} settings={settings} disabled={!mayChange} save={save} />
        ))
      ) : (
        <Waiting rows={8} />
      )}
    </SettingsPage>
  );
}

function OneSeries({ series, settings, disabled, save }: OfCompany & { series: Series }) {
  const words = useWords('settings').numbering;
  const { format, startsAt } = settings.numbering[series];
  const [typed, setTyped] = useState<string>();
  const number = filledFormat(typed ?? format, { series, year: thisYear(), counter: startsAt });
  return (
    <Settings title={words.series[series]}>
      <div onInput={({ target }) => setTyped((target as HTMLInputElement).value)}>
        <Setting
          className="mono"
          label={words.format}
          hint={words.formatHint}
          value={format}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          save={(text) => save({ numbering: { [series]: { format: text } } })}
        />
      </div>
      <div className="set-row">
        <span className="k">{words.example}</span>
        <div>
          <p className="next-numbers">
            <output>{words.sample(number)}</output>
          </p>
        </div>
      </div>
      <Setting
        label={words.startsAt}
        hint={words.startsAtHint}
        inputMode="numeric"
        value={String(startsAt)}
        disabled={disabled}
        save={(text) => save({ numbering: { [series]: { startsAt: Number(text) } } })}
      />
    </Settings>
  );
}

/** The year numbers are made in now. */
function thisYear(): number {
  return new Date().getFullYear();
}
