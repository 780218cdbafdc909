import { globSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** Ids in the account whose screens are walked, as used in their addresses. */
export type ScreenFixtures = {
  readonly customer: string;
  /** A customer who is a person. */
  readonly person: string;
  readonly draft: string;
  readonly estimate: string;
  /** An estimate that a person can be asked to sign. */
  readonly offer: string;
  readonly invoice: string;
  readonly paid: string;
  readonly creditNote: string;
  readonly received: string;
  /** An import that is done, and an invoice that it brought. */
  readonly moved: string;
  readonly past: string;
};

/** A screen as the user sees it: a route, or a dialog or menu open over one. */
export type ScreenEntry = {
  /** Its name in lists and screenshots: unique, lowercase letters and hyphens. */
  readonly name: string;
  /** As written in the `routes.ts` of its folder. */
  readonly route: string;
  /** The address, if it differs from the route. */
  readonly path?: (books: ScreenFixtures) => string;
  /** No user is signed in. */
  readonly isOutside?: true;
  /** What a user does once the screen is loaded, without changing data. */
  readonly open?: (page: Page) => Promise<unknown>;
};

/** Presses what begins with this name: a button, a tab of a menu or a link. */
const press =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name }).filter({ visible: true }).first().click();
    await page
      .locator('dialog[open], [role=dialog], [role=menu], [role=listbox]')
      .filter({ visible: true })
      .first()
      .waitFor();
  };

/** A dialog or a menu over a screen. */
const over = (name: string, route: string, pressed: RegExp): ScreenEntry => ({ name, route, open: press(pressed) });

const document = (name: string, of: keyof ScreenFixtures, open?: ScreenEntry['open']): ScreenEntry => ({
  ...{ name, route: '/documents/$id', path: (books) => `/documents/${books[of]}` },
  ...(open && { open }),
});

