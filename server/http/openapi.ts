import * as z from 'zod/mini';
import { needsSession, problem, type CallSpec } from '#core/protocol';

type JsonSchema = Record<string, unknown>;

const NUMBERS =
  'Numbers are doubles. A whole number beyond 2^53 that would be rounded is refused with status 422, which names its path: ' +
  'send such numbers as text.';

/** OpenAPI 3.1 of every call, from the schemas that validate the requests. */
export function openApi(calls: readonly CallSpec[], version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Groma', version, description: NUMBERS },
    paths,
    components: {
      securitySchemes: {
        jwt: { type: 'apiKey', in: 'header', name: 'jwt' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Problem: schemaOf(problem) },
    },
  };
}

function operation(call: CallSpec): JsonSchema {
  const open = call.authorization === 'public';
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0]],
    summary: call.summary,
    ...(call.deprecated && { deprecated: true }),
    description: open
      ? 'Needs no session.'
      : `Needs: ${call.authorization}${needsSession(call) ? ', and a session, not a personal access token' : ''}.`,
    security: open ? [] : [{ jwt: [] }, { bearer: [] }],
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
      ...(call.versioned
        ? [
            {
              name: 'If-Match',
              in: 'header',
              required: true,
              schema: { type: 'string' },
              description: 'The ETag it was read with.',
            },
          ]
        : []),
    ],
    ...(call.body && { requestBody: { required: true, content: requestContent(call) } }),
    responses: {
      ...(call.answer
        ? {
            '200': {
              description: 'Done.',
              content: { 'application/json': { schema: schemaOf(call.answer) } },
            },
          }
        : { '204': { description: 'Done; nothing to tell.' } }),
      default: {
        description: 'A problem, as one sentence for a person.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function requestContent(call: CallSpec): JsonSchema {
  const schema = schemaOf(call.body!);
  if (!call.upload) return { 'application/json': { schema } };
  const fields = (schema['properties'] ?? {}) as JsonSchema;
  const properties = { file: { type: 'string', format: 'binary' }, ...fields };
  return { 'multipart/form-data': { schema: { type: 'object', properties } } };
}

function parameters(place: 'path' | 'query' | 'header', schema: CallSpec['params']): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

function schemaOf(schema: z.core.$ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** A plain HTML page of the calls, without scripts or external files. */
export function docsPage(calls: readonly CallSpec[], version: string): string {
  const rows = calls.map(
    (call) =>
      `<tr id="${escaped(call.id)}"><td><code>${call.method}</code></td><td><code>/api${escaped(call.path)}</code></td>` +
      `<td>${escaped(call.summary)}</td><td><code>${escaped(call.authorization)}</code></td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Groma API ${escaped(version)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8886;vertical-align:top}</style>
<h1>Groma API ${escaped(version)}</h1>
<p>Schemas of every request and answer: <a href="/api/openapi.json">openapi.json</a>. Send the session token in the header <code>jwt</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Needs</th></tr></thead><tbody>
${rows.join('\n')}</tbody></table></html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
