import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { parseArea } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { AREA_FORM, AreaForm, type AreaSummary } from '../model/area-form.ts';
import { AreaPopup } from './AreaPopup.tsx';

function popupWith(text: string, summary: AreaSummary | undefined, problem?: string) {
  return {
    services: (container: Container) => {
      const form = new AreaForm(parseArea);
      form.begin(() => undefined);
      form.type(text);
      form.report(summary, problem);
      container.bind(AREA_FORM).toConstantValue(form);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Splitting/By area',
  parameters: { namespaces: ['split'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 360 }}>
      <AreaPopup />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const NothingSelected: Story = { parameters: popupWith('', undefined) };
export const Planned: Story = {
  parameters: popupWith('1/3', { whole: 18_000, parts: [12_000, 6000], chosen: true }),
};
export const NoSuchCut: Story = {
  parameters: popupWith('10', { whole: 18_000, parts: [], chosen: true }, 'split:problem.no-such-cut'),
  globals: { language: 'it', theme: 'dark' },
};
