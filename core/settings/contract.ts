import type { Observable } from 'rxjs';
import type { SettingContribution } from '#core/plugin';

/**
 * The settings of the core and the frame. Who owns another one declares its type by merging, and its default in a manifest:
 * `declare module '#core/settings' { interface SettingValues { gridSize: number } }`.
 */
export interface SettingValues {
  autoSave: boolean;
  epsg: string;
  /** CRS in which values are typed and plane measures are taken; empty: the project's. */
  measureCRS: string;
  angleUnit: 'degree' | 'radian' | 'gradian';
  /** Follows `angleUnit`: degree, rad, gradian. */
  angleSymbol: string;
  /** Where one comes to after signing in: `List` (projects) or `Home`. */
  defaultView: string;
  preferedOrganization: string;
  language: '' | 'en' | 'it';
  theme: 'auto' | 'light' | 'dark';
}

export interface Settings {
  get<K extends keyof SettingValues>(key: K): SettingValues[K];
  observe<K extends keyof SettingValues>(key: K): Observable<SettingValues[K]>;
  /** Stored at once on this device and, unless the setting is local, sent with the version tag to the person's preferences. */
  set<K extends keyof SettingValues>(key: K, value: SettingValues[K]): void;
  /** Back to the default. */
  reset(key: keyof SettingValues): void;
  /** The specification's settings and what plugins contribute, as the preference page shows them; texts with namespace. */
  readonly definitions$: Observable<readonly SettingContribution[]>;
  /** Whether the person's preferences are at the server. */
  readonly saved$: Observable<{ readonly pending: boolean; readonly error: string | undefined }>;
}
