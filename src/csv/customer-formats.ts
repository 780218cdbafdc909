import type { ListFormat, Named } from './match-headers.ts';

/** Members of the billing address, in the order of `address` below. */
const ADDRESS = ['address', 'complement', 'zipCode', 'city', 'country'] as const;

const address = (which: 'billingAddress' | 'deliveryAddress', ...names: readonly (readonly string[])[]): Named[] =>
  names.map((each, nth) => ({ member: `${which}.${ADDRESS[nth]}`, names: each }));

const columns = (named: Readonly<Record<string, readonly string[]>>): Named[] =>
  Object.entries(named).map(([member, names]) => ({ member, names }));

/** Export of third parties: headers in French, in English, or the names of the fields. */
const dolibarrColumns: readonly Named[] = [
  ...columns({
    foreignId: ['Id', 'IdCompany', 's.rowid'],
    name: ['Nom tiers', 'Nom du tiers', 'Third-party name', 'Third party name', 'CompanyName', 'Nom', 'Name', 's.nom'],
    commercialName: ['Nom alternatif', 'Alias name', 's.name_alias'],
    phone: ['Téléphone', 'Tel.', 'Phone', 's.phone'],
    website: ['Url', 'Site web', 'Web', 's.url'],
    emails: ['Email', 'E-mail', 's.email'],
    siren: ['Id prof. 1 (SIREN)', 'SIREN', 'ProfId1', 'Prof Id 1', 's.siren'],
    siret: ['Id prof. 2 (SIRET)', 'SIRET', 'ProfId2', 'Prof Id 2', 's.siret'],
    nafCode: ['Id prof. 3 (NAF-APE)', 'NAF-APE', 'ProfId3', 'Prof Id 3', 's.ape'],
    vatNumber: ['Numéro de TVA', 'VAT ID', 'VAT number', 's.tva_intra'],
    notes: ['Note publique', 'Note (public)', 's.note_public'],
  }),
  ...address(
    'billingAddress',
    ['Adresse', 'Address', 's.address'],
    [],
    ['Code postal', 'Zip Code', 'Zip', 's.zip'],
    ['Ville', 'City', 'Town', 's.town'],
    ['Pays', 'Country', 'c.label', 'Code pays', 'Country code', 'c.code'],
  ),
];
const dolibarr = (...signature: string[]): ListFormat => ({ source: 'dolibarr', signature, columns: dolibarrColumns });

/** Export of clients, with their first contact. */
const invoiceNinja: ListFormat = {
  source: 'invoice_ninja',
  signature: ['Client Name', 'Client Number'],
  columns: [
    ...columns({
      foreignId: ['Client Number', 'client.number'],
      name: ['Client Name', 'client.name'],
      phone: ['Client Phone', 'client.phone'],
      website: ['Client Website', 'client.website'],
      siret: ['Client ID Number', 'client.id_number'],
      vatNumber: ['Client VAT Number', 'client.vat_number'],
      notes: ['Client Public Notes', 'client.public_notes'],
      'contact.firstname': ['Contact First Name', 'contact.first_name'],
      'contact.lastname': ['Contact Last Name', 'contact.last_name'],
      'contact.emails': ['Contact Email', 'contact.email'],
      'contact.phone': ['Contact Phone', 'contact.phone'],
      'preferences.currency': ['Client Currency', 'client.currency'],
    }),
    ...address(
      'billingAddress',
      ['Client Street', 'client.address1'],
      ['Client Apt/Suite', 'client.address2'],
      ['Client Postal Code', 'client.postal_code'],
      ['Client City', 'client.city'],
      ['Client Country', 'client.country'],
    ),
    ...address(
      'deliveryAddress',
      ['Client Shipping Street', 'client.shipping_address1'],
      ['Client Shipping Apt/Suite', 'client.shipping_address2'],
      ['Client Shipping Postal Code', 'client.shipping_postal_code'],
      ['Client Shipping City', 'client.shipping_city'],
      ['Client Shipping Country', 'client.shipping_country'],
    ),
  ],
};

/** Export of customers. Stripe does not say whether a name is that of a company. */
const stripe: ListFormat = {
  source: 'stripe',
  signature: ['id', 'Email', 'Name', 'Created (UTC)', 'Delinquent'],
  columns: [
    ...columns({
      foreignId: ['id'],
      anyName: ['Name'],
      emails: ['Email'],
      vatNumber: ['Business Vat ID'],
      notes: ['Description'],
      'preferences.currency': ['Currency'],
    }),
    ...address(
      'billingAddress',
      ['Address Line1', 'Card Address Line1'],
      ['Address Line2', 'Card Address Line2'],
      ['Address Postal Code', 'Card Address Zip'],
      ['Address City', 'Card Address City'],
      ['Address Country', 'Card Address Country'],
    ),
  ],
};

/** Report of customers of a shop. */
const wooCommerce: ListFormat = {
  source: 'woocommerce',
  signature: ['Name', 'Username', 'Email', 'Total Spend'],
  columns: [
    ...columns({ anyName: ['Name'], emails: ['Email'], foreignId: ['User ID'] }),
    ...address('billingAddress', [], [], ['Postal Code'], ['City'], ['Country / Region', 'Country']),
  ],
};

