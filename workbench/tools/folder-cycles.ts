import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import ts from 'typescript';

/** An import from one file to another, both relative to the root. */
type FileImport = readonly [from: string, to: string];

const TEST = /\.test\.ts$|\/testing\//;

/**
 * Imports between folders of `<root>/server` that import each other, directly or through others: between two folders,
 * also a folder and one inside it, and between two rooms (`server/<floor>/<room>` with all folders inside). Tests do
 * not count.
 */
export function folderCycles(root: string): string[] {
  const imports = importsOf(root);
  const found = [...cyclic(imports, dirname), ...cyclic(imports, roomOf)];
  return [...new Set(found.map(([from, to]) => `${from} → ${to}`))].sort();
}

function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 3).join('/');
}

/** The imports by which a folder reaches another from which it is reached. */
function cyclic(imports: readonly FileImport[], folderOf: (file: string) => string): FileImport[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    const folder = folderOf(from);
    next.set(folder, (next.get(folder) ?? new Set()).add(folderOf(to)));
  }
  const reaches = (from: string, to: string, seen = new Set([from])): boolean => {
    if (from === to) return true;
    const unseen = [...(next.get(from) ?? [])].filter((folder) => !seen.has(folder));
    for (const folder of unseen) seen.add(folder);
    return unseen.some((folder) => reaches(folder, to, seen));
  };
  return imports.filter(([from, to]) => {
    const [a, b] = [folderOf(from), folderOf(to)];
    return a !== b && reaches(b, a);
  });
}

function importsOf(root: string): FileImport[] {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !TEST.test(file));
  return files.flatMap((from) =>
    ts
      .preProcessFile(readFileSync(join(root, from), 'utf8'))
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith('.'))
      .map((name) => [from, normalize(`${dirname(from)}/${name}`)] as const)
      .filter(([, to]) => to.startsWith('server/')),
  );
}
