import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What a module exports: its name, and the statement that declares it. */
export interface Exported {
  readonly name: string;
  readonly declaration: ts.Statement;
  readonly source: ts.SourceFile;
}

const parsed = new Map<string, ts.SourceFile>();

function sourceOf(file: string): ts.SourceFile {
  let source = parsed.get(file);
  if (!source) {
    const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kind);
    parsed.set(file, source);
  }
  return source;
}

/**
 * Returns what a file exports, in its order, also what it passes on from other files of the repository. Reads the text
 * alone, without types: a reference of all modules takes a second.
 */
export function exportsOf(file: string): Exported[] {
  const source = sourceOf(file);
  return source.statements.flatMap((statement): Exported[] => {
    if (ts.isExportDeclaration(statement)) return passedOn(file, source, statement);
    if (!isExported(statement)) return [];
    return namesOf(statement).map((name) => ({ name, declaration: statement, source }));
  });
}

function passedOn(file: string, source: ts.SourceFile, statement: ts.ExportDeclaration): Exported[] {
  const { exportClause, moduleSpecifier } = statement;
  const target =
    moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
      ? fileOf(join(dirname(file), moduleSpecifier.text))
      : undefined;
  if (!exportClause) return target ? exportsOf(target) : [];
  if (!ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.flatMap(({ name, propertyName }) => {
    const inner = (propertyName ?? name).text;
    const found = target ? exportsOf(target).find((one) => one.name === inner) : declaredIn(source, inner);
    return found ? [{ ...found, name: name.text }] : [];
  });
}

function fileOf(path: string): string | undefined {
  return /\.tsx?$/.test(path) && existsSync(path) ? path : undefined;
}

function declaredIn(source: ts.SourceFile, name: string): Exported | undefined {
  const statement = source.statements.find((one) => namesOf(one).includes(name));
  return statement && { name, declaration: statement, source };
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration && statement.name ? [statement.name.text] : [];
}
