import type { DocumentBuilder } from './document-builder.ts';

/** Ids of the customers and products used. */
export type SampleCompany = Record<
  'bookshop' | 'joiner' | 'architects' | 'theatre' | 'brewery' | 'harbor' | 'lea',
  string
> & {
  readonly columns: readonly string[];
};

const COMPANY = {
  name: 'Camille Martin EI',
  siret: '90010001700012',
  vatNumber: 'FR95900100017',
  email: 'camille.martin@example.org',
  legalStatus: 'micro_enterprise',
  vatRegime: 'simplified',
  address: { line1: '8 passage des Étangs', city: 'Nantes', zipCode: '44000', country: 'FR' },
  bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Camille Martin' },
};

const CATALOGUE = [
  ['DEV', 'Développement web', 'SERVICE_DELIVERY', 'DAY', 48_000],
  ['CONSEIL', 'Conseil et cadrage', 'SERVICE_DELIVERY', 'HOUR', 7_500],
  ['MAINT', 'Maintenance et évolutions', 'SERVICE_DELIVERY', 'MONTH', 240_000],
  ['FORM', 'Journée de formation', 'SERVICE_DELIVERY', 'DAY', 80_000],
  ['GUIDE', 'Guide imprimé', 'GOODS_SALE', 'UNIT', 1_500],
] as const;

/** Creates the company, its customers and its catalogue. */
export async function createSampleCompany(builder: DocumentBuilder): Promise<SampleCompany> {
  const { ask } = builder;
  await ask('update-company', { body: COMPANY, live: true });
  for (const [reference, designation, type, unit, unitPrice] of CATALOGUE) {
    const more = type === 'GOODS_SALE' ? { purchasePrice: 600, stock: 40 } : {};
    const body = { reference, designation, type, unit, unitPrice, vatCode: 'FR_2000', ...more };
    await ask('create-product', { body });
  }
  const organization = async (name: string, place: readonly string[], siret?: string): Promise<string> => {
    const [address, zipCode, city, country = 'FR'] = place;
    const body = {
      ...{ name, emails: ['compta@example.org'], ...(siret && { siret }) },
      billingAddress: { address, zipCode, city, country },
    };
    return idOf(await ask('create-organization', { body }));
  };
  const columns = (await ask('get-project-categories', {})) as readonly { id: string }[];
  return {
    bookshop: await organization('Librairie du Canal', ['14 quai de Jemmapes', '75010', 'Paris'], '90020002300019'),
    joiner: await organization('Atelier Bois & Fils', ['3 quai de la Loire', '44000', 'Nantes'], '90030003900014'),
    architects: await organization('Moreau Architectes', ['27 cours Vitton', '69006', 'Lyon'], '90040004500010'),
    theatre: await organization('Théâtre des Marées', ['1 place du Port', '29200', 'Brest'], '90050005900010'),
    brewery: await organization('Brasserie de l’Écluse', ['5 rue du Moulin', '59000', 'Lille']),
    harbor: await organization('Blue Harbor Inc.', ['400 Front Street', '97201', 'Portland', 'US']),
    lea: idOf(
      await ask('create-contact', {
        body: {
          ...{ firstname: 'Léa', lastname: 'Moreau', emails: ['lea.moreau@example.org'] },
          billingAddress: { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' },
        },
      }),
    ),
    columns: columns.map(({ id }) => id),
  };
}

const idOf = (answer: unknown): string => (answer as { id: string }).id;
