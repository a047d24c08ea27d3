import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePlugin } from '../../workbench/tools/contained/make.ts';

const JOBS = `import { server, startJobs } from './groma-jobs.ts';
startJobs({
  count: async ({ projectId }) => {
    const parcels = await server.objects.list('parcel');
    await server.store.set('project', 'count', parcels.length);
    await server.log(\`\${parcels.length} parcels\`);
    return parcels.length;
  },
  fail: () => {
    throw new Error('On purpose.');
  },
});
`;
const OF_JOBS = `permissions: ['jobs', 'store', 'objects.read:parcel'],
  jobs: [
    { id: 'count', title: { en: 'Count parcels', it: 'Conta le particelle' }, on: ['geometries'], every: 1440 },
    { id: 'fail', title: { en: 'Fail', it: 'Fallisci' } },
  ],
  requires`;

/** Makes the example of a full plugin in a folder, with two jobs on the server, of which one fails. */
export function makeFullPlugin(folder: string): void {
  makePlugin(folder, 'full');
  const offered = join(import.meta.dirname, '../../docs/plugins/outside-example/groma-jobs.ts');
  writeFileSync(join(folder, 'groma-jobs.ts'), readFileSync(offered));
  writeFileSync(join(folder, 'jobs.ts'), JOBS);
  changeFullPlugin(folder, [['requires', OF_JOBS]]);
}

/** Replaces texts in its manifest. */
export function changeFullPlugin(folder: string, changes: readonly (readonly [string, string])[]): void {
  const manifest = join(folder, 'manifest.ts');
  const text = changes.reduce((all, [from, to]) => all.replace(from, to), readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, text);
}
