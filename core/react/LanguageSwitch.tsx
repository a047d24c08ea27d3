import type { Language } from '#core/protocol';
import { useSetting } from './useSetting.ts';
import { useI18n } from './useTranslate.ts';

/** Each language is called by its own name, so that whoever needs it can read it. */
const NAMES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['it', 'Italiano'],
];

/** The languages side by side, for pages before anyone has signed in; the page gives it its look. */
export function LanguageSwitch({ label }: { label: string }) {
  const { language } = useI18n();
  const [, setLanguage] = useSetting('language');
  return (
    <div role="group" aria-label={label}>
      {NAMES.map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={language === code}
          onClick={() => setLanguage(code)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
