import { LanguageSwitch, useSetting, useTranslate } from '#core/react';

const THEMES = ['auto', 'light', 'dark'] as const;

/** Language and theme, before anyone has signed in; kept on this device and carried over to the person. */
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
