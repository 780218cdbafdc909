import type { VatContradiction } from '../../../domain/refusal.ts';
import type { VatCategory } from '../../../domain/vat/mention-text.ts';
import { rateOf } from '../../../domain/vat/vat-code.ts';
import type { BilingualText } from '../../bilingual-text.ts';

/** Lines named; the others have the same fault. */
const LINES_NAMED_MAX = 10;

/** The message for a mention that contradicts VAT codes: what to change, on which lines. */
export function vatContradictionText(found: VatContradiction): BilingualText {
  const text = contradictions[found.why](found);
  const { fr, en } = linesNamed(found);
  return { fr: `${text.fr} ${fr}.`, en: `${text.en} ${en}.` };
}

const contradictions: Readonly<Record<VatContradiction['why'], (found: VatContradiction) => BilingualText>> = {
  charged_under_franchise: ({ mention }) => ({
    fr: `Avec l’article 293 B (mention « ${mention} »), aucune ligne n’est taxée. Donnez le code FR_00HT à ces lignes, ou choisissez une autre mention de TVA (« not_subject » si toutes les lignes sont taxées).`,
    en: `Under article 293 B (mention "${mention}") no line is taxed. Give these lines the code FR_00HT, or choose another VAT mention ("not_subject" if all lines are taxed).`,
  }),
  not_explained: ({ mention }) => ({
    fr: `La mention « ${mention} » ne justifie pas l’absence de TVA sur ces lignes. Changez leur code, ou choisissez la mention qui les exonère.`,
    en: `The mention "${mention}" does not explain why these lines have no VAT. Change their code, or choose the mention that exempts them.`,
  }),
  rate_not_there: ({ mention }) => {
    const [code, percent] = mention === 'vat_reduced_rate' ? ['FR_550', 5.5] : ['FR_1000', 10];
    return {
      fr: `La mention « ${mention} » concerne un taux de ${String(percent).replace('.', ',')} %, qu’aucune ligne n’utilise. Donnez le code ${code} à la ligne concernée, ou choisissez une autre mention (« not_subject » si toutes les lignes sont taxées).`,
      en: `The mention "${mention}" is for a rate of ${percent}%, which no line has. Give the code ${code} to the line it applies to, or choose another mention ("not_subject" if all lines are taxed).`,
    };
  },
  explains_no_line(found) {
    const expected = neededFor[found.category];
    const other = otherMention(found);
    return {
      fr: `La mention « ${found.mention} » ne correspond à aucune ligne. Donnez à la ligne concernée ${expected.fr}, ou choisissez une autre mention${other ? ` (« ${other} »)` : ''}.`,
      en: `The mention "${found.mention}" matches no line. Give the line it applies to ${expected.en}, or choose another mention${other ? ` ("${other}")` : ''}.`,
    };
  },
};

/** What a line needs so that a mention of each category applies. */
const neededFor: Readonly<Record<VatCategory, BilingualText>> = {
  S: { fr: 'un code taxé', en: 'a taxed code' },
  E: { fr: 'le code FR_00HT', en: 'the code FR_00HT' },
  AE: { fr: 'le code FR_00HT, ou FR_00UE sur un service', en: 'the code FR_00HT, or FR_00UE on a service' },
  K: {
    fr: 'le code FR_00HT, ou FR_00UE avec isDeliveryOfGoods',
    en: 'the code FR_00HT, or FR_00UE with isDeliveryOfGoods',
  },
  G: {
    fr: 'le code FR_00HT, ou FR_0HUE avec isDeliveryOfGoods',
    en: 'the code FR_00HT, or FR_0HUE with isDeliveryOfGoods',
  },
  O: { fr: 'le code FR_00HT, ou FR_0HUE sur un service', en: 'the code FR_00HT, or FR_0HUE on a service' },
};

/** The mention that fits all lines without VAT, if there is one. */
function otherMention({ lines }: VatContradiction): string | undefined {
  const [first, ...others] = lines.filter(({ vatCode }) => rateOf(vatCode) === 0);
  if (!first) return 'not_subject';
  if (others.some(({ vatCode, goods }) => vatCode !== first.vatCode || goods !== first.goods)) return undefined;
  if (first.vatCode === 'FR_00UE') return first.goods ? 'vat_exemption_eu_sale' : 'vat_exemption_eu_service';
  return first.goods ? 'vat_exemption' : 'vat_not_applicable_2';
}

/**
 * "Lignes : 1 (FR_2000), 3 (FR_00UE, biens)". For an advance, the lines of its estimate and the
 * number of the estimate.
 */
function linesNamed({ lines, linesOf }: VatContradiction): BilingualText {
  const named = lines.slice(0, LINES_NAMED_MAX);
  const list = (goods: string, service: string): string =>
    [
      ...named.map((line) => {
        const kind = line.vatCode === 'FR_00UE' || line.vatCode === 'FR_0HUE';
        return `${line.number} (${line.vatCode}${kind ? `, ${line.goods ? goods : service}` : ''})`;
      }),
      ...(lines.length > named.length ? ['…'] : []),
    ].join(', ');
  const many = lines.length > 1 ? 's' : '';
  const of = linesOf === undefined ? { fr: '', en: '' } : { fr: ` de ${linesOf}`, en: ` of ${linesOf}` };
  return {
    fr: `Ligne${many}${of.fr} : ${list('biens', 'service')}`,
    en: `Line${many}${of.en}: ${list('goods', 'service')}`,
  };
}
