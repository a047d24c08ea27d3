import type { TopicViewpoint } from '#core/protocol';

/** A topic as a BCF file holds it; ids are its GUIDs. */
export interface BcfTopic {
  guid: string;
  title: string;
  description: string;
  status: string;
  type: string;
  priority: string;
  assignedTo: string;
  labels: string[];
  /** `2026-05-04`. */
  dueAt: string | null;
  author: string;
  createdAt: string;
  updatedAt: string;
  /** Name of the file of its model. */
  file: string | null;
  comments: BcfComment[];
  viewpoints: BcfViewpoint[];
}
export interface BcfComment {
  guid: string;
  text: string;
  author: string;
  at: string;
  /** GUID. */
  viewpoint: string | null;
}
export interface BcfViewpoint {
  guid: string;
  viewpoint: TopicViewpoint | null;
  snapshot: Buffer | null;
}
export type BcfVersion = '2.1' | '3.0';

export function isPng(bytes: Uint8Array): boolean {
  return bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47;
}

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
