import { createInstance } from 'i18next';
import { BehaviorSubject, distinctUntilChanged } from 'rxjs';
import type { Language } from '#core/protocol';
import { Numbers } from './numbers.ts';
import type { LoadTexts } from './texts.ts';

const FALLBACK: Language = 'en';

/** Where nothing else is said. What ships fetches its texts, and never this list of them. */
const bundledTexts: LoadTexts = async (language, namespace) =>
  (await import('./texts.ts')).loadTexts(language, namespace);

/** The language asked of the browser, where we speak it. */
export function languageOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === 'en' || language === 'it') return language;
  }
  return FALLBACK;
}

/** Texts in two languages over i18next; a namespace is loaded when first asked for, and again for another language. */
export class Languages {
  readonly #i18next = createInstance();
  readonly #load: LoadTexts;
  readonly #locales: readonly string[];
  readonly #namespaces = new Set<string>();
  readonly #loading = new Map<string, Promise<void>>();
  /** `language/namespace` of what is here, or is known not to exist. */
  readonly #here = new Set<string>();
  /** `language/namespace` of what could not be fetched when last asked for: its keys stand in. */
  readonly #lost = new Set<string>();
  readonly #language: BehaviorSubject<Language>;
  readonly #revision = new BehaviorSubject(0);
  readonly language$;
  readonly revision$ = this.#revision.asObservable();
  #numbers: Numbers;
  /** The language asked for last, so that of two quick changes the later one wins. */
  #wanted: Language;

  /** `preferred` are the browser's languages, best first: they say which English or Italian, too. */
  constructor(preferred: readonly string[], load = bundledTexts) {
    this.#load = load;
    this.#locales = preferred;
    this.#wanted = languageOf(preferred);
    this.#language = new BehaviorSubject(this.#wanted);
    this.language$ = this.#language.pipe(distinctUntilChanged());
    this.#numbers = new Numbers(this.#localeOf(this.#wanted));
    // Everything is given at once: nothing is fetched by i18next itself, so that it is ready after this line.
    void this.#i18next.init({
      lng: this.#wanted,
      fallbackLng: FALLBACK,
      initAsync: false,
      resources: {},
      keySeparator: false,
      interpolation: { escapeValue: false },
      returnEmptyString: false,
      saveMissing: true,
    });
    this.#i18next.on('missingKey', (_languages, namespace: string) => this.#fallBack(namespace));
  }

  get language(): Language {
    return this.#language.value;
  }

  async setLanguage(language: Language): Promise<void> {
    this.#wanted = language;
    await this.#loadAll(language, [...this.#namespaces]);
    if (this.#wanted !== language) return;
    await this.#i18next.changeLanguage(language);
    this.#numbers = new Numbers(this.#localeOf(language));
    this.#language.next(language);
    this.#changed();
  }

  async load(...namespaces: string[]): Promise<void> {
    const fresh = namespaces.filter((namespace) => !this.#namespaces.has(namespace));
    for (const namespace of fresh) this.#namespaces.add(namespace);
    try {
      await this.#loadAll(this.#wanted, namespaces);
    } finally {
      if (fresh.length > 0) this.#changed();
    }
  }

  t(key: string, values?: Readonly<Record<string, unknown>>): string {
    return this.#isOnItsWay(key) ? '' : this.#i18next.t(key, values ?? {});
  }

  /** Texts that have not come, or are asked for in a moment: nothing is shown in their place, least of all their keys. */
  #isOnItsWay(key: string): boolean {
    const name = `${this.language}/${key.slice(0, Math.max(0, key.indexOf(':')))}`;
    return !this.#here.has(name) && !this.#lost.has(name);
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

  /** English stands in for a text that is missing; it is fetched when one is. */
  #fallBack(namespace: string): void {
    const { language } = this;
    if (language === FALLBACK || !this.#here.has(`${language}/${namespace}`)) return;
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
          this.#here.add(name);
        })
        .catch((error: unknown) => {
          this.#lost.add(name);
          // Forgotten, so that the next one who asks tries again.
          this.#loading.delete(name);
          throw error;
        });
      this.#loading.set(name, loading);
    }
    return loading;
  }

  /** The person's own region where the browser names it: `en-GB` prints dates as the British do. */
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
