import type { Plugin } from 'vite';

/** `…/intl/<part>/<locale>.mjs`: texts of React Aria for screen readers, in more than thirty languages. */
const ARIA_TEXTS =
  /\/node_modules\/(?:react-aria|react-aria-components|react-stately)\/dist\/private\/intl\/(?:.+\/)?(\w\w-\w\w)\.m?js$/;

/** Replaces the library's texts in languages the product does not offer by the English ones. */
export function twoLanguages(): Plugin {
  return {
    name: 'groma:two-languages',
    enforce: 'pre',
    load: {
      filter: { id: ARIA_TEXTS },
      handler(id) {
        const locale = ARIA_TEXTS.exec(id)?.[1];
        if (locale === 'en-US' || locale === 'it-IT') return undefined;
        return `export { default } from './en-US.mjs';`;
      },
    },
  };
}
