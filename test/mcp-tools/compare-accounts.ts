import assert from 'node:assert/strict';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Drawn by chance for each customer: there is nothing to compare. */
const BY_CHANCE: ReadonlySet<string> = new Set(['token']);

/**
 * Two accounts that live the same life: what is asked of one is asked of the other, and what they
 * answer is the same but for ids, each of which stands for one of the other account for good.
 */
export function twins() {
  const toOther = new Map<string, string>();
  const back = new Map<string, string>();

  /**
   * Ids, and texts that hold some: learned where they are new, held against what is known where
   * they are not.
   */
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
    /** What was said of the first account, as it is said of the second. */
    translated: <T>(said: T): T => JSON.parse(JSON.stringify(said).replace(UUID, (id) => toOther.get(id) ?? id)),
  };
}
