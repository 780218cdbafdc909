import { type BillingDocument, isCreditNote, isEstimate } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import { partiesOf } from '../../../domain/billing/document/parties.ts';
import { DEFAULT_THEME } from '../../../domain/themes/themes.ts';
import { charactersWithoutGlyph, isUsual } from '../../../pdf/text/printable-text.ts';

/** The facts of a draft, plus what its PDF and its electronic form cannot represent. */
export const withFaultsOfDraft = async (document: BillingDocument, facts: Facts): Promise<Facts> =>
  withElectronicFaults(document, await withUnprintable(document, facts));

/** Already covered by other requirements. */
const ASKED_ELSEWHERE: ReadonlySet<string> = new Set([
  'sellerSiret',
  'sellerVatNumber',
  'customerElectronicAddress',
  'exemptionReason',
]);

// Imported once: even a resolved dynamic import costs 2 % of a finalization.
let requirements: Promise<typeof import('../../../einvoice/requirements.ts')> | undefined;

/**
 * The facts of a draft plus the faults of its electronic form, if the law requires one. The code
 * is loaded with the first draft that needs it.
 */
async function withElectronicFaults(document: BillingDocument, facts: Facts): Promise<Facts> {
  if (document.sealed || document.test || isEstimate(document) || !facts.customer) return facts;
  requirements ??= import('../../../einvoice/requirements.ts');
  const { electronicFaults, electronicFaultTexts, electronicFormBinds } = await requirements;
  // Faults of a consumer's invoice are not reported, so none are searched.
  if (!electronicFormBinds(document, facts)) return facts;
  const missing = electronicFaults(document, facts).filter(
    ({ name, binding }) => binding && !ASKED_ELSEWHERE.has(name),
  );
  if (missing.length === 0) return facts;
  return { ...facts, electronicFaults: missing.map(({ name }) => electronicFaultTexts[name]) };
}

/**
 * The facts of a draft plus the characters that no typeface contains. Drafts with common letters
 * cost one check; typefaces are loaded with the first draft that has others. Text a credit note
 * repeats from its parent is skipped, because it cannot be changed.
 */
export async function withUnprintable(document: BillingDocument, facts: Facts): Promise<Facts> {
  const { title, content } = document;
  if (document.sealed || isUsualAll([title, content, partiesOf(document, facts)])) return facts;
  const of = await lettersFinder();
  const letters = of(document, facts);
  const repeated = isCreditNote(document) && letters.length > 0 ? facts.parent : undefined;
  const inherited = repeated ? of(repeated, facts) : [];
  const unprintable = letters.filter((letter) => !inherited.includes(letter));
  return unprintable.length === 0 ? facts : { ...facts, unprintable };
}

/**
 * Whether all texts of a value only use common letters: checked at once as JSON, because walking
 * its members cost 7 % of a finalization. Escapes such as half a surrogate pair count as uncommon.
 */
function isUsualAll(value: unknown): boolean {
  const json = JSON.stringify(value);
  return isUsual(json) && !ESCAPED.test(json);
}

const ESCAPED = /\\[ubf]/;

/** Loads the renderer and the font tables: once, and only in processes that meet such a letter. */
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
