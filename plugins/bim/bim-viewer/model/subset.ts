import { UploadService, type Api, type Live } from '#core/api';
import { serviceToken } from '#core/kernel';
import { downloadExport, exportBimSubset, type BimFilter, type ExportResult } from '#core/protocol';

/** Found elements as an IFC file of their own, which a job of the server writes. */
export class ModelSubset {
  readonly job: UploadService;
  readonly #api: Pick<Api, 'call' | 'bytes'>;

  constructor(api: Api, live: Live) {
    this.#api = api;
    this.job = new UploadService(api, live);
  }

  /** Hands the file to `save`; the state of `job` says how it ended. Resolves to what the person has to know of the file. */
  async write(
    modelId: string,
    filter: BimFilter,
    save: (file: Blob, name: string) => void,
  ): Promise<readonly string[]> {
    const request = { params: { id: modelId }, body: filter };
    let said: readonly string[] = [];
    await this.job.upload(
      'ifc',
      (options) => this.#api.call(exportBimSubset, request, options),
      async ({ result }) => {
        const { nameZip, notes } = result as ExportResult;
        const { data } = await this.#api.bytes(downloadExport, { body: { nameZip } });
        save(new Blob([data ?? new ArrayBuffer(0)]), nameZip);
        said = notes;
      },
    );
    return said;
  }
}
export const MODEL_SUBSET = serviceToken<ModelSubset>('bim-viewer.Subset');
