import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, waitFor } from 'storybook/test';
import { PROJECTS } from '#core/project';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { TOASTS, Toasts } from '#core/toasts';
import { PROFILE } from '../model/profile.ts';
import { PROFILE_FILES, ProfileFiles } from '../model/profile-files.ts';
import { cloudOf } from '../model/testing/fake-cloud.ts';
import ProfilePanel from './ProfilePanel.tsx';

/** A street with kerbs, a house with a roof, a tree and some noise, 40 long. */
const STREET = Array.from({ length: 60_000 }, (_, i): [number, number, number, number] => {
  const x = ((i * 0.618034) % 1) * 40;
  const y = (((i * 0.414213) % 1) - 0.5) * 0.8;
  const jitter = (((i * 0.732051) % 1) - 0.5) * 0.03;
  const tree = Math.hypot(x - 30, 3.2 - ((i * 0.236068) % 1) * 6);
  if (i % 997 === 0) return [x, y, -2 + jitter, 7];
  if (i % 3 === 0 && x > 8 && x < 18) return [x, y, 7 - Math.abs(x - 13) * 0.6 + jitter, 6];
  if (i % 4 === 0 && tree < 2.6) return [x, y, 6.2 - ((i * 0.236068) % 1) * 6, 5];
  return [x, y, (x > 20 && x < 26 ? 0 : 0.15) + jitter, x > 20 && x < 26 ? 11 : 2];
});

function over(points: readonly [number, number, number, number][], drawn: boolean, may: readonly string[]) {
  return {
    services: async (container: Container) => {
      const { profile } = cloudOf(points);
      const files = new ProfileFiles({} as never, {} as never, profile);
      container.bind(PROFILE_FILES).toConstantValue(files);
      const me = { authorizations: may };
      container.bind(PROFILE).toConstantValue(profile);
      container.bind(PROJECTS).toConstantValue({ current: undefined, current$: NEVER } as never);
      if (!container.isBound(SESSION)) container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
      if (!container.isBound(TOASTS)) container.bind(TOASTS).toConstantValue(new Toasts());
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
      if (drawn) await profile.draw([[0, 0], [40, 0]]); // prettier-ignore
    },
  };
}

const meta: Meta = {
  title: 'Point clouds/Profile',
  parameters: { namespaces: ['cloud-profile', 'point-classes'] },
  render: () => (
    <div style={{ blockSize: 420 }}>
      <ProfilePanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Nothing: Story = { parameters: over(STREET, false, ['*']) };
export const AStreet: Story = {
  parameters: over(STREET, true, ['*']),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText(/^60,000 points, all that are stored/)).toBeVisible();
    const points = canvas.getByRole('application', { name: 'Profile' })
      .previousElementSibling as HTMLCanvasElement;
    const isPainted = () =>
      points.width > 0 &&
      points
        .getContext('2d')!
        .getImageData(0, 0, points.width, points.height)
        .data.some((value) => value > 0);
    await waitFor(() => expect(isPainted()).toBe(true));
  },
};
export const Selecting: Story = {
  parameters: over(STREET, true, ['*']),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Select a slab' }));
    const drawing = canvas.getByRole('application', { name: 'Profile' });
    drawing.focus();
    await userEvent.keyboard('{Enter}{ArrowRight>9/}{Enter}');
    await expect(await canvas.findByText(/points? (is|are) selected/)).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Reclassify' })).toBeVisible();
  },
};
export const WithoutRights: Story = {
  parameters: over(STREET, true, ['pointcloud.read']),
  globals: { language: 'it', theme: 'dark' },
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Seleziona con il lazo' }));
    await expect(await canvas.findByText('Il tuo ruolo non può cambiare le classi.')).toBeVisible();
  },
};
