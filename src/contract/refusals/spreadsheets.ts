import type { FileFault } from '../../domain/import-report.ts';
import type { FileRefusal } from '../../domain/refusal.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import type { Rows } from './told.ts';

/** Files that cannot be imported as they are. */
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
      fr: 'Enregistrez-le depuis votre tableur en « CSV UTF-8 ».',
      en: 'Save it from your spreadsheet as "CSV UTF-8".',
    },
    members: ({ fault, row }) => ({ fault, ...(row !== undefined && { row }) }),
  },
  file_column_twice: {
    code: 'import.column_twice',
    status: 400,
    title: { fr: 'Colonne en double', en: 'Column twice' },
    detail: ({ column }) => ({
      fr: `La colonne « ${column} » désigne la même chose qu’une autre.`,
      en: `The column "${column}" means the same as another one.`,
    }),
    remedy: { fr: 'Supprimez l’une des deux, ou renommez-la.', en: 'Delete one of the two, or rename it.' },
    members: ({ column }) => ({ column }),
  },
  file_columns_missing: {
    code: 'import.columns_missing',
    status: 400,
    title: { fr: 'Colonnes manquantes', en: 'Columns missing' },
    detail: ({ columns }) => ({
      fr: `Il manque : ${columns.join(', ')}.`,
      en: `Missing: ${columns.join(', ')}.`,
    }),
    remedy: {
      fr: 'Ajoutez ces colonnes, ou celle des identifiants pour modifier ce qui existe. Un export montre tous les en-têtes.',
      en: 'Add these columns, or that of the ids to change what exists. An export shows all headers.',
    },
    members: ({ columns }) => ({ columns }),
  },
  file_too_long: {
    code: 'import.file_too_long',
    status: 413,
    title: { fr: 'Fichier trop long', en: 'File too long' },
    detail: ({ limit }) => ({ fr: `Au plus ${limit} lignes à la fois.`, en: `At most ${limit} rows at a time.` }),
    remedy: {
      fr: 'Découpez le fichier, ou importez-le par la ligne de commande.',
      en: 'Split the file, or import it by the command line.',
    },
    members: ({ limit }) => ({ limit }),
  },
  file_rows_refused: {
    code: 'import.rows_refused',
    status: 422,
    title: { fr: 'Lignes refusées', en: 'Rows refused' },
    detail: ({ report: { rows, skipped } }) => ({
      fr: `Lignes refusées : ${skipped} sur ${rows}. Rien n’a été importé.`,
      en: `Rows that do not fit: ${skipped} of ${rows}. Nothing was imported.`,
    }),
    remedy: {
      fr: 'Corrigez les lignes indiquées dans « report », ou demandez skipBad pour importer les autres.',
      en: 'Correct the rows in "report", or ask for skipBad to import the others.',
    },
    members: ({ report }) => ({ report }),
  },
};

const faults: Readonly<Record<FileFault, InTwoLanguages>> = {
  encoding: {
    fr: 'Son jeu de caractères n’est pas celui qui est annoncé',
    en: 'Its character set is not the one given',
  },
  nul: { fr: 'Il contient un caractère nul : ce n’est pas du texte', en: 'It holds a NUL character: it is no text' },
  quote: {
    fr: 'Un guillemet y est mal placé, ou une ligne n’est pas terminée',
    en: 'A quote is out of its place, or a row does not end',
  },
  empty: { fr: 'Il est vide', en: 'It is empty' },
  columns: { fr: 'Il a trop de colonnes', en: 'It has too many columns' },
  ragged: {
    fr: 'Trop de ses lignes n’ont pas le même nombre de cellules que les autres',
    en: 'Too many of its rows have a different number of cells',
  },
  too_costly: {
    fr: 'Sa lecture demande trop de temps ou de mémoire',
    en: 'Reading it takes too much time or memory',
  },
};
