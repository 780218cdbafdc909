import type { DocumentColumns, DocumentFormat, DocumentMember } from '../tables/document-format.ts';

/** Names of columns, separated by bars. */
const columns = (names: Readonly<Partial<Record<DocumentMember, string>>>): DocumentColumns =>
  Object.fromEntries(
    Object.entries(names).map(([member, text]) => [member, text.split('|').map((name) => name.trim())]),
  );

/**
 * A list of documents of an unknown program, by the usual names of its columns in French and
 * English. A table is such a list if it states a number, a day and an amount.
 */
export const genericFormat: DocumentFormat = {
  signature: [],
  columns: columns({
    number: `Numéro | N° | No | Num | Numéro de facture | N° de facture | N° facture | Numéro facture
      | Facture n° | Numéro de document | N° document | Numéro du document | N° de document
      | N° de pièce | N° pièce | Numéro de pièce | Pièce | Référence facture | Réf. facture
      | Réf facture | Référence | Réf. | Ref | Facture | Document | Invoice number | Invoice no
      | Invoice # | Invoice | Invoice ID | Number | Num. | Document number | Reference
      | Numéro d'avoir | N° d'avoir | Numéro avoir | Numéro de devis | N° devis | Credit note number
      | Quote number | Estimate number | Rechnungsnummer | Número de factura | Code facture
      | Invoice Num | Doc number | Transaction number | invoice_number | Identifiant facture
      | N° Facture/Avoir`,
    kind: `Type | Type de document | Type de facture | Nature | Nature du document | Type document | Genre
      | Document type | Invoice type | Transaction type | Catégorie de document | Type de pièce`,
    state: `Statut | État | Etat | Status | Statut de paiement | Statut du paiement | État du paiement
      | Payment status | Invoice status | Statut de la facture | Statut facture | État de la facture
      | Situation | État de paiement | Statut paiement | State`,
    issuedOn: `Date | Date d'émission | Date émission | Date de facture | Date de facturation | Date facture
      | Émise le | Date du document | Date document | Date de création | Date de la facture
      | Date pièce | Date de pièce | Invoice date | Issue date | Issued on | Issued | Date issued
      | Document date | Transaction date | Emise le | Rechnungsdatum | Fecha | Date finalisation
      | Date de finalisation | Finalisée le | Émis le | Created`,
    dueOn: `Échéance | Date d'échéance | Date échéance | Date limite | Date limite de paiement | Échéance le
      | Due date | Due on | Due | Payment due | Date de règlement prévue | À payer avant le
      | Date d'expiration`,
    title: `Objet | Titre | Intitulé | Sujet | Subject | Title | Libellé | Projet | Nom du document`,
    currency: `Devise | Monnaie | Currency | Currency code | Code devise`,
    corrects: `Facture associée | Facture d'origine | Facture liée | Facture rectifiée | Avoir sur facture
      | Original invoice | Facture annulée | Facture corrigée | Related invoice | Facture rattachée`,
    net: `HT | Montant HT | Total HT | Net HT | Montant hors taxes | Total hors taxes | Hors taxes
      | Montant net HT | Prix HT | CA HT | Montant H.T. | Total H.T. | H.T. | Base HT | Subtotal
      | Sub total | Net | Net amount | Total excl. tax | Total excluding tax | Amount excl. tax
      | Amount excluding tax | Untaxed amount | Total net | Sous-total | Sous-total HT | Montant net
      | Total (HT) | Montant HT total | Total net HT | Amount (net) | Montant total HT | Net total
      | Total before tax | Amount before tax | Montant HT (EUR) | Nettobetrag`,
    vat: `TVA | Montant TVA | Total TVA | Montant de TVA | Montant de la TVA | T.V.A. | Montant T.V.A.
      | VAT | VAT amount | Tax | Tax amount | Total tax | Taxes | Taxe | Total taxes | Sales tax
      | Montant total TVA | Total VAT | Montant TVA (EUR) | TVA totale | Montant taxe | MwSt`,
    total: `TTC | Montant TTC | Total TTC | Montant total TTC | Net à payer | Total | Montant
      | Montant total | Total à payer | Prix TTC | T.T.C. | Montant T.T.C. | Total T.T.C. | Amount
      | Total amount | Invoice amount | Total incl. tax | Total including tax | Amount incl. tax
      | Gross | Gross amount | Grand total | Invoice total | Montant facturé | Montant de la facture
      | Total (TTC) | Total with tax | Montant toutes taxes comprises | Brutto | Total invoice amount
      | Total général | Montant facture | CA TTC`,
    rate: `Taux TVA | Taux de TVA | Taux | TVA % | % TVA | TVA (%) | VAT rate | VAT % | Tax rate | Tax %
      | Taux de taxe`,
    lineText: `Désignation | Description | Article | Produit | Prestation | Item | Item name | Product
      | Service | Désignation ligne | Line description | Libellé ligne | Nom du produit
      | Libellé de la ligne | Product/Service`,
    lineNet: `Montant HT ligne | Total ligne HT | Total HT ligne | Montant ligne HT | Montant HT de la ligne
      | Line total | Line amount | Line net | Item total | Total HT de la ligne | Net amount line
      | Item amount`,
    lineVat: `TVA ligne | Montant TVA ligne | Montant TVA de la ligne | Line tax | Line VAT | Item tax amount`,
    lineTotal: `Montant TTC ligne | Total ligne TTC | Total TTC ligne | Line total incl. tax
      | Montant TTC de la ligne`,
    lineRate: `Taux TVA ligne | Taux de TVA de la ligne | Line VAT rate | Line tax rate | Item tax %`,
    paid: `Montant payé | Montant réglé | Déjà payé | Payé | Réglé | Encaissé | Montant encaissé
      | Total payé | Amount paid | Paid amount | Paid | Total paid | Total réglé | Acomptes
      | Montant perçu | Déjà réglé`,
    balance: `Reste à payer | Solde | Solde dû | Restant dû | Reste dû | Montant restant | Montant dû
      | Balance | Balance due | Amount due | Open balance | Outstanding | Remaining | Amount remaining
      | À encaisser | Reste à encaisser | Solde restant | Net restant dû`,
    paidOn: `Date de paiement | Date paiement | Payée le | Payé le | Réglée le | Réglé le | Date de règlement
      | Date d'encaissement | Encaissée le | Encaissé le | Date règlement | Payment date | Paid on
      | Date paid | Paid date | Paid at | Date encaissement | Date du paiement | Date du règlement
      | Dernier paiement`,
    isPaid: `Payée | Réglée | Encaissée | Est payée | Payée ? | Is paid | Acquittée`,
    method: `Mode de paiement | Moyen de paiement | Mode de règlement | Mode règlement | Payment method
      | Méthode de paiement | Moyen de règlement | Règlement | Type de paiement`,
    customerKey: `Code client | N° client | Numéro client | Id client | Réf. client | Référence client
      | Customer ID | Client ID | Customer number`,
    customerName: `Client | Nom du client | Nom client | Client / Société | Destinataire | Customer | Customer name
      | Client name | Tiers | Nom du tiers | Nom | Name | Facturé à | Bill to | Billed to | Kunde
      | Clients | Nom complet | Contact | Customer full name | Payeur | Acheteur | Buyer | Nom tiers
      | Client facturé`,
    company: `Société | Entreprise | Raison sociale | Company | Company name | Organisation | Organization
      | Client société | Nom de l'entreprise`,
    firstName: `Prénom | Prénom client | Prénom du client | First name | Customer first name`,
    lastName: `Nom de famille | Last name | Customer last name`,
    email: `E-mail | Email | Mail | Courriel | E-mail client | Email client | Adresse e-mail
      | Customer email | Client email | Email du client | E-mail du client`,
    siren: `SIREN | SIRET | SIREN client | SIRET client | N° SIRET | N° SIREN | SIRET du client
      | SIREN du client | Numéro SIRET`,
    vatNumber: `N° TVA | N° de TVA | Numéro de TVA | TVA intracommunautaire | N° TVA intracommunautaire
      | N° TVA client | TVA client | VAT number | VAT ID | Tax number | Tax ID | TVA intra
      | Numéro de TVA intracommunautaire | Numéro de TVA du client`,
    address: `Adresse | Adresse client | Adresse de facturation | Rue | Address | Street | Billing address
      | Adresse du client`,
    complement: `Complément d'adresse | Complément | Address 2 | Adresse 2`,
    zipCode: `Code postal | CP | Zip | Zip code | Postal code | Postcode | Code postal client`,
    city: `Ville | City | Town | Ville client | Commune`,
    country: `Pays | Country | Pays client | Code pays | Country code | Pays du client`,
    supplier: `Fournisseur | Nom du fournisseur | Supplier | Vendor | Nom fournisseur | Supplier name
      | Vendor name`,
  }),
};
