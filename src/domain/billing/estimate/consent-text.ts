import type { Locale } from '../document/locale.ts';
import type { SignatureEvidence } from './signature-evidence.ts';

type Signed = SignatureEvidence['document']['kind'];

/**
 * The exact text a signer agrees to. It is shown beside the checkbox and stored with the evidence.
 */
export const consentOf = (kind: Signed, number: string, language: Locale): string => words[language](number)[kind];

const words: Readonly<Record<Locale, (number: string) => Readonly<Record<Signed, string>>>> = {
  fr: (number) => ({
    estimate: `Bon pour accord. J’ai lu le devis ${number} et ses conditions, et je les accepte.`,
    purchase_order: `Bon pour accord. J’ai lu le bon de commande ${number} et ses conditions, et je les accepte.`,
  }),
  en: (number) => ({
    estimate: `Agreed. I have read estimate ${number} and its terms, and I accept them.`,
    purchase_order: `Agreed. I have read purchase order ${number} and its terms, and I accept them.`,
  }),
  de: (number) => ({
    estimate: `Einverstanden. Ich habe das Angebot ${number} und seine Bedingungen gelesen und nehme sie an.`,
    purchase_order: `Einverstanden. Ich habe die Bestellung ${number} und ihre Bedingungen gelesen und nehme sie an.`,
  }),
  it: (number) => ({
    estimate: `Per accettazione. Ho letto il preventivo ${number} e le sue condizioni, e li accetto.`,
    purchase_order: `Per accettazione. Ho letto l’ordine d’acquisto ${number} e le sue condizioni, e li accetto.`,
  }),
  nl: (number) => ({
    estimate: `Voor akkoord. Ik heb offerte ${number} en de voorwaarden ervan gelezen en aanvaard deze.`,
    purchase_order: `Voor akkoord. Ik heb bestelbon ${number} en de voorwaarden ervan gelezen en aanvaard deze.`,
  }),
  pt: (number) => ({
    estimate: `De acordo. Li o orçamento ${number} e as suas condições, e aceito-os.`,
    purchase_order: `De acordo. Li a nota de encomenda ${number} e as suas condições, e aceito-as.`,
  }),
  es: (number) => ({
    estimate: `Conforme. He leído el presupuesto ${number} y sus condiciones, y los acepto.`,
    purchase_order: `Conforme. He leído el pedido ${number} y sus condiciones, y los acepto.`,
  }),
};
