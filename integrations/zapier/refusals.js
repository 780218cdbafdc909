'use strict';

/** Every answer that is a refusal becomes an error, but where a step wants to look at it first. */
const sayRefusal = (response, z) => (response.skipThrowForStatus ? response : accepted(response, z));

/** A refusal of the service (RFC 9457), in the words of the service: what happened, each field, what support asks for. */
function accepted(response, z) {
  if (response.status < 400) return response;
  const problem = response.data ?? {};
  const message = messageOf(problem) ?? `The server answered ${response.status}: is its address right?`;
  // Zapier tells the user to connect again.
  if (response.status === 401) throw new z.errors.ExpiredAuthError(message);
  throw new z.errors.Error(message, problem.code, response.status);
}

function messageOf({ detail, errors = [], finalizeRequirements = [], code, requestId }) {
  if (typeof detail !== 'string') return undefined;
  const fields = errors.flatMap(({ property, constraints }) =>
    Object.values(constraints ?? {}).map((reason) => (property ? `${property}: ${reason}` : reason)),
  );
  const requirements = finalizeRequirements.map(({ message }) => message);
  const support = [code, requestId].filter(Boolean).join(', ');
  // One field alone is told by the detail already; in French its colon stands apart.
  const told = detail.replaceAll('\u00a0:', ':');
  const more = [...fields, ...requirements].filter((said) => !told.includes(said));
  return [detail, ...new Set(more), `(${support})`].join('\n');
}

module.exports = { accepted, sayRefusal };
