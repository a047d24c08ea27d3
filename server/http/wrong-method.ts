import type { FastifyInstance } from 'fastify';

/** Paths for programs; all others are pages and files of the workbench. */
export const FOR_PROGRAMS = /^\/(api|ogcapi|wfs|stac)(\/|\?|$)/;

/**
 * Records the registered paths for programs; must be called before they are registered. The returned function lists
 * the methods of a path, none if it does not exist.
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
