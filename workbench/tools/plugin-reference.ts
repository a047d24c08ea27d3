import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { exportsOf, type Exported } from './exports-of.ts';

/** Longest declaration of a type that is printed whole. */
const LONGEST = 240;
/** Calls of the server have their own documentation. */
const ELSEWHERE: readonly string[] = ['protocol'];

/** Returns the text of docs/plugin-reference.md: what plugins can use of core, from the comments of the code. */
export function pluginReference(root: string): string {
  const modules = [...modulesOfPlugins(root).add('testing')]
    .filter((name) => !ELSEWHERE.includes(name))
    .sort();
  const parts = modules.map((name) => {
    const exported = exportsOf(join(root, 'core', name, 'index.ts'));
    return `## \`#core/${name}\`\n\n${aboutOf(root, name)}\n\n${exported.map(entryOf).join('\n\n')}`;
  });
  return `# Plugin reference

What plugins can use of the core, module by module, printed by \`npm run reference\` from the comments of the code.
[Writing a plugin](writing-a-plugin.md) explains how the parts work together. The calls of the server (\`#core/protocol\`) are
documented at \`/api/docs\` of every server; what plugins offer each other is in their \`api.ts\`.

${modules.map((name) => `- [${name}](#core${name})`).join('\n')}

${parts.join('\n\n')}
`;
}

/** The modules of core that plugins import, without their tests. */
function modulesOfPlugins(root: string): Set<string> {
  const files = readdirSync(join(root, 'plugins'), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => /(?<!\.(?:test|stories|trial))\.tsx?$/.test(file) && !file.startsWith('.'))
    .map((file) => readFileSync(join(root, 'plugins', file), 'utf8'));
  return new Set(code.flatMap((text) => [...text.matchAll(/'#core\/([\w-]+)'/g)].map(([, name]) => name!)));
}

/** The first paragraph of the README of a module. */
function aboutOf(root: string, name: string): string {
  const file = join(root, 'core', name, 'README.md');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n\n')[1]!.replace(/\s+/g, ' ').trim() : '';
}

function entryOf({ name, declaration, source }: Exported): string {
  const doc = docOf(declaration);
  const members = membersOf(declaration).map((member) => {
    const about = docOf(member);
    return `- \`${signatureOf(member, source)}\`${about ? ` – ${about}` : ''}`;
  });
  const code = signatureOf(declaration, source, name);
  return [`### ${name}`, `\`${code}\``, doc, members.join('\n')].filter(Boolean).join('\n\n');
}

/** The comment in one paragraph, with what it says of parameters and errors. */
function docOf(node: ts.Node): string {
  const parts = ts.getJSDocCommentsAndTags(node).flatMap((part): string[] => {
    if (!ts.isJSDoc(part)) return [];
    const tags = (part.tags ?? []).map((tag) => {
      const text = ts.getTextOfJSDocComment(tag.comment) ?? '';
      const of = ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\`: ` : `${tag.tagName.text}: `;
      return of + text;
    });
    return [ts.getTextOfJSDocComment(part.comment) ?? '', ...tags];
  });
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/** Members that plugins can use: without private ones. */
function membersOf(node: ts.Node): ts.Node[] {
  if (ts.isInterfaceDeclaration(node)) return [...node.members];
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return [...node.type.members];
  if (!ts.isClassDeclaration(node)) return [];
  return node.members.filter((member) => {
    const isPrivate =
      (member.name && ts.isPrivateIdentifier(member.name)) ||
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
    return !isPrivate && !ts.isClassStaticBlockDeclaration(member);
  });
}

/** A declaration without its body, in one line. */
function signatureOf(node: ts.Node, source: ts.SourceFile, name = ''): string {
  const line = (text: string): string => {
    const plain = text
      .replace(/\s+/g, ' ')
      // A union over several lines begins with its sign.
      .replace(/([:=]) \| /g, '$1 ')
      .replace(/^export /, '')
      .replaceAll('`', "'")
      .trim();
    return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
  };
  const upTo = (end: number): string => line(source.text.slice(node.getStart(source), end));
  if (ts.isInterfaceDeclaration(node)) return upTo(node.members.pos).replace(/ ?\{$/, '');
  if (ts.isClassDeclaration(node)) return upTo(node.members.pos).replace(/ ?\{$/, '');
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return `type ${node.name.text}`;
  if (ts.isVariableStatement(node)) return line(constantOf(node, source, name));
  const { body } = node as Partial<ts.FunctionLikeDeclaration>;
  if (body) return upTo(body.pos);
  const { initializer, type } = node as Partial<ts.PropertyDeclaration>;
  if (initializer && type) return upTo(type.end);
  return upTo(node.end).replace(/;$/, '');
}

/** Of a constant only the type, or the beginning of its value. */
function constantOf(node: ts.VariableStatement, source: ts.SourceFile, name: string): string {
  const found = node.declarationList.declarations.find((one) => one.name.getText(source) === name);
  const { type, initializer } = found ?? {};
  if (type) return `const ${name}: ${type.getText(source)}`;
  if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
    return `const ${name} = ${source.text.slice(initializer.getStart(source), initializer.body.pos)}`;
  return `const ${name} = ${initializer?.getText(source) ?? ''}`;
}
