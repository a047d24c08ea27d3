import { availableParallelism } from 'node:os';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { CHROMIUM_ARGS, findChromium } from './tests/chromium.ts';
import { PATIENCE } from './tests/patience.ts';
import { cesiumFiles } from './workbench/tools/cesium-files.ts';
import { earthTiles } from './workbench/tools/earth-tiles.ts';
import { loadOrder } from './workbench/tools/load-order.ts';
import { textFiles } from './workbench/tools/text-files.ts';
import { twoLanguages } from './workbench/tools/two-languages.ts';
import { unusedParts } from './workbench/tools/unused-parts.ts';
import { bareProtocol } from './workbench/tools/bare-protocol.ts';

// Vitest 5's reporter uses Map.groupBy, which Node 20 lacks.
const map = Map as unknown as { groupBy?: <K, T>(items: Iterable<T>, keyOf: (item: T) => K) => Map<K, T[]> };
map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const testing = process.env.VITEST !== undefined;
/** Starting Storybook costs seconds: only when its project is asked for, by name or by asking for none. */
const projects = process.argv.flatMap((word, i, all) => (word === '--project' ? [all[i + 1]] : []));
const stories = projects.length === 0 || projects.includes('storybook');
const API = process.env.GROMA_API ?? 'http://127.0.0.1:3000';

function browser() {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    provider: playwright({ launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS } }),
    instances: [{ browser: 'chromium' as const }],
  };
}

/** A chunk that is a plugin's code, or one's texts, says whose: a look at the network tells what was loaded. */
function nameOf(entry: string | null): string {
  const plugin = /\/plugins\/[^/]+\/([^/]+)\/plugin\.ts$/.exec(entry ?? '')?.[1];
  if (plugin) return `plugin.${plugin}`;
  const part = /\/plugins\/[^/]+\/([^/]+)\/(?:.*\/)?([^/]+)\.tsx?$/.exec(entry ?? '');
  if (part) return `part.${part[1]}.${part[2]}`;
  const texts = /\/locales\/(\w+)\/([^/]+)\.json$/.exec(entry ?? '');
  return texts ? `texts.${texts[2]}.${texts[1]}` : '[name]';
}

/** Tests of what a page fetches only once, or of its bare events: each has a page and modules to itself. */
const ALONE = [
  'core/react/{working-crs,on-demand,dialog-on-demand,tree,when-calm}.dom.test.{ts,tsx}',
  'workbench/shell/fetch-ahead.dom.test.tsx',
];

/**
 * After the others, and beside each other: journeys wait for pages and servers, and leave the processor to the API
 * meanwhile.
 */
const parallel = { sequence: { groupOrder: 1 }, maxWorkers: availableParallelism() + 1 };

/** Journeys first, that of every tool before all: a long file that began last would be waited for alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name !== 'journeys' ? 2 : moduleId.includes('every-tool') ? 0 : 1;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
const shuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

const ROOMS = '{core,plugins,workbench,tests}';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    twoLanguages(),
    textFiles(),
    unusedParts(),
    bareProtocol(),
    cesiumFiles(),
    earthTiles(),
    loadOrder(),
  ],
  // RxJS keeps its modern build behind this condition; the default one is for ES5.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    manifest: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // Each of its predicates makes its work space when it is imported: with `orient2d` came all of them.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/robust-predicates\//, sideEffects: false }] },
      output: {
        // Only what checks data by schemas loads them (see bareProtocol).
        codeSplitting: {
          groups: [{ name: 'schemas', test: /\/node_modules\/zod\/|\/core\/protocol\/common\.ts$/ }],
        },
        chunkFileNames: ({ facadeModuleId }) => `assets/${nameOf(facadeModuleId)}-[hash].js`,
      },
    },
  },
  server: { proxy: { '/api': API, '/extensions': API } },
  test: testing
    ? {
        // Vitest would leave one core to whoever watches.
        maxWorkers: '100%',
        setupFiles: 'tests/setup.ts',
        execArgv: [
          // Megabytes for what lives shortly. Tests make much of that: a third of the API's time was spent collecting it.
          '--max-semi-space-size=64',
          '--min-semi-space-size=16',
          // As from Node 24 on: what zlib returns lies in a pool, so that its `.buffer` has bytes of others, too.
          '--import=data:text/javascript,Buffer.poolSize=65536',
        ],
        ...(shuffled ? {} : { sequence: { sequencer: LongestFirst } }),
        // Tests wait for what they want to see, however busy the machine; these end one that waits in vain.
        testTimeout: 2 * PATIENCE,
        hookTimeout: 2 * PATIENCE,
        expect: { poll: { timeout: PATIENCE } },
        projects: [
          {
            extends: true,
            test: {
              name: 'node',
              // Modules without a page are imported once for all files of a process: that was half of the time.
              isolate: false,
              include: [`${ROOMS}/**/*.test.{ts,tsx}`, 'docs/plugins/*/*.test.ts'],
              exclude: ['**/*.{dom,browser}.test.{ts,tsx}', '**/node_modules/**', 'tests/{journeys,api}/**'],
            },
          },
          {
            extends: true,
            test: {
              name: 'dom',
              environment: 'happy-dom',
              isolate: false,
              setupFiles: 'tests/dom-setup.ts',
              include: [`${ROOMS}/**/*.dom.test.{ts,tsx}`],
              exclude: ALONE,
            },
          },
          {
            extends: true,
            test: { name: 'dom-alone', environment: 'happy-dom', include: ALONE },
          },
          {
            extends: true,
            test: { name: 'browser', include: [`${ROOMS}/**/*.browser.test.{ts,tsx}`], browser: browser() },
          },
          ...(stories
            ? [
                {
                  extends: true as const,
                  plugins: [storybookTest({ configDir: '.storybook' })],
                  // Stories share a page: opening one for each file took a third of their time.
                  test: { name: 'storybook', isolate: false, browser: browser() },
                },
              ]
            : []),
          {
            extends: true,
            test: {
              name: 'api',
              include: ['server/**/*.test.ts', 'tests/api/proof.test.ts'],
              globalSetup: 'server/testing/compiled.ts',
              setupFiles: 'server/testing/quick-passwords.ts',
              // The server's code and both databases are started once for all files of a process.
              isolate: false,
              testTimeout: 300_000,
              hookTimeout: 300_000,
              // Of the embedded engine, as in the servers of journeys (tests/processes.ts).
              execArgv: ['--liftoff-only'],
              ...parallel,
            },
          },
          {
            extends: true,
            test: {
              name: 'journeys',
              include: ['tests/journeys/*.journey.ts', 'tests/api/*.test.ts'],
              exclude: ['tests/api/proof.test.ts'],
              // What they import, and a browser, is started once for all files of a process.
              isolate: false,
              globalSetup: ['server/testing/compiled.ts', 'tests/journeys/setup.ts'],
              setupFiles: 'tests/journeys/on-failure.ts',
              env: { GROMA_BUILD: '0' },
              testTimeout: 1_200_000,
              hookTimeout: 300_000,
              expect: { poll: { timeout: PATIENCE, interval: 100 } },
              ...parallel,
            },
          },
        ],
      }
    : {},
});
