import { letters } from '../../csv/match-headers.ts';
import type { CsvColumns } from '../../domain/payments/bank/csv-columns.ts';

export type Meaning = Exclude<keyof CsvColumns, 'dateOrder'>;

/**
 * The column names that banks and payment providers use, most specific first: one meaning per
 * line, compared without accents, blanks and `(…)`.
 */
const NAMES: Readonly<Record<Meaning, string>> = {
  // The booking date has priority over the transaction date.
  date: `Date de comptabilisation | Date comptabilisation | Date comptable | Booking date | Booked on | Posting date | SmtpResult date
    | Settlement date | Settled date | Data di regolamento | Data regolamento | Datum des Abschlusses | Abschlussdatum | Fecha de liquidación | Fecha de finalización | Data di completamento | Settled at | Settled on | Completion date | Date de règlement | Completed date | Date completed | Date de fin | Finished on
    | Date d'exécution | Buchungstag | Buchungsdatum | Boekingsdatum | Boekdatum | Fecha contable | Data contabile | Date de la valeur
    | Date de l'écriture | Date | Date d'opération | Date opération | Date de l'opération | dateOp | Transaction date | Operation date
    | Date transaction | Date de transaction | Date de la transaction | Date (UTC) | dateutc | Datum | Fecha | Fecha operación | Data
    | Data operazione | Jour | Created | createdutc | Created date | Created on | Started date | Date started | Date de début | Payment date | Date de paiement | Datum des Beginns | Transaktionsdatum | Fecha de inicio | Data di inizio | Data dell'operazione | Date du paiement | Execution date | Effective date | effectiveat | Buchung | Emitted at | Date d'émission | Date/Time | Timestamp`,
  valueDate: `Date de valeur | Date valeur | dateVal | Value date | Valeur | Wertstellung | Valutadatum | Valuta | Fecha valor
    | Data valuta | Rentedatum | Available on | availableonutc | Wertstellungsdatum | Interest date`,
  // The detailed text has priority over the short one.
  label: `Libellé complet opération | Libellé complet de l'opération | Libellé complet | Libellé détaillé | Libellé long
    | Détail de l'écriture | Détail de l'opération | Détail opération | Libellé opération | Libellé de l'opération | Libellé | label
    | Description | Intitulé | Intitulé de l'opération | Nature | Nature de l'opération | Opération | Détail | Détails | Details
    | Narrative | Verwendungszweck | Buchungstext | Omschrijving | Mededelingen | Concepto | Descrizione | Descrição | Beschreibung | Descripción | Causale | Opis | Libellé simplifié | Libellé court | Motif | Mémo | Memo | Informations complémentaires | Objet
    | Titre de l'objet | Item title | Subject | Remarque | Purpose | Message | Artikelbezeichnung | Bank description | Texte | Text`,
  amount: `Montant | Montant opération | Montant de l'opération | Montant en euros | Montant EUR | Montant de la transaction | Amount
    | Amount EUR | Betrag | Umsatz | Bedrag | Importe | Umsatz in EUR | Gesamtbetrag | Importo totale | Importe total | Importo | Montante | Total amount | Montant total | Montant opération en euro | Montant en euro | Brutto | Valeur de la transaction
    | Brut | Gross | Gross amount | Montant brut | Avant commission | Montant avant commission | Bruttobetrag | Source amount | Somme`,
  debit: `Débit | Débit euros | Débit EUR | Débits | Montant débit | Montant au débit | Debit amount | Débit en euros | Montant débité | Dépenses | Sorties | Sortie
    | Paid out | Money out | Withdrawals | Withdrawal | Retraits | Soll | Debe | Cargo | Dare | Uscite | Addebiti`,
  credit: `Crédit | Crédit euros | Crédit EUR | Crédits | Montant crédit | Montant au crédit | Credit amount | Crédit en euros | Montant crédité | Recettes | Entrées
    | Entrée | Paid in | Money in | Deposits | Deposit | Dépôts | Haben | Haber | Abono | Avere | Entrate | Accrediti`,
  direction: `Sens | Sens de l'opération | Sens opération | Sens du mouvement | Code sens | Direction | Débit/Crédit | Debit/Credit
    | Crédit/Débit | Débit ou crédit | Debit or credit | D/C | C/D | DR/CR | CR/DR | Indicateur débit crédit | CdtDbtInd
    | Credit debit indicator | Credit debit | Soll/Haben | Haben/Soll | S/H | H/S | Af Bij | Impact sur le solde | Balance impact
    | Auswirkung auf Guthaben | In/Out | Signe | Sign | Vorzeichen | Type de mouvement | Side | Transaction side | Flux | Flow | Transaction direction | Credit or debit`,
  fee: `Frais | Montant des frais | Frais de transaction | Fee | Fees | Fee amount | Total fees | Commission | Commissions
    | Source fee amount | Gebühr | Gebühren | Entgelt | Comisión | Comisiones | Commissione | Commissioni | Kosten | Tarifa | Entgelte | Processing fee | Stripe fee | Frais de traitement`,
  net: 'Net | Net amount | Montant net | Netto | Nettobetrag | Neto | Importe neto | Importo netto',
  status: `Statut | Statut de l'opération | Statut opération | Statut de la transaction | Statut du paiement | État | État de
    l'opération | Status | State | Transaction status | Payment status | Estado | Stato | Zustand | Buchungsstatus | Booking status | Transaktionsstatus | Statut paiement | État du paiement | Statut du virement`,
  account: `accountNum | Numéro de compte | Numéro compte | N° de compte | N° compte | No de compte | IBAN du compte | Account IBAN
    | Compte | Numéro du compte | Compte bancaire | Auftragskonto | IBAN Auftragskonto | Rekening | Rekeningnummer | Account | Konto
    | Cuenta | Conto | Nom du compte | Account name | Wallet | Portefeuille`,
  counterpart: `Nom de la contrepartie | Nom contrepartie | Nom contrepartie contient | Counterparty name | Counterparty | Partner name
    | Payer name | Payee name | Nom du tiers | Tiers | Bénéficiaire | Nom du bénéficiaire | Nom du donneur d'ordre | Émetteur | Payee
    | Payer | Merchant | Contrepartie | Nom | Name | Beguenstigter/Zahlungspflichtiger | Begünstigter/Zahlungspflichtiger
    | Auftraggeber/Empfänger | Auftraggeber/Begünstigter | Name Zahlungsbeteiligter | Zahlungsempfänger | Empfänger
    | Naam / Omschrijving | Naam tegenpartij | Beneficiario | Ordinante | Nome della controparte | Name der Gegenpartei | Nombre de la contraparte | Gegenpartei | Zahlungspflichtiger | Zahlungspflichtige*r | Source name`,
  reference: `Référence | Référence client | Référence opération | Référence de l'opération | Référence du virement | Reference
    | Payment reference | Référence de paiement | Référence du paiement | Zahlungsreferenz | Customer reference | Numéro de facture | Invoice number | Communication structurée | Communication | Communications | End to end ID
    | Rechnungsnummer | Riferimento | Referencia | Kundenreferenz | Numéro de chèque`,
  balance: `Solde | Balance | accountbalance | Solde après opération | Solde mouvement | Solde (EUR) | Running balance | Balance after
    | Saldo | Saldo nach Buchung | Kontostand | Saldo na mutatie | Guthaben | Available balance`,
  currency: `Devise | Currency | Monnaie | Devise du compte | Währung | Waehrung | Munteenheid | Divisa | Moneda | Valuta EUR | Source currency
    | Payment currency`,
};

