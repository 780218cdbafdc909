import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { ChoiceSetting, Setting, SwitchSetting } from '../account/settings/setting-fields.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { Section } from '../app/components/section.tsx';
import { longDay, monthOf, shortDay, useToday } from '../app/formats/dates.tsx';
import { Money, percent } from '../app/formats/money.tsx';
import type { Answer } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { TotalsOfBook, useBackToBooks } from './book-parts.tsx';
import { bookPeriod, firstDays, type UrssafSearch } from './urssaf-url.ts';
import '../account/settings/settings.css';

type Declaration = Answer<'get-urssaf-declaration'>;
type MicroSocial = NonNullable<ReturnType<typeof useCompany>['settings']>['microSocial'];

/** What to declare to Urssaf for a period, and what to set aside for it. */
export function Screen() {
  const words = useTranslations('urssaf');
  const back = useBackToBooks();
  const language = useLanguage();
  const { jour } = useSearch({ strict: false }) as UrssafSearch;
  const { settings, mayChange, save, error: unread } = useCompany();
  const { data, error } = useOperation('get-urssaf-declaration', { query: jour === undefined ? {} : { on: jour } });
  const micro = settings?.microSocial;
  return (
    <Page title={words.title} back={back}>
      <p className="quiet book-intro">{words.intro}</p>
      <ErrorMessage error={error ?? unread} />
      {data && micro && <Period shown={data.from} rhythm={micro.rhythm} />}
      {!data && !error && <Loading rows={6} />}
      {data && micro && (
        <>
          <p role="status">
            {words.states[data.state](longDay(data.opensOn, language), longDay(data.dueOn, language))}
          </p>
          <Sums of={data} />
          <Boxes of={data} micro={micro} />
        </>
      )}
      {micro && <Situation key={JSON.stringify(micro)} micro={micro} disabled={!mayChange} save={save} />}
    </Page>
  );
}

function Period({ shown, rhythm }: { shown: string; rhythm: MicroSocial['rhythm'] }) {
  const words = useTranslations('urssaf');
  const language = useLanguage();
  const navigate = useNavigate();
  const offered = firstDays(useToday(), rhythm);
  const days = offered.includes(shown) ? offered : [...offered, shown];
  return (
    <div className="filters">
      <select
        className="input pick"
        aria-label={words.period}
        value={shown}
        onChange={({ target }) =>
          void navigate({ to: '/livres/urssaf', search: { jour: target.value }, replace: true, resetScroll: false })
        }
      >
        {days.map((from) => (
          <option key={from} value={from}>
            {rhythm === 'monthly'
              ? monthOf(from, language)
              : words.quarter(Math.ceil(Number(from.slice(5, 7)) / 3), from.slice(0, 4))}
          </option>
        ))}
      </select>
    </div>
  );
}

function Sums({ of: { declared, due, left, withoutRate } }: { of: Declaration }) {
  const words = useTranslations('urssaf');
  const books = useTranslations('books');
  return (
    <>
      <TotalsOfBook
        parts={[
          [words.sums.declared, declared],
          [words.sums.due, due],
          [words.sums.left, left],
        ]}
      />
      {withoutRate > 0 && <p className="notice warn">{books.withoutRate(withoutRate)}</p>}
    </>
  );
}

