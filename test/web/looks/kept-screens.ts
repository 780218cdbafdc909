import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  differenceOfScreens,
  inFewColours,
  palettePng,
  type ScreenPicture,
  screenPictureOf,
} from './screen-picture.ts';

const KEPT = fileURLToPath(new URL('kept/', import.meta.url));
/** Where git does not look. */
const DIFFERENCES = fileURLToPath(new URL('../../../pictures/differences/', import.meta.url));

/** The names of the pictures that git keeps, without their ending. */
export const keptScreens = (): string[] => readdirSync(KEPT).map((file) => file.replace(/\.png$/, ''));

/** Bytes of all that is kept. */
export const keptBytes = (): number =>
  readdirSync(KEPT).reduce((sum, file) => sum + readFileSync(`${KEPT}${file}`).length, 0);

/** What is wrong with a screen as it is drawn now, with a picture of it in a file where there is one; undefined where nothing is. */
export function faultOfScreen(name: string, drawn: ScreenPicture): string | undefined {
  const file = `${KEPT}${name}.png`;
  if (!existsSync(file)) return `${name}: a screen that was not there`;
  const found = differenceOfScreens(screenPictureOf(readFileSync(file)), drawn);
  if (!found) return undefined;
  mkdirSync(DIFFERENCES, { recursive: true });
  const shown = `${DIFFERENCES}screen-${name}.png`;
  writeFileSync(shown, found.png);
  return `${name}: ${found.pixels} pixels differ, red in ${shown}`;
}

/** Writes pictures where they say something else than those that are there, and takes away those of screens that are no more. */
export function keepScreens() {
  const seen = new Set<string>();
  let changed = 0;
  mkdirSync(KEPT, { recursive: true });
  return {
    keep: (name: string, png: Uint8Array): void => {
      seen.add(name);
      const file = `${KEPT}${name}.png`;
      const drawn = inFewColours(png);
      if (existsSync(file) && !differenceOfScreens(screenPictureOf(readFileSync(file)), drawn)) return;
      writeFileSync(file, palettePng(drawn));
      changed += 1;
    },
    forgetOthers: (): void => {
      for (const name of keptScreens().filter((each) => !seen.has(each))) {
        rmSync(`${KEPT}${name}.png`);
        changed += 1;
      }
    },
    changed: () => changed,
  };
}
