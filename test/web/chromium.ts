import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The headless shell first: it does the least work apart from the pages. */
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'],
];

/**
 * The browser of the e2e tests: the one CHROMIUM names, or the first usual one on the PATH;
 * undefined if there is none.
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
 * Services the browser starts for each user and no test needs, such as address bar suggestions in
 * separate processes. Together 0.6 s of processor time per user, a sixth of all browser time.
 */
const PROPOSALS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The features Playwright disables: of two such lists the browser reads only the last. */
const LEFT_OUT_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding', 'MediaRouter'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'LensOverlay', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
];

/** With these, the headless shell draws letters exactly as Chromium does. */
export const CHROMIUM_FLAGS = [
  ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--font-render-hinting=slight'],
  `--disable-features=${[...LEFT_OUT_BY_PLAYWRIGHT, ...PROPOSALS].join(',')}`,
];

export const NO_CHROMIUM = `no Chromium on the PATH (${NAMES.join(', ')}) and no setting CHROMIUM: no journey was made. On Debian: apt install chromium-headless-shell`;
