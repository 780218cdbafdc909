import type { Tool } from '../../src/mcp/tool.ts';
import { valueOf } from '../support/openapi/random-value.ts';
import type { Chance } from '../support/runner/seeded-random.ts';
import { seconds } from './http-equivalents.ts';
import { NOBODY, schemaOf } from './tool-client.ts';

/** Ids of existing objects, by the parameter that may name them. */
export type Known = Readonly<Record<string, readonly string[]>>;

const schemas = new WeakMap<Tool, Record<string, any>>();

/** The parameters of a tool in JSON Schema, created once. */
const keptSchema = (tool: Tool): Record<string, any> => {
  const schema = schemas.get(tool) ?? schemaOf(tool);
  schemas.set(tool, schema);
  return schema;
};

/** Parameters for a tool, mostly of existing objects and possible actions. */
export function drawnFor(tool: Tool, chance: Chance, known: Known): Record<string, unknown> {
  const schema = keptSchema(tool);
  return valueOf(schema, chance, {
    components: schema.$defs ?? {},
    named: (name) => (name.endsWith('Id') ? drawnId(name, chance, known) : sensible(name, chance)),
  }) as Record<string, unknown>;
}

function drawnId(name: string, chance: Chance, known: Known): string {
  const ids = known[name] ?? [];
  if (ids.length === 0 || chance.chance(4)) return chance.pick([NOBODY, 'x1']);
  return chance.pick(ids);
}

/** Dates as people write them: days and instants. */
const DATES = Object.keys(seconds);
const DAYS = DATES.filter((said) => !said.includes('T'));

/** Fields whose names promise more than their schema says. */
function sensible(name: string, chance: Chance): unknown {
  switch (name) {
    case 'rangeFrom':
    case 'rangeTo':
      return chance.pick(DATES);
    case 'emittedAt':
    case 'customDueDate':
    case 'deliveryDate':
    case 'expiredAt':
    case 'doneAt':
    case 'date':
      return chance.pick(DAYS);
    case 'from':
      return chance.pick(['2026-03-02', '2026-03-29']);
    case 'to':
      return chance.pick(['2026-04-30', '2027-03-31']);
    case 'dueDate':
      return chance.pick(['2026-03-20', '2026-03-29']);
    case 'receivedAt':
      return '2026-03-02';
    case 'country':
      return chance.pick(['FR', 'BE']);
    case 'quantity':
      return chance.pick([1, 2, 0.5]);
    case 'amount':
      return chance.pick([100, 6000, 12000]);
    case 'percentage':
      return chance.pick([10, 30, 50]);
    case 'vatCode':
      return chance.pick(['FR_2000', 'FR_550']);
    case 'search':
      return chance.pick(['conseil', 'été', 'F-2026', 'zzz']);
    case 'siret':
      return '552 081 317 66522';
    case 'vatNumber':
      return 'FR44732829320';
    case 'nafCode':
      return '62.01Z';
    case 'iban':
      return 'FR7630006000011234567890189';
    case 'bic':
      return 'AGRIFRPP';
    case 'page':
      return chance.pick([1, 1, 2]);
    default:
      return undefined;
  }
}
