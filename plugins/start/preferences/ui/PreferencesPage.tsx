import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { AlertDialog, Button, useObservable, useService, useTextsOf, useTranslate } from '#core/react';
import { SETTINGS, type SettingValues } from '#core/settings';
import { sectionsOf } from '../model/sections.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { SavedState } from './SavedState.tsx';
import { SettingField } from './SettingField.tsx';
import { Tokens } from './Tokens.tsx';
import './PreferencesPage.css';

/** `/user-preference`: the specification's preferences and those of plugins; each is saved at once. */
export function PreferencesPage() {
  const t = useTranslate('preferences');
  const settings = useService(SETTINGS);
  const definitions = useObservable(settings.definitions$, []);
  const sections = useMemo(() => sectionsOf(definitions), [definitions]);
  // A plugin may show nothing else here.
  useTextsOf(sections.map(({ title }) => ({ plugin: title.split(':')[0]! })));
  const { hash } = useLocation();
  const isListed = sections.length > 0;
  useEffect(() => {
    // The browser has looked for the section before there was one.
    if (isListed && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, isListed]);
  const [restoring, setRestoring] = useState(false);
  return (
    <div className="preferences">
      <header>
        <h1>{t('title')}</h1>
        <SavedState />
      </header>
      <div className="preferences-body">
        <nav aria-label={t('sections')}>
          <ul>
            {sections.map(({ title }) => (
              <li key={title}>
                <a href={`#${anchor(title)}`}>{t(title)}</a>
              </li>
            ))}
            <li>
              <a href="#password">{t('password.title')}</a>
            </li>
            <li>
              <a href="#tokens">{t('tokens.title')}</a>
            </li>
          </ul>
        </nav>
        <div className="preferences-sections">
          {sections.map((section) => (
            <section
              key={section.title}
              id={anchor(section.title)}
              aria-labelledby={`${anchor(section.title)}-title`}
            >
              <h2 id={`${anchor(section.title)}-title`}>{t(section.title)}</h2>
              {section.settings.map((setting) => (
                <SettingField key={setting.key} setting={setting} />
              ))}
            </section>
          ))}
          <ChangePassword />
          <Tokens />
          <section>
            <Button onPress={() => setRestoring(true)}>{t('restore.open')}</Button>
            <AlertDialog
              title={t('restore.title')}
              isOpen={restoring}
              onClose={() => setRestoring(false)}
              action={t('restore.action')}
              onAction={() => definitions.forEach(({ key }) => settings.reset(key as keyof SettingValues))}
            >
              <p>{t('restore.what')}</p>
            </AlertDialog>
          </section>
        </div>
      </div>
    </div>
  );
}

/** Fragment of a section in the URL: `workbench:settings.map` is `map`, `map-2d:viewer.title` is `map-2d`. */
function anchor(title: string): string {
  const parts = title.split(/[:.]/);
  return parts.at(-1) === 'title' ? parts[0]! : parts.at(-1)!;
}
