import type { ListFormat, Named } from './match-headers.ts';

const columns = (named: Readonly<Record<string, readonly string[]>>): Named[] =>
  Object.entries(named).map(([member, names]) => ({ member, names }));

/** Export of the products of a shop, with headers in English or in French. */
const shop = columns({
  foreignId: ['ID'],
  reference: ['SKU', 'UGS'],
  designation: ['Name', 'Nom'],
  description: ['Short description', 'Description courte', 'Description'],
  unitPrice: ['Regular price', 'Tarif régulier'],
  stock: ['Stock'],
});

/** The lists of products that are recognized; the first whose signature fits counts. */
export const productFormats: readonly ListFormat[] = [
  { source: 'woocommerce', signature: ['SKU', 'Regular price', 'Tax status'], columns: shop },
  { source: 'woocommerce', signature: ['UGS', 'Tarif régulier', 'État de la TVA'], columns: shop },
  {
    source: 'akaunting',
    signature: ['name', 'sale_price', 'purchase_price', 'category_name'],
    columns: columns({
      designation: ['name'],
      description: ['description'],
      type: ['type'],
      unitPrice: ['sale_price'],
      purchasePrice: ['purchase_price'],
    }),
  },
  {
    source: 'dolibarr',
    signature: ['p.ref', 'p.label', 'p.price'],
    columns: columns({
      foreignId: ['p.rowid'],
      reference: ['p.ref'],
      designation: ['p.label'],
      description: ['p.description'],
      unitPrice: ['p.price'],
      vatCode: ['p.tva_tx'],
      stock: ['p.stock'],
    }),
  },
  {
    source: 'invoice_ninja',
    signature: ['Product', 'Notes', 'Cost', 'Price', 'Quantity'],
    columns: columns({
      designation: ['Product'],
      description: ['Notes'],
      purchasePrice: ['Cost'],
      unitPrice: ['Price'],
      vatCode: ['Tax Rate 1'],
    }),
  },
  {
    source: 'stripe',
    signature: ['Price ID', 'Product ID', 'Product Name', 'Amount'],
    columns: columns({
      foreignId: ['Price ID'],
      designation: ['Product Name'],
      description: ['Description'],
      unitPrice: ['Amount'],
    }),
  },
];
