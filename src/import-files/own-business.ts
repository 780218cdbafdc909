import { letters } from '../csv/match-headers.ts';

/** The account that reads the file; any member may be missing. */
export type OwnBusiness = {
  readonly siren?: string | undefined;
  readonly vatNumber?: string | undefined;
  readonly name?: string | undefined;
};

/** Whether a name is that of the account, whatever its case, accents and punctuation. */
export const isOwnName = (name: string | undefined, own: OwnBusiness): boolean =>
  name !== undefined && own.name !== undefined && letters(own.name) !== '' && bare(name) === bare(own.name);

/** Without the form that some programs add: `Zoé Martin EI`. */
const bare = (name: string): string =>
  letters(name.replace(/\b(?:EI|E\.I\.|EIRL|SASU|SAS|SARL|EURL)\b/g, ' ')) || letters(name);
