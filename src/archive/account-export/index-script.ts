/** Names of the page in both languages; the script chooses. */
const PAGE_WORDS = {
  fr: {
    documents: 'Documents',
    customers: 'Clients',
    payments: 'Encaissements',
    purchases: 'Achats',
    received: 'Factures reçues',
    search: 'Rechercher',
    more: 'Afficher la suite',
    found: 'trouvés sur',
    none: 'Rien ici.',
    tests: 'Montrer aussi le mode test',
    test: 'test',
    other: 'English',
    heads: {
      documents: ['Numéro', 'Nature', 'Date', 'Client', 'Titre', 'État', 'Montant TTC', 'Fichiers'],
      customers: ['Nom', 'Nature', 'E-mails', 'Archivé'],
      payments: ['Date', 'Document', 'Moyen', 'Montant', 'Contre-passe'],
      purchases: ['Date', 'Numéro', 'Fournisseur', 'Désignation', 'Moyen', 'Montant TTC', 'Justificatif'],
      received: ['Date', 'Numéro', 'Fournisseur', 'Fichier', 'Montant TTC'],
    },
    terms: {
      ...{ invoice: 'Facture', advance: 'Facture d’acompte', credit_note: 'Avoir', estimate: 'Devis' },
      ...{ purchase_order: 'Bon de commande', draft: 'Brouillon', finalized: 'Finalisé', paid: 'Payé' },
      ...{ signed: 'Signé', refused: 'Refusé', canceled: 'Annulé', contact: 'Personne' },
      ...{ organization: 'Organisation', transfer: 'Virement', direct_debit: 'Prélèvement', credit_card: 'Carte' },
      ...{ cheque: 'Chèque', cash: 'Espèces', other: 'Autre', paypal: 'PayPal', stripe: 'Stripe' },
      ...{ universal_employment_service_cheque: 'CESU', yes: 'oui' },
    },
  },
  en: {
    documents: 'Documents',
    customers: 'Customers',
    payments: 'Payments received',
    purchases: 'Purchases',
    received: 'Invoices received',
    search: 'Search',
    more: 'Show more',
    found: 'found of',
    none: 'Nothing here.',
    tests: 'Also show test mode',
    test: 'test',
    other: 'Français',
    heads: {
      documents: ['Number', 'Kind', 'Date', 'Customer', 'Title', 'State', 'Amount with tax', 'Files'],
      customers: ['Name', 'Kind', 'E-mails', 'Archived'],
      payments: ['Date', 'Document', 'Method', 'Amount', 'Reverses another'],
      purchases: ['Date', 'Number', 'Supplier', 'Description', 'Method', 'Amount with tax', 'Receipt'],
      received: ['Date', 'Number', 'Supplier', 'File', 'Amount with tax'],
    },
    terms: {
      ...{ invoice: 'Invoice', advance: 'Advance invoice', credit_note: 'Credit note', estimate: 'Estimate' },
      ...{ purchase_order: 'Purchase order', draft: 'Draft', finalized: 'Finalized', paid: 'Paid' },
      ...{ signed: 'Signed', refused: 'Refused', canceled: 'Canceled', contact: 'Person' },
      ...{ organization: 'Organization', transfer: 'Transfer', direct_debit: 'Direct debit', credit_card: 'Card' },
      ...{ cheque: 'Check', cash: 'Cash', other: 'Other', paypal: 'PayPal', stripe: 'Stripe' },
      ...{ universal_employment_service_cheque: 'CESU', yes: 'yes' },
    },
  },
} as const;

/**
 * Shows the lists of an export, searches them and switches the language. Every text enters the page
 * as text, never as HTML. A row begins with whether it is of test mode; `t` translates, `m` is an
 * amount in cents with its currency, `f` are links to files of the export.
 */
