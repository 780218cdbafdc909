import type { FileFault } from '../../domain/import-report.ts';
import type { FileRefusal } from '../../domain/refusal.ts';
import type { BilingualText } from '../bilingual-text.ts';
import type { Rows } from './refusal-text.ts';

/** Files that cannot be imported. */
export const fileRefusals: Rows<FileRefusal> = {
  file_unreadable: {
    code: 'import.file_unreadable',
    status: 400,
    title: { fr: 'Fichier illisible', en: 'Unreadable file' },
    detail: ({ fault, row }) => ({
      fr: `${faults[fault].fr}${row === undefined ? '' : ` (ligne ${row})`}.`,
      en: `${faults[fault].en}${row === undefined ? '' : ` (row ${row})`}.`,
    }),
    remedy: {
      fr: 'Enregistrez le fichier depuis votre tableur en « CSV UTF-8 ».',
      en: 'Save the file from your spreadsheet program as "CSV UTF-8".',
    },
    members: ({ fault, row }) => ({ fault, ...(row !== undefined && { row }) }),
  },
  file_column_twice: {
    code: 'import.column_twice',
    status: 400,
    title: { fr: 'Colonne en double', en: 'Duplicate column' },
    detail: ({ column }) => ({
      fr: `La colonne « ${column} » correspond à la même donnée qu’une autre colonne.`,
      en: `The column "${column}" has the same meaning as another column.`,
    }),
    remedy: {
      fr: 'Supprimez l’une des deux colonnes, ou renommez-la.',
      en: 'Delete one of the two columns, or rename it.',
    },
    members: ({ column }) => ({ column }),
  },
  file_member_unknown: {
    code: 'import.member_unknown',
    status: 400,
    title: { fr: 'Donnée inconnue', en: 'Unknown member' },
    detail: ({ member }) => ({
      fr: `« ${member} » n’est le nom d’aucune donnée qu’une colonne peut contenir.`,
      en: `"${member}" is not the name of anything a column can contain.`,
    }),
    remedy: {
      fr: 'Donnez un nom de l’API, comme dans un export, ou null pour laisser la colonne de côté.',
      en: 'Give a name of the API, as in a report, or null to leave the column out.',
    },
    members: ({ member }) => ({ member }),
  },
  file_columns_missing: {
    code: 'import.columns_missing',
    status: 400,
    title: { fr: 'Colonnes manquantes', en: 'Missing columns' },
    detail: ({ columns }) => ({
      fr: `Colonnes absentes du fichier : ${columns.join(', ')}.`,
      en: `Columns missing from the file: ${columns.join(', ')}.`,
    }),
    remedy: {
      fr: 'Dites dans « columns » ce que contiennent les colonnes du fichier, ou ajoutez celles qui manquent. Un export montre tous les en-têtes.',
      en: 'Say in "columns" what the columns of the file contain, or add the missing ones. An export shows all headers.',
    },
    members: ({ columns, found }) => ({ columns, found }),
  },
  file_too_long: {
    code: 'import.file_too_long',
    status: 413,
    title: { fr: 'Fichier trop long', en: 'File too long' },
    detail: ({ limit }) => ({
      fr: `Un fichier peut avoir au plus ${limit} lignes.`,
      en: `A file can have at most ${limit} rows.`,
    }),
    remedy: {
      fr: 'Découpez le fichier, ou importez-le en ligne de commande.',
      en: 'Split the file, or import it from the command line.',
    },
    members: ({ limit }) => ({ limit }),
  },
  file_rows_refused: {
    code: 'import.rows_refused',
    status: 422,
    title: { fr: 'Lignes refusées', en: 'Rows refused' },
    detail: ({ report: { rows, skipped } }) => ({
      fr: `Lignes refusées : ${skipped} sur ${rows}. Rien n’a été importé.`,
      en: `Refused rows: ${skipped} of ${rows}. Nothing was imported.`,
    }),
    remedy: {
      fr: 'Corrigez les lignes indiquées dans « report », ou ajoutez skipBad pour importer les autres.',
      en: 'Correct the rows listed in "report", or set skipBad to import the others.',
    },
    members: ({ report }) => ({ report }),
  },
};

const faults: Readonly<Record<FileFault, BilingualText>> = {
  encoding: {
    fr: 'L’encodage du fichier n’est pas celui qui est indiqué',
    en: 'The encoding of the file is not the one you gave',
  },
  nul: {
    fr: 'Ce n’est pas un fichier texte : il contient un caractère nul',
    en: 'This is not a text file: it contains a NUL character',
  },
  quote: {
    fr: 'Le fichier contient un guillemet mal placé ou une ligne inachevée',
    en: 'The file has a misplaced quotation mark or an unfinished row',
  },
  empty: { fr: 'Le fichier est vide', en: 'The file is empty' },
  columns: { fr: 'Le fichier a trop de colonnes', en: 'The file has too many columns' },
  ragged: {
    fr: 'Trop de lignes n’ont pas le même nombre de cellules que les autres',
    en: 'Too many rows have a different number of cells from the others',
  },
  too_costly: {
    fr: 'La lecture du fichier demande trop de temps ou de mémoire',
    en: 'Reading the file takes too much time or memory',
  },
  workbook_broken: {
    fr: 'Ce n’est pas un classeur Excel (.xlsx) lisible : il est endommagé, protégé par un mot de passe ou d’un autre format',
    en: 'This is not a readable Excel workbook (.xlsx): it is damaged, protected by a password or of another format',
  },
  workbook_too_large: {
    fr: 'Ce classeur Excel est trop grand une fois décompressé',
    en: 'This Excel workbook is too large once unpacked',
  },
};
