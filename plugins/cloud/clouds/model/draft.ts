import { makeAutoObservable, runInAction } from 'mobx';
import type { Subscription } from 'rxjs';
import type { Api, Sending, SendingState } from '#core/api';
import { sentenceOf, type AppError } from '#core/kernel';
import {
  createSurvey,
  lookAtPointcloud,
  samplePointcloud,
  updatePointcloud,
  uploadPointcloud,
  type CloudLook,
  type CloudSample,
  type CloudUnit,
  type Pointcloud,
  type TextColumns,
} from '#core/protocol';
import { hasPlace } from './columns.ts';

/** Milliseconds after which a header that has not arrived is asked for again. */
const LOOK_AGAIN = 2_000;
const NOT_YET = 409;

let drafts = 0;

/** A file on its way to become a point cloud, or the new file of one. */
export class Draft {
  /** Different for each. */
  readonly key = ++drafts;
  readonly sending: Sending;
  /** The cloud whose file it replaces. */
  readonly replaces: Pointcloud | undefined;
  transfer: SendingState;
  /** What the file says of itself, as soon as its header has arrived. */
  look: CloudLook | undefined;
  lookError: string | undefined;
  /** What its points say, as soon as it is complete. */
  sample: CloudSample | undefined;
  sampleError: string | undefined;
  name: string;
  crs: string | undefined;
  /** Its coordinates are in no reference system; it can be placed later. */
  isLocal = false;
  unit: CloudUnit = 'stated';
  heightUnit: CloudUnit = 'stated';
  /** Of a text, where the person has chosen. */
  columns: TextColumns | undefined;
  surveyId: string | undefined;
  /** Of a survey to be created. */
  surveyName: string | undefined;
  /** The person has decided: it is added when it is complete. */
  isWanted = false;
  isAdding = false;
  error: string | undefined;
  readonly #api: Api;
  readonly #added: (cloud: Pointcloud) => void;
  #following: Subscription;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;
  /** What the sample was asked with. */
  #sampled: string | undefined;

  constructor(
    api: Api,
    sending: Sending,
    { replaces, surveyId }: { replaces?: Pointcloud | undefined; surveyId?: string | undefined },
    added: (cloud: Pointcloud) => void,
  ) {
    this.#api = api;
    this.sending = sending;
    this.replaces = replaces;
    this.surveyId = surveyId;
    this.#added = added;
    this.transfer = sending.state;
    this.name = replaces?.name ?? sending.name;
    makeAutoObservable(this, { key: false, sending: false, replaces: false });
    this.#following = sending.state$.subscribe((state) => this.#follow(state));
  }

  /** Why it cannot be added yet: a key of the texts. */
  get missing():
    | 'missing.name'
    | 'missing.look'
    | 'missing.columns'
    | 'missing.crs'
    | 'missing.survey'
    | undefined {
    if (this.name.trim() === '') return 'missing.name';
    if (!this.look) return 'missing.look';
    const { shownColumns } = this;
    if (shownColumns && !hasPlace(shownColumns)) return 'missing.columns';
    if (this.look.crs === null && !this.isLocal) return 'missing.crs';
    if (this.surveyName !== undefined && this.surveyName.trim() === '') return 'missing.survey';
    return undefined;
  }

  /** How a text is read if it is added now. */
  get shownColumns(): TextColumns | undefined {
    return this.columns ?? this.look?.text?.columns;
  }

  /** What the file says of itself, with where its points lie if only they tell. */
  get told(): CloudLook | undefined {
    const { look, sample } = this;
    if (!look || !sample?.place) return look;
    const { min, max, problems, ...place } = sample.place;
    const pointCount = look.header.pointCount ?? (sample.isWhole ? sample.points : null);
    const header = { ...look.header, min, max, pointCount };
    return { ...look, ...place, header, problems: [...new Set([...look.problems, ...problems])] };
  }

  /** Where a part of its points says where it lies: how many. */
  get placedBy(): number | undefined {
    const { sample } = this;
    return sample?.place && !sample.isWhole ? sample.points : undefined;
  }

  get isComplete(): boolean {
    return this.transfer.kind === 'complete';
  }

  setName(name: string): void {
    this.name = name;
  }

  setSurvey(id: string | undefined, name?: string): void {
    this.surveyId = id;
    this.surveyName = name;
  }

  /** Shows where it lies in this CRS. */
  setCrs(crs: string): void {
    this.crs = crs;
    void this.#readLook();
  }

  /** Without a reference system, or again with one. */
  setLocal(isLocal: boolean): void {
    this.isLocal = isLocal;
    if (this.crs === undefined) return;
    this.crs = undefined;
    void this.#readLook();
  }

