import * as z from 'zod';
import { paymentMethods } from '../../domain/billing/document/terms/payment-terms.ts';
import {
  CountryJson,
  CurrencyCodeJson,
  country,
  currencyCode,
  LocaleJson,
  locale,
  PaymentMethodJson,
  paymentMethod,
} from '../fields/enumerations.ts';
import { LINE_MAX, NOTE_MAX, SHORT_MAX, text } from '../fields/text.ts';
import { emails } from '../mail/email.ts';
import { bankInformation } from '../payments/bank-account.ts';

// Common parts of the contact and organization forms.

/**
 * A member that stays if omitted, and is cleared by null or "": clients may send back an empty
 * member as they received it.
 */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isEmpty(value) ? null : value), schema.nullable()).optional();

const isEmpty = (input: unknown): boolean => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return isNothing(input);
  return Object.entries(input).every(([member, value]) => member === 'country' || isNothing(value));
};
const isNothing = (value: unknown): boolean => value === '' || value === null || value === undefined;

const clientAddress = z
  .object({
    address: text(LINE_MAX).nullable(),
    complement: text(LINE_MAX).nullable().optional(),
    city: text(SHORT_MAX).nullable(),
    zipCode: text(SHORT_MAX).nullable(),
    state: text(SHORT_MAX).nullable().optional(),
    country,
  })
  .meta({ id: 'ClientAddressForm' });

/** Members of the forms of contacts and organizations. */
export const commonForm = {
  emails: z
    .preprocess((value) => value ?? [], emails)
    .optional()
    .meta({ description: 'E-mail addresses.' }),
  phone: clearable(text(SHORT_MAX)).meta({ description: 'Telephone number.' }),
  website: clearable(text(LINE_MAX)).meta({ description: 'The address of a website.' }),
  keywords: clearable(text(LINE_MAX)).meta({ description: 'Your own keywords for the customer.' }),
  language: clearable(locale).meta({
    description: 'Language of documents, unless `preferences.language` is sent.',
  }),
  notes: clearable(text(NOTE_MAX)).meta({ description: 'Notes for yourself.' }),
  billingAddress: clearable(clientAddress).meta({ description: 'Billing address; required to finalize a document.' }),
  deliveryAddress: clearable(clientAddress).meta({ description: 'Delivery address, if not the billing address.' }),
  bankInformations: clearable(bankInformation).meta({ description: 'A bank account: IBAN, BIC and holder.' }),
  preferences: z
    .object({
      language: clearable(locale),
      currency: clearable(currencyCode),
      paymentMethods: z
        .array(paymentMethod)
        .max(paymentMethods.length)
        .transform((value) => [...new Set(value)])
        .nullable()
        .optional(),
    })
    .meta({ id: 'CustomerPreferences' })
    .nullable()
    .optional()
    .meta({ description: 'Answered as `language`, `currency`, `paymentMethods`.' }),
};

export const ClientAddressJson = z
  .object({
    address: z.string().nullable(),
    complement: z.string().nullable().optional(),
    city: z.string().nullable(),
    zipCode: z.string().nullable(),
    state: z.string().nullable().optional(),
    country: CountryJson,
  })
  .meta({ id: 'ClientAddress' });

/** Members of the answers with a contact or an organization. */
export const preferencesJson = {
  website: z.string().optional(),
  keywords: z.string().optional(),
  language: LocaleJson.optional(),
  currency: CurrencyCodeJson.optional(),
  paymentMethods: z.array(PaymentMethodJson).optional(),
};

/** The common details in a form. */
export function commonRevision(form: z.output<typeof CommonForm>) {
  const { emails, phone, website, keywords, notes, billingAddress, deliveryAddress, bankInformations, preferences } =
    form;
  const language = preferences?.language === undefined ? form.language : preferences.language;
  const members = { emails, phone, website, keywords, notes, billingAddress, deliveryAddress };
  return { ...members, bank: bankInformations, ...preferences, language };
}
const CommonForm = z.object(commonForm);
