import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { DOORS } from '../../full/doors.ts';
import { HOME } from '../contained/home.ts';
import { copyPackages } from './third-party.ts';

/** Packages whose types those of Groma speak of. */
const TYPES_OF = [
  '@types/react',
  '@types/react-dom',
  'axios',
  'idb',
  'inversify',
  'lucide-react',
  'mobx',
  'mobx-react-lite',
  'react-aria-components',
  'rxjs',
  'vitest',
  'zod',
];
const IS_TYPES = /\.d\.[cm]?ts$|package\.json$|LICEN[CS]E/;
const COMMON = {
  target: 'ES2023',
  module: 'ESNext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/**
 * Writes `groma-plugin-api`: the types of the doors of core that full plugins can import, and of the `api.ts` of plugins, with
 * `contained.json` and `full.json`, which the tsconfig of a plugin extends.
 */
export function writeApiPackage(to: string): void {
  const doors = Object.keys(DOORS).flatMap((door) => /^#core\/(.+)$/.exec(door)?.[1] ?? []);
  writeTypes(to, doors);
  copyPackages(HOME, TYPES_OF, to, (file) => IS_TYPES.test(file));
  const json = (name: string, compilerOptions: object, include?: string[]) =>
    writeFileSync(join(to, name), JSON.stringify({ compilerOptions, include }, null, 2));
  json('contained.json', {
    ...COMMON,
    lib: ['ES2023', 'WebWorker'],
    paths: { vitest: ['./node_modules/vitest'] },
  });
  json('full.json', {
    ...COMMON,
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    paths: {
      '#core/*': ['./core/*/index.d.ts'],
      '#plugins/*': ['./plugins/*.d.ts'],
      inversify: ['./node_modules/inversify/lib'],
      react: ['./node_modules/@types/react'],
      'react/*': ['./node_modules/@types/react/*'],
      'react-dom': ['./node_modules/@types/react-dom'],
      ...Object.fromEntries(
        ['mobx', 'mobx-react-lite', 'rxjs', 'vitest'].map((name) => [name, [`./node_modules/${name}`]]),
      ),
    },
    types: ['groma-plugin-api/styles'],
  });
  writeFileSync(join(to, 'styles.d.ts'), "declare module '*.css';\n");
}

/** Compiles the declarations of what is imported from outside, and of what these need. */
function writeTypes(to: string, doors: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  const config = join(to, 'tsconfig.build.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(HOME, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        outDir: to,
        rootDir: HOME,
        typeRoots: [join(HOME, 'node_modules/@types')],
        types: ['node', join(HOME, 'node_modules/vite/client')],
      },
      include: [
        ...doors.map((door) => join(HOME, 'core', door, 'index.ts')),
        join(HOME, 'plugins/*/*/api.ts'),
        join(HOME, 'core/**/*.d.ts'),
      ],
    }),
  );
  const compiler = join(HOME, 'node_modules/typescript7/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  rmSync(config);
  if (status !== 0) throw new Error(`The types cannot be written:\n${stdout}`);
  // What is declared for modules without types is no output of the compiler.
  for (const file of ['core/api/axios-fetch.d.ts']) cpSync(join(HOME, file), join(to, file));
  const missing = doors.filter((door) => !existsSync(join(to, 'core', door, 'index.d.ts')));
  if (missing.length > 0) throw new Error(`${relative(HOME, to)} lacks the types of ${missing.join(', ')}.`);
}
