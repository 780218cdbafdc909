import { readFileSync } from 'node:fs';

/**
 * The scopes both guides of a package tell users to give the key; they must be the same in both
 * languages.
 */
export function readmeScopes(name: 'n8n' | 'zapier'): string[] {
  const [english, french] = ['README.md', 'LISEZMOI.md'].map((file) => {
    const text = readFileSync(new URL(`../../integrations/${name}/${file}`, import.meta.url), 'utf8');
    return /--scopes (\S+)/.exec(text)?.[1];
  });
  if (!english || english !== french) throw new Error(`the guides of ${name} name other scopes, or none`);
  return english.split(',');
}
