import type { LightMyRequestResponse } from 'fastify';
import type { TestResponse, TestPerson, TestServer } from './server.ts';

export interface MultipartFile {
  name: string;
  content: Buffer | string;
}

/** Sends a multipart request as a browser does: its fields first, then its files. */
export async function upload<T>(
  server: TestServer,
  by: TestPerson,
  path: string,
  files: MultipartFile | readonly MultipartFile[],
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<TestResponse<T>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, content } of [files].flat()) form.append('file', new Blob([Buffer.from(content)]), name);
  const encoded = new Response(form);
  const answer = await server.app.inject({
    method,
    url: `/api${path}`,
    headers: { jwt: by.token, 'content-type': encoded.headers.get('content-type')!, ...headers },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const body = (answer.body === '' ? undefined : JSON.parse(answer.body)) as T;
  return { status: answer.statusCode, headers: answer.headers, body };
}

/** The bytes of a response. */
export function download(
  server: TestServer,
  by: TestPerson,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' | 'POST' = 'GET',
  payload?: object,
): Promise<LightMyRequestResponse> {
  const sent = payload && { payload };
  return server.app.inject({ method, url: `/api${path}`, headers: { jwt: by.token, ...headers }, ...sent });
}

/** A PDF of one page of 200 × 100 points, its left half red. */
export function smallPdf(): Buffer {
  const content = '1 0 0 rg 0 0 100 100 re f';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}
