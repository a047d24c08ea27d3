import { createInstance, type FormatterModule } from 'i18next';
import { BehaviorSubject, distinctUntilChanged } from 'rxjs';
import { MAX_BY_ID, MAX_EXPORTED_IDS, type Language } from '#core/protocol';
import { NumberFormatter } from './numbers.ts';
import { fetchTexts } from './fetched-texts.ts';
import type { LoadTexts } from './texts.ts';
import type { TextsByLanguage } from './texts-by-language.ts';

const FALLBACK: Language = 'en';
/** Limits that texts name also where only their key is known, as the reason why a command is disabled. */
const LIMITS = { maxById: MAX_BY_ID, maxExported: MAX_EXPORTED_IDS };

const bundledTexts: LoadTexts = async (language, namespace) =>
  (await import('./texts.ts')).loadTexts(language, namespace);
/** The built workbench does not bundle them. */
const TEXTS = import.meta.env.GROMA_TEXTS === undefined ? bundledTexts : fetchTexts;

/** Returns the first of the browser's languages that is supported. Default: `en`. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'it') return language;
  }
  return FALLBACK;
}

/** Texts in two languages, by i18next. A namespace is loaded on first use, and again for another language. */
export class I18nextService {
  readonly #i18next = createInstance();
  readonly #load: LoadTexts;
  readonly #locales: readonly string[];
  readonly #namespaces = new Set<string>();
  readonly #loading = new Map<string, Promise<void>>();
  /** `language/namespace` of what is loaded, or is known not to exist. */
  readonly #loaded = new Set<string>();
  /** `language/namespace` of what could not be fetched last time: its keys are shown. */
  readonly #failed = new Set<string>();
  readonly #language: BehaviorSubject<Language>;
  readonly #revision = new BehaviorSubject(0);
  readonly language$;
  readonly revision$ = this.#revision.asObservable();
  #numbers: NumberFormatter;
  /** The language requested last, so that of two quick changes the later one wins. */
  #requested: Language;

  /** `preferred`: the browser's languages, best first; they also determine the region. */
  constructor(preferred: readonly string[], load = TEXTS) {
    this.#load = load;
    this.#locales = preferred;
    this.#requested = languageOf(preferred);
    this.#language = new BehaviorSubject(this.#requested);
    this.language$ = this.#language.pipe(distinctUntilChanged());
    this.#numbers = new NumberFormatter(this.#localeOf(this.#requested));
    // i18next fetches nothing itself, so that it is ready after this line.
    void this.#i18next.use(this.#printsCounts()).init({
      lng: this.#requested,
      fallbackLng: FALLBACK,
      initAsync: false,
      resources: {},
      keySeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true, defaultVariables: LIMITS },
      returnEmptyString: false,
      saveMissing: true,
    });
    this.#i18next.on('missingKey', (_languages, namespace: string) => this.#fallBack(namespace));
  }

  get language(): Language {
    return this.#language.value;
  }

  async setLanguage(language: Language): Promise<void> {
    this.#requested = language;
    await this.#loadAll(language, [...this.#namespaces]);
    if (this.#requested !== language) return;
    await this.#i18next.changeLanguage(language);
    this.#numbers = new NumberFormatter(this.#localeOf(language));
    this.#language.next(language);
    this.#changed();
  }

  async load(...namespaces: string[]): Promise<void> {
    const added = namespaces.filter((namespace) => !this.#namespaces.has(namespace));
    for (const namespace of added) this.#namespaces.add(namespace);
    try {
      await this.#loadAll(this.#requested, namespaces);
    } finally {
      if (added.length > 0) this.#changed();
    }
  }

  setTexts(byNamespace: ReadonlyMap<string, TextsByLanguage | undefined>): void {
    for (const [namespace, texts] of byNamespace) {
      for (const language of ['en', 'it'] as const) {
        const name = `${language}/${namespace}`;
        this.#i18next.removeResourceBundle(language, namespace);
        if (texts) {
          this.#i18next.addResourceBundle(language, namespace, texts[language]);
          this.#loading.set(name, Promise.resolve());
          this.#loaded.add(name);
        } else {
          this.#loading.delete(name);
          this.#loaded.delete(name);
        }
      }
      if (texts) this.#namespaces.add(namespace);
      else this.#namespaces.delete(namespace);
    }
    this.#changed();
  }

  t(key: string, values?: Readonly<Record<string, unknown>>): string {
    return this.#isPending(key) ? '' : this.#i18next.t(key, values ?? {});
  }

  /** `{{count}}` and `{{value, number}}` are printed as `number` does; other values are inserted as they are. */
  #printsCounts(): FormatterModule {
    return {
      type: 'formatter',
      init() {},
      add() {},
      addCached() {},
      format: (value: unknown, format, _language, options) =>
        typeof value === 'number' && (format === 'number' || options?.['interpolationkey'] === 'count')
          ? this.number(value)
          : (value as string),
    };
  }

  /** Texts that are not loaded yet are shown as an empty text, not as their keys. */
  #isPending(key: string): boolean {
    const name = `${this.language}/${key.slice(0, Math.max(0, key.indexOf(':')))}`;
    return !this.#loaded.has(name) && !this.#failed.has(name);
  }

  number(value: number, options?: Intl.NumberFormatOptions): string {
    return this.#numbers.print(value, options);
  }

  parseNumber(text: string): number | undefined {
    return this.#numbers.parse(text);
  }

  date(value: Date | string, options?: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(
      this.#localeOf(this.language),
      options ?? { dateStyle: 'medium', timeStyle: 'short' },
    ).format(typeof value === 'string' ? new Date(value) : value);
  }

  async #loadAll(language: Language, namespaces: readonly string[]): Promise<void> {
    await Promise.all(namespaces.map((namespace) => this.#loadOne(language, namespace)));
  }

  /** Loads the English texts when one is missing. */
  #fallBack(namespace: string): void {
    const { language } = this;
    if (language === FALLBACK || !this.#loaded.has(`${language}/${namespace}`)) return;
    if (this.#loading.has(`${FALLBACK}/${namespace}`)) return;
    this.#loadOne(FALLBACK, namespace).then(
      () => this.#changed(),
      () => undefined,
    );
  }

  #loadOne(language: Language, namespace: string): Promise<void> {
    const name = `${language}/${namespace}`;
    let loading = this.#loading.get(name);
    if (!loading) {
      loading = this.#load(language, namespace)
        .then((texts) => {
          if (texts) this.#i18next.addResourceBundle(language, namespace, texts);
          this.#loaded.add(name);
        })
        .catch((error: unknown) => {
          this.#failed.add(name);
          // Forgotten, so that the next request tries again.
          this.#loading.delete(name);
          throw error;
        });
      this.#loading.set(name, loading);
    }
    return loading;
  }

  /** The person's own region, when the browser names it: `en-GB` prints British dates. */
  #localeOf(language: Language): string {
    return (
      this.#locales.find((tag) => tag.toLowerCase().startsWith(`${language}-`)) ??
      (language === 'en' ? 'en-GB' : language)
    );
  }

  #changed(): void {
    this.#revision.next(this.#revision.value + 1);
  }
}
