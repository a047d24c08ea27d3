import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { runInAction } from 'mobx';
import { BehaviorSubject, NEVER, of } from 'rxjs';
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test';
import { API, type ApiResponse, type Api, type Live } from '#core/api';
import { HOST } from '#core/plugin';
import { PROJECTS } from '#core/project';
import type { ImportResult } from '#core/protocol';
import manifest from '../manifest.ts';
import { ImportWizard } from '../model/wizard.ts';
import ImportDialog from './ImportDialog.tsx';

const importers = (manifest.importers ?? []).map((importer) => ({ ...importer, plugin: 'import' }));

/** Answers the other calls of the dialog: reference systems by name, and the existing object types. */
const api = {
  call: (call: { id: string }) =>
    Promise.resolve({
      data:
        call.id === 'crs.search'
          ? [
              {
                code: 'EPSG:3003',
                name: 'Monte Mario / Italy zone 1',
                area: 'Italy',
                proj4: '',
                unit: 'metre',
                accuracy: 4,
              },
            ]
          : [{ name: 'Parcels' }],
    } as ApiResponse<unknown>),
} as unknown as Api;
const live = { on: () => NEVER, state$: new BehaviorSubject('off') } as unknown as Live;

const ring = (x: number, y: number, size: number) => [
  [x, y],
  [x + size, y],
  [x + size * 0.9, y + size],
  [x, y + size * 0.8],
  [x, y],
];
const names = ['Via Roma', 'Piazza del Duomo', 'Largo Città di Pieve'];
const found: ImportResult = {
  count: 148,
  geometryTypes: { Polygon: 140, MultiPolygon: 6 },
  crs: 'EPSG:3003',
  encoding: 'windows-1252',
  fields: (['name', 'area', 'surveyed'] as const).map((name, i) => ({
    name,
    title: { en: name, it: name },
    type: (['text', 'number', 'date'] as const)[i]!,
    required: false,
  })),
  problems: [
    {
      feature: null,
      kind: 'crs-accuracy',
      message: 'From EPSG:3003 to WGS84 positions are accurate to about 4 m.',
    },
    ...Array.from({ length: 12 }, (_, i) => ({
      feature: i * 9 + 4,
      kind: 'invalid-geometry',
      message: `The outline is not valid: it crosses itself near 11.2${i}5000 43.77${i}000. It is repaired when it is imported.`,
    })),
  ],
  problemCount: 13,
  extent: [11.2, 43.7, 11.5, 43.9],
  committed: false,
  layers: [
    { name: 'parcels', count: 148, geometryType: 'Polygon' },
    { name: 'roads', count: 21, geometryType: 'LineString' },
  ],
  layer: 'parcels',
  preview: {
    type: 'FeatureCollection',
    features: Array.from({ length: 60 }, (_, i) => ({
      type: 'Feature',
      properties: { feature: i },
      geometry: {
        type: 'Polygon',
        coordinates: [
          ring(11.2 + (i % 10) * 0.03, 43.7 + Math.floor(i / 10) * 0.033, 0.02 + (i % 3) * 0.003),
        ],
      },
    })),
  },
  sample: names.map((name, i) => ({ name, area: 120.5 + i * 37.25, surveyed: `2026-0${i + 1}-14` })),
  importId: null,
  typeName: null,
  options: {},
  columns: [],
};

function wizardAt(change: Partial<ImportWizard>): ImportWizard {
  const wizard = new ImportWizard(api, live, () => undefined);
  wizard.open('5a3ea4f0-0000-4000-8000-000000000001');
  runInAction(() =>
    Object.assign(wizard, {
      file: new File(['x'], 'catasto-firenze.zip'),
      typeName: 'Parcels',
      layer: 'parcels',
      fields: found.fields.map(({ name }) => ({ name, isIncluded: true, target: name })),
      ...change,
    }),
  );
  return wizard;
}

const meta: Meta<typeof ImportDialog> = {
  title: 'Import/Dialog',
  component: ImportDialog,
  args: { onShow: fn() },
  parameters: {
    namespaces: ['import'],
    services: (container: Container) => {
      container.bind(API).toConstantValue(api);
      container.bind(PROJECTS).toConstantValue({ current: undefined } as never);
      container.bind(HOST).toConstantValue({
        contributions: () => of(importers),
        current: () => importers,
      } as never);
    },
  },
};
export default meta;
type Story = StoryObj<typeof ImportDialog>;

export const Choose: Story = {
  args: { wizard: wizardAt({ step: 'choose', file: undefined }) },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText(/GeoJSON/)).toBeVisible());
  },
};

export const Refused: Story = {
  args: {
    wizard: wizardAt({
      step: 'choose',
      file: undefined,
      error: 'The zip archive is damaged or truncated. Create it again and upload it.',
    }),
  },
  play: async () => {
    await expect(await screen.findByRole('alert')).toHaveTextContent('damaged');
  },
};

export const Looking: Story = {
  args: { wizard: wizardAt({ step: 'looking', progress: 0.42, message: 'Reading the file' }) },
};

export const Look: Story = {
  args: { wizard: wizardAt({ step: 'look', result: found }) },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('button', { name: 'Import 146 objects' })).toBeEnabled();
    await userEvent.click(dialog.getByRole('tab', { name: 'Sample' }));
    // The dialog fades in.
    await waitFor(() => expect(dialog.getByText('Largo Città di Pieve')).toBeVisible());
    await userEvent.click(dialog.getByRole('tab', { name: /^Problems/ }));
    await userEvent.type(dialog.getByRole('searchbox'), '13');
    await waitFor(() => expect(dialog.getByRole('rowheader', { name: /11\.21/ })).toBeVisible());
  },
};

export const Fields: Story = {
  args: { wizard: wizardAt({ step: 'look', result: found }) },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('tab', { name: /^Fields/ }));
    const target = await dialog.findByRole('textbox', { name: 'Attribute for area' });
    await userEvent.clear(target);
    await userEvent.type(target, 'name');
    await waitFor(() => expect(dialog.getByText('Two fields have the same name.')).toBeVisible());
    await expect(dialog.getByRole('button', { name: /^Import 146/ })).toBeDisabled();
  },
};

export const SystemUnknown: Story = {
  args: {
    wizard: wizardAt({
      step: 'look',
      result: {
        ...found,
        crs: null,
        preview: null,
        extent: null,
        problems: [
          {
            feature: null,
            kind: 'crs-unknown-likely',
            message:
              'The coordinate reference system is unknown and must be chosen. The numbers could be EPSG:3003; nothing was assumed.',
          },
        ],
        problemCount: 1,
      },
    }),
  },
  play: async () => {
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByText('Choose a reference system first.')).toBeVisible());
    await expect(dialog.getByRole('button', { name: /^Import 146/ })).toBeDisabled();
  },
};

export const Writing: Story = {
  args: { wizard: wizardAt({ step: 'writing', progress: 0.8, message: 'Writing the objects' }) },
};

export const Done: Story = {
  args: {
    wizard: wizardAt({
      step: 'done',
      written: 146,
      result: { ...found, committed: true, importId: 'i', typeName: 'Parcels' },
    }),
  },
  play: async ({ args }) => {
    const dialog = within(await screen.findByRole('dialog'));
    await expect(dialog.getByRole('status')).toHaveTextContent('146 objects imported into Parcels.');
    await userEvent.click(dialog.getByRole('button', { name: 'Show on the map' }));
    await expect(args.onShow).toHaveBeenCalledOnce();
  },
};
