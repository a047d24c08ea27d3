import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { strToU8, zipSync } from 'fflate';
import { openStorage } from '../../platform/storage/open.ts';
import { officePdf } from './office-pdf.ts';
import { previewKeys } from './preview-keys.ts';
import { textOf } from './pictures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'office-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));
const storage = await openStorage({ data: folder, storageUrl: undefined, importFolder: undefined });
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let files = 0;
/** The PDF of a file with these bytes; undefined where there is none. */
async function pdfOf(office: string | undefined, bytes: Uint8Array, mediaType = DOCX) {
  const key = `file-${++files}`;
  await storage.write(key, Readable.from([Buffer.from(bytes)]), 1e6);
  const asked = { storage, config: { office } } as never;
  const content = { key, mediaType } as never;
  const made = await Promise.all([officePdf(asked, content), officePdf(asked, content)]);
  expect(made[0]).toBe(made[1]);
  return made[0];
}
/** A program with the arguments of LibreOffice; `$out` is the folder for the PDF, `$file` the file. */
function program(script: string): string {
  const file = path.join(folder, `program-${files}`);
  const read = 'while [ "$1" ]; do [ "$1" = --outdir ] && out=$2; file=$1; shift; done';
  writeFileSync(file, `#!/bin/sh\n${read}\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('The PDF of an office file', () => {
  it('is made once by the program, which sees nothing of the server', async () => {
    const calls = path.join(folder, 'calls');
    const made = await pdfOf(
      program(`env > ${calls}; cat "$file" > "$out/file.pdf"; echo "$file" >> ${calls}`),
      strToU8('bytes'),
    );
    expect(readFileSync(await storage.localPath(made!), 'utf8')).toBe('bytes');
    expect(previewKeys(`file-${files}`)).toContain(made);
    const seen = readFileSync(calls, 'utf8');
    expect(seen.match(/file\.docx/g)).toHaveLength(1);
    const variables = seen
      .match(/^\w+(?==)/gm)!
      .filter((name) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name));
    expect(variables.sort()).toEqual(['HOME', 'PATH', 'TMPDIR', 'http_proxy', 'https_proxy', 'no_proxy']);
  });

  it('is none without the program, when it fails, and for what is no office file', async () => {
    expect(await pdfOf(undefined, strToU8('bytes'))).toBeUndefined();
    expect(await pdfOf(program('exit 1'), strToU8('bytes'))).toBeUndefined();
    expect(await pdfOf(program('exit 0'), strToU8('bytes'))).toBeUndefined();
    expect(await pdfOf(path.join(folder, 'nothing'), strToU8('bytes'))).toBeUndefined();
    expect(await pdfOf(program('exit 0'), strToU8('bytes'), 'text/plain')).toBeUndefined();
  });

  it.skipIf(!hasLibreOffice())('is drawn by LibreOffice', { timeout: 90_000 }, async () => {
    const part = (name: string, type: string) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.${type}+xml"/>`;
    const related = 'http://schemas.openxmlformats.org/package/2006/relationships';
    const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
    const docx = zipSync({
      '[Content_Types].xml': strToU8(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('/word/document.xml', 'document.main')}</Types>`,
      ),
      '_rels/.rels': strToU8(
        `<Relationships xmlns="${related}"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': strToU8(
        `<w:document xmlns:w="${word}"><w:body><w:p><w:r><w:t>Perizia sugli argini</w:t></w:r></w:p><w:p><w:r><w:br w:type="page"/><w:t>Secondo foglio</w:t></w:r></w:p></w:body></w:document>`,
      ),
    });
    const made = await pdfOf('soffice', docx);
    const { text, pages } = (await textOf(await storage.localPath(made!), 'application/pdf', 1000))!;
    expect(pages).toBe(2);
    expect(text).toContain('Perizia sugli argini');
  });
});

function hasLibreOffice(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
