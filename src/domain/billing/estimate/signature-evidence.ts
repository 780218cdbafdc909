import type { Cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { OfferKind } from '../document/kind.ts';
import type { Locale } from '../document/locale.ts';

/**
 * All that is known of how an offer was signed electronically: a simple signature (Regulation (EU) 910/2014, art. 25), never more. Its
 * canonical text goes with the signed file and its digest joins the audit chain. Times are Unix seconds.
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
  /** Who asked: the id of a key or of a person, or the command line. */
  readonly askedBy: string;
  readonly openedAt: number;
  /** When a code sent to his address came back from him; absent where none was asked for. */
  readonly emailVerifiedAt?: number;
  readonly signedAt: number;
  readonly signer: {
    readonly name: string;
    readonly email?: string;
    /** The address his request came from, and what his browser calls itself. */
    readonly network: string;
    readonly userAgent: string;
  };
  /** The very words he agreed to. */
  readonly consent: string;
  /** The language he read the document in. */
  readonly language: Locale;
  /** His signature as drawn: see `isDrawnSignature`. Absent where he typed his name. */
  readonly drawing?: string;
  /** Hex SHA-256 of the bytes of the PDF he was shown. */
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

/** Bytes a drawn signature may take. */
export const DRAWING_BYTES_MAX = 20_000;

/**
 * Whether a text is a signature as pages draw it: path data of SVG with the commands M, L and C and plain numbers, at least one
 * stroke, at most `DRAWING_BYTES_MAX` bytes. Nothing else is ever set or kept.
 */
export const isDrawnSignature = (drawing: string): boolean =>
  drawing.length <= DRAWING_BYTES_MAX && PATH.test(drawing) && strokesOf(drawing).every(isWhole);

const NUMBER = String.raw`-?\d{1,5}(?:\.\d{1,4})?`;
const PATH = new RegExp(`^M ?${NUMBER}(?:[ ,]${NUMBER})(?: ?[MLC] ?${NUMBER}(?:[ ,]${NUMBER})*)+$`);

const strokesOf = (drawing: string): readonly string[] => drawing.match(/[MLC][^MLC]*/g) ?? [];

/** Coordinates come in pairs: a curve takes three. */
const isWhole = (stroke: string): boolean => {
  const numbers = numbersOf(stroke).length;
  return numbers > 0 && numbers % (stroke.startsWith('C') ? 6 : 2) === 0;
};

const numbersOf = (drawing: string): readonly number[] => (drawing.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

/** The box a drawn signature fills, in its own units. */
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
