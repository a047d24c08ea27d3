import type { Decorator, Preview } from '@storybook/react-vite';
import { I18nProvider } from 'react-aria-components';
import { configure } from 'storybook/test';
import { I18N } from '#core/i18n';
import type { Language } from '#core/protocol';
import { ServicesProvider } from '#core/react';
import { SETTINGS } from '#core/settings';
import { PATIENCE } from '../tests/patience.ts';
import '../core/react/base.css';
import { storyContainer } from './services.ts';

configure({ asyncUtilTimeout: PATIENCE });

type Theme = 'auto' | 'light' | 'dark';

const inTheHouse: Decorator = (Story, { loaded, globals }) => {
  document.documentElement.dataset.theme = globals['theme'] as Theme;
  document.documentElement.lang = globals['language'] as Language;
  return (
    <ServicesProvider container={loaded['container'] as ReturnType<typeof storyContainer>}>
      <I18nProvider locale={globals['language'] === 'it' ? 'it-IT' : 'en-GB'}>
        <Story />
      </I18nProvider>
    </ServicesProvider>
  );
};

/**
 * Every story has a container with real texts, settings in memory and messages; `parameters.services` binds more,
 * `parameters.namespaces` names the texts it needs.
 */
const preview: Preview = {
  decorators: [inTheHouse],
  loaders: [
    async ({ globals, parameters }) => {
      const container = storyContainer();
      (parameters['services'] as ((bind: typeof container) => void) | undefined)?.(container);
      const i18n = container.get(I18N);
      await i18n.setLanguage(globals['language'] as Language);
      await i18n.load('core', ...((parameters['namespaces'] as string[] | undefined) ?? []));
      container.get(SETTINGS).set('theme', globals['theme'] as Theme);
      return { container };
    },
  ],
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'contrast', items: ['light', 'dark'], dynamicTitle: true },
    },
    language: {
      description: 'Language',
      toolbar: { icon: 'globe', items: ['en', 'it'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', language: 'en' },
  parameters: {
    // Announcements for screen readers stay for seconds and may outlive the button they describe.
    a11y: { test: 'error', context: { exclude: ['[data-live-announcer]'] } },
    layout: 'padded',
  },
};
export default preview;
