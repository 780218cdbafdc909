import type { ReadRow } from '../import-export/read-row.ts';

// Other programs write a company and its contact in one row, or a name without saying whose it is.

type Fields = ReadRow['said'];
type Person = {
  readonly firstname?: string;
  readonly lastname?: string;
  readonly fullName?: string;
  readonly emails?: readonly string[];
  readonly phone?: string;
};

/** Words that only names of companies and associations have. */
const COMPANY =
  /\b(?:s\.?a\.?s\.?u?|s\.?a\.?r\.?l|e\.?u\.?r\.?l|s\.?a|s\.?c\.?i|s\.?n\.?c|scop|scic|selarl|sélarl|gie|ei|eirl|ltd|llc|llp|inc|corp|gmbh|ag|bv|srl|spa|plc|sprl|asbl|association|société|mairie|commune|syndicat|collège|lycée|école|cabinet|atelier|groupe|agence|studio|company|group|foundation|university)\b/i;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Whether a name has a word that only names of companies and associations have. */
export const isNameOfCompany = (name: string): boolean => COMPANY.test(name);

/** The last word is the family name; a name of one word is a family name. */
export function personNamed(fullName: string): Pick<Person, 'firstname' | 'lastname'> {
  const words = fullName.split(/\s+/);
  const lastname = words.pop() ?? fullName;
  return { ...(words.length > 0 && { firstname: words.join(' ') }), lastname };
}

/**
 * The customers in a row, each as if it had a row of its own: a company, a person, or a company and
 * its contact. A name of unknown owner is that of a company if it has the word of one, or if the
 * row has a SIRET, SIREN or VAT number.
 */
export function recordsOfRow(row: ReadRow): ReadRow[] {
  const { contact: stated = {}, anyName, foreignId, ...rest } = row.said as Fields & { contact?: Person };
  const said: Record<string, unknown> = {
    ...rest,
    ...addressLines(rest, 'billingAddress'),
    ...addressLines(rest, 'deliveryAddress'),
  };
  const own = { ...row, ...(text(foreignId) !== undefined && { foreignId: text(foreignId) as string }) };
  const { fullName, ...named } = stated;
  const person: Person = text(fullName) ? { ...named, ...personNamed(text(fullName) as string) } : named;
  const hasPerson = text(person.lastname) !== undefined || text(person.firstname) !== undefined;
  const owner = text(anyName);
  if (text(said.name) === undefined && owner !== undefined) {
    const isCompany = COMPANY.test(owner) || [said.siret, said.siren, said.vatNumber].some(text);
    const whole = hasPerson ? person : personNamed(owner);
    if (!isCompany) return [{ ...own, said: personOf(said, whole) }];
    said.name = owner;
  }
  if (text(said.name) === undefined) return [{ ...own, said: hasPerson ? personOf(said, person) : said }];
  const company = { ...own, said };
  return hasPerson ? [company, { ...own, said: contactOf(said, person), isContactOfRow: true }] : [company];
}

/** The first line of an address, and the others as its complement. */
function addressLines(said: Fields, which: 'billingAddress' | 'deliveryAddress'): Fields {
  const given = said[which] as Readonly<Record<string, unknown>> | undefined;
  const [first, ...others] = (text(given?.address) ?? '').split(/\s*[\r\n]+\s*/);
  if (others.length === 0 || text(given?.complement) !== undefined) return {};
  return { [which]: { ...given, address: first, complement: others.join(', ') } };
}

/** A person without a company has the address and the other columns of the row. */
const personOf = (said: Fields, person: Person): Fields => ({
  ...withoutEmpty(said),
  ...lastNamed(withoutEmpty(person)),
});

/** The contact of the company of the same row. */
const contactOf = ({ emails }: Fields, person: Person): Fields => ({
  ...(emails !== undefined && emails !== null && { emails }),
  ...lastNamed(withoutEmpty(person)),
  defaultContact: true,
});

/** A person needs a family name: a single name is one. */
const lastNamed = ({ firstname, lastname, ...rest }: Fields): Fields =>
  text(lastname) === undefined
    ? { ...rest, lastname: firstname }
    : { ...rest, lastname, ...(text(firstname) !== undefined && { firstname }) };

const COMPANY_ONLY: ReadonlySet<string> = new Set(['name', 'siret', 'siren', 'vatNumber', 'nafCode', 'commercialName']);
const withoutEmpty = (said: Fields): Fields =>
  Object.fromEntries(Object.entries(said).filter(([member, value]) => value !== null && !COMPANY_ONLY.has(member)));
