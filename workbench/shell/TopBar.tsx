import {
  Contributed,
  Icon,
  IconButton,
  Kbd,
  NARROW,
  useContributions,
  useMedia,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { Button } from 'react-aria-components';
import { landmark } from '#core/plugin';
import { SESSION } from '#core/session';
import { CommandBar } from './CommandBar.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useWorkspace } from './useWorkspace.ts';
import './TopBar.css';

export interface TopBarProps {
  onMenu: () => void;
  onSearch: () => void;
  onShortcuts: () => void;
}

/** Project, commands, search and account. */
export function TopBar({ onMenu, onSearch, onShortcuts }: TopBarProps) {
  const t = useTranslate('shell');
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const project = useWorkspace();
  const pieces = useContributions('topBar');
  const narrow = useMedia(NARROW);
  return (
    <header className="shell-top">
      <IconButton
        {...landmark('menu')}
        label={t('menu.open')}
        icon={<Icon name="menu" />}
        onPress={onMenu}
        aria-haspopup="dialog"
      />
      <div className="shell-where" title={project?.project.projectName}>
        {project ? project.project.projectName : 'Groma'}
      </div>
      {project && !narrow && <CommandBar />}
      <Button
        {...landmark('search')}
        className="shell-search"
        onPress={onSearch}
        aria-label={narrow ? t('palette.prompt') : undefined}
        aria-haspopup="dialog"
      >
        <Icon name="search" />
        <span className="shell-search-text">{t('palette.prompt')}</span>
        <Kbd keys="Ctrl+K" />
      </Button>
      <div className="shell-top-end">
        {pieces.map((piece) => (
          <Contributed key={piece.id} contribution={piece} place="bar" />
        ))}
        {me && <UserMenu me={me} onShortcuts={onShortcuts} />}
      </div>
    </header>
  );
}
