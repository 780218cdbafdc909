import type { AccountSettings } from '../../../account/settings.ts';
import { billingAddressOf, isProfessional, type Party } from '../../../customers/party.ts';
import { type VatMention, vatMentions } from '../../../vat/mention-text.ts';
import { type BasisPoints, rateOf, type VatCode, vatCodes } from '../../../vat/vat-code.ts';
import { territoryOf, type VatTerritory } from '../../../vat/vat-territory.ts';
import { contradictionOf } from '../checks/vat-contradiction.ts';
import type { LinedDocument } from '../document.ts';
import { isDisbursement } from '../lines/line.ts';

/**
 * The context of a VAT choice: the account, and if known the customer and the document whose lines
 * are sold.
 */
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
 * All VAT codes, those that fit first, among them the highest rate first. "0 %" means the first
 * code without VAT. No code is forbidden here: finalization checks what a document may state.
 */
export function vatCodeChoices(chosen: VatChosenFor): readonly CodeChoice[] {
  const choices = vatCodes.map((code) => ({ code, rate: rateOf(code), fits: codeFits(code, chosen) }));
  return choices.toSorted((a, b) => Number(b.fits) - Number(a.fits) || b.rate - a.rate);
}

/**
 * All VAT mentions. A mention fits if the document would pass the finalization check for it
 * (`vat-contradiction.ts`) and the account's regime allows it: art. 293 B only under the franchise.
 */
export const vatMentionChoices = (chosen: VatChosenFor): readonly MentionChoice[] =>
  vatMentions.map((mention) => ({ mention, fits: mentionFits(mention, chosen) }));

const chargesVat = ({ vatRegime }: VatChosenFor['settings']): boolean =>
  vatRegime === 'simplified' || vatRegime === 'normal';

/**
 * A rate fits if the account charges VAT and the customer is in France or a consumer anywhere (CGI
 * art. 259, 2°); 8.5 % if one of the two is in a department with its own rates (art. 296).
 * `FR_00UE` is for businesses of other member states (art. 262 ter, 283-2), `FR_0HUE` for exports
 * outside the EU (art. 262), including the overseas departments (art. 294, 2).
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
