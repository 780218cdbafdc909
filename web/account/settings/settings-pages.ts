import {
  IconBuildingBridge,
  IconBuildingStore,
  IconCash,
  IconCircleCheck,
  IconCreditCard,
  IconFileDescription,
  IconListCheck,
  IconLock,
  IconPlug,
  IconReceipt,
  IconSend,
  IconServer,
  IconUpload,
  IconUsers,
  IconWorld,
} from '../../app/icons.tsx';

/** The settings pages by group. */
export const settingsPages = [
  {
    group: 'company',
    pages: [
      { name: 'identity', to: '/reglages/entreprise', icon: IconBuildingStore },
      { name: 'vat', to: '/reglages/tva', icon: IconReceipt },
      { name: 'eReporting', to: '/reglages/e-reporting', icon: IconCash },
      { name: 'numbering', to: '/reglages/numerotation', icon: IconListCheck },
      { name: 'payment', to: '/reglages/paiement', icon: IconCreditCard },
      { name: 'platform', to: '/reglages/plateforme', icon: IconBuildingBridge },
    ],
  },
  {
    group: 'documents',
    pages: [
      { name: 'themes', to: '/reglages/modeles', icon: IconFileDescription },
      { name: 'mail', to: '/reglages/e-mails', icon: IconSend },
      { name: 'languages', to: '/reglages/langues', icon: IconWorld },
    ],
  },
  {
    group: 'account',
    pages: [
      { name: 'people', to: '/reglages/personnes', icon: IconUsers },
      { name: 'security', to: '/reglages/securite', icon: IconLock },
      { name: 'integrations', to: '/reglages/integrations', icon: IconPlug },
      { name: 'audit', to: '/reglages/audit', icon: IconCircleCheck },
      { name: 'data', to: '/reglages/donnees', icon: IconUpload },
    ],
  },
  // Shown to the operator of the service only.
  { group: 'service', pages: [{ name: 'service', to: '/reglages/service', icon: IconServer }] },
] as const;
