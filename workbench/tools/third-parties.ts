import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm ci` installs, from package-lock.json. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Only for development: not shipped. */
  readonly isDev: boolean;
  /** The Node versions that it wants: `>=18`. */
  readonly node: string | undefined;
}

/** Licences of packages whose package.json names none, read in their LICENSE or Readme files. */
const READ: Readonly<Record<string, string>> = { 'combine-errors': 'MIT', 'png-js': 'MIT' };

export function installedPackages(root: string): InstalledPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version?: string; license?: string; dev?: true; name?: string; engines?: { node?: string } }
    >;
  };
  return Object.entries(lock.packages).flatMap(([path, { version, license, dev, engines, name }]) => {
    if (path === '' || version === undefined) return [];
    const own = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const licence = license ?? READ[own] ?? 'unknown';
    return [{ name: own, version, licence, isDev: dev === true, node: engines?.node }];
  });
}

/** The text of THIRD-PARTY.md: every package that ships, by licence. */
export function thirdParties(packages: readonly InstalledPackage[]): string {
  const byLicence = new Map<string, Set<string>>();
  for (const { name, version, licence, isDev } of packages)
    if (!isDev) byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version}`));
  const sections = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([licence, names]) =>
        `## ${licence}\n\n${[...names]
          .sort()
          .map((one) => `- ${one}`)
          .join('\n')}`,
    );
  return `# Third parties

What Groma is installed with, by licence: made by \`npm run notices\` from package-lock.json. The text of each licence is in
the folder of its package in \`node_modules\`; those of what browsers load are in \`/licences.md\` of the built workbench.
Packages for one operating system are listed for all of them.

${sections.join('\n\n')}
`;
}

/** Returns whether a Node version is in a range of `engines`, such as `^20.19 || >=22.12`. */
export function acceptsNode(range: string, version: string): boolean {
  const wanted = numbersOf(version);
  return range.split('||').some((alternative) =>
    [...alternative.matchAll(/(>=|>|<=|<|\^|~|=)?\s*v?(\d+[\d.x*]*|\*)/g)].every(([, sign = '', text]) => {
      if (text === '*') return true;
      const given = text!.split('.').filter((part) => /^\d+$/.test(part));
      const order = compare(wanted, numbersOf(given.join('.')));
      switch (sign) {
        case '>=':
          return order >= 0;
        case '>':
          return order > 0;
        case '<=':
          return order <= 0;
        case '<':
          return order < 0;
        case '^':
          return order >= 0 && wanted[0] === Number(given[0]);
        case '~':
          return order >= 0 && wanted[0] === Number(given[0]) && wanted[1] === Number(given[1] ?? wanted[1]);
        default:
          return given.every((part, i) => wanted[i] === Number(part));
      }
    }),
  );
}

function numbersOf(version: string): number[] {
  const parts = version.split('.').map(Number);
  return [0, 1, 2].map((i) => parts[i] ?? 0);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = [0, 1, 2].find((i) => a[i] !== b[i]);
  return at === undefined ? 0 : a[at]! - b[at]!;
}
