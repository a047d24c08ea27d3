import type { Language } from '#core/protocol';
import { useSetting } from './useSetting.ts';
import { useI18n } from './useTranslate.ts';

/** Each language has its own name, so that its speakers can read it. */
const NAMES: readonly (readonly [Language, string])[] = [
  ['en', 'English'],
  ['it', 'Italiano'],
];

/** Buttons for the languages, for pages shown before sign-in; each page styles them. */
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
