import type { FastifyInstance } from 'fastify';
import { findRounded, parseExactly } from '../formats/exact-json.ts';
import { HttpError } from '../base/http-error.ts';

/** Parses JSON bodies. Throws 422 for a whole number that a JavaScript number would round. */
export function parseJsonBodies(app: FastifyInstance, mediaTypes = ['application/json']): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(mediaTypes);
  app.addContentTypeParser(mediaTypes, { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    void parse(request, text, (failure, value) => {
      const rounded = failure ? undefined : findRounded(parseExactly(text));
      if (rounded) done(new HttpError(422, 'http.number-rounded', rounded));
      else done(failure, value);
    });
  });
}
