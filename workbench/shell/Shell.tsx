import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { useNavigate } from 'react-router-dom';
import type { Disposable } from '#core/kernel';
import { HOST, landmark } from '#core/plugin';
import {
  failureDetails,
  onDemand,
  ToastRegion,
  useContributions,
  useCopy,
  useI18n,
  useService,
  useTextsOf,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { keyGestureOf, matchesKeys } from '#core/tools';
import { isTyping } from '../keys.ts';
import { listenForRejections, type PluginRejection } from '../rejections.ts';
import { Dock } from './Dock.tsx';
import { Rail } from './Rail.tsx';
import { StatusLine } from './StatusLine.tsx';

import { TopBar } from './TopBar.tsx';
import { useFetchAhead } from './useFetchAhead.ts';
import { useWorkspace } from './useWorkspace.ts';
import './Shell.css';

/** Loaded on demand: not visible at first. */
const Palette = onDemand(() => import('./Palette.tsx'));
const Shortcuts = onDemand(() => import('./Shortcuts.tsx'));
const Sidebar = onDemand(() => import('./Sidebar.tsx'));

type ShellDialog = 'menu' | 'palette' | 'shortcuts' | undefined;

/** The frame around every page of a signed-in person; in a workspace it adds tools, panels and the status line. */
export function Shell({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { language } = useI18n();
  return (
    <RouterProvider navigate={(path) => void navigate(path)}>
      <I18nProvider locale={language === 'it' ? 'it-IT' : 'en-GB'}>
        <Framed>{children}</Framed>
      </I18nProvider>
    </RouterProvider>
  );
}

function Framed({ children }: { children: ReactNode }) {
  const t = useTranslate('shell');
  const [opened, setOpened] = useState<ShellDialog>();
  const close = useCallback(() => setOpened(undefined), []);
  const inWorkspace = useWorkspace() !== undefined;
  useTextsOf(
    useContributions('menu'),
    useContributions('tools'),
    useContributions('commands'),
    useContributions('panels'),
    useContributions('palette'),
  );
  useFailures();
  useRejections();
  useKeys(setOpened);
  useFetchAhead();
  return (
    <div className={inWorkspace ? 'shell shell-workspace' : 'shell'}>
      <a href="#content" className="shell-skip">
        {t('skip')}
      </a>
      <TopBar
        onMenu={() => setOpened('menu')}
        onSearch={() => setOpened('palette')}
        onShortcuts={() => setOpened('shortcuts')}
      />
      <div className="shell-body">
        {inWorkspace && <Rail />}
        <main {...landmark('map')} id="content" tabIndex={-1} className="shell-content">
          {children}
        </main>
        {inWorkspace && <Dock />}
      </div>
      {inWorkspace && <StatusLine />}
      {opened === 'menu' && <Sidebar isOpen onClose={close} onLoadError={close} />}
      {opened === 'palette' && <Search onClose={close} />}
      {opened === 'shortcuts' && <Shortcuts isOpen onClose={close} onLoadError={close} />}
      <ToastRegion />
    </div>
  );
}

/** The command palette. What is typed before its code has loaded goes to it, not to the tools. */
function Search({ onClose }: { onClose: () => void }) {
  const t = useTranslate('shell');
  const [typed, setTyped] = useState('');
  const early = (
    <input
      autoFocus
      className="shell-early"
      aria-label={t('palette.prompt')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    />
  );
  return <Palette isOpen typed={typed} onClose={onClose} onLoadError={onClose} fallback={early} />;
}

/** Ctrl+K everywhere, also while typing; `?` only outside text fields. */
function useKeys(open: (what: ShellDialog) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const pressed = keyGestureOf(event);
      const what = matchesKeys('Ctrl+K', pressed)
        ? 'palette'
        : matchesKeys('?', pressed) && !isTyping(event)
          ? 'shortcuts'
          : undefined;
      if (!what) return;
      event.preventDefault();
      open(what);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
}

/** Reports once when a plugin was disabled, and offers to try it again; the message goes when the plugin is back. */
function useFailures(): void {
  const t = useTranslate('shell');
  const host = useService(HOST);
  const toasts = useService(TOASTS);
  useEffect(() => {
    const reported = new Map<string, Disposable>();
    const subscription = host.failures$.subscribe((failures) => {
      for (const [plugin, told] of reported)
        if (!failures.some((failure) => failure.plugin === plugin)) {
          reported.delete(plugin);
          told.dispose();
        }
      for (const { plugin, message, retryable } of failures) {
        if (reported.has(plugin)) continue;
        const retry = { title: t('core:error.retry'), run: () => host.retry(plugin) };
        reported.set(plugin, toasts.show('error', message, retryable ? retry : undefined));
      }
    });
    return () => subscription.unsubscribe();
  }, [host, toasts, t]);
}

/** Names the plugin whose promise was rejected and not handled. */
function useRejections(): void {
  const t = useTranslate('shell');
  const toasts = useService(TOASTS);
  const copy = useCopy();
  const say = useEffectEvent(({ plugin, message, error }: PluginRejection) =>
    toasts.show('error', t('rejected', { plugin, message }), {
      title: t('core:failed.copy'),
      run: () => void copy(failureDetails(plugin, 'promise', error)),
    }),
  );
  useEffect(() => {
    const listening = listenForRejections(window, (rejection) => void say(rejection));
    return () => listening.dispose();
  }, []);
}
