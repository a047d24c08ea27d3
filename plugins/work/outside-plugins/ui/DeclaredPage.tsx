import type { ComponentType } from 'react';
import { Page, useTranslate } from '#core/react';
import type { RunningPlugin } from '../model/runtime.ts';
import { panelOf } from './DeclaredPanel.tsx';

/** The component of one page of a plugin from outside; `title` is a text key with its namespace. */
export function pageOf(running: RunningPlugin, page: string, title: string): ComponentType {
  const Content = panelOf(running, page);
  return function DeclaredPage() {
    const t = useTranslate('outside-plugins');
    return (
      <Page title={t(title)}>
        <Content />
      </Page>
    );
  };
}
