const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' });

/** The day in Paris of a time in Unix seconds, computed apart from the rules: 2026-03-02. */
export const parisDay = (seconds: number): string => DAY.format(new Date(seconds * 1000));
