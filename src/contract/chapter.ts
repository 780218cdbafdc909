/** The chapters the operations stand in, in the order of the description. */
export const chapters = [
  'Home',
  'Documents',
  'Files',
  'Themes',
  'Mailbox',
  'Estimates',
  'Advances',
  'Invoices',
  'Credit notes',
  'Payments',
  'Closures',
  'Catalogue',
  'Customers',
  'Portal',
  'Projects',
  'Events',
  'Webhooks',
  'Account',
  'People',
  'Tools',
] as const;
export type Chapter = (typeof chapters)[number];
