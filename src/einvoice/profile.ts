import { cents } from '../domain/money/cents.ts';
import { proportion } from '../domain/money/rounding.ts';
import { isSameTreatment, type VatTreatment } from '../domain/vat/vat-treatment.ts';
import type { Adjustment, ElectronicLine, Profile, VatGroup } from './electronic-invoice.ts';

/** BT-24 in a separate XML file. */
export const profileIds: Record<Profile, string> = {
  en16931: 'urn:cen.eu:en16931:2017',
  'extended-ctc-fr': 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr',
};

/** BT-24 in the file inside a PDF (Factur-X 1.09), whose extended profile has another id. */
export const profileIdsInPdf: Record<Profile, string> = {
  en16931: profileIds.en16931,
  'extended-ctc-fr': 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
};

/** The amounts of an invoice that carry VAT. */
export type Taxation = {
  readonly lines: readonly Omit<ElectronicLine, 'id'>[];
  readonly adjustments: readonly Adjustment[];
  readonly breakdown: readonly VatGroup[];
};

/**
 * Chooses EN 16931 if it can express the document. It cannot express two reasons of one exemption,
 * such as the franchise and a disbursement (BR-E-01 allows one group), nor anything else beside
 * amounts outside the scope of VAT (BR-O-11): the French extension can. The extension only allows
 * VAT to deviate from its rate by a cent per line. Currencies without decimals deviate more: then
 * several reasons of one exemption are joined as text, and EN 16931 is used again.
 */
export function withProfile(taxation: Taxation): Taxation & { readonly profile: Profile } {
  const categories = taxation.breakdown.map(({ vat }) => vat.category);
  const isMixedScope = categories.includes('O') && categories.some((category) => category !== 'O');
  const isRepeated = categories.some((category, place) => category !== 'S' && categories.indexOf(category) !== place);
  if (!isMixedScope && !isRepeated) return { ...taxation, profile: 'en16931' };
  if (isMixedScope || isWithinExtension(taxation)) return { ...taxation, profile: 'extended-ctc-fr' };
  return { ...withOneReason(taxation), profile: 'en16931' };
}

/**
 * Whether the profile accepts the VAT of every group, which equals the document's and may deviate
 * from the rate.
 */
export const isVatNearRate = ({ profile, ...taxation }: Taxation & { readonly profile: Profile }): boolean =>
  taxation.breakdown.every((group) => offItsRate(group) < ONE_UNIT) &&
  (profile === 'en16931' || isWithinExtension(taxation));

/**
 * BR-S-09: the maximum deviation of VAT from its rate is one unit of the currency, here in cents.
 */
const ONE_UNIT = 100;

/** BR-FXEXT-S-09: a cent per line and per discount of the group. */
const isWithinExtension = ({ lines, adjustments, breakdown }: Taxation): boolean =>
  breakdown.every((group) => {
    const isOf = (each: { vat: VatTreatment }) => isSameTreatment(each.vat, group.vat);
    return offItsRate(group) <= lines.filter(isOf).length + adjustments.filter(isOf).length;
  });

/** The deviation of VAT from net × rate, in cents; zero if none is charged. */
const offItsRate = ({ vat, net, tax }: VatGroup): number =>
  Math.abs(Math.abs(tax) - proportion(Math.abs(net), vat.rate, WHOLE));

/** 100 % in basis points. */
const WHOLE = 10_000;

/**
 * Joins the reasons of each category: all their texts, without a code, because none covers them
 * all.
 */
function withOneReason({ lines, adjustments, breakdown }: Taxation): Taxation {
  const withJoinedReason = (vat: VatTreatment): VatTreatment => {
    const alike = breakdown.filter((group) => group.vat.category === vat.category && group.vat.reason);
    if (vat.category === 'S' || alike.length < 2) return vat;
    return { ...vat, reason: { text: alike.map((group) => group.vat.reason?.text).join(' ; ') } };
  };
  const groups = new Map<string, VatGroup>();
  for (const group of breakdown) {
    const vat = withJoinedReason(group.vat);
    const name = `${vat.category} ${vat.rate} ${vat.reason?.text}`;
    const known = groups.get(name);
    groups.set(name, { vat, net: cents((known?.net ?? 0) + group.net), tax: cents((known?.tax ?? 0) + group.tax) });
  }
  return {
    lines: lines.map((line) => ({ ...line, vat: withJoinedReason(line.vat) })),
    adjustments: adjustments.map((each) => ({ ...each, vat: withJoinedReason(each.vat) })),
    breakdown: [...groups.values()],
  };
}
