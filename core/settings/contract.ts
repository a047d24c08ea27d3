import type { Observable } from 'rxjs';
import type { AngleSymbol } from '#core/kernel';
import type { SettingContribution } from '#core/plugin';
import type { ProjectSettings, Units } from './project-values.ts';

/**
 * The settings of the core and the frame. Who owns another one declares its type by merging, and its default in a manifest:
 * `declare module '#core/settings' { interface SettingValues { gridSize: number } }`.
 */
export interface SettingValues {
  autoSave: boolean;
  /** CRS in which coordinates are read and typed where no project is open. */
  epsg: string;
  /**
   * CRS in which coordinates are read and typed: the one that the person has chosen in the open project, else the
   * project's. Setting it chooses one for the open project, on this device. Without a project: `epsg`.
   */
  workingCrs: string;
  /** Units and decimals of the open project; they cannot be set here. */
  units: Units;
  /** CRS in which plane measures are taken; empty: the project's. */
  measureCRS: string;
  angleUnit: 'degree' | 'radian' | 'gradian';
  /** The symbol of the angles in `units`: degree, rad, gradian; `ANGLE_SIGNS` (core/geodesy) are their signs. It cannot be set. */
  angleSymbol: AngleSymbol;
  /** Where one comes to after signing in: `List` (projects) or `Home`. */
  defaultView: string;
  preferedOrganization: string;
  language: '' | 'en' | 'it';
  theme: 'auto' | 'light' | 'dark';
  /** Shortcuts that the person has chosen, as JSON: `{ "tools/draw.line": "Alt+L" }`; empty for those taken away. */
  shortcuts: string;
}

export interface Settings {
  get<K extends keyof SettingValues>(key: K): SettingValues[K];
  observe<K extends keyof SettingValues>(key: K): Observable<SettingValues[K]>;
  /** Stored at once on this device and, unless the setting is local, sent with the version tag to the person's preferences. */
  set<K extends keyof SettingValues>(key: K, value: SettingValues[K]): void;
  /** Sets what the open project decides; undefined: no project is open. */
  useProject(project: ProjectSettings | undefined): void;
  /** Back to the default. */
  reset(key: keyof SettingValues): void;
  /** The specification's settings and what plugins contribute, as the preference page shows them; texts with namespace. */
  readonly definitions$: Observable<readonly SettingContribution[]>;
  /** Resolves when the preferences of the person who signed in have been fetched, or could not be. */
  ready(): Promise<void>;
  /** Whether the person's preferences are at the server. */
  readonly saved$: Observable<{ readonly pending: boolean; readonly error: string | undefined }>;
}
