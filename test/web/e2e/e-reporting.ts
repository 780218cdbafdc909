import { COMPANY } from '../../support/service/company.ts';
import { MONDAY } from '../../support/service/in-process-service.ts';
import { journey, type Stage } from '../e2e-test.ts';

/** A period is reported, corrected after takings entered late, and repaired after a rejection. */
export const userJourney = journey({
  name: 'home names the e-report of a period that is due; it is sent and accepted, corrected after late takings, and a rejection says what to change',
  run: async (stage) => {
    const { page, visit, check, books, tests } = stage;
    await page.clock.setSystemTime(MONDAY * 1000);
    await books.company({ ...COMPANY, vatRegime: 'normal' });
    const takings = (on: string) =>
      tests.done('create-counter-sale', undefined, { on, sold: 'services', rate: 2_000, amount: 12_000 });
    await dueOnHome(stage);
    await takings('2026-02-12');
    await visit('/');
    await page.evaluate(() => sessionStorage.setItem('facturier.mode', 'test'));
    await open(stage);
    await page.getByText('Pour la transmettre d’ici, raccordez une plateforme agréée.').waitFor();
    await check('e-report without a platform', page, 'all');

    await visit('/reglages/plateforme');
    await page.getByRole('button', { name: 'Raccorder la plateforme d’essai' }).click();
    await page.getByText('Plateforme d’essai, depuis le').waitFor();
    await chosenReporter(stage);
    await open(stage);
    await sent(stage, { button: 'Transmettre à la plateforme…', totals: /100,00\s€ HT, TVA 20,00\s€/ });
    await page.getByText('Acceptée par l’administration').waitFor();
    await page.getByText('Les montants n’ont pas changé depuis cet envoi.').waitFor();
    await check('e-report accepted', page, 'all');

    await takings('2026-02-13');
    await open(stage);
    await page.getByText('Les montants ont changé depuis cet envoi.').waitFor();
    await sent(stage, { button: 'Transmettre la rectification…', totals: /200,00\s€ HT, TVA 40,00\s€/ });
    await page.getByText('1 transmission précédente').waitFor();
    await page.getByText('Acceptée par l’administration').first().waitFor();

    await rejected(stage);
    await page.getByText('Rejetée : l’administration n’a pas ces montants').waitFor();
    await page.getByText('Vérifiez le détail des montants').waitFor();
    await page.getByRole('button', { name: 'Transmettre de nouveau…' }).waitFor();
    await check('e-report rejected', page, 'all');
  },
});

/** As on a day when e-reporting applies: home names the period until its report is sent. */
async function dueOnHome({ page, visit, check, books }: Stage): Promise<void> {
  await books.finalized(books.invoice(await books.organization()));
  await books.done('create-counter-sale', undefined, {
    ...{ on: '2026-02-12', sold: 'services', rate: 2_000, amount: 12_000 },
  });
  await page.route(/\/v2\/e-invoicing\/readiness/, async (route) => {
    const readiness = await (await route.fetch()).json();
    const duties = readiness.duties.map((duty: object) => ({ ...duty, since: '2026-01-01', state: 'ready' }));
    await route.fulfill({ json: { ...readiness, duties } });
  });
  await page.route(/\/v2\/e-reporting\/periods/, async (route) => {
    const answer = await (await route.fetch()).json();
    const periods = answer.periods.map((period: { to: string }) =>
      period.to < '2026-03-02' ? { ...period, state: 'to_report' } : period,
    );
    await route.fulfill({ json: { ...answer, periods } });
  });
  await visit('/');
  await page.getByRole('heading', { name: 'E-reporting à transmettre' }).waitFor();
  await page.getByText('Ventes, du 11/02/2026 au 20/02/2026, à transmettre au plus tard le').waitFor();
  await check('e-report due on home', page, 'all');
  await page.getByRole('link', { name: 'Voir et transmettre' }).click();
  await page.getByRole('heading', { name: 'Périodes' }).waitFor();
  await page.unrouteAll();
}

/** The platform reports, then Facturier again: takings stay in its report either way. */
async function chosenReporter({ page, visit, check }: Stage): Promise<void> {
  await visit('/reglages/e-reporting');
  await page.getByRole('radio', { name: 'Ma plateforme agréée' }).click();
  await page.getByText('Un document que la plateforme a accepté ne compte plus ici.').waitFor();
  await check('e-reports made by the platform', page, 'all');
  await page.getByRole('radio', { name: 'Facturier' }).click();
  await page.getByText('vérifiez avec elle qu’elle le propose').waitFor();
}

/** Opens the sales of 11 to 20 February. */
async function open({ page, visit }: Stage): Promise<void> {
  await visit('/reglages/e-reporting');
  await page.getByRole('button', { name: 'Ventes, du 11/02/2026 au 20/02/2026' }).click();
  await page.getByRole('heading', { name: 'Ventes, du 11/02/2026 au 20/02/2026' }).waitFor();
}

/** Sends it, after the dialog has said what leaves. */
async function sent({ page, check }: Stage, { button, totals }: { button: string; totals: RegExp }): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(totals).waitFor();
  await check(`dialog: ${button}`, page, 'all');
  await dialog.getByRole('button', { name: 'Transmettre', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The answer of the API with a rejection, which the trial platform of an account has not. */
async function rejected(stage: Stage): Promise<void> {
  await stage.page.route(/\/v2\/e-reporting\/reports\/transactions\?/, async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    if (!report.transmission) return route.fulfill({ response });
    const at = MONDAY;
    const reasons = [{ code: 'REJ_COH', text: 'Les taux ne donnent pas le total du 20260212 (TT-82).' }];
    const statuses = [{ code: 301, status: 'rejected', statedAt: at, receivedAt: at, reasons }];
    const transmission = { ...report.transmission, state: 'rejected', statuses };
    const next = { ...report.next, hindrance: undefined, type: 'RE' };
    return route.fulfill({ response, json: { ...report, transmission, next } });
  });
  await open(stage);
}
