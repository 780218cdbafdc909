import type * as z from 'zod';
import { makeClosures } from '../../api/account/closures.ts';
import type { ClosureJson } from '../../schemas/account/closure.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { inWords, say } from '../terminal/output.ts';

type Closure = z.output<typeof ClosureJson>;

/** `facturier close [--account A] [--test]`: closes the days, months and years that are over. */
export async function close(
  service: CommandContext,
  options: { json?: boolean; account?: string; test?: boolean },
): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const { test = false } = options;
  const made: Closure[] = [];
  for (let more = true; more; ) {
    const { docs, hasMore } = await runAsOperator<{ docs: Closure[]; hasMore: boolean }>(
      service,
      account,
      makeClosures,
      {
        test,
      },
    );
    made.push(...docs);
    more = hasMore;
    if (process.stderr.isTTY) process.stderr.write(`\r… ${made.length}`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const nothing = {
    fr: 'Toutes les périodes passées sont déjà clôturées. La journée, le mois et l’année en cours seront clôturés à leur fin.',
    en: 'All past periods are already closed. The current day, month and year are closed once they end.',
  };
  say(options, made, made.length > 0 ? made.map(lineOf).join('\n') : inWords(nothing));
}

/** `2026-11  F 12  AV 1   EUR 14 400.00   Σ EUR 180 000.00`. */
function lineOf({ period, figures, perpetual }: Closure): string {
  const of = Object.entries(figures).map(([currency, { invoices, advances, creditNotes, vat }]) => {
    const turnover = Object.entries(vat).reduce(
      (sum, [key, amount]) => (key === 'disbursement' || !amount ? sum : sum + amount.net + amount.vat),
      0,
    );
    const counts = inWords({
      fr: `${invoices.count + advances.count} facture(s), ${creditNotes.count} avoir(s)`,
      en: `${invoices.count + advances.count} invoice(s), ${creditNotes.count} credit note(s)`,
    });
    return `${counts}, ${money(turnover)} ${currency}`;
  });
  const all = Object.entries(perpetual).map(([currency, { total }]) => `${money(total)} ${currency}`);
  const words = inWords({ fr: 'total perpétuel', en: 'running total' });
  return `${period.padEnd(10)}  ${of.join(' · ')}  (${words} ${all.join(' · ')})`;
}

const money = (cents: number): string => (cents / 100).toFixed(2);
