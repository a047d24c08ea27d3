import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { API, LIVE } from '#core/api';
import { PROJECTS } from '#core/project';
import type { BimCheck, BimCheckResult } from '#core/protocol';
import { SESSION } from '#core/session';
import { BIM_SELECTION, BIM_STAGE, BIM_VIEWS } from '#plugins/bim/bim-viewer/api';
import { SELECTION } from '#plugins/work/selection/api';
import { CHECK_DESK, CheckDesk } from '../model/check-desk.ts';
import { SHOWN_RESULT, ShownResult } from '../model/shown-result.ts';
import ChecksPanel from './ChecksPanel.tsx';

const check = (id: string, kind: BimCheck['kind'], over: Partial<BimCheck> = {}): BimCheck => ({
  id,
  modelId: 'm',
  kind,
  name: `Check ${id}`,
  content: 3,
  state: 'done',
  jobId: id,
  error: null,
  createdAt: '2026-11-25T10:00:00Z',
  createdBy: 'Ada',
  ...over,
});
const wall = { globalId: '0Wall', class: 'IfcWall', name: 'South wall' };
const slab = { globalId: '0Slab', class: 'IfcSlab', name: 'Floor' };
const statistics = { count: 1200, mean: 0.004, sigma: 0.002, min: -0.003, max: 0.021, within: 0.93 };

const RESULTS: Record<string, BimCheckResult> = {
  ids: {
    kind: 'ids',
    report: {
      title: 'Fire',
      schema: 'IFC4',
      passes: false,
      isCut: false,
      specifications: [
        {
          name: 'Walls have a fire rating',
          identifier: null,
          description: 'For the escape route.',
          instructions: null,
          cardinality: 'required',
          appliesTo: [{ kind: 'entity', of: 'IFCWALL', value: null }],
          isForSchema: true,
          status: 'fail',
          applicable: 4,
          passed: 3,
          requirements: [
            {
              kind: 'property',
              of: 'Pset_WallCommon.FireRating',
              value: 'F90',
              cardinality: 'required',
              instructions: null,
              passed: 3,
              failed: 1,
              failures: [{ ...wall, line: 12, reason: 'value', found: 'F30' }],
            },
          ],
        },
      ],
    },
  },
  quantities: {
    kind: 'quantities',
    report: {
      isCut: false,
      rows: [
        {
          ...wall,
          type: 'Outer wall',
          storey: 'Ground floor',
          material: 'Brick',
          volume: { declared: 5.9, computed: 5.346 },
          floorArea: { declared: null, computed: 1.98 },
          sideArea: { declared: 17.8, computed: 17.82 },
          surface: 42.1,
          isClosed: true,
        },
        {
          ...slab,
          type: null,
          storey: 'Ground floor',
          material: null,
          volume: { declared: null, computed: null },
          floorArea: { declared: 30.4, computed: 30.36 },
          sideArea: { declared: null, computed: null },
          surface: 65,
          isClosed: false,
        },
      ],
    },
  },
  clash: {
    kind: 'clash',
    report: {
      withId: 'n',
      withName: 'Pipes.ifc',
      pairs: 120,
      isCut: true,
      clashes: [
        {
          a: wall,
          b: { globalId: '0Pipe', class: 'IfcPipeSegment', name: 'Pipe 7' },
          distance: -0.041,
          at: [1, 2, 3],
        },
        {
          a: slab,
          b: { globalId: '0Duct', class: 'IfcDuctSegment', name: null },
          distance: 0.02,
          at: [4, 5, 6],
        },
      ],
    },
  },
  deviation: {
    kind: 'deviation',
    report: {
      cloudId: 'c',
      cloudName: 'Scan of May',
      tolerance: 0.005,
      reach: 0.05,
      rows: [
        { ...wall, ...statistics },
        { ...slab, ...statistics, mean: -0.001, within: 1 },
      ],
      all: { ...statistics, count: 2400 },
      histogram: Array.from({ length: 80 }, (_, i) => Math.round(400 * Math.exp(-(((i - 46) / 7) ** 2)))),
      points: 10_000,
      sample: { origin: [0, 0, 0], count: 0, floats: '' },
      surveyed: [{ objectId: 'o', ...wall, distance: 0.021, delta: [0, -0.021, 0], at: [1, 2, 3] }],
      isCut: false,
    },
  },
};
const LIST = [
  check('ids', 'ids'),
  check('quantities', 'quantities'),
  check('clash', 'clash'),
  check('deviation', 'deviation'),
  check('running', 'clash', { state: 'running' }),
  check('failed', 'ids', { state: 'failed', error: 'Line 7 of the IDS is not well-formed.' }),
];

function serving(checks: readonly BimCheck[], may = ['*']) {
  return (container: Container) => {
    const call = ({ id }: { id: string }, request: { params: { checkId: string } }) => {
      if (id === 'bimChecks.get') {
        const { checkId } = request.params;
        const found = checks.find((one) => one.id === checkId);
        return Promise.resolve({ data: { ...found, result: RESULTS[checkId] } });
      }
      return Promise.resolve({ data: id === 'bimChecks.list' ? checks : [] });
    };
    const api = { call, bytes: () => NEVER } as never;
    const models = [{ id: 'm', name: 'House.ifc', shown: true, state: 'drawn', isPlaced: true }];
    const stage = { models, models$: of(models) } as never;
    const current = { project: { id: 'p' }, types: new Map() };
    const projects = { current, current$: of(current) } as never;
    const views = { current: undefined, current$: of(undefined) };
    const live = { on: () => NEVER } as never;
    container.bind(API).toConstantValue(api);
    container.bind(LIVE).toConstantValue(live);
    container.bind(BIM_STAGE).toConstantValue(stage);
    container.bind(BIM_VIEWS).toConstantValue(views);
    container.bind(BIM_SELECTION).toConstantValue({ set: () => undefined } as never);
    container.bind(SELECTION).toConstantValue({ set: () => undefined } as never);
    container.bind(PROJECTS).toConstantValue(projects);
    const me = { authorizations: may };
    container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
    container.bind(CHECK_DESK).toConstantValue(new CheckDesk(api, live, stage, projects));
    container.bind(SHOWN_RESULT).toConstantValue(new ShownResult(views, stage));
  };
}

const meta: Meta<typeof ChecksPanel> = {
  title: 'Workspace/Checks of models',
  component: ChecksPanel,
  parameters: { namespaces: ['bim-checks'], services: serving(LIST) },
};
export default meta;
type Story = StoryObj<typeof ChecksPanel>;

/** Opens a check of the list. */
const opened = (id: string, seen: string | RegExp): Story => ({
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: `Check ${id}` }));
    await canvas.findAllByText(seen);
  },
});

export const Some: Story = {};
export const None: Story = { parameters: { services: serving([]) } };
export const OnlyLooking: Story = {
  parameters: { services: serving(LIST, ['bim.read']) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: 'Check ids' });
    await expect(canvas.queryByRole('button', { name: /New check|^Delete/ })).toBeNull();
  },
};
export const New: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('button', { name: 'New check…' }));
    await expect(canvas.getByRole('button', { name: 'Start the check' })).toBeDisabled();
  },
};
export const Ids: Story = opened('ids', '3 of 4 applicable elements passed');
export const Quantities: Story = opened('quantities', 'Ground floor');
export const Clashes: Story = opened('clash', /2 clashes with Pipes\.ifc/);
export const Deviations: Story = opened(
  'deviation',
  /Scan of May: of 10,000 compared points .*2,400 are within/,
);
