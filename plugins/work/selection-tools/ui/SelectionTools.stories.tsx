import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { ObjectType } from '#core/protocol';
import { desk, loadedFinder } from '#core/testing';
import { SELECTION } from '#plugins/work/selection/api';
import type { Comparison } from '../model/condition.ts';
import { SelectionOptions, SELECTION_OPTIONS } from '../model/selection-options.ts';
import { AttributeSearch, SEARCH } from '../model/search.ts';
import ConditionsDialog from './ConditionsDialog.tsx';
import { HowPopup } from './HowPopup.tsx';

const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    fields: [
      { name: 'kind', title: { en: 'Kind', it: 'Specie' }, type: 'text', required: true },
      { name: 'height', title: { en: 'Height (m)', it: 'Altezza (m)' }, type: 'number', required: false },
      { name: 'alive', title: { en: 'Alive', it: 'Vivo' }, type: 'boolean', required: false },
    ],
  },
] as unknown as ObjectType[];

function asking(conditions: readonly [string, Comparison, unknown][], tool?: 'box' | 'area') {
  return {
    services: (container: Container) => {
      const { project } = desk([], TYPES);
      const projects = { current: project, current$: of(project) };
      const selection = {
        ids: ['a', 'b'],
        ids$: of(['a', 'b']),
        typeOf: () => undefined,
        set: () => undefined,
      } as never;
      const search = new AttributeSearch({
        projects,
        selection,
        finder: loadedFinder,
        accepts: () => true,
        notify: () => undefined,
      });
      const how = new SelectionOptions();
      if (tool) how.begin(tool);
      else search.open();
      for (const [field, comparison, value] of conditions) {
        search.add();
        const { key } = search.conditions.at(-1)!;
        search.edit(key, { field });
        search.edit(key, { comparison, value });
      }
      container.bind(PROJECTS).toConstantValue(projects as never);
      container.bind(SELECTION).toConstantValue(selection);
      container.bind(SEARCH).toConstantValue(search);
      container.bind(SELECTION_OPTIONS).toConstantValue(how);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
    },
  };
}

const meta: Meta = {
  title: 'Select/Popup and conditions',
  parameters: { namespaces: ['selection-tools'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 560 }}>
      <HowPopup />
      <ConditionsDialog />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Box: Story = { parameters: asking([], 'box') };
export const NoCondition: Story = { parameters: asking([]) };
export const Conditions: Story = {
  parameters: asking([
    ['kind', 'contains', 'oak'],
    ['height', 'least', 12.5],
    ['alive', 'filled', undefined],
  ]),
  globals: { language: 'it', theme: 'dark' },
};
