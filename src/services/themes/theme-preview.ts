import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Seen } from '../../domain/billing/document/draft-context.ts';
import type { Line } from '../../domain/billing/document/lines/line.ts';
import { defaultContent, freshDraft, noLines } from '../../domain/billing/document/new-draft.ts';
import { figuresOf } from '../../domain/billing/document/totals/document-figures.ts';
import type { Totals } from '../../domain/billing/document/totals/totals.ts';
import type { Party } from '../../domain/customers/party.ts';
import { type TenThousandths, tenThousandths } from '../../domain/money/ten-thousandths.ts';
import type { Refused } from '../../domain/refusal.ts';
import { unusableLogo } from '../../domain/themes/logo.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { PrintError } from '../../pdf/printer.ts';
import type { Context } from '../context.ts';

/**
 * How to draw a sample invoice in a theme, all pages in one image (SVG), without holding a
 * connection. Refused if its logo cannot be printed.
 */
export const themePreview =
  (context: Context, settings: AccountSettings, theme: Theme) =>
  async (): Promise<{ bytes: Buffer } | Refused<'theme_logo_unusable'>> => {
    const { printer, serviceName, accountId, gone } = context;
    const { printedDocument } = await import('../../pdf/layout/document-layout.ts');
    const printed = printedDocument({ ...sampleInvoice(settings, context), theme, serviceName });
    const { logo } = theme;
    try {
      return {
        bytes: await printer.renderPdf({ printed, asSvg: true, ...(logo && { logo }) }, { accountId, gone }),
      };
    } catch (error) {
      if (logo && error instanceof PrintError) return unusableLogo('content');
      throw error;
    }
  };

/** A fictitious invoice of the account for theme previews. It is not stored and has no number. */
function sampleInvoice(settings: AccountSettings, { newId, now }: { newId: () => string; now: number }): Seen {
  const words = settings.defaults.locale === 'fr' ? french : english;
  const customer: Party = {
    ...{ id: newId(), kind: 'organization', test: true, name: words.customer, emails: [] },
    billingAddress: { line1: words.street, zipCode: '69001', city: 'Lyon', country: 'FR' },
  };
  const isTaxed = settings.vatRegime === 'simplified' || settings.vatRegime === 'normal';
  const lines = words.lines.map(
    ([designation, reference, quantity, cents], at): Line => ({
      ...{ id: newId(), designation, reference, taxIncluded: false, deliveryOfGoods: false },
      ...{ quantity: whole(quantity), unitPrice: whole(cents), unit: 'day', type: 'service_delivery' },
      vatCode: isTaxed ? (at === 0 ? 'FR_2000' : 'FR_1000') : 'FR_00HT',
    }),
  );
  const said = defaultContent('invoice', settings, customer, now);
  const content = { ...said, ...noLines, lines, deductions: [], planned: [] };
  const blank = freshDraft({
    ...{ kind: 'invoice', id: newId(), test: true, now, content, totals: {} as Totals, title: words.title },
  });
  const document = { ...blank, totals: figuresOf(blank, undefined) };
  return { document, facts: { settings, now, customer } };
}

type Sold = readonly [designation: string, reference: string, quantity: number, cents: number];
type SampleTexts = { customer: string; street: string; title: string; lines: readonly Sold[] };

const french: SampleTexts = {
  customer: 'Client d’exemple SARL',
  street: '4 place des Terreaux',
  title: 'Un exemple de facture',
  lines: [
    ['Conception', 'CON-01', 3, 48_000],
    ['Réalisation', 'REA-02', 5, 52_000],
    ['Formation de l’équipe', 'FOR-03', 1, 60_000],
  ],
};
const english: SampleTexts = {
  customer: 'Sample Customer Ltd',
  street: '4 place des Terreaux',
  title: 'A sample invoice',
  lines: [
    ['Design', 'DES-01', 3, 48_000],
    ['Making', 'MAK-02', 5, 52_000],
    ['Training of the team', 'TRA-03', 1, 60_000],
  ],
};

const whole = (value: number): TenThousandths => tenThousandths(value) as TenThousandths;