  /** Shows how large it is in these units. */
  setUnits(units: { unit?: CloudUnit; heightUnit?: CloudUnit }): void {
    Object.assign(this, units);
    void this.#readLook();
  }

  /** Shows how the text reads with these columns. */
  setColumns(columns: TextColumns): void {
    this.columns = columns;
    void this.#readLook();
  }

  /** Adds it now, or as soon as it is complete. */
  add(): void {
    if (this.missing !== undefined) return;
    this.isWanted = true;
    this.error = undefined;
    if (this.isComplete) void this.#add();
  }

  async cancel(): Promise<void> {
    this.dispose();
    await this.sending.cancel();
  }

  dispose(): void {
    this.#following.unsubscribe();
    clearTimeout(this.#timer);
  }

  #follow(state: SendingState): void {
    this.transfer = state;
    if (!this.look && !this.lookError && state.sent > 0) void this.#readLook();
    if (state.kind !== 'complete') return;
    if (this.lookError) void this.#readLook();
    else if (this.look) void this.#readSample();
    if (this.isWanted) void this.#add();
  }

  async #readLook(): Promise<void> {
    const { id } = this.sending;
    if (id === undefined || this.#isLooking) return;
    this.#isLooking = true;
    clearTimeout(this.#timer);
    const asked = this.#said;
    try {
      const body = { uploadId: id, ...asked };
      const { data } = await this.#api.call(lookAtPointcloud, { body });
      runInAction(() => {
        this.look = data;
        this.lookError = undefined;
      });
    } catch (failure) {
      const isEarly = (failure as Partial<AppError>).status === NOT_YET;
      if (isEarly) this.#timer = setTimeout(() => void this.#readLook(), LOOK_AGAIN);
      else runInAction(() => (this.lookError = sentenceOf(failure)));
    } finally {
      this.#isLooking = false;
    }
    // Another one was chosen meanwhile.
    if (JSON.stringify(this.#said) !== JSON.stringify(asked)) void this.#readLook();
    else if (this.look && this.isComplete) void this.#readSample();
  }

  async #readSample(): Promise<void> {
    const { id } = this.sending;
    const { shownColumns } = this;
    if (id === undefined || (shownColumns && !hasPlace(shownColumns))) return;
    const body = { uploadId: id, ...this.#said, ...(shownColumns && { columns: shownColumns }) };
    const asked = JSON.stringify(body);
    if (this.#sampled === asked) return;
    this.#sampled = asked;
    runInAction(() => (this.sample = this.sampleError = undefined));
    const { data, failure } = await this.#api.call(samplePointcloud, { body }).then(
      (answer) => ({ data: answer.data, failure: undefined }),
      (thrown: unknown) => ({ data: undefined, failure: sentenceOf(thrown) }),
    );
    // The newest request wins.
    if (this.#sampled !== asked) return;
    runInAction(() => {
      this.sample = data;
      this.sampleError = failure;
    });
  }

  async #add(): Promise<void> {
    if (this.isAdding) return;
    this.isAdding = true;
    try {
      const cloud = await (this.replaces ? this.#replace(this.replaces) : this.#create());
      this.dispose();
      this.#added(cloud);
    } catch (failure) {
      runInAction(() => {
        this.isWanted = false;
        this.error = sentenceOf(failure);
      });
    } finally {
      runInAction(() => (this.isAdding = false));
    }
  }

  async #create(): Promise<Pointcloud> {
    const headers = { projectid: this.sending.projectId };
    if (this.surveyName !== undefined) {
      const { data } = await this.#api.call(createSurvey, {
        headers,
        body: { name: this.surveyName.trim() },
      });
      runInAction(() => this.setSurvey(data.id));
    }
    const surveyid = this.surveyId;
    const body = { ...this.#fields(), ...(surveyid !== undefined && { surveyid }) };
    return (await this.#api.call(uploadPointcloud, { headers, body })).data;
  }

  async #replace({ id, version }: Pointcloud): Promise<Pointcloud> {
    const request = { params: { id }, body: this.#fields(), ifMatch: String(version) };
    return (await this.#api.call(updatePointcloud, request)).data;
  }

  #fields() {
    return {
      uploadId: this.sending.id!,
      name: this.name.trim(),
      ...this.#said,
      ...(this.shownColumns && { columns: this.shownColumns }),
    };
  }

  /** What the person says of its coordinates. */
  get #said() {
    const { crs, unit, heightUnit, columns } = this;
    return { ...(crs !== undefined && { crs }), unit, heightUnit, ...(columns && { columns }) };
  }
}