function Boxes({ of: { boxes, from, to, due }, micro }: { of: Declaration; micro: MicroSocial }) {
  const words = useTranslations('urssaf');
  const language = useLanguage();
  const rate = (points: number): string => percent(points / 10_000, { decimals: points % 100 ? 1 : 0 }, language);
  const taxed = boxes.some(({ incomeTax }) => incomeTax > 0);
  return (
    <section className="book-scroll" aria-label={words.boxes}>
      <table className="book-periods">
        <caption className="screen-reader-only">{words.boxes}</caption>
        <thead>
          <tr>
            <th scope="col">{words.heads.box}</th>
            <th scope="col" className="numeric">
              {words.heads.declared}
            </th>
            <th scope="col" className="numeric">
              {words.heads.contributions}
            </th>
            <th scope="col" className="numeric">
              {words.heads.training}
            </th>
            {taxed && (
              <th scope="col" className="numeric">
                {words.heads.incomeTax}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {boxes.map(({ nature, declared, rates, contributions, training, incomeTax }) => (
            <tr key={nature}>
              <th scope="row">{words.natures[nature]}</th>
              <td className="numeric">
                <b>
                  <Money cents={declared} />
                </b>
              </td>
              <td className="numeric">
                {rates ? <Money cents={contributions} /> : words.unknownRate}
                {rates && <span className="quiet small"> {rate(rates.contributions)}</span>}
              </td>
              <td className="numeric">{rates && <Money cents={training} />}</td>
              {taxed && (
                <td className="numeric">
                  <Money cents={incomeTax} />
                </td>
              )}
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">{words.sums.due}</th>
            <td />
            <td className="numeric" colSpan={taxed ? 3 : 2}>
              <Money cents={due} />
            </td>
          </tr>
        </tbody>
      </table>
      <p className="small book-behind">
        <Link to="/livres/recettes" search={{ periode: bookPeriod(from, micro.rhythm) }} className="link">
          {words.behind(shortDay(from, language), shortDay(to, language))}
        </Link>
      </p>
      <p className="quiet small">{words.estimate}</p>
    </section>
  );
}

type Save = ReturnType<typeof useCompany>['save'];

/** What decides the rates. */
function Situation({ micro, disabled, save }: { micro: MicroSocial; disabled: boolean; save: Save }) {
  const words = useTranslations('urssaf').situation;
  const queries = useQueryClient();
  const change = async (part: Partial<MicroSocial>): Promise<void> => {
    await save({ microSocial: { ...micro, ...part } });
    await queries.invalidateQueries({ queryKey: ['get-urssaf-declaration'] });
  };
  const named = <V extends string>(names: Readonly<Record<V, string>>) =>
    (Object.entries(names) as [V, string][]).map(([value, name]) => ({ value, name }));
  return (
    <Section title={words.title}>
      <ChoiceSetting
        {...{ label: words.rhythm, value: micro.rhythm, options: named(words.rhythms), disabled }}
        save={(rhythm) => change({ rhythm })}
      />
      <Acre {...{ micro, disabled, change }} />
      <ChoiceSetting
        {...{ label: words.fund, value: micro.pensionFund, options: named(words.funds), disabled }}
        save={(pensionFund) => change({ pensionFund })}
      />
      <SwitchSetting
        {...{ label: words.craft, description: words.craftSaid, value: micro.isCraft, disabled }}
        save={(isCraft) => change({ isCraft })}
      />
      <SwitchSetting
        {...{ label: words.tax, description: words.taxSaid, value: micro.paysIncomeTax, disabled }}
        save={(paysIncomeTax) => change({ paysIncomeTax })}
      />
    </Section>
  );
}

type OfAcre = {
  readonly micro: MicroSocial;
  readonly disabled: boolean;
  readonly change: (part: Partial<MicroSocial>) => Promise<void>;
};

/** The reduction, which is saved once its last day is known. */
function Acre({ micro, disabled, change }: OfAcre) {
  const words = useTranslations('urssaf').situation;
  const [acre, setAcre] = useState(micro.acre);
  return (
    <>
      <ChoiceSetting
        label={words.acre}
        value={acre}
        options={(['none', 'half', 'quarter'] as const).map((value) => ({ value, name: words.acres[value] }))}
        disabled={disabled}
        save={async (chosen) => {
          setAcre(chosen);
          if (chosen === 'none' || micro.acreUntil) await change({ acre: chosen });
        }}
      />
      {acre !== 'none' && (
        <Setting
          label={words.acreUntil}
          type="date"
          hint={words.acreHint}
          disabled={disabled}
          value={micro.acreUntil ?? ''}
          save={async (acreUntil) => change({ acre, acreUntil })}
        />
      )}
    </>
  );
}
