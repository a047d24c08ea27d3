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
  return pdfOf(['1 0 0 rg 0 0 100 100 re f']);
}

/** A PDF with one line of text on each page. `more` is added to its catalogue, such as a script. */
export function textPdf(pages: readonly string[], more = ''): Buffer {
  return pdfOf(
    pages.map((text) => `BT /F1 12 Tf 10 50 Td (${text}) Tj ET`),
    more,
  );
}

function pdfOf(contents: readonly string[], more = ''): Buffer {
  const pages = contents.map((_, i) => 4 + 2 * i);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Kids [${pages.map((n) => `${n} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents ${5 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
