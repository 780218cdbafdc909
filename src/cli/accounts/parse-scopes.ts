import { scopes as allScopes, type Scope } from '../../domain/account/scope.ts';
import { UsageError } from '../terminal/output.ts';

/** Parses `billing:read, customers:write`. */
export function parseScopes(text: string): Scope[] {
  return text.split(',').map((said) => {
    const scope = allScopes.find((each) => each === said.trim().toLowerCase());
    if (scope) return scope;
    throw new UsageError({
      fr: `la portée « ${said.trim()} » n’existe pas. Portées : ${allScopes.join(', ')}`,
      en: `unknown scope "${said.trim()}". Scopes: ${allScopes.join(', ')}`,
    });
  });
}
