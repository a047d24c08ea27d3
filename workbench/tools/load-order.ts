import { build, type Plugin, type UserConfig } from 'vite';

/**
 * What every page loads, one after the other; the door is small, so that coming by another way costs little. Plugins have
 * no place here: what one of them shares with others must not bring its code to a person who may not use it.
 */
const WAY = [
  { name: 'start', entry: /\/workbench\/main\.tsx$|\/index\.html$/ },
  { name: 'door', entry: /\/plugins\/login\/plugin\.ts$/ },
  { name: 'frame', entry: /\/workbench\/signed-in\.tsx$/ },
] as const;

interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
}

/**
 * Puts what the start needs into one file, what the frame needs beside it into another, and so on. By itself the bundler
 * makes a file of every set of modules that the same entries share, two hundred for the workspace, and small files
 * compress badly: 7 % more to load. It builds once to learn who needs what, and again with that known; each file holds
 * all that its stage needs statically, so none waits for a later one.
 */
export function loadOrder(): Plugin {
  return {
    name: 'groma:load-order',
    // The workbench alone: Storybook and the benches build pages of their own with the same settings.
    apply: ({ build: { rolldownOptions, rollupOptions } = {} }, { command }) =>
      command === 'build' && (rolldownOptions?.input ?? rollupOptions?.input) === undefined,
    async config(config, { mode }) {
      const stages = stagesOf(await chunksOf(config, mode));
      return {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: WAY.map(({ name }) => ({ name, test: (id: string) => stages.get(id) === name })),
              },
            },
          },
        },
      };
    },
  };
}

async function chunksOf(config: UserConfig, mode: string): Promise<readonly Chunk[]> {
  const others = (config.plugins ?? []).filter(
    (plugin) => (plugin as Partial<Plugin> | undefined)?.name !== 'groma:load-order',
  );
  const built = await build({
    ...config,
    plugins: others,
    configFile: false,
    mode,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('The first build gave no single bundle.');
  return built.output.filter((file) => file.type === 'chunk');
}

/** The first stage on the way that needs a module, for each module that any of them needs at once. */
function stagesOf(chunks: readonly Chunk[]): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const stages = new Map<string, string>();
  for (const { name, entry } of WAY) {
    const first = chunks.find(({ facadeModuleId }) => facadeModuleId !== null && entry.test(facadeModuleId));
    if (!first)
      throw new Error(
        `No file of the build is the ${name}: does workbench/tools/load-order.ts name it right?`,
      );
    const waiting = [first];
    const seen = new Set(waiting);
    for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
      for (const id of chunk.moduleIds) if (!stages.has(id)) stages.set(id, name);
      for (const file of chunk.imports) {
        const next = byFile.get(file);
        if (!next || seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
  }
  return stages;
}
