import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TopicViewpoint } from '#core/protocol';
import { Unreadable, Findings } from '../../../base/problems.ts';
import { Unusable } from '../../../base/unusable.ts';
import { child, childrenOf, childText, parseXml, type XmlElement } from '../../../formats/xml-tree.ts';
import { Archive, type ZipMember } from '../../../formats/zip/archive.ts';
import { isJpeg, isPng, type BcfComment, type BcfTopic, type BcfViewpoint } from './bcf.ts';

const MAX_XML = 16 * 1024 ** 2;
const MAX_PICTURE = 4 * 1024 ** 2;
const MAX_TOPICS = 5000;
const MAX_IDS = 20_000;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What was left out: a key below `bim.bcf.`, how often. */
export type BcfNotes = Map<'topic-damaged' | 'viewpoint-damaged' | 'picture-left-out', number>;

/** Reads a BCF 2.1 or 3.0 in `file`, unpacking into `folder`. Throws Unusable `bim.bcf.*`. */
export async function readBcf(
  file: string,
  folder: string,
): Promise<{ topics: BcfTopic[]; notes: BcfNotes }> {
  let archive: Archive;
  try {
    archive = await Archive.open(file, new Findings());
  } catch (failure) {
    throw failure instanceof Unreadable ? new Unusable('bim.bcf.zip') : failure;
  }
  try {
    return await new BcfReader(archive, folder).read();
  } finally {
    archive.close();
  }
}

class BcfReader {
  readonly #archive: Archive;
  readonly #folder: string;
  /** By folder and name in lower case. */
  readonly #members = new Map<string, ZipMember>();
  readonly notes: BcfNotes = new Map();

  constructor(archive: Archive, folder: string) {
    this.#archive = archive;
    this.#folder = folder;
    for (const member of archive.members) this.#members.set(`${member.group}.${member.extension}`, member);
  }

