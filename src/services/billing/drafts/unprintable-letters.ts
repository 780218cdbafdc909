import { type BillingDocument, isCreditNote } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { DEFAULT_THEME } from '../../../domain/themes/themes.ts';
import { charactersWithoutGlyph, isUsual } from '../../../pdf/text/printable-text.ts';

/**
 * The facts of a draft together with the letters in what it prints that no typeface draws. A draft in usual letters costs one
 * glance; typefaces are looked into with the first one that has others. What a credit note repeats of
 * its parent is left out: nobody can write that otherwise any more.
 */
export async function withUnprintable(document: BillingDocument, facts: Facts): Promise<Facts> {
  const { title, content } = document;
  if (document.sealed || isUsualAll([title, content, partiesOf(document, facts)])) return facts;
  const of = await lettersFinder();
  const letters = of(document, facts);
  const repeated = isCreditNote(document) && letters.length > 0 ? facts.parent : undefined;
  const said = repeated ? of(repeated, facts) : [];
  const unprintable = letters.filter((letter) => !said.includes(letter));
  return unprintable.length === 0 ? facts : { ...facts, unprintable };
}

/**
 * Whether all texts of a value are surely in usual letters: looked through at once, as JSON, since a walk over its members
 * cost 7 % of a finalization. What JSON writes by a number or a name, such as half a letter, is not sure.
 */
function isUsualAll(value: unknown): boolean {
  const json = JSON.stringify(value);
  return isUsual(json) && !ESCAPED.test(json);
}

const ESCAPED = /\\[ubf]/;

/** It loads what prints, and the tables of the typefaces: once, and in processes that meet such a letter alone. */
let finder: Promise<(document: BillingDocument, facts: Facts) => string[]> | undefined;
const lettersFinder = (): NonNullable<typeof finder> => (finder ??= openFinder());

async function openFinder() {
  const [{ printedDocument }, { coverageOf, FONT_FOLDER }] = await Promise.all([
    import('../../../pdf/layout/document-layout.ts'),
    import('../../../pdf/text/font-coverage.ts'),
  ]);
  const isCovered = coverageOf(FONT_FOLDER);
  const theme = { ...DEFAULT_THEME, columns: { position: true, reference: true, unitPrice: true, vat: true } };
  const lettersIn = (value: unknown): string[] => {
    if (typeof value === 'string') return charactersWithoutGlyph(value, isCovered);
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(lettersIn) : [];
  };
  return (document: BillingDocument, facts: Facts): string[] => [
    ...new Set(lettersIn(printedDocument({ document, facts, theme, serviceName: '' }))),
  ];
}
