/** The texts by subject and language, loaded on demand: only those a screen needs. */
export const catalogues = {
  app: { fr: () => import('./fr/app.ts'), en: () => import('./en/app.ts') },
  home: { fr: () => import('./fr/home.ts'), en: () => import('./en/home.ts') },
  editor: { fr: () => import('./fr/editor.ts'), en: () => import('./en/editor.ts') },
  account: { fr: () => import('./fr/account.ts'), en: () => import('./en/account.ts') },
  people: { fr: () => import('./fr/people.ts'), en: () => import('./en/people.ts') },
  finalized: { fr: () => import('./fr/finalized.ts'), en: () => import('./en/finalized.ts') },
  settings: { fr: () => import('./fr/settings.ts'), en: () => import('./en/settings.ts') },
  access: { fr: () => import('./fr/access.ts'), en: () => import('./en/access.ts') },
  installation: { fr: () => import('./fr/installation.ts'), en: () => import('./en/installation.ts') },
  themes: { fr: () => import('./fr/themes.ts'), en: () => import('./en/themes.ts') },
  mail: { fr: () => import('./fr/mail.ts'), en: () => import('./en/mail.ts') },
  events: { fr: () => import('./fr/events.ts'), en: () => import('./en/events.ts') },
  integrations: { fr: () => import('./fr/integrations.ts'), en: () => import('./en/integrations.ts') },
  recurring: { fr: () => import('./fr/recurring.ts'), en: () => import('./en/recurring.ts') },
  reminders: { fr: () => import('./fr/reminders.ts'), en: () => import('./en/reminders.ts') },
  lists: { fr: () => import('./fr/lists.ts'), en: () => import('./en/lists.ts') },
  customers: { fr: () => import('./fr/customers.ts'), en: () => import('./en/customers.ts') },
  catalogue: { fr: () => import('./fr/catalogue.ts'), en: () => import('./en/catalogue.ts') },
  projects: { fr: () => import('./fr/projects.ts'), en: () => import('./en/projects.ts') },
  payments: { fr: () => import('./fr/payments.ts'), en: () => import('./en/payments.ts') },
  bank: { fr: () => import('./fr/bank.ts'), en: () => import('./en/bank.ts') },
  eReporting: { fr: () => import('./fr/e-reporting.ts'), en: () => import('./en/e-reporting.ts') },
  received: { fr: () => import('./fr/received.ts'), en: () => import('./en/received.ts') },
  agency: { fr: () => import('./fr/agency.ts'), en: () => import('./en/agency.ts') },
  platform: { fr: () => import('./fr/platform.ts'), en: () => import('./en/platform.ts') },
  platformReasons: { fr: () => import('./fr/platform-reasons.ts'), en: () => import('./en/platform-reasons.ts') },
  palette: { fr: () => import('./fr/palette.ts'), en: () => import('./en/palette.ts') },
  import: { fr: () => import('./fr/import.ts'), en: () => import('./en/import.ts') },
} as const;

export type LocaleName = keyof typeof catalogues;
export type Words<W extends LocaleName> = Awaited<ReturnType<(typeof catalogues)[W]['fr']>>['words'];
