import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, type Plugin } from 'vite';
import { DOORS, DOORS_KEY } from '../../full/doors.ts';
import { HOME } from './home.ts';

const OURS = /^#(core|plugins)\//;
/** Names of services and types, which every plugin may have a copy of. */
const API = /^#(plugins\/[a-z-]+\/[a-z0-9-]+\/api)$/;
const VIRTUAL = '\0groma:';

/** Names of Groma that the code imports, by module; `*` where it takes the whole. */
export type Imports = Record<string, string[]>;

/**
 * Leaves out of a full plugin what it shares with the workbench: each becomes a module that reads it from the page.
 */
export function sharedDoors(): Plugin {
  return {
    name: 'groma:shared-doors',
    enforce: 'pre',
    resolveId(source, importer) {
      if (Object.hasOwn(DOORS, source)) return `${VIRTUAL}${source}`;
      const api = API.exec(source)?.[1];
      if (api !== undefined) return join(HOME, `${api}.ts`);
      if (OURS.test(source))
        throw new Error(
          `${importer} imports ${source}, which full plugins cannot import; there are #plugins/<group>/<plugin>/api, ${Object.keys(DOORS).join(', ')}.`,
        );
      return null;
    },
    load(id) {
      if (!id.startsWith(VIRTUAL)) return null;
      const door = JSON.stringify(id.slice(VIRTUAL.length));
      // CommonJS, so that every name is looked up when it is used.
      return `module.exports = globalThis[Symbol.for(${JSON.stringify(DOORS_KEY)})][${door}];`;
    },
  };
}

/** Reads the imports of each file once its types are gone. */
export function importsOf(imports: Imports): Plugin {
  return {
    name: 'groma:imports-of-doors',
    enforce: 'post',
    transform(code, id) {
      if (id.startsWith(VIRTUAL)) return null;
      for (const [door, name] of namesIn(code)) {
        const shared = sharedOf(door);
        if (name !== '*' && !shared.includes(name))
          throw new Error(
            `${id} imports ${name} of ${door}, which full plugins cannot import; there are ${shared.join(', ')}.`,
          );
        const names = (imports[door] ??= []);
        if (!names.includes(name)) names.push(name);
      }
      return null;
    },
  };
}

const FULL = join(HOME, 'workbench/full');
const LISTS = new Map(
  [
    ...readFileSync(join(FULL, 'doors.ts'), 'utf8').matchAll(
      /^ {2}'?([^\s']+)'?: \(\) => import\('(.+)'\)/gm,
    ),
  ].map(([, door, file]) => [door!, join(FULL, file!)]),
);

/** The names that plugins can import of a door. */
function sharedOf(door: string): string[] {
  const list = /\{([^}]*)\}/.exec(readFileSync(LISTS.get(door)!, 'utf8'))![1]!;
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

interface Statement {
  type: string;
  source?: { value: string } | null;
  specifiers?: {
    type: string;
    imported?: { name?: string; value?: string };
    local?: { name?: string; value?: string };
  }[];
}

function namesIn(code: string): [door: string, name: string][] {
  const { body } = parseAst(code, { lang: 'js' }) as unknown as { body: Statement[] };
  return body.flatMap(({ type, source, specifiers = [] }): [string, string][] => {
    const door = source?.value;
    if (door === undefined || !Object.hasOwn(DOORS, door)) return [];
    if (type === 'ExportAllDeclaration' || specifiers.length === 0) return [[door, '*']];
    return specifiers.map((each) => {
      const { name, value } = each.imported ?? (each.type === 'ExportSpecifier' ? (each.local ?? {}) : {});
      return [door, name ?? value ?? '*'];
    });
  });
}
