import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Reserved words, which cannot name a variable. */
const RESERVED =
  /^(await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/;
const LANGUAGES = ['en', 'it'];
const LIST = 'workbench/plugins.ts';

/** What a plugin can be made of; without a choice it has a page, a command and a tool. */
export const KINDS = ['tool', 'page', 'importer', 'panel', 'command'] as const;
export type PluginKind = (typeof KINDS)[number];
const WHOLE: readonly PluginKind[] = ['page', 'command', 'tool'];

/** The files and texts of the template that only some kinds need; all others are of every kind. */
const FILES: readonly [RegExp, readonly PluginKind[]][] = [
  [/^(map\/|template\.trial)/, ['tool']],
  [/^(api|model\/tally)/, ['page', 'command']],
  [/^ui\/T|^ui\/template\.css/, ['page']],
  [/^model\/points/, ['importer']],
  [/^(ui\/|model\/count)/, ['panel']],
];
const TEXTS: readonly [RegExp, readonly PluginKind[]][] = [
  [/^(tool|hint|problem|step)\.|^distance$/, ['tool']],
  [/^counted_/, ['page']],
  [/^add$/, ['page', 'command']],
  [/^panel\./, ['panel']],
  [/^importer$/, ['importer']],
];
/** A part of a file between `// for: page command` and `// end`. */
const PART = /^[ \t]*(?:\/\/|<!--) for: ([\w ]+?)(?: -->)?\n([\s\S]*?)^[ \t]*(?:\/\/|<!--) end(?: -->)?\n/gm;

/**
 * Copies `plugins/.template` to `plugins/<group>/<name>`, with its texts, and adds it to the list of plugins.
 * `path` is `<group>/<name>`; the name alone is the plugin's id. `kind` is what it is made of.
 * Returns the paths of what was created or changed, relative to `root`.
 * Throws Error, before anything is written, if the path cannot be used.
 */
export function newPlugin(root: string, path: string, kind?: string): string[] {
  const kinds = kindsOf(kind);
  const [group = '', name = '', ...deeper] = path.split('/');
  if (!NAME.test(group) || !NAME.test(name) || deeper.length > 0)
    throw new Error(
      `${path === '' ? 'A plugin needs a group and a name' : `'${path}' is no group and name for a plugin`}: use lower-case words with hyphens, as in npm run new-plugin work/field-notes.`,
    );
  const taken = name === 'template' ? 'plugins/.template' : pluginNamed(root, name);
  if (taken)
    throw new Error(`There is a plugin '${name}' already: choose another name, or delete ${taken} first.`);
  const listed = withPlugin(readFileSync(join(root, LIST), 'utf8'), group, name);
  const folder = join(root, 'plugins', group, name);

  cpSync(join(root, 'plugins', '.template'), folder, { recursive: true });
  const made = filesIn(folder).flatMap((file) => {
    const isUsed = isOf(kinds, FILES, relative(folder, file).replaceAll('\\', '/'));
    if (!isUsed) rmSync(file);
    return isUsed ? [rename(file, name, kinds)] : [];
  });
  for (const inner of ['map', 'model', 'ui'].map((one) => join(folder, one)))
    if (readdirSync(inner).length === 0) rmSync(inner, { recursive: true });
  const texts = LANGUAGES.map((language) => {
    const path = join(root, 'locales', language, `${name}.json`);
    mkdirSync(join(root, 'locales', language), { recursive: true });
    const all = JSON.parse(readFileSync(join(folder, 'locales', `${language}.json`), 'utf8')) as object;
    const used = Object.entries(all).filter(([key]) => isOf(kinds, TEXTS, key));
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(used), undefined, 2)}\n`);
    return path;
  });
  rmSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(root, LIST), listed);
  const existing = made.filter((file) => existsSync(file));
  return [...existing, ...texts, join(root, LIST)].map((file) => relative(root, file));
}

function kindsOf(kind: string | undefined): readonly PluginKind[] {
  if (kind === undefined) return WHOLE;
  const known = KINDS.find((one) => one === kind);
  if (!known) throw new Error(`'${kind}' is no kind of plugin: choose one of ${KINDS.join(', ')}.`);
  return [known];
}

/** Whether a file or text belongs to one of the kinds: by the first rule that it matches. */
function isOf(
  kinds: readonly PluginKind[],
  rules: readonly [RegExp, readonly PluginKind[]][],
  name: string,
): boolean {
  const of = rules.find(([pattern]) => pattern.test(name))?.[1];
  return !of || kinds.some((kind) => of.includes(kind));
}

/** Returns the folder of the plugin with this id, in whichever group. */
function pluginNamed(root: string, name: string): string | undefined {
  return readdirSync(join(root, 'plugins'))
    .map((group) => `plugins/${group}/${name}`)
    .find((folder) => existsSync(join(root, folder)));
}

/** Returns the list `workbench/plugins.ts` with one more import and one more entry, last. */
export function withPlugin(list: string, group: string, name: string): string {
  const last = [...list.matchAll(/^import .*$/gm)].at(-1);
  const end = list.lastIndexOf(']');
  if (!last || end < 0) throw new Error(`${LIST} holds no list of plugins to add to.`);
  const variable = RESERVED.test(camel(name)) ? `${camel(name)}Plugin` : camel(name);
  const importsEnd = last.index + last[0].length;
  const entries = list.slice(importsEnd, end).trimEnd();
  const comma = entries.endsWith(',') || entries.endsWith('[') ? '' : ',';
  return [
    list.slice(0, importsEnd),
    `\nimport ${variable} from '../plugins/${group}/${name}/manifest.ts';`,
    `${entries}${comma}\n  ${variable},\n`,
    list.slice(end),
  ].join('');
}

function rename(file: string, name: string, kinds: readonly PluginKind[]): string {
  const named = join(file, '..', renamed(file.split(/[/\\]/).at(-1) ?? '', name));
  const text = renamed(partsOf(readFileSync(file, 'utf8'), kinds), name);
  rmSync(file);
  writeFileSync(named, text);
  return named;
}

/** Leaves out the parts that are for other kinds. */
function partsOf(text: string, kinds: readonly PluginKind[]): string {
  return text
    .replace(PART, (_, of: string, part: string) =>
      of.split(' ').some((kind) => (kinds as readonly string[]).includes(kind)) ? part : '',
    )
    .replace(/^ *requires: \[\s*\],\n/m, '')
    .replace(/\n+$/, '\n');
}

/** `template` as an id, `Template` as a class or title, `templateCounted` as the start of a word. */
function renamed(text: string, name: string): string {
  return text
    .replace(/"title": "Template"/g, `"title": "${title(name)}"`)
    .replace(/\btemplate(?=[A-Z])/g, camel(name))
    .replace(/Template/g, pascal(name))
    .replace(/\btemplate\b/g, name);
}

const words = (name: string): string[] => name.split('-');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (name: string): string => words(name).map(capital).join('');
const camel = (name: string): string => pascal(name).charAt(0).toLowerCase() + pascal(name).slice(1);
const title = (name: string): string => capital(words(name).join(' '));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}
