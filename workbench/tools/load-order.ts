import { join } from 'node:path';
import { build, type Plugin, type UserConfig } from 'vite';

/**
 * The stages that every page loads, one after the other. Each stage is small enough that entering elsewhere costs
 * little.
 */
const STAGES = [
  { name: 'start', entry: /\/workbench\/main\.tsx$|\/index\.html$/ },
  { name: 'door', entry: /\/plugins\/start\/login\/plugin\.ts$/ },
  { name: 'frame', entry: /\/workbench\/signed-in\.tsx$/ },
  { name: 'home', entry: /\/plugins\/start\/(?:home|notifications)\/plugin\.ts$/ },
] as const;

/** The plugins that run in the workspace from the start. */
const WORKSPACE_PLUGINS =
  /\/plugins\/(?:work\/(?:map-2d|layers|selection|attributes|history)|draw\/draw|edit\/modify|measure\/measure-2d|files\/import)\/plugin\.ts$/;
/** Their files, and what every signed-in page loads. */
const AT_START =
  /\/(?:plugin\.(?:map-2d|layers|selection|attributes|history|draw|modify|measure-2d|import|projects|notifications|home|login)|signed-in)-[\w-]+\.js$/;
const PLUGINS = join(import.meta.dirname, '..', '..', 'plugins', '/');

interface OutputChunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
}

/**
 * Bundles the modules of each stage into one file: the start, the frame, what workspace plugins share with pages
 * (`parts`), and what they share among themselves (`map`). By default the bundler makes one file for every set of
 * modules that the same entries share, two hundred for the workspace, and small files compress badly: an eighth more
 * to download. It builds once to learn which entry needs what, then again with that knowledge. Each file contains
 * only what its stage imports statically, so that no stage waits for a later one.
 */
export function loadOrder(): Plugin {
  return {
    name: 'groma:load-order',
    // Only the workbench: Storybook and the benches build pages of their own with the same settings.
    apply: ({ build: { rolldownOptions, rollupOptions } = {} }, { command }) =>
      command === 'build' && (rolldownOptions?.input ?? rollupOptions?.input) === undefined,
    async config(config, { mode }) {
      const stages = stagesOf(await chunksOf(config, mode));
      return {
        build: {
          // The list of what each file needs is part of the first file: for code behind its first use, the browser reads
          // it from that code.
          modulePreload: { resolveDependencies: (file, needed) => (AT_START.test(file) ? needed : []) },
          rolldownOptions: {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [...new Set(stages.values())].map((name) => ({
                  name,
                  test: (id: string) => stages.get(id) === name,
                })),
              },
            },
          },
        },
      };
    },
  };
}

async function chunksOf(config: UserConfig, mode: string): Promise<readonly OutputChunk[]> {
  const others = (config.plugins ?? []).filter(
    (plugin) => (plugin as Partial<Plugin> | undefined)?.name !== 'groma:load-order',
  );
  const built = await build({
    ...config,
    plugins: others,
    configFile: false,
    mode,
    logLevel: 'error',
    build: {
      ...config.build,
      write: false,
      minify: false,
      reportCompressedSize: false,
      // The globe's engine is not part of any stage and takes as long to bundle as all the rest.
      rolldownOptions: { ...config.build?.rolldownOptions, external: ['cesium'] },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The first build gave no single bundle.');
  return built.output.filter((file) => file.type === 'chunk');
}

/** Maps each module needed at the start or by the workspace to its file. */
function stagesOf(chunks: readonly OutputChunk[]): Map<string, string> {
  const stages = new Map<string, string>();
  for (const { name, entry } of STAGES)
    for (const id of neededBy(chunks, name, (facade) => entry.test(facade)))
      if (!stages.has(id)) stages.set(id, name);
  const pages = neededBy(chunks, 'parts', (facade) => isPlugin(facade) && !WORKSPACE_PLUGINS.test(facade));
  for (const id of neededBy(chunks, 'map', (facade) => WORKSPACE_PLUGINS.test(facade)))
    // A plugin's own code keeps its own chunk: people who may not use the plugin must not receive it.
    if (!stages.has(id) && !id.startsWith(PLUGINS)) stages.set(id, pages.has(id) ? 'parts' : 'map');
  return stages;
}

const isPlugin = (facade: string): boolean => facade.startsWith(PLUGINS) && facade.endsWith('/plugin.ts');

/** Returns the modules that the entries need before they can run. */
function neededBy(
  chunks: readonly OutputChunk[],
  name: string,
  isEntry: (facade: string) => boolean,
): ReadonlySet<string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set(
    chunks.filter(({ facadeModuleId }) => facadeModuleId !== null && isEntry(facadeModuleId)),
  );
  if (seen.size === 0)
    throw new Error(`No file of the build is the ${name}: does workbench/tools/load-order.ts name it right?`);
  // A Set iterates over items added during the iteration.
  for (const { imports } of seen)
    for (const file of imports) {
      const next = byFile.get(file);
      if (next) seen.add(next);
    }
  return new Set([...seen].flatMap(({ moduleIds }) => moduleIds));
}
