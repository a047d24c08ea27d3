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
import type { StoredValue, TextStorage } from '#core/browser';
import { ANGLE_SYMBOLS, AppError, sentenceOf, type Disposable } from '#core/kernel';
import type { PluginHost, SettingContribution } from '#core/plugin';
import { getPreferences, putPreferences, type Me, type Preferences } from '#core/protocol';
import type { Settings, SettingValues } from './contract.ts';
import { ProjectValues, type ProjectSettings } from './project-values.ts';
import { storedSettings, type StoredSettings, type SettingValue } from './stored-settings.ts';
import { OWN_SETTINGS } from './own-settings.ts';

export interface SettingsOptions {
  storage: TextStorage | undefined;
  api: Pick<Api, 'call'>;
  me$: Observable<Me | undefined>;
  host: Pick<PluginHost, 'contributions' | 'manifests'>;
  /** Milliseconds to wait for more changes before sending. */
  pause?: number;
}

type SettingKey = keyof SettingValues;
/** The settings that follow others. */
const SOURCES: Readonly<Partial<Record<SettingKey, readonly string[]>>> = {
  angleSymbol: ['units', 'angleUnit'],
  workingCrs: ['workingCrs', 'epsg'],
  units: ['units', 'angleUnit'],
};
/** Settings that stay on the device when another person signs in, until theirs are fetched. */
const OF_DEVICE = ['language', 'theme'];
/** How often a change is retried on a newer version. */
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
  readonly #stored: StoredValue<StoredSettings>;
  readonly #ofProject: ProjectValues;
  #current: StoredSettings;
  /** The person's record as the server last sent it. */
  #record: { data: Preferences; version: number | undefined } | undefined;
  #me: Me | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  readonly #subscription;

  constructor(options: SettingsOptions) {
    this.#options = options;
    this.#stored = storedSettings(options.storage);
    this.#ofProject = new ProjectValues(options.storage);
    this.#current = this.#stored.get();
    this.definitions$ = options.host
      .contributions('settings')
      .pipe(
        map((contributed) => [...OWN_SETTINGS, ...contributed.map((one) => withNamespace(one, one.plugin))]),
      );
    this.#subscription = options.me$
      .pipe(distinctUntilChanged((a, b) => a?.userId === b?.userId))
      .subscribe((me) => this.#changeUser(me));
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    if (key === 'units') return this.#ofProject.unitsWith(this.get('angleUnit')) as SettingValues[K];
    if (key === 'workingCrs') return (this.#ofProject.crs ?? this.get('epsg')) as SettingValues[K];
    if (key === 'angleSymbol') return ANGLE_SYMBOLS[this.get('units').angleUnit] as SettingValues[K];
    const definition = this.#definition(key);
    const value = this.#current.values[key];
    return (definition && !isValid(definition, value) ? definition.default : value) as SettingValues[K];
  }

  observe<K extends SettingKey>(key: K): Observable<SettingValues[K]> {
    const on: readonly string[] = SOURCES[key] ?? [key];
    return this.#changed.pipe(
      filter((changed) => changed === undefined || on.includes(changed)),
      startWith(undefined),
      map(() => this.get(key)),
      distinctUntilChanged(),
    );
  }

  set<K extends SettingKey>(key: K, value: SettingValues[K]): void {
    if (this.get(key) === value || key === 'units' || key === 'angleSymbol') return;
    if (key === 'workingCrs') {
      this.#ofProject.chooseCrs(String(value));
      this.#changed.next(key);
      return;
    }
    const { values, unsent } = this.#current;
    const local = this.#definition(key)?.local === true;
    this.#store({
      values: { ...values, [key]: value as SettingValue },
      unsent: local || unsent.includes(key) ? unsent : [...unsent, key],
    });
    this.#changed.next(key);
    if (!local) this.#scheduleSend();
  }

  /**
   * The person signed out: their preferences are at the server. Language, theme and the local settings stay: they are of
   * the device.
   */
  forgetPerson(): void {
    this.#store({ userId: undefined, values: this.#ofDevice, unsent: [] });
    this.#changed.next(undefined);
  }

  useProject(project: ProjectSettings | undefined): void {
    this.#ofProject.setProject(project);
    this.#changed.next('workingCrs');
    this.#changed.next('units');
  }

  reset(key: SettingKey): void {
    const definition = this.#definition(key);
    if (definition) this.set(key, definition.default as SettingValues[SettingKey]);
  }

  async ready(): Promise<void> {
    while (this.#sending) await this.#sending;
  }

  /** Sends unsent changes now. Resolves when the server has answered. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
      if (this.#saved.value.error !== undefined) return;
      // Another person signed in meanwhile.
      if (this.#me && !this.#record) void this.flush();
      else if (this.#current.unsent.length > 0) this.#scheduleSend();
    });
    return this.#sending;
  }

  /** Another tab changed a setting. */
  onStorage(event: Pick<StorageEvent, 'key'>): void {
    const isOfProject = this.#ofProject.isChangedBy(event);
    if (!this.#stored.isChangedBy(event) && !isOfProject) return;
    this.#current = this.#stored.get();
    this.#changed.next(undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.unsubscribe();
  }

  #definition(key: string): SettingContribution | undefined {
    return this.#definitions.find((one) => one.key === key);
  }

  /** All settings, even hidden ones: a role that is granted a plugin later finds its settings unchanged. */
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

  /**
   * Called at sign-in and sign-out. Settings changed before signing in become the user's; those of another user are
   * dropped.
   */
  #changeUser(me: Me | undefined): void {
    this.#me = me;
    this.#ofProject.setUser(me?.userId);
    this.#record = undefined;
    clearTimeout(this.#timer);
    if (!me) return;
    if (this.#current.userId !== undefined && this.#current.userId !== me.userId) {
      this.#store({ values: this.#ofDevice, unsent: [] });
      this.#changed.next(undefined);
    }
    this.#store({ userId: me.userId });
    void this.flush();
  }

  get #ofDevice(): StoredSettings['values'] {
    const isOfDevice = (key: string) => OF_DEVICE.includes(key) || this.#definition(key)?.local;
    return Object.fromEntries(Object.entries(this.#current.values).filter(([key]) => isOfDevice(key)));
  }

  #store(change: Partial<StoredSettings>): void {
    this.#current = { ...this.#current, ...change };
    this.#stored.set(this.#current);
  }

  #scheduleSend(): void {
    if (!this.#me) return;
    this.#saved.next({ pending: true, error: undefined });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.#options.pause ?? 500);
  }

  /** Loads the record if needed, applies the unsent changes and writes it; retries when someone else wrote first. */
  async #send(): Promise<void> {
    const { api } = this.#options;
    try {
      for (let attempt = 1; ; attempt++) {
        const id = this.#me?.userId;
        if (id === undefined) return;
        if (!this.#record) {
          const { data, version } = await api.call(getPreferences, { params: { id } });
          if (this.#me?.userId !== id) return;
          this.#applyRecord({ data, version });
        }
        const sent = this.#current.unsent;
        const record = this.#record;
        if (sent.length === 0 || !record) break;
        const changed = Object.fromEntries(
          sent.map((key) => [this.#nameOf(key), this.#current.values[key] ?? null] as const),
        );
        const before = this.#current.values;
        try {
          const { data, version } = await api.call(putPreferences, {
            params: { id },
            body: { ...record.data, ...changed },
            ifMatch: String(record.version ?? 0),
          });
          if (this.#me?.userId !== id) return;
          // What was changed again meanwhile is still unsent.
          this.#store({
            unsent: this.#current.unsent.filter(
              (key) => !sent.includes(key) || this.#current.values[key] !== before[key],
            ),
          });
          this.#applyRecord({ data, version });
          break;
        } catch (failure) {
          const overtaken = failure instanceof AppError && failure.status === 412 && attempt < ATTEMPTS;
          if (!overtaken) throw failure;
          this.#record = undefined;
        }
      }
      this.#saved.next({ pending: this.#current.unsent.length > 0, error: undefined });
    } catch (failure) {
      this.#saved.next({ pending: this.#current.unsent.length > 0, error: sentenceOf(failure) });
    }
  }

  /** Applies the server's record, except for unsent changes. */
  #applyRecord(record: { data: Preferences; version: number | undefined }): void {
    this.#record = record;
    const values: Record<string, SettingValue> = { ...this.#current.values };
    for (const [name, value] of Object.entries(record.data)) {
      const key = this.#keyOf(name);
      if (!this.#current.unsent.includes(key) && !this.#definition(key)?.local) values[key] = value;
    }
    this.#store({ values });
    this.#changed.next(undefined);
  }
}

/**
 * Returns whether a setting can have the value. Invalid ones (of an older version or another program) count as not
 * set.
 */
function isValid({ default: standard, choices, min, max }: SettingContribution, value: unknown): boolean {
  if (value === undefined || typeof value !== typeof standard) return false;
  if (choices && !choices.some((choice) => choice.value === value)) return false;
  return typeof value !== 'number' || (value >= (min ?? -Infinity) && value <= (max ?? Infinity));
}

/** Adds the plugin's namespace to its text keys. */
function withNamespace(setting: SettingContribution, plugin: string): SettingContribution {
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
