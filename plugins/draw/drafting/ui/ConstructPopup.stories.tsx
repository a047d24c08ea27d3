import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER } from 'rxjs';
import { SETTINGS } from '#core/settings';
import { desk, drawingOn } from '#core/testing';
import type { ConstructionKind } from '../model/constructions.ts';
import { Drafting, DRAFTING } from '../model/drafting.ts';
import ConstructPopup from './ConstructPopup.tsx';

/** Two stations 111.32 m apart, and the distances measured from them. */
function given(kind: ConstructionKind, first: string, second: string) {
  return {
    services: (container: Container) => {
      const context = desk();
      const { settings, i18n } = context;
      const { session, pointer } = drawingOn(context, { drafts: true });
      const tools = { active: { id: 'draw.line', session }, active$: NEVER } as never;
      const drafting = new Drafting(tools, settings, i18n);
      drafting.construct();
      pointer.click(500, 500).click(600, 500);
      const construction = drafting.construction!;
      construction.choose(kind);
      construction.change('first', first);
      construction.change('second', second);
      container.bind(DRAFTING).toConstantValue(drafting);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(settings);
    },
  };
}

const meta: Meta = {
  title: 'Drafting/Construct',
  parameters: { namespaces: ['drafting'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 560 }}>
      <ConstructPopup />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const TwoPlaces: Story = { parameters: given('distances', '80', '70') };
export const NoPlace: Story = {
  parameters: given('bearings', '10', '10'),
  globals: { language: 'it', theme: 'dark' },
};
