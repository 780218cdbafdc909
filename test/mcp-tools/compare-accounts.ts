import assert from 'node:assert/strict';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Random for each customer, so it is not compared. */
const BY_CHANCE: ReadonlySet<string> = new Set(['token']);

/**
 * Two accounts with the same history: each request goes to both, and the answers are equal except
 * for ids, each of which maps to one id of the other account.
 */
export function twins() {
  const toOther = new Map<string, string>();
  const back = new Map<string, string>();

  /** Ids, and texts that contain some: new ones are recorded, known ones are compared. */
  const sameText = (one: string, other: string, where: string): void => {
    const [ids, others] = [one.match(UUID) ?? [], other.match(UUID) ?? []];
    assert.equal(one.replace(UUID, '…'), other.replace(UUID, '…'), where);
    for (const [place, id] of ids.entries()) {
      const twin = others[place] as string;
      assert.equal(toOther.get(id) ?? twin, twin, `${where}: another thing`);
      assert.equal(back.get(twin) ?? id, id, `${where}: another thing`);
      toOther.set(id, twin);
      back.set(twin, id);
    }
  };

  const same = (one: unknown, other: unknown, where = 'the answer'): void => {
    if (typeof one === 'string' && typeof other === 'string') return sameText(one, other, where);
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
      return assert.deepEqual(one, other, where);
    assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort(), where);
    assert.equal(Array.isArray(one), Array.isArray(other), where);
    for (const [name, value] of Object.entries(one))
      if (!BY_CHANCE.has(name)) same(value, (other as Record<string, unknown>)[name], `${where}.${name}`);
  };

  return {
    same,
    /** A text of the first account, with the ids of the second. */
    translated: <T>(said: T): T => JSON.parse(JSON.stringify(said).replace(UUID, (id) => toOther.get(id) ?? id)),
  };
}
