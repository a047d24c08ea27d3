/** Loads the texts of one namespace in one language. */
export type LoadTexts = (language: string, namespace: string) => Promise<Record<string, string> | undefined>;

const files = import.meta.glob<Record<string, string>>(['/locales/*/*.json', '!/locales/*/server.json'], {
  import: 'default',
});

/** From `locales/<language>/<namespace>.json`; undefined when there is no such file. */
export const loadTexts: LoadTexts = async (language, namespace) =>
  files[`/locales/${language}/${namespace}.json`]?.();
