import type { Words } from '../locales/catalogues.ts';
import {
  IconBook,
  IconBox,
  IconCash,
  IconFileInvoice,
  IconFilePencil,
  IconHome,
  IconLayoutKanban,
  IconUsers,
} from './icons.tsx';

/**
 * The eight entries of the sidebar, with the scope required to see each and its letter after `g`.
 */
export const entries = [
  { name: 'home', to: '/', icon: IconHome, scope: undefined, key: { fr: 'a', en: 'h' } },
  { name: 'estimates', to: '/devis', icon: IconFilePencil, scope: 'billing:read', key: { fr: 'd', en: 'e' } },
  { name: 'invoices', to: '/factures', icon: IconFileInvoice, scope: 'billing:read', key: { fr: 'f', en: 'i' } },
  { name: 'customers', to: '/clients', icon: IconUsers, scope: 'customers:read', key: { fr: 'c', en: 'c' } },
  { name: 'projects', to: '/projets', icon: IconLayoutKanban, scope: 'projects:read', key: { fr: 'p', en: 'p' } },
  { name: 'catalogue', to: '/catalogue', icon: IconBox, scope: 'catalog:read', key: { fr: 'k', en: 'k' } },
  { name: 'payments', to: '/paiements', icon: IconCash, scope: 'billing:read', key: { fr: 'e', en: 'y' } },
  { name: 'books', to: '/livres', icon: IconBook, scope: 'billing:read', key: { fr: 'l', en: 'b' } },
] as const satisfies readonly { name: keyof Words<'app'>['pages']; [more: string]: unknown }[];
