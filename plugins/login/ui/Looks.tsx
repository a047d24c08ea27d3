import { useI18n, useSetting, useTranslate } from '#core/react';

const THEMES = ['auto', 'light', 'dark'] as const;
/** Each language is called by its own name, so that whoever needs it can read it. */
const LANGUAGES = [
  ['en', 'English'],
  ['it', 'Italiano'],
] as const;

/** Language and theme, before anyone has signed in; kept on this device and carried over to the person. */
export function Looks() {
  const t = useTranslate('login');
  const { language } = useI18n();
  const [, setLanguage] = useSetting('language');
  const [theme, setTheme] = useSetting('theme');
  return (
    <footer className="login-looks">
      <div role="group" aria-label={t('language')}>
        {LANGUAGES.map(([code, name]) => (
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
      <div role="group" aria-label={t('theme')}>
        {THEMES.map((one) => (
          <button key={one} type="button" aria-pressed={theme === one} onClick={() => setTheme(one)}>
            {t(`theme.${one}`)}
          </button>
        ))}
      </div>
    </footer>
  );
}
