const BROWSERS = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'] as const;
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;

/** Short name of a browser from its user agent. */
export function browserName(
  userAgent: string,
  words: { unknown: string; on: (browser: string, system: string) => string },
): string {
  const browser = BROWSERS.find((name) => userAgent.includes(name));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const called = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : (browser ?? words.unknown);
  return system ? words.on(called, system) : called;
}
