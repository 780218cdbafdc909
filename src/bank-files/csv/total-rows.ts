import type { Cents } from '../../domain/money/cents.ts';

/** Words that occur next to "Total" in a summary row and next to "Solde" in a balance row. */
const TOTAL_BESIDE =
  /^(des|du|de|la|le|les|d|l|mouvements?|operations?|debits?|credits?|debiteurs?|crediteurs?|general|generale|generaux|periode|mois|annee|releve|compte|page|transactions?|movements?|of|the|all|grand|report|in|out|period|month|statement|account|entrees?|sorties?|recettes?|depenses?|en|eur|euros?|au|a|cumule|cumules|nombre|money|paid|amount|received|sent|montant|montants|sous|journee|jour|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december|1er|premier|\d[\d.,/ -]*)$/;
const BALANCE_BESIDE =
  /^(initial|initiale|final|finale|precedent|precedente|ancien|nouveau|reporte|report|a|au|le|du|de|la|en|d|l|debut|fin|ouverture|cloture|periode|compte|compta|comptable|crediteur|debiteur|crediteurs|debiteurs|disponible|opening|closing|previous|brought|carried|forward|balance|start|end|starting|ending|of|the|on|as|at|eur|euros?|mois|jour|releve|compte|courant|votre|your|account|actuel|current|available|anterieur|theorique|reel|vom|am|per|zum|alter|neuer|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december|1er|premier|\d[\d.,/-]*)$/;
const BALANCE =
  /^(?:solde|soldes|saldo|balance|kontostand|anfangssaldo|endsaldo|saldovortrag|anfangsbestand|endbestand)$/;
/** A balance brought forward, without the word. */
const CARRIED = /^(?:report a nouveau|report|a reporter|(?:balance )?(?:brought|carried) forward)$/;
const TOTAL = /^(?:total|totaux|sous-total|sous-totaux|subtotal|totals|summe|suma|totale|gesamtsumme|zwischensumme)$/;
const HAS_ONE = /tota|summe|suma|sold|saldo|balance|report|forward|kontostand|bestand/i;
/** Words of a label that are examined. */
const WORDS_MAX = 12;

type Sums = { readonly out: Cents | number; readonly into: Cents | number };

/**
 * Whether a row is a total or a balance: it has a date and an amount, but no money moved. A
 * purchase at TOTAL ENERGIES is a line. "Total" alone counts only if the amount equals the sum of
 * the rows before.
 */
export function isTotalRow(label: string, amounts: Sums, before: Sums): boolean {
  if (!HAS_ONE.test(label)) return false;
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s:;,'’()€]+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  const isTotal =
    words.some((word) => TOTAL.test(word)) && words.every((word) => TOTAL.test(word) || TOTAL_BESIDE.test(word));
  const isBalance =
    words.some((word) => BALANCE.test(word)) && words.every((word) => BALANCE.test(word) || BALANCE_BESIDE.test(word));
  if (CARRIED.test(words.join(' '))) return true;
  if (!isTotal && !isBalance) return false;
  if (words.length > 1) return true;
  const net = before.into - before.out;
  const { out, into } = amounts;
  if (out !== 0 && into !== 0) return true;
  const said = into - out;
  return before.into + before.out > 0 && [net, before.into, before.out, -before.out].includes(said);
}
