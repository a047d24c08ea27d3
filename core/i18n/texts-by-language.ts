import type { Language } from '#core/protocol';

/** The texts of a namespace, by their keys. */
export type TextsByLanguage = Readonly<Record<Language, Readonly<Record<string, string>>>>;
