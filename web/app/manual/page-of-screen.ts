// Imports nothing: tests without the types of a browser use it too.

/** The page of the manual for each screen: the first line that matches. */
const pageOfScreen: readonly (readonly [screen: RegExp, page: string])[] = [
  [/^\/$/, 'use/home'],
  [/^\/devis\/commande/, 'use/orders'],
  [/^\/devis/, 'use/estimates'],
  [/^\/factures\/avoir/, 'use/credit-notes'],
  [/^\/factures\?.*\bvue=recurrentes\b/, 'use/recurring'],
  [/^\/factures-recues/, 'use/received-invoices'],
  [/^\/livres\/achats/, 'use/purchases'],
  [/^\/livres\/kilometres/, 'use/mileage'],
  [/^\/livres\/clotures/, 'use/closings'],
  [/^\/livres\/journaux/, 'use/journals'],
  [/^\/livres\/comptable/, 'use/accountant'],
  [/^\/livres\/urssaf/, 'use/urssaf'],
  [/^\/livres\/tva/, 'use/vat-return'],
  [/^\/livres/, 'use/receipts-book'],
  [/^\/(?:factures|documents)/, 'use/invoices'],
  [/^\/clients/, 'use/customers'],
  [/^\/projets/, 'use/projects'],
  [/^\/catalogue/, 'use/catalogue'],
  [/^\/paiements\/banque/, 'use/bank-statements'],
  [/^\/paiements\/en-ligne/, 'use/online-payment'],
  [/^\/paiements/, 'use/payments'],
  [/^\/reglages\/entreprise/, 'law/mentions'],
  [/^\/reglages\/tva/, 'law/vat'],
  [/^\/reglages\/e-reporting/, 'use/e-reporting'],
  [/^\/reglages\/numerotation/, 'law/numbering'],
  [/^\/reglages\/paiement/, 'use/payments'],
  [/^\/reglages\/plateforme/, 'use/platform'],
  [/^\/reglages\/(?:modeles|langues)/, 'use/designs'],
  [/^\/reglages\/e-mails/, 'use/mail'],
  [/^\/reglages\/personnes/, 'use/people'],
  [/^\/reglages\/securite/, 'start/people'],
  [/^\/reglages\/integrations/, 'integrate/'],
  [/^\/reglages\/audit/, 'law/audit-trail'],
  [/^\/reglages\/donnees/, 'start/move-in'],
  [/^\/reglages\/service/, 'host/'],
  [/^\/(?:connexion|bienvenue|invitation|reinitialiser|nouve|verification)/, 'start/people'],
];

/** The page about a screen, such as `use/invoices`; the home page if there is none. */
export const manualPageOf = (screen: string): string => pageOfScreen.find(([about]) => about.test(screen))?.[1] ?? '';
