/** How documents of one customer go to the platform, where it differs from the connection. */
export const platformSendings = ['on_finalization', 'by_hand'] as const;
export type PlatformSending = (typeof platformSendings)[number];
