import type { Colours } from './theme.ts';

/** The minimum contrast of text (WCAG 2.2, 1.4.3, level AA). */
export const CONTRAST_LEAST = 4.5;

export type ContrastProblem = {
  readonly text: keyof Colours;
  readonly on: keyof Colours | 'paper';
  /** 1 to 21, two decimals, rounded down. */
  readonly contrast: number;
};

/** The color pairs of a theme with too little contrast; empty if all are readable. */
export const contrastProblems = (colours: Colours): ContrastProblem[] =>
  pairs.flatMap(([text, on]) => {
    const contrast = contrastOf(colours[text], on === 'paper' ? PAPER : colours[on]);
    return contrast < CONTRAST_LEAST ? [{ text, on, contrast: Math.floor(contrast * 100) / 100 }] : [];
  });

const PAPER = '#ffffff';

/** The text colors of the templates, and their backgrounds. */
const pairs: readonly (readonly [keyof Colours, keyof Colours | 'paper'])[] = [
  ['ink', 'paper'],
  ['muted', 'paper'],
  ['accent', 'paper'],
  ['ink', 'surface'],
  ['muted', 'surface'],
  ['accent', 'surface'],
  ['onAccent', 'accent'],
];

/** The contrast of two colors `#rrggbb`: 1 if equal, 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance by WCAG: linearized channels, weighted like the human eye. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
