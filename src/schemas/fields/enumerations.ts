import * as z from 'zod';
import { legalStatuses } from '../../domain/account/legal-facts.ts';
import { scopes } from '../../domain/account/scope.ts';
import { states } from '../../domain/billing/document/kind.ts';
import { personalServiceActivities, productTypes } from '../../domain/billing/document/lines/line.ts';
import { productUnits } from '../../domain/billing/document/lines/product-unit.ts';
import { locales } from '../../domain/billing/document/locale.ts';
import { paymentDelays, paymentMethods } from '../../domain/billing/document/terms/payment-terms.ts';
import { countryCodes } from '../../domain/customers/country.ts';
import { currencyCodes } from '../../domain/money/currency.ts';
import { priorities } from '../../domain/projects/task.ts';
import { vatMentions } from '../../domain/vat/mention-text.ts';
import { vatCodes } from '../../domain/vat/vat-code.ts';
import { billingTypes } from '../billing/document/document-type.ts';
import { eventTypes } from '../events/event-type.ts';
import { expectations } from '../validation/expectation.ts';
import { named, numbered, worded } from './enum-schema.ts';

// Enumerations used in several places of the API, each under one name in the description: as in
// requests and, with the suffix `Json`, as in answers.

export const billingType = named(billingTypes).meta({ id: 'BillingType' });
export const BillingTypeJson = numbered(billingTypes).meta({ id: 'BillingType' });

export const billingState = named(states).meta({ id: 'BillingState' });
export const BillingStateJson = numbered(states).meta({ id: 'BillingState' });

export const paymentMethod = named(paymentMethods).meta({ id: 'PaymentMethod' });
export const PaymentMethodJson = numbered(paymentMethods).meta({ id: 'PaymentMethod' });

export const productType = named(productTypes).meta({ id: 'ProductType' });
export const ProductTypeJson = numbered(productTypes).meta({ id: 'ProductType' });

export const productUnit = named(productUnits).meta({ id: 'ProductUnit' });
export const ProductUnitJson = numbered(productUnits).meta({ id: 'ProductUnit' });

export const legalStatus = named(legalStatuses).meta({ id: 'LegalStatus' });
export const LegalStatusJson = numbered(legalStatuses).meta({ id: 'LegalStatus' });

export const vatMention = named(vatMentions).meta({ id: 'VatMention' });
export const VatMentionJson = numbered(vatMentions).meta({ id: 'VatMention' });

export const priority = named(priorities).meta({ id: 'TaskPriority' });
export const PriorityJson = numbered(priorities).meta({ id: 'TaskPriority' });

export const vatCode = worded(vatCodes).meta({ id: 'VatCode' });
export const VatCodeJson = z.enum(vatCodes).meta({ id: 'VatCode' });

export const currencyCode = worded(currencyCodes).meta({ id: 'CurrencyCode' });
export const CurrencyCodeJson = z.enum(currencyCodes).meta({ id: 'CurrencyCode' });

export const locale = worded(locales).meta({ id: 'BillingLocale' });
export const LocaleJson = z.enum(locales).meta({ id: 'BillingLocale' });

/** A country by its two letters (ISO 3166-1 alpha-2, with AN and XK). */
export const country = worded(countryCodes)
  .meta({ id: 'Country' })
  .register(expectations, {
    says: () => ({
      fr: 'Écrivez le pays en deux lettres (ISO 3166-1), comme FR',
      en: 'Write the country in two letters (ISO 3166-1), such as FR',
    }),
  });
export const CountryJson = z.enum(countryCodes).meta({ id: 'Country' });

export const paymentDelay = worded(paymentDelays).meta({ id: 'PaymentDelay' });
export const PaymentDelayJson = z.enum(paymentDelays).meta({ id: 'PaymentDelay' });

export const personalServiceActivity = worded(personalServiceActivities).meta({ id: 'PersonalServiceActivity' });
export const PersonalServiceActivityJson = z.enum(personalServiceActivities).meta({ id: 'PersonalServiceActivity' });

export const scope = worded(scopes).meta({ id: 'Scope' });
export const ScopeJson = z.enum(scopes).meta({ id: 'Scope' });

export const eventType = worded(eventTypes as [string, ...string[]]).meta({ id: 'EventType' });
