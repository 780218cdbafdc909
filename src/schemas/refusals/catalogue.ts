import type { CatalogueRefusal } from '../../domain/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Products. */
export const catalogueRefusals: Rows<CatalogueRefusal> = {
  product_not_found: notFound('product', 'Produit introuvable', 'Product not found'),
  product_price_too_large: {
    code: 'product.price_too_large',
    status: 400,
    title: { fr: 'Prix trop élevé', en: 'Price out of range' },
    detail: ({ limit }) => ({
      fr: `Avec cette marge, le prix unitaire dépasserait ${limit} centimes.`,
      en: `With this margin, the unit price would exceed ${limit} cents.`,
    }),
    remedy: {
      fr: 'Vérifiez le prix d’achat, en centimes, et la marge, en pour cent.',
      en: 'Check the purchase price, in cents, and the margin, in percent.',
    },
    members: ({ limit }) => ({ limit }),
    pointer: () => '/productMargin',
  },
  personal_service_unit: {
    code: 'product.personal_service_unit',
    status: 400,
    title: { fr: 'Unité refusée pour un service à la personne', en: 'Unit not allowed for a personal service' },
    detail: ({ unit }) => ({
      fr: `Un service à la personne ne peut pas se vendre à l’unité « ${unit} ».`,
      en: `A personal service cannot be sold by the unit ${unit}.`,
    }),
    remedy: {
      fr: 'Mettez unit à HOUR ou à FIXED_RATE, ou personalServiceActivity à false (PUT /v2/catalog/product/{id}).',
      en: 'Set unit to HOUR or FIXED_RATE, or set personalServiceActivity to false (PUT /v2/catalog/product/{id}).',
    },
    remedyOnScreen: {
      fr: 'Choisissez l’unité « heure » ou « forfait », ou retirez l’activité de service à la personne.',
      en: 'Choose the unit “hour” or “fixed rate”, or remove the personal service activity.',
    },
    pointer: () => '/unit',
  },
};
