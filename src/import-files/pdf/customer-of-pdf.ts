import { countryOf } from '../../csv/country-of.ts';
import { sirenIn, vatNumberIn, type WrittenCustomer } from '../customer-of-file.ts';
import { isOwnName, type OwnBusiness } from '../own-business.ts';
import { type PagesText, type PlainPiece, rightOf } from './text-of-pages.ts';

/** Labels above or before the block of a customer, in seven languages, without accents. */
const LABEL =
  /^(?:facturee? a|facture a l'attention de|adressee? a|a l'attention de|adresse de facturation|client(?:e)?|destinataire|facturation|(?:billed|bill|invoice|sold) to|customer|client name|to|rechnung an|kunde|facturado a|intestata a|gefactureerd aan|faturado a|klant|pour)\s*:?\s*$/i;
const LABEL_WITH_NAME = /^(?:facturee? a|adressee? a|client|destinataire|billed? to|customer|pour)\s*:\s*(\S.*)$/i;
/** What ends a block, or is no name. */
const NO_NAME =
  /^(?:date|echeance|due|facture|invoice|devis|avoir|n[°o]\b|numero|ref|objet|subject|page|emetteur|de\b|from|designation|description|total|reglement|payment|iban|bic|tva\b|code client|reference|livre|ship)/i;
const ZIP = /^(?:F-|FR-|[A-Z]{1,2}-)?(\d{4,5})\s+(\p{L}.*)$/u;
const EMAIL = /[^\s,;:<>"']+@[^\s,;<>"'@]+\.[a-z]{2,24}/i;

/** The block of the customer: below its label, else the block with an address that is not ours. */
export function customerOfPdf(text: PagesText, own: OwnBusiness): WrittenCustomer | undefined {
  const first = text.pieces.filter(({ page }) => page === 1);
  const labels = first.filter(({ plain }) => LABEL.test(plain.trim()));
  for (const label of labels) {
    const block = blockUnder(label, first);
    const beside = block.length === 0 ? besideLabel(label, text) : [];
    const lines = [...block, ...beside];
    if (lines.length > 0) return fromLines(lines.map((each) => each.text));
  }
  for (const piece of first) {
    const [, name] = LABEL_WITH_NAME.exec(piece.plain) ?? [];
    if (name === undefined || name.trim() === '') continue;
    const written = piece.text.slice(piece.text.indexOf(':') + 1).trim();
    return fromLines([written, ...blockUnder(piece, first).map((each) => each.text)]);
  }
  const blocks = addressBlocks(first).filter((lines) => !isOwnBlock(lines, own));
  // Envelopes with a window have the address on the right.
  const found = blocks.toSorted((a, b) => (b[0]?.left ?? 0) - (a[0]?.left ?? 0))[0];
  return found && fromLines(found.map((each) => each.text));
}

/** Heights of the text between two lines of one block. */
const LINE_GAP = 2.2;
const BLOCK_LINES_MAX = 10;

function blockUnder(label: PlainPiece, pieces: readonly PlainPiece[]): PlainPiece[] {
  const block: PlainPiece[] = [];
  let last = label;
  for (const piece of pieces) {
    const isNear = Math.abs(piece.left - label.left) <= 14;
    if (!isNear || piece.top <= last.top + 1) continue;
    const gap = LINE_GAP * Math.max(last.height, piece.height, 8);
    if (piece.top - last.top > gap || block.length === BLOCK_LINES_MAX) break;
    if (
      block.length > 0 &&
      (NO_NAME.test(piece.plain) || LABEL.test(piece.plain.trim())) &&
      !/^(?:siret|siren|n[°o]\.?º? ?(?:de )?tva|tva|vat)/i.test(piece.plain)
    )
      break;
    block.push(piece);
    last = piece;
  }
  return block;
}

function besideLabel(label: PlainPiece, text: PagesText): PlainPiece[] {
  const next = rightOf(label, text);
  return next
    ? [
        next,
        ...blockUnder(
          next,
          text.pieces.filter(({ page }) => page === 1),
        ),
      ]
    : [];
}

/** Blocks of lines with a post code. */
function addressBlocks(pieces: readonly PlainPiece[]): PlainPiece[][] {
  return pieces
    .filter(({ text }) => ZIP.test(text))
    .map((zip) => {
      const above: PlainPiece[] = [];
      let last = zip;
      for (const piece of pieces.toReversed()) {
        if (piece.top >= last.top - 1 || Math.abs(piece.left - zip.left) > 14) continue;
        if (last.top - piece.top > LINE_GAP * Math.max(last.height, piece.height, 8) || above.length === 5) break;
        above.unshift(piece);
        last = piece;
      }
      return [...above, zip, ...blockUnder(zip, pieces)];
    })
    .filter((block) => block.length > 1);
}

function isOwnBlock(lines: readonly PlainPiece[], own: OwnBusiness): boolean {
  const digits = lines.map(({ text }) => text.replaceAll(/\D/g, '')).join(' ');
  return lines.some(({ text }) => isOwnName(text, own)) || (own.siren !== undefined && digits.includes(own.siren));
}

/** Reads name, address and numbers from the lines of a block. */
function fromLines(lines: readonly string[]): WrittenCustomer | undefined {
  const siren = lines
    .map((line) => /(?:siret|siren)\D{0,12}([\d\s.]{9,20})/i.exec(line)?.[1])
    .flatMap((each) => sirenIn(each) ?? [])[0];
  const vatNumber = lines
    .map((line) => /\b([A-Z]{2} ?[0-9A-Z]{2} ?[\d ]{8,14})(?![\dA-Z])/.exec(line)?.[1])
    .flatMap((each) => (each === undefined || /siret/i.test(each) ? [] : (vatNumberIn(each) ?? [])))[0];
  const email = lines.map((line) => EMAIL.exec(line)?.[0]).find((each) => each !== undefined);
  const plain = lines.filter(
    (line) => !/siret|siren\b|tva|\bvat\b|ust-id|iva\b|btw|@|\btel\b|tél|phone|^\+?[\d .()-]{9,}$/i.test(line),
  );
  const zipAt = plain.findIndex((line) => ZIP.test(line));
  const [, zipCode, city] = (zipAt < 0 ? undefined : ZIP.exec(plain[zipAt] as string)) ?? [];
  const [name, ...between] = plain.slice(0, zipAt < 0 ? undefined : zipAt);
  if (name === undefined) return undefined;
  const after = zipAt < 0 ? undefined : plain[zipAt + 1];
  const country = after === undefined ? undefined : countryOf(after);
  return {
    name,
    ...(between[0] !== undefined && zipAt >= 0 && { address: between[0] }),
    ...(between[1] !== undefined && zipAt >= 0 && { complement: between[1] }),
    ...(zipCode !== undefined && { zipCode, city }),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) && { country }),
    ...(siren !== undefined && { siren }),
    ...(vatNumber !== undefined && { vatNumber }),
    ...(email !== undefined && { email }),
  };
}