export const PAGE_SCRIPT = `(() => {
  const WORDS = ${JSON.stringify(PAGE_WORDS)};
  const CELLS = {
    documents: [2, ['t', 1], ['d', 3], 4, 5, ['t', 6], ['m', 7, 8], ['f', 9]],
    customers: [2, ['t', 1], 3, ['t', 4]],
    payments: [['d', 1], 2, ['t', 3], ['m', 4, 5], ['t', 6]],
    purchases: [['d', 1], 2, 3, 4, ['t', 5], ['m', 6], ['f', 7]],
    received: [['d', 1], 2, 3, ['f', 6], ['m', 4, 5]],
  };
  const SHOWN = 200;
  const lists = Object.keys(CELLS), rowsOf = {}, texts = {};
  const byId = (id) => document.getElementById(id);
  let language = 'fr', list = 'documents', shown = SHOWN, hasTests = false;
  const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
  for (const name of lists) {
    rowsOf[name] = [...document.querySelectorAll('script[data-of="' + name + '"]')]
      .flatMap((part) => JSON.parse(part.textContent));
    if (name === 'documents' || name === 'purchases') rowsOf[name].reverse();
    hasTests ||= rowsOf[name].some((row) => row[0]);
    texts[name] = rowsOf[name].map((row) => fold(row.slice(1).flat().join(' ')));
  }
  const money = (cents, currency) =>
    (cents / 100).toLocaleString(language, { style: 'currency', currency: currency || 'EUR' });
  const day = (text) => text && new Date(text + 'T00:00:00').toLocaleDateString(language);
  const make = (name, text) => {
    const element = document.createElement(name);
    if (text !== undefined && text !== null) element.textContent = text;
    return element;
  };
  const links = (paths) => {
    const span = make('span');
    for (const path of [].concat(paths || [])) {
      const link = make('a', path.split('/').pop());
      link.href = path.split('/').map(encodeURIComponent).join('/');
      span.append(link, ' ');
    }
    return span;
  };
  const cellOf = (row, cell) => {
    if (!Array.isArray(cell)) return make('span', row[cell]);
    const [how, at, with_] = cell, value = row[at];
    if (how === 'f') return links(value);
    if (value === null || value === undefined) return make('span');
    if (how === 'm') return make('span', money(value, with_ === undefined ? 'EUR' : row[with_]));
    if (how === 'd') return make('span', day(value));
    return make('span', WORDS[language].terms[value] || value);
  };
  const rowOf = (row) => {
    const tr = make('tr');
    CELLS[list].forEach((cell, place) => {
      const td = make('td');
      td.dataset.head = WORDS[language].heads[list][place];
      td.append(cellOf(row, cell));
      if (place === 0 && row[0]) td.append(' ', make('small', WORDS[language].test));
      if (Array.isArray(cell) && cell[0] === 'm') td.className = 'amount';
      tr.append(td);
    });
    return tr;
  };
  const show = () => {
    const words = WORDS[language], isWanted = fold(byId('search').value.trim());
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[lang]'))
      if (element !== document.documentElement) element.hidden = element.lang !== language;
    byId('search').setAttribute('aria-label', words.search);
    byId('search').placeholder = words.search;
    byId('language').textContent = words.other;
    byId('tests-label').textContent = words.tests;
    byId('tests').parentElement.hidden = !hasTests;
    for (const button of document.querySelectorAll('nav button')) {
      button.textContent = words[button.dataset.list] + ' (' + rowsOf[button.dataset.list].length + ')';
      button.setAttribute('aria-pressed', String(button.dataset.list === list));
    }
    const withTests = byId('tests').checked, found = [];
    rowsOf[list].forEach((row, place) => {
      if ((withTests || !row[0]) && (isWanted === '' || texts[list][place].includes(isWanted))) found.push(row);
    });
    const heads = make('tr');
    for (const head of words.heads[list]) heads.append(make('th', head));
    byId('heads').replaceChildren(heads);
    byId('rows').replaceChildren(...found.slice(0, shown).map(rowOf));
    byId('found').textContent =
      found.length === 0 ? words.none : found.length + ' ' + words.found + ' ' + rowsOf[list].length;
    byId('more').textContent = words.more;
    byId('more').hidden = found.length <= shown;
  };
  for (const name of lists) {
    const button = make('button');
    button.type = 'button';
    button.dataset.list = name;
    button.addEventListener('click', () => { list = name; shown = SHOWN; show(); });
    document.querySelector('nav').append(button);
  }
  byId('search').addEventListener('input', () => { shown = SHOWN; show(); });
  byId('tests').addEventListener('change', show);
  byId('more').addEventListener('click', () => { shown += SHOWN; show(); });
  byId('language').addEventListener('click', () => { language = language === 'fr' ? 'en' : 'fr'; show(); });
  byId('tests').checked = lists.every((name) => rowsOf[name].every((row) => row[0]));
  show();
})();
`;

export const PAGE_STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.45; }
body { margin: 0 auto; padding: 1rem; max-width: 75rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between; }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; }
button, input[type=search] { font: inherit; padding: .5rem .75rem; min-height: 2.75rem; border: 1px solid #767676; border-radius: .4rem; background: Canvas; color: CanvasText; }
button[aria-pressed=true] { background: CanvasText; color: Canvas; }
input[type=search] { width: 100%; box-sizing: border-box; }
label { display: inline-flex; gap: .5rem; align-items: center; min-height: 2.75rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .5rem; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td a { display: inline-block; min-height: 1.5rem; }
small { border: 1px solid; border-radius: .3rem; padding: 0 .3rem; }
@media (max-width: 45rem) {
  thead { display: none; }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid #8886; }
  td { display: flex; gap: .75rem; justify-content: space-between; border: 0; padding: .15rem 0; text-align: right; }
  td::before { content: attr(data-head); text-align: left; opacity: .75; flex: none; }
}
`;
