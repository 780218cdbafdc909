import type { Cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { OfferKind } from '../document/kind.ts';
import type { Locale } from '../document/locale.ts';

/**
 * The evidence of an electronic signature on an offer: a simple signature (Regulation (EU)
 * 910/2014, art. 25), never more. Its canonical text is stored with the signed file, and its digest
 * is recorded in the audit chain. Times are Unix seconds.
 */
export type SignatureEvidence = {
  readonly procedureId: string;
  readonly document: {
    readonly kind: OfferKind;
    readonly id: string;
    readonly number: string;
    readonly title?: string;
    readonly total: Cents;
    readonly currency: CurrencyCode;
  };
  readonly account: { readonly name: string; readonly siren?: string };
  readonly askedAt: number;
  /** The requester: the id of a key or a person, or the command line. */
  readonly askedBy: string;
  readonly openedAt: number;
  /** When the signer entered the code sent to their address; absent without a code. */
  readonly emailVerifiedAt?: number;
  readonly signedAt: number;
  readonly signer: {
    readonly name: string;
    readonly email?: string;
    /** The IP address of the request and the user agent of the browser. */
    readonly network: string;
    readonly userAgent: string;
  };
  /** The exact consent text. */
  readonly consent: string;
  /** The language in which the document was shown. */
  readonly language: Locale;
  /** The drawn signature, see `isDrawnSignature`. Absent if the name was typed. */
  readonly drawing?: string;
  /** Hex SHA-256 of the PDF the signer was shown. */
  readonly shownSha256: string;
  readonly steps: readonly SignatureStep[];
};

const signatureSteps = ['asked', 'mailed', 'reminded', 'opened', 'code_sent', 'code_verified', 'signed'] as const;

/** `at`: Unix seconds. */
export type SignatureStep = {
  readonly at: number;
  readonly step: (typeof signatureSteps)[number];
  readonly detail?: string;
};

/** Maximum bytes of a drawn signature. */
export const DRAWING_BYTES_MAX = 20_000;

/**
 * Whether a text is a signature as drawn on our pages: SVG path data with the commands M, L and C
 * and plain numbers, at least one stroke, at most `DRAWING_BYTES_MAX` bytes. Other path data is
 * neither printed nor stored.
 */
export const isDrawnSignature = (drawing: string): boolean =>
  drawing.length <= DRAWING_BYTES_MAX && PATH.test(drawing) && strokesOf(drawing).every(isWhole);

const NUMBER = String.raw`-?\d{1,5}(?:\.\d{1,4})?`;
const PATH = new RegExp(`^M ?${NUMBER}(?:[ ,]${NUMBER})(?: ?[MLC] ?${NUMBER}(?:[ ,]${NUMBER})*)+$`);

const strokesOf = (drawing: string): readonly string[] => drawing.match(/[MLC][^MLC]*/g) ?? [];

/** Coordinates come in pairs; a curve has three. */
const isWhole = (stroke: string): boolean => {
  const numbers = numbersOf(stroke).length;
  return numbers > 0 && numbers % (stroke.startsWith('C') ? 6 : 2) === 0;
};

const numbersOf = (drawing: string): readonly number[] => (drawing.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

/** The bounding box of a drawn signature, in its own units. */
export function boxOfDrawing(drawing: string): { x: number; y: number; width: number; height: number } {
  const numbers = numbersOf(drawing);
  const across = numbers.filter((_, place) => place % 2 === 0);
  const down = numbers.filter((_, place) => place % 2 === 1);
  const spanned = (all: readonly number[]) => {
    const least = all.reduce((a, b) => Math.min(a, b));
    return { from: least, length: all.reduce((a, b) => Math.max(a, b)) - least };
  };
  const [x, y] = [spanned(across), spanned(down)];
  return { x: x.from, y: y.from, width: x.length, height: y.length };
}
