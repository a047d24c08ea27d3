import type { FastifyInstance } from 'fastify';

/** Paths that are for programs; all others are the workbench's pages and files. */
export const FOR_PROGRAMS = /^\/(api|ogcapi|wfs)(\/|\?|$)/;

/**
 * Notes the paths for programs that the app answers, called before they are there. What it gives back names the methods
 * that a path without an answer takes, none where there is nothing.
 */
export function methodsOfPaths(app: FastifyInstance): (path: string) => string[] {
  const noted = new Map<string, { like: RegExp; methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!FOR_PROGRAMS.test(url)) return;
    const entry = noted.get(url) ?? { like: likeness(url), methods: [] };
    entry.methods.push(...[method].flat());
    noted.set(url, entry);
  });
  return (path) => {
    const fitting = [...noted.values()].filter(({ like }) => like.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => methods))].sort();
  };
}

function likeness(url: string): RegExp {
  const literal = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`);
}
