/** An example product. */
export const productExample = {
  designation: 'Développement web',
  type: 'SERVICE_DELIVERY',
  unit: 'DAY',
  vatCode: 'FR_2000',
  unitPrice: 45000,
  reference: 'DEV-1',
};
