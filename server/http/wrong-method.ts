import type { FastifyInstance } from 'fastify';

/**
 * Notes the paths that the app gives answers at, called before they are. What it gives back names the methods that a
 * path without an answer takes, none where there is nothing.
 */
export function methodsOfPaths(app: FastifyInstance): (path: string) => string[] {
  const noted = new Map<string, { like: RegExp; methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
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