/** Columns that hold a direction in some files and a payment type in others. */
const TYPES =
  'Type | Art | Transaction type | Type de transaction | Type opération | Type d’opération | Typ | Tipo | Mutatiesoort';

/**
 * Words that mark columns irrelevant to whether or where money moved: categories, notes, taxes,
 * times, cards, identifiers, alternative names and amounts.
 */
const HARMLESS =
  /categor|kategor|comment|note|memo|libelle|label|description|detail|info|reference|^ref|tva|vat|hors|ht$|heure|time|hour|zone|fuseau|date|card|carte|iban|bic|swift|banque|bank|pays|country|devise|currency|taux|rate|ident|id$|numero|number|no$|sequence|initiat|created|mail|adresse|address|rue|ville|postal|team|equipe|justificatif|attachment|piece|budget|pointage|tag|parent|supplier|fournisseur|product|produit|titre|title|item|solde|balance|original|orig|local|name|nom|motif|mandat|creancier|creditor|ics|rum|methode|method|moyen|project|projet|transaction|type|tipo|exchange|merchant|batch|client|customer|payer|payee|counter|contrepart|partner|benef|source|target|option|quantit|taxe|tax$|sales|insurance|assurance|shipping|livraison|year|month|annee|mois|extrait|accountlabel|totalamount|montanttotal|montantde|montant\d|amount\d|code|glaubiger|gegenkonto|tegenrekening|mededelingen|omschrijving|slug|zeit|artikel|umsatztyp|zahlungs|mcc|program/;

