import { identityOf, type ReadStatement } from './statement.ts';

/** A bank account that is there, as far as it is known. */
type KnownAccount = {
  readonly id: string;
  readonly identity: string;
  readonly currency: string;
  readonly iban?: string;
  readonly number?: string;
};

/** What the user says of the account: now, or the last time a file with these columns was imported. */
export type AccountInput = {
  readonly id?: string | undefined;
  readonly iban?: string | undefined;
  /** It was told with an earlier file. */
  readonly isRemembered?: boolean;
};

/** The account of a statement: one that is there, a new one, or none that can be told. `learns` is a number it is called from now on. */
export type Whose =
  | { readonly id: string; readonly learns?: string }
  | { readonly create: { readonly iban?: string; readonly number?: string } }
  | 'unknown';

/** Characters of a number that is looked for in IBANs: a shorter one may stand in any. */
const NUMBER_IN_IBAN_MIN = 8;

/**
 * Whose account a statement is about. An IBAN, and the number in a file of a bank's own form, say it. The number or name in a CSV file is
 * what the bank calls an account that may be there already: by that number, by an IBAN that holds it, as the one the user means, or as the
 * only one that was never called anything. `isOnly` where the file is about one account.
 */
export function whoseStatement(
  { account: said, currency, format }: Pick<ReadStatement, 'account' | 'currency' | 'format'>,
  meant: AccountInput,
  { there, isOnly }: { there: readonly KnownAccount[]; isOnly: boolean },
): Whose {
  const { iban, number } = said;
  const known = there.filter((each) => each.currency === currency);
  if (iban === undefined && number !== undefined && format === 'csv')
    return byNumber({ number, currency }, meant, { known, isOnly });
  if (iban !== undefined || number !== undefined) return { create: said };
  // A file in several currencies has one statement for each: the account that is meant keeps one of them.
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
  const told = isOnly ? known.find(({ id }) => id === meant.id) : undefined;
  if (told && !meant.isRemembered) return { id: told.id, ...(told.number === undefined && { learns: number }) };
  const uncalled = known.filter((each) => each.iban === undefined && each.number === undefined);
  const [only] = told && uncalled.includes(told) ? [told] : uncalled;
  if (isOnly && only && uncalled.length === 1) return { id: only.id, learns: number };
  // A French IBAN holds the number of its account: one without it is another account.
  if (told && told.number === undefined && !told.iban?.startsWith('FR')) return { id: told.id, learns: number };
  return { create: { number } };
}
