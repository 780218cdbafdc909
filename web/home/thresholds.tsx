import { Section } from '../app/components/section.tsx';
import { longDay } from '../app/formats/dates.tsx';
import { money, percent } from '../app/formats/money.tsx';
import type { Dashboard, Threshold } from '../client/schemas.ts';
import type { Words } from '../locales/catalogues.ts';
import { type Language, useLanguage, useTranslations } from '../locales/language.ts';

/** Progress towards the limits of a scheme, and the consequences. */
export function Thresholds({ dashboard }: { dashboard: Dashboard }) {
  return dashboard.thresholds.map((each) => <One key={each.name} threshold={each} currency={dashboard.currency} />);
}

const WHOLE_PERCENT = 100;

function One({ threshold, currency }: { threshold: Threshold; currency: string }) {
  const words = useTranslations('home').thresholds;
  const language = useLanguage();
  const { turnover, limit, percent: share, withOwed, counts } = threshold;
  const amount = (cents: number) => money(cents, currency, language);
  const owedShare = withOwed === undefined ? share : (withOwed / limit) * WHOLE_PERCENT;
  return (
    <Section title={words.names[threshold.name]}>
      <p>
        <span className="figure">{percent(share / WHOLE_PERCENT, { decimals: 1 }, language)}</span>{' '}
        <span className="quiet">{words[counts](amount(turnover), amount(limit))}</span>
      </p>
      <div className="gauge">
        <div className="meter">
          <i
            className={share >= WHOLE_PERCENT ? 'late' : undefined}
            style={{ width: `${Math.min(Math.max(share, 0), WHOLE_PERCENT)}%` }}
          />
          {owedShare > share && (
            <i
              className="maybe"
              style={{ width: `${Math.max(0, Math.min(owedShare, WHOLE_PERCENT) - Math.min(share, WHOLE_PERCENT))}%` }}
            />
          )}
        </div>
      </div>
      <p className="small quiet">{saidOf(threshold, { words, language, amount }).join(' ')}</p>
      <details className="how small">
        <summary className="link">{words.how}</summary>
        <p className="quiet">{reckoned(threshold, { words, language, amount }).join(' ')}</p>
      </details>
      <p className="tiny faint">{words.source(threshold.source.text, longDay(threshold.source.on, language))}</p>
    </Section>
  );
}

type With = { words: Words<'home'>['thresholds']; language: Language; amount: (cents: number) => string };

/** The consequence, and its date. */
function saidOf(
  { withOwed, crossed, crossesOn, upperCrossedOn, consequence, from, turnover }: Threshold,
  { words, language, amount }: With,
): string[] {
  return [
    withOwed !== undefined && withOwed !== turnover && words.withOwed(amount(withOwed)),
    !crossed && (crossesOn ? words.crossesOn(longDay(crossesOn, language)) : words.neverCrossed),
    upperCrossedOn && words.upperCrossedOn(longDay(upperCrossedOn, language)),
    words.consequences[consequence],
    from && words.from(longDay(from, language)),
  ].filter((each) => typeof each === 'string' && each !== '') as string[];
}

function reckoned({ proRataDays, lastYear, upper }: Threshold, { words, amount }: With): string[] {
  return [
    proRataDays !== undefined && words.proRata(proRataDays),
    words.lastYear(amount(lastYear.turnover), amount(lastYear.limit)),
    upper !== undefined && words.upper(amount(upper)),
  ].filter((each) => typeof each === 'string');
}
