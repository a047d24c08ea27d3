import type { ImporterContribution } from '../api.ts';

/** The importer with the longest matching file name extension; undefined when there is none. */
export function importerFor<I extends ImporterContribution>(
  name: string,
  importers: readonly I[],
): I | undefined {
  const lower = name.toLowerCase();
  let best: { importer: I; length: number } | undefined;
  for (const importer of importers)
    for (const extension of importer.extensions)
      if (lower.endsWith(extension) && extension.length > (best?.length ?? 0))
        best = { importer, length: extension.length };
  return best?.importer;
}
