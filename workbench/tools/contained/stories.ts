import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { en } from 'zod/locales';
import { geometry } from '../../../core/protocol/index.ts';
import { evaluated } from './bundle.ts';

/** A panel or page of its plugin, with these objects and documents instead of a project. */
const story = z.strictObject({
  args: z.strictObject({
    shows: z.string(),
    objects: z.optional(
      z.array(
        z.strictObject({
          typeName: z.string(),
          location: geometry,
          properties: z.optional(z.record(z.string(), z.unknown())),
        }),
      ),
    ),
    documents: z.optional(z.record(z.string(), z.unknown())),
  }),
});
export type PluginStory = z.output<typeof story>['args'] & { readonly name: string };

/** The stories in the folder of a contained plugin. Throws an error whose message says what is wrong with one. */
export async function storiesIn(folder: string): Promise<PluginStory[]> {
  const found: PluginStory[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.stories.ts'))) {
    const { default: _about, ...stories } = await evaluated(resolve(folder), join(resolve(folder), file));
    for (const [name, value] of Object.entries(stories)) {
      const parsed = z.safeParse(story, value, { error: en().localeError });
      if (!parsed.success)
        throw new Error(`${file}: the story ${name} is none.\n${z.prettifyError(parsed.error)}`);
      found.push({ name, ...parsed.data.args });
    }
  }
  return found;
}
