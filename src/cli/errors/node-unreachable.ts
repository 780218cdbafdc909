/** Whether a statement failed since a node it needed did not answer: PostgreSQL itself tells of a lost connection, so it is none of ours. */
export function isNodeUnreachable(error: unknown): boolean {
  const { code, severity, message } = error as { code?: string; severity?: string; message?: string };
  return severity !== undefined && /^08/.test(code ?? '') && /\bnode\b/.test(message ?? '');
}

/** What is said of a command that needed a node that is away. */
export const nodeUnreachableMessage = (words: string) => ({
  fr: `une machine de la base, dont cette commande a besoin, ne répond pas (${words}). Remettez-la en marche, puis recommencez.`,
  en: `a database machine required by this command does not answer (${words}). Restart it, then try again.`,
});
