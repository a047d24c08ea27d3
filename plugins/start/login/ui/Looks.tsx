import { LanguageSwitch, useSetting, useTranslate } from '#core/react';

const THEMES = ['auto', 'light', 'dark'] as const;

/** Language and theme before sign-in; stored on this device and copied to the person's settings. */
export function Looks() {
  const t = useTranslate('login');
  const [theme, setTheme] = useSetting('theme');
  return (
    <footer className="login-looks">
      <LanguageSwitch label={t('language')} />
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
