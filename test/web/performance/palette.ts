import { type Finding, median } from '../../../bench/report.ts';
import type { Stage } from '../e2e-test.ts';

/** From the last key to the customer on the screen, including the debounce delay. */
const MOST_MS = 200;
const ROUNDS = 9;

/**
 * Types into the palette among many customers and documents: words all of them have, and words of a
 * single customer.
 */
export async function measurePalette({ page, visit }: Stage, { among }: { among: number }): Promise<Finding[]> {
  await visit('/');
  const findings: Finding[] = [];
  for (const [what, textOf] of [
    // Each round types another text, so that no answer is cached.
    ['words of all', (round: number) => 'menuiserie verdiere'.slice(0, 4 + round)],
    ['words of one', (round: number) => `verdiere ${among - round}`],
  ] as const) {
    const taken: number[] = [];
    let asked = 0;
    page.on('request', (request) => {
      if (/\/v2\//.test(request.url())) asked += 1;
    });
    for (let round = 0; round < ROUNDS; round++) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await page.evaluate(WATCH);
      asked = 0;
      await page.keyboard.insertText(textOf(round));
      taken.push(await page.evaluate('found'));
      await page.keyboard.press('Escape');
    }
    findings.push({
      ...{ what: `palette among ${among}, ${what}`, value: median(taken), unit: 'ms' as const },
      target: { most: MOST_MS },
      how: `worst ${Math.max(...taken).toFixed(0)} ms, ${asked} question${asked === 1 ? '' : 's'} a text`,
    });
    page.removeAllListeners('request');
  }
  return findings;
}

/** From the last character typed to the frame that shows customers. */
const WATCH = `
  globalThis.pressed = 0;
  addEventListener('input', (event) => { pressed = event.timeStamp; }, { capture: true });
  globalThis.found = new Promise((done) => {
    const look = () => document.querySelector('[role=group][aria-label=Clients] [role=option]')
      ? done(performance.now() - pressed) : requestAnimationFrame(look);
    look();
  });
  undefined`;
