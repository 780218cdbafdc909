// The rules for the file of accounting entries, written apart from the code that makes it: LPF
// art. A47 A-1 (arrêté of 29 July 2013), and what the tax office's own checker (Test-Compta-Demat)
// looks for. Each fault names its rule.

/** LPF art. A47 A-1, VII, 3°: the fields and their order. */
const FIELDS = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum', 'CompAuxLib'],
  ...['PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet', 'ValidDate'],
  ...['Montantdevise', 'Idevise'],
];
/** VIII, 3°: professionals who book payments. */
const FIELDS_OF_PAYMENTS = ['DateRglt', 'ModeRglt', 'NatOp', 'IdClient'];
/** Fields that are never empty. */
const NEEDED = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'PieceRef', 'PieceDate'],
  ...['EcritureLib', 'Debit', 'Credit', 'ValidDate'],
];
const DAYS = ['EcritureDate', 'PieceDate', 'DateLet', 'ValidDate', 'DateRglt'];
const AMOUNTS = ['Debit', 'Credit', 'Montantdevise'];

export type FecRow = Readonly<Record<string, string>>;

/** The rows of a file by the names of its fields. */
export function fecRows(text: string): FecRow[] {
  const [header = '', ...lines] = text.split('\r\n');
  const names = header.split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']));
    });
}

const cents = (field: string): bigint => (/^-?\d+,\d\d$/.test(field) ? BigInt(field.replace(',', '')) : 0n);
const isDay = (field: string): boolean => {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(field) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === day;
};

/** The faults of a file; empty if the tax office takes it. `basis` decides on the last fields. */
export function fecFaults(bytes: Uint8Array, { basis = 'invoices' }: { basis?: string } = {}): string[] {
  const faults: string[] = [];
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  if (text.startsWith('\uFEFF')) faults.push('a byte order mark');
  if (text === '') return ['an empty file'];
  if (text.includes('|')) faults.push('two separators in one file');
  if (!text.endsWith('\r\n')) faults.push('the last line has no end');
  if (text.replaceAll('\r\n', '').match(/[\r\n]/)) faults.push('a line break within a field');
  if (
    text
      .replaceAll('\r\n', '')
      .replaceAll('\t', '')
      .match(/[\p{Cc}\u00a0]/u)
  )
    faults.push('an invisible sign');
  const [header = '', ...lines] = text.split('\r\n').slice(0, -1);
  const expected = basis === 'payments' ? [...FIELDS, ...FIELDS_OF_PAYMENTS] : FIELDS;
  if (header !== expected.join('\t')) faults.push(`the header: ${header}`);
  if (lines.length === 0) faults.push('no line');
  if (lines.some((line) => line.split('\t').length !== expected.length))
    faults.push('a line with another number of fields');
  const rows = fecRows(text);
  for (const [place, row] of rows.entries())
    faults.push(...rowFaults(row).map((fault) => `line ${place + 2}: ${fault}`));
  return [...faults, ...entryFaults(rows), ...orderFaults(rows)];
}

function rowFaults(row: FecRow): string[] {
  const of = (name: string): string => row[name] ?? '';
  const faults = NEEDED.filter((name) => of(name).trim() === '').map((name) => `${name} is empty`);
  faults.push(
    ...DAYS.filter((name) => of(name) !== '' && !isDay(of(name))).map((name) => `${name} is no day AAAAMMJJ`),
  );
  faults.push(
    ...AMOUNTS.filter((name) => of(name) !== '' && !/^-?\d+,\d\d$/.test(of(name))).map(
      (name) => `${name} is no amount`,
    ),
  );
  if (!/^[1-8]\d\d[0-9A-Z]*$/.test(of('CompteNum'))) faults.push('the account has no three digits of the chart');
  if (of('Debit') !== '0,00' && of('Credit') !== '0,00') faults.push('debit and credit');
  if (of('Debit') === '0,00' && of('Credit') === '0,00') faults.push('neither debit nor credit');
  if ((of('CompAuxNum') === '') !== (of('CompAuxLib') === '')) faults.push('half of an auxiliary account');
  if ((of('EcritureLet') === '') !== (of('DateLet') === '')) faults.push('half of a lettering');
  if ((of('Montantdevise') === '') !== (of('Idevise') === '')) faults.push('half of an amount in a currency');
  if (of('Idevise') !== '' && !/^[A-Z]{3}$/.test(of('Idevise'))) faults.push('no code of ISO 4217');
  if (Object.values(row).some((field) => field !== field.trim())) faults.push('spaces at the edge of a field');
  return faults;
}

/** What holds within an entry, and for an account or journal in the whole file. */
function entryFaults(rows: readonly FecRow[]): string[] {
  const faults: string[] = [];
  for (const [number, lines] of Map.groupBy(rows, (row) => row.EcritureNum)) {
    const sum = lines.reduce((all, row) => all + cents(row.Debit ?? '0') - cents(row.Credit ?? '0'), 0n);
    if (sum !== 0n) faults.push(`${number} is off by ${sum} cents`);
    if (lines.length < 2) faults.push(`${number} has one line`);
    for (const name of ['JournalCode', 'EcritureDate', 'PieceRef', 'ValidDate'])
      if (new Set(lines.map((row) => row[name])).size !== 1) faults.push(`${number} has several ${name}`);
  }
  const oneLabel = (key: string, label: string): void => {
    for (const [name, lines] of Map.groupBy(rows, (row) => row[key] ?? ''))
      if (new Set(lines.map((row) => row[label])).size !== 1) faults.push(`${name} has several ${label}`);
  };
  oneLabel('CompteNum', 'CompteLib');
  oneLabel('JournalCode', 'JournalLib');
  return faults;
}

/** Entries are in the order of their days, and numbered without gaps in each journal. */
function orderFaults(rows: readonly FecRow[]): string[] {
  const faults: string[] = [];
  const days = rows.map((row) => row.EcritureDate ?? '');
  if (days.some((day, place) => place > 0 && day < (days[place - 1] ?? ''))) faults.push('entries out of order');
  for (const [journal, lines] of Map.groupBy(rows, (row) => row.JournalCode)) {
    const numbers = [...new Set(lines.map((row) => row.EcritureNum))];
    if (numbers.some((number, place) => number !== `${journal}-${place + 1}`)) faults.push(`${journal} has a gap`);
  }
  return faults;
}
