import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  map,
  startWith,
  Subject,
  type Observable,
} from 'rxjs';
import type { Api } from '#core/api';
import { AppError, sentenceOf, type Disposable, type StoredValue, type TextStorage } from '#core/kernel';
import type { PluginHost, SettingContribution } from '#core/plugin';
import { getPreferences, putPreferences, type Me, type Preferences } from '#core/protocol';
import type { Settings, SettingValues } from './contract.ts';
import { storedSettings, type Kept, type Value } from './kept.ts';
import { ANGLE_SYMBOLS, OWN_SETTINGS } from './own-settings.ts';

export interface SettingsOptions {
  storage: TextStorage | undefined;
  api: Pick<Api, 'call'>;
  me$: Observable<Me | undefined>;
  host: Pick<PluginHost, 'contributions' | 'manifests'>;
  /** Milliseconds to wait for more changes before sending. */
  pause?: number;
}

type Key = keyof SettingValues;
/** How often a change is carried over to a newer version before it is left for later. */
const ATTEMPTS = 4;

export class LiveSettings implements Settings, Disposable {
  readonly #options: SettingsOptions;
  readonly #changed = new Subject<string | undefined>();
  readonly #saved = new BehaviorSubject<{ pending: boolean; error: string | undefined }>({
    pending: false,
    error: undefined,
  });
  readonly saved$ = this.#saved.asObservable();
  readonly definitions$: Observable<readonly SettingContribution[]>;
  readonly #stored: StoredValue<Kept>;
  #kept: Kept;
  /** The person's record as the server last sent it. */
  #record: { data: Preferences; version: number | undefined } | undefined;
  #me: Me | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  readonly #subscription;

  constructor(options: SettingsOptions) {
    this.#options = options;
    this.#stored = storedSettings(options.storage);
    this.#kept = this.#stored.get();
    this.definitions$ = options.host
      .contributions('settings')
      .pipe(map((contributed) => [...OWN_SETTINGS, ...contributed.map((one) => named(one, one.plugin))]));
    this.#subscription = options.me$
      .pipe(distinctUntilChanged((a, b) => a?.userId === b?.userId))
      .subscribe((me) => this.#enter(me));
  }

  get<K extends Key>(key: K): SettingValues[K] {
    const definition = this.#definition(key);
    const value = this.#kept.values[key];
    if (key === 'angleSymbol') return ANGLE_SYMBOLS[this.get('angleUnit')] as SettingValues[K];
    return (definition && !fits(definition, value) ? definition.default : value) as SettingValues[K];
  }

  observe<K extends Key>(key: K): Observable<SettingValues[K]> {
    const on = key === 'angleSymbol' ? 'angleUnit' : key;
    return this.#changed.pipe(
      filter((changed) => changed === undefined || changed === on),
      startWith(undefined),
      map(() => this.get(key)),
      distinctUntilChanged(),
    );
  }

  set<K extends Key>(key: K, value: SettingValues[K]): void {
    if (this.get(key) === value) return;
    const { values, unsent } = this.#kept;
    const local = this.#definition(key)?.local === true;
    this.#keep({
      values: { ...values, [key]: value },
      unsent: local || unsent.includes(key) ? unsent : [...unsent, key],
    });
    this.#changed.next(key);
    if (!local) this.#sendSoon();
  }

  reset(key: Key): void {
    const definition = this.#definition(key);
    if (definition) this.set(key, definition.default as SettingValues[Key]);
  }

  /** Sends what is not sent yet, now; resolves when that was answered. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
      if (this.#kept.unsent.length > 0 && this.#saved.value.error === undefined) this.#sendSoon();
    });
    return this.#sending;
  }

  /** Another tab changed a setting. */
  hear(event: Pick<StorageEvent, 'key'>): void {
    if (!this.#stored.isChangedBy(event)) return;
    this.#kept = this.#stored.get();
    this.#changed.next(undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.unsubscribe();
  }

  #definition(key: string): SettingContribution | undefined {
    return this.#definitions.find((one) => one.key === key);
  }

  /** All there are, whoever may see them: a role that is granted a plugin later finds its settings as they were. */
  get #definitions(): readonly SettingContribution[] {
    return [...OWN_SETTINGS, ...this.#options.host.manifests.flatMap(({ settings = [] }) => settings)];
  }

  /** The setting's name in the person's preferences. */
  #nameOf(key: string): string {
    return this.#definition(key)?.preference ?? key;
  }

  #keyOf(name: string): string {
    return this.#definitions.find(({ preference }) => preference === name)?.key ?? name;
  }

  /** Someone signed in or out. What was set before anyone had signed in becomes theirs; another person's is dropped. */
  #enter(me: Me | undefined): void {
    this.#me = me;
    this.#record = undefined;
    clearTimeout(this.#timer);
    if (!me) return;
    if (this.#kept.userId !== undefined && this.#kept.userId !== me.userId) {
      const local = Object.entries(this.#kept.values).filter(([key]) => this.#definition(key)?.local);
      this.#keep({ values: Object.fromEntries(local), unsent: [] });
      this.#changed.next(undefined);
    }
    this.#keep({ userId: me.userId });
    void this.flush();
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#stored.set(this.#kept);
  }

  #sendSoon(): void {
    if (!this.#me) return;
    this.#saved.next({ pending: true, error: undefined });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#options.pause ?? 500);
  }

  /** Reads the record where it is not known, lays the unsent changes over it and writes it; again where it was overtaken. */
  async #send(): Promise<void> {
    const { api } = this.#options;
    try {
      for (let attempt = 1; ; attempt++) {
        const id = this.#me?.userId;
        if (id === undefined) return;
        if (!this.#record) {
          const { data, version } = await api.call(getPreferences, { params: { id } });
          if (this.#me?.userId !== id) return;
          this.#take({ data, version });
        }
        const sent = this.#kept.unsent;
        const record = this.#record;
        if (sent.length === 0 || !record) break;
        const mine = Object.fromEntries(
          sent.map((key) => [this.#nameOf(key), this.#kept.values[key] ?? null] as const),
        );
        const before = this.#kept.values;
        try {
          const { data, version } = await api.call(putPreferences, {
            params: { id },
            body: { ...record.data, ...mine },
            ifMatch: String(record.version ?? 0),
          });
          if (this.#me?.userId !== id) return;
          // What was changed again meanwhile is still to be sent.
          this.#keep({
            unsent: this.#kept.unsent.filter(
              (key) => !sent.includes(key) || this.#kept.values[key] !== before[key],
            ),
          });
          this.#take({ data, version });
          break;
        } catch (failure) {
          const overtaken = failure instanceof AppError && failure.status === 412 && attempt < ATTEMPTS;
          if (!overtaken) throw failure;
          this.#record = undefined;
        }
      }
      this.#saved.next({ pending: this.#kept.unsent.length > 0, error: undefined });
    } catch (failure) {
      this.#saved.next({ pending: this.#kept.unsent.length > 0, error: sentenceOf(failure) });
    }
  }

  /** The server's record counts, but for what is changed here and not sent yet. */
  #take(record: { data: Preferences; version: number | undefined }): void {
    this.#record = record;
    const values: Record<string, Value> = { ...this.#kept.values };
    for (const [name, value] of Object.entries(record.data)) {
      const key = this.#keyOf(name);
      if (!this.#kept.unsent.includes(key) && !this.#definition(key)?.local) values[key] = value;
    }
    this.#keep({ values });
    this.#changed.next(undefined);
  }
}

/** Is `value` one that the setting can have? Others (an older version's, another program's) count as not set. */
function fits({ default: standard, choices, min, max }: SettingContribution, value: unknown): boolean {
  if (value === undefined || typeof value !== typeof standard) return false;
  if (choices && !choices.some((choice) => choice.value === value)) return false;
  return typeof value !== 'number' || (value >= (min ?? -Infinity) && value <= (max ?? Infinity));
}

/** Gives a plugin's texts its namespace. */
function named(setting: SettingContribution, plugin: string): SettingContribution {
  const full = (key: string): string => (key.includes(':') ? key : `${plugin}:${key}`);
  return {
    ...setting,
    title: full(setting.title),
    section: full(setting.section),
    ...(setting.help === undefined ? {} : { help: full(setting.help) }),
    ...(setting.choices
      ? { choices: setting.choices.map((choice) => ({ ...choice, title: full(choice.title) })) }
      : {}),
  };
}
