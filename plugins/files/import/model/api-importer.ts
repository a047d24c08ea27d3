import type { Api } from '#core/api';
import type { uploadGeojson, uploadShapefile } from '#core/protocol';
import type { Importer, ImportRequest } from '../api.ts';

/** Uploads files through one of the server's two upload calls. */
export class ApiImporter implements Importer {
  readonly #api: Api;
  readonly #call: typeof uploadShapefile | typeof uploadGeojson;

  constructor(api: Api, call: typeof uploadShapefile | typeof uploadGeojson) {
    this.#api = api;
    this.#call = call;
  }

  async send(
    request: ImportRequest,
    { signal, onUpload }: { signal: AbortSignal; onUpload(part: number): void },
  ): Promise<string> {
    const { projectId, file, upload, layer, crs, encoding, typeName, mapping, commit } = request;
    const body = {
      commit: commit ? ('true' as const) : ('false' as const),
      ...(upload !== undefined && { upload }),
      ...(layer !== undefined && { layer }),
      ...(crs !== undefined && { crs }),
      ...(encoding !== undefined && { encoding }),
      ...(typeName !== undefined && { typeName }),
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
    };
    const sent = { headers: { projectid: projectId }, body, ...(file && { file }) };
    const { data } = await this.#api.call(this.#call, sent, { signal, onUpload });
    return data.jobId;
  }
}
