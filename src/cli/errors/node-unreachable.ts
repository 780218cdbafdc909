/**
 * Whether a statement failed because a node was unreachable. PostgreSQL reports the lost
 * connection, so it is not a bug.
 */
export function isNodeUnreachable(error: unknown): boolean {
  const { code, severity, message } = error as { code?: string; severity?: string; message?: string };
  return severity !== undefined && /^08/.test(code ?? '') && /\bnode\b/.test(message ?? '');
}

/** The command needed an unreachable node. */
export const nodeUnreachableMessage = (words: string) => ({
  fr: `une machine de la base nécessaire à cette commande ne répond pas (${words}). Redémarrez-la, puis recommencez.`,
  en: `a database machine required by this command does not answer (${words}). Restart it, then try again.`,
});
