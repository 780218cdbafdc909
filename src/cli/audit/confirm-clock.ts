import type { ClockCorrection } from '../../audit/chain/chain-link.ts';
import type { ChainHead } from '../../audit/chain/chain-signer.ts';
import { type Account, allAccounts } from '../../db/account/all-accounts.ts';
import { correctClock } from '../../db/audit/correct-clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { CLOCK_APART_SECONDS_MAX, clockProblem } from '../../domain/time/clock.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import { readAccountSettings } from '../accounts/account-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR, resolveAccount } from '../run-as-operator.ts';
import { CommandError, inWords, labeled, say } from '../terminal/output.ts';

type Corrected = ClockCorrection & { account: string; mode: 'live' | 'test' };

/**
 * `facturier clock confirm --today DAY [--account A]`: the operator confirms that the clock is
 * right. Every chain that was written with a clock in the future, or was idle for more than a year,
 * gets a link that says so, and numbering continues from today. The operator types the date, so
 * that it has been read.
 */
export async function confirmClock(
  service: CommandContext,
  options: { json?: boolean; today: string; account?: string },
): Promise<void> {
  const { services } = service;
  const now = services.now();
  await refuseApart(service, now);
  const named = options.account === undefined ? undefined : await resolveAccount(service, options.account);
  // Check all accounts before changing any: if the date does not fit one of them, it was typed
  // without being read.
  for await (const { settings } of resolveAccounts(service, named)) {
    const today = civilDayOf(now, settings.zone);
    if (today !== options.today) throw new CommandError(anotherDay(options.today, today));
  }
  const corrected: Corrected[] = [];
  for await (const account of resolveAccounts(service, named))
    corrected.push(...(await correctedIn(service, account, now)));
  say(
    options,
    { today: options.today, corrected },
    [...corrected.map(line), inWords(summary(corrected.length))].join('\n'),
  );
}

type Meant = Pick<Account, 'id' | 'settings'>;

async function* resolveAccounts(service: CommandContext, named: string | undefined): AsyncGenerator<Meant> {
  if (named === undefined) yield* allAccounts(service.owner);
  else yield { id: named, settings: await readAccountSettings(service, named) };
}

/** Refuses if the clocks of this machine and of the database disagree: one of them is wrong. */
async function refuseApart({ owner }: CommandContext, now: number): Promise<void> {
  const { rows } = await owner.query('select extract(epoch from clock_timestamp())::bigint as now');
  const than = Number(rows[0].now);
  if (Math.abs(now - than) > CLOCK_APART_SECONDS_MAX) throw new CommandError(apart(timeText(now), timeText(than)));
}

async function correctedIn(
  { pool, seal }: CommandContext,
  { id, settings }: Meant,
  realNow: number,
): Promise<Corrected[]> {
  const corrected: Corrected[] = [];
  for (const test of [false, true]) {
    const clock = await inTransaction(pool, { accountId: id, test: false }, async (tx) => {
      // In test mode the account's own test clock counts, if it was moved.
      const { now } = await clockIn(() => realNow, tx, test);
      const isUnsure = ({ at }: ChainHead): boolean => clockProblem({ now, lastAt: at, test }) !== undefined;
      const today = civilDayOf(now, settings.zone);
      const answer = await correctClock(tx, { test, now, today, seal, actor: OPERATOR, isUnsure });
      return { commit: answer !== undefined, answer };
    });
    if (clock) corrected.push({ ...clock, account: id, mode: test ? 'test' : 'live' });
  }
  return corrected;
}

function line({ account, mode, from, to, series }: Corrected): string {
  const days = series.map(({ prefix, year, counter, ranTo, on }) =>
    inWords({
      fr: `  ${prefix} ${year} : reprend au numéro ${counter + 1}, daté du ${on} au plus tôt (elle était au ${ranTo})`,
      en: `  ${prefix} ${year}: continues with number ${counter + 1}, dated ${on} at the earliest (it was at ${ranTo})`,
    }),
  );
  return [labeled(`${account} ${mode}`, `${timeText(from)} → ${timeText(to)}`), ...days].join('\n');
}

const timeText = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');

const summary = (chains: number) =>
  chains === 0
    ? {
        fr: 'Rien à corriger : les pistes d’audit concordent avec l’horloge.',
        en: 'Nothing to correct: the audit trails match the clock.',
      }
    : {
        fr: `${chains} piste(s) d’audit enregistrent que l’horloge est juste. Corrigez par un avoir les documents datés trop loin.`,
        en: `The correct time is recorded in ${chains} audit trail(s). Correct documents dated too far ahead with a credit note.`,
      };
const anotherDay = (said: string, today: string) => ({
  fr: `la date de cette machine est ${today}, vous indiquez ${said}. Mettez l’horloge à l’heure (NTP), puis recommencez.`,
  en: `the date of this machine is ${today}, you gave ${said}. Correct the clock (NTP), then try again.`,
});
const apart = (now: string, than: string) => ({
  fr: `cette machine indique ${now}, la base de données ${than}. Mettez les deux à l’heure (NTP), puis recommencez.`,
  en: `the clock of this machine shows ${now}, that of the database ${than}. Correct both clocks (NTP), then try again.`,
});
