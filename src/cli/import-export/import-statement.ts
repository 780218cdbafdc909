import type { z } from 'zod';
import { importBankStatement } from '../../api/payments/bank/bank-statements.ts';
import type { ImportedBankFileJson } from '../../schemas/payments/bank-statement.ts';
import { leftOutTexts } from '../../schemas/refusals/bank-file-texts.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { CommandError, inWords, say, UsageError } from '../terminal/output.ts';

type Options = {
  json?: boolean;
  account?: string;
  test?: boolean;
  dryRun?: boolean;
  iban?: string;
  columns?: string;
  separator?: string;
  encoding?: string;
};
type Imported = z.output<typeof ImportedBankFileJson>;

/**
 * `facturier import statement FILE [--dry-run] [--iban IBAN] [--columns JSON] [--test]`: imports a
 * bank statement completely or not at all.
 */
export async function importStatement(service: CommandContext, bytes: Uint8Array, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const { test = false, dryRun = false, iban, separator, encoding } = options;
  const columns = options.columns === undefined ? undefined : columnsFrom(options.columns);
  const said = { dryRun, ...(iban && { iban }), ...(columns && { columns }), ...(separator && { separator }) };
  // The operation takes the file once: as bytes, beside the body.
  const body = { ...said, ...(encoding && { encoding }), file: '' };
  try {
    const imported = await runAsOperator<Imported>(service, account, importBankStatement, {
      body,
      sentFile: bytes,
      test,
    });
    say(options, imported, wordsOf(imported));
  } catch (error) {
    throw withGuess(error);
  }
}

function columnsFrom(text: string): Record<string, unknown> {
  try {
    const columns: unknown = JSON.parse(text);
    if (columns && typeof columns === 'object' && !Array.isArray(columns)) return columns as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new UsageError({
    fr: '--columns attend du JSON, par exemple {"date":1,"label":[2],"amount":3,"dateOrder":"dmy"}',
    en: '--columns must be JSON, such as {"date":1,"label":[2],"amount":3,"dateOrder":"dmy"}',
  });
}

function wordsOf({ dryRun, statements, leftOut, leftOutReasons, doubtfulColumns }: Imported): string {
  const tried = dryRun
    ? { fr: 'Essai à blanc, rien n’est écrit. ', en: 'Dry run, nothing is written. ' }
    : { fr: '', en: '' };
  const lines = statements.map(({ iban, number, from, to, added, known, balance }) => {
    const whose = iban ?? number ?? '';
    const days = from === undefined ? '' : `${from} … ${to}`;
    const differs = balance === 'differs';
    return inWords({
      fr: `${[whose, days].filter(Boolean).join(', ')} : ${added} nouvelles, ${known} déjà connues${differs ? ' ; les soldes ne concordent pas' : ''}`,
      en: `${[whose, days].filter(Boolean).join(', ')}: ${added} new, ${known} already known${differs ? '; the balances do not match' : ''}`,
    });
  });
  const sum = {
    fr: `${tried.fr}${statements.length} relevé(s), ${leftOut} ligne(s) laissée(s) de côté.`,
    en: `${tried.en}${statements.length} statement(s), ${leftOut} row(s) skipped.`,
  };
  const why = leftOutReasons.map(({ reason, status, count }) => {
    const words = leftOutTexts[reason];
    const said = status === undefined ? '' : ` (${status})`;
    return inWords({ fr: `  ${count} : ${words.fr}${said}`, en: `  ${count}: ${words.en}${said}` });
  });
  const doubts = inWords({
    fr: `Colonnes qui n’ont pas été lues et pourraient changer le sens des opérations : ${doubtfulColumns.join(', ')}`,
    en: `Unread columns that could change the meaning of the transactions: ${doubtfulColumns.join(', ')}`,
  });
  return [inWords(sum), ...why, ...(doubtfulColumns.length > 0 ? [doubts] : []), ...lines].join('\n');
}

/** If a column mapping is required, adds the guessed one to the message. */
function withGuess(error: unknown): unknown {
  if (!(error instanceof CommandError)) return error;
  const { guess } = error.json as { guess?: object };
  if (!guess) return error;
  const text = `${error.message}\n  --columns '${JSON.stringify(guess)}'`;
  return new CommandError({ fr: text, en: text }, error.json);
}
