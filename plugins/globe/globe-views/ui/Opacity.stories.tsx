import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import type { GlobeMap } from '#plugins/globe/map-3d/api';
import { Underground, UNDERGROUND } from '../model/underground.ts';
import { Opacity } from './Opacity.tsx';

const meta: Meta = {
  title: 'Workspace/Seeing through the ground',
  parameters: {
    namespaces: ['globe-views'],
    services: (container: Container) => {
      const underground = new Underground({ current$: new BehaviorSubject({ outlook: {} } as GlobeMap) });
      underground.toggle();
      container.bind(UNDERGROUND).toConstantValue(underground);
    },
  },
  render: () => (
    <div style={{ position: 'relative', blockSize: 160 }}>
      <Opacity />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const SeenThrough: Story = {};
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
