/** One day of a file: units of some currencies for one euro, as written in the file. */
export type DayOfRates = { readonly day: string; readonly rates: Readonly<Record<string, string>> };

/** The file of one day, as the ECB writes it: attributes in single quotes. */
export const dailyFile = (day: DayOfRates): string => envelope([cubes(day, "'")]);

/** The file of the last 90 days, the newest first: attributes in double quotes. */
export const historyFile = (days: readonly DayOfRates[]): string => envelope(days.map((day) => cubes(day, '"')));

const cubes = ({ day, rates }: DayOfRates, quote: string): string => {
  const said = (name: string, value: string) => `${name}=${quote}${value}${quote}`;
  const lines = Object.entries(rates).map(([code, rate]) => `<Cube ${said('currency', code)} ${said('rate', rate)}/>`);
  return `<Cube ${said('time', day)}>\n${lines.map((line) => `\t\t\t${line}\n`).join('')}\t\t</Cube>`;
};

const envelope = (days: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t${days.join('\n\t\t')}
\t</Cube>
</gesmes:Envelope>
`;
