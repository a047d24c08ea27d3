import type { CallSpec, GeometryChange, ChangeAnswer, GeometryObject } from '#core/protocol';
import { autosave, getGeometry } from '#core/protocol';
import type { Api, ApiResponse } from '#core/api';
import { AppError } from '#core/kernel';

interface StoredObject {
  version: number;
  /** Undefined: deleted. */
  content: GeometryChange | undefined;
  /** Transactions applied, oldest first. */
  applied: string[];
}

export type Connection = 'good' | 'request lost' | 'answer lost' | 'hangs';

export const PROJECT = '00000000-0000-4000-8000-00000000000a';

/** The server's side of the autosave contract: versions, receipts by clientId, one answer per change. */
export class FakeServer {
  readonly objects = new Map<string, StoredObject>();
  readonly #receipts = new Map<string, { content: string; answer: ChangeAnswer }>();
  connection: Connection = 'good';
  refuses: (change: GeometryChange) => string | undefined = () => undefined;
  /** Fails the call as a whole with this status. */
  rejects: (changes: readonly GeometryChange[]) => number | undefined = () => undefined;
  calls: GeometryChange[][] = [];

  readonly api = { call: (call: CallSpec, request: object) => this.#call(call, request) } as Pick<
    Api,
    'call'
  >;

  /** Someone else changes, or deletes, an object. */
  changeRemotely(
    id: string,
    content: Pick<GeometryChange, 'location' | 'properties' | 'typeName'> | undefined,
  ): void {
    const stored = this.objects.get(id);
    const next = content && { clientId: 'x', relatesTo: [], ...content };
    this.objects.set(id, {
      version: (stored?.version ?? 0) + 1,
      content: next,
      applied: [...(stored?.applied ?? []), 'elsewhere'],
    });
  }

  object(id: string): GeometryObject | undefined {
    const stored = this.objects.get(id);
    if (!stored?.content) return undefined;
    const { location, properties, typeName, relatesTo } = stored.content;
    const at = '2026-01-01T00:00:00Z';
    return {
      id,
      location: location!,
      properties: properties ?? {},
      typeName: typeName!,
      relatesTo: relatesTo ?? [],
      metadata: {
        version: stored.version,
        createdAt: at,
        createdBy: 'u',
        updatedAt: at,
        updatedBy: 'u',
        source: null,
      },
      transactions: [],
      projectId: PROJECT,
    };
  }

  async #call(call: CallSpec, request: object): Promise<ApiResponse<unknown>> {
    await Promise.resolve();
    if (call.id === getGeometry.id)
      return answer(this.#get((request as { params: { id: string } }).params.id));
    if (call.id !== autosave.id) throw new Error(`Unexpected call ${call.id}.`);
    const changes = (request as { body: GeometryChange[] }).body;
    this.calls.push(changes);
    if (this.connection === 'hangs') return new Promise<never>(() => undefined);
    if (this.connection === 'request lost') throw new AppError('http', 'The server cannot be reached.');
    const status = this.rejects(changes);
    if (status !== undefined) throw new AppError('http', `Refused with ${status}.`, { status });
    const answers = changes.map((change) => this.#apply(change));
    if (this.connection === 'answer lost') throw new AppError('http', 'The server cannot be reached.');
    return answer(answers);
  }

  #get(id: string): GeometryObject {
    const found = this.object(id);
    if (!found) throw new AppError('http', 'There is no such object.', { status: 404 });
    return found;
  }

  #apply(change: GeometryChange): ChangeAnswer {
    const { clientId } = change;
    const content = JSON.stringify(change);
    const receipt = this.#receipts.get(clientId);
    if (receipt?.content === content) return receipt.answer;
    const detail = this.refuses(change);
    const id = change.id ?? clientId;
    if (detail) return { clientId, id, status: 'refused', detail };
    const stored = this.objects.get(id);
    if ((stored?.version ?? undefined) !== change.version) {
      const current = this.object(id) ?? null;
      return { clientId, id, status: 'conflict', current, ...(stored ? { version: stored.version } : {}) };
    }
    const version = (stored?.version ?? 0) + 1;
    const applied = [...(stored?.applied ?? []), clientId];
    this.objects.set(id, { version, content: change.deleted ? undefined : change, applied });
    const given: ChangeAnswer = { clientId, id, status: 'saved', version };
    this.#receipts.set(clientId, { content, answer: given });
    return given;
  }
}

function answer<T>(data: T): ApiResponse<T> {
  return { data, version: undefined, total: undefined, status: 200 };
}
