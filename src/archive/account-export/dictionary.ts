import { type Cell, dialects, writeRows } from '../../csv/write-rows.ts';
import {
  columnsLeftOut,
  type ExportedColumn,
  type ExportedTable,
  leftOutReasons,
  tablesLeftOut,
} from '../../db/account/export/exported-tables.ts';

/** The meaning of a column of the records. */
type Entry = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
  readonly references: string;
};

/**
 * The data dictionary of an export: a line for each column, and what is left out with its reason.
 */
export function dataDictionary(tables: readonly ExportedTable[]): { csv: string; json: string } {
  const entries = tables.flatMap((table) => table.columns.map((column) => entryOf(table, column)));
  const left = [
    ...Object.entries(tablesLeftOut).map(([table, reason]) => ({ table, reason: leftOutReasons[reason] })),
    ...tables.flatMap(({ name }) =>
      Object.entries(columnsLeftOut(name)).map(([column, reason]) => ({
        ...{ table: name, column },
        reason: leftOutReasons[reason],
      })),
    ),
  ];
  const heads = ['Table', 'Colonne / Column', 'Type', 'Unité / Unit', 'Sens / Meaning', 'Renvoie à / References'];
  const rows = entries.map(({ table, column, type, unit, meaning, references }): Cell[] => [
    ...[table, column, type, unit, meaning, references],
  ]);
  return {
    csv: dialects.excelFr.mark + writeRows([heads, ...rows], dialects.excelFr),
    json: `${JSON.stringify({ columns: entries, leftOut: left }, null, 1)}\n`,
  };
}

function entryOf(table: ExportedTable, { name, type, comment, references }: ExportedColumn): Entry {
  return {
    ...{ table: `billing.${table.name}`, column: name, type: type.replace('billing.', '') },
    unit: unitOf(name, type),
    meaning: comment ?? meaningOf(name),
    references: references ? `billing.${references}` : '',
  };
}

function unitOf(name: string, type: string): string {
  if (type === 'billing.at' || type === 'at') return 'secondes depuis 1970 UTC · seconds since 1970 UTC';
  if (type === 'date') return 'jour du calendrier · calendar day';
  if (type === 'bytea') return 'hexadécimal (\\x…) · hexadecimal (\\x…)';
  const [, unit] = units.find(([suffix]) => name.endsWith(suffix)) ?? [];
  return unit ?? '';
}

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['_cents', 'centièmes de la devise · hundredths of the currency'],
  ['unit_price', 'centièmes de la devise · hundredths of the currency'],
  ['_euros', 'euros'],
  ['_bp', 'points de base (1/100 %) · basis points (1/100 %)'],
  ['_km', 'kilomètres · kilometers'],
  ['_ms', 'millisecondes · milliseconds'],
  ['size', 'octets · bytes'],
  ['stock', 'dix-millièmes d’unité · ten-thousandths of a unit'],
  ['moved', 'dix-millièmes d’unité · ten-thousandths of a unit'],
];

/** Columns that mean the same in every table; the others are named after what they hold. */
const meanings: Readonly<Record<string, string>> = {
  account_id: 'le compte · the account',
  id: 'identifiant · identifier',
  test: 'vrai : mode test · true: test mode',
  content: 'le reste de l’enregistrement, en JSON · the rest of the record, as JSON',
  settings: 'les réglages, en JSON · the settings, as JSON',
  life: 'ce qui change après la finalisation, en JSON · what changes after finalization, as JSON',
  found_by: 'texte de recherche, sans accents · search text, without accents',
  sha256:
    'empreinte SHA-256 ; celle d’un fichier se trouve dans manifest.json · SHA-256; that of a file is in manifest.json',
  version: 'nombre de modifications · number of changes',
  number: 'numéro · number',
  state: 'état · state',
  kind: 'nature · kind',
  title: 'titre · title',
  currency: 'devise (ISO 4217) · currency (ISO 4217)',
  actor: 'qui l’a fait · who did it',
  link: 'entrée de la piste d’audit, JSON canonique · entry of the audit trail, canonical JSON',
  hash: 'SHA-256 de l’entrée · SHA-256 of the entry',
  signature: 'signature Ed25519 de l’empreinte · Ed25519 signature of the hash',
  seq: 'rang dans la piste d’audit · place in the audit trail',
};

const meaningOf = (name: string): string => meanings[name] ?? name.replaceAll('_', ' ');
