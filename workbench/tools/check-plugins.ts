/** `npm run plugins`, part of `npm run check`: prints what is wrong with the manifests of the plugins. */
import { join } from 'node:path';
import { PLUGINS } from '../plugins.ts';
import { manifestProblems } from './manifest-problems.ts';

const problems = manifestProblems(join(import.meta.dirname, '..', '..'), PLUGINS);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
