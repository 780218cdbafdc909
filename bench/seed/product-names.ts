import type { ProductType } from '../../src/domain/billing/document/lines/line.ts';
import type { ProductUnit } from '../../src/domain/billing/document/lines/product-unit.ts';

// A fictitious wholesaler's catalogue that also rents out staff: a hundred product types in many
// finishes and sizes, from a few thousand makers.

type Sort = { name: string; code: string; type: ProductType; unit: ProductUnit; personal?: true };

const goods = [
  'Vis à bois|Boulon|Écrou|Rondelle|Cheville|Équerre|Charnière|Poignée|Serrure|Cylindre|Verrou|Gond|Crémone|Judas',
  'Câble|Gaine|Disjoncteur|Interrupteur|Prise|Goulotte|Domino|Ampoule|Réglette|Projecteur|Détecteur|Télérupteur|Tableau',
  'Robinet|Mitigeur|Siphon|Tuyau|Raccord|Té|Coude|Clapet|Vanne|Chauffe-eau|Radiateur|Circulateur|Évier|Lavabo|Baignoire',
  'Peinture|Enduit|Mastic|Colle|Vernis|Lasure|Primaire|Pinceau|Rouleau|Bâche|Ruban|Papier peint|Toile|Décapant|Ponceuse',
  'Parquet|Plinthe|Lambris|Chevron|Bastaing|Panneau|Carrelage|Faïence|Mosaïque|Ciment|Mortier|Parpaing|Brique|Tuile',
  'Ardoise|Gouttière|Isolant|Laine de roche|Fenêtre|Porte|Volet|Store|Échelle|Échafaudage|Perceuse|Scie|Marteau',
]
  .join('|')
  .split('|');
const services = ['Développement', 'Dépannage', 'Formation', 'Étude', 'Pose', 'Contrôle', 'Maintenance', 'Livraison'];
const personal = ['Ménage à domicile', 'Garde d’enfants', 'Soutien scolaire', 'Jardinage'];

/** About a hundred types: some ten thousand products each in a million. */
const sorts: readonly Sort[] = [
  ...goods.map((name) => sort(name, 'sale_of_goods', 'unit')),
  ...services.map((name) => sort(name, 'service_delivery', 'day')),
  ...personal.map((name): Sort => ({ ...sort(name, 'service_delivery', 'hour'), personal: true })),
];

function sort(name: string, type: ProductType, unit: ProductUnit): Sort {
  const letters = name.normalize('NFD').replace(/[^a-z]/gi, '');
  return { name, code: letters.slice(0, 3).toUpperCase(), type, unit };
}

const finishes = [
  'inox|laiton|acier galvanisé|zingué|brossé|chromé|émaillé|en chêne|en hêtre|noirci|extra-plat|renforcé|étanche|souple',
  'à clé|à œillet|tête fraisée|tête bombée|autoforeur|anti-vandale|de sécurité|à encastrer|en saillie|pour extérieur',
  'deux pôles|longue durée|séchage rapide|mat|satiné|brillant|à l’ancienne|réglable|coulissant|démontable|prêt à poser',
  'ignifugé|isolé|thermostatique|sur mesure|d’entrée|de façade|de toiture|pour cuisine|sans fil|rechargeable|forgé',
]
  .join('|')
  .split('|');

const syllables =
  'ba|cor|dél|fri|gau|hou|jas|kel|lor|mé|nou|pré|qui|ros|sav|tour|vau|wim|xan|zé|brun|cler|dou|gran|mar';
const endings = 'ard|bel|con|dac|ert|fier|gnac|hoz|ier|jon|let|mont|nel|oux|pin|ric|son|tal|ville|zac|eau|oy';

/**
 * Invented makers with unequal shares: in a million products the first have thousands, the last a
 * hundred.
 */
export const makers: readonly string[] = (() => {
  const [starts, ends] = [syllables.split('|'), endings.split('|')];
  const names = starts.flatMap((a) => starts.flatMap((b) => ends.map((c) => a + b + c)));
  const random = randomFrom(1);
  return names
    .map((name) => ({ name: name.charAt(0).toUpperCase() + name.slice(1), at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, 4_000)
    .map(({ name }) => name);
})();

export type Named = { designation: string; reference: string; sort: Sort };

/** Name and reference of the n-th product, deterministic. */
export function namedProduct(n: number): Named {
  const random = randomFrom(n + 17);
  const pick = <T>(list: readonly T[], share = random()): T => list[Math.floor(share * list.length)] as T;
  const sort = pick(sorts);
  const [wide, long] = [2 + Math.floor(random() * 60), 10 * (1 + Math.floor(random() * 300))];
  const size = sort.type === 'sale_of_goods' ? ` ${wide} × ${long}` : ` ${long / 10} h`;
  const designation = `${sort.name} ${pick(finishes)} ${pick(finishes)} ${pick(makers, random() ** 2)}${size}`;
  return { designation, reference: `${sort.code}-${wide}${long}-${String(n).padStart(7, '0')}`, sort };
}

/** Deterministic random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
