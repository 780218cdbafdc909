import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod';
import { advanceTestClock, getTestClock } from '../../api/account/test-clock.ts';
import type { TestClockJson } from '../../schemas/account/test-clock.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say, UsageError } from '../terminal/output.ts';

type Clock = z.output<typeof TestClockJson>;
type Options = { json?: boolean; account?: string; days?: string; months?: string; until?: string };

/**
 * Milliseconds between two polls of a moving test clock. If it stops moving, the command reports
 * that the service is not running.
 */
const LOOK_MS = 200;
const STANDS_MS = 15_000;

/** `facturier test-clock show`: prints the test clock. */
export async function showTestClock(service: CommandContext, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  printClock(options, await runAsOperator<Clock>(service, account, getTestClock, { test: true }));
}

/**
 * `facturier test-clock advance --days N
 * --months N
 * --until DAY`: moves the test clock forward and waits until the service has run all jobs due on
 * the way.
 */
export async function advanceClock(service: CommandContext, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const body = {
    ...(options.days !== undefined && { days: wholeOf(options.days) }),
    ...(options.months !== undefined && { months: wholeOf(options.months) }),
    ...(options.until !== undefined && { until: options.until }),
  };
  let clock = await runAsOperator<Clock>(service, account, advanceTestClock, { body, test: true });
  for (let movedAt = performance.now(); clock.movingTo !== null; ) {
    await wait(LOOK_MS);
    const next = await runAsOperator<Clock>(service, account, getTestClock, { test: true });
    if (next.now > clock.now + 1 || next.movingTo === null) movedAt = performance.now();
    else if (performance.now() - movedAt > STANDS_MS) throw new CommandError(nobodyMoves);
    clock = next;
    if (process.stderr.isTTY) process.stderr.write(`\r… ${clock.today}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  printClock(options, clock);
}

const wholeOf = (said: string): number => {
  if (/^\d{1,4}$/.test(said)) return Number(said);
  throw new UsageError({ fr: `« ${said} » n’est pas un nombre entier`, en: `"${said}" is not a whole number` });
};

const printClock = (options: Options, clock: Clock): void =>
  say(
    options,
    clock,
    inWords({
      fr: `Mode test : ${clock.today} (${clock.daysAhead} jour(s) d’avance)`,
      en: `Test mode: ${clock.today} (${clock.daysAhead} day(s) ahead)`,
    }),
  );

const nobodyMoves = {
  fr: 'l’horloge n’avance pas : le service doit tourner pour exécuter ce qui est dû (npx facturier serve). Elle reprendra là où elle en est.',
  en: 'the clock does not advance: the service must run to process what is due (npx facturier serve). The clock then continues.',
};
