import { AppError } from '#core/kernel';
import type { LoadTexts } from './texts.ts';

const addresses = import.meta.glob<string>(['/locales/*/*.json', '!/locales/*/server.json'], {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

/** Like `loadTexts`, but fetched as JSON: nothing to compile, and cached by the browser. */
export const fetchTexts: LoadTexts = async (language, namespace) => {
  const address = addresses[`/locales/${language}/${namespace}.json`];
  if (address === undefined) return undefined;
  const response = await fetch(address);
  if (!response.ok)
    throw new AppError('texts', `The texts ${address} could not be loaded.`, { status: response.status });
  return (await response.json()) as Record<string, string>;
};