/** All screens. A route without a row here fails `screen-catalogue.test.ts`. */
export const screens: readonly ScreenEntry[] = [
  { name: 'home', route: '/' },
  { name: 'more', route: '/plus' },
  { name: 'palette', route: '/', open: (page) => page.keyboard.press('Control+k') },
  over('account-menu', '/', /^(Compte|Account)/),
  { name: 'shortcuts', route: '/', open: (page) => page.keyboard.press('?') },
  { name: 'estimates', route: '/devis' },
  { name: 'invoices', route: '/factures' },
  over('invoices-period', '/factures', /^(Période|Period)/),
  over('invoices-amount', '/factures', /^(Montant|Amount)/),
  { name: 'new-estimate', route: '/devis/nouveau' },
  { name: 'new-order', route: '/devis/commande' },
  { name: 'new-invoice', route: '/factures/nouvelle' },
  { name: 'new-credit-note', route: '/factures/avoir' },
  document('editor', 'draft'),
  document('editor-menu', 'draft', press(/^(Plus d’actions|More actions)/)),
  document('editor-line-menu', 'draft', press(/^(Ligne|Line) 1/)),
  document('editor-customer', 'draft', press(/^(Modifier ses|Change details)/)),
  document('editor-preview', 'draft', press(/^(Aperçu|Preview)/)),
  document('editor-finalize', 'draft', press(/^(Finaliser|Finalize)…/)),
  document('editor-discount', 'draft', press(/^(Remise|Discount)/)),
  document('editor-theme', 'draft', press(/^(Modèle|Design)/)),
  document('editor-language', 'draft', press(/^Langu/)),
  document('editor-project', 'draft', press(/^Proje/)),
  document('editor-terms', 'draft', press(/^(Paiement|Payment), /)),
  document('editor-mention', 'draft', press(/^(Mention|VAT notice)/)),
  document('editor-notes', 'draft', press(/^Notes/)),
  document('editor-reminders', 'draft', press(/^(Relances|Automatic reminders)/)),
  document('editor-recurrence', 'draft', press(/^(Récurrence|Recurrence)/)),
  document('editor-delivery', 'draft', press(/^(Livraison|Delivery)/)),
  document('editor-bank', 'draft', press(/^(Compte bancaire|Bank account)/)),
  document('editor-display', 'draft', press(/^(Ce qui est imprimé|What is printed)/)),
  document('finalized-estimate', 'estimate'),
  document('estimate-signed', 'estimate', press(/^(Marquer comme signé|Mark as signed)/)),
  document('estimate-ask-signature', 'offer', press(/^(Demander la|Request a) signature/)),
  document('estimate-refused', 'estimate', press(/^(Marquer comme refusé|Mark as refused)/)),
  document('finalized-invoice', 'invoice'),
  document('invoice-downloads', 'invoice', press(/^(Télécharger|Download)/)),
  document('invoice-send', 'invoice', press(/^(Envoyer|Send)/)),
  document('invoice-pay', 'invoice', press(/^(Enregistrer un|Record a)/)),
  document('invoice-credit', 'invoice', press(/^(Faire un avoir|Make a credit note)/)),
  document('invoice-cancel', 'invoice', press(/^(Annuler la facture|Cancel the invoice)/)),
  document('invoice-formal-notice', 'invoice', press(/^(Mettre en demeure|Give formal notice)/)),
  document('invoice-reminders', 'invoice', press(/^(Modifier|Edit)…/)),
  document('invoice-recurrence', 'invoice', press(/^(Rendre récurrente|Make recurring)/)),
  document('paid-invoice', 'paid'),
  document('credit-note', 'creditNote'),
  // Of a draft: hashes of entries differ in each run.
  { name: 'document-trail', route: '/documents/$id/piste', path: ({ draft }) => `/documents/${draft}/piste` },
  document('credit-note-refund', 'creditNote', press(/^(Enregistrer le remb|Record the refund)/)),
  { name: 'move-in', route: '/import' },
  { name: 'past-documents', route: '/documents-repris' },
  { name: 'past-document', route: '/documents-repris/$id', path: ({ past }) => `/documents-repris/${past}` },
  { name: 'move-in-done', route: '/import', path: ({ moved }) => `/import?reprise=${moved}` },
  { name: 'customers', route: '/clients' },
  { name: 'customer', route: '/clients/$id', path: ({ customer }) => `/clients/${customer}` },
  {
    name: 'customer-edit',
    route: '/clients/$id',
    path: ({ customer }) => `/clients/${customer}`,
    open: (page) =>
      page
        .getByRole('button', { name: /^(Modifier|Edit)$/ })
        .first()
        .click(),
  },
  {
    name: 'customer-e-invoicing',
    route: '/clients/$id',
    path: ({ customer }) => `/clients/${customer}`,
    open: async (page) => {
      await page
        .getByRole('button', { name: /^(Modifier|Edit)$/ })
        .first()
        .click();
      await page.locator('details.routing summary').click();
    },
  },
  { name: 'person', route: '/clients/$id', path: ({ person }) => `/clients/${person}?est=personne` },
  {
    name: 'person-registered',
    route: '/clients/$id',
    path: ({ person }) => `/clients/${person}?est=personne`,
    open: press(/^(Inscrire|Register)…/),
  },
  over('customer-new', '/clients', /^(Nouveau client|New customer)/),
  over('customers-import', '/clients', /^Import/),
  { name: 'catalogue', route: '/catalogue' },
  over('product-new', '/catalogue', /^(Nouvel article|New product)/),
  over('products-import', '/catalogue', /^Import/),
  { name: 'board', route: '/projets' },
  over('project-new', '/projets', /^(Nouveau projet|New project)/),
  { name: 'payments', route: '/paiements' },
  { name: 'online-payments', route: '/paiements/en-ligne' },
  { name: 'received-invoices', route: '/factures-recues' },
  {
    name: 'received-invoice',
    route: '/factures-recues/$id',
    path: ({ received }) => `/factures-recues/${received}`,
  },
  { name: 'books', route: '/livres' },
  { name: 'receipts-book', route: '/livres/recettes' },
  { name: 'purchases', route: '/livres/achats' },
  over('purchases-import', '/livres/achats', /^Import/),
  { name: 'mileage', route: '/livres/kilometres' },
  { name: 'accountant', route: '/livres/comptable' },
  { name: 'closings', route: '/livres/clotures' },
  { name: 'journals', route: '/livres/journaux' },
  { name: 'urssaf', route: '/livres/urssaf' },
  { name: 'vat-return', route: '/livres/tva', path: () => '/livres/tva?jour=2026-03-01' },
  { name: 'vat-line', route: '/livres/tva/$ligne', path: () => '/livres/tva/5A?jour=2026-03-01' },
  { name: 'bank', route: '/paiements/banque' },
  over('payment-reversed', '/paiements', /^(Annuler le paiement|Reverse the payment) /),
  { name: 'settings', route: '/reglages' },
  { name: 'settings-company', route: '/reglages/entreprise' },
  { name: 'settings-vat', route: '/reglages/tva' },
  { name: 'settings-e-reporting', route: '/reglages/e-reporting' },
  { name: 'settings-platform', route: '/reglages/plateforme' },
  { name: 'settings-numbering', route: '/reglages/numerotation' },
  { name: 'settings-payment', route: '/reglages/paiement' },
  { name: 'settings-themes', route: '/reglages/modeles' },
  { name: 'settings-mail', route: '/reglages/e-mails' },
  { name: 'settings-languages', route: '/reglages/langues' },
  { name: 'settings-people', route: '/reglages/personnes' },
  { name: 'settings-security', route: '/reglages/securite' },
  { name: 'settings-audit', route: '/reglages/audit' },
  { name: 'settings-data', route: '/reglages/donnees' },
  { name: 'settings-deletion', route: '/reglages/suppression' },
  { name: 'settings-service', route: '/reglages/service' },
  { name: 'settings-integrations', route: '/reglages/integrations' },
  over('key-new', '/reglages/integrations', /^(Nouvelle clé|New key)/),
  over('key-menu', '/reglages/integrations', /^Actions (sur|for)/),
  over('webhook-new', '/reglages/integrations', /^(Nouveau|New) webhook/),
  { name: 'access-review', route: '/verification' },
  { name: 'sign-in', route: '/connexion', isOutside: true },
  { name: 'welcome', route: '/bienvenue', isOutside: true },
  { name: 'invitation', route: '/invitation', isOutside: true },
  { name: 'reset', route: '/reinitialiser', isOutside: true },
  { name: 'new-password', route: '/nouveau-mot-de-passe', isOutside: true },
  { name: 'new-address', route: '/nouvelle-adresse', isOutside: true },
];

/** The paths of the routes, as written in each `routes.ts`. */
export const routesOfPages = (): readonly string[] =>
  globSync('web/*/routes.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path as string),
  );
