import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { geodesic, printerOf } from '#core/sketch';
import { desk } from '#core/testing';
import { FORM, ListForm } from '../model/list-form.ts';
import { listed, type ListInput } from '../model/listed.ts';
import { ListPopup } from './ListPopup.tsx';

function listWith(kind: ListInput['kind'], typed: Partial<ListInput>) {
  return {
    services: (container: Container) => {
      const form = new ListForm();
      form.begin(kind, () => undefined);
      form.change(typed);
      form.showResult(
        listed(form.typed!, {
          crs: 'EPSG:4326',
          parser: printerOf({ language: 'en' }, desk().settings),
          metric: geodesic,
        }),
      );
      container.bind(FORM).toConstantValue(form);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Lists/Popup',
  parameters: { namespaces: ['shapes'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 640 }}>
      <ListPopup />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Coordinates: Story = {
  parameters: listWith('coordinates', { rows: 'P1;42.9398;12.6101\nP2;42.9402;nowhere\nP3;42.9404;12.6112' }),
};
export const Traverse: Story = {
  parameters: listWith('traverse', {
    start: '42.9398 N 12.6101 E',
    rows: '45°30′00″ 120.350\n135°30′10″ 80.120\n225°29′50″ 120.300\n315°30′00″ 80.080',
    closing: 'start',
    becomes: 'ring',
    adjusts: true,
  }),
  globals: { language: 'it', theme: 'dark' },
};
