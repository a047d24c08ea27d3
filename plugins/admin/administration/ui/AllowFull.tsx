import { observer } from 'mobx-react-lite';
import { Switch, useTranslate } from '#core/react';
import type { InstalledPlugins } from '../model/installed-plugins.ts';
import { useAttempt } from './useAttempt.tsx';

/** Whether the organization allows full plugins; only shown to people who may decide on it. */
export const AllowFull = observer(function AllowFull({ plugins }: { plugins: InstalledPlugins }) {
  const t = useTranslate('administration');
  const { attempt, problem } = useAttempt();
  return (
    <section className="adm-keys">
      <h2>{t('plugins.full-what')}</h2>
      <p className="g-muted">{t('plugins.full-help')}</p>
      <Switch isSelected={plugins.fullAllowed} onChange={(on) => void attempt(plugins.allowFull(on))}>
        {t('plugins.full-allow')}
      </Switch>
      {problem}
    </section>
  );
});
