import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as z from 'zod/mini';
import { propertyOf } from '../../../core/kernel/index.ts';
import { authoredManifest, PERMISSION_FORMS, PLUGIN_API } from '../../../core/protocol/index.ts';
import { CALLS, searchResults, fromPlugin } from '../../../plugins/work/outside-plugins/model/messages.ts';
import { exportsOf } from '../exports-of.ts';

/** Minor versions for which something deprecated stays. */
const DEPRECATED_FOR = 2;
export const API_FILE = join('docs', 'plugins', 'api.txt');
const OFFERED = join('docs', 'plugins', 'outside-example', 'groma.ts');
const DEPRECATED = / \(deprecated since \d+\.(\d+)\)$/;

/**
 * What Groma promises to plugins from outside, a line each: the version, the manifest, permissions, messages, and the
 * declarations of `groma.ts`. Without limits, which may grow.
 */
export function pluginApi(root: string): string {
  const lines = [
    ...linesOf('manifest', authoredManifest),
    ...PERMISSION_FORMS.map((form) => `permission ${form}`),
    ...Object.entries(CALLS).flatMap(([name, schema]) => [
      `call ${name}`,
      ...linesOf(`call ${name}`, schema),
    ]),
    ...linesOf('message', fromPlugin),
    ...linesOf('search result', searchResults),
    ...exportsOf(join(root, OFFERED)).flatMap(({ name, declaration }) => declared(name, declaration)),
  ];
  return `version ${PLUGIN_API.major}.${PLUGIN_API.minor}\n${[...new Set(lines)].join('\n')}\n`;
}

export function keptApi(root: string): string {
  return readFileSync(join(root, API_FILE), 'utf8');
}

/** Why `now` may not follow `kept`: a line that is gone or changed, or one that is new, under the same version. */
export function apiBreaks(kept: string, now: string): string[] {
  const [before, after] = [versionIn(kept), versionIn(now)];
  if (after.major > before.major) return [];
  const [old, current] = [linesIn(kept), linesIn(now)];
  const plain = new Set(current.map((line) => line.replace(DEPRECATED, '')));
  const gone = old.filter((line) => {
    const since = DEPRECATED.exec(line)?.[1];
    if (plain.has(line.replace(DEPRECATED, ''))) return false;
    return since === undefined || after.minor < Number(since) + DEPRECATED_FOR;
  });
  const known = new Set(old);
  const isNew = current.some((line) => !known.has(line));
  return [
    ...gone.map(
      (line) =>
        `'${line}' is gone or changed, which breaks plugins: keep it, mark it with @deprecated for ${DEPRECATED_FOR} minor versions, or raise PLUGIN_API.major.`,
    ),
    ...(isNew && after.minor === before.minor
      ? [`There is more than in version ${before.major}.${before.minor}: raise PLUGIN_API.minor.`]
      : []),
  ];
}

function versionIn(api: string): { major: number; minor: number } {
  const [, major, minor] = /^version (\d+)\.(\d+)/.exec(api) ?? [];
  return { major: Number(major), minor: Number(minor) };
}

function linesIn(api: string): string[] {
  return api.split('\n').slice(1).filter(Boolean);
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

/** A line for each value that a schema takes. */
function linesOf(name: string, schema: z.ZodMiniType): string[] {
  const walk = (at: string, { type, properties, required = [], items, ...more }: Schema): string[] => {
    const ways = more.anyOf ?? more.oneOf;
    if (ways) return ways.flatMap((way) => walk(`${at}${kindOf(way)}`, way));
    if (more.enum) return more.enum.map((value) => `${at}: ${JSON.stringify(value)}`);
    if (more.const !== undefined) return [`${at}: ${JSON.stringify(more.const)}`];
    if (items) return walk(`${at}[]`, items);
    if (!properties) return [`${at}: ${type ?? 'any'}`];
    return Object.entries(properties).flatMap(([key, value]) =>
      walk(`${at}.${key}${required.includes(key) ? '' : '?'}`, value),
    );
  };
  return walk(name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
}

/** Tells the ways of a union apart by their constant. */
function kindOf({ properties = {} }: Schema): string {
  const found = ['kind', 'type']
    .map((key) => propertyOf(properties, key)?.const)
    .find((value) => value !== undefined);
  return found === undefined ? '' : `<${String(found)}>`;
}

/** A line for each member of a declaration. */
function declared(name: string, declaration: ts.Node): string[] {
  const of = (node: ts.Node): string => {
    const comment = ts.getJSDocDeprecatedTag(node)?.comment;
    const since = /since (\d+\.\d+)/.exec(ts.getTextOfJSDocComment(comment) ?? '')?.[1];
    return since === undefined ? '' : ` (deprecated since ${since})`;
  };
  const text = (node: ts.Node) => node.getText().replace(/\s+/g, ' ').replace(/[;,]$/, '');
  if (ts.isInterfaceDeclaration(declaration))
    return declaration.members.map((member) => `${name} { ${text(member)} }${of(member)}`);
  if (ts.isTypeAliasDeclaration(declaration)) {
    const { type } = declaration;
    const ways = ts.isUnionTypeNode(type) ? [...type.types] : [type];
    return ways.map((way) => `type ${name} = ${text(way)}${of(declaration)}`);
  }
  if (ts.isFunctionDeclaration(declaration)) {
    const { parameters, type } = declaration;
    return [`${name}(${parameters.map(text).join(', ')}): ${type ? text(type) : 'void'}${of(declaration)}`];
  }
  if (!ts.isVariableStatement(declaration)) return [];
  const [first] = declaration.declarationList.declarations;
  const inside = (at: string, node: ts.Expression | undefined): string[] => {
    if (!node || !ts.isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap((property): string[] => {
      if (!ts.isPropertyAssignment(property)) return [];
      const path = `${at}.${property.name.getText()}`;
      const { initializer } = property;
      if (ts.isArrowFunction(initializer)) {
        const [answer] = (ts.isCallExpression(initializer.body) && initializer.body.typeArguments) || [];
        const given = initializer.parameters.map(text).join(', ');
        return [`${path}(${given}): ${answer ? text(answer) : 'unknown'}${of(property)}`];
      }
      return inside(path, initializer);
    });
  };
  return inside(name, first?.initializer);
}
