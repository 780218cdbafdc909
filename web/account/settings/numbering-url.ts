/** The last number of a series in another program, to continue it. */
export type NumberingSearch = { dernier?: string };

/** Characters of a number. */
const LENGTH_MAX = 60;

export const readNumberingSearch = ({ dernier }: Readonly<Record<string, unknown>>): NumberingSearch => {
  const said = typeof dernier === 'number' ? String(dernier) : dernier;
  return typeof said === 'string' && said !== '' && said.length <= LENGTH_MAX ? { dernier: said } : {};
};

/** The series that a number of another program belongs to: credit notes by their usual prefixes. */
export const seriesOfNumber = (number: string): 'AV' | 'F' =>
  /^(?:AV|NC|CN|CR|RC)(?![A-Z])|^(?:AVOIR|CREDIT)/i.test(number) ? 'AV' : 'F';
