import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { API, type Api } from '#core/api';
import { PROJECTS, type Projects } from '#core/project';
import { DEFAULT_FORMAT } from '#core/protocol';
import { SETTINGS } from '#core/settings';
import CrsPicker from './CrsPicker.tsx';
import './Workspace.css';

const close = fn();

/** The picker where another system is chosen than that of the project. */
function services(container: Container): void {
  const current = { project: { id: 'p', crs: 'EPSG:7792' }, project$: NEVER };
  const data = [
    {
      code: 'EPSG:32633',
      name: 'WGS 84 / UTM zone 33N',
      area: 'Between 12°E and 18°E, northern hemisphere',
    },
  ];
  container.bind(API).toConstantValue({ call: () => Promise.resolve({ data }) } as unknown as Api);
  container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as unknown as Projects);
  const settings = container.get(SETTINGS);
  settings.useProject({ id: 'p', crs: 'EPSG:7792', displayFormat: DEFAULT_FORMAT });
  settings.set('workingCrs', 'EPSG:3003');
}

const meta: Meta<typeof CrsPicker> = {
  title: 'Map/Reference system',
  component: CrsPicker,
  args: { close },
  parameters: { namespaces: ['map-2d'], services },
  render: (args) => (
    <div className="map2d-crs">
      <CrsPicker {...args} />
    </div>
  ),
};
export default meta;
type Story = StoryObj<typeof CrsPicker>;

export const Chosen: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    close.mockClear();
    await expect(canvas.getByRole('button', { name: 'Longitude and latitude: EPSG:4326' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'The project’s: EPSG:7792' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    await expect(canvas.queryByRole('button', { name: /^The project’s/ })).toBeNull();
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
