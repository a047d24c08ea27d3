import type { Observable } from 'rxjs';
import type { SnapKind } from '#core/mapview';
import type { SettingContribution } from '#core/plugin';

/** Whether the pointer catches this kind of place: `snapVertex`. */
export type SnapSetting = `snap${Capitalize<SnapKind>}`;

/** The settings every part of the house knows: the specification's, with its defaults. Plugins declare theirs by merging. */
export interface SettingValues extends Record<SnapSetting, boolean> {
  autoSave: boolean;
  isLeftClickInteraction: boolean;
  flyToZoomLevel: number;
  featureLoadZoomLevel: number;
  pointSize3D: number;
  lockCopy: boolean;
  epsg: string;
  /** CRS in which values are typed and plane measures are taken; empty: the project's. */
  measureCRS: string;
  angleUnit: 'degree' | 'radian' | 'gradian';
  /** Follows `angleUnit`: degree, rad, gradian. */
  angleSymbol: string;
  navigationRange: number;
  /** Where one comes to after signing in: `List` (projects) or `Home`. */
  defaultView: string;
  isSingleMeasurement: boolean;
  preserveMeasure: boolean;
  relationLayerMinZoom: number;
  preferedOrganization: string;
  language: '' | 'en' | 'it';
  theme: 'auto' | 'light' | 'dark';
  snapping: boolean;
  /** CSS pixels. */
  snapTolerance: number;
}

export interface Settings {
  get<K extends keyof SettingValues>(key: K): SettingValues[K];
  observe<K extends keyof SettingValues>(key: K): Observable<SettingValues[K]>;
  /** Kept at once on this device and, unless the setting is local, sent with the version tag to the person's preferences. */
  set<K extends keyof SettingValues>(key: K, value: SettingValues[K]): void;
  /** Back to the default. */
  reset(key: keyof SettingValues): void;
  /** The specification's settings and what plugins contribute, as the preference page shows them; texts with namespace. */
  readonly definitions$: Observable<readonly SettingContribution[]>;
  /** Whether the person's preferences are at the server. */
  readonly saved$: Observable<{ readonly pending: boolean; readonly error: string | undefined }>;
}
