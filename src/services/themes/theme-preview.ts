import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Refused } from '../../domain/refusal.ts';
import { unusableLogo } from '../../domain/themes/logo.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { PrintError } from '../../pdf/printer.ts';
import type { Context } from '../context.ts';
import { sampleInvoice } from './sample-invoice.ts';

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
