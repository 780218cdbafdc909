import type { ClientAddress } from '../../customers/address.ts';
import { FRANCE, type RegistrationInput } from './registration-input.ts';

/** Urssaf's abbreviations of street types (AFNOR XP Z10-011; R as in its own documentation). */
const STREET_TYPES: Readonly<Record<string, string>> = {
  ...{
    rue: 'R',
    r: 'R',
    avenue: 'AV',
    av: 'AV',
    ave: 'AV',
    boulevard: 'BD',
    bd: 'BD',
    bld: 'BD',
    place: 'PL',
    pl: 'PL',
  },
  ...{
    allee: 'ALL',
    allees: 'ALL',
    all: 'ALL',
    chemin: 'CHE',
    che: 'CHE',
    chem: 'CHE',
    ch: 'CHE',
    impasse: 'IMP',
    imp: 'IMP',
  },
  ...{
    route: 'RTE',
    rte: 'RTE',
    square: 'SQ',
    sq: 'SQ',
    cours: 'CRS',
    crs: 'CRS',
    quai: 'QUAI',
    passage: 'PAS',
    pas: 'PAS',
  },
  ...{
    residence: 'RES',
    res: 'RES',
    lotissement: 'LOT',
    lot: 'LOT',
    cite: 'CITE',
    villa: 'VLA',
    faubourg: 'FG',
    fg: 'FG',
  },
  ...{
    hameau: 'HAM',
    ham: 'HAM',
    quartier: 'QUA',
    ruelle: 'RLE',
    sentier: 'SEN',
    sente: 'SEN',
    montee: 'MTE',
    promenade: 'PRO',
  },
  ...{ esplanade: 'ESP', traverse: 'TRA', domaine: 'DOM', chaussee: 'CHS', parvis: 'PRV', village: 'VLGE' },
};

const LETTERS: Readonly<Record<string, string>> = {
  bis: 'B',
  b: 'B',
  ter: 'T',
  t: 'T',
  quater: 'Q',
  q: 'Q',
  quinquies: 'C',
  c: 'C',
};

/**
 * 12 bis, rue de la Paix: a number, its suffix, and the street. A single letter is a suffix only if
 * more words follow.
 */
const NUMBERED = /^(\d{1,20})(?:\s*(bis|ter|quater|quinquies)\b|\s*([btqc])(?=[\s,]))?[\s,]+(.+)$/i;

type Parts = Partial<RegistrationInput['address']>;

/**
 * Splits our address into the fields of Urssaf, as far as they can be recognized; the user
 * fills in the others. A first line that begins with neither a number nor a street type is a
 * locality. In three cities the postcode gives the INSEE code.
 */
export function addressParts(entered: ClientAddress | undefined): Parts {
  if (entered === undefined) return {};
  const complement = filled(entered.complement);
  const town = filled(entered.city);
  const postalCode = filled(entered.zipCode);
  const townCode = postalCode === undefined ? undefined : townCodeOfDistrict(postalCode);
  return {
    ...streetParts(filled(entered.address)),
    ...(complement !== undefined && { complement }),
    ...(town !== undefined && { town }),
    ...(postalCode !== undefined && { postalCode }),
    ...(townCode !== undefined && { townCode }),
    ...(entered.country === 'FR' && { country: FRANCE }),
  };
}

function streetParts(line: string | undefined): Parts {
  if (line === undefined) return {};
  const [, number, word, single, rest] = NUMBERED.exec(line) ?? [];
  const letter = LETTERS[(word ?? single ?? '').toLowerCase()];
  const [first = '', ...others] = (rest ?? line).split(' ');
  const streetType = others.length > 0 ? STREET_TYPES[plain(first)] : undefined;
  if (number === undefined && streetType === undefined) return { locality: line };
  return {
    ...(number !== undefined && { number }),
    ...(letter !== undefined && { letter }),
    ...(streetType === undefined ? { street: rest ?? line } : { streetType, street: others.join(' ') }),
  };
}

/**
 * The districts of Paris, Lyon and Marseille have their own INSEE codes (code officiel
 * géographique): 75011 is 75111, 69003 is 69383, 13008 is 13208.
 */
function townCodeOfDistrict(postalCode: string): string | undefined {
  const [, town = '', district = ''] = /^(?=\d{5}$)(750|6900|130)(\d{1,2})$/.exec(postalCode) ?? [];
  const place = DISTRICTS[town];
  const number = Number(district);
  return place !== undefined && number >= 1 && number <= place.districts ? String(place.before + number) : undefined;
}

const DISTRICTS: Readonly<Record<string, { readonly before: number; readonly districts: number }>> = {
  750: { before: 75_100, districts: 20 },
  6900: { before: 69_380, districts: 9 },
  130: { before: 13_200, districts: 16 },
};

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();

function filled(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim().replace(/\s+/g, ' ');
  return trimmed ? trimmed : undefined;
}
