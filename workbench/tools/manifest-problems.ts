import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { assignKeys, shortcutItems, verify, type PluginManifest } from '#core/plugin';

const LANGUAGES = ['en', 'it'];
/** Fields of contributions that are keys of texts. */
const TEXTS = ['title', 'help', 'words', 'section'];
/** Forms of a text for a count or for touch screens. */
const FORMS = ['', '_one', '_other', '_touch'];

interface AnyContribution {
  readonly id?: string;
  readonly render?: string;
  readonly service?: string;
  readonly choices?: readonly { readonly title: string }[];
}

/**
 * Returns what is wrong with the manifests of `root`, a sentence each: requirements, points, names and shortcuts, texts
 * that are missing in a language, and services that no code of the plugin binds. Loads no code of plugins.
 */
export function manifestProblems(root: string, manifests: readonly PluginManifest[]): string[] {
  return [
    ...verify(manifests).problems.map(({ message }) => message),
    ...assignKeys(shortcutItems(manifests)).losses.map(({ message }) => message),
    ...manifests.flatMap((manifest) => [
      ...folderProblems(root, manifest),
      ...textProblems(root, manifest),
      ...serviceProblems(root, manifest),
    ]),
  ];
}

function folderProblems(root: string, { id }: PluginManifest): string[] {
  return folderOf(root, id)
    ? []
    : [
        `Plugin '${id}' has no folder of this name in plugins/<group>: rename the folder, or the id in its manifest.`,
      ];
}

function textProblems(root: string, manifest: PluginManifest): string[] {
  return contributions(manifest).flatMap(([point, one]) => {
    const keys = TEXTS.flatMap((field) => (one as Record<string, string | undefined>)[field] ?? []);
    return [...keys, ...(one.choices ?? []).map(({ title }) => title)].flatMap((key) => {
      const [namespace, name] = key.includes(':') ? (key.split(':') as [string, string]) : [manifest.id, key];
      return LANGUAGES.flatMap((language) => {
        const file = `locales/${language}/${namespace}.json`;
        const texts = textsOf(join(root, file));
        if (texts && FORMS.some((form) => `${name}${form}` in texts)) return [];
        return [
          `Plugin '${manifest.id}' names the text '${key}' in its ${point}, and ${file} has none: add it there.`,
        ];
      });
    });
  });
}

function serviceProblems(root: string, manifest: PluginManifest): string[] {
  const folder = folderOf(root, manifest.id);
  if (!folder) return [];
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.(?:test|stories|trial))\.tsx?$/.test(file) && file !== 'manifest.ts')
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return contributions(manifest).flatMap(([point, one]) => {
    const isService = point === 'tools' || point === 'commands';
    const names = [one.render, one.service, isService ? one.id : undefined].filter(
      (name) => name !== undefined,
    );
    return names
      .filter((name) => !isNamed(code, name))
      .map(
        (name) =>
          `Plugin '${manifest.id}' names the service '${name}' in its ${point}, and no file of ${relative(root, folder)} does: bind it in plugin.ts.`,
      );
  });
}

/** Whether the code has the name as a text, or makes it from its beginning: `` bind(`draw.${kind}`) ``. */
function isNamed(code: string, name: string): boolean {
  if ([`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => code.includes(quoted))) return true;
  return [...code.matchAll(/`([^`$]+)\$\{/g)].some(([, beginning]) => name.startsWith(beginning!));
}

/** Every contribution with the name of its point. */
function contributions(manifest: PluginManifest): [string, AnyContribution][] {
  return Object.entries(manifest).flatMap(([point, value]) =>
    Array.isArray(value)
      ? value.flatMap((one: unknown): [string, AnyContribution][] =>
          typeof one === 'object' && one !== null ? [[point, one]] : [],
        )
      : [],
  );
}

function folderOf(root: string, id: string): string | undefined {
  return readdirSync(join(root, 'plugins'))
    .map((group) => join(root, 'plugins', group, id))
    .find((folder) => existsSync(join(folder, 'manifest.ts')));
}

function textsOf(file: string): Record<string, string> | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : undefined;
}
