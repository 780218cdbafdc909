// A bookkeeper's account of purchases, written apart from the service: paper lines that are struck
// out by a red line of the same day, summed by hand in whole cents.

type Paper = {
  day: string;
  kind: string;
  cents: bigint;
  tax: bigint;
  isCash: boolean;
};

/** The sums of a stretch of days, as text of whole cents. */
export type PurchaseSheet = { lines: number; paid: string; tax: string; cash: string; kinds: string };

export function purchasesReference() {
  const papers: Paper[] = [];
  const sheetOf = (some: readonly Paper[]): PurchaseSheet => {
    let [paid, tax, cash] = [0n, 0n, 0n];
    const kinds: Record<string, bigint> = {};
    for (const paper of some) {
      paid += paper.cents;
      tax += paper.tax;
      if (paper.isCash) cash += paper.cents;
      kinds[paper.kind] = (kinds[paper.kind] ?? 0n) + paper.cents;
    }
    const words = Object.keys(kinds)
      .sort()
      .map((kind) => `${kind}=${kinds[kind]}`);
    return { lines: some.length, paid: `${paid}`, tax: `${tax}`, cash: `${cash}`, kinds: words.join(' ') };
  };
  return {
    bought: (paper: Paper): void => void papers.push(paper),
    struckOut: (paper: Paper): void => void papers.push({ ...paper, cents: -paper.cents, tax: -paper.tax }),
    /** Days as `day amount`, in the order of days. */
    days: (year: string): string[] =>
      papers
        .filter(({ day }) => day.startsWith(year))
        .map(({ day, cents }) => `${day} ${cents}`)
        .sort(),
    /** The sums of a year by the first characters of its days that `name` picks. */
    sheets(year: string, name: (day: string) => string): Record<string, PurchaseSheet> {
      const found: Record<string, Paper[]> = {};
      for (const paper of papers.filter(({ day }) => day.startsWith(year)))
        found[name(paper.day)] = [...(found[name(paper.day)] ?? []), paper];
      return Object.fromEntries(Object.entries(found).map(([key, some]) => [key, sheetOf(some)]));
    },
  };
}
