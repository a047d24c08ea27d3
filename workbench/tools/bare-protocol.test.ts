import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bare } from './bare-protocol.ts';

const CODE = `import * as z from 'zod/mini';
const name = z.string().check(z.maxLength(120));
const common = { page: z.optional(z.int()) };
export const MAX: number = 20;
export const listed = (of: string) => z.array(z.literal(of));
export const list = defineCall({
  id: 'things.list',
  method: 'GET',
  path: '/things',
  summary: 'The things, of which "some" are named.',
  authorization: 'signed-in',
  query: z.object({ name, ...common }),
  answer: z.array(z.object({ name })),
  timeout: TIMEOUT.files,
});
`;

describe('The protocol in the workbench', () => {
  const made = bare(CODE);

  it('has of a call what a client needs', () => {
    const defined: unknown[] = [];
    const run = new Function(
      'z',
      'defineCall',
      'TIMEOUT',
      made.replace(/^import.*$/m, '').replace(/export |: number|: string/g, ''),
    );
    run(z, (spec: unknown) => defined.push(spec), { files: 9 });
    expect(defined).toEqual([
      { id: 'things.list', method: 'GET', path: '/things', authorization: 'signed-in', timeout: 9 },
    ]);
  });

  it('makes schemas only where they are used', () => {
    expect(made).toContain('const name = /* @__PURE__ */ (() => (z.string().check(z.maxLength(120))))();');
    expect(made).toContain('const common = /* @__PURE__ */ (() => ({ page: z.optional(z.int()) }))();');
  });

  it('leaves other constants and functions as they are', () => {
    expect(made).toContain('export const MAX: number = 20;');
    expect(made).toContain('export const listed = (of: string) => z.array(z.literal(of));');
  });
});
