import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The one without windows first: it takes two thirds of the processor of the others. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'],
];

/** The browser journeys are made in: the one CHROMIUM names, or the first of the usual ones on the PATH; undefined where there is none. */
export function chromiumPath(): string | undefined {
  const { CHROMIUM, PATH = '' } = process.env;
  const places = CHROMIUM
    ? [CHROMIUM]
    : PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const NO_CHROMIUM = `no Chromium on the PATH (${NAMES.join(', ')}) and no setting CHROMIUM: no journey was made. On Debian: apt install chromium-headless-shell`;
