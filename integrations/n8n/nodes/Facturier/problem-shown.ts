/** What the service says when it refuses (RFC 9457), as far as it is shown. */
type Problem = {
  detail?: string;
  code?: string;
  requestId?: string;
  errors?: { property?: string; constraints?: Record<string, string> }[];
  finalizeRequirements?: { name: string; message: string }[];
};

/** A refusal as the user reads it: what happened, then each field or requirement, then what support asks for. */
export function problemShown(status: number, said: unknown): { message: string; description: string } {
  const problem: Problem = said !== null && typeof said === 'object' ? said : {};
  const fields = (problem.errors ?? []).flatMap(({ property, constraints }) =>
    Object.values(constraints ?? {}).map((reason) => (property ? `${property}: ${reason}` : reason)),
  );
  const requirements = (problem.finalizeRequirements ?? []).map(({ message }) => message);
  // One field alone is told by the message already; in French its colon stands apart.
  const told = problem.detail?.replaceAll('\u00a0:', ':');
  const more = [...fields, ...requirements].filter((said) => !told?.includes(said));
  const support = [problem.code, problem.requestId].filter(Boolean).join(', ');
  return {
    message: problem.detail ?? `The server answered ${status}: is its address right?`,
    description: [...new Set(more), ...(support ? [`(${support})`] : [])].join('\n'),
  };
}
