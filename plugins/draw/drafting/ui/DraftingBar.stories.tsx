import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { HOST } from '#core/plugin';
import { desk, drawingOn } from '#core/testing';
import { TOOLS } from '#core/tools';
import manifest from '../manifest.ts';
import { Drafting, DRAFTING, type LeadName } from '../model/drafting.ts';
import { DraftingBar } from './DraftingBar.tsx';

/** A line being drawn with this constraint. */
function drawing(lead: LeadName) {
  return {
    services: (container: Container) => {
      const context = desk();
      const { settings, i18n } = context;
      const { session, pointer } = drawingOn(context, { drafts: true });
      pointer.click(500, 500).click(600, 500);
      const active = { id: 'draw.line', session };
      const tools = { active, active$: of(active) } as never;
      const drafting = new Drafting(tools, settings, i18n);
      drafting.lead(lead);
      drafting.constrain('perpendicular');
      container.bind(TOOLS).toConstantValue(tools);
      container.bind(DRAFTING).toConstantValue(drafting);
      const commands = manifest.commands!.map((command) => ({ ...command, plugin: manifest.id }));
      const host = { contributions: () => of(commands), current: () => commands };
      container.bind(HOST).toConstantValue(host as never);
    },
  };
}

const meta: Meta = {
  title: 'Drafting/Bar',
  parameters: { namespaces: ['drafting'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 160 }}>
      <DraftingBar />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Arc: Story = { parameters: drawing('arc') };
export const Tracing: Story = {
  parameters: drawing('trace'),
  globals: { language: 'it', theme: 'dark' },
};
