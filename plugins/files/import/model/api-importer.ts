import type { Api } from '#core/api';
import type { uploadGeojson, uploadShapefile, uploadVector } from '#core/protocol';
import type { Importer, ImportQuestion, ImportRequest } from '../api.ts';
import { questionsOf } from './questions.ts';

type UploadCall = typeof uploadShapefile | typeof uploadGeojson | typeof uploadVector;

/** Uploads files through one of the server's upload calls. */
export class ApiImporter implements Importer {
  readonly #api: Api;
  readonly #call: UploadCall;

  constructor(api: Api, call: UploadCall) {
    this.#api = api;
    this.#call = call;
  }

  questions(file: File): readonly ImportQuestion[] {
    return questionsOf(file.name);
  }

  async send(
    request: ImportRequest,
    { signal, onUpload }: { signal: AbortSignal; onUpload(part: number): void },
  ): Promise<string> {
    const {
      projectId,
      file,
      upload,
      layer,
      crs,
      encoding,
      typeName,
      layers,
      mapping,
      options,
      plugin,
      commit,
    } = request;
    const body = {
      commit: commit ? ('true' as const) : ('false' as const),
      ...(upload !== undefined && { upload }),
      ...(layer !== undefined && { layer }),
      ...(crs !== undefined && { crs }),
      ...(encoding !== undefined && { encoding }),
      ...(typeName !== undefined && { typeName }),
      ...(layers !== undefined && { layers: JSON.stringify(layers) }),
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
      ...(plugin !== undefined && { plugin }),
      ...(options !== undefined && { options: JSON.stringify(options) }),
    };
    const sent = { headers: { projectid: projectId }, body, ...(file && { file }) };
    const { data } = await this.#api.call(this.#call, sent, { signal, onUpload });
    return data.jobId;
  }
}
