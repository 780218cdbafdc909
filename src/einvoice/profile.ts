import { cents } from '../domain/money/cents.ts';
import { proportion } from '../domain/money/rounding.ts';
import { isSameTreatment, type VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { Adjustment, ElectronicLine, Profile, VatGroup } from './electronic-invoice.ts';

/** BT-24 in an XML file of its own. */
export const profileIds: Record<Profile, string> = {
  en16931: 'urn:cen.eu:en16931:2017',
  'extended-ctc-fr': 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr',
};

/** BT-24 in the file inside a PDF (Factur-X 1.09), whose extended profile has a name of its own. */
export const profileIdsInPdf: Record<Profile, string> = {
  en16931: profileIds.en16931,
  'extended-ctc-fr': 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
};

/** What of an invoice its VAT is told by. */
export type Taxation = {
  readonly lines: readonly Omit<ElectronicLine, 'id'>[];
  readonly adjustments: readonly Adjustment[];
  readonly breakdown: readonly VatGroup[];
};

/**
 * The norm wherever it can say the document. It cannot say two reasons of one exemption, such as the franchise and a
 * disbursement (BR-E-01 allows one group), nor anything beside what is outside the scope of VAT (BR-O-11): the French
 * extension can.
 *
 * The extension in turn allows VAT to be off its rate by a cent a line only. Money that knows no cents is off by more: there
 * two reasons of one exemption are told as one, in words, and the norm says it again.
 */
export function withProfile(taxation: Taxation): Taxation & { readonly profile: Profile } {
  const categories = taxation.breakdown.map(({ vat }) => vat.category);
  const isMixedScope = categories.includes('O') && categories.some((category) => category !== 'O');
  const isRepeated = categories.some((category, place) => category !== 'S' && categories.indexOf(category) !== place);
  if (!isMixedScope && !isRepeated) return { ...taxation, profile: 'en16931' };
  if (isMixedScope || isWithinExtension(taxation)) return { ...taxation, profile: 'extended-ctc-fr' };
  return { ...withOneReason(taxation), profile: 'en16931' };
}

/** Whether the profile allows the VAT of every group: it follows the document, which need not follow the rate to the cent. */
export const isVatNearRate = ({ profile, ...taxation }: Taxation & { readonly profile: Profile }): boolean =>
  taxation.breakdown.every((group) => offItsRate(group) < ONE_UNIT) &&
  (profile === 'en16931' || isWithinExtension(taxation));

/** BR-S-09: cents of one unit of the currency, by which VAT may not be off its rate. */
const ONE_UNIT = 100;

/** BR-FXEXT-S-09: a cent for each line and each discount of the group. */
const isWithinExtension = ({ lines, adjustments, breakdown }: Taxation): boolean =>
  breakdown.every((group) => {
    const isOf = (each: { vat: VatTreatment }) => isSameTreatment(each.vat, group.vat);
    return offItsRate(group) <= lines.filter(isOf).length + adjustments.filter(isOf).length;
  });

/** How far VAT is from what its net and its rate would make, in cents; nothing where none is charged. */
const offItsRate = ({ vat, net, tax }: VatGroup): number =>
  Math.abs(Math.abs(tax) - proportion(Math.abs(net), vat.rate, WHOLE));

/** 100 % in basis points. */
const WHOLE = 10_000;

/** The reasons of each category joined: all of their words, and no code, for none says them both. */
function withOneReason({ lines, adjustments, breakdown }: Taxation): Taxation {
  const retold = (vat: VatTreatment): VatTreatment => {
    const alike = breakdown.filter((group) => group.vat.category === vat.category && group.vat.reason);
    if (vat.category === 'S' || alike.length < 2) return vat;
    return { ...vat, reason: { text: alike.map((group) => group.vat.reason?.text).join(' ; ') } };
  };
  const groups = new Map<string, VatGroup>();
  for (const group of breakdown) {
    const vat = retold(group.vat);
    const name = `${vat.category} ${vat.rate} ${vat.reason?.text}`;
    const known = groups.get(name);
    groups.set(name, { vat, net: cents((known?.net ?? 0) + group.net), tax: cents((known?.tax ?? 0) + group.tax) });
  }
  return {
    lines: lines.map((line) => ({ ...line, vat: retold(line.vat) })),
    adjustments: adjustments.map((each) => ({ ...each, vat: retold(each.vat) })),
    breakdown: [...groups.values()],
  };
}
