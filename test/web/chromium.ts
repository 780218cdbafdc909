import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The one without windows first: it does the least besides the pages. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'],
];

/**
 * The browser journeys are made in: the one CHROMIUM names, or the first of the usual ones on the
 * PATH; undefined where there is none.
 */
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

/**
 * What a browser prepares for each person beside his page, and nobody here sees: what its address
 * bar would propose, in programs of their own. Together
 * 0.6 s of the processor a person, and a sixth of all that the browser takes for the journeys.
 */
const PROPOSALS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/**
 * What Playwright leaves out of Chromium by itself: of two such lists the browser reads only the
 * last.
 */
const LEFT_OUT_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'LensOverlay', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** The parts of it that the browser of the journeys does without. */
export const WITHOUT_PARTS = `--disable-features=${[...LEFT_OUT_BY_PLAYWRIGHT, ...PROPOSALS].join(',')}`;

export const NO_CHROMIUM = `no Chromium on the PATH (${NAMES.join(', ')}) and no setting CHROMIUM: no journey was made. On Debian: apt install chromium-headless-shell`;
