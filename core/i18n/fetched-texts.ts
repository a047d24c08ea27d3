import { AppError } from '#core/kernel';
import type { LoadTexts } from './texts.ts';

/** Their folder in the built workbench; see workbench/tools/text-files.ts. */
const FOLDER = (import.meta.env.GROMA_TEXTS as string | undefined) ?? '/locales';

/** Like `loadTexts`, but fetched as JSON: nothing to compile, and cached by the browser. */
export const fetchTexts: LoadTexts = async (language, namespace) => {
  const address = `${FOLDER}/${language}/${namespace}.json`;
  const response = await fetch(address);
  if (response.status === 404) return undefined;
  if (!response.ok)
    throw new AppError('texts', `The texts ${address} could not be loaded.`, { status: response.status });
  return (await response.json()) as Record<string, string>;
};