  async read(): Promise<{ topics: BcfTopic[]; notes: BcfNotes }> {
    const version = this.#members.get('bcf.version');
    const stated = version ? (await this.#xml(version)).attributes['VersionId'] : undefined;
    if (stated === undefined) throw new Unusable('bim.bcf.not-bcf');
    if (!/^(2\.[01]|3\.)/.test(stated))
      throw new Unusable('bim.bcf.version', { version: stated.slice(0, 20) });
    const markups = [...this.#members].filter(([name]) => name.endsWith('/markup.bcf'));
    if (markups.length > MAX_TOPICS) throw new Unusable('bim.bcf.too-many', { most: MAX_TOPICS });
    const topics: BcfTopic[] = [];
    for (const [name, member] of markups) {
      const topic = await this.#topic(name.slice(0, -'markup.bcf'.length), member);
      if (topic) topics.push(topic);
      else this.#note('topic-damaged');
    }
    return { topics, notes: this.notes };
  }

  async #topic(folder: string, member: ZipMember): Promise<BcfTopic | null> {
    const markup = await this.#xml(member).catch(orNull);
    const topic = child(markup ?? undefined, 'Topic');
    const guid = topic?.attributes['Guid']?.toLowerCase();
    if (!markup || !topic || !guid || !GUID.test(guid)) return null;
    const text = (name: string) => childText(topic, name) ?? '';
    const createdAt = timeOf(text('CreationDate')) ?? new Date(0).toISOString();
    const labels = [...childrenOf(topic, 'Labels'), ...childrenOf(child(topic, 'Labels'), 'Label')];
    const views = [
      ...childrenOf(markup, 'Viewpoints'),
      ...childrenOf(child(topic, 'Viewpoints'), 'ViewPoint'),
    ].filter(({ attributes }) => attributes['Guid'] !== undefined);
    const said = [...childrenOf(markup, 'Comment'), ...childrenOf(child(topic, 'Comments'), 'Comment')];
    const header = child(markup, 'Header');
    const file = childrenOf(child(header, 'Files') ?? header, 'File')[0];
    const viewpoints: BcfViewpoint[] = [];
    for (const each of views) viewpoints.push(...(await this.#viewpoint(folder, each)));
    return {
      guid,
      title: text('Title').slice(0, 300) || guid,
      description: text('Description').slice(0, 20_000),
      status: (topic.attributes['TopicStatus'] ?? '').slice(0, 200),
      type: (topic.attributes['TopicType'] ?? '').slice(0, 200),
      priority: text('Priority').slice(0, 200),
      assignedTo: text('AssignedTo').slice(0, 200),
      labels: labels
        .map((each) => each.text.trim().slice(0, 200))
        .filter(Boolean)
        .slice(0, 50),
      dueAt: timeOf(text('DueDate'))?.slice(0, 10) ?? null,
      author: text('CreationAuthor').slice(0, 200),
      createdAt,
      updatedAt: timeOf(text('ModifiedDate')) ?? createdAt,
      file: childText(file, 'Filename') ?? null,
      comments: said.flatMap((each) => commentOf(each)),
      viewpoints,
    };
  }

  async #viewpoint(folder: string, element: XmlElement): Promise<BcfViewpoint[]> {
    const guid = element.attributes['Guid']!.toLowerCase();
    if (!GUID.test(guid)) return [];
    const find = (name: string | undefined) => name && this.#members.get((folder + name).toLowerCase());
    const view = find(childText(element, 'Viewpoint'));
    const picture = find(childText(element, 'Snapshot'));
    let viewpoint: TopicViewpoint | null = null;
    if (view) {
      const parsed = await this.#xml(view).catch(orNull);
      viewpoint = parsed && viewpointOf(parsed);
      if (!viewpoint) this.#note('viewpoint-damaged');
    }
    return [{ guid, viewpoint, snapshot: picture ? await this.#picture(picture) : null }];
  }

  async #picture(member: ZipMember): Promise<Buffer | null> {
    const bytes = await this.#bytes(member, MAX_PICTURE).catch(orNull);
    if (bytes && (isPng(bytes) || isJpeg(bytes))) return bytes;
    this.#note('picture-left-out');
    return null;
  }

  async #xml(member: ZipMember): Promise<XmlElement> {
    return parseXml(await this.#bytes(member, MAX_XML));
  }

  async #bytes(member: ZipMember, most: number): Promise<Buffer> {
    if (member.entry.uncompressedSize > most) throw new Unusable('bim.bcf.zip');
    try {
      // One after the other: the file is read before the next takes its place.
      const file = await this.#archive.extract(member, this.#folder, `member-${path.basename(this.#folder)}`);
      return await readFile(file);
    } catch (failure) {
      throw failure instanceof Unreadable ? new Unusable('bim.bcf.zip') : failure;
    }
  }

  #note(note: 'topic-damaged' | 'viewpoint-damaged' | 'picture-left-out'): void {
    this.notes.set(note, (this.notes.get(note) ?? 0) + 1);
  }
}

/** A member that cannot be used is left out. */
function orNull(failure: unknown): null {
  if (failure instanceof Unusable) return null;
  throw failure;
}

function commentOf(element: XmlElement): BcfComment[] {
  const guid = element.attributes['Guid']?.toLowerCase();
  const text = childText(element, 'Comment') ?? '';
  if (!guid || !GUID.test(guid) || text === '') return [];
  const view = child(element, 'Viewpoint')?.attributes['Guid']?.toLowerCase();
  return [
    {
      guid,
      text: text.slice(0, 20_000),
      author: (childText(element, 'Author') ?? '').slice(0, 200),
      at: timeOf(childText(element, 'Date') ?? '') ?? new Date(0).toISOString(),
      viewpoint: view && GUID.test(view) ? view : null,
    },
  ];
}

function timeOf(text: string): string | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** null without a camera. */
function viewpointOf(root: XmlElement): TopicViewpoint | null {
  const perspective = child(root, 'PerspectiveCamera');
  const camera = perspective ?? child(root, 'OrthogonalCamera');
  const eye = tripleOf(child(camera, 'CameraViewPoint'));
  const direction = tripleOf(child(camera, 'CameraDirection'));
  const up = tripleOf(child(camera, 'CameraUpVector'));
  const size = Number(childText(camera, perspective ? 'FieldOfView' : 'ViewToWorldScale'));
  if (!eye || !direction || !up || !(size > 0)) return null;
  const components = child(root, 'Components');
  const visibility = child(components, 'Visibility');
  const planes = childrenOf(child(root, 'ClippingPlanes'), 'ClippingPlane').flatMap((each) => {
    const at = tripleOf(child(each, 'Location'));
    const normal = tripleOf(child(each, 'Direction'));
    return at && normal ? [{ at, normal: unit(normal) }] : [];
  });
  return {
    eye,
    direction: unit(direction),
    up: unit(up),
    field: perspective ? { degrees: size } : { metres: size },
    planes: planes.slice(0, 100),
    selection: idsIn(child(components, 'Selection')).slice(0, 5000),
    isVisible: visibility?.attributes['DefaultVisibility'] !== 'false',
    exceptions: idsIn(child(visibility, 'Exceptions')).slice(0, MAX_IDS),
  };
}

function idsIn(element: XmlElement | undefined): string[] {
  return childrenOf(element, 'Component').flatMap(({ attributes }) => {
    const id = attributes['IfcGuid'];
    return id && id.length <= 64 ? [id] : [];
  });
}

type Triple = [number, number, number];
function tripleOf(element: XmlElement | undefined): Triple | null {
  const parts = ['X', 'Y', 'Z'].map((name) => Number(childText(element, name) ?? NaN));
  return parts.every((each) => Number.isFinite(each)) ? (parts as Triple) : null;
}

function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
