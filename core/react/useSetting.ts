import { useCallback, useMemo } from 'react';
import { SETTINGS, type SettingValues } from '#core/settings';
import { useObservable } from './useObservable.ts';
import { useService } from './services.tsx';

/** Returns a setting and its setter: `const [unit, setUnit] = useSetting('angleUnit')`. */
export function useSetting<K extends keyof SettingValues>(
  key: K,
): readonly [SettingValues[K], (value: SettingValues[K]) => void] {
  const settings = useService(SETTINGS);
  const source = useMemo(() => settings.observe(key), [settings, key]);
  const value = useObservable(source, settings.get(key));
  const set = useCallback((next: SettingValues[K]) => settings.set(key, next), [settings, key]);
  return [value, set];
}
