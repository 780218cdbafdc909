import { scopes as allScopes, type Scope } from '../../domain/account/scope.ts';
import { WrongUsage } from '../terminal/output.ts';

/** Reads `billing:read, customers:write`. */
export function scopesIn(text: string): Scope[] {
  return text.split(',').map((said) => {
    const scope = allScopes.find((each) => each === said.trim().toLowerCase());
    if (scope) return scope;
    throw new WrongUsage({
      fr: `le droit « ${said.trim()} » n’existe pas. Les droits sont : ${allScopes.join(', ')}`,
      en: `unknown scope "${said.trim()}". Scopes: ${allScopes.join(', ')}`,
    });
  });
}
