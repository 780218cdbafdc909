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
/** Ignored by git. */
const DIFFERENCES = fileURLToPath(new URL('../../../pictures/differences/', import.meta.url));
/** Records the rendering fingerprint of the machine that drew the baseline. */
const HAND = `${KEPT}drawn-by.txt`;

/** The pictures and texts that git stores, by file name. */
export const keptFiles = (): string[] => readdirSync(KEPT).filter((file) => file !== 'drawn-by.txt');

/** Bytes of all stored files. */
export const baselineBytes = (): number =>
  readdirSync(KEPT).reduce((sum, file) => sum + readFileSync(`${KEPT}${file}`).length, 0);

/** The rendering fingerprint of the baseline's machine (`fontRenderingOf`). */
export const baselineFontRendering = (): string => readFileSync(HAND, 'utf8').trim();

/** The fault of a screen as drawn now; undefined if there is none. */
export function faultOfPicture(name: string, png: Uint8Array): Fault | undefined {
  const kept = keptPicture(name);
  if (!kept) return { said: `${name}: a screen that was not there` };
  const found = differenceOfScreens(kept, quantizeColours(png));
  return found && { said: `${name}: ${found.pixels} pixels differ, red in pictures/differences`, png: found.png };
}

/** The fault of a screen in words, and as a picture if there is one. */
export type Fault = { readonly said: string; readonly png?: Buffer };

/** Writes a report of the screens that differ from their baseline. */
export function showFault(name: string, { png }: Fault): void {
  if (!png) return;
  mkdirSync(DIFFERENCES, { recursive: true });
  writeFileSync(`${DIFFERENCES}screen-${name}.png`, png);
}

/** The first line of a screen whose text differs; undefined if none does. */
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

/** Rewrites baseline files that differ, and deletes those of removed screens. */
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
