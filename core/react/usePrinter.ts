import { SETTINGS } from '#core/settings';
import { printerOf, type Printer } from '#core/sketch';
import { useService } from './services.tsx';
import { useSetting } from './useSetting.ts';
import { useI18n } from './useTranslate.ts';

/** Returns what formats values in the units of the open project; renders again when these change. */
export function usePrinter(): Printer {
  useSetting('units');
  return printerOf(useI18n(), useService(SETTINGS));
}
