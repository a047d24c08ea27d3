import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

interface PackageJson {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;

/**
 * Copies packages of npm, with all that they need, into `to/node_modules`, so that nobody asks a registry for them. Those with a
 * part for each system are copied for this one. `isWanted` tells by its name which files come along.
 */
export function copyPackages(
  root: string,
  names: readonly string[],
  to: string,
  isWanted: (file: string) => boolean = () => true,
): void {
  for (const folder of closureOf(root, names)) {
    const place = join(to, relative(root, folder));
    cpSync(realpathSync(folder), place, {
      recursive: true,
      filter: (from) => {
        const inside = relative(realpathSync(folder), from);
        return !/(^|[/\\])node_modules([/\\]|$)/.test(inside) && (!/\.\w+$/.test(inside) || isWanted(inside));
      },
    });
    // Otherwise npm would look for parts of other systems, and for tools of the packages themselves.
    const {
      devDependencies: _,
      optionalDependencies: _o,
      peerDependencies: _p,
      scripts: _s,
      ...kept
    } = readPackage(folder) as Record<string, unknown>;
    writeFileSync(join(place, 'package.json'), JSON.stringify(kept, null, 2));
  }
}

/** The folders of packages, and of all that they depend on. */
function closureOf(root: string, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean) => {
    const folder = folderOf(name, from);
    if (folder === undefined) {
      if (!isOptional) throw new Error(`${name}, which ${from} needs, is not installed: npm ci.`);
      return;
    }
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = readPackage(folder);
    for (const each of Object.keys(dependencies))
      add(each, folder, Object.hasOwn(optionalDependencies, each));
    for (const each of Object.keys(optionalDependencies)) add(each, folder, true);
  };
  for (const name of names) add(name, root, false);
  return found;
}

function folderOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (dirname(at) === at) return undefined;
  }
}
