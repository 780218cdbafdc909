import { lastRateDayKept } from '../../db/reference-rates.ts';
import { dayInEuroZone } from '../../domain/money/rate-calendar.ts';
import { instantOfRate, isRecentRate } from '../../domain/money/reference-rates.ts';
import type { CommandContext } from '../command-context.ts';
import { inWords } from '../terminal/output.ts';

/**
 * Source of exchange rates and the last known day: a problem if the latest rates are too old to be
 * used.
 */
export async function exchangeRatesCheck({ config, pool, services }: CommandContext) {
  const lastDay = await lastRateDayKept(pool);
  const { ratesUrl } = config;
  const isOld = lastDay !== undefined && !isRecentRate(instantOfRate(lastDay), dayInEuroZone(services.now()));
  const said = [
    ratesUrl === undefined ? inWords(off) : new URL(ratesUrl).host,
    lastDay ?? inWords(none),
    ratesUrl !== undefined && isOld && inWords(old),
  ];
  return {
    name: inWords({ fr: 'Cours de change', en: 'Exchange rates' }),
    well: ratesUrl === undefined || !isOld,
    said: said.filter(Boolean).join(', '),
    lastDay,
  };
}

const off = { fr: 'aucun n’est téléchargé (RATES_URL est vide)', en: 'none are fetched (RATES_URL is empty)' };
const none = { fr: 'aucune date connue', en: 'no date known' };
const old = {
  fr: 'trop anciens : vérifiez dans le journal que le service tourne et peut joindre cette adresse. Sans accès au réseau, laissez RATES_URL vide',
  en: 'too old: check in the log that the service runs and can reach this address. Without network access, leave RATES_URL empty',
};
