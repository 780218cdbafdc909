import { identityOf, type ReadStatement } from './statement.ts';

/** An existing bank account. */
type KnownAccount = {
  readonly id: string;
  readonly identity: string;
  readonly currency: string;
  readonly iban?: string;
  readonly number?: string;
};

/** The user's input about the account: now, or at the last import of a file with these columns. */
export type AccountInput = {
  readonly id?: string | undefined;
  readonly iban?: string | undefined;
  /** Whether it comes from an earlier import. */
  readonly isRemembered?: boolean;
};

/**
 * The account of a statement: an existing one, a new one, or unknown. `learns`: the number stored
 * for it from now on.
 */
export type Whose =
  | { readonly id: string; readonly learns?: string }
  | { readonly create: { readonly iban?: string; readonly number?: string } }
  | 'unknown';

/** Minimum characters of a number searched in IBANs: a shorter one occurs in many. */
const NUMBER_IN_IBAN_MIN = 8;

/**
 * Identifies the bank account of a statement. An IBAN, or the number in a file of a bank format,
 * identifies it. The number or name in a CSV file may belong to an existing account: the one with
 * this number, one whose IBAN contains it, the one chosen by the user, or the only one without a
 * number. `isOnly`: the file is about one account.
 */
export function whoseStatement(
  { account: stated, currency, format }: Pick<ReadStatement, 'account' | 'currency' | 'format'>,
  meant: AccountInput,
  { there, isOnly }: { there: readonly KnownAccount[]; isOnly: boolean },
): Whose {
  const { iban, number } = stated;
  const known = there.filter((each) => each.currency === currency);
  if (iban === undefined && number !== undefined && format === 'csv')
    return byNumber({ number, currency }, meant, { known, isOnly });
  if (iban !== undefined || number !== undefined) return { create: stated };
  // A file in several currencies has one statement per currency: the chosen account keeps one of
  // them.
  const isOtherCurrency = !isOnly && known.length === 0 && there.length > 0;
  const isElsewhere = !isOnly && there.some(({ id }) => id === meant.id) && !known.some(({ id }) => id === meant.id);
  if (meant.id !== undefined && !isElsewhere) return { id: meant.id };
  if (isOtherCurrency && meant.iban === undefined) return { create: {} };
  if (meant.iban !== undefined) return { create: { iban: meant.iban } };
  if (there.length === 0) return { create: {} };
  const [only, ...others] = known;
  return only && others.length === 0 ? { id: only.id } : 'unknown';
}

function byNumber(
  { number, currency }: { number: string; currency: string },
  meant: AccountInput,
  { known, isOnly }: { known: readonly KnownAccount[]; isOnly: boolean },
): Whose {
  const identity = identityOf({ number }, currency);
  const same = known.find((each) => each.identity === identity || each.number === number);
  if (same) return { id: same.id };
  const holding = known.filter((each) => number.length >= NUMBER_IN_IBAN_MIN && each.iban?.includes(number));
  if (holding.length === 1) return { id: (holding[0] as KnownAccount).id, learns: number };
  if (isOnly && meant.iban !== undefined) return { create: { iban: meant.iban } };
  const chosen = isOnly ? known.find(({ id }) => id === meant.id) : undefined;
  if (chosen && !meant.isRemembered) return { id: chosen.id, ...(chosen.number === undefined && { learns: number }) };
  const uncalled = known.filter((each) => each.iban === undefined && each.number === undefined);
  const [only] = chosen && uncalled.includes(chosen) ? [chosen] : uncalled;
  if (isOnly && only && uncalled.length === 1) return { id: only.id, learns: number };
  // A French IBAN contains its account number; without a match it is another account.
  if (chosen && chosen.number === undefined && !chosen.iban?.startsWith('FR')) return { id: chosen.id, learns: number };
  return { create: { number } };
}
