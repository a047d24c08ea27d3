import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PROJECTS } from '#core/project';
import {
  IconButton,
  Icon,
  Menu,
  onDemand,
  useI18n,
  useService,
  useSetting,
  useTranslate,
  type MenuEntry,
} from '#core/react';
import { SESSION } from '#core/session';
import type { Me } from '#core/protocol';
import { SigningOut, type Unsent } from './signing-out.ts';
import { useShowError } from './useShowError.ts';

const SignOutDialog = onDemand(() => import('./SignOutDialog.tsx'));

/** The account menu: organization, language, theme, preferences, sign out. */
export function UserMenu({ me, onShortcuts }: { me: Me; onShortcuts: () => void }) {
  const t = useTranslate('shell');
  const session = useService(SESSION);
  const navigate = useNavigate();
  const projects = useService(PROJECTS);
  const signingOut = useMemo(
    () => new SigningOut({ session, projects, leaveWorkspace: () => void navigate('/projectList') }),
    [session, projects, navigate],
  );
  const [unsent, setUnsent] = useState<Unsent>();
  const showError = useShowError();
  const { language } = useI18n();
  const [, setLanguage] = useSetting('language');
  const [theme, setTheme] = useSetting('theme');

  const signOut = async () => {
    try {
      const found = await signingOut.unsent();
      if (found.count > 0) setUnsent(found);
      else await session.signOut();
    } catch (failure) {
      showError(failure);
    }
  };
  const organizations: MenuEntry[] =
    session.organizations.length < 2
      ? []
      : [
          {
            id: 'organization',
            title: t('user.organization'),
            selected: me.organizationName,
            onSelect: (name) => {
              // A page load: nothing of the other organization stays in memory.
              session.chooseOrganization(name).then(() => window.location.assign('/projectList'), showError);
            },
            choices: session.organizations.map((name) => ({ id: name, title: name })),
          },
        ];
  const entries: MenuEntry[] = [
    {
      id: 'preferences',
      title: me.name || me.email,
      detail: `${me.email} · ${me.roleName} · ${me.organizationName}`,
      href: '/user-preference',
    },
    'separator',
    ...organizations,
    {
      id: 'language',
      title: t('user.language'),
      selected: language,
      onSelect: (code) => setLanguage(code === 'it' ? 'it' : 'en'),
      choices: [
        { id: 'en', title: 'English' },
        { id: 'it', title: 'Italiano' },
      ],
    },
    {
      id: 'theme',
      title: t('user.theme'),
      selected: theme,
      onSelect: (chosen) => setTheme(chosen === 'light' || chosen === 'dark' ? chosen : 'auto'),
      choices: [
        { id: 'auto', title: t('theme.auto') },
        { id: 'light', title: t('theme.light') },
        { id: 'dark', title: t('theme.dark') },
      ],
    },
    'separator',
    {
      id: 'preferencesPage',
      title: t('user.preferences'),
      icon: <Icon name="settings" />,
      href: '/user-preference',
    },
    {
      id: 'shortcuts',
      title: t('shortcuts.title'),
      icon: <Icon name="keyboard" />,
      keys: '?',
      onAction: onShortcuts,
    },
    {
      id: 'signOut',
      title: t('user.signOut'),
      icon: <Icon name="sign-out" />,
      onAction: () => void signOut(),
    },
  ];
  const close = () => setUnsent(undefined);
  return (
    <>
      <Menu
        label={t('user.menu')}
        trigger={
          <IconButton
            label={t('user.of', { name: me.name || me.email })}
            icon={<span className="shell-initials" data-initials={initials(me.name || me.email)} />}
          />
        }
        entries={entries}
      />
      {unsent && (
        <SignOutDialog unsent={unsent} signingOut={signingOut} onClose={close} onLoadError={close} />
      )}
    </>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('');
}
