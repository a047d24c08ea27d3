import { useText } from './useText.ts';

/** Number of pages of a PDF, once it is known. */
export function usePages(id: string, version: number | undefined): number | undefined {
  return useText(id, version).read?.pages ?? undefined;
}
