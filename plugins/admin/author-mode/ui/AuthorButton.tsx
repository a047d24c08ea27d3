import { observer } from 'mobx-react-lite';
import { AUTHOR_MODE } from '#core/plugin';
import { Icon, IconButton, onDemand, useObservable, useService, useTranslate } from '#core/react';
import { AUTHOR_PANEL } from '../model/author-panel.ts';
import './author-mode.css';

const AuthorDialog = onDemand(() => import('./AuthorDialog.tsx'));

/** Says that a plugin is being tried in this page, and is where one is followed; absent until it is asked for. */
export const AuthorButton = observer(function AuthorButton() {
  const t = useTranslate('author-mode');
  const panel = useService(AUTHOR_PANEL);
  const author = useService(AUTHOR_MODE);
  const state = useObservable(author.state$, author.state);
  return (
    <>
      {state.kind !== 'off' && (
        <IconButton
          label={t('button', { state: t(`state.${state.kind}`) })}
          icon={
            <span className={`author-icon author-${state.kind}`}>
              <Icon name="plugin" />
            </span>
          }
          onPress={() => panel.setOpen(true)}
        />
      )}
      {panel.isOpen && (
        <AuthorDialog onClose={() => panel.setOpen(false)} onLoadError={() => panel.setOpen(false)} />
      )}
    </>
  );
});
