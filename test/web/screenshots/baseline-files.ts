import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  differenceOfScreens,
  palettePng,
  quantizeColours,
  type ScreenPicture,
  screenPictureOf,
} from './screenshot-image.ts';

const KEPT = fileURLToPath(new URL('baseline/', import.meta.url));
/** Where git does not look. */
const DIFFERENCES = fileURLToPath(new URL('../../../pictures/differences/', import.meta.url));
/** Says how the machine draws that drew what is kept. */
const HAND = `${KEPT}drawn-by.txt`;

/** The pictures and texts that git keeps, as their files are called. */
export const keptFiles = (): string[] => readdirSync(KEPT).filter((file) => file !== 'drawn-by.txt');

/** Bytes of all that is kept. */
export const baselineBytes = (): number =>
  readdirSync(KEPT).reduce((sum, file) => sum + readFileSync(`${KEPT}${file}`).length, 0);

/** How the machine draws that drew what is kept (`fontRenderingOf`). */
export const baselineFontRendering = (): string => readFileSync(HAND, 'utf8').trim();

/** What is wrong with a screen as it is drawn now; undefined where nothing is. */
export function faultOfPicture(name: string, png: Uint8Array): Fault | undefined {
  const kept = keptPicture(name);
  if (!kept) return { said: `${name}: a screen that was not there` };
  const found = differenceOfScreens(kept, quantizeColours(png));
  return found && { said: `${name}: ${found.pixels} pixels differ, red in pictures/differences`, png: found.png };
}

/** What is wrong with a screen, in words, and as a picture where there is one. */
export type Fault = { readonly said: string; readonly png?: Buffer };

/** Writes down where a screen is not as it was. */
export function showFault(name: string, { png }: Fault): void {
  if (!png) return;
  mkdirSync(DIFFERENCES, { recursive: true });
  writeFileSync(`${DIFFERENCES}screen-${name}.png`, png);
}

/** The first line of a screen that reads otherwise; undefined where none does. */
export function faultOfText(name: string, text: string): Fault | undefined {
  const file = `${KEPT}${name}.txt`;
  if (!existsSync(file)) return { said: `${name}: a screen that was not there` };
  const [before, now] = [readFileSync(file, 'utf8').split('\n'), text.split('\n')];
  const at = Array.from({ length: Math.max(before.length, now.length) }, (_, line) => line).find(
    (line) => before[line] !== now[line],
  );
  if (at === undefined) return undefined;
  return { said: `${name}, line ${at + 1}: “${before[at] ?? ''}” is now “${now[at] ?? ''}”` };
}

/**
 * Writes what is kept anew where it says something else, and takes away what is of screens that are
 * no more.
 */
export function keepScreens(hand: string) {
  const seen = new Set<string>();
  let changed = 0;
  mkdirSync(KEPT, { recursive: true });
  const write = (file: string, content: string | Buffer): void => {
    writeFileSync(`${KEPT}${file}`, content);
    changed += 1;
  };
  return {
    picture: (name: string, png: Uint8Array): void => {
      seen.add(`${name}.png`);
      if (faultOfPicture(name, png)) write(`${name}.png`, palettePng(quantizeColours(png)));
    },
    text: (name: string, text: string): void => {
      seen.add(`${name}.txt`);
      if (faultOfText(name, text)) write(`${name}.txt`, text);
    },
    forgetOthers: (): void => {
      for (const file of keptFiles().filter((each) => !seen.has(each))) {
        rmSync(`${KEPT}${file}`);
        changed += 1;
      }
      writeFileSync(HAND, `${hand}\n`);
    },
    changed: () => changed,
  };
}

function keptPicture(name: string): ScreenPicture | undefined {
  const file = `${KEPT}${name}.png`;
  return existsSync(file) ? screenPictureOf(readFileSync(file)) : undefined;
}
