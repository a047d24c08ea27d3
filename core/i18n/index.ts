import type { Observable } from 'rxjs';
import { serviceToken } from '#core/kernel';
import type { Language } from '#core/protocol';
import type { TextsByLanguage } from './texts-by-language.ts';

export interface I18n {
  readonly language: Language;
  readonly language$: Observable<Language>;
  /** Counts up whenever `t` may answer differently: another language, or another namespace loaded. */
  readonly revision$: Observable<number>;
  setLanguage(language: Language): Promise<void>;
  /** Loads `locales/<language>/<namespace>.json`, now and at every change of language. */
  load(...namespaces: string[]): Promise<void>;
  /** Sets the texts of namespaces that have no file, or takes them away (undefined): of plugins from outside. */
  setTexts(byNamespace: ReadonlyMap<string, TextsByLanguage | undefined>): void;
  /** `namespace:key`; English where Italian is missing. */
  t(key: string, values?: Readonly<Record<string, unknown>>): string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A number as a person types it, decimal comma or point; undefined when it is none. */
  parseNumber(text: string): number | undefined;
  date(value: Date | string, options?: Intl.DateTimeFormatOptions): string;
}
export const I18N = serviceToken<I18n>('core.I18n');
export { I18nextService, languageOf } from './languages.ts';
export { NumberFormatter } from './numbers.ts';
export { fetchTexts } from './fetched-texts.ts';
export type { LoadTexts } from './texts.ts';