/** Export of customers. */
const akaunting: ListFormat = {
  source: 'akaunting',
  signature: ['name', 'email', 'tax_number', 'currency_code'],
  columns: [
    ...columns({
      anyName: ['name'],
      emails: ['email'],
      vatNumber: ['tax_number'],
      phone: ['phone'],
      website: ['website'],
      foreignId: ['reference'],
      'preferences.currency': ['currency_code'],
    }),
    ...address('billingAddress', ['address'], [], ['zip_code'], ['city'], ['country']),
  ],
};

/** The file that Indy exports and takes. */
const indy: ListFormat = {
  source: 'indy',
  signature: ['Nom de famille', 'Prénom', 'Nom d’entreprise', 'Adresse facturation', 'Ville facturation'],
  columns: [
    ...columns({
      name: ['Nom d’entreprise'],
      'contact.firstname': ['Prénom'],
      'contact.lastname': ['Nom de famille'],
      siret: ['N° SIRET'],
      vatNumber: ['N° de TVA'],
      phone: ['Téléphone'],
      emails: ['Email(s)'],
      notes: ['Informations supplémentaires'],
    }),
    ...address(
      'billingAddress',
      ['Adresse facturation'],
      [],
      ['Code postal', 'Code postal facturation'],
      ['Ville facturation'],
      ['Pays (Alpha-2)', 'Pays facturation'],
    ),
    ...address(
      'deliveryAddress',
      ['Adresse livraison'],
      [],
      ['Code postal livraison'],
      ['Ville livraison'],
      ['Pays livraison'],
    ),
  ],
};

/** The two files of Abby: people, and companies. */
const abbyAddress: readonly Named[] = (['facturation', 'livraison'] as const).flatMap((use, nth) =>
  address(
    nth === 0 ? 'billingAddress' : 'deliveryAddress',
    [`Adresse de ${use}`],
    [`Complément adresse de ${use}`, `Complément d’adresse de ${use}`],
    [`Code postal de ${use}`],
    [`Ville de ${use}`],
    [`Pays de ${use}`],
  ),
);
const abby = (signature: string[], named: Readonly<Record<string, readonly string[]>>): ListFormat => ({
  source: 'abby',
  signature: [...signature, 'Adresse de facturation', 'Code postal de facturation'],
  columns: [...columns({ emails: ['Emails', 'Email'], phone: ['Téléphone'], ...named }), ...abbyAddress],
});

/** Export of customers of Zoho Books. */
const zoho: ListFormat = {
  source: 'zoho',
  signature: ['Contact ID', 'Display Name', 'Company Name'],
  columns: [
    ...columns({
      foreignId: ['Contact ID'],
      name: ['Company Name'],
      'contact.firstname': ['First Name'],
      'contact.lastname': ['Last Name'],
      anyName: ['Display Name', 'Contact Name'],
      emails: ['EmailID', 'Email'],
      phone: ['Phone', 'MobilePhone'],
      website: ['Website'],
      notes: ['Notes'],
      vatNumber: ['VAT Registration Number', 'Tax Registration Number'],
      'preferences.currency': ['Currency Code'],
    }),
    ...address(
      'billingAddress',
      ['Billing Address'],
      ['Billing Street2'],
      ['Billing Code', 'Billing Zip'],
      ['Billing City'],
      ['Billing Country'],
    ),
  ],
};

/** List of contacts of customers of QuickBooks Online. */
const quickBooks: ListFormat = {
  source: 'quickbooks',
  signature: ['Name', 'Company', 'Street Address', 'Zip', 'Email'],
  columns: [
    ...columns({
      name: ['Company', 'Company name'],
      'contact.fullName': ['Name'],
      emails: ['Email'],
      phone: ['Phone', 'Mobile'],
      website: ['Website'],
    }),
    ...address('billingAddress', ['Street Address', 'Street'], [], ['Zip'], ['City'], ['Country']),
  ],
};

/** The lists of customers that are recognized; the first whose signature fits counts. */
export const customerFormats: readonly ListFormat[] = [
  dolibarr('Nom tiers', 'Code client'),
  dolibarr('Nom du tiers', 'Code client'),
  dolibarr('Third-party name', 'Customer code'),
  dolibarr('Id', 'Code client', 'Numéro de TVA'),
  dolibarr('Id', 'Name', 'Customer Code'),
  dolibarr('s.rowid', 's.nom'),
  invoiceNinja,
  { ...invoiceNinja, signature: ['client.name', 'client.number'] },
  stripe,
  wooCommerce,
  akaunting,
  indy,
  abby(['Nom', 'Prénom'], { lastname: ['Nom'], firstname: ['Prénom'] }),
  abby(['Nom', 'SIRET'], { name: ['Nom', 'Nom de l’entreprise'], siret: ['SIRET'], vatNumber: ['Numéro de TVA'] }),
  zoho,
  quickBooks,
];
