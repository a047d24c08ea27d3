import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginReference } from './plugin-reference.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const house = mkdtempSync(join(tmpdir(), 'groma-reference-'));
const FILES = {
  'plugins/g/p/plugin.ts': "import { Tool } from '#core/tools';\nimport { x } from '#core/protocol';",
  'plugins/g/p/a.test.ts': "import { y } from '#core/unused';",
  'core/tools/README.md': '# tools\n\nWhat tools\nshare.\n\nFloor: gis.\n',
  'core/tools/index.ts':
    "export * from './tool.ts';\nexport { inner as renamed } from './more.ts';\n/** Where it is bound. */\nexport const TOOLS = token<Tool>('t');\n",
  'core/tools/tool.ts': `/** One use of it. */
export interface Tool {
  /**
   * Starts it.
   * @throws AppError
   */
  start(at: { x: number }): void;
  readonly plain?: string;
}
export abstract class Base<T> implements Tool {
  #secret = 1;
  private hidden = 2;
  protected size = 3;
  /** Doubles. */
  twice(n: number): number { return n * 2; }
}
const local = 1;
`,
  'core/tools/more.ts':
    '/** Adds. `a`: one. */\nexport function inner(a: number): number { return a + 1; }\n',
  'core/testing/index.ts': '/** For tests. */\nexport type Hand = { press(): void };\n',
};
beforeAll(() => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), text);
  }
});
afterAll(() => rmSync(house, { recursive: true }));

describe('The plugin reference', () => {
  it('has what plugins can use, with the comments of the code, and nothing private', () => {
    const text = pluginReference(house);
    expect(text.slice(text.indexOf('## `#core/testing`'))).toBe(`## \`#core/testing\`



### Hand

\`type Hand\`

For tests.

- \`press(): void\`

## \`#core/tools\`

What tools share.

### Tool

\`interface Tool\`

One use of it.

- \`start(at: { x: number }): void\` – Starts it. throws: AppError
- \`readonly plain?: string\`

### Base

\`abstract class Base<T> implements Tool\`

- \`protected size = 3\`
- \`twice(n: number): number\` – Doubles.

### renamed

\`function inner(a: number): number\`

Adds. \`a\`: one.

### TOOLS

\`const TOOLS = token<Tool>('t')\`

Where it is bound.
`);
  });

  it('in docs/ is current: run npm run reference', () => {
    expect(readFileSync(join(ROOT, 'docs', 'plugin-reference.md'), 'utf8')).toBe(pluginReference(ROOT));
  });
});
