import type { AccountSettings } from '../../../account/settings.ts';
import { billingAddressOf, isProfessional, type Party } from '../../../customers/party.ts';
import { type VatMention, vatMentions } from '../../../vat/mention.ts';
import { type BasisPoints, rateOf, type VatCode, vatCodes } from '../../../vat/vat-code.ts';
import { territoryOf, type VatTerritory } from '../../../vat/vat-territory.ts';
import { contradictionOf } from '../checks/vat-contradiction.ts';
import type { LinedDocument } from '../document.ts';
import { isDisbursement } from '../lines/line.ts';

/** What VAT is chosen for: the account, and where they are known its customer and the document whose lines are sold. */
export type VatChosenFor = {
  readonly settings: Pick<AccountSettings, 'vatRegime' | 'emitter'>;
  readonly customer?: Party | undefined;
  readonly sold?: LinedDocument | undefined;
  /** The civil day of issue. */
  readonly day: string;
};

export type CodeChoice = { readonly code: VatCode; readonly rate: BasisPoints; readonly fits: boolean };
export type MentionChoice = { readonly mention: VatMention; readonly fits: boolean };

/**
 * Every VAT code, those that fit first, among them the highest rate first: what is read as "0 %" is the first without VAT. None is
 * forbidden here: what a document may not say is a requirement of its finalization.
 */
export function vatCodeChoices(chosen: VatChosenFor): readonly CodeChoice[] {
  const told = vatCodes.map((code) => ({ code, rate: rateOf(code), fits: codeFits(code, chosen) }));
  return told.toSorted((a, b) => Number(b.fits) - Number(a.fits) || b.rate - a.rate);
}

/**
 * Every mention. One fits where the document it stands on would meet what finalization requires of its mention
 * (`vat-contradiction.ts`), and the regime of the account allows it: art. 293 B is the franchise's alone.
 */
export const vatMentionChoices = (chosen: VatChosenFor): readonly MentionChoice[] =>
  vatMentions.map((mention) => ({ mention, fits: mentionFits(mention, chosen) }));

const chargesVat = ({ vatRegime }: VatChosenFor['settings']): boolean =>
  vatRegime === 'simplified' || vatRegime === 'normal';

/**
 * A rate is charged by whoever charges VAT, to customers in France and to consumers wherever they are (CGI art. 259, 2°); 8.5 % where
 * one of the two is in a department with rates of its own (art. 296). `FR_00UE` is of businesses of other member states (art. 262 ter, 283-2),
 * `FR_0HUE` of what leaves the Union (art. 262), the departments overseas among it (art. 294, 2).
 */
function codeFits(code: VatCode, { settings, customer }: VatChosenFor): boolean {
  const theirs = customer && territoryOf(billingAddressOf(customer));
  const isAtHome = theirs === undefined || theirs === 'france' || isOverseas(theirs);
  switch (code) {
    case 'FR_00UE':
      return theirs === 'union' && customer !== undefined && isProfessional(customer);
    case 'FR_0HUE':
      return theirs === 'outside' || (theirs !== undefined && isOverseas(theirs));
    case 'FR_00HT':
      return isAtHome || !chargesVat(settings);
    case 'FR_850':
      return (
        chargesVat(settings) &&
        [territoryOf(settings.emitter.address), theirs].some((territory) => territory === 'own_rates')
      );
    default:
      return chargesVat(settings) && (isAtHome || (customer !== undefined && !isProfessional(customer)));
  }
}

const isOverseas = (territory: VatTerritory): boolean => territory === 'own_rates' || territory === 'untaxed_overseas';

function mentionFits(mention: VatMention, { settings, sold, day }: VatChosenFor): boolean {
  const lines = (sold?.content.lines ?? []).filter((line) => !isDisbursement(line));
  if (mention === 'vat_not_applicable' && settings.vatRegime !== 'franchise') return false;
  if (mention !== 'not_subject') return contradictionOf({ sold, estimate: undefined }, { mention, day }) === undefined;
  return lines.length === 0 ? chargesVat(settings) : lines.every(({ vatCode }) => rateOf(vatCode) > 0);
}
