import { useMemo } from 'react';
import type { Preview } from '@storybook/react-vite';
import type { Container } from 'inversify';
import code from 'virtual:groma-plugin/code';
import data from 'virtual:groma-plugin/manifest';
import { I18N } from '#core/i18n';
import { packageManifest, type Language } from '#core/protocol';
import house from '../../../../../.storybook/preview.tsx';
import { textsOf } from '../../../../outside-manifest.ts';
import { DeclaredStory, type StoryArgs } from './DeclaredStory.tsx';

const manifest = packageManifest.parse(data);

function WithTexts({ container, children }: { container: Container; children: React.ReactNode }) {
  useMemo(() => container.get(I18N).setTexts(new Map([[manifest.id, textsOf(manifest)]])), [container]);
  return children;
}

/** Stories of contained plugins name a panel or page, which is drawn as Groma draws it; those of full ones are components. */
const preview: Preview = {
  ...house,
  decorators: [
    (Story, { loaded }) => (
      <WithTexts container={loaded['container'] as Container}>
        <Story />
      </WithTexts>
    ),
    ...[house.decorators ?? []].flat(),
  ],
  render: (args, { component: Shown, globals }) => {
    if (Shown) return <Shown {...args} />;
    const language = globals['language'] as Language;
    return (
      <DeclaredStory
        key={language}
        manifest={manifest}
        code={code}
        language={language}
        {...(args as StoryArgs)}
      />
    );
  },
  parameters: { ...house.parameters, namespaces: ['outside-plugins'] },
};
export default preview;
