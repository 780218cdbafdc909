/** Entries of a folder that are read at a time by browsers. */
const DEPTH_MAX = 8;

/** Names of files that systems add to folders. */
const SYSTEM_FILE = /^(?:\.|Thumbs\.db$|desktop\.ini$|__MACOSX)/i;

export const isOfPerson = ({ name }: Pick<File, 'name'>): boolean => !SYSTEM_FILE.test(name);

/** The files of a drop, with those in dropped folders. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<readonly File[]> {
  // Entries must be taken before the first wait: the browser empties the list after the event.
  const entries = [...items].map((item) => item.webkitGetAsEntry());
  const plain = [...files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain.filter(isOfPerson);
  const found = await Promise.all(entries.map(async (entry) => (entry ? filesIn(entry, DEPTH_MAX) : [])));
  return found.flat().filter(isOfPerson);
}

async function filesIn(entry: FileSystemEntry, depth: number): Promise<readonly File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  if (depth === 0 || SYSTEM_FILE.test(entry.name)) return [];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    children.push(...some);
  }
  return (await Promise.all(children.map((child) => filesIn(child, depth - 1)))).flat();
}
