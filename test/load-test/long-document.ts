const LINES = 500;

const line = (note: string) => ({
  designation: 'Conseil',
  description: note,
  quantity: 1.5,
  quantityUnit: 'day',
  unitPrice: 45_000,
  vatCode: 'FR_2000',
  type: 'service_delivery',
  discount: { mode: 'PERCENTAGE', amount: 1_000 },
});

/** 500 lines with this many characters each. */
export const longDocument = (letters: number): string =>
  JSON.stringify({ title: 'Refonte', lines: Array.from({ length: LINES }, () => line('é '.repeat(letters / 2))) });
