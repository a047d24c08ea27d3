import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = ['core', 'plugins', 'workbench', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$|(^|\/)(testing|\.template)\//.test(name),
    )
    .map((name) => {
      const file = path.join(folder, name);
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return { file, code: text.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '') };
    }),
);
const server = SOURCES.filter(({ file }) => file.startsWith('server/'));
const client = SOURCES.filter(({ file }) => !file.startsWith('server/'));

const TEXTS = new Map(
  readdirSync(path.join(ROOT, 'locales/en')).map((name) => [
    path.basename(name, '.json'),
    new Set(
      Object.keys(
        JSON.parse(readFileSync(path.join(ROOT, 'locales/en', name), 'utf8')) as Record<string, string>,
      ).map((key) => key.replace(/_(zero|one|two|few|many|other|touch)$/, '')),
    ),
  ]),
);

/** What of `named` no code fulfils, by the file that names it. */
function unfulfilled(
  sources: typeof SOURCES,
  pattern: RegExp,
  fulfils: (match: RegExpMatchArray, source: (typeof SOURCES)[number]) => boolean,
): string[] {
  return sources.flatMap((source) =>
    [...source.code.matchAll(pattern)]
      .filter((match) => !fulfils(match, source))
      .map((match) => `${source.file}: ${match[0].slice(0, 120)}`),
  );
}

describe('a text key', () => {
  it('that code names with its namespace exists', () => {
    const found = unfulfilled(
      client,
      /(?<![\w.])t\(\s*['"`]([\w-]+):([\w.-]+)['"`]/g,
      ([, namespace, key]) => TEXTS.get(namespace!)?.has(key!) ?? false,
    );
    expect(found).toEqual([]);
  });

  it('that a component names exists in the namespace it translates from', () => {
    const found = unfulfilled(client, /(?<![\w.$])t\(\s*['"]([\w.-]+)['"]/g, ([, key], { code }) => {
      const namespaces = [...code.matchAll(/\bt = useTranslate\(['"]([\w-]+)['"]\)/g)].map(
        (match) => match[1]!,
      );
      return namespaces.length === 0 || namespaces.some((namespace) => TEXTS.get(namespace)?.has(key!));
    });
    expect(found).toEqual([]);
  });

  it('that the server answers or writes exists', () => {
    const texts = TEXTS.get('server')!;
    const found = [
      ...unfulfilled(server, /new HttpError\(\s*\d+,\s*['"]([\w.-]+)['"]/g, ([, key]) => texts.has(key!)),
      ...unfulfilled(server, /new (?:JobFailure|Unusable)\(\s*['"]([\w.-]+)['"]/g, ([, key]) =>
        texts.has(key!),
      ),
      ...unfulfilled(
        server,
        /(?<!\w)sentence\(\s*[^'"`(),]+(?:\([^()]*\))?,\s*['"]([\w.-]+)['"]/g,
        ([, key]) => texts.has(key!),
      ),
    ];
    expect(found).toEqual([]);
  });
});

describe('a service', () => {
  it('that has a token is bound somewhere', () => {
    const bound = SOURCES.map(({ code }) => code).join('\n');
    const found = unfulfilled(client, /export const (\w+)(?:: [^=\n]+)? = serviceToken\b/g, ([, name]) =>
      new RegExp(
        `(?:bind|bindTo|rebind|offer|provide)\\w*(?:<[^>]*>)?\\(\\s*${name}\\b|\\[${name},|\\b${name}\\)\\.to`,
      ).test(bound),
    );
    expect(found).toEqual([]);
  });
});

describe('a setting', () => {
  it('that the client defines is read by some code', () => {
    const read = client.map(({ code }) => code).join('\n');
    const names = new Set(
      client.flatMap(({ code }) =>
        [...code.matchAll(/interface SettingValues \{([^}]*)\}/g)].flatMap(([, body]) =>
          [...body!.matchAll(/^\s*(\w+):/gm)].map((match) => match[1]!),
        ),
      ),
    );
    expect(names.size).toBeGreaterThan(15);
    const unread = [...names].filter(
      (name) =>
        !new RegExp(
          `(?:\\.get|\\.observe|useSetting|settingOf|\\w*[sS]etting\\w*)\\((?:[^()'"]*,\\s*)?['"]${name}['"]`,
        ).test(read),
    );
    expect(unread).toEqual([]);
  });

  it('that the server reads from its environment is used, and described for operators', () => {
    const config = server.find(({ file }) => file === 'server/app/config.ts')!.code;
    const variables = [...config.matchAll(/^  ([A-Z_]+): /gm)].map((match) => match[1]!);
    expect(variables.length).toBeGreaterThan(15);
    const described = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8');
    expect(variables.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
    expect(variables.filter((name) => !config.includes(`given.${name}`))).toEqual([]);

    const type = server.find(({ file }) => file === 'server/base/config/server-config.ts')!.code;
    const fields = [...type.matchAll(/^  (\w+)\??: /gm)].map((match) => match[1]!);
    const elsewhere = server
      .filter(({ file }) => !/server\/(app\/config|base\/config\/server-config)\.ts/.test(file))
      .map(({ code }) => code)
      .join('\n');
    const unread = fields.filter(
      (name) =>
        !new RegExp(`[cC]onfig\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}[^;\\n]*[cC]onfig`).test(
          elsewhere,
        ),
    );
    expect(unread).toEqual([]);
  });
});
