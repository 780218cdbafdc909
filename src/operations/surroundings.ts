import type { AuditSeal } from '../seal/audit-seal.ts';

/** What one process gives every operation besides its transaction. */
export type Surroundings = {
  /** Stands for the service in `display…Logo`; letters and digits. */
  serviceName: string;
  /** The service's public address, without a trailing slash. */
  publicUrl: string;
  /** Signs the audit chain. */
  seal: AuditSeal;
};