const list = (names: string): string[] => names.split('|').map((name) => letters(name.trim()));

const meanings: ReadonlyMap<string, { meaning: Meaning; rank: number }> = new Map(
  (Object.entries(NAMES) as [Meaning, string][]).flatMap(([meaning, names]) =>
    list(names).map((name, rank) => [name, { meaning, rank }] as const),
  ),
);
const types = new Set(list(TYPES));

/** Patterns for names that banks vary; they rank below every exact name. */
const LOOSE: readonly (readonly [meaning: Meaning, name: RegExp])[] = [
  [
    'debit',
    /^(?:montant|amount|total|somme|valeur)?(?:au|du|en|des?)?debite?s?(?:eur|euros?|eneuros?|amount|montant|ttc|ht)?$/,
  ],
  [
    'credit',
    /^(?:montant|amount|total|somme|valeur)?(?:au|du|en|des?)?credite?s?(?:eur|euros?|eneuros?|amount|montant|ttc|ht)?$/,
  ],
  [
    'status',
    /^(?!.*(?:adress|addr|carte?d?|mail|client|customer|kyc|mariage))(?:statut|etat|status|state).*|.*(?:statut|status)$/,
  ],
  ['direction', /^(?:sens|direction).*|.*(?:sens|direction)$/],
];
const LOOSE_RANK = 1_000;

type Named = { readonly meaning: Meaning; readonly rank: number };

/** The meaning of a header that matches exactly: cheap enough for every row of a file. */
export const exactMeaningOf = (header: string): Named | undefined =>
  header.length > HEADER_MAX ? undefined : meanings.get(letters(header));

/** The meaning of a header and its rank; a lower rank is more specific. */
export function meaningOf(header: string): Named | undefined {
  if (header.length > HEADER_MAX) return undefined;
  const name = letters(header);
  const known = meanings.get(name) ?? damagedMeaning(header);
  if (known || name === '') return known;
  const [meaning] = LOOSE.find(([, pattern]) => pattern.test(name)) ?? [];
  return meaning && { meaning, rank: LOOSE_RANK };
}
/** Maximum length of a header, in characters. */
const HEADER_MAX = 80;

/** The meaning of a name whose accents were damaged: `D‚bit`, `DÃ©bit`. */
function damagedMeaning(header: string): Named | undefined {
  if (!DAMAGED.test(header)) return undefined;
  const parts = header
    .replace(/\([^()]*\)/g, '')
    .split(DAMAGED)
    .map(letters);
  const length = parts.join('.').length;
  for (const [name, meaning] of meanings) if (name.length === length && fits(name, parts)) return meaning;
  return undefined;
}

/** Whether a name consists of these parts with one letter between each two. */
function fits(name: string, parts: readonly string[]): boolean {
  let at = 0;
  return parts.every((part) => {
    const isThere = name.startsWith(part, at);
    at += part.length + 1;
    return isThere;
  });
}

/** A character no header contains, or two that were one. */
const DAMAGED = /\u00c3[^\x20-\x7e]|[^\x20-\x7e\u00b0\u00c0-\u00ff\u0153\u0152\u2019\u20ac]/u;

export const isTypeName = (header: string): boolean => types.has(letters(header));

/** Whether a column with this header cannot change what its row means. */
export const isHarmlessName = (header: string): boolean => {
  const name = letters(header);
  return name !== '' && (types.has(name) || HARMLESS.test(name));
};

/** Column names that can denote the account of either party. */
const ANY_ACCOUNT = /^(?:(?:numero|n|no)(?:de|du)?compte|comptebancaire|accountnumber|accountiban)$/;

/**
 * Whether the 1-based column holds the other party's account: it follows directly after that
 * party's name.
 */
export const isAccountOfParty = (headers: readonly string[], place: number, different: number): boolean =>
  meaningOf(headers[place - 2] ?? '')?.meaning === 'counterpart' &&
  (different > 1 || ANY_ACCOUNT.test(letters(headers[place - 1] ?? '')));
