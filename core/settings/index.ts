import { serviceToken } from '#core/kernel';
import type { Settings } from './contract.ts';

export type { Settings, SettingValues } from './contract.ts';
export type { ProjectSettings, Units } from './project-values.ts';
export { LiveSettings, type SettingsOptions } from './live-settings.ts';
export const SETTINGS = serviceToken<Settings>('core.Settings');
