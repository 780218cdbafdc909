import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { SCALE } from './screenshot-image.ts';
import { drawn } from './stable-page.ts';

const SIZE = { width: 600, height: 200 };
const typeface = readFileSync(new URL('../../../web/app/fonts/inter-400.woff2', import.meta.url));

/**
 * A fingerprint of how this machine renders letters, edges and colours. Another browser or machine
 * may differ slightly everywhere; its pictures cannot be compared with the stored ones.
 */
export async function fontRenderingOf(page: Page): Promise<string> {
  const browser = page.context().browser();
  if (!browser) throw new Error('a page without a browser');
  const trial = await browser.newPage({ viewport: SIZE });
  try {
    await trial.setContent(
      `<style>@font-face { font-family: Kept; src: url(data:font/woff2;base64,${typeface.toString('base64')}) }
        body { font: 15px Kept; margin: 20px } i { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: #c22 }</style>
        <i></i> Vingt-neuf 0123456789 € <b>Échéance</b> <input value="Wagnière" style="font: 12px Kept; border-radius: 6px"> <i style="background: #238"></i>`,
    );
    await trial.evaluate('document.fonts.ready');
    const protocol = await trial.context().newCDPSession(trial);
    const hash = createHash('sha256');
    for (const scale of [1, SCALE]) hash.update(await drawn(protocol, SIZE, scale));
    return `Chromium ${browser.version()} ${hash.digest('hex').slice(0, 16)}`;
  } finally {
    await trial.close();
  }
}
